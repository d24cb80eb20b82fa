"""Cycles on a board: which cells they go through, and which cells they share."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from gourds.board import Board
from gourds.render.board import detail
from gourds.render.board.configuration import cell_width
from gourds.render.geometry import arrange, closed_path
from gourds.render.scene import scene_of
from gourds.render.svg import titled
from gourds.render.tags import Block, tag

INKS: Final = ("#7fb2e5", "#d55e00", "#1d1d1d")
"""The colors of the cycles in turn."""
WIDTHS: Final = (0.34, 0.13, 0.05)
"""The widths of their lines, for cells of width 1: each lies on those before it, which stay visible beside it."""


def cycles_svg(
    board: Board,
    rings: Sequence[Sequence[int]],
    *,
    highlight: Collection[int] | None = None,
    empty: int | None = None,
    title: str = "",
) -> str:
    """An SVG picture of a board with closed lines through the cells of up to three rings, by index, in order.

    Cells in ``highlight`` are outlined; the ``empty`` one has its mark.
    """
    scene = replace(scene_of(board), empty=empty)
    layout = arrange(board.cells, cell_width(board.size), folds=False)
    centers, cell = layout.centers(), layout.cell
    parts = detail.draw(scene, layout, labels=False, coordinates=False)
    if highlight is not None:
        outlined = replace(scene, highlight=dict.fromkeys(highlight, 0), empty=None)
        parts += detail.draw(outlined, layout, labels=False, coordinates=False)
    for ring, ink, wide in zip(rings, INKS, WIDTHS, strict=False):
        way, ends = closed_path([centers[c] for c in ring]), {"stroke_linejoin": "round", "stroke_linecap": "round"}
        parts.append(tag("path", d=way, fill="none", stroke=ink, stroke_width=cell * wide, **ends))
    return titled(Block(parts, layout.width, layout.height), title, scene.facts())
