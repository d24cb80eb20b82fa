"""Random derivations, right and wrong, replayed with a solution kept beside them: the hunt for a step that is not sound.

The chance of a step being allowed is made large on purpose: small coefficients, few variables, premises that are there.
What a step must keep is checked from the definition, at points, with none of the checker's arithmetic.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from gourds.certificates.entries import RejectedError
from gourds.certificates.pseudo_boolean.inequality import Inequality, from_literals
from gourds.certificates.pseudo_boolean.propagation import Propagator
from gourds.certificates.pseudo_boolean.replay import Replay

Point = dict[int, int]
Weighted = list[tuple[int, int]]


def holds(inequality: Inequality, point: Point) -> bool:
    return sum(a * point.get(v, 0) for v, a in inequality.terms.items()) >= inequality.bound


def points(count: int) -> Iterator[Point]:
    """All 0/1 points on the variables 1 … count."""
    for number in range(1 << count):
        yield {v: number >> (v - 1) & 1 for v in range(1, count + 1)}


def random_inequality(rng: random.Random, count: int) -> Inequality:
    size = rng.randrange(1, count + 1)
    weighted = [(rng.choice([1, 1, 1, 2, 3]), 2 * v + rng.randrange(2)) for v in rng.sample(range(1, count + 1), size)]
    return from_literals(weighted, rng.randrange(0, 1 + sum(a for a, _ in weighted)))


def spelled(inequality: Inequality) -> str:
    """A constraint in the words of the format."""
    terms = [f"{a} {'~' * (lit & 1)}x{lit >> 1}" for lit, a in inequality.literals()]
    return " ".join([*terms, ">=", str(inequality.degree)])


class Hunt:
    """One derivation over the variables 1 … count; a point satisfies all constraints of the database, as far as is known."""

    def __init__(self, formula: list[Inequality], point: Point, rng: random.Random, engine: str = "python") -> None:
        self.rng = rng
        self.point = point
        self.count = max(point)
        self.replay = Replay(formula, "3.0", Propagator(engine))
        for v in range(1, self.count + 1):  # so that the number of a variable is the one in its name
            assert self.replay._literal(f"x{v}") == 2 * v
        self.accepted: dict[str, int] = {}

    def run(self, steps: int) -> None:
        """Try steps; raises AssertionError where one is accepted that is not sound."""
        for _ in range(steps):
            words, witness = self.step()
            before = {number: Inequality(dict(it.terms), it.bound) for number, it in self.replay.database.items()}
            try:
                self.replay.do(words.split())
            except RejectedError:
                assert self.replay.database == before, "a step that was rejected changed something"
                continue
            rule = words.split()[0]
            self.accepted[rule] = self.accepted.get(rule, 0) + 1
            kept = {number: it for number, it in self.replay.database.items() if number in before}
            assert all(before[number] == it for number, it in kept.items()), (
                f"accepted: {words}, which changed a premise"
            )
            self.check(words, before, witness)

    def check(self, words: str, before: dict[int, Inequality], witness: dict[int, str]) -> None:
        """The point, or what the witness makes of it, satisfies whatever is in the database now."""
        new = [there for number, there in self.replay.database.items() if number not in before]
        if witness and not all(holds(there, self.point) for there in new):
            self.point = self.point | {v: self.value(image) for v, image in witness.items()}
            new = list(self.replay.database.values())
        for there in new:
            assert holds(there, self.point), f"accepted: {words}"

    def value(self, image: str) -> int:
        if image in "01":
            return int(image)
        value = self.point.get(int(image.removeprefix("~")[1:]), 0)
        return 1 - value if image.startswith("~") else value

    def step(self) -> tuple[str, dict[int, str]]:
        """The words of a step, and its witness."""
        kind = self.rng.choice(["pol", "pol", "pol", "rup", "rup", "hinted", "ia", "red", "red", "del", "e"])
        if kind == "pol":
            return f"pol {self.polish()}", {}
        if kind == "del":
            return f"del id {self.number()}", {}
        if kind == "red":
            return self.redundant()
        goal = self.near()
        if kind == "hinted":
            return f"rup {spelled(goal)} : ~ {self.number()} {self.number()}", {}
        return f"{kind} {spelled(goal)}" + (
            f" : {self.number()}" if self.rng.random() < 0.5 and kind != "rup" else ""
        ), {}

    def number(self) -> int:
        """Mostly of a constraint that is there."""
        if self.rng.random() < 0.05:
            return self.rng.randrange(-3, self.replay.last + 3)
        return self.rng.choice(list(self.replay.database) or [1])

    def literal(self) -> str:
        return "~" * self.rng.randrange(2) + f"x{self.rng.randrange(1, self.count + 1)}"

    def polish(self) -> str:
        words = [str(self.number())]
        for _ in range(self.rng.randrange(1, 6)):
            kind = self.rng.choice(["add", "add", "axiom", "times", "divide", "saturate", "weaken", "odd"])
            words += {
                "add": [str(self.number()), "+"],
                "axiom": [self.literal(), str(self.rng.randrange(1, 4)), "*", "+"],
                "times": [str(self.rng.randrange(1, 4)), "*"],
                "divide": [str(self.rng.randrange(1, 5)), "d"],
                "saturate": ["s"],
                "weaken": [f"x{self.rng.randrange(1, self.count + 1)}", "w"],
                "odd": self.rng.choice([["0", "d"], ["-1", "*"], ["+"], [self.literal(), "w"], ["x1"]])
                if self.rng.random() < 0.1
                else ["1", "*"],
            }[kind]
        return " ".join(words)

    def near(self) -> Inequality:
        """A constraint that may or may not follow: one of the database made a little stronger, or a random one."""
        if self.rng.random() < 0.5 or not self.replay.database:
            return random_inequality(self.rng, self.count)
        there = self.replay.database[self.rng.choice(list(self.replay.database))]
        terms = dict(there.terms)
        for v in [v for v in terms if self.rng.random() < 0.2]:
            del terms[v]
        if terms and self.rng.random() < 0.3:
            v = self.rng.choice(list(terms))
            terms[v] += 1 if terms[v] > 0 else -1
        return Inequality(terms, there.bound + self.rng.randrange(-1, 2))

    def redundant(self) -> tuple[str, dict[int, str]]:
        """A constraint on a variable that few constraints have, and a witness that may make it true."""
        goal = random_inequality(self.rng, min(self.count, 3)) if self.rng.random() < 0.5 else self.near()
        known = {v for there in self.replay.database.values() for v in there.terms}
        free = [v for v in range(1, self.count + 1) if v not in known]
        chosen = {self.rng.choice(free)} if free and self.rng.random() < 0.6 else set()
        chosen |= {self.rng.randrange(1, self.count + 1) for _ in range(self.rng.randrange(not chosen, 3))}
        if free and chosen & set(free):
            extra = from_literals([(self.rng.randrange(1, 4), 2 * v + self.rng.randrange(2)) for v in chosen], 0)
            goal = Inequality(goal.terms | extra.terms, goal.bound + extra.bound)
        witness = {v: self.rng.choice(["0", "1", self.literal()]) for v in sorted(chosen)}
        return f"red {spelled(goal)} : " + " ".join(f"x{v} -> {image}" for v, image in witness.items()), witness


def small_hunt(seed: int, steps: int = 25, engine: str = "python") -> Hunt:
    """A derivation over at most six variables, two of which only steps bring in."""
    rng = random.Random(seed)
    count = rng.randrange(2, 7)
    point = {v: rng.randrange(2) for v in range(1, count + 1)}
    drawn = [random_inequality(rng, max(1, count - 2)) for _ in range(rng.randrange(1, 6))]
    hunt = Hunt([there for there in drawn if holds(there, point)], point, rng, engine)
    hunt.run(steps)
    return hunt
