"""Cycles on a board: which cells they go through, and which cells they share."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from gourds.board import Board
from gourds.render.board import detail
from gourds.render.board.configuration import cell_width
from gourds.render.geometry import arrange, number
from gourds.render.scene import scene_of
from gourds.render.svg import Block, heading_block, on_paper
from gourds.render.text import clean

INKS: Final = ("#0b62b8", "#d55e00", "#7b3294", "#007a5a")
"""The colors of the cycles in turn; each has a dash pattern of its own too."""
_DASHES: Final = ("", "6 3", "2 3", "9 3 2 3")
_APART: Final = 0.13
"""Where two cycles use the same cell, their lines lie this far apart, for cells of width 1."""


def rings_svg(
    board: Board,
    rings: Sequence[Sequence[int]],
    *,
    highlight: Collection[int] | None = None,
    title: str = "",
) -> str:
    """An SVG picture of a board with closed lines through the cells of each ring, by index, in order.

    Cells in ``highlight`` stand out against the others.
    """
    scene = scene_of(board, highlight=highlight)
    layout = arrange(board.cells, cell_width(board.size), folds=False)
    centers, cell = layout.centers(), layout.cell
    parts = detail.draw(scene, layout, labels=False, coordinates=False)
    for k, ring in enumerate(rings):
        shift = _APART * cell * (k - (len(rings) - 1) / 2)
        way = "M" + "L".join(f"{number(centers[c][0] + shift)} {number(centers[c][1] + shift)}" for c in ring) + "z"
        ink, dash = INKS[k % len(INKS)], _DASHES[k % len(_DASHES)]
        pattern = f' stroke-dasharray="{dash}"' if dash else ""
        parts += [
            f'<path d="{way}" fill="none" stroke="#ffffff" stroke-width="{number(cell * 0.17)}"/>',
            f'<path d="{way}" fill="none" stroke="{ink}" stroke-width="{number(cell * 0.1)}"{pattern}'
            ' stroke-linejoin="round"/>',
        ]
    name = clean(title).strip() or scene.facts()
    return on_paper(heading_block(title, scene.facts(), 1.0), Block(parts, layout.width, layout.height), name)
