"""Proofs about clauses, lemma by lemma.

The proof comes trimmed and with hints, as LRAT about direct CNF v1 (:mod:`gourds.proofs.clausal`). The clauses that it
uses are derived from the exported OPB (:mod:`.totals`); then every lemma that is RUP from its hints is RUP from what
stands for them here, since a constraint of the file propagates at least as much as the clauses that it stands for. A
lemma that is RAT on its first literal p, but not RUP, is redundant with the witness p: what the witness makes of a
constraint with ~p is the resolvent that RAT is about. That needs constraints that *are* clauses, so p must not be a
variable of the model; solvers add such lemmas only to define new variables.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gourds.counting import Counting
from gourds.errors import InputError, InternalError
from gourds.files.certificates import Certificate
from gourds.proofs.pseudo_boolean import counting
from gourds.proofs.pseudo_boolean.facts import Facts
from gourds.proofs.pseudo_boolean.totals import Clauses
from gourds.proofs.pseudo_boolean.writer import ProofWriter


@dataclass(frozen=True)
class Step:
    """A line of LRAT: a lemma with its hints, or deletions."""

    number: int
    """The lemma's own number."""
    literals: list[int]
    """The lemma."""
    hints: list[int]
    """Numbers of clauses, those of RAT negative; of a deletion the clauses to delete."""
    deletes: bool = False


def prove(writer: ProofWriter, certificate: Certificate, deadline: float | None = None) -> int:
    """Write the proof of a certificate by clauses; one of another kind is proved anew, by a SAT solver."""
    from gourds.proofs.clausal import write_lrat

    if Counting(writer.instance).refutation:
        return counting.prove(writer, certificate)
    lines = write_lrat(writer.instance, certificate, encoding="reduced", deadline=deadline)
    return prove_steps(writer, [step for line in lines if (step := read_step(line))])


def read_step(line: str) -> Step | None:
    """A line of LRAT; None for a comment."""
    words = line.split()
    if not words or words[0] == "c":
        return None
    if words[1] == "d":
        return Step(int(words[0]), [], list(map(int, words[2:-1])), deletes=True)
    numbers = list(map(int, words))
    end = numbers.index(0)
    return Step(numbers[0], numbers[1:end], numbers[end + 1 : -1])


def prove_steps(writer: ProofWriter, steps: Iterable[Step]) -> int:
    """Write the proof of LRAT steps about direct CNF v1, up to the empty clause."""
    facts = Facts(writer)
    if (found := facts.impossible()) is not None:
        return found
    clauses, steps = Clauses(facts), list(steps)
    count = clauses.formula.clause_count
    used = {abs(hint) for step in steps if not step.deletes for hint in step.hints if abs(hint) <= count}
    ids = {number: clauses.id(number) for number in sorted(used)}
    clauses.forget_definitions()
    for step in steps:
        if step.deletes:
            gone = [ids.pop(hint) for hint in step.hints if hint in ids]
            writer.delete(number for number in gone if number > writer.constraint_count)
            continue
        terms = [(1, clauses.literal(literal)) for literal in step.literals]
        if terms and (not step.hints or min(step.hints) < 0):  # without hints nothing has the pivot's negation
            ids[step.number] = _redundant(writer, clauses, step, terms)
        else:
            hints = dict.fromkeys(ids[hint] for hint in step.hints)
            ids[step.number] = writer.rup(terms, 1, hints)
        if not terms:
            return ids[step.number]
    raise InternalError("the steps do not end with the empty clause")


def _redundant(writer: ProofWriter, clauses: Clauses, step: Step, terms: list[tuple[int, int]]) -> int:
    pivot = step.literals[0]
    if abs(pivot) <= clauses.model_count:
        raise InputError(
            f"a step of the proof is RAT on variable {abs(pivot)} of the formula, which a pseudo-Boolean proof cannot"
            " follow; ask a solver for another proof: gourds solve --solver sat --proof"
        )
    literal = terms[0][1]
    return writer.red(terms, 1, {abs(literal): literal > 0})
