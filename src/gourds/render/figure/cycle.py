"""The Hamiltonian cycle of a proper board and the tree of the triangles inside, as the planners use them.

Nodes of the tree are told apart by shape and color: leaves are rings, nodes of degree 2, at which the cycle can be
split, are discs, nodes of degree 3 are squares. The triangle of the most balanced split is filled.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.board import Board
from gourds.reconfigure.paper.quadratic import splittable_cycle
from gourds.reconfigure.paper.splits import find_splits
from gourds.reconfigure.paper.triangles import TriangleTree, triangle_tree
from gourds.render import legend as legends
from gourds.render.board.configuration import ACCENT, cell_width, draw_tiles
from gourds.render.geometry import arrange, closed_path, number
from gourds.render.svg import growth, titled, with_legend
from gourds.render.tags import Block, tag
from gourds.render.text import width
from gourds.words import counted

LEAF: Final = "#ffffff"
MIDDLE: Final = "#e69f00"
BRANCH: Final = "#7b3294"
SPLIT: Final = "#f6d58a"
INK: Final = "#3a2f1d"
_NAMES: Final = {1: "leaf", 2: "degree 2", 3: "degree 3"}
_SPLIT_TEXT: Final = "most balanced split"
_SWATCH: Final = 28.0


def cycle_svg(board: Board, *, title: str | None = None, legend: bool = True) -> str:
    """An SVG picture of the cycle that the quadratic algorithm takes, and of its tree of triangles.

    Raises InputError with the reasons if the board is not proper.
    """
    tree = triangle_tree(board.neighbors, splittable_cycle(board))
    layout = arrange(board.cells, cell_width(board.size), folds=False)
    centers = np.array(layout.centers())
    parts = [
        *draw_tiles(board, layout, None),
        *_split(tree, centers),
        *draw_cycle(centers[tree.cycle], layout.cell),
        *_tree(tree, centers, layout.cell),
    ]
    grow = growth(layout.width)
    body = Block(parts, layout.width, layout.height)
    if legend:
        body = with_legend([_section(tree)], body, grow)
    facts = _facts(tree)
    return titled(body, title, facts if legend else "", facts, grow)


def _facts(tree: TriangleTree) -> str:
    """The cycle and its most balanced split in one line."""
    words = [f"Hamiltonian cycle of {counted(len(tree.cycle), 'cell')}", counted(tree.size, "triangle")]
    splits = [f"splits into cycles of {one:,} and {other:,}" for one, other in (s.sizes for s in find_splits(tree)[:1])]
    return " · ".join((*words, *splits))


def draw_cycle(way: NDArray[np.float64], cell: float, color: str = ACCENT) -> list[str]:
    """A closed line through points, with a light edge."""
    return [
        tag("path", d=closed_path(way.tolist()), fill="none", stroke=tone, stroke_width=wide, stroke_linejoin="round")
        for tone, wide in (("#ffffff", 0.24 * cell), (color, 0.15 * cell))
    ]


def draw_triangle(corners: NDArray[np.float64], fill: str) -> str:
    """A triangle that is filled."""
    return tag("path", d=closed_path(corners.tolist()), fill=fill)


def _split(tree: TriangleTree, centers: NDArray[np.float64]) -> list[str]:
    """The triangle of the most balanced split."""
    return [draw_triangle(centers[tree.cells()[split.triangle]], SPLIT) for split in find_splits(tree)[:1]]


def _tree(tree: TriangleTree, centers: NDArray[np.float64], cell: float) -> list[str]:
    """The tree of all triangles."""
    node, side = np.nonzero(tree.adjacent > np.arange(tree.size)[:, None])
    links = np.stack((node, tree.adjacent[node, side]), axis=1)
    return draw_tree(centers[tree.cells()].mean(axis=1), links, tree.degree.tolist(), cell)


def draw_tree(middles: NDArray[np.float64], links: NDArray[Any], degrees: Sequence[int], cell: float) -> list[str]:
    """Edges between nodes, then a mark for each node."""
    lines = "".join(f"M{number(x)} {number(y)}L{number(u)} {number(v)}" for (x, y), (u, v) in middles[links].tolist())
    marks = [_mark(x, y, cell, degree) for (x, y), degree in zip(middles.tolist(), degrees, strict=True)]
    line = cell * 0.045
    return [
        tag("path", d=lines, fill="none", stroke=INK, stroke_width=line, stroke_linecap="round"),
        f'<g stroke="{INK}" stroke-width="{number(line)}">',
        *marks,
        "</g>",
    ]


def _mark(x: float, y: float, cell: float, degree: int) -> str:
    """A node of the tree."""
    size = cell * 0.1
    if degree == 3:
        half = size * 1.05
        return tag("rect", x=x - half, y=y - half, width=2 * half, height=2 * half, fill=BRANCH)
    return tag("circle", cx=x, cy=y, r=size, fill=MIDDLE if degree == 2 else LEAF)


def _section(tree: TriangleTree) -> legends.Section:
    """What the marks mean, and how many there are of each; what is not there is left out."""
    counts = {degree: int((tree.degree == degree).sum()) for degree in (1, 2, 3)}
    texts = {degree: f"{_NAMES[degree]}: {count:,}" for degree, count in counts.items() if count}
    left = _SWATCH + 12

    def line(x: float, y: float) -> str:
        return tag("path", d=f"M{number(x)} {number(y + 13)}h{number(_SWATCH)}", stroke=ACCENT, stroke_width=7)

    def node(degree: int) -> legends.Draw:
        return lambda x, y: tag("g", _mark(x + _SWATCH / 2, y + 13, 54.0, degree), stroke=INK, stroke_width=2)

    def filled(x: float, y: float) -> str:
        corners = f"M{number(x + 2)} {number(y + 24)}h{number(_SWATCH - 4)}l{number(2 - _SWATCH / 2)} -21z"
        return tag("path", d=corners, fill=SPLIT)

    rows = [(line, "the cycle"), *((node(degree), text) for degree, text in texts.items())]
    rows += [(filled, _SPLIT_TEXT)] if counts[2] else []
    return legends.marked("Triangles inside", rows, left, left + width(_SPLIT_TEXT, legends.SIZE))
