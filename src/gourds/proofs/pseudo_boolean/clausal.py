"""Proofs about clauses, lemma by lemma.

The proof comes trimmed and with hints, as LRAT about direct CNF v1 (:mod:`gourds.proofs.clausal`). The clauses that it
uses are derived from the exported OPB (:mod:`.totals`); then every lemma that is RUP from its hints is RUP from what
stands for them here, since a constraint of the file propagates at least as much as the clauses that it stands for. A
lemma that is RAT on its first literal p, but not RUP, is redundant with the witness p: what the witness makes of a
constraint with ~p is the resolvent that RAT is about. That needs constraints that *are* clauses, so p must not be a
variable of the model; solvers add such lemmas only to define new variables.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
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
    hints: list[int]
    """Numbers of clauses, those of RAT negative; of a deletion the clauses to delete."""
    deletes: bool = False

    @property
    def is_rat(self) -> bool:
        """Whether it is RAT on its first literal, and not RUP; without hints nothing has the negation of that."""
        return not self.deletes and bool(self.literals) and (not self.hints or min(self.hints) < 0)


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
    clauses, steps = Clauses(Facts(writer)), list(steps)
    count = clauses.formula.clause_count
    used = {abs(hint) for step in steps if not step.deletes for hint in step.hints if abs(hint) <= count}
    ids = {number: clauses.id(number) for number in sorted(used)}
    clauses.forget_definitions()
    for step in steps:
        if step.is_rat and abs(step.literals[0]) <= clauses.model_count:
            raise InputError(
                f"a step of the proof is RAT on variable {abs(step.literals[0])} of the formula, which a pseudo-Boolean"
                " proof cannot follow; ask a solver for another proof: gourds solve --solver sat --proof"
            )
    return follow(writer, steps, ids, clauses.literal, range(1, writer.constraint_count + 1))


def follow(
    writer: ProofWriter,
    steps: Iterable[Step],
    ids: dict[int, int],
    literal: Callable[[int], int],
    kept: Container[int],
) -> int:
    """Write the lemmas of LRAT steps, up to the empty one, and give its id. None may be RAT on a variable of clauses.

    ``ids`` has for the clauses that hints name what propagates as much; those in ``kept`` are not deleted.
    """
    for step in steps:
        if step.deletes:
            gone = [ids.pop(hint) for hint in step.hints if hint in ids]
            writer.delete(number for number in gone if number not in kept)
            continue
        terms = [(1, literal(one)) for one in step.literals]
        if step.is_rat:
            pivot = terms[0][1]
            ids[step.number] = writer.red(terms, 1, {abs(pivot): pivot > 0})
        else:
            ids[step.number] = writer.rup(terms, 1, dict.fromkeys(ids[hint] for hint in step.hints))
        if not terms:
            return ids[step.number]
    raise InternalError("the steps do not end with the empty clause")
