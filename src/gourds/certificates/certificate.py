"""Certificates: what an infeasible answer rests on, as a value and as a file.

A certificate names the instance by its digest, so that it proves nothing about any other. Its kind says what it is:

    counting        a counting law fails; the checker counts again
    barrier         too many parts with an odd number of cells (Tutte and Berge); the checker counts parts
    drat            a proof that a formula is unsatisfiable; the checker builds the formula from the instance
    decomposition   signature tables of the components and a proof of the master problem
    claimed         no proof: a solver said so
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

KINDS = ("counting", "barrier", "drat", "decomposition", "claimed")


@dataclass(frozen=True)
class Certificate:
    """What an infeasible answer rests on."""

    kind: str
    """One of :data:`KINDS`."""
    digest: str
    """The digest of the instance, see :attr:`gourds.instance.Instance.digest`."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """What the checker needs, plain JSON; empty for a summary without the proof."""

    @property
    def is_checkable(self) -> bool:
        """True unless the answer is only claimed, or its proof was not kept."""
        return self.kind != "claimed" and bool(self.data)

    def summary(self) -> dict[str, Any]:
        """The certificate without its bulk, for people and for ``solve --json``."""
        small = {key: value for key, value in self.data.items() if isinstance(value, str | int | float)}
        return {"kind": self.kind, "instance": self.digest, "checkable": self.is_checkable, **small}

    def to_json(self) -> dict[str, Any]:
        """The document of a certificate file."""
        return {
            "format": "gourds-certificate",
            "version": 1,
            "kind": self.kind,
            "instance": self.digest,
            **{key: value for key, value in self.data.items()},
        }
