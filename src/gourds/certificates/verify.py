"""``verify``: does a certificate prove that an instance has no placement?

Four answers are kept apart: VALID, INVALID (it proves nothing), TIMEOUT, and CHECKER_ERROR.
"""

from __future__ import annotations

from dataclasses import dataclass

from gourds.certificates.certificate import Certificate
from gourds.certificates.counting import check_barrier, check_counting
from gourds.certificates.decomposition import check_decomposition
from gourds.certificates.drat import ProofVerdict, check_drat
from gourds.certificates.formula import direct_formula
from gourds.certificates.puzzle import Puzzle
from gourds.instance import Instance


@dataclass(frozen=True)
class CertificateCheck:
    """What the checker found. True in conditions iff the certificate is valid."""

    verdict: ProofVerdict
    """VALID, INVALID, TIMEOUT or CHECKER_ERROR."""
    reason: str
    """In words."""

    def __bool__(self) -> bool:
        return self.verdict is ProofVerdict.VALID


def verify_certificate(
    instance: Instance, certificate: Certificate, time_limit: float | None = None
) -> CertificateCheck:
    """Check a certificate against an instance, without any solver."""
    if certificate.digest != instance.digest:
        return CertificateCheck(ProofVerdict.INVALID, "the certificate belongs to another instance")
    try:
        return _check(Puzzle.of(instance), certificate, time_limit)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return CertificateCheck(ProofVerdict.INVALID, f"the certificate is not well formed ({error!r})")


def _check(puzzle: Puzzle, certificate: Certificate, time_limit: float | None) -> CertificateCheck:
    if certificate.kind in ("counting", "barrier"):
        check = check_counting if certificate.kind == "counting" else check_barrier
        wrong = check(puzzle, certificate.data)
        if wrong is None:
            return CertificateCheck(ProofVerdict.VALID, f"the {certificate.kind} argument holds")
        return CertificateCheck(ProofVerdict.INVALID, wrong)
    if certificate.kind == "decomposition":
        return CertificateCheck(*check_decomposition(puzzle, certificate.data, time_limit))
    if certificate.kind == "drat":
        if certificate.data["cnf"] != "direct-1":
            return CertificateCheck(ProofVerdict.INVALID, f"unknown formula {certificate.data['cnf']!r}")
        clauses = direct_formula(puzzle)
        if clauses is None:
            return CertificateCheck(ProofVerdict.INVALID, "counting alone decides this instance")
        result = check_drat(clauses, certificate.data["proof"], time_limit=time_limit)
        return CertificateCheck(result.verdict, result.reason)
    if certificate.kind == "claimed":
        return CertificateCheck(ProofVerdict.INVALID, "the answer is only claimed; there is nothing to check")
    return CertificateCheck(ProofVerdict.INVALID, f"unknown kind of certificate {certificate.kind!r}")
