"""Certificates from strangers: checked in a process of its own, which is killed when a limit is reached.

A certificate of a few hundred bytes can ask for any amount of work (a table of signatures of a large board, say).
Honest ones are made by work of the same order, and what they cost grows with their size and the board's. So there are
limits even if nobody sets one: some twenty times what the largest honest certificates of the benchmarks take.
"""

from __future__ import annotations

from gourds.certificates.certificate import Certificate
from gourds.certificates.drat import ProofVerdict
from gourds.certificates.verify import CertificateCheck, verify_certificate
from gourds.instance import Instance
from gourds.solvers.isolation import run_limited


def default_limits(instance: Instance, certificate: Certificate) -> tuple[float, float]:
    """Seconds and megabytes that are granted where nobody says how much."""
    megabytes = len(certificate.to_text()) / 1e6
    cells = instance.board.size
    return 60 + 60 * megabytes + cells / 1000, 2000 + 200 * megabytes + cells / 200


def verify_limited(
    instance: Instance,
    certificate: Certificate,
    time_limit: float | None = None,
    memory_limit: float | None = None,
) -> CertificateCheck:
    """What :func:`~gourds.certificates.verify.verify_certificate` says, within limits of time (s) and memory (MB)."""
    seconds, megabytes = default_limits(instance, certificate)
    seconds = seconds if time_limit is None else time_limit
    megabytes = megabytes if memory_limit is None else memory_limit
    ended = run_limited(verify_certificate, instance, certificate, time_limit=seconds, memory_limit=megabytes)
    if ended.cause == "done":
        assert isinstance(ended.value, CertificateCheck)
        return ended.value
    if ended.cause == "time limit":
        return CertificateCheck(ProofVerdict.TIMEOUT, f"the time limit of {seconds:,.6g} s was reached")
    if ended.cause == "memory limit":
        return CertificateCheck(
            ProofVerdict.CHECKER_ERROR, f"the memory limit of {megabytes:,.0f} MB was reached before a verdict"
        )
    return CertificateCheck(ProofVerdict.CHECKER_ERROR, f"{ended.cause}: {ended.detail}")
