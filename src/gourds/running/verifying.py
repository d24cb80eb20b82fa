"""Certificates and proofs from strangers: checked in a process of its own, which is killed when a limit is reached.

A certificate of a few hundred bytes can ask for any amount of work (a table of signatures of a large board, say).
Honest ones are made by work of the same order, and what they cost grows with their size and the board's. So there are
limits even if nobody sets one: some twenty times what the largest honest certificates of the benchmarks take.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from gourds.certificates.clausal import drat, lrat
from gourds.certificates.clausal.drat import ProofVerdict
from gourds.certificates.pair import Pair
from gourds.certificates.proofs import check_proof
from gourds.certificates.pseudo_boolean import propagation
from gourds.certificates.verify import CertificateCheck, verify_certificate, verify_pair
from gourds.configuration import Configuration
from gourds.errors import Fault, InputError
from gourds.files.certificates import Certificate, stated_kind
from gourds.instance import Instance
from gourds.running.isolation import Limits, run_limited

PROOFS: Final = ("drat", "decomposition")
"""The kinds of certificates with a proof for the checker of DRAT."""
LONG: Final = 100_000
"""Proofs of fewer characters, on boards of up to :data:`SMALL` cells, are checked without compiled code."""
SMALL: Final = 100


def prepare_check(instance: Instance, text: str) -> None:
    """Load what the check of a certificate needs, so that it does not count as checking."""
    if stated_kind(text) in PROOFS and (len(text) >= LONG or instance.board.size > SMALL):
        drat.prepare()


def default_limits(instance: Instance, certificate: Certificate) -> tuple[float, float]:
    """Seconds and megabytes that are granted where nobody says how much."""
    return _limits(instance.board.size, len(certificate.to_text()))


def _limits(cells: int, characters: int) -> tuple[float, float]:
    megabytes = characters / 1e6
    return 60 + 60 * megabytes + cells / 1000, 2000 + 200 * megabytes + cells / 200


def verify_limited(
    instance: Instance,
    answer: Certificate | str,
    time_limit: float | None = None,
    memory_limit: float | None = None,
) -> CertificateCheck:
    """What :func:`~gourds.certificates.verify.verify_certificate` says of a certificate, or of the text of its file.

    The limits of time (s) and memory (MB) each have a default; a text is read within them too, as it can take much to
    read. Raises InputError if it is none, or not as it was written.
    """
    text = answer if isinstance(answer, str) else answer.to_text()
    prepare_check(instance, text)
    limits = _chosen(_limits(instance.board.size, len(text)), time_limit, memory_limit)
    return within(limits, _verify, instance, answer)


def _verify(instance: Instance, answer: Certificate | str) -> CertificateCheck:
    return verify_certificate(instance, Certificate.from_text(answer) if isinstance(answer, str) else answer)


def verify_proof_limited(
    instance: Instance,
    data: bytes,
    form: str,
    encoding: str | None = None,
    time_limit: float | None = None,
    memory_limit: float | None = None,
) -> CertificateCheck:
    """What :func:`~gourds.certificates.proofs.check_proof` says of a proof in such a format, within limits."""
    if len(data) >= LONG or instance.board.size > SMALL:
        {"drat": drat, "lrat": lrat, "pbp": propagation}[form].prepare()  # so that it does not count as checking
    limits = proof_limits(instance, data, time_limit, memory_limit)
    return within(limits, check_proof, instance, data, form, encoding)


def proof_limits(
    instance: Instance, data: bytes, time_limit: float | None = None, memory_limit: float | None = None
) -> Limits:
    """What the check of a proof may use: what is asked for, else what grows with its size."""
    return _chosen(_limits(instance.board.size, len(data)), time_limit, memory_limit)


def pair_of(start: Configuration, target: Configuration) -> Pair:
    """Start and target as the checker takes them. Raises InputError if they do not go together."""
    if start.board != target.board:
        raise InputError(Fault("cells", "the board is not that of the start"))
    if start.ids != target.ids:
        raise InputError(Fault("gourds", "the gourds are not those of the start"))
    return Pair(tuple(start.board.cell_list()), start.ids, tuple(start.end_cells()), tuple(target.end_cells()))


def verify_pair_limited(
    pair: Pair,
    answer: Certificate | str,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    *,
    planned: int | None = None,
) -> CertificateCheck:
    """What :func:`~gourds.certificates.verify.verify_pair` says of a certificate, or of the text of its file.

    If there is a plan, of so many moves, the certificate is of use only if it says that no plan has fewer. Raises
    InputError if the text is none, or not as it was written.
    """
    characters = len(answer if isinstance(answer, str) else answer.to_text())
    limits = _chosen(_limits(len(pair.cells), characters), time_limit, memory_limit)
    return within(limits, _verify_pair, pair, answer, planned)


def _verify_pair(pair: Pair, answer: Certificate | str, planned: int | None) -> CertificateCheck:
    certificate = Certificate.from_text(answer) if isinstance(answer, str) else answer
    check = verify_pair(pair, certificate)
    if check and planned is not None and certificate.data["moves"] != planned:
        return CertificateCheck(ProofVerdict.INVALID, f"the plan has {planned:,} moves, the proof says: {check.reason}")
    return check


def _chosen(defaults: tuple[float, float], time_limit: float | None, memory_limit: float | None) -> Limits:
    seconds = defaults[0] if time_limit is None else time_limit
    return Limits(seconds, memory=defaults[1] if memory_limit is None else memory_limit)


def within(limits: Limits, function: Callable[..., CertificateCheck], *arguments: Any) -> CertificateCheck:
    """A check in a process of its own, within limits."""
    ended = run_limited(function, *arguments, time_limit=limits.wall, memory_limit=limits.memory)
    if ended.cause == "done":
        assert isinstance(ended.value, CertificateCheck)
        return ended.value
    if ended.cause == "time limit":
        return CertificateCheck(ProofVerdict.TIMEOUT, f"the time limit of {limits.wall:,.6g} s was reached")
    if ended.cause == "memory limit":
        return CertificateCheck(
            ProofVerdict.CHECKER_ERROR, f"the memory limit of {limits.memory:,.0f} MB was reached before a verdict"
        )
    return CertificateCheck(ProofVerdict.CHECKER_ERROR, ended.how)
