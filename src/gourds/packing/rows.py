"""The manifest of a pack: one row for each instance, as ``MANIFEST.toml`` and as ``instances.csv``.

``MANIFEST.toml`` speaks of the sources, so every command that reads manifests finds the verdicts: a pack can be
cross-checked, measured in a campaign, or packed once more for another competition. ``instances.csv`` speaks of the
packed files and is for organizers.
"""

from __future__ import annotations

import csv
import io
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from gourds.errors import Fault, InputError, quoted
from gourds.files import manifest
from gourds.files.raw import naming, read_text
from gourds.packing.names import is_packed_path

FORMAT: Final = "gourds-pack"
CSV: Final = "instances.csv"
_PATHS: Final = ("file", "packed", "placement", "certificate")
_COLUMNS: Final = {
    "packed": "file",
    "packed_sha256": "sha256",
    "raw_sha256": "raw_sha256",
    "gbdhash": "gbdhash",
    "verdict": "verdict",
    "evidence": "evidence",
    "family": "family",
    "cells": "cells",
    "colors": "colors",
    "gourds": "gourds",
    "variables": "variables",
    "constraints": "constraints",
    "digest": "instance",
}
"""What the table for organizers shows, and what it calls it."""


@dataclass(frozen=True)
class Row:
    """One packed instance."""

    name: str
    """The stem of all its files."""
    file: str
    """The path of the instance itself, for gourds."""
    sha256: str
    """Of that file."""
    digest: str
    """Of the puzzle, see :attr:`gourds.instance.Instance.digest`."""
    packed: str
    """The path of the file for the competition."""
    packed_sha256: str
    """Of that file."""
    raw_sha256: str
    """Of its text before it was compressed."""
    raw_bytes: int
    """The length of that text."""
    gbdhash: str | None
    """GBD's hash of that text."""
    variables: int | None
    """How many the file has."""
    constraints: int | None
    """Clauses or equations of the file."""
    family: str
    cells: int
    colors: int
    gourds: int
    evidence: str
    """What the verdict rests on, see :class:`gourds.packing.evidence.Verdict`."""
    why: str
    """The same for people."""
    verdict: str | None = None
    """feasible or infeasible; None: unknown."""
    placement: str | None = None
    """The path of a file with the evidence that it is feasible."""
    certificate: str | None = None
    """The path of a file with the evidence that it is infeasible."""
    command: str | None = None
    """What makes the instance again."""
    solved: Mapping[str, float] = field(default_factory=dict)
    """Seconds by solver."""
    unsolved: Mapping[str, float] = field(default_factory=dict)
    """Limits in seconds that solvers reached."""

    @property
    def status(self) -> str:
        """The verdict in a word."""
        return self.verdict or "unknown"

    @property
    def evidence_file(self) -> str | None:
        """The path of the placement or the certificate."""
        return self.placement or self.certificate


@dataclass(frozen=True)
class Pack:
    """What a pack says of itself."""

    target: str
    """One of :data:`gourds.packing.targets.TARGETS`."""
    name: str
    """What all names of files begin with."""
    author: str
    """Whose it is; may be empty."""
    encoding: str
    """Of the models."""
    written_by: str
    """The version that wrote it."""
    drafts: Mapping[str, str]
    """Checksums of texts that people are to edit, as they were written; SHA256SUMS does not list them."""
    rows: tuple[Row, ...]
    """The instances."""


def spell_pack(pack: Pack) -> str:
    """The text of ``MANIFEST.toml``."""
    head = {"format": FORMAT, "version": 1, **{key: value for key, value in _items(pack) if key != "rows"}}
    lines = ["# One table for each instance; `gourds pack --check` compares all of it with the files.", "", "[pack]"]
    lines += [f"{key} = {_spell(value)}" for key, value in head.items()]
    for row in pack.rows:
        lines += ["", "[[instance]]", *(f"{key} = {_spell(value)}" for key, value in _items(row))]
    return "\n".join(lines) + "\n"


def _items(value: Pack | Row) -> list[tuple[str, Any]]:
    """The fields that say something."""
    found = ((one.name, getattr(value, one.name)) for one in fields(value))
    return [(key, entry) for key, entry in found if entry is not None and entry != {}]


def _spell(value: object) -> str:
    """A value in TOML. Its strings are those of JSON, but that a control character more is escaped."""
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_spell(key)} = {_spell(entry)}' for key, entry in value.items())} }}"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def spell_csv(rows: Sequence[Row]) -> str:
    """The text of ``instances.csv``."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(_COLUMNS.values())
    for row in rows:
        known = {**asdict(row), "verdict": row.status}
        writer.writerow("" if known[key] is None else known[key] for key in _COLUMNS)
    return out.getvalue()


def read_pack(folder: Path) -> Pack:
    """The manifest of a packed folder. Raises InputError if it is none, or names files that it must not name."""
    path = folder / manifest.NAME
    if not path.is_file():
        raise InputError(f"is no pack: it has no {manifest.NAME}", str(folder))
    with naming(path):
        try:
            document = tomllib.loads(read_text(path))
        except (ValueError, RecursionError) as error:
            raise InputError(f"not TOML: {error}") from None
        head, tables = document.get("pack"), document.get("instance", [])
        if not isinstance(head, dict) or head.get("format") != FORMAT:
            raise InputError(Fault("pack.format", f"must be {FORMAT!r}: this folder is no pack"))
        if head.get("version") != 1:
            raise InputError(Fault("pack.version", f"must be 1, not {quoted(head.get('version'))}"))
        if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
            raise InputError(Fault("instance", "must be tables, at least one"))
        rows = tuple(_row(table, f"instance[{k}]") for k, table in enumerate(tables))
        known = {key: value for key, value in head.items() if key not in ("format", "version")}
        pack: Pack = _made(Pack, {**known, "rows": rows}, "pack")
        return pack


def _row(table: dict[str, Any], place: str) -> Row:
    for key in _PATHS:
        if key in table and not is_packed_path(table[key]):
            raise InputError(Fault(f"{place}.{key}", f"{quoted(table[key])} is no path of a packed file"))
    known = {**dict.fromkeys(("gbdhash", "variables", "constraints")), **table}
    if known.get("verdict", "feasible") not in manifest.VERDICTS:
        raise InputError(Fault(f"{place}.verdict", f"must be {' or '.join(manifest.VERDICTS)}"))
    row: Row = _made(Row, known, place)
    if not is_packed_path(row.name) or "/" in row.name or "." in row.name:
        raise InputError(Fault(f"{place}.name", f"{quoted(row.name)} is no name of a packed instance"))
    return row


_TYPES: Final = {
    "int": int,
    "str": str,
    "Mapping[str, float]": dict,
    "Mapping[str, str]": dict,
    "tuple[Row, ...]": tuple,
}


def _made(kind: Any, values: dict[str, Any], place: str) -> Any:
    """A value of the kind with these fields, if they have their types and none is missing or unknown."""
    faults = []
    known = {one.name: one for one in fields(kind)}
    for key, value in values.items():
        if key not in known:
            faults.append(Fault(f"{place}.{key}", "is unknown"))
            continue
        base, _, optional = str(known[key].type).partition(" | ")
        if not (type(value) is _TYPES[base] or (optional and value is None)):
            faults.append(Fault(f"{place}.{key}", f"must be of type {base}, not {quoted(value)}"))
    required = (one.name for one in fields(kind) if one.default is MISSING and one.default_factory is MISSING)
    faults += [Fault(f"{place}.{name}", "is missing") for name in required if name not in values]
    if faults:
        raise InputError(faults)
    return kind(**values)
