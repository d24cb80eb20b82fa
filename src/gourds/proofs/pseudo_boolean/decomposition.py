"""Certificates of kind ``decomposition`` as pseudo-Boolean proofs: what they rest on, then the lines of their proof.

Steps 1 to 4 of a decomposition are derived by cutting planes (:mod:`gourds.proofs.pseudo_boolean.choices`). The clauses
from each sum to the next follow by unit propagation from the sums' families, which are deleted then. What is left in
the database are equations that say at least what the clauses of the certificate say, so every lemma of its proof that
follows by unit propagation there does so here. Deletions are passed over.

A lemma that only resolution asymmetric tautology (RAT) gives would need a database of these clauses alone. Solvers of
today do not write such lemmas; where a certificate has one, a SAT solver proves the master problem anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gourds.certificates.decomposition import start_master
from gourds.certificates.entries import RejectedError, expect_keys, lines, rows
from gourds.certificates.puzzle import Puzzle
from gourds.errors import InputError
from gourds.files.certificates import Certificate
from gourds.proofs.pseudo_boolean.choices.joining import Refuted
from gourds.proofs.pseudo_boolean.choices.master import DerivedMaster
from gourds.proofs.pseudo_boolean.writer import ProofWriter

Clause = list[int]


def prove(writer: ProofWriter, certificate: Certificate) -> int:
    """Write the proof; the id of a constraint without a solution."""
    try:
        return _prove(writer, certificate)
    except Refuted as found:
        return found.number
    except RejectedError as error:
        raise InputError(f"the certificate does not hold: {error}") from None


def _prove(writer: ProofWriter, certificate: Certificate) -> int:
    puzzle, entries = Puzzle.of(writer.instance), certificate.data
    expect_keys(entries, {"tables", "joins", "definitions", "implied", "sums", "proof"})
    master, sums = start_master(puzzle, entries), rows(entries, "sums", 5)
    before = len(master.clauses)
    master.add_up(sums)
    lemmas = _lemmas(master.clauses, lines(entries, "proof"))
    derived = DerivedMaster(writer, puzzle, master, entries)
    for i, j, k, total, variable in sums:
        found = derived.sums((i, j)).sums.get((k, total))
        if found is not None:
            derived.variable[variable] = found
    for clause in master.clauses[before:]:
        derived.clause(clause)
    derived.prune()
    for lemma in lemmas:
        number = derived.clause(lemma)
    return number


def _lemmas(clauses: Sequence[Clause], proof: Sequence[str]) -> Sequence[Clause]:
    """Lemmas that follow one after the other by unit propagation; the last one is empty."""
    found = []
    for line in proof:
        words = line.split()
        if words and words[0] not in ("d", "c"):
            found.append([int(word) for word in words[:-1]])
            if not found[-1]:
                break
    return found if _propagates(clauses, found) else _solved(clauses)


def _propagates(clauses: Sequence[Clause], lemmas: Sequence[Clause]) -> bool:
    """Whether every lemma follows by unit propagation."""
    from pysat.solvers import Solver

    if not lemmas or lemmas[-1]:
        return False
    if any(not clause for clause in clauses):
        return True
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        for lemma in lemmas:
            has_room, _ = solver.propagate([-literal for literal in lemma])
            if has_room:
                return False
            solver.add_clause(lemma)
    return True


def _solved(clauses: Sequence[Clause]) -> Sequence[Clause]:
    """A SAT solver's proof."""
    from pysat.solvers import Solver

    with Solver("glucose4", bootstrap_with=clauses, with_proof=True) as solver:
        if solver.solve():
            raise InputError("the certificate does not hold: its clauses have a solution")
        found = [*_added(solver.get_proof())]
    if not found or found[-1]:
        found.append([])
    return found


def _added(proof: Sequence[str]) -> Iterator[Clause]:
    for line in proof:
        words = line.split()
        if words and words[0] != "d":
            yield [int(word) for word in words[:-1]]
