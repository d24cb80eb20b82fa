"""The forger of DRAT proofs: proofs with many RAT steps, right and wrong, for formulas whose verdict is known.

A formula of a few variables is known by its truth table. A proof is made step by step: lemmas that are RAT and not RUP
by the definitions (:class:`Naive`), on variables of the formula and on new ones; then clauses of the formula are
deleted as long as what is left has no solution, so that the lemmas are needed; then a solver proves the rest. Such a
proof is right, and of a formula that has a solution there is none. The wrong ones are right ones after some changes.
"""

from __future__ import annotations

import functools
import operator
import random
from dataclasses import dataclass
from typing import Any

from gourds.certificates.clausal.drat import Checker, Engine, check_drat
from gourds.certificates.clausal.steps import text_steps
from gourds.certificates.verdict import CertificateCheck

Clauses = list[list[int]]


def random_cnf(variables: int, count: int, rng: random.Random, width: int = 3) -> Clauses:
    return [[name * rng.choice((1, -1)) for name in rng.sample(range(1, variables + 1), width)] for _ in range(count)]


def is_satisfiable(clauses: Clauses) -> bool:
    """Look at the whole truth table: one bit per assignment, one large integer per literal."""
    variables = max((abs(lit) for clause in clauses for lit in clause), default=0)
    full = (1 << (1 << variables)) - 1
    column = {}
    for v in range(variables):
        column[-v - 1] = full // ((1 << (1 << v)) + 1)
        column[v + 1] = full ^ column[-v - 1]
    good = full
    for clause in clauses:
        good &= functools.reduce(operator.or_, (column[lit] for lit in clause), 0)
    return good != 0


class Naive:
    """A forward checker by the definitions, on sets, for tiny formulas."""

    def __init__(self, clauses: Clauses) -> None:
        self.active = [frozenset(clause) for clause in clauses]

    def units(self, assumed: set[int]) -> set[int] | None:
        """Close under unit propagation; None is a conflict."""
        true = set(assumed)
        while True:
            if any(-lit in true for lit in true):
                return None
            left = [[lit for lit in c if -lit not in true] for c in self.active if not (c & true)]
            if [] in left:
                return None
            forced = {clause[0] for clause in left if len(clause) == 1}
            if not forced:
                return true
            true |= forced

    def is_rup(self, clause: frozenset[int]) -> bool:
        return self.units({-lit for lit in clause}) is None

    def is_lemma(self, lits: list[int]) -> bool:
        clause = frozenset(lits)
        if self.is_rup(clause):
            return True
        against = [c for c in self.active if lits and -lits[0] in c]
        return bool(lits) and all(self.is_rup(clause | c - {-lits[0]}) for c in against)


def line(literals: list[int], *, deletes: bool = False) -> str:
    """A line of a proof."""
    return " ".join([*(["d"] if deletes else []), *map(str, literals), "0"])


class Watched(Checker):
    """The checker of DRAT, which counts lemmas that are RAT and not RUP."""

    rat = 0

    def check_rat(self, *arguments: Any) -> None:
        super().check_rat(*arguments)
        self.rat += 1


@dataclass(frozen=True)
class Examined:
    """What a check of a right proof did."""

    core: tuple[int, ...]
    """Indices of clauses of the formula that the refutation uses."""
    lemmas: int
    """Lemmas in the proof."""
    checked: int
    """Those that the refutation needs."""
    rat: int
    """Of these, lemmas that are RAT and not RUP."""
    ignored: int
    """Deletions of clauses that are not there, or that are reasons at the top level."""


def examined(clauses: Clauses, proof: list[str], engine: Engine = "auto") -> Examined:
    """Check a proof that is right, step by step."""
    checker = Watched()
    checker.read(clauses, proof)
    checker.run(engine)
    state = checker.state
    assert state is not None
    core, size = [k for k, marked in enumerate(state.core) if marked], len(checker.places)
    asked, done = sum(step.deletes for step in text_steps(proof)), sum(event < 0 for event in checker.events)
    return Examined(
        core=tuple(checker.places[k] for k in core if k < size),
        lemmas=len(checker.pivots),
        checked=sum(k >= size for k in core),
        rat=checker.rat,
        ignored=asked - done + sum(length < 0 for length in state.before),
    )


@dataclass(frozen=True)
class ForgedProof:
    """A proof and what the checker said of it."""

    clauses: Clauses
    is_satisfiable: bool
    lines: list[str]
    is_right: bool
    """True for a proof that is right by construction; False says nothing."""
    result: CertificateCheck


def forge_proof(rng: random.Random) -> ForgedProof:
    """A formula with a solution or without, and a proof of one of these sorts: right, changed, or thrown together."""
    clauses = random_cnf(5, rng.randrange(14, 34), rng, width=rng.choice((2, 3, 3)))
    satisfiable = is_satisfiable(clauses)
    lines = rich_proof(rng, clauses)
    is_right = not satisfiable and rng.random() < 0.4
    if not is_right:
        for _ in range(rng.randrange(0 if satisfiable else 1, 5)):
            change_proof(rng, lines)
    return ForgedProof(clauses, satisfiable, lines, is_right, check_drat(clauses, lines))


def rich_proof(rng: random.Random, clauses: Clauses) -> list[str]:
    """RAT lemmas, deletions that make them necessary, and a solver's proof of what is left (or only the end)."""
    naive, lines = Naive(clauses), []
    for _ in range(rng.randrange(1, 8)):
        lemma = _rat_lemma(rng, naive)
        if lemma:
            naive.active.append(frozenset(lemma))
            lines.append(line(lemma))
    for clause in rng.sample(naive.active, len(naive.active)):
        rest = list(naive.active)
        rest.remove(clause)
        top = naive.units(set())
        if top is None or len([x for x in clause if -x not in top]) < 2:
            continue  # what deleting a unit means differs between checkers
        if rng.random() < 0.6 and not is_satisfiable([list(c) for c in rest]):
            naive.active = rest
            lines.append(line(sorted(clause), deletes=True))
    return [*lines, *_solved([list(c) for c in naive.active])]


def _rat_lemma(rng: random.Random, naive: Naive) -> list[int]:
    """A clause that is RAT on its first literal and not RUP; empty if none was found."""
    for _ in range(30):
        literals = [v * rng.choice((1, -1)) for v in rng.sample(range(1, 9), rng.choice((1, 2, 2, 3)))]
        if not naive.is_rup(frozenset(literals)) and naive.is_lemma(literals):
            return literals
    return []


def _solved(clauses: Clauses) -> list[str]:
    from pysat.solvers import Solver

    with Solver("cadical153", bootstrap_with=clauses, with_proof=True) as solver:
        proof = [] if solver.solve() else solver.get_proof()
    return [*proof[: proof.index("0")], "0"] if "0" in proof else [*proof, "0"]


def change_proof(rng: random.Random, lines: list[str]) -> None:
    """A lemma with another first literal, a sign turned, a line lost, moved, doubled or thrown in."""
    at = rng.randrange(len(lines))
    words = lines[at].split()
    literals = [int(word) for word in words if word not in ("d", "0")]
    deletes = words[0] == "d"
    match rng.randrange(6):
        case 0 if literals:
            rng.shuffle(literals)
            lines[at] = line(literals, deletes=deletes)
        case 1 if literals:
            k = rng.randrange(len(literals))
            literals[k] = rng.choice([-literals[k], rng.randrange(1, 10), -rng.randrange(1, 10)])
            lines[at] = line(literals, deletes=deletes)
        case 2 if len(lines) > 1:
            del lines[at]
        case 3:
            lines.insert(rng.randrange(len(lines)), lines[at])
        case 4:
            a = rng.randrange(len(lines))
            lines[a], lines[at] = lines[at], lines[a]
        case _:
            thrown = [v * rng.choice((1, -1)) for v in rng.sample(range(1, 9), rng.choice((1, 1, 2)))]
            lines.insert(rng.randrange(len(lines)), line(thrown, deletes=rng.random() < 0.3))
