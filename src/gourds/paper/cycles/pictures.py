"""Pictures of a board with its Hamiltonian cycle, the triangles inside and what a claim is about.

Leaves of the tree are white rings, nodes of degree 2 are orange discs, nodes of degree 3 are purple squares, as in
``gourds draw --cycle``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import numpy as np

from gourds.paper.claim import Picture
from gourds.paper.cycles.inside import Inside

MARKED: Final = "#f6d58a"
"""Triangles that a claim is about."""
WRONG: Final = "#f2a6a0"
"""Triangles that contradict it."""
FIRST, SECOND = "#1b7f4b", "#0b62b8"
"""The two parts of a cycle."""
_NAME: Final = "#1d1d1d"


def draw(
    inside: Inside,
    caption: str,
    *,
    filled: Mapping[str, Iterable[int]] | None = None,
    named: Mapping[int, str] | None = None,
    parts: Sequence[Sequence[int]] = (),
) -> Picture:
    """The board, filled triangles (nodes by color), the cycle or its parts, the tree, and names of cells."""
    from gourds.render.board.configuration import ACCENT, cell_width, draw_tiles
    from gourds.render.figure.cycle import draw_cycle, draw_tree, draw_triangle
    from gourds.render.geometry import arrange
    from gourds.render.svg import on_paper
    from gourds.render.tags import Block

    layout = arrange(inside.board.cells, min(cell_width(inside.board.size), 44.0), folds=False)
    centers = np.array(layout.centers())
    corners = np.array(inside.nodes, dtype=np.int64).reshape(-1, 3)
    links = np.array(list(inside.edges()), dtype=np.int64).reshape(-1, 2)
    body = [
        *draw_tiles(inside.board, layout, None),
        *(draw_triangle(centers[corners[node]], color) for color, nodes in (filled or {}).items() for node in nodes),
    ]
    lines = zip(parts, (FIRST, SECOND), strict=False) if parts else [(inside.cycle, ACCENT)]
    for cells, color in lines:
        body += draw_cycle(centers[list(cells)], layout.cell, color)
    degrees = [inside.degree(node) for node in range(inside.size)]
    body += draw_tree(centers[corners].mean(axis=1), links, degrees, layout.cell)
    body += [_name(centers[cell].tolist(), layout.cell, name) for cell, name in (named or {}).items()]
    return Picture(on_paper(Block(body, layout.width, layout.height), caption), caption)


def _name(center: Sequence[float], cell: float, name: str) -> str:
    """A short name on a white disc in the middle of a cell."""
    from gourds.render.tags import tag, text_tag

    (x, y), size = center, 0.34 * cell
    disc = tag("circle", cx=x, cy=y, r=0.22 * cell, fill="#ffffff", stroke=_NAME, stroke_width=0.02 * cell)
    look = {"font_style": "italic", "text_anchor": "middle", "fill": _NAME}
    return disc + text_tag(name, x=x, y=y + 0.34 * size, font_size=size, **look)
