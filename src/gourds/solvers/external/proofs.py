"""The proof that a program wrote about an exported CNF, as the data of a certificate of kind ``drat``.

The exported formula of the reduced encoding is direct CNF v1, which the checker builds by itself, so the steps are
taken over as they are. Nothing is believed here: whether they are a proof is for the checker to say. LRAT names clauses
by numbers; each step then becomes the DRAT step that adds or deletes the same clause, and the hints are dropped.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from gourds.certificates.clausal.steps import ProofError, Step, binary_steps, is_binary, lrat_steps
from gourds.encodings.cnf import DIRECT
from gourds.files.proofs import content_format
from gourds.instance import Instance
from gourds.proofs.clausal.drat import exported_clauses, spell_step
from gourds.running.programs import read_bounded
from gourds.solvers.sat import closed

MOST_PROOF: Final = 2**26
"""Bytes of the longest proof that is read; checking one of that length takes hours."""


class NoProofError(Exception):
    """There is no proof that could be checked; says why."""


def read_proof(instance: Instance, path: Path, solver: str) -> dict[str, Any]:
    """The data of the certificate. Raises NoProofError if nothing was written, or what was written cannot be read."""
    try:
        with path.open("rb") as file:
            data = read_bounded(file, MOST_PROOF)
    except OSError:
        raise NoProofError("it wrote no proof") from None
    if data is None:
        raise NoProofError(f"its proof has more than {MOST_PROOF >> 20} MB, too many to check")
    try:
        return {"cnf": DIRECT, "solver": solver, "proof": closed(list(_lines(instance, data)))}
    except ProofError as error:
        raise NoProofError(f"its proof cannot be read: {error}") from None


def _lines(instance: Instance, data: bytes) -> Iterator[str]:
    if is_binary(data):
        return map(spell_step, binary_steps(data))
    try:
        lines = data.decode("ascii").splitlines()
    except UnicodeDecodeError as error:
        raise ProofError(f"byte {error.start + 1}: neither text nor binary") from None
    return _of_lrat(instance, lines) if content_format(data) == "lrat" else iter(lines)


def _of_lrat(instance: Instance, lines: list[str]) -> Iterator[str]:
    known = dict(enumerate(exported_clauses(instance, "reduced"), start=1))
    for step in lrat_steps(lines):
        if not step.deletes:
            known[step.name] = step.literals
            yield spell_step(Step(step.place, False, step.literals))
            continue
        for name in step.hints:
            if (clause := known.pop(name, None)) is not None:
                yield spell_step(Step(step.place, True, clause))
