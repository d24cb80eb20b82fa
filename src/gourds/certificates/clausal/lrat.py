"""Check a proof that a formula in conjunctive normal form has no solution (LRAT, as text).

What it solves: the same as :mod:`gourds.certificates.clausal.drat`, for proofs in which every lemma says why it holds.
Clauses have numbers, *IDs*: those of the formula are 1, 2, … in order; a lemma's ID is larger than all before it. A
lemma's hints are IDs of clauses that are there at this place of the proof.

Why it is correct. The literals of the lemma are assumed to be false. Its hints are looked at in order: a hint must be
a clause all of whose literals but one are false, and then that one is true; or all are false, a contradiction, and
then the lemma follows from the clauses before it. That is reverse unit propagation with nothing left to search for.
Otherwise the lemma must be RAT on its first literal p: the hints have parts, each opened by the negative ID of a
clause D with -p; assuming also that the other literals of D are false, the part's hints must lead to a contradiction,
and there must be such a part for *every* clause with -p that is there. Then a solution of the clauses before that
breaks the lemma can be mended by making p true. So whatever is deleted, a formula that has a solution keeps having
one along the proof, and never comes to the empty clause. What follows
a contradiction in a line is not looked at, and what follows the empty clause must only be well formed.

What it costs: a look at every literal of every hint, and for lemmas that are RAT a look at all clauses, once. The
loops are in ``lrat_kernel``; for large proofs they are compiled, and reading is what takes the time: half a million
hints a second and more.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, cast

import numpy as np

from gourds.certificates.clausal import lrat_kernel as kernel
from gourds.certificates.clausal.drat import Engine, coded, engine_for, holders_of
from gourds.certificates.clausal.steps import ProofError, lrat_steps
from gourds.certificates.verdict import Answer, CertificateCheck, ProofVerdict, judged
from gourds.compiled import compiled


def check_lrat(clauses: Sequence[Sequence[int]], proof: Iterable[str], *, engine: Engine = "auto") -> CertificateCheck:
    """Check that ``proof``, lines of LRAT text, shows that ``clauses`` are unsatisfiable; never raises.

    >>> check_lrat([[1, 2], [1, -2], [-1, 2], [-1, -2]], ["5 1 0 1 2 0", "6 0 5 3 4 0"]).verdict
    <ProofVerdict.VALID: 'valid'>
    >>> check_lrat([[1, 2], [1, -2], [-1, 2], [-1, -2]], ["5 1 0 1 2 0", "6 0 5 3 0"]).reason
    'line 2: the hints of the empty clause lead to no contradiction'
    """

    def check() -> Answer:
        checker = Checker(clauses)
        checker.read(proof.splitlines() if isinstance(proof, str) else proof)
        checker.run(engine)
        return ProofVerdict.VALID, "the empty clause was derived"

    return judged(check)


class _Compiled(NamedTuple):
    """The entry points of the kernel."""

    replay: Callable[[kernel.State, int, int], int]
    assume: Callable[[kernel.State, int, int], bool]
    follow: Callable[[kernel.State, int, int], int]
    undo: Callable[[kernel.State, int], None]


INTERPRETED = _Compiled(kernel.replay, kernel.assume, kernel.follow, kernel.undo)


def prepare() -> None:
    """Compile the kernel, so that it does not count as checking. The first lemma is RAT: it names a new variable."""
    check_lrat([[1, 2], [1, -2], [-1, 2], [-1, -2]], ["5 3 1 0 0", "6 1 0 1 2 0", "7 0 6 3 4 0"], engine="numba")


class _Part(NamedTuple):
    """The hints for resolving a lemma with one clause: ``hints[begin:end]``."""

    clause: int
    begin: int
    end: int


class Checker:
    """One check: the clauses as read, and then the state of the kernel."""

    def __init__(self, clauses: Sequence[Sequence[int]]) -> None:
        self.formula = len(clauses)
        self.literals = array("i")
        self.ends = array("q", [0])
        self.hints = array("q")
        self.first, self.last = array("q"), array("q")
        self.names = list(range(1, self.formula + 1))  # the ID of each clause
        self.gone: dict[int, int] = {}  # of clauses that are deleted, before which lemma
        self.lines: list[int] = []  # of each lemma
        self.parts: dict[int, list[_Part]] = {}  # of lemmas that have some
        for clause in clauses:
            self.keep(clause)

    def keep(self, clause: Sequence[int]) -> None:
        """Append a clause, each of its literals once, the first one first."""
        self.literals.extend(dict.fromkeys(clause))
        self.ends.append(len(self.literals))

    def read(self, proof: Iterable[str]) -> None:
        """Read the proof up to the empty clause; find the clauses that its IDs mean."""
        known = {name: index for index, name in enumerate(self.names)}
        newest, place, finished = self.formula, 0, False
        for place, deletes, name, literals, hints in lrat_steps(proof):
            if finished:
                continue
            if deletes:
                for found in hints:
                    if (index := known.pop(found, None)) is None:
                        raise ProofError(f"line {place}: deletes {found}, but there is no such clause here")
                    self.gone[index] = len(self.lines)
                continue
            if name <= newest:
                raise ProofError(f"line {place}: the ID {name} is not larger than {newest}, the largest before it")
            self.first.append(len(self.hints))
            try:
                self.hints.extend([known[abs(hint)] for hint in hints])
            except KeyError as error:
                raise ProofError(f"line {place}: the hint {error} is no clause that is there") from None
            self.divide(hints)
            self.lines.append(place)
            self.names.append(name)
            known[name] = self.formula + len(self.lines) - 1
            newest = name
            self.keep(literals)
            finished = not literals
        if not finished:
            raise ProofError(f"line {place}: the proof ends without the empty clause")

    def divide(self, hints: list[int]) -> None:
        """Note where the hints of a lemma's parts are; those of the lemma itself come first."""
        begin = self.first[-1]
        opened = [k for k, hint in enumerate(hints) if hint < 0]
        self.last.append(begin + (opened[0] if opened else len(hints)))
        if opened:
            ends = [*opened[1:], len(hints)]
            found = [_Part(self.hints[begin + k], begin + k + 1, begin + e) for k, e in zip(opened, ends, strict=True)]
            self.parts[len(self.lines)] = found

    def build(self, engine: str) -> kernel.State:
        """Lay out the arrays of the kernel: lists to interpret, numpy arrays to compile."""
        variables, lits = coded(self.literals)

        def convert(values: Any) -> kernel.Ints:
            return cast(kernel.Ints, values if engine == "numba" else values.tolist())

        return kernel.State(
            lits=convert(lits),
            start=convert(np.array(self.ends, dtype=np.int64)),
            hints=convert(np.array(self.hints, dtype=np.int64)),
            first=convert(np.array(self.first, dtype=np.int64)),
            last=convert(np.array(self.last, dtype=np.int64)),
            true=convert(np.zeros(2 * len(variables), dtype=np.uint8)),
            trail=convert(np.zeros(len(variables), dtype=np.int64)),
            scalars=convert(np.zeros(2, dtype=np.int64)),
        )

    def run(self, engine: Engine) -> None:
        """Check every lemma in turn."""
        engine = engine_for(engine, len(self.literals) + len(self.hints), INTERPRETED)
        loops = INTERPRETED
        if engine == "numba":
            loops = _Compiled(*(compiled(function, kernel.HELPERS) for function in INTERPRETED))
        state = self.build(engine)
        begin = 0
        holders: dict[int, list[int]] = {}  # the clauses with each literal, made for the first lemma that is RAT
        while (lemma := int(loops.replay(state, self.formula, begin))) < len(self.lines):
            holders = holders or holders_of(state.lits, self.ends)
            self.check_rat(loops, state, lemma, holders)
            begin = lemma + 1

    def check_rat(self, loops: _Compiled, state: kernel.State, lemma: int, holders: dict[int, list[int]]) -> None:
        """Check that a lemma is RAT on its first literal."""
        at, index = f"line {self.lines[lemma]}", self.formula + lemma
        begin, end = self.ends[index], self.ends[index + 1]
        loops.assume(state, index, -1)
        if loops.follow(state, state.first[lemma], state.last[lemma]) == kernel.ASTRAY:
            raise ProofError(f"{at}: {self.hinted(state)} has two literals that are not false")
        if begin == end:
            raise ProofError(f"{at}: the hints of the empty clause lead to no contradiction")
        pivot, against = self.literals[begin], state.lits[begin] ^ 1
        here = [c for c in holders.get(against, ()) if c < index and self.gone.get(c, len(self.lines)) > lemma]
        parts = {part.clause: part for part in self.parts.get(lemma, ())}
        if len(parts) < len(self.parts.get(lemma, ())):
            raise ProofError(f"{at}: two parts of its hints are for one clause")
        for clause in sorted(parts.keys() ^ set(here)):
            if clause in parts:
                raise ProofError(f"{at}: {self.names[clause]} opens a part of the hints and does not contain {-pivot}")
            why = f"the lemma is not RAT on its first literal {pivot}: no part is for {self.names[clause]}"
            raise ProofError(f"{at}: the hints lead to no contradiction, and {why}")
        length = state.scalars[kernel.TRAIL]
        for part in parts.values():
            if loops.assume(state, part.clause, against):
                found = loops.follow(state, part.begin, part.end)
                if found == kernel.ASTRAY:
                    raise ProofError(f"{at}: {self.hinted(state)} has two literals that are not false")
                if found == kernel.OPEN:
                    raise ProofError(f"{at}: the part for {self.names[part.clause]} leads to no contradiction")
            loops.undo(state, length)
        loops.undo(state, 0)

    def hinted(self, state: kernel.State) -> str:
        """The hint that was looked at last, for people."""
        return f"the hint {self.names[state.hints[state.scalars[kernel.PLACE]]]}"
