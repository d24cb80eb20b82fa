"""``convert``: a certificate as a proof in a standard format, about one of the exported files.

``.drat`` and ``.lrat`` are about ``gourds encode --to cnf``, ``.pbp`` about ``gourds encode --to opb``. The certificate
is checked first: what it rests on is about to be written down in other words. All that happens in a process of its own,
within limits, since a certificate may come from a stranger; see :mod:`gourds.running.verifying`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from typing import Final

from gourds.certificates.verify import verify_certificate
from gourds.encodings.model import Encoding
from gourds.errors import InputError, LimitError
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.proofs.pseudo_boolean.facts import Facts
from gourds.proofs.pseudo_boolean.writer import VERSIONS, ProofWriter
from gourds.running.isolation import run_limited
from gourds.running.verifying import default_limits

PRODUCERS: Final = {
    "counting": "counting",
    "barrier": "barrier",
    "linear": "linear",
    "drat": "clausal",
    "decomposition": "decomposition",
    "modular": "modular",
    "diagram": "diagram",
}
"""For each kind of certificate the module of :mod:`gourds.proofs.pseudo_boolean` with its ``prove``."""
PATIENCE: Final = 10
"""A proof may take so many times the time that a check of the certificate gets, and so many times the memory."""


def convert(
    instance: Instance,
    certificate: Certificate,
    form: str,
    *,
    encoding: Encoding = "reduced",
    version: str = VERSIONS[0],
    binary: bool = False,
    time_limit: float | None = None,
) -> bytes:
    """The bytes of a proof that the instance has no placement, in one of the formats of :mod:`gourds.files.proofs`.

    ``version`` is of ``.pbp``, ``binary`` of ``.drat``. Raises InputError if the certificate proves nothing, or cannot
    be written in this format; LimitError if time or memory end first.
    """
    if certificate.digest != instance.digest:
        raise InputError("the certificate belongs to another instance")
    if not certificate.is_checkable:
        raise InputError(
            "the answer is only claimed, so there is nothing to write a proof from; "
            "ask a solver for a proof: gourds solve FILE --solver auto --proof P"
        )
    if certificate.kind not in PRODUCERS:
        raise InputError(f"a certificate of kind {certificate.kind} does not say that there is no placement")
    if binary and form != "drat":
        raise InputError(f"only .drat has a binary form, .{form} has none")
    seconds, megabytes = (PATIENCE * limit for limit in default_limits(instance, certificate))
    seconds = seconds if time_limit is None else time_limit
    deadline = time.monotonic() + seconds
    ended = run_limited(
        _converted,
        (instance, certificate, form, encoding, version, binary, deadline),
        time_limit=seconds + 1,
        memory_limit=megabytes,
    )
    if ended.cause == "done":
        assert isinstance(ended.value, bytes)
        return ended.value
    if ended.cause in ("time limit", "memory limit"):
        raise LimitError(f"the {ended.cause} was reached before the .{form} proof was written")
    raise InputError(f"the .{form} proof could not be written: {ended.cause}: {ended.detail}")


def _converted(task: tuple[Instance, Certificate, str, Encoding, str, bool, float]) -> bytes:
    instance, certificate, form, encoding, version, binary, deadline = task
    check = verify_certificate(instance, certificate)
    if not check:
        raise InputError(f"the certificate does not hold: {check.reason}")
    if form == "pbp":
        return pseudo_boolean_proof(instance, certificate, encoding, version).encode()
    from gourds.proofs.clausal import pack_drat, write_drat, write_lrat

    write = write_drat if form == "drat" else write_lrat
    lines = write(instance, certificate, encoding=encoding, deadline=deadline)
    return pack_drat(lines) if binary else ("\n".join(lines) + "\n").encode()


def pseudo_boolean_proof(
    instance: Instance, certificate: Certificate, encoding: Encoding = "reduced", version: str = VERSIONS[0]
) -> str:
    """The text of a pseudo-Boolean proof; the certificate must be valid."""
    writer = ProofWriter(instance, encoding, version)
    prove: Callable[[ProofWriter, Certificate], int]
    prove = import_module(f"gourds.proofs.pseudo_boolean.{PRODUCERS[certificate.kind]}").prove
    impossible = Facts(writer).impossible()
    return writer.conclude(prove(writer, certificate) if impossible is None else impossible)
