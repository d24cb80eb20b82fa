"""What is packed: instances, with what a manifest says of them.

A folder with a ``MANIFEST.toml`` stands for the instances that it lists, in its order; any other folder for all
instance files in it and below. Of an entry that gives a SHA-256, a file with other bytes has nothing. An entry may
also say where the evidence of its verdict lies (``placement``, ``certificate``: files beside the manifest) and what
was measured (``solved``: seconds by solver; ``unsolved``: the limit in seconds that a solver reached; or in the words
of ``gourds harden``).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from gourds.errors import Fault, InputError
from gourds.files import load, load_instance, manifest
from gourds.files.drawing import HEADER
from gourds.files.raw import naming, read_text
from gourds.instance import Instance

PathLike = str | os.PathLike[str]

_ENDINGS: Final = (".json", ".json.gz", ".txt", ".txt.gz")
OTHER: Final = "other"
"""The family of instances that have none."""
MOST_TIMES: Final = 20
"""Measured times that are kept for an instance."""


_STOPPED: Final = re.compile(r"(\S{1,60})\b.{0,60}: stopped after (\d{1,9}(?:\.\d{1,6})?) s")
_ANSWERED: Final = re.compile(r"(\S{1,60})\b.{0,60}: (\d{1,9}(?:\.\d{1,6})?) s")


@dataclass(frozen=True)
class Subject:
    """An instance to pack."""

    instance: Instance
    """The instance."""
    label: str
    """What it is called: by its name, or its file's."""
    path: Path | None = None
    """Where it was read."""
    verdict: str | None = None
    """What a manifest says of it: feasible or infeasible."""
    why: str = ""
    """What that rests on, in the manifest's words."""
    evidence: Path | None = None
    """A file with a placement or a certificate."""
    stated_family: str = ""
    """What the manifest says of its family."""
    solved: Mapping[str, float] = field(default_factory=dict)
    """Seconds after which a solver had an answer, by its name."""
    unsolved: Mapping[str, float] = field(default_factory=dict)
    """Seconds within which a solver had none."""

    @property
    def family(self) -> str:
        """The family that it was generated from; ``other`` if it does not say."""
        source = self.instance.source or {}
        found = source.get("family") or self.stated_family or ("reduced formula" if "formula" in source else "")
        return found if isinstance(found, str) and found else OTHER


def read_subjects(given: Iterable[Instance | PathLike]) -> list[Subject]:
    """All instances in the order given. Raises InputError; an empty list or folder is one too."""
    found: list[Subject] = []
    for one in given:
        if isinstance(one, Instance):
            found.append(Subject(one, one.name or f"instance {len(found) + 1}"))
            continue
        if not isinstance(one, str | os.PathLike):
            raise InputError("an instance, a file or a folder is needed here")
        path = Path(one)
        some = list(_of_folder(path)) if path.is_dir() else [_of_file(path)]
        if not some:
            raise InputError("there is no instance in this folder", os.fspath(one))
        found += some
    if not found:
        raise InputError("there is nothing to pack: give files or a folder with instances")
    return found


def _of_folder(folder: Path) -> Iterator[Subject]:
    if (folder / manifest.NAME).is_file():
        yield from (_of_file(entry.path) for entry in manifest.read_manifest(folder))
        return
    for path in sorted(path for path in folder.rglob("*") if path.name.lower().endswith(_ENDINGS)):
        if path.is_file() and _may_be_instance(path) and isinstance(load(path), Instance):
            yield _of_file(path)


def _may_be_instance(path: Path) -> bool:
    """False for texts that are no drawings, such as a README.txt."""
    return ".txt" not in path.name.lower() or read_text(path).startswith(HEADER)


def _of_file(path: Path) -> Subject:
    instance = load_instance(path)
    stem = path.name.removesuffix(".gz").rpartition(".")[0] or path.name
    label = instance.name or ("instance" if os.fspath(path) == "-" else stem)
    if os.fspath(path) == "-":
        return Subject(instance, label)
    entry = manifest.find_entry(path, with_verdict=False)
    table = {} if entry is None else entry.table
    return Subject(
        instance,
        label,
        path,
        table.get("verdict"),
        str(table.get("why", "")),
        None if entry is None else _evidence_of(entry),
        str(table.get("family", "")),
        *_measured(table),
    )


def _evidence_of(entry: manifest.Entry) -> Path | None:
    for key in ("placement", "certificate", "evidence"):
        name = entry.table.get(key)
        if isinstance(name, str) and name:
            path = (entry.folder / name).resolve()
            if not path.is_relative_to(entry.folder.resolve()):
                with naming(entry.folder / manifest.NAME):
                    raise InputError(Fault(f"{entry.file}.{key}", "must be a file in the folder of the manifest"))
            if path.is_file():
                return path
    return None


def _measured(table: Mapping[str, Any]) -> tuple[dict[str, float], dict[str, float]]:
    """What a manifest says of times: tables, or the lines that ``gourds harden`` writes."""
    solved, unsolved = _times(table.get("solved")), _times(table.get("unsolved"))
    lines = table.get("hard_for")
    for line in lines[:MOST_TIMES] if isinstance(lines, list) else ():
        if found := _STOPPED.fullmatch(str(line)):
            unsolved.setdefault(found[1], float(found[2]))
    if found := _ANSWERED.fullmatch(str(table.get("solved_by", ""))):
        solved.setdefault(found[1], float(found[2]))
    return solved, unsolved


def _times(table: object) -> dict[str, float]:
    """Seconds by solver; what is neither is passed over."""
    if not isinstance(table, Mapping):
        return {}
    found = {
        str(name): float(value)
        for name, value in table.items()
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e9
    }
    return dict(list(found.items())[:MOST_TIMES])
