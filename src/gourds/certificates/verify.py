"""``verify_certificate``: does a certificate prove that an instance has no placement, or so many?

``verify_pair``: does it prove that no plan from a start to a target is shorter?

Four answers are kept apart: VALID, INVALID (it proves nothing), TIMEOUT, and CHECKER_ERROR. Checking may take long and
much memory, whatever the size of the certificate: what comes from strangers is checked in a process with limits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from gourds.certificates.clausal.drat import check_drat
from gourds.certificates.counting import check_barrier, check_counting
from gourds.certificates.decomposition import check_decomposition
from gourds.certificates.diagram import check_count, check_diagram
from gourds.certificates.entries import Entries, RejectedError, expect_keys, lines
from gourds.certificates.formula import direct_formula
from gourds.certificates.linear import check_linear
from gourds.certificates.modular import check_modular
from gourds.certificates.pair import Pair
from gourds.certificates.puzzle import Puzzle
from gourds.certificates.shortest import check_shortest
from gourds.certificates.verdict import Answer, ProofVerdict, judged
from gourds.certificates.verdict import CertificateCheck as CertificateCheck
from gourds.files.certificates import Certificate
from gourds.instance import Instance


def verify_certificate(instance: Instance, certificate: Certificate) -> CertificateCheck:
    """Check a certificate against an instance, without any solver."""
    if certificate.kind == "shortest":
        return CertificateCheck(ProofVerdict.INVALID, "the certificate is about a start and a target")
    if certificate.digest != instance.digest:
        return CertificateCheck(ProofVerdict.INVALID, "the certificate belongs to another instance")
    return judged(lambda: _check(Puzzle.of(instance), certificate.kind, certificate.data))


def verify_pair(pair: Pair, certificate: Certificate) -> CertificateCheck:
    """Check a certificate that no plan from a start to a target is shorter, or that there is none."""
    if certificate.kind != "shortest":
        return CertificateCheck(ProofVerdict.INVALID, "the certificate is about an instance")
    if certificate.digest != pair.digest:
        return CertificateCheck(ProofVerdict.INVALID, "the certificate belongs to another start or target")
    return judged(lambda: (ProofVerdict.VALID, check_shortest(pair, certificate.data)))


_ARGUMENTS: Final[dict[str, tuple[Callable[[Puzzle, Entries], None], str]]] = {
    "counting": (check_counting, "the counting argument holds"),
    "barrier": (check_barrier, "the barrier argument holds"),
    "linear": (check_linear, "the linear argument holds"),
    "diagram": (check_diagram, "no state is left after the last layer"),
}
"""Checks that raise RejectedError if they do not accept, and what is shown if they do."""


def _check(puzzle: Puzzle, kind: str, entries: Entries) -> Answer:
    if kind in _ARGUMENTS:
        check, shown = _ARGUMENTS[kind]
        check(puzzle, entries)
        return ProofVerdict.VALID, shown
    if kind == "decomposition":
        return check_decomposition(puzzle, entries)
    if kind == "modular":
        check_modular(puzzle, entries)
        return ProofVerdict.VALID, f"no zeros and ones satisfy its equations modulo {entries['modulus']}"
    if kind == "drat":
        return _check_formula(puzzle, entries)
    if kind == "count":
        return ProofVerdict.VALID, "so many ways lead through all layers", check_count(puzzle, entries)
    if kind == "claimed":
        raise RejectedError("the answer is only claimed; there is nothing to check")
    raise RejectedError("unknown kind of certificate")


def _check_formula(puzzle: Puzzle, entries: Entries) -> tuple[ProofVerdict, str]:
    """If a placement exists, then the formula has a solution, see ``formula``; the proof shows that it has none."""
    expect_keys(entries, {"cnf", "proof"}, frozenset({"solver"}))
    proof = lines(entries, "proof")
    if entries["cnf"] != "direct-1":
        raise RejectedError("cnf must be 'direct-1'")
    clauses = direct_formula(puzzle)
    if clauses is None:
        raise RejectedError("counting alone decides this instance")
    result = check_drat(clauses, proof)
    return result.verdict, result.reason
