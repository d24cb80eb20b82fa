"""The replay of a proof, step by step, on a database of numbered constraints.

Invariant: **if the formula has a solution, then the database has one.** At the start they are the same. A step

- ``pol``, ``rup``, ``ia``, ``ea`` adds what every solution of the database satisfies;
- ``pbc`` adds a constraint whose negation leads to a contradiction: the same;
- ``red`` adds a constraint that some solution of the database satisfies, if there is a solution, see ``goals``; all
  constraints of the database at that moment are goals, the formula's and the derived alike;
- ``del`` takes constraints away, and a solution stays one. So deleting needs no check, not even of constraints of the
  formula, as long as nothing is concluded but that there is *no* solution.

Hence a contradiction in the database proves that the formula has no solution. Nothing else is a proof: 'SAT', bounds
and proofs without a conclusion are rejected, and so is every rule that is not listed here, assumptions (``a``) first
of all.

The formula has the first numbers, and every constraint that is added has the next. Negative numbers count from the end.
``@name`` before a step names its number. A variable that the formula does not have may have any name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gourds.certificates.entries import RejectedError
from gourds.certificates.pseudo_boolean import inequality as arithmetic
from gourds.certificates.pseudo_boolean.goals import Frame, first_unproved
from gourds.certificates.pseudo_boolean.inequality import Inequality, Literal, Value
from gourds.certificates.pseudo_boolean.propagation import Propagator, has_conflict
from gourds.certificates.pseudo_boolean.reading import Words

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_^\[\]{}-]+")
ADDING = frozenset({"pol", "rup", "ia", "ea", "pbc", "red"})
INSIDE = frozenset({"pol", "rup", "ia", "ea", "e", "i", "f", "proofgoal", "qed"})
"""What a subproof is made of."""
OUTSIDE = frozenset({"pol", "rup", "ia", "ea", "e", "i", "f", "pbc", "red", "del", "delc", "deld", "c", "output"})
ENDING = (OUTSIDE, frozenset({"conclusion"}), frozenset({"end"}), frozenset[str]())
"""What may come before the output, after it, after the conclusion, and after the end."""


class Replay:
    """One proof under way."""

    def __init__(self, formula: Sequence[Inequality], version: str, propagator: Propagator) -> None:
        """Variable k of the formula is called ``xk``."""
        self.version = version
        self.propagator = propagator
        self.database: dict[int, Inequality] = {}
        self.last = 0
        self.literals: dict[str, Literal] = {}
        self.variables = 0
        self.labels: dict[str, int] = {}
        self.frames: list[Frame] = []
        self.users: dict[int, list[int]] | None = None  # the constraints of each variable, once they are needed
        self.stage = 0  # 1: after the output, 2: after the conclusion, 3: after the end
        self.is_loaded = version != "1.2"
        self.is_proved = False
        for v in range(1 + max((v for inequality in formula for v in inequality.terms), default=0)):
            self._introduce(f"x{v}")
        for inequality in formula:
            self._add(inequality)
        self.formula = self.last

    def do(self, words: Words) -> None:
        """One step; raises RejectedError if it is not allowed."""
        label = words[0] if words[0].startswith("@") else None
        rule, *rest = words if label is None else words[1:] or [""]
        if rule not in (INSIDE if self.frames else ENDING[self.stage]):
            where = " in a subproof" if self.frames else f" after the {('', 'output', 'conclusion', 'end')[self.stage]}"
            raise RejectedError(f"the rule {rule[:20]!r} is not supported{where if self.frames or self.stage else ''}")
        if not self.is_loaded and rule != "f":
            raise RejectedError("a proof of version 1.2 loads the formula first, with 'f'")
        if label is not None and rule not in ADDING:
            raise RejectedError("only a step that adds a constraint can have a label")
        before = len(self.frames)
        getattr(self, f"_{rule}")(rest)
        if label is not None and len(self.frames) > before:
            self.frames[-1].label = label
        elif label is not None:
            self.labels[label] = self.last

    def finish(self) -> None:
        """The end of the text."""
        if self.frames:
            raise RejectedError("the proof ends inside of a subproof")
        if not self.is_proved or (self.version != "1.2" and self.stage < 3):
            raise RejectedError("the proof ends without the conclusion that there is no solution")

    # -- the database ------------------------------------------------------------------------------------------

    def _add(self, inequality: Inequality) -> None:
        self.last += 1
        self.database[self.last] = inequality
        self.propagator.add(self.last, inequality)
        if self.users is not None:
            for v in inequality.terms:
                self.users.setdefault(v, []).append(self.last)

    def _remove(self, number: int) -> None:
        if self.database.pop(number, None) is None:
            raise RejectedError(f"there is no constraint {number}")
        self.propagator.remove(number)

    def _touched(self, variables: Sequence[int]) -> list[int]:
        """The constraints with one of these variables, in their order."""
        if self.users is None:
            self.users = {}
            for number, inequality in self.database.items():
                for v in inequality.terms:
                    self.users.setdefault(v, []).append(number)
        for v in variables:
            self.users[v] = [number for number in self.users.get(v, ()) if number in self.database]
        return sorted({number for v in variables for number in self.users[v]})

    def _place(self, word: str) -> int:
        """The number that a word means, whether there is such a constraint or not."""
        if word.startswith("@"):
            return self.labels.get(word, 0)
        number = _whole(word)
        return number + self.last + 1 if number < 0 else number

    def _number(self, word: str) -> int:
        """The number of a constraint that is there."""
        number = self._place(word)
        if number not in self.database:
            raise RejectedError(f"there is no constraint {word[:40]}")
        return number

    def _expect_contradiction(self, words: Words) -> None:
        """The constraint named, or any if none is named, cannot be satisfied."""
        if len(words) > 1:
            raise RejectedError("one constraint is named at the end, no more")
        named = [self._number(word) for word in words] or list(reversed(self.database))
        if not any(self.database[number].is_contradiction() for number in named):
            raise RejectedError(f"constraint {words[0]} is no contradiction" if words else "there is no contradiction")

    # -- words -------------------------------------------------------------------------------------------------

    def _introduce(self, name: str) -> None:
        self.literals[name], self.literals["~" + name] = 2 * self.variables, 2 * self.variables + 1
        self.variables += 1

    def _literal(self, word: str) -> Literal:
        literal = self.literals.get(word)
        if literal is None:
            name = word.removeprefix("~")
            if not NAME.fullmatch(name):
                raise RejectedError(f"not a literal: {word[:40]!r}")
            self._introduce(name)
            literal = self.literals[word]
        return literal

    def _constraint(self, words: Words) -> tuple[Inequality, Words]:
        """A constraint, and the words behind it."""
        end = next((k for k, word in enumerate(words) if word in (">=", "<=")), -1)
        if end < 0 or end % 2 or end + 1 >= len(words):
            raise RejectedError("a constraint is pairs of coefficient and literal, then >= and a number")
        sign = 1 if words[end] == ">=" else -1
        pairs = [(sign * _whole(words[k]), self._literal(words[k + 1])) for k in range(0, end, 2)]
        return arithmetic.from_literals(pairs, sign * _whole(words[end + 1])), words[end + 2 :]

    def _named(self, words: Words) -> tuple[Inequality, list[int]]:
        """A constraint, and the constraints that it is compared with: the one named, or all."""
        inequality, rest = self._constraint(words)
        if not rest:
            return inequality, list(self.database)
        if len(rest) != 2 or rest[0] != ":":
            raise RejectedError("one constraint can be named behind the constraint, no more")
        return inequality, [self._number(rest[1])]

    def _witness(self, words: Words) -> dict[int, Value]:
        """What is put in place of variables."""
        words = [word for word in words if word != "->"]
        if len(words) % 2:
            raise RejectedError("a witness is pairs of a variable and what stands for it")
        witness: dict[int, Value] = {}
        for name, image in zip(words[::2], words[1::2], strict=True):
            literal = self._literal(name)
            if literal & 1 or literal >> 1 in witness:
                raise RejectedError(f"the witness names {name[:40]}, which is negated or named before")
            witness[literal >> 1] = (None, int(image)) if image in ("0", "1") else (self._literal(image), 0)
        return witness

    # -- rules that derive -------------------------------------------------------------------------------------

    def _f(self, words: Words) -> None:
        if len(words) != 1 or _whole(words[0]) != self.formula:
            raise RejectedError(f"the formula has {self.formula} constraints, equations counted twice")
        self.is_loaded = True

    def _pol(self, words: Words) -> None:
        """Reverse Polish notation: a constraint, a number or a variable is read when what follows is known."""
        stack: list[Inequality] = []
        shared: list[bool] = []  # whether what is on the stack is in the database too
        place = 0
        while place < len(words):
            word, following = words[place], words[place + 1] if place + 1 < len(words) else ""
            place += 1
            if word == "+" and len(stack) > 1:
                second = stack.pop()
                shared.pop()
                stack[-1] = arithmetic.add(stack[-1], second, in_place=not shared[-1])
                shared[-1] = False
            elif word == "s" and stack:
                stack[-1], shared[-1] = arithmetic.saturate(stack[-1]), False
            elif following in ("*", "d", "w"):
                place += 1
                if not stack:
                    raise RejectedError(f"nothing to apply {following!r} to")
                stack[-1], shared[-1] = self._applied(stack[-1], word, following), False
            elif word.startswith("@") or word.lstrip("+-").isdigit():
                stack.append(self.database[self._number(word)])
                shared.append(True)
            else:
                stack.append(arithmetic.literal_axiom(self._literal(word)))
                shared.append(False)
        if len(stack) != 1:
            raise RejectedError(f"the sequence leaves {len(stack)} constraints, not one")
        self._add(stack[0])

    def _applied(self, inequality: Inequality, operand: str, operator: str) -> Inequality:
        if operator == "w":
            literal = self._literal(operand)
            if literal & 1:
                raise RejectedError("weakening takes a variable, not a negation")
            return arithmetic.weaken(inequality, literal >> 1)
        factor = _whole(operand)
        if factor <= 0:
            raise RejectedError(f"{factor} is no positive number")
        return arithmetic.multiply(inequality, factor) if operator == "*" else arithmetic.divide(inequality, factor)

    def _rup(self, words: Words) -> None:
        inequality, rest = self._constraint(words)
        negation = arithmetic.negate(inequality)
        if rest:
            if rest[0] != ":":
                raise RejectedError(f"what is {rest[0][:40]!r} behind the constraint?")
            hints = [self.database[self._number(word)] for word in rest[1:] if word != "~"]
            shown = has_conflict([negation, *hints])
        else:
            with self.propagator.assuming(negation) as shown:
                pass
        if not shown:
            raise RejectedError("propagation from the negation of the constraint ends without a conflict")
        self._add(inequality)

    def _e(self, words: Words) -> Inequality:
        inequality, numbers = self._named(words)
        if not any(self.database[number] == inequality for number in numbers):
            raise RejectedError("the constraint is not the one that is there")
        return inequality

    def _i(self, words: Words) -> Inequality:
        inequality, numbers = self._named(words)
        if not any(arithmetic.is_implied(self.database[number], inequality) for number in numbers):
            raise RejectedError("the constraint does not follow from the one that is there")
        return inequality

    def _ea(self, words: Words) -> None:
        self._add(self._e(words))

    def _ia(self, words: Words) -> None:
        self._add(self._i(words))

    # -- rules with subproofs ----------------------------------------------------------------------------------

    def _red(self, words: Words) -> None:
        inequality, rest = self._constraint(words)
        is_open = rest[-1:] == ["subproof"]
        parts = " ".join(rest[:-1] if is_open else rest).split(":")
        if len(parts) != 2 + is_open or parts[0] or (is_open and parts[2].strip()):
            raise RejectedError("behind the constraint: a witness, and perhaps a subproof")
        witness = self._witness(parts[1].split())
        goals = {"#1": arithmetic.substitute(inequality, witness)}
        for number in self._touched(list(witness)):
            goals[str(number)] = arithmetic.substitute(self.database[number], witness)
        self._justify(Frame(self.last + 1, inequality, goals, "red"), is_open)

    def _pbc(self, words: Words) -> None:
        inequality, rest = self._constraint(words)
        if rest not in ([], [":", "subproof"]):
            raise RejectedError("behind the constraint: perhaps a subproof")
        self._justify(Frame(self.last + 1, inequality, {"#1": Inequality({}, 1)}, "pbc"), bool(rest))

    def _justify(self, frame: Frame, is_open: bool) -> None:
        assert frame.added is not None
        if is_open:
            self.frames.append(frame)
            self._add(arithmetic.negate(frame.added))
        else:
            self._expect_shown(frame)
            self._add(frame.added)

    def _expect_shown(self, frame: Frame) -> None:
        assert frame.added is not None
        negation = arithmetic.negate(frame.added)
        name = first_unproved(self.propagator, self.database, negation, frame.goals.items())
        if name is not None:
            which = "the new constraint" if name == "#1" else f"constraint {name}"
            raise RejectedError(f"what the witness makes of {which} is not shown")

    def _proofgoal(self, words: Words) -> None:
        frame = self.frames[-1]
        name = words[0] if len(words) == 1 else ""
        if frame.added is None:
            raise RejectedError("the proof of a goal inside of the proof of a goal")
        if not name.startswith("#"):
            name = str(self._number(name))
        if name not in frame.goals:
            raise RejectedError(f"there is no goal {name[:40]} to prove")
        self.frames.append(Frame(self.last + 1, None, {}, name))
        self._add(arithmetic.negate(frame.goals.pop(name)))

    def _qed(self, words: Words) -> None:
        frame = self.frames[-1]
        if words and words[0] != ":":
            name = words[0] if frame.added is not None or words[0].startswith("#") else str(self._number(words[0]))
            if name != frame.name:
                raise RejectedError(f"the end of {name[:40]}, but {frame.name} is under way")
            words = words[1:]
        if words[:1] == [":"] or frame.added is None:
            self._expect_contradiction(words[1:])
        else:
            self._expect_shown(frame)
        self.frames.pop()
        for number in [number for number in self.database if number >= frame.first]:
            self._remove(number)
        if frame.added is not None:
            self._add(frame.added)
            if frame.label is not None:
                self.labels[frame.label] = self.last

    # -- rules that forget, and the end ------------------------------------------------------------------------

    def _del(self, words: Words) -> None:
        how, rest = (words[0], words[1:]) if words else ("", [])
        if how == "id":
            for number in [self._number(word) for word in rest]:
                self._remove(number)
        elif how == "range" and len(rest) == 2:
            first, end = (self._place(word) for word in rest)
            for number in [number for number in self.database if first <= number < end]:
                self._remove(number)
        elif how == "spec":
            inequality, rest = self._constraint(rest)
            same = [number for number, there in self.database.items() if there == inequality]
            if rest or not same:
                raise RejectedError("there is no such constraint to delete")
            self._remove(same[-1])
        else:
            raise RejectedError("del takes 'id' and numbers, 'range' and two numbers, or 'spec' and a constraint")

    def _delc(self, words: Words) -> None:
        if any(self._number(word) > self.formula for word in words):
            raise RejectedError("delc deletes constraints of the formula only")
        self._del(["id", *words])

    def _deld(self, words: Words) -> None:
        if any(self._number(word) <= self.formula for word in words):
            raise RejectedError("deld deletes derived constraints only")
        self._del(["id", *words])

    def _c(self, words: Words) -> None:
        if self.version != "1.2" or len(words) != 1:
            raise RejectedError("'c' and one number end a proof of version 1.2, and of no other")
        self._expect_contradiction(words)
        self.is_proved = True

    def _output(self, words: Words) -> None:
        if self.version == "1.2" or words != ["NONE"]:
            raise RejectedError("the output must be NONE, in versions 2.0 and 3.0")
        self.stage = 1

    def _conclusion(self, words: Words) -> None:
        if words[:1] != ["UNSAT"] or words[1:2] not in ([], [":"]) or len(words) == 2:
            raise RejectedError("the conclusion must be UNSAT: nothing else shows that there is no solution")
        self._expect_contradiction(words[2:])
        self.is_proved = True
        self.stage = 2

    def _end(self, words: Words) -> None:
        if words != ["pseudo-Boolean", "proof"]:
            raise RejectedError("the last line must be 'end pseudo-Boolean proof'")
        self.stage = 3


def _whole(word: str) -> int:
    """A whole number in decimal digits."""
    try:
        if word.lstrip("+-").isdigit():
            return int(word)
    except ValueError:  # two signs, or more digits than Python reads
        pass
    raise RejectedError(f"not a whole number: {word[:40]!r}")
