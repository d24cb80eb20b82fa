"""The picture of a board, an instance or a placement as a whole: heading, board, legend."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from gourds.placement import PartialPlacement, Placement
from gourds.render import legend as legends
from gourds.render.board import compact, detail
from gourds.render.geometry import arrange
from gourds.render.palette import stronger
from gourds.render.scene import Drawable, Gourds, Highlight, scene_of
from gourds.render.svg import captions, growth, titled, with_legend
from gourds.render.tags import Block
from gourds.render.text import clean

COMPACT = 1500
"""Boards with more cells are drawn compactly, unless labels or coordinates are asked for."""


def to_svg(
    value: Drawable,
    placement: Placement | PartialPlacement | None = None,
    *,
    title: str | None = None,
    legend: bool = True,
    labels: bool | None = None,
    coordinates: bool = False,
    partial: Gourds | None = None,
    highlight: Highlight | None = None,
    budgets: Collection[tuple[int, int]] | None = None,
) -> str:
    """An SVG picture of a board, an instance or a placement; the same input gives the same bytes.

    - ``placement``: gourds to draw on a board or an instance.
    - ``title``: the heading; by default an instance's name. ``""`` for none.
    - ``legend``: colors, budgets and sizes, beside the board or below it.
    - ``labels``: short names of the colors in the cells; by default on boards of up to 1,500 cells.
    - ``coordinates``: the axial coordinates q,r in each cell.
    - ``partial``: pairs of cells, gourds to draw instead of a placement; the cells that they leave open get rings.
    - ``highlight``: indices of cells that are outlined, or their regions by number; all other cells fade.
    - ``budgets``: pairs of colors (as indices) whose budgets stand out in the legend.

    Raises InputError if the placement has cells off the board or ends that are not adjacent.
    """
    scene = scene_of(value, placement, partial, highlight, budgets)
    is_compact = scene.board.size > COMPACT and not labels and not coordinates
    layout = arrange(scene.board.cells, _cell_width(scene.board.size, is_compact, coordinates))
    if is_compact:
        scene = replace(scene, tones=tuple(stronger(tone) for tone in scene.tones))
        drawing = compact.draw(scene, layout)
    else:
        drawing = detail.draw(scene, layout, labels=labels is not False, coordinates=coordinates)
    drawing += captions(layout)
    grow = growth(layout.width)
    body = Block(drawing, layout.width, layout.height)
    if legend and (scene.is_colored or scene.empty is not None):
        mark = compact.empty_mark if is_compact else detail.empty_mark
        body = with_legend(legends.sections_of(scene, mark), body, grow)
    name = clean(scene.name).strip() or scene.facts()
    return titled(body, scene.name if title is None else title, scene.facts() if legend else "", name, grow)


def _cell_width(cells: int, is_compact: bool, coordinates: bool) -> float:
    """The width of a cell in pixels: large where texts must fit into it, small where there are many."""
    if is_compact:
        return 16.0 if cells <= 6000 else 12.0 if cells <= 60_000 else 8.0
    wide = 54.0 if cells <= 61 else 44.0 if cells <= 400 else 34.0
    return max(wide, 54.0) if coordinates else wide
