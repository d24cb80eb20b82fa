"""The signatures of a gadget in groups: by what they take of the gourds that variables and clauses share."""

from __future__ import annotations

from dataclasses import dataclass

from gourds.reductions.gadgets.coverings import Signature, Table
from gourds.reductions.gadgets.drawing import SYMBOLS
from gourds.reductions.gadgets.proof import bounds_of, use_of
from gourds.words import enumerated


@dataclass(frozen=True)
class Group:
    """Signatures that use equally many gourds of a variable and V."""

    title: str
    reading: str
    """What it means for the variables, in words; empty for a variable gadget."""
    signatures: tuple[Signature, ...]
    is_extreme: bool = True
    """False iff a number is neither the lowest nor the highest: with gadgets that are right, in no placement."""


def groups_of(table: Table) -> list[Group]:
    """The signatures by what they take of the gourds that variables and clauses share; meaningful ones first."""
    symbols, bounds = SYMBOLS[table.gadget.name], bounds_of(table) if table.gadget.name == "clause" else {}
    found: dict[tuple[int, ...], list[Signature]] = {}
    for signature in table.count:
        found.setdefault(tuple(use_of(signature, symbol) for symbol in symbols), []).append(signature)
    groups = []
    for uses, signatures in found.items():
        title = "uses " + ", ".join(f"{count} ({symbol}, V)" for symbol, count in zip(symbols, uses, strict=True))
        reading, is_extreme = "", True
        if bounds and all(count in bounds[s] for s, count in zip(symbols, uses, strict=True)):
            high = [s for s, count in zip(symbols, uses, strict=True) if count == bounds[s][1]]
            reading = f"{enumerated(high)} true" if high else "none true"
        elif bounds:
            reading, is_extreme = "between low and high", False
        signatures.sort(key=lambda s: (not table.meaning(s), s))
        groups.append(Group(title, reading, tuple(signatures), is_extreme))
    named = list(table.gadget.coverings)
    return sorted(
        groups, key=lambda group: min(named.index(m) if (m := table.meaning(s)) else 9 for s in group.signatures)
    )
