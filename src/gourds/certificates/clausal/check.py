"""``check_clausal_proof``: does a DRAT or LRAT proof show that an instance has no placement?

The proof is about the formula that ``gourds encode --to cnf`` writes. Whoever wrote it, the formula is built anew
from the instance. If a placement exists the formula has a solution (:mod:`gourds.certificates.formula`), and then no
proof passes.
"""

from __future__ import annotations

from collections.abc import Iterator

from gourds.certificates.clausal.drat import check_drat
from gourds.certificates.clausal.lrat import check_lrat
from gourds.certificates.clausal.steps import Step, binary_steps, is_binary, lrat_steps, text_steps
from gourds.certificates.entries import RejectedError
from gourds.certificates.formula import exported_formula
from gourds.certificates.puzzle import Puzzle
from gourds.certificates.verdict import CertificateCheck, ProofVerdict, judged
from gourds.instance import Instance


def check_clausal_proof(instance: Instance, data: bytes, form: str, encoding: str = "reduced") -> CertificateCheck:
    """Check the bytes of a proof, of the form ``drat`` (text or binary) or ``lrat``, about a formula in an encoding."""
    return judged(lambda: _check(instance, data, form, encoding))


def _check(instance: Instance, data: bytes, form: str, encoding: str) -> tuple[ProofVerdict, str]:
    clauses = exported_formula(Puzzle.of(instance), encoding)
    if [] in clauses:  # solvers write deletions then, or nothing at all
        for _ in lrat_steps(_lines(data)) if form == "lrat" else drat_steps(data):
            pass  # whatever the steps are, each must be one
        return ProofVerdict.VALID, "the formula contains the empty clause, so there is nothing to prove"
    if form == "lrat":
        result = check_lrat(clauses, _lines(data))
    else:
        result = check_drat(clauses, data if is_binary(data) else _lines(data))
    return result.verdict, result.reason


def drat_steps(data: bytes) -> Iterator[Step]:
    """The steps of a DRAT proof, which may be binary."""
    return binary_steps(data) if is_binary(data) else text_steps(_lines(data))


def _lines(data: bytes) -> list[str]:
    try:
        return data.decode().split("\n")
    except UnicodeDecodeError as error:
        raise RejectedError(f"byte {error.start + 1}: not UTF-8 text") from None
