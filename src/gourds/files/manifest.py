"""``MANIFEST.toml``: the instance files of a folder, with their verdicts and why those are known.

Cross-checks, campaigns and the page read manifests here. An entry speaks of the file of its name, and if it gives a
SHA-256, only of a file with these bytes: who changes a file takes its verdict away.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any, Final

from gourds.errors import Fault, InputError, quoted
from gourds.files.raw import naming, read_text

NAME: Final = "MANIFEST.toml"
FOLDERS_UP: Final = 4
"""A manifest is looked for in this many folders, the file's own included."""
VERDICTS: Final = ("feasible", "infeasible")
KEYS: Final = (
    *("file", "family", "parameters", "seed", "command", "name", "cells", "colors", "gourds"),
    *("verdict", "placements", "placement", "start", "certificate", "why", "solved", "unsolved", "digest", "sha256"),
)
"""The keys of an entry, in the order in which they are written."""
_TEXTS: Final = ("verdict", "why", "placement", "sha256")
_NUMBERS: Final = ("placements", "cells", "colors", "gourds")


@dataclass(frozen=True)
class Entry:
    """What a manifest says of an instance file."""

    folder: Path
    """Where the manifest lies."""
    file: str
    """The path of the instance from there."""
    verdict: str | None = None
    """One of :data:`VERDICTS`."""
    why: str = ""
    """What that rests on."""
    placements: int | None = None
    """How many there are."""
    placement: str | None = None
    """The path of a file with one of them."""
    sha256: str | None = None
    """Of the file as it lies there."""
    cells: int | None = None
    colors: int | None = None
    gourds: int | None = None
    table: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """All that the manifest says of it, by its keys."""

    @property
    def name(self) -> str:
        """The path without its endings."""
        return self.file.removesuffix(".gz").rpartition(".")[0]

    @property
    def path(self) -> Path:
        """The instance file."""
        return self.folder / self.file

    @property
    def is_of_its_file(self) -> bool:
        """True unless the file has other bytes than those that the entry speaks of."""
        return self.sha256 is None or self.sha256 == hashlib.sha256(self.path.read_bytes()).hexdigest()


def find_entry(file: Path, *, with_verdict: bool = True) -> Entry | None:
    """The entry of a file, with its verdict, in the nearest manifest that has one. Raises InputError of a manifest."""
    file = file.resolve()
    for folder in list(file.parents)[:FOLDERS_UP]:
        path = file.relative_to(folder)
        for entry in reversed(read_manifest(folder)):
            is_wanted = entry.verdict is not None or not with_verdict
            if PurePosixPath(entry.file) == PurePosixPath(path) and is_wanted and entry.is_of_its_file:
                return entry
    return None


def read_manifest(folder: Path) -> tuple[Entry, ...]:
    """The entries of a folder's manifest, in its order; none if there is no manifest. Raises InputError."""
    path = folder / NAME
    return _read(folder, path.stat().st_mtime_ns) if path.is_file() else ()


@lru_cache(maxsize=16)
def _read(folder: Path, changed: int) -> tuple[Entry, ...]:
    """The same; what was read is kept until the file is changed."""
    return tuple(entry_of(folder, table) for table in read_tables(folder))


def entry_of(folder: Path, table: Mapping[str, Any]) -> Entry:
    """The entry that a table of a manifest describes."""
    known = ("file", *_TEXTS, *_NUMBERS)
    return Entry(folder, **{key: table[key] for key in known if key in table}, table=table)


def read_tables(folder: Path) -> list[dict[str, Any]]:
    """The tables of a folder's manifest, with all their keys. Raises InputError."""
    with naming(folder / NAME):
        try:
            tables = tomllib.loads(read_text(folder / NAME)).get("instance", [])
        except (ValueError, RecursionError) as error:  # numbers of thousands of digits, lists within lists within lists
            raise InputError(Fault("", f"not TOML: {error}")) from None
        if not isinstance(tables, list) or not all(
            isinstance(table, dict) and isinstance(table.get("file"), str) for table in tables
        ):
            raise InputError(Fault("instance", "must be tables with a key 'file'"))
        if faults := [fault for table in tables for fault in _faults(table)]:
            raise InputError(faults)
        return tables


def format_manifest(preface: str, tables: Iterable[Mapping[str, Any]]) -> str:
    """The text of a manifest: the preface, then the tables in this order, the keys of each in the order of KEYS."""
    written = (
        "\n".join(["[[instance]]", *(f"{key} = {to_toml(table[key])}" for key in KEYS if key in table)])
        for table in tables
    )
    return preface + "\n\n".join(written) + "\n"


def to_toml(value: object) -> str:
    """A value of TOML in one line: a text, a number, true or false, a list of these, or a table."""
    if isinstance(value, dict):
        return (
            "{ " + ", ".join(f"{_key(key)} = {to_toml(item)}" for key, item in value.items()) + " }" if value else "{}"
        )
    return json.dumps(value, ensure_ascii=False)  # strings, integers and booleans are spelled alike


def _key(text: str) -> str:
    """A key of TOML: as it is if it is made of plain letters, quoted if not."""
    return text if re.fullmatch("[A-Za-z0-9_-]+", text) else json.dumps(text, ensure_ascii=False)


def _faults(table: dict[str, Any]) -> list[Fault]:
    kinds = {**dict.fromkeys(_TEXTS, (str, "a text")), **dict.fromkeys(_NUMBERS, (int, "a whole number"))}
    faults = [
        Fault(table["file"], f"{key} must be {words}, not {quoted(table[key])}")
        for key, (kind, words) in kinds.items()
        if key in table and key != "verdict" and type(table[key]) is not kind
    ]
    if "verdict" in table and table["verdict"] not in VERDICTS:
        faults.append(Fault(table["file"], f"verdict must be {' or '.join(VERDICTS)}, not {quoted(table['verdict'])}"))
    return faults
