"""The folder of a search: instances with their evidence, ``MANIFEST.toml``, the map and the report.

    NAME.json.gz               an instance
    NAME.placement.json.gz     a placement, of a feasible one
    NAME.certificate.json.gz   a certificate, of an infeasible one
    MANIFEST.toml              verdicts, what they rest on, and the brackets as they were measured
    map.svg, report.html       what was tried
    store.sqlite, evidence/    the memory of the search

Everything is written anew at the end of every session; what only an older manifest lists is removed.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gourds.bench.report.page import to_page
from gourds.bench.report.plots import time_text
from gourds.bench.store.reading import read_results, snapshot
from gourds.files import save
from gourds.files.manifest import NAME, format_manifest, read_manifest
from gourds.files.raw import write_text
from gourds.hardness.brackets import Question
from gourds.hardness.map import Row, draw_map, frontier_rows, points_of
from gourds.hardness.search import Found, Search
from gourds.hardness.session import evidence_file
from gourds.render.text import xml


def save_found(folder: Path, search: Search, chosen: Sequence[Found], store: Path) -> list[str]:
    """Write everything; the names of the instance files, in order."""
    files = [name_of(one) + ".json.gz" for one in chosen]
    old = [name for entry in read_manifest(folder) for name in (entry.file, _evidence_name(entry.file, entry.verdict))]
    tables = []
    for file, one in zip(files, chosen, strict=True):
        save(search.known.instance(one.candidate), folder / file)
        shutil.copyfile(evidence_file(folder, one.digest), folder / _evidence_name(file, one.verdict))
        tables.append(_entry(folder, file, one, search))
    question = search.known.question
    preface = f"# Boards that are {question}. Made by `gourds harden`; every verdict was checked.\n\n"
    write_text(folder / NAME, format_manifest(preface, tables))
    kept = {name for one, file in zip(chosen, files, strict=True) for name in (file, _evidence_name(file, one.verdict))}
    for name in set(old) - kept:
        if Path(name).name == name:
            (folder / name).unlink(missing_ok=True)
    points = points_of(search)
    drawing = draw_map(points, question)
    write_text(folder / "map.svg", drawing)
    with snapshot(store) as opened:
        page = to_page(read_results(opened), opened)
    write_text(folder / "report.html", map_section(page, drawing, frontier_rows(search), chosen, question))
    return files


def name_of(one: Found) -> str:
    """The name of a found instance: family, cells, verdict, and the beginning of its digest."""
    return f"{one.candidate.line.family}-{one.cells}-{one.verdict}-{one.digest[:6]}"


def _evidence_name(file: str, verdict: str | None) -> str:
    kind = "placement" if verdict == "feasible" else "certificate"
    return file.replace(".json.gz", f".{kind}.json.gz")


def _entry(folder: Path, file: str, one: Found, search: Search) -> dict[str, Any]:
    """The table of an instance in the manifest."""
    instance, evidence = search.known.instance(one.candidate), _evidence_name(file, one.verdict)
    source = instance.source or {}
    solver = _solver(one.answered_by)
    kind = "placement" if one.verdict == "feasible" else f"certificate ({one.answer.certificate})"
    return {
        "file": file,
        "family": one.candidate.line.family,
        "parameters": source.get("parameters", {}),
        "seed": one.candidate.seed,
        "command": source.get("command", ""),
        "cells": one.cells,
        "colors": len(instance.colors),
        "gourds": instance.size,
        "verdict": one.verdict,
        "why": f"{kind}: found by {solver} in {one.answer.seconds:.2f} s, checked",
        ("placement" if one.verdict == "feasible" else "certificate"): evidence,
        "solved": {_solver(one.answered_by): round(one.answer.seconds, 2)},
        "unsolved": {_solver(label): round(end.effort, 1) for label, end in one.attacks.items()},
        "digest": one.digest,
        "sha256": hashlib.sha256((folder / file).read_bytes()).hexdigest(),
    }


def _solver(label: str) -> str:
    """The name of the solver in a label; what follows are its seconds."""
    return label.removesuffix(" s").rpartition(" ")[0].removesuffix(" with proof")


# -- the report -----------------------------------------------------------------------------------------------


def map_section(page: str, drawing: str, rows: Sequence[Row], chosen: Sequence[Found], question: Question) -> str:
    """The page of a campaign with the sections of a search before its own."""
    sections = (
        f'<h2 id="found">Found</h2><p class="soft lead">Boards that are {xml(str(question))}, the smallest'
        f" first. Every verdict was checked.</p>{_found(chosen)}"
        f'<h2 id="map">The map</h2><div class="wide">{drawing}</div>'
        '<h2 id="frontier">The frontier</h2><p class="soft lead">Every line that was followed, with the cells of the'
        " smallest board that was hard, and of the largest that was not.</p>"
        f"<details open><summary>{len(rows):,} tracks</summary>{_rows(rows)}</details>"
    )
    at = page.find("<h2 id=")
    at = page.find("</main>") if at < 0 else at
    return page + sections if at < 0 else page[:at] + sections + page[at:]


def _found(chosen: Sequence[Found]) -> str:
    rows = [
        [
            one.candidate.name,
            f"{one.cells:,}",
            one.verdict,
            one.answer.certificate or "placement",
            f"{one.answered_by.partition(' ')[0]}, {time_text(one.answer.seconds)}",
        ]
        for one in chosen
    ]
    return _table(["instance", "cells", "verdict", "evidence", "solved by"], rows)


def _rows(rows: Sequence[Row]) -> str:
    cells = [
        [row.line, row.verdict, _size(row.cells), str(row.hard or ""), _size(row.easy), row.reason] for row in rows
    ]
    return _table(["line", "verdict", "smallest hard", "hard boards", "largest solved", "how it stands"], cells)


def _size(cells: int | None) -> str:
    return "" if cells is None else f"{cells:,}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{xml(text)}</th>' for text in head)
    body = "".join(
        f'<tr><th scope="row">{xml(row[0])}</th>{"".join(f"<td>{xml(text)}</td>" for text in row[1:])}</tr>'
        for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'
