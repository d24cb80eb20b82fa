"""The tables of coverings that lie beside the drawings of gadgets, as TOML: written, and compared with new ones.

gadget = "variable"
coverings = 2

[[signature]]
gourds = "6 (V, x)"
coverings = 1
means = "false"
"""

from __future__ import annotations

import tomllib
from typing import Any

from gourds.reductions.gadgets.coverings import Table, format_signature
from gourds.words import counted


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
