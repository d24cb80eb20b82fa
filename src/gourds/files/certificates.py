"""Certificates: what an infeasible answer or a number of placements rests on, as a value and as a file.

A certificate names its instance by digest, so it proves nothing about any other. Its file carries a checksum, so that a
damaged file can be told from a wrong proof. Its kind says what it rests on, see :data:`RESTS_ON`. This module only
reads and writes; :mod:`gourds.certificates` checks what a certificate claims.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from gourds.display import brief
from gourds.errors import Fault, InputError, quoted
from gourds.files.json_values import parse_json

FORMAT: Final = "gourds-certificate"
RESTS_ON: Final = {
    "counting": "a counting law",
    "barrier": "a barrier: too many parts with an odd number of cells",
    "linear": "integer weights on cells, kinds of gourds and odd sets that add up to a contradiction",
    "drat": "a DRAT proof of the formula",
    "decomposition": "signature tables and a proof of the master problem",
    "modular": "signature tables and equations without a solution modulo a number",
    "diagram": "all states of a sweep over the board, none of which is left in the end",
    "count": "all states of a sweep over the board, and the number of ways that lead to each",
    "shortest": "all configurations near a start and a target, which do not meet in fewer moves",
    "claimed": "the solver's word alone",
}
"""What a certificate of each kind rests on."""
KINDS: Final = tuple(RESTS_ON)
DEPTH: Final = 8
"""The deepest nesting of lists and objects; tables of signatures need four. What is read can be written again."""


@dataclass(frozen=True)
class Certificate:
    """What an infeasible answer rests on."""

    kind: str
    """One of :data:`KINDS`."""
    digest: str
    """The digest of the instance, see :attr:`gourds.instance.Instance.digest`."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """What the checker needs, plain JSON."""

    __repr__ = brief

    @property
    def is_checkable(self) -> bool:
        """True unless the answer is only claimed."""
        return self.kind != "claimed"

    def summary(self) -> dict[str, Any]:
        """The certificate without its bulk, for people and for ``solve --json``."""
        small = {key: value for key, value in self.data.items() if isinstance(value, str | int | float)}
        return {"kind": self.kind, "instance": self.digest, "checkable": self.is_checkable, **small}

    def facts(self) -> dict[str, Any]:
        """What ``gourds info --json`` says about it: the kind, what it rests on, and the lengths of its lists."""
        sizes = {key: len(value) for key, value in self.data.items() if isinstance(value, list)}
        return {"format": FORMAT, **self.summary(), "rests_on": RESTS_ON[self.kind], "sizes": sizes}

    def to_text(self) -> str:
        """The text of a certificate file: a JSON object, one key to a line, the last one a checksum of the rest."""
        body = self._body()
        return f'{body}"sha256": "{_checksum(body)}"}}\n'

    def _body(self) -> str:
        document = {"format": FORMAT, "version": 1, "kind": self.kind, "instance": self.digest, **self.data}
        lines = [f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in document.items()]
        return "{" + ",\n ".join(lines) + ",\n "

    @classmethod
    def from_text(cls, text: str) -> Certificate:
        """The certificate in a file's text. Raises InputError if it is not one, or is not as it was written."""
        document = parse_json(text)
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            raise InputError(Fault("format", f'must be "{FORMAT}"'))
        return certificate_of(document, text)


def certificate_of(document: dict[str, Any], text: str | None = None) -> Certificate:
    """The certificate in a document. Raises InputError if it is not one.

    With the text that the document was read from, every byte must be as it was written. Without the text, the checksum
    must be right.
    """
    if _is_deeper(document, DEPTH):
        raise InputError("nested too deeply")
    if document.get("version") != 1 or isinstance(document["version"], bool):
        raise InputError(Fault("version", f"must be 1, not {quoted(document.get('version'))}"))
    kind, digest = document.get("kind"), document.get("instance")
    if kind not in KINDS:
        raise InputError(Fault("kind", f"must be one of {', '.join(KINDS)}, not {quoted(kind)}"))
    if not isinstance(digest, str):
        raise InputError(Fault("instance", f"must be the digest of an instance, not {quoted(digest)}"))
    own = {"format", "version", "kind", "instance", "sha256"}
    certificate = Certificate(kind, digest, {key: value for key, value in document.items() if key not in own})
    if certificate.to_text() != text if text is not None else _checksum(certificate._body()) != document.get("sha256"):
        raise InputError(Fault("sha256", "the certificate is damaged: it is not as it was written"))
    return certificate


def _checksum(body: str) -> str:
    return hashlib.sha256(body.encode("utf-8", "surrogatepass")).hexdigest()


def stated_kind(text: str) -> str:
    """The kind that the text of a certificate states at its head, without reading all of it; 'unknown' if none."""
    head = re.match(r'\{"format": "[a-z-]+",\n "version": 1,\n "kind": "([a-z]+)",\n', text)
    return head[1] if head and head[1] in KINDS else "unknown"


def _is_deeper(value: dict[str, Any] | list[Any], most: int) -> bool:
    items = value.values() if isinstance(value, dict) else value
    inner = (item for item in items if isinstance(item, dict | list))
    return any(most <= 1 or _is_deeper(item, most - 1) for item in inner)
