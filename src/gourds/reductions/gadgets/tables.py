"""Tables of coverings for people: in groups, and as the TOML beside the drawings of gadgets, compared with new ones.

gadget = "variable"
coverings = 2

[[signature]]
gourds = "6 (V, x)"
coverings = 1
means = "false"
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Any

from gourds.reductions.gadgets.coverings import Signature, Table, format_signature
from gourds.reductions.gadgets.drawing import SYMBOLS
from gourds.reductions.gadgets.proof import bounds_of, use_of
from gourds.words import counted, enumerated


def table_rows(table: Table) -> list[dict[str, Any]]:
    """The rows of a table as plain values."""
    return [
        {"gourds": format_signature(signature), "coverings": count, "means": table.meaning(signature)}
        for signature, count in table.count.items()
    ]


def format_table(table: Table) -> str:
    """The text of a table file."""
    lines = [
        "# All coverings of the gadget, by exhaustion; the filler is left out.",
        f'gadget = "{table.gadget.name}"',
        f"coverings = {table.total}",
    ]
    for row in table_rows(table):
        lines += ["", "[[signature]]", f'gourds = "{row["gourds"]}"', f"coverings = {row['coverings']}"]
        if row["means"]:
            lines.append(f'means = "{row["means"]}"')
    return "\n".join(lines) + "\n"


def differences(table: Table, kept: str) -> list[str]:
    """Where a table differs from the text of a table file; empty if nowhere."""
    try:
        document = tomllib.loads(kept)
        known = {row["gourds"]: (row["coverings"], row.get("means", "")) for row in document["signature"]}
        total = document["coverings"]
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        return [f"the table cannot be read: {error}"]
    found = {row["gourds"]: (row["coverings"], row["means"]) for row in table_rows(table)}
    lines = [f"not in the kept table: {name}" for name in found.keys() - known.keys()]
    lines += [f"only in the kept table: {name}" for name in known.keys() - found.keys()]
    lines += [
        f"{name}: {_spelled(*found[name])} found, {_spelled(*known[name])} kept"
        for name in found.keys() & known.keys()
        if found[name] != known[name]
    ]
    if total != table.total:
        lines.append(f"{counted(table.total, 'covering')} found, {total} kept")
    return sorted(lines)


def _spelled(count: object, means: object) -> str:
    number = counted(count, "covering") if isinstance(count, int) else str(count)
    return f"{number} that mean{'s' if count == 1 else ''} '{means}'" if means else number


# -- groups ---------------------------------------------------------------------------------------------------


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
