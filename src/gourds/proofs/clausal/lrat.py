"""LRAT proofs about the formula that ``gourds encode --to cnf`` writes: the DRAT proof, trimmed, with hints.

The DRAT proof is replayed until propagation reaches a contradiction, and then walked back as the checker does
(:mod:`gourds.certificates.clausal.drat`), clauses that are needed anyway first. Every lemma that is needed gets as
hints the clauses that propagation used. What is not needed is left out, and a clause is deleted after its last use.
Nothing here is trusted: :mod:`gourds.certificates.clausal.lrat` follows the hints, with code of its own.

A lemma that is RAT and not RUP needs hints for every clause with the negation of its first literal that is there. The
clauses that are there are fewer than in the DRAT proof, so hints for all of those are enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from gourds.certificates.clausal import drat_kernel
from gourds.certificates.clausal.drat import Checker, Engine, engine_for
from gourds.certificates.clausal.steps import ProofError
from gourds.compiled import compiled
from gourds.encodings.model import Encoding
from gourds.errors import InputError
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.proofs.clausal import tracing_kernel as kernel
from gourds.proofs.clausal.drat import drat_steps, exported_clauses, header, until

ROOM = 1 << 16
"""Room for so many hints, to begin with."""


def write_lrat(
    instance: Instance, certificate: Certificate, *, encoding: Encoding = "reduced", deadline: float | None = None
) -> list[str]:
    """An LRAT proof that the exported formula of the instance has no solution: comments, then lemmas, a line each.

    The same as :func:`~gourds.proofs.clausal.drat.write_drat` otherwise. An InputError says if the proof of the
    certificate is wrong.
    """
    return [*header(instance, encoding), *until(deadline, _lrat_steps, instance, certificate, encoding)]


def _lrat_steps(instance: Instance, certificate: Certificate, encoding: Encoding) -> list[str]:
    clauses = exported_clauses(instance, encoding)
    return with_hints(clauses, drat_steps(instance, certificate, encoding, clauses))


def with_hints(clauses: Sequence[Sequence[int]], proof: Sequence[str] | bytes, engine: Engine = "auto") -> list[str]:
    """A DRAT proof as lines of LRAT. Raises InputError if it is no proof.

    >>> with_hints([[1, 2], [1, -2], [-1, 2], [-1, -2]], ["1 0", "0"])
    ['5 1 0 2 1 0', '5 d 1 2 0', '6 0 5 4 3 0']
    """
    tracer = _Tracer()
    try:
        tracer.read(clauses, proof)
        tracer.run(engine)
    except ProofError as error:
        raise InputError(f"the DRAT proof does not hold: {error}") from None
    return list(tracer.lines_of_lrat(len(clauses)))


def prepare() -> None:
    """Compile the kernel. The proof gives variable 1 another name, 4, by two lemmas that are RAT and not RUP."""
    clauses = [[a, b, c] for a in (1, -1) for b in (2, -2) for c in (3, -3)]
    with_hints(clauses, ["4 -1 0", "-4 1 0", "4 2 0", "4 0", "2 0", "0"], engine="numba")


class _Tracer(Checker):
    """A check of a DRAT proof that writes down what it rests on."""

    def run(self, engine: Engine) -> None:
        """Replay the proof, then take it back and collect hints."""
        engine = engine_for(engine, len(self.literals), INTERPRETED)
        load, forward, undo, take_back, refute, write_down = _loops(engine)
        self.state, events = self.build(engine)
        state, count, variables = self.state, len(self.ends) - 1, len(self.names)

        def make(size: int, fill: int = 0) -> Any:
            found = np.full(size, fill, dtype=np.int64)
            return found if engine == "numba" else found.tolist()

        self.trace = kernel.Trace(
            hints=make(ROOM + variables),
            first=make(count),
            last=make(count, -1),
            visited=make(variables),
            cursor=make(variables),
            path=make(variables + 1),
            scalars=make(2),
        )
        self.parts: dict[int, dict[int, list[int]]] = {}  # of lemmas that are RAT: for each clause its hints
        if not load(state, len(self.places)):
            forward(state, events)
        conflict = self.false_clause()
        write_down(state, self.trace, conflict, -1, -1)
        self.final = self.taken(0)
        while (ended := take_back(state, self.trace, events)) != kernel.DONE:
            if ended == kernel.FULL:
                longer = make(2 * len(self.trace.hints))
                longer[: len(self.trace.hints)] = self.trace.hints
                self.trace = self.trace._replace(hints=longer)
                continue
            event = state.scalars[drat_kernel.PLACE]
            self.write_parts(events[event], self.lines[event], refute, write_down, undo)
            undo(state, state.before[event])

    def false_clause(self) -> int:
        """The clause that ended the replay: the only one of the core without a true literal."""
        state = self.state
        assert state is not None
        for clause in np.flatnonzero(np.array(state.core)).tolist():
            literals = [state.lits[i] for i in range(state.start[clause], state.start[clause + 1])]
            if not any(state.true[lit] for lit in literals):
                return clause
        raise ProofError("the empty clause does not follow")

    def taken(self, begin: int) -> list[int]:
        """The hints from a place on, which are taken out of the trace."""
        end = self.trace.scalars[kernel.LENGTH]
        found = [int(clause) for clause in self.trace.hints[begin:end]]
        self.trace.scalars[kernel.LENGTH] = begin
        return found

    def write_parts(self, lemma: int, line: int, refute: Any, write_down: Any, undo: Any) -> None:
        """The hints of a lemma that is RAT and not RUP; its negation is assumed on the trail."""
        state = self.state
        assert state is not None
        length, begin = state.scalars[drat_kernel.TRAIL], self.trace.scalars[kernel.LENGTH]
        self.parts[lemma] = {}
        for clause, against in self.resolved_with(lemma, line):
            found = refute(state, clause, against)
            if found == -1:
                raise ProofError(f"{self.unit} {line}: the lemma is neither RUP nor RAT on its first literal")
            write_down(state, self.trace, found, lemma, clause)
            self.parts[lemma][clause] = self.taken(begin)
            undo(state, length)

    # -- writing --------------------------------------------------------------------------------------------------

    def lines_of_lrat(self, formula: int) -> Iterator[str]:
        """The proof as lines; ``formula`` is the number of clauses of the formula."""
        state, trace = self.state, self.trace
        assert state is not None
        first, last, hints = (list(map(int, part)) for part in (trace.first, trace.last, trace.hints))
        core = [c for c in map(int, self.events) if c >= len(self.places) and (last[c] >= 0 or c in self.parts)]
        own = {lemma: hints[first[lemma] : last[lemma]] for lemma in core if last[lemma] >= 0}
        name = dict(enumerate(place + 1 for place in self.places))
        name |= {lemma: formula + k for k, lemma in enumerate(core, 1)}
        leaving = self.last_uses(core, own)
        here = set(leaving.pop(-1, ()))  # never used: they leave at once
        if here:
            yield _line(formula, "d", [name[clause] for clause in sorted(here)], 0)
        gone, names = here, [int(number) for number in self.names]
        for lemma in core:
            literals = [names[lit >> 1] * (-1 if lit & 1 else 1) for lit in self.members(lemma)]
            pivot = self.pivots[lemma - len(self.places)]
            literals.sort(key=lambda literal: literal != pivot)
            found = [name[clause] for clause in own.get(lemma, ())]
            for clause, reasons in sorted(self.parts.get(lemma, {}).items()):
                if clause in name and clause not in gone:
                    found += [-name[clause], *(name[reason] for reason in reasons)]
            yield _line(name[lemma], *literals, 0, found, 0)
            if lemma in leaving:
                gone.update(leaving[lemma])
                yield _line(name[lemma], "d", [name[clause] for clause in sorted(leaving[lemma])], 0)
        yield _line(formula + len(core) + 1, 0, [name[clause] for clause in self.final], 0)

    def members(self, clause: int) -> list[int]:
        """The literals of a clause, as the kernel codes them."""
        state = self.state
        assert state is not None
        return [int(state.lits[i]) for i in range(self.ends[clause], self.ends[clause + 1])]

    def last_uses(self, core: list[int], own: dict[int, list[int]]) -> dict[int, list[int]]:
        """For each lemma the clauses that no later one uses; for -1 those of the formula that none uses."""
        final = len(self.ends)
        used = dict.fromkeys(range(len(self.places)), -1)
        for lemma in core:
            used[lemma] = lemma
            for clause in own.get(lemma, ()):
                used[clause] = lemma
            for reasons in self.parts.get(lemma, {}).values():
                used.update(dict.fromkeys(reasons, lemma))
        used.update(dict.fromkeys(self.final, final))
        leaving: dict[int, list[int]] = {}
        for clause, lemma in used.items():
            if lemma != final:
                leaving.setdefault(lemma, []).append(clause)
        return leaving


def _line(*parts: int | str | list[int]) -> str:
    return " ".join(" ".join(map(str, part)) if isinstance(part, list) else str(part) for part in parts if part != [])


INTERPRETED = (
    drat_kernel.load,
    drat_kernel.forward,
    drat_kernel.undo,
    kernel.take_back,
    kernel.refute,
    kernel.write_down,
)
"""The loops of the checker and of the kernel here."""


def _loops(engine: Engine) -> tuple[Any, ...]:
    if engine != "numba":
        return INTERPRETED
    # What the checker compiles too is compiled with the same helpers, so that it is compiled once.
    helpers = (*drat_kernel.HELPERS, drat_kernel.implied)
    more = (*helpers, *kernel.HELPERS)
    return tuple(compiled(each, helpers if each.__module__ == drat_kernel.__name__ else more) for each in INTERPRETED)
