"""Certificates of kind ``decomposition`` as pseudo-Boolean proofs: what they rest on, then the lemmas of their proof.

Steps 1 to 4 of a decomposition are derived by cutting planes (:mod:`gourds.proofs.pseudo_boolean.choices`). The clauses
from each sum to the next follow by unit propagation from the families of sums, which are deleted then. The proof comes
trimmed and with hints, as LRAT about the clauses of the master problem. For each of these clauses there is a
constraint that propagates as much: a lemma that is RUP from its hints is RUP from what stands for them.

A lemma that is RAT, but not RUP, is redundant with its first literal as witness if that is a variable of the proof's
own. Solvers write no others; where somebody's proof has one about the master's variables, a SAT solver proves the
master anew.
"""

from __future__ import annotations

from collections.abc import Sequence

from gourds.certificates.decomposition import Master, start_master
from gourds.certificates.entries import Row, lines, rows
from gourds.certificates.puzzle import Puzzle
from gourds.errors import InternalError
from gourds.files.certificates import Certificate
from gourds.proofs.clausal.drat import run_solver
from gourds.proofs.clausal.lrat import with_hints
from gourds.proofs.pseudo_boolean.choices.joining import Refuted
from gourds.proofs.pseudo_boolean.choices.master import DerivedMaster
from gourds.proofs.pseudo_boolean.clausal import Step, follow, read_step
from gourds.proofs.pseudo_boolean.writer import ProofWriter

RUP_ONLY = "glucose4"
"""A solver of python-sat whose lemmas are all RUP."""


def prove(writer: ProofWriter, certificate: Certificate) -> int:
    """Write the proof of a valid certificate; the id of a constraint without a solution."""
    puzzle, entries = Puzzle.of(writer.instance), certificate.data
    master, sums = start_master(puzzle, entries), rows(entries, "sums", 5)
    before = len(master.clauses)
    master.add_up(sums)
    steps = _steps(master, lines(entries, "proof"))
    try:
        derived = DerivedMaster(writer, puzzle, master, entries)
    except Refuted as found:
        return found.number
    ids = _clauses(derived, steps, sums, before)
    derived.prune()
    return follow(writer, steps, ids, derived.literal, set(ids.values()))


# -- the proof of the master problem ----------------------------------------------------------------------------------


def _steps(master: Master, proof: Sequence[str]) -> list[Step]:
    """The proof as steps of LRAT, none of them RAT on a variable of the master problem."""
    steps = _hinted(master, proof)
    own = {abs(literal) for clause in master.clauses for literal in clause}
    if not any(step.is_rat and abs(step.literals[0]) in own for step in steps):
        return steps
    proved = run_solver(master.clauses, RUP_ONLY)
    if proved is None:
        raise InternalError("the clauses of a valid certificate have a solution")
    return _hinted(master, proved)


def _hinted(master: Master, proof: Sequence[str]) -> list[Step]:
    return [step for line in with_hints(master.clauses, proof) if (step := read_step(line))]


# -- in terms of the exported file ------------------------------------------------------------------------------------


def _clauses(derived: DerivedMaster, steps: Sequence[Step], sums: Sequence[Row], before: int) -> dict[int, int]:
    """For the clauses that the steps use, by number, the constraint that propagates as much."""
    for i, j, k, total, variable in sums:
        found = derived.sums((i, j)).sums.get((k, total))
        if found is not None:
            derived.variable[variable] = found
    count = len(derived.master.clauses)
    used = {abs(hint) for step in steps if not step.deletes for hint in step.hints}
    ids = {number: stands for number, stands in enumerate(derived.stands_for(), start=1) if number in used}
    for number in sorted(used):
        if before < number <= count:
            ids[number] = derived.clause(derived.master.clauses[number - 1])
    return ids
