"""Still pictures of a plan: a single frame, and contact sheets of key frames."""

from __future__ import annotations

import math
from typing import Any, Final

from gourds.errors import InputError
from gourds.render import legend as legends
from gourds.render.geometry import arrange
from gourds.render.plan.course import Course
from gourds.render.plan.picture import configuration_sections, configuration_svg, draw_frame
from gourds.render.plan.words import sentence
from gourds.render.svg import growth, moved, titled, with_legend
from gourds.render.tags import Block, text_tag
from gourds.render.text import width
from gourds.words import counted

MOST: Final = 12
"""Frames on a contact sheet."""
_PANEL: Final = 300.0
"""The side of a square that has about the size of a frame on a contact sheet, in pixels."""
_LARGE_PANEL: Final = 400.0
"""The same for boards with more than 61 cells, so that the numbers on the gourds can be read."""
_LONGEST: Final = 900.0
"""The longest side of a frame on a contact sheet."""
_GAP: Final = 34.0
_CAPTION: Final = 15.0


def frame_svg(course: Course, count: int, **options: Any) -> str:
    """The configuration after ``count`` moves, with an arrow for the next move and that move in words.

    Options are ``title``, ``legend``, ``labels`` and ``coordinates`` of :func:`configuration_svg`.
    """
    total = len(course)
    if not 0 <= count <= total:
        raise InputError(
            f"there is no frame {count:,}: the plan has {counted(total, 'move')}, so frames 0 to {total:,}"
        )
    motion = course.motions(count, count + 1)[0] if count < total else None
    facts = frame_facts(course, count)
    if motion is not None:
        facts += f" · next: {sentence(course.start, motion)}"
    return configuration_svg(course.after(count), motion=motion, facts=facts, folds=False, look=course.look, **options)


def frame_facts(course: Course, count: int) -> str:
    """Where a frame stands in the plan."""
    total = len(course)
    if count == total:
        return f"after all {total:,} moves" if total > 1 else f"after {counted(total, 'move')}"
    return f"after {count:,} of {counted(total, 'move')}" if count else f"start · {counted(total, 'move')}"


def key_frames(total: int, most: int = MOST) -> list[int]:
    """Numbers of moves, evenly spaced from 0 to ``total``, all different."""
    count = min(most, total + 1)
    return [round(k * total / (count - 1)) for k in range(count)] if count > 1 else [0]


def sheet_svg(
    course: Course,
    *,
    title: str | None = None,
    legend: bool = True,
    labels: bool | None = None,
    coordinates: bool = False,
) -> str:
    """A contact sheet: the start, frames at even distances, and the end of a plan."""
    cells = course.board.cells
    unit = arrange(cells, 1.0, folds=False)
    panel = _PANEL if course.board.size <= 61 else _LARGE_PANEL
    cell = min(panel / math.sqrt(unit.width * unit.height), _LONGEST / max(unit.width, unit.height), 54.0)
    cell = max(cell, 6.0)
    layout = arrange(cells, max(cell, 44.0) if coordinates else cell, folds=False)
    look, frames = course.look, key_frames(len(course))
    names = [_caption(course, k) for k in frames]
    wide = max(layout.width, *(width(name, _CAPTION) for name in names))
    step_x, step_y = wide + _GAP, layout.height + _CAPTION + 14 + _GAP
    columns = _columns(len(frames), step_x, step_y)
    parts: list[str] = []
    for k, (count, name) in enumerate(zip(frames, names, strict=True)):
        x, y = k % columns * step_x, k // columns * step_y
        drawing = draw_frame(
            course.after(count), look, layout, None, numbers=labels is not False, coordinates=coordinates
        )
        ink = {"class": "ink", "fill": legends.INK}
        parts.append(text_tag(name, **ink, font_size=_CAPTION, font_weight="500", x=x, y=y + _CAPTION - 2))
        parts += moved(drawing, x, y + _CAPTION + 14)
    rows = -(-len(frames) // columns)
    body = Block(parts, columns * step_x - _GAP, rows * step_y - _GAP)
    grow = growth(body.width, 2.0)
    if legend and look.is_colored:
        body = with_legend(configuration_sections(course.start, look, layout.cell, moves=True), body, grow)
    return titled(body, title, course.facts() if legend else "", course.facts(), grow)


def _caption(course: Course, count: int) -> str:
    if count == 0:
        return "start"
    return f"end: after {counted(count, 'move')}" if count == len(course) else f"after {counted(count, 'move')}"


def _columns(count: int, wide: float, high: float) -> int:
    """How many columns bring the sheet nearest to the shape of a page; an even division is worth a little."""

    def cost(columns: int) -> float:
        rows = -(-count // columns)
        bare = rows * columns - count
        return abs(math.log(columns * wide / (rows * high) / 1.4)) + 0.2 * bare

    return min(range(1, count + 1), key=cost)
