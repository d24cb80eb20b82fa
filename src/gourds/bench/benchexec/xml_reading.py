"""BenchExec's result files as values. They may come from strangers, so little is taken for granted.

Expat reads them piece by piece. A document that declares anything itself is refused, so there is no entity to expand
(a few lines can stand for gigabytes) and none that names another file; BenchExec's own reference to its DTD is not
followed. Packed files are unpacked up to a limit. Every fault has its line.
"""

from __future__ import annotations

import bz2
import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from xml.parsers import expat

from gourds.errors import Fault, Faults, InputError, quoted
from gourds.files.raw import naming, read_bytes

MOST_BYTES: Final = 2**29
"""Of a result file, unpacked: some two million runs."""
MOST_RUNS: Final = 2_000_000
MOST_COLUMNS: Final = 1000
"""Of one run."""
LONGEST: Final = 10_000
"""Characters of a value."""
DEEPEST: Final = 10
_RUNS: Final = ("run", "sourcefile")
"""The second is what old versions wrote."""
_UNITS: Final = {
    "time": {"": 1.0, "s": 1.0, "ms": 1e-3, "min": 60.0, "h": 3600.0},
    "memory": {"": 1.0, "B": 1.0, "kB": 1e3, "MB": 1e6, "GB": 1e9, "KiB": 2.0**10, "MiB": 2.0**20, "GiB": 2.0**30},
}
"""Seconds and bytes."""
_MOST: Final = {"time": 1e12, "memory": 1e18}


@dataclass(frozen=True)
class RunElement:
    """A run as a result file has it."""

    line: int
    attributes: Mapping[str, str]
    columns: Mapping[str, str] = field(default_factory=dict)
    """Values by title; a title that comes twice counts once, the last."""
    hidden: set[str] = field(default_factory=set)
    """Titles of columns that tables leave out."""

    @property
    def place(self) -> str:
        """Where it is, for faults."""
        return f"line {self.line}, run {quoted(self.attributes.get('name', ''))}"

    @property
    def files(self) -> list[str]:
        """Its input files, relative to the result file."""
        found = self.attributes.get("files", "").strip()
        return [name.strip() for name in found.removeprefix("[").removesuffix("]").split(", ") if name.strip()]

    def measure(self, title: str, kind: str = "time") -> float | None:
        """A column as seconds or bytes; None if it is not there. Raises InputError with its place."""
        text = self.columns.get(title)
        return None if text is None else measure(text, kind, f"{self.place}, {title}")


@dataclass(frozen=True)
class ResultFile:
    """What one tool with its options did on some tasks."""

    path: Path
    attributes: Mapping[str, str]
    description: str
    systems: tuple[Mapping[str, str], ...]
    """Machines: hostname, os, cpu, cores, ram."""
    runs: tuple[RunElement, ...]

    def limit(self, name: str, kind: str = "time") -> float | None:
        """A limit among its attributes. Raises InputError."""
        text = self.attributes.get(name)
        return None if text in (None, "", "-") else measure(str(text), kind, f"attribute {name}")


def measure(text: str, kind: str, place: str) -> float:
    """Seconds or bytes. Raises InputError with the place.

    >>> measure("1.5s", "time", ""), measure("2 MB", "memory", "")
    (1.5, 2000000.0)
    """
    found = re.fullmatch(r"\s*([0-9]{1,30}(?:\.[0-9]{0,40})?(?:[eE][+-]?[0-9]{1,3})?)\s*([A-Za-z]*)\s*", text)
    factor = _UNITS[kind].get(found[2]) if found is not None else None
    if found is None or factor is None or not math.isfinite(value := float(found[1]) * factor) or value > _MOST[kind]:
        what = "a time in seconds" if kind == "time" else "a number of bytes"
        raise InputError(Fault(place, f"must be {what}, not {quoted(text)}"))
    return value


def read_results_file(path: str | os.PathLike[str]) -> ResultFile:
    """The result file there; ``.bz2`` and ``.gz`` are unpacked. Raises InputError with every fault and its line."""
    with naming(path):
        data = read_bytes(path)
        if data.startswith(b"BZh"):
            data = _unpacked_bz2(data)
        if len(data) > MOST_BYTES:
            raise InputError(f"too large: more than {MOST_BYTES >> 20:,} MiB")
        return _Reader(Path(path)).read(data)


def _unpacked_bz2(data: bytes) -> bytes:
    parts, size = [], 0
    try:
        while data:
            unpacker = bz2.BZ2Decompressor()
            part = unpacker.decompress(data, MOST_BYTES + 1 - size)
            parts.append(part)
            size += len(part)
            if size > MOST_BYTES:
                raise InputError(f"too large: more than {MOST_BYTES >> 20:,} MiB when unpacked")
            if not unpacker.eof:
                raise InputError(Fault("bzip2 data", "cut short"))
            data = unpacker.unused_data
    except (OSError, ValueError) as error:
        raise InputError(Fault("bzip2 data", f"damaged ({error})")) from None
    return b"".join(parts)


class _Reader:
    """Collects what expat reports."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.attributes: dict[str, str] = {}
        self.systems: list[dict[str, str]] = []
        self.runs: list[RunElement] = []
        self.description: list[str] = []
        self.open: list[str] = []
        self.faults = Faults()
        self.parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.text
        parser.StartDoctypeDeclHandler = self.doctype
        parser.EntityDeclHandler = self.entity
        parser.SkippedEntityHandler = self.entity
        parser.ExternalEntityRefHandler = self.entity

    def read(self, data: bytes) -> ResultFile:
        try:
            self.parser.Parse(data, True)
        except expat.ExpatError as error:
            place = f"line {error.lineno}, column {error.offset + 1}"
            raise InputError(Fault(place, f"not XML: {expat.ErrorString(error.code)}")) from None
        except (ValueError, LookupError) as error:  # an encoding that Python does not have
            raise InputError(Fault(self.place, f"not XML: {error}")) from None
        self.faults.check()
        told = " ".join("".join(self.description).split())[:LONGEST]
        return ResultFile(self.path, self.attributes, told, tuple(self.systems), tuple(self.runs))

    @property
    def place(self) -> str:
        return f"line {self.parser.CurrentLineNumber}"

    def doctype(self, name: str, system: str | None, public: str | None, has_declarations: int) -> None:
        if has_declarations:
            raise InputError(Fault(self.place, "a result file declares no entities or elements of its own"))

    def entity(self, *_: object) -> int:
        raise InputError(Fault(self.place, "a result file has no entities"))

    def start(self, name: str, given: dict[str, str]) -> None:
        inside = self.open[-1] if self.open else None
        self.open.append(name)
        if len(self.open) > DEEPEST:
            raise InputError(Fault(self.place, "nested too deeply"))
        if inside is None:
            if name not in ("result", "test"):
                reason = f"not a result file of BenchExec: it begins with <{quoted(name)[1:-1]}>, not <result>"
                raise InputError(Fault(self.place, reason))
            self.attributes = given
        elif len(self.open) == 2 and name in _RUNS:
            self.run(given)
        elif inside in _RUNS and name == "column":
            self.column(given)
        elif len(self.open) == 2 and name == "systeminfo":
            self.systems.append({"hostname": given.get("hostname", "")})
        elif inside == "systeminfo" and name in ("os", "cpu", "ram"):
            kept = {"name": "os", "model": "cpu", "cores": "cores", "size": "ram"}
            self.systems[-1] |= {kept[key]: value for key, value in given.items() if key in kept}

    def end(self, name: str) -> None:
        self.open.pop()

    def text(self, data: str) -> None:
        if self.open[-1:] == ["description"]:
            self.description.append(data)

    def run(self, given: dict[str, str]) -> None:
        if not given.get("name") or any(len(value) > LONGEST for value in given.values()):
            self.faults.add(self.place, "a run needs a name, and attributes that are not too long")
        if len(self.runs) >= MOST_RUNS:
            raise InputError(Fault(self.place, f"more than {MOST_RUNS:,} runs"))
        self.runs.append(RunElement(self.parser.CurrentLineNumber, given))

    def column(self, given: dict[str, str]) -> None:
        columns = self.runs[-1].columns
        assert isinstance(columns, dict)
        title, value = given.get("title", ""), given.get("value", "")
        if len(title) > LONGEST or len(value) > LONGEST or len(columns) >= MOST_COLUMNS:
            raise InputError(Fault(self.place, "a column is too long, or a run has too many of them"))
        columns[title] = value
        if given.get("hidden") == "true":
            self.runs[-1].hidden.add(title)
