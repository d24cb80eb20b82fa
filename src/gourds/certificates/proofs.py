"""``check_proof``: a proof about an exported file, in the formats of SAT and pseudo-Boolean solvers.

``drat`` and ``lrat`` are about the CNF, ``pbp`` about the OPB that ``gourds encode`` writes, in one of two encodings.
The file itself is not read: its clauses or constraints are built anew from the instance.

Comments of a proof are believed in nothing. They may say which encoding it is about, and which instance; a proof that
says that it is about another one is rejected, since somebody mixed up files.
"""

from __future__ import annotations

import re

from gourds.certificates.clausal.check import check_clausal_proof
from gourds.certificates.pseudo_boolean.check import check_pb_proof
from gourds.certificates.verdict import CertificateCheck, ProofVerdict
from gourds.instance import Instance

HEAD = 4_000
"""Comments that say something are among the first so many bytes."""
_INSTANCE = re.compile(rb"^[c*%] instance: sha256 ([0-9a-f]{64})\s*$", re.MULTILINE)
_ENCODING = re.compile(rb"^[c*%] formula: .*--encoding (reduced|textbook)\s*$", re.MULTILINE)


def check_proof(instance: Instance, data: bytes, form: str, encoding: str | None = None) -> CertificateCheck:
    """Check the bytes of a ``drat``, ``lrat`` or ``pbp`` proof against an instance, without any solver.

    ``encoding`` is ``reduced`` or ``textbook``; None: what the proof says, else ``reduced``.
    """
    stated, named = _INSTANCE.search(data, 0, HEAD), stated_encoding(data)
    if stated and stated[1].decode() != instance.digest:
        return CertificateCheck(ProofVerdict.INVALID, "the proof says that it is about another instance")
    if encoding and named and encoding != named:
        why = f"the proof says that it is about the {named} encoding, not the {encoding} one"
        return CertificateCheck(ProofVerdict.INVALID, why)
    chosen = encoding or named or "reduced"
    if form != "pbp":
        check = check_clausal_proof(instance, data, form, chosen)
    else:
        try:
            check = check_pb_proof(instance, data.decode(), chosen)
        except UnicodeDecodeError as error:
            check = CertificateCheck(ProofVerdict.INVALID, f"byte {error.start + 1}: not UTF-8 text")
    return CertificateCheck(check.verdict, f"{check.reason}; {chosen} encoding") if check else check


def stated_encoding(data: bytes) -> str | None:
    """The encoding that a proof says it is about, if it does."""
    about = _ENCODING.search(data, 0, HEAD)
    return about[1].decode() if about else None
