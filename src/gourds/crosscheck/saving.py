"""The files of a cross-check: the page, the same as JSON, and the smallest instance that disagrees.

report.html                   for people
report.json                   for programs
disagreement-NAME.json, .txt  the smallest instance, to run again with any command that takes an instance
disagreement-NAME.svg, .png   its picture, with the placement in question if there is one
disagreement-NAME.placement.json, .certificate.json   what a solver gave and what is wrong, if it can be written
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from gourds.crosscheck.page import to_page
from gourds.crosscheck.report import Disagreement, Report
from gourds.crosscheck.subjects import Subject
from gourds.errors import InputError
from gourds.files import save
from gourds.files.json_values import spell_json
from gourds.files.raw import make_folder, write_bytes, write_text
from gourds.render import picture

NAMES = ("report.html", "report.json")
"""The files of every report."""
LARGE = 60_000
"""Boards with more cells are not drawn."""


def report_files(subjects: Iterable[Subject], folder: str | os.PathLike[str]) -> list[Path]:
    """All files that a report on these instances may hold."""
    endings = (".json", ".txt", ".svg", ".png", ".placement.json", ".certificate.json")
    stems = {_stem(subject.name) for subject in subjects}
    names = ["report.html", "report.json", *(f"{stem}{ending}" for stem in sorted(stems) for ending in endings)]
    return [Path(folder) / name for name in names]


def _stem(name: str) -> str:
    """How the names of the files about a disagreement on an instance begin."""
    return "disagreement-" + (re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")[-60:] or "instance")


def save_report(report: Report, folder: str | os.PathLike[str]) -> list[Path]:
    """Write all files into a folder, which is made if necessary; returns their paths, the page first."""
    place = Path(folder)
    make_folder(place)
    paths = [place / name for name in NAMES]
    write_text(paths[0], to_page(report))
    write_text(paths[1], spell_json(report.to_json()) + "\n")
    return paths + (save_disagreement(report.disagreement, place) if report.disagreement is not None else [])


def save_disagreement(disagreement: Disagreement, folder: Path) -> list[Path]:
    """Write the smallest instance that disagrees, its pictures, and what was wrong."""
    stem = folder / _stem(disagreement.record.subject.name)
    instance = disagreement.instance
    paths = [Path(f"{stem}.json"), Path(f"{stem}.txt")]
    for path in paths:
        save(instance, path)
    wrong = [answer for answer in disagreement.smallest.answers if answer.faults]
    given = next((answer.placement for answer in wrong if answer.placement is not None), None)
    shown = given or disagreement.smallest.placement
    if instance.board.size <= LARGE:
        for ending in (".svg", ".png"):
            path = Path(f"{stem}{ending}")
            try:
                data = picture(instance, shown, path)
            except InputError:  # a placement that is so wrong that it cannot be drawn
                data = picture(instance, None, path)
            write_bytes(path, data)
            paths.append(path)
    if given is not None:
        path = Path(f"{stem}.placement.json")
        with suppress(InputError, TypeError, ValueError):
            save(given, path)
            paths.append(path)
    certificate = next((answer.certificate for answer in wrong if answer.certificate is not None), None)
    if certificate is not None:
        path = Path(f"{stem}.certificate.json")
        with suppress(InputError, TypeError, ValueError):
            write_text(path, certificate.to_text())
            paths.append(path)
    return paths
