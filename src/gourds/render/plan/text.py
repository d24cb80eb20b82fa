"""Plans to follow by hand: numbered lines, one for each move, and drawings of the board to compare with.

In a drawing every gourd covers two cells, joined by a line: 5 is its end 0, 5′ its end 1. A neighbor is to the left, to
the right, or half a step aside in the row above or below. Drawings come at the start, at the end and every ten moves
or so; less often on large boards and in long plans, so that the text stays readable.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.render.plan.course import Course
from gourds.render.plan.words import ARROWS, DIRECTION_WORDS, arrow_of, end_label, verb_phrase
from gourds.render.text import clean
from gourds.words import counted

MOST: Final = 100_000
"""Plans with more moves are not written as text."""
EVERY: Final = 10
"""Moves between two drawings of a small board."""
WIDEST: Final = 240
"""Boards that need more columns than this are not drawn."""
MOST_DRAWN: Final = 2_000_000
"""Characters of all drawings together."""
EMPTY: Final = "·"
"""The empty cell in drawings."""


def plan_text(course: Course, *, title: str | None = None, legend: bool = True) -> str:
    """The plan as text; without the ``legend`` it does not explain itself. Raises InputError for long plans."""
    total = len(course)
    if total > MOST:
        raise InputError(f"plans of up to {MOST:,} moves are written as text, this one has {total:,}: write .html")
    lines = [clean(title or "").strip() or f"A plan of {counted(total, 'move')}", course.facts(), ""]
    if legend:
        lines += [*_help(course), ""]
    lines += _cell_colors(course)
    lines += _stops(course, course.start, "Start")
    index = {cell: k for k, cell in enumerate(course.board.cell_list())}
    row_of = {gourd: g for g, gourd in enumerate(course.start.ids)}
    ends = course.start.ends.copy()
    every, digits, last = _distance(course), len(str(total)), -1
    for k, motion in enumerate(course.motions(), 1):
        name = f"gourd {motion.gourd}"
        who = "it".rjust(len(name)) if motion.gourd == last else name
        lines.append(f"{k:>{digits + 2}}.  {arrow_of(motion)}  {who} {verb_phrase(course.start, motion)}")
        last = motion.gourd
        ends[row_of[motion.gourd]] = [index[cell] for cell in motion.after]
        if k == total or k % every == 0:
            now = Configuration.from_indices(course.board, course.start.ids, ends)
            heading = f"End, after {counted(total, 'move')}" if k == total else f"After move {k:,}"
            lines += ["", *_stops(course, now, heading)]
            last = -1
    return "\n".join(lines).rstrip() + "\n"


def _help(course: Course) -> list[str]:
    """How to read the plan, and what the colors of the gourds are."""
    if not course.start.ids:
        return []
    number = course.start.ids[0]
    one, other = end_label(number, 0), end_label(number, 1)
    lines = [
        f"Gourd {number} covers two neighboring cells; its ends are {one} and {other}. {EMPTY} is the empty cell.",
        "slides   both ends go one cell straight on; the first one goes into the empty cell",
        "turns    one end goes into the empty cell, the other follows onto the cell that the first one left",
        "pivots   one end goes into the empty cell, the other stays where it is",
        f"{', '.join(map(' '.join, zip(ARROWS, DIRECTION_WORDS, strict=True)))}: where an end goes; the arrow before a",
        "line is that of the end that goes into the empty cell. Compare the board with the drawings now and then.",
    ]
    if course.start.colors is not None:
        pairs = zip(course.start.ids, course.start.colors, strict=True)
        lines += ["", "Gourds and the colors of their ends"]
        lines += [f"  {end_label(k, 0)} {clean(a)}, {end_label(k, 1)} {clean(b)}" for k, (a, b) in pairs]
    return lines


def _cell_colors(course: Course) -> list[str]:
    """A drawing of the cells with their colors, and what the letters stand for; nothing where cells have none."""
    look = course.look
    if not look.cells:
        return []
    names = sorted(set(look.cells))
    lines = ["Colors of the cells: " + ", ".join(f"{clean(look.labels[k])} {clean(look.names[k])}" for k in names), ""]
    drawn = _page_of(course.start, [clean(look.labels[k]) for k in look.cells], gourds=False)
    return [*lines, *(f"    {line}".rstrip() for line in drawn), ""]


def _stops(course: Course, configuration: Configuration, heading: str) -> list[str]:
    """A drawing with a heading; the place where one compares."""
    if (homes := course.homes(configuration.ends)) is not None:
        heading += f": {homes} of {counted(configuration.ends.size, 'end')} on cells of their color"
    drawn = draw_text(configuration)
    if not drawn:
        q, r = configuration.empty_cell
        return [f"{heading}: the empty cell is ({q}, {r}); the board is too wide to be drawn", ""]
    return [heading, "", *(f"    {line}".rstrip() for line in drawn), ""]


def _distance(course: Course) -> int:
    """The moves between two drawings: as many as a drawing has lines, in tens."""
    drawn = draw_text(course.start)
    characters = sum(len(line) + 5 for line in drawn)
    least = max(EVERY, len(drawn), len(course) * characters // MOST_DRAWN)
    return -(-least // EVERY) * EVERY


def draw_text(configuration: Configuration) -> list[str]:
    """The board in letters, two lines for each row; nothing if it is too wide."""
    return _page_of(configuration, _labels(configuration))


def _page_of(configuration: Configuration, labels: list[str], gourds: bool = True) -> list[str]:
    """The lines of a drawing with these labels on the cells."""
    pitch = max(len(label) for label in labels) + 2
    pitch += pitch % 2
    cells = configuration.board.cells
    x = (2 * cells[:, 0] + cells[:, 1]) * (pitch // 2)
    x += pitch // 2 - int(x.min())
    y = 2 * (cells[:, 1] - cells[:, 1].min())
    if int(x.max()) + pitch // 2 > WIDEST:
        return []
    page = np.full((int(y.max()) + 1, int(x.max()) + pitch), " ", dtype="<U1")

    def put(row: int, column: int, text: str) -> None:
        page[row, column : column + len(text)] = list(text)

    for a, b in configuration.ends.tolist() if gourds else ():
        if y[a] == y[b]:
            page[y[a], min(x[a], x[b]) : max(x[a], x[b])] = "─"
        else:
            way = "╲" if (x[b] - x[a]) * (y[b] - y[a]) > 0 else "╱"
            put((y[a] + y[b]) // 2, (x[a] + x[b]) // 2, way)
    for label, column, row in zip(labels, x.tolist(), y.tolist(), strict=True):
        put(row, column - (len(label) - 1) // 2, label)
    return ["".join(row).rstrip() for row in page]


def _labels(configuration: Configuration) -> list[str]:
    """What stands on each cell."""
    labels = [EMPTY] * configuration.board.size
    for g, pair in enumerate(configuration.ends.tolist()):
        for s, cell in enumerate(pair):
            labels[cell] = end_label(configuration.ids[g], s)
    return labels
