"""``MANIFEST.toml``: the instance files of a folder, with their verdicts and why those are known.

Cross-checks, campaigns and the page read manifests here. An entry speaks of the file of its name, and if it gives a
SHA-256, only of a file with these bytes: who changes a file takes its verdict away.
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any, Final

from gourds.errors import Fault, InputError, quoted
from gourds.files.raw import naming, read_text

NAME: Final = "MANIFEST.toml"
FOLDERS_UP: Final = 4
"""A manifest is looked for in this many folders, the file's own included."""
VERDICTS: Final = ("feasible", "infeasible")
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


def find_entry(file: Path) -> Entry | None:
    """The entry with the verdict of a file, in the nearest manifest that has one. Raises InputError of a manifest."""
    file = file.resolve()
    for folder in list(file.parents)[:FOLDERS_UP]:
        path = file.relative_to(folder)
        for entry in reversed(read_manifest(folder)):
            if PurePosixPath(entry.file) == PurePosixPath(path) and entry.verdict is not None and entry.is_of_its_file:
                return entry
    return None


def read_manifest(folder: Path) -> tuple[Entry, ...]:
    """The entries of a folder's manifest, in its order; none if there is no manifest. Raises InputError."""
    path = folder / NAME
    return _read(folder, path.stat().st_mtime_ns) if path.is_file() else ()


@lru_cache(maxsize=16)
def _read(folder: Path, changed: int) -> tuple[Entry, ...]:
    """The same; what was read is kept until the file is changed."""
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
    known = ("file", *_TEXTS, *_NUMBERS)
    return tuple(Entry(folder, **{key: table[key] for key in known if key in table}) for table in tables)


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
