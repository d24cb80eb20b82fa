"""Check a proof that a formula in conjunctive normal form has no solution (DRAT, as text or in binary).

What it solves: given clauses and the proof that a solver printed, say whether the proof shows that the clauses
are unsatisfiable. The checker shares no code and no data with any solver.

A proof is a list of lines. `1 -2 0` adds a lemma, `d 1 -2 0` deletes a clause, `0` adds the empty clause. Blank
lines and comments (`c ...`) are skipped. **There must be a line `0`**: a proof that is empty or cut off before it
never passes, not even if propagation alone would refute the formula. What follows the first `0` (CaDiCaL goes on to
delete clauses) must be well formed and is otherwise not looked at.

Why it is correct. Call a list of clause sets, each got from the one before by adding or deleting a clause, *fair*
if every clause added is one of

- RUP: assuming its negation, unit propagation on the set before reaches a conflict; so it follows from the set;
- RAT on its first literal p: for every clause of the set before that contains -p, the resolvent with the lemma is
  RUP; then any solution of the set that breaks the lemma can be mended by making p true.

Along a fair list satisfiability is never lost, whatever is deleted. So if the formula leads to the empty clause, it
is unsatisfiable. The checker replays the proof (`forward`) until propagation hits a conflict, marks the clauses that
this conflict used, and walks back (`backward`): each marked lemma is checked against the set before it, and marks
what its own check used. Lemmas that never get marked are not checked. The sets cut down to the marked clauses form
a fair list: every conflict used marked clauses only, and RAT was checked against *all* clauses of the larger set.

For the same reason the checker is free in what it deletes. As in drat-trim, the deletion of a clause that is the
reason of a literal at the top level is ignored, so that the trail of top-level literals only grows (solvers rely on
this); the deletion of a clause that is not there is ignored as well. Keeping more clauses is sound:
RUP stays true, and RAT has more to check. Repeated literals count once. Tautologies are dropped: every assignment
satisfies them.

What it costs: about one propagation per marked lemma. The loops are in `drat_kernel`. Where numba is installed, large
proofs run them compiled (four seconds to compile, once on a machine): 20,000 to 60,000 lemmas of CaDiCaL per
second, reading included. Elsewhere the same functions are interpreted, at about 5,000 per second. Memory is linear in
the formula and the proof.
"""

from __future__ import annotations

import importlib.util
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import index as index_of
from typing import Any, Literal, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from gourds.certificates.clausal import drat_kernel as kernel
from gourds.certificates.clausal.steps import MAX_VARIABLE, ProofError, binary_steps, in_range, text_steps
from gourds.certificates.verdict import Answer, CertificateCheck, judged
from gourds.certificates.verdict import ProofVerdict as ProofVerdict
from gourds.compiled import compiled, is_loaded

SMALL = 100_000
"""Below this many literals in formula and proof together, about a second, loading a compiler is not worth it."""

Engine = Literal["auto", "python", "numba"]


class _FormulaError(Exception):
    """The formula cannot be read."""


def check_drat(
    clauses: Sequence[Sequence[int]],
    proof: Iterable[str] | bytes,
    *,
    engine: Engine = "auto",
) -> CertificateCheck:
    """Check that `proof`, lines of DRAT text or the bytes of a binary proof, shows that `clauses` are unsatisfiable.

    Never raises.

    >>> check_drat([[1, 2], [1, -2], [-1, 2], [-1, -2]], ["1 0", "0"]).verdict
    <ProofVerdict.VALID: 'valid'>
    >>> check_drat([[1, 2], [1, -2], [-1, 2]], ["1 0", "0"]).reason
    'line 2: the empty clause does not follow'
    """

    def check() -> Answer:
        checker = Checker()
        try:
            checker.read(clauses, proof)
        except _FormulaError as error:
            return ProofVerdict.CHECKER_ERROR, str(error)
        checker.run(engine)
        return ProofVerdict.VALID, "the empty clause was derived"

    return judged(check)


class _Compiled(NamedTuple):
    """The entry points of the kernel."""

    load: Callable[[kernel.State, int], bool]
    forward: Callable[[kernel.State, kernel.Ints], None]
    backward: Callable[[kernel.State, kernel.Ints], bool]
    implied: Callable[[kernel.State, int, int], bool]
    undo: Callable[[kernel.State, int], None]


INTERPRETED = _Compiled(kernel.load, kernel.forward, kernel.backward, kernel.implied, kernel.undo)


def engine_for(engine: Engine, numbers: int, loops: Iterable[Callable[..., Any]]) -> Engine:
    """How to run loops on so many numbers of formula and proof: compiled if large or loaded, unless it is said how."""
    if engine != "auto":
        return engine
    if all(map(is_loaded, loops)):
        return "numba"
    return "numba" if numbers >= SMALL and importlib.util.find_spec("numba") is not None else "python"


def prepare() -> None:
    """Compile the kernel, which takes some seconds once on a machine, so that it does not count as checking.

    The proof needs all of it: it gives variable 1 another name, 4, by two lemmas that are RAT and not RUP.
    """
    clauses = [[a, b, c] for a in (1, -1) for b in (2, -2) for c in (3, -3)]
    check_drat(clauses, ["4 -1 0", "-4 1 0", "4 2 0", "4 0", "2 0", "0"], engine="numba")


def coded(literals: array[int]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The variables of some literals, ascending, and the literals as numbers 2·rank + sign.

    Ranks stand for variables, so what a proof costs does not depend on how large its names are.
    """
    raw = np.frombuffer(literals, dtype=np.int32) if literals else np.zeros(0, np.int32)
    names, ranks = np.unique(np.abs(raw), return_inverse=True)
    return names, (2 * ranks + (raw < 0)).astype(np.int64)


def holders_of(lits: Sequence[int], ends: Sequence[int]) -> dict[int, list[int]]:
    """For each literal the clauses that have it; clause c is ``lits[ends[c]:ends[c + 1]]``."""
    found: dict[int, list[int]] = {}
    for clause in range(len(ends) - 1):
        for i in range(ends[clause], ends[clause + 1]):
            found.setdefault(int(lits[i]), []).append(clause)
    return found


class Checker:
    """One check: the clauses as read, and then the state of the kernel."""

    def __init__(self) -> None:
        self.literals = array("i")
        self.ends = array("q", [0])
        self.events = array("q")
        self.unit = "line"
        self.lines: list[int] = []  # the line of each event, or the step of a binary proof
        self.pivots: list[int] = []  # of each lemma, 0 for the empty clause
        self.places: list[int] = []  # the index in the formula of each clause kept from it
        self.state: kernel.State | None = None
        self.occurrences: dict[int, list[int]] | None = None

    def keep(self, literals: Sequence[int]) -> frozenset[int] | None:
        """Append a clause; return its literals, or None for a tautology, which is not kept."""
        members = frozenset(literals)
        if len(set(map(abs, members))) < len(members):
            return None
        self.literals.extend(literals if len(members) == len(literals) else members)
        self.ends.append(len(self.literals))
        return members

    def read(self, clauses: Sequence[Sequence[int]], proof: Iterable[str] | bytes) -> None:
        """Read formula and proof, and find the clause that each deletion means."""
        known: dict[frozenset[int], list[int]] = {}
        for index, clause in enumerate(clauses):
            try:
                literals = [index_of(lit) for lit in clause]
            except TypeError as error:
                raise _FormulaError(f"clause {index} of the formula: {error}") from None
            if 0 in literals or not in_range(literals):
                raise _FormulaError(f"clause {index} of the formula: 0, or a variable above {MAX_VARIABLE}")
            if (members := self.keep(literals)) is not None:
                known.setdefault(members, []).append(len(self.places))
                self.places.append(index)
        place, finished = 0, False
        if isinstance(proof, bytes):
            self.unit, steps = "step", binary_steps(proof)
        else:
            steps = text_steps(proof.splitlines() if isinstance(proof, str) else proof)
        for place, deletes, literals in steps:
            if deletes and not literals:
                raise ProofError(f"{self.unit} {place}: deletes the empty clause")
            if deletes:
                copies = known.get(frozenset(literals))
                if copies:
                    self.events.append(~copies.pop())
                    self.lines.append(place)
            elif (members := self.keep(literals)) is not None:
                clause_id = len(self.places) + len(self.pivots)
                known.setdefault(members, []).append(clause_id)
                self.events.append(clause_id)
                self.lines.append(place)
                self.pivots.append(literals[0] if literals else 0)
                finished = finished or not literals
        if not finished:
            raise ProofError(f"{self.unit} {place}: the proof ends without the empty clause, a line '0'")

    def build(self, engine: str) -> tuple[kernel.State, kernel.Ints]:
        """Lay out the arrays of the kernel: lists to interpret, numpy arrays to compile."""
        self.names, lits = coded(self.literals)
        variables, count = len(self.names), len(self.ends) - 1

        def make(size: int, dtype: Any = np.int64, fill: int = 0) -> kernel.Ints:
            return convert(np.full(size, fill, dtype))

        def convert(values: Any) -> kernel.Ints:
            return cast(kernel.Ints, values if engine == "numba" else values.tolist())

        state = kernel.State(
            lits=convert(lits.astype(np.int32)),
            start=convert(np.array(self.ends, dtype=np.int64)),
            alive=make(count, np.uint8),
            core=make(count, np.uint8),
            heads=make(4 * variables, fill=-1),
            following=make(2 * count),
            true=make(2 * variables, np.uint8),
            reason=make(variables),
            seen=make(variables, np.uint8),
            trail=make(variables),
            stack=make(variables),
            before=make(len(self.events)),
            scalars=make(2),
        )
        return state, convert(np.array(self.events, dtype=np.int64))

    def run(self, engine: Engine) -> None:
        """Replay the proof and check it backward."""
        engine = engine_for(engine, len(self.literals), INTERPRETED)
        loops = INTERPRETED
        if engine == "numba":
            helpers = (*kernel.HELPERS, kernel.implied)
            loops = _Compiled(*(compiled(function, helpers) for function in INTERPRETED))
        self.state, events = self.build(engine)
        state = self.state
        if loops.load(state, len(self.places)):
            return
        loops.forward(state, events)
        while not loops.backward(state, events):
            event = state.scalars[kernel.PLACE]
            self.check_rat(loops, events[event], self.lines[event])
            loops.undo(state, state.before[event])

    def check_rat(self, loops: _Compiled, lemma: int, line: int) -> None:
        """Check that a lemma, whose negation is assumed on the trail, is RAT on its first literal."""
        state = self.state
        assert state is not None
        length = state.scalars[kernel.TRAIL]
        for clause, against in self.resolved_with(lemma, line):
            if not loops.implied(state, clause, against):
                pivot = self.pivots[lemma - len(self.places)]
                raise ProofError(f"{self.unit} {line}: the lemma is neither RUP nor RAT on its first literal {pivot}")
            loops.undo(state, length)

    def resolved_with(self, lemma: int, line: int) -> Iterator[tuple[int, int]]:
        """The living clauses with the negation of a lemma's first literal, and that negation."""
        state = self.state
        assert state is not None
        pivot = self.pivots[lemma - len(self.places)]
        if pivot == 0:
            raise ProofError(f"{self.unit} {line}: the empty clause does not follow")
        against = 2 * int(np.searchsorted(self.names, abs(pivot))) + (pivot > 0)
        if self.occurrences is None:
            self.occurrences = holders_of(state.lits, self.ends)
        for clause in self.occurrences.get(against, ()):
            if state.alive[clause]:
                yield clause, against
