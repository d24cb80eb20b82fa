"""What is cross-checked: instances, each with a name and with what is known about it in advance.

Known in advance are the verdicts in a manifest, such as the one of the bundled instances. The verdict of the formula in
an instance's source is determined during the run, like any other answer.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from gourds.bundled import bundled_folder
from gourds.errors import InputError
from gourds.files import load_instance, manifest
from gourds.instance import Instance
from gourds.running.outcome import Status


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
    known: Known | None = None
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
        if os.fspath(path) == "-":
            found.append(Subject("standard input", load_instance(path)))
        else:
            instance = load_instance(path)
            found.append(Subject(os.fspath(path), instance, _known(manifest.find_entry(Path(path))), os.fspath(path)))
    return name_subjects(found)


def bundled_suite() -> tuple[Subject, ...]:
    """The instances that come with the package, in the order of their manifest; without the hard ones.

    On those nearly every approach would only reach its limit.
    """
    folder = bundled_folder("instances")
    found = []
    for entry in manifest.read_manifest(folder):
        if entry.file.startswith("hard/"):
            continue
        instance = load_instance(entry.path)
        known = _known(entry) if entry.is_of_its_file else None
        found.append(Subject(entry.name, instance, known, os.fspath(entry.path)))
    if not found:
        raise InputError(f"the folder of the bundled instances holds no {manifest.NAME}", os.fspath(folder))
    return name_subjects(found)


def _known(entry: manifest.Entry | None) -> Known | None:
    if entry is None or entry.verdict is None:
        return None
    return Known(Status(entry.verdict), entry.why, entry.placements)
