"""The map of difficulty: for every family, which boards were tried, by cells and colors, and how long they held out.

Readable without telling colors apart: what was solved is blue, the darker the slower; what was hard is larger, orange
and has a dark rim; circles are feasible and squares infeasible; a cross is a board that nobody answered in time.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gourds.bench.report.plots import Axis, time_text
from gourds.hardness.brackets import Question
from gourds.hardness.search import Search
from gourds.render.geometry import number
from gourds.render.text import xml

WIDTH, HEIGHT = 450.0, 250.0
"""Of the panel of a family."""
LEFT, RIGHT, TOP, BOTTOM = 46.0, 14.0, 30.0, 40.0
LEGEND: Final = 62.0
COLUMNS: Final = 2
_BLUES: Final = ("#c6dbef", "#8dbbe0", "#4a90c8", "#1c5a99", "#0a2f5c")
_CLASSES: Final = (0.01, 0.1, 1.0, 10.0)
"""Seconds that divide the blues."""
_HARD, _INK, _SOFT, _GRID = "#e8790c", "#1f2328", "#59636e", "#e3e7eb"
_FONT: Final = 'font-family="Roboto, system-ui, sans-serif" font-size="12"'


@dataclass(frozen=True)
class Point:
    """A board that was tried."""

    family: str
    cells: int
    colors: int
    verdict: str | None
    """None if nobody answered."""
    seconds: float
    """How long the lead held out; until it was stopped, if it was."""
    kind: str
    """solved, probed (stopped, but only by the limit of a probe), hard, or open."""
    name: str


@dataclass(frozen=True)
class Row:
    """A track and its frontier."""

    line: str
    verdict: str
    cells: int | None
    """Of its smallest hard board."""
    hard: int
    """How many hard boards it has."""
    easy: int | None
    """Cells of the largest board that the lead solved."""
    reason: str
    """How it stands."""


def points_of(search: Search) -> list[Point]:
    """Every board on which the lead was tried, or nobody answered; equal ones once."""
    known, found = search.known, {}
    for line in dict.fromkeys(track.line for track in search.tracks):
        for candidate in known.made(line):
            instance = known.instance(candidate)
            digest = instance.digest
            labels = (known.question.attack, known.question.probe)
            endings = [known.endings.get((digest, label)) for label in labels]
            ending = next((one for one in endings if one is not None), None)
            asked = known.ending(candidate, known.question.answers[0][0])
            if digest in found or (ending is None and (asked is None or asked.verdict != "unknown")):
                continue
            verdict = known.verdict(candidate)
            kind = "open" if ending is None else "solved"
            if known.is_found(candidate):
                kind = "hard"
            elif ending is not None and ending.verdict == "unknown":
                kind = "probed" if ending.is_stopped else "open"
            seconds = ending.effort if ending is not None else 0.0
            name = candidate.name
            facts = line.family, instance.board.size, len(instance.colors), verdict, seconds, kind, name
            found[digest] = Point(*facts)
    return list(found.values())


def frontier_rows(search: Search) -> list[Row]:
    """What is known about every track that has boards of its verdict; those with the smallest hard boards first."""
    rows = []
    known = search.known
    for track in search.tracks:
        mine = [one for one in known.made(track.line) if known.verdict(one) == track.verdict]
        if not mine:
            continue
        hard = {known.digest(one): known.cells(one) or 0 for one in mine if known.is_found(one)}
        labels = (known.question.attack, known.question.probe)
        solved = [
            known.cells(one) or 0
            for one in mine
            if any((end := known.ending(one, label)) is not None and end.verdict != "unknown" for label in labels)
        ]
        cells = min(hard.values(), default=None)
        reason = search.state(track).reason
        rows.append(Row(track.line.name, track.verdict, cells, len(hard), max(solved, default=None), reason))
    return sorted(rows, key=lambda row: (row.cells or math.inf, -(row.easy or 0), row.line))


def draw_map(points: Sequence[Point], question: Question) -> str:
    """The map as an SVG picture that stands by itself."""
    families = list(dict.fromkeys(point.family for point in points)) or ["nothing was tried"]
    rows = -(-len(families) // COLUMNS)
    columns = min(COLUMNS, len(families))
    width, height = max(columns * WIDTH, 700.0), LEGEND + rows * HEIGHT
    cells = Axis(10.0, max(question.max_cells * 1.05, 20.0), "cells", is_log=True)
    parts = [_legend(question)]
    for k, family in enumerate(families):
        mine = [point for point in points if point.family == family]
        across, down = (k % COLUMNS) * WIDTH, LEGEND + (k // COLUMNS) * HEIGHT
        parts.append(f'<g transform="translate({number(across)} {number(down)})">{_panel(family, mine, cells)}</g>')
    title = xml(f"Map of difficulty: boards by cells and colors, {question}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(width)}" height="{number(height)}"'
        f' viewBox="0 0 {number(width)} {number(height)}" role="img" aria-label="{title}" {_FONT}>'
        f'<title>{title}</title><rect width="100%" height="100%" fill="#ffffff"/>{"".join(parts)}</svg>\n'
    )


def _panel(family: str, points: Sequence[Point], cells: Axis) -> str:
    shown = sorted({point.colors for point in points}) or [1]
    room = max(1.0, 0.12 * (shown[-1] - shown[0]))
    colors = Axis(shown[0] - room, shown[-1] + room, "colors", values=tuple(shown) if len(shown) <= 7 else ())
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM

    def at(point: Point) -> tuple[float, float]:
        shift = {"feasible": -5.0, "infeasible": 5.0}.get(point.verdict or "", 0.0)
        return _x(cells, point.cells), _y(colors, point.colors) + shift

    parts = [f'<text x="{LEFT}" y="20" font-size="14" font-weight="500" fill="{_INK}">{xml(family)}</text>']
    for value, text in cells.ticks():
        x = number(_x(cells, value))
        parts.append(f'<path d="M{x} {TOP}V{bottom}" stroke="{_GRID}"/>')
        parts.append(f'<text x="{x}" y="{bottom + 16}" text-anchor="middle" fill="{_SOFT}">{xml(text)}</text>')
    for value, text in colors.ticks():
        y = _y(colors, value)
        parts.append(f'<path d="M{LEFT} {number(y)}H{right}" stroke="{_GRID}"/>')
        parts.append(f'<text x="{LEFT - 7}" y="{number(y + 4)}" text-anchor="end" fill="{_SOFT}">{xml(text)}</text>')
    parts.append(f'<path d="M{LEFT} {TOP}V{bottom}H{right}" fill="none" stroke="{_SOFT}"/>')
    middle = number((LEFT + right) / 2)
    parts.append(f'<text x="{middle}" y="{HEIGHT - 8}" text-anchor="middle" fill="{_INK}">cells</text>')
    upright = f'transform="translate(13 {number((TOP + bottom) / 2)}) rotate(-90)"'
    parts.append(f'<text {upright} text-anchor="middle" fill="{_INK}">colors</text>')
    order = {"solved": 0, "probed": 1, "open": 2, "hard": 3}
    for point in sorted(points, key=lambda one: (order[one.kind], one.seconds)):
        told = f"{point.name}: {point.verdict or 'nobody answered'}, {_told(point)}"
        parts.append(_mark(*at(point), point.kind, point.verdict, point.seconds, told))
    return "".join(parts)


def _told(point: Point) -> str:
    if point.kind == "open":
        return "not attacked"
    return f"{'solved in' if point.kind == 'solved' else 'not solved in'} {time_text(point.seconds)}"


def _x(axis: Axis, value: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * axis.share(value)


def _y(axis: Axis, value: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * axis.share(value)


def _mark(x: float, y: float, kind: str, verdict: str | None, seconds: float, title: str = "") -> str:
    told = f"<title>{xml(title)}</title>" if title else ""
    if kind == "open" or verdict is None:
        path = f"M{number(x - 4)} {number(y - 4)}l8 8M{number(x - 4)} {number(y + 4)}l8 -8"
        return f'<path d="{path}" fill="none" stroke="{_SOFT}" stroke-width="1.6">{told}</path>'
    fill = {"hard": _HARD, "probed": "#ffffff"}.get(kind, _BLUES[sum(seconds > one for one in _CLASSES)])
    rim = {"hard": (_INK, 1.3), "probed": (_BLUES[-1], 1.6)}.get(kind, ("#ffffff", 0.6))
    r = 6.0 if kind == "hard" else 4.2
    look = f'fill="{fill}" stroke="{rim[0]}" stroke-width="{rim[1]}"'
    if verdict == "feasible":
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="{r}" {look}>{told}</circle>'
    s = 0.9 * r
    place = f'x="{number(x - s)}" y="{number(y - s)}" width="{number(2 * s)}" height="{number(2 * s)}"'
    return f"<rect {place} {look}>{told}</rect>"


def _legend(question: Question) -> str:
    lead = question.lead
    name, limit = lead.text.rpartition(":")[0], time_text(lead.seconds)
    keys: list[tuple[str, str | None, float, str]] = [("solved", "feasible", 0.001, f"{name} solves it in 10 ms")]
    keys += [("solved", "feasible", one * 2, time_text(one * 10)) for one in _CLASSES[:-1]]
    keys.append(("solved", "feasible", 100.0, "longer"))
    second: list[tuple[str, str | None, float, str]] = [
        ("hard", "feasible", 0.0, f"not in {limit}: feasible"),
        ("hard", "infeasible", 0.0, "infeasible"),
        ("probed", "feasible", 0.0, f"not in {time_text(question.probe_seconds)}, no longer run"),
        ("open", None, 0.0, "nobody answered in time"),
    ]
    return _keys(keys, 20.0) + _keys(second, 46.0)


def _keys(keys: Iterable[tuple[str, str | None, float, str]], y: float) -> str:
    parts, x = [], LEFT
    for kind, verdict, seconds, text in keys:
        parts.append(_mark(x, y, kind, verdict, seconds))
        parts.append(f'<text x="{number(x + 11)}" y="{number(y + 4)}" fill="{_INK}">{xml(text)}</text>')
        x += 34 + 6.6 * len(text)
    return "".join(parts)
