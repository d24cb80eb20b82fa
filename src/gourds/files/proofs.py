"""Proofs in the formats of SAT and pseudo-Boolean solvers: which format a file is in.

The ending says it: ``.drat``, ``.lrat``, ``.pbp``, each perhaps with ``.gz``. Under another name the content does:
binary DRAT has zero bytes, a pseudo-Boolean proof a first line that says so, a lemma of DRAT one zero and one of LRAT
two.
"""

from __future__ import annotations

import os
import re
from typing import Final

from gourds.errors import InputError

FORMATS: Final = ("drat", "lrat", "pbp")
HEAD: Final = 4_000
"""The content is told from so many bytes."""
_LRAT: Final = re.compile(rb"[0-9]+ +(d( +[0-9]+)*|(-?[1-9][0-9]* +)*0( +-?[1-9][0-9]*)*) +0")
_DRAT: Final = re.compile(rb"(d +)?(-?[1-9][0-9]* +)*0")


def proof_format(path: str | os.PathLike[str]) -> str | None:
    """The format that a name stands for; None if it stands for none."""
    ending = os.path.splitext(os.fspath(path).removesuffix(".gz"))[1].lower()
    return ending[1:] if ending[1:] in FORMATS else None


def refuse_proof_name(path: str | os.PathLike[str]) -> None:
    """Raise InputError if the name stands for one of the formats: they only prove that there is no placement."""
    if form := proof_format(path):
        reason = f".{form} proofs only say that there is no placement; a certificate needs another name"
        raise InputError(reason, os.fspath(path))


def content_format(data: bytes) -> str | None:
    """The format of these bytes; None if they look like something else."""
    if data[:1] in (b"a", b"d") and b"\0" in data:
        return "drat"
    if data.startswith(b"pseudo-Boolean proof"):
        return "pbp"
    for line in data[:HEAD].splitlines():
        text = line.strip()
        if text and text != b"c" and not text.startswith(b"c "):
            if len(text) > HEAD // 2:  # perhaps cut off
                text = text[: text.rfind(b" ")] + b" 0"
            return "lrat" if _LRAT.fullmatch(text) else "drat" if _DRAT.fullmatch(text) else None
    return None
