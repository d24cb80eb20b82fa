"""The report of a search: the campaign's report with the map, what was found, and the frontier of every track."""

from __future__ import annotations

from collections.abc import Sequence

from gourds.bench.report.plots import time_text
from gourds.hardness.brackets import Question
from gourds.hardness.map import Row
from gourds.hardness.search import Found
from gourds.render.text import xml


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
