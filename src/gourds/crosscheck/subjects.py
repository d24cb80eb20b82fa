"""What is cross-checked: instances, each with a name and with what is known about it in advance.

Known in advance are the verdicts in a manifest, such as the one of the bundled instances. The verdict of the formula in
an instance's source is determined during the run, like any other answer.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from gourds.bundled import bundled_folder
from gourds.errors import Fault, InputError
from gourds.files import load_instance
from gourds.files.raw import display_name, read_text
from gourds.instance import Instance
from gourds.solvers.base import Status

MANIFEST: Final = "MANIFEST.toml"


@dataclass(frozen=True)
class Known:
    """What a manifest says of an instance."""

    verdict: Status
    """Feasible or infeasible."""
    why: str = ""
    """What that rests on."""
    placements: int | None = None
    """How many there are."""


@dataclass(frozen=True)
class Subject:
    """An instance to cross-check."""

    name: str
    """Its name, unique in this cross-check."""
    instance: Instance
    """The instance."""
    known: Known | None = None
    """What is known in advance."""
    path: str | None = None
    """The file it came from."""


def name_subjects(instances: Iterable[Instance | Subject]) -> tuple[Subject, ...]:
    """The instances as subjects, with unique names."""
    found: list[Subject] = []
    taken: set[str] = set()
    for k, value in enumerate(instances, 1):
        subject = value if isinstance(value, Subject) else Subject(value.name or f"instance {k}", value)
        name, copy = subject.name, 2
        while name in taken:
            name, copy = f"{subject.name} ({copy})", copy + 1
        taken.add(name)
        found.append(Subject(name, subject.instance, subject.known, subject.path))
    return tuple(found)


def load_subjects(paths: Sequence[str | os.PathLike[str]]) -> tuple[Subject, ...]:
    """The instances in files, each with what a manifest in its folder or above says about it."""
    found = []
    for path in paths:
        known = None
        if os.fspath(path) != "-":
            place = Path(path).resolve()
            for folder in list(place.parents)[:2]:
                listed = {(folder / entry["file"]).resolve(): entry for entry in _entries(folder)}
                known = known or (_known(listed[place], folder) if place in listed else None)
        name = "standard input" if os.fspath(path) == "-" else os.fspath(path)
        found.append(Subject(name, load_instance(path), known, None if name == "standard input" else name))
    return name_subjects(found)


def bundled_suite() -> tuple[Subject, ...]:
    """The instances that come with the package, in the order of their manifest."""
    folder = bundled_folder("instances")
    found = []
    for entry in _entries(folder):
        path = folder / entry["file"]
        name = entry["file"].removesuffix(".gz").rpartition(".")[0]
        found.append(Subject(name, load_instance(path), _known(entry, folder), os.fspath(path)))
    if not found:
        raise InputError(f"the folder of the bundled instances holds no {MANIFEST}", os.fspath(folder))
    return name_subjects(found)


def _entries(folder: Path) -> list[dict[str, Any]]:
    """The tables of a folder's manifest; none if there is no manifest."""
    path = folder / MANIFEST
    if not path.is_file():
        return []
    try:
        entries = tomllib.loads(read_text(path)).get("instance", [])
    except tomllib.TOMLDecodeError as error:
        raise InputError(Fault("", f"not TOML: {error}"), display_name(path)) from None
    if not isinstance(entries, list) or not all(
        isinstance(e, dict) and isinstance(e.get("file"), str) for e in entries
    ):
        raise InputError(Fault("instance", "must be tables with a key 'file'"), display_name(path))
    return entries


def _known(entry: dict[str, Any], folder: Path) -> Known | None:
    if "verdict" not in entry:
        return None
    verdicts = {"feasible": Status.FEASIBLE, "infeasible": Status.INFEASIBLE}
    if entry["verdict"] not in verdicts:
        place = Fault(entry["file"], f"verdict must be feasible or infeasible, not {entry['verdict']!r}")
        raise InputError(place, display_name(folder / MANIFEST))
    return Known(verdicts[entry["verdict"]], str(entry.get("why", "")), entry.get("placements"))
