"""Pictures of gourds on square grids, which nothing but the paper's introduction needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gourds.render.board.configuration import ACCENT
from gourds.render.geometry import half_gourd_path, number
from gourds.render.palette import OUTLINE, PLAIN
from gourds.render.svg import on_paper
from gourds.render.tags import Block

Cell = tuple[int, int]
"""A column and a row."""

CELL: Final = 44.0
"""The width of a cell in pixels."""
LIGHT, DARK = "#f4f1ea", "#cfc8ba"
MARKED: Final = "#7db7ea"
"""A gourd that stands out; it is outlined too."""


def draw_squares(
    cells: Sequence[Cell], gourds: Sequence[tuple[int, int]], marked: tuple[int, int] | None = None
) -> str:
    """A board of the square grid as SVG, colored like a checkerboard, with gourds as pairs of cells by number."""
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    right, low = max(x for x, _ in cells), max(y for _, y in cells)

    def place(k: int) -> tuple[float, float]:
        return (cells[k][0] - left + 0.5) * CELL, (cells[k][1] - top + 0.5) * CELL

    parts = [
        f'<rect x="{number((x - left) * CELL)}" y="{number((y - top) * CELL)}" width="{number(CELL)}"'
        f' height="{number(CELL)}" fill="{DARK if (x + y) % 2 else LIGHT}" stroke="#8d8676" stroke-width="1"/>'
        for x, y in cells
    ]
    for a, b in gourds:
        (x, y), (u, v) = place(a), place(b)
        is_marked = marked is not None and {a, b} == set(marked)
        fill, line, wide = (MARKED, ACCENT, 3.0) if is_marked else (PLAIN.disc, OUTLINE, 1.6)
        way = ((u - x) / CELL, (v - y) / CELL)
        paths = half_gourd_path(x, y, way, CELL), half_gourd_path(u, v, (-way[0], -way[1]), CELL)
        parts += [f'<path d="{path}" fill="{fill}" stroke="{line}" stroke-width="{number(wide)}"/>' for path in paths]
    body = Block(parts, (right - left + 1) * CELL, (low - top + 1) * CELL)
    return on_paper(body, f"{len(gourds)} gourds on {len(cells)} square cells")
