"""``check_clausal_proof``: does a DRAT or LRAT proof show that an instance has no placement?

The proof is about the formula that ``gourds encode --to cnf`` writes. Whoever wrote it, the formula is built anew
from the instance. If a placement exists the formula has a solution (:mod:`gourds.certificates.formula`), and then no
proof passes.

Comments of a proof are believed in nothing. They may say which of the two exported formulas the proof is about, and of
which instance; a proof that says that it is about another one is rejected, since somebody mixed up files.
"""

from __future__ import annotations

import re

from gourds.certificates.clausal.lrat import check_lrat
from gourds.certificates.clausal.steps import is_binary
from gourds.certificates.drat import ProofVerdict, check_drat
from gourds.certificates.entries import RejectedError
from gourds.certificates.formula import exported_formula
from gourds.certificates.puzzle import Puzzle
from gourds.certificates.verify import CertificateCheck
from gourds.instance import Instance

FORMATS = ("drat", "lrat")
_INSTANCE = re.compile(r"^c instance: sha256 ([0-9a-f]{64})\s*$", re.MULTILINE)
_ENCODING = re.compile(r"^c formula: .*--encoding (reduced|textbook)\s*$", re.MULTILINE)
_HEAD = 10_000
"""Comments that say something are among the first so many characters."""


def check_clausal_proof(instance: Instance, data: bytes, form: str, encoding: str | None = None) -> CertificateCheck:
    """Check a proof in one of the :data:`FORMATS` against an instance, without any solver.

    ``encoding`` is that of the exported formula, ``reduced`` or ``textbook``; None: what the proof says, else
    ``reduced``.
    """
    try:
        return CertificateCheck(*_check(instance, data, form, encoding))
    except RejectedError as error:
        return CertificateCheck(ProofVerdict.INVALID, str(error))
    except MemoryError:
        raise
    except Exception as error:  # a checker that fails must say so, and must not pass for a verdict
        return CertificateCheck(ProofVerdict.CHECKER_ERROR, f"{type(error).__name__}: {error}")


def _check(instance: Instance, data: bytes, form: str, encoding: str | None) -> tuple[ProofVerdict, str]:
    binary = is_binary(data)
    if binary and form != "drat":
        raise RejectedError("LRAT is read as text only; this is binary")
    text = "" if binary else _text(data)
    about = _ENCODING.search(text, 0, _HEAD)
    stated = _INSTANCE.search(text, 0, _HEAD)
    if stated and stated[1] != instance.digest:
        raise RejectedError("the proof says that it is about another instance")
    if about and encoding not in (None, about[1]):
        raise RejectedError(f"the proof says that it is about the {about[1]} formula, not the {encoding} one")
    encoding = encoding or (about[1] if about else "reduced")
    clauses = exported_formula(Puzzle.of(instance), encoding)
    if [] in clauses and not data:
        return ProofVerdict.VALID, f"the {encoding} formula contains the empty clause, so there is nothing to prove"
    if form == "lrat":
        result = check_lrat(clauses, text.split("\n"))
    else:
        result = check_drat(clauses, data if binary else text.split("\n"))
    about_which = f" from the {encoding} formula" if result.verdict is ProofVerdict.VALID else ""
    return result.verdict, result.reason + about_which


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RejectedError(f"byte {error.start + 1}: neither text nor a binary proof") from None
