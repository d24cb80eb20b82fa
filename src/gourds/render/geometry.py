"""From axial cells to the plane: the lattice, folding into bands, hexagons and gourds as paths.

**Lattice.** Hexagons stand on a corner. In units of half a hexagon's width and a quarter of its height, all corners
and centers are integers: cell (q, r) has its center at (2q + r, 3r) and its corners at (0, ±2), (±1, ±1) from there.

**Folding.** The boards of the reduction are four rows high and thousands of columns wide. Like a line of text, such
a board is cut into bands that stand one below the other (a very high board: side by side).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gourds.board import Board
from gourds.hexgrid import CellArray

IntArray = NDArray[np.int64]

EXTREME: Final = 5.0
"""A board whose sides have a larger ratio than this is folded, if it is large."""
LARGE: Final = 1500.0
"""Boards that are no longer than this many pixels are never folded."""
PAGE_RATIO: Final = 1.5
"""Folded boards come about this many times as wide as high."""

DISC: Final = 0.37
"""Radius of a gourd's discs, for cells of width 1."""
NECK: Final = 0.125
"""Half the width of a gourd at its waist."""
# The circle that touches both discs from outside and comes within NECK of the axis has its center at the height
# NECK + BEND over the middle of the axis, so 1/4 + (NECK + BEND)² = (DISC + BEND)².
BEND: Final = (0.25 + NECK**2 - DISC**2) / (2 * (DISC - NECK))
"""Radius of the concave arcs of the neck."""


@dataclass(frozen=True)
class Caption:
    """A small text at the upper left corner of a band."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Layout:
    """Where cells lie on the page, in lattice units, and the measures of the whole in pixels."""

    cell: float
    """The width of a cell in pixels."""
    x: IntArray
    """Centers of the cells, in half widths of a cell."""
    y: IntArray
    """Centers of the cells, in quarter heights of a cell."""
    band: IntArray
    """The band that each cell is in."""
    captions: tuple[Caption, ...]
    """What stands above the bands; empty if there is only one."""
    width: float
    """Of the whole, in pixels."""
    height: float
    """Of the whole, in pixels."""

    @property
    def unit(self) -> tuple[float, float]:
        """A lattice unit in pixels, to the right and down."""
        return units(self.cell)

    def centers(self) -> list[tuple[float, float]]:
        """The centers of the cells in pixels."""
        across, down = self.unit
        return list(zip((self.x * across).tolist(), (self.y * down).tolist(), strict=True))


def units(cell: float) -> tuple[float, float]:
    """A lattice unit in pixels for cells of a width."""
    return cell / 2, cell / (2 * math.sqrt(3))


def caption_size(cell: float) -> float:
    """The font size of captions: larger on the larger pages that small cells make."""
    return 11.0 if cell >= 16 else 17.0


def arrange(cells: CellArray, cell: float, *, folds: bool = True) -> Layout:
    """Lay out the cells, folded if the board is large and long and may fold; the upper left corner is (0, 0)."""
    x, y = 2 * cells[:, 0] + cells[:, 1], 3 * cells[:, 1]
    across, down = units(cell)
    width = (int(x.max() - x.min()) + 2) * across
    height = (int(y.max() - y.min()) + 4) * down
    if folds and width > max(LARGE, EXTREME * height):
        return _fold_columns(cells, x - x.min(), y - y.min(), cell, width, height)
    if folds and height > max(LARGE, EXTREME * width):
        return _fold_rows(cells, x - x.min(), y - y.min(), cell, width, height)
    return Layout(cell, x - x.min() + 1, y - y.min() + 2, np.zeros(len(x), dtype=np.int64), (), width, height)


def _fold_columns(cells: CellArray, x: IntArray, y: IntArray, cell: float, width: float, height: float) -> Layout:
    """Bands one below the other; a caption gives the q that the first column has in the top row."""
    across, down = units(cell)
    small = caption_size(cell)
    gap = math.ceil(2.6 * small / down)
    pitch = int(y.max()) + 4 + gap
    bands = max(1, round(width / max(math.sqrt(PAGE_RATIO * width * pitch * down), LARGE * 2 / 3)))
    length = -(-(int(x.max()) // 2 + 1) // bands)
    names, band = np.unique(x // (2 * length), return_inverse=True)
    band = band.astype(np.int64)
    first = int((2 * cells[:, 0] + cells[:, 1] - x)[0] - cells[:, 1].min()) // 2
    top = math.ceil(1.7 * small / down)
    captions = [
        Caption(0, (k * pitch + top) * down - 0.5 * small, f"column {first + int(name) * length}")
        for k, name in enumerate(names.tolist())
    ]
    placed_x = x % (2 * length) + 1
    placed_y = y + 2 + top + band * pitch
    return Layout(
        cell,
        placed_x,
        placed_y,
        band,
        tuple(captions),
        (2 * length + 1) * across,
        (int(placed_y.max()) + 2) * down,
    )


def _fold_rows(cells: CellArray, x: IntArray, y: IntArray, cell: float, width: float, height: float) -> Layout:
    """Bands side by side, each moved to the left; a caption gives the first row."""
    across, down = units(cell)
    gap = math.ceil(24 / across)
    columns = max(1, round(math.sqrt(PAGE_RATIO * height / (width + gap * across))))
    length = -(-(int(y.max()) // 3 + 1) // columns)
    names, band = np.unique(y // (3 * length), return_inverse=True)
    band = band.astype(np.int64)
    left = np.full(len(names), np.iinfo(np.int64).max)
    np.minimum.at(left, band, x)
    inside = x - left[band]
    small = caption_size(cell)
    pitch = max(int(inside.max()) + 2 + gap, math.ceil(6 * small / across))
    top = math.ceil(1.7 * small / down)
    row = int(cells[:, 1].min())
    captions = [
        Caption(k * pitch * across, top * down - 0.5 * small, f"row {row + int(name) * length}")
        for k, name in enumerate(names.tolist())
    ]
    placed_x, placed_y = inside + 1 + band * pitch, y % (3 * length) + 2 + top
    total = max((int(placed_x.max()) + 1) * across, captions[-1].x + 6 * small)
    return Layout(cell, placed_x, placed_y, band, tuple(captions), total, (3 * length + 1 + top) * down)


def number(value: float) -> str:
    """A coordinate with at most two decimals, as short as it can be written."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def points(*values: float) -> str:
    """Coordinates as they stand in a path, with a separator only where one is needed."""
    text = ""
    for value in map(number, values):
        text += value if not text or value.startswith("-") else " " + value
    return text


def closed_path(corners: Iterable[tuple[float, float]]) -> str:
    """A closed line through points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in corners) + "z"


def hexagon_path(x: float, y: float, cell: float) -> str:
    """A hexagon around a point, standing on a corner."""
    a, b = units(cell)
    return f"M{points(x, y - 2 * b)}l{points(a, b)}v{number(2 * b)}l{points(-a, b, -a, -b)}v{number(-2 * b)}z"


def region_path(board: Board, regions: Mapping[int, int], layout: Layout) -> str:
    """The sides of the cells of regions beyond which no other cell of the same region lies."""
    cells = sorted(regions)
    region = np.full(board.size + 1, np.iinfo(np.int64).min)  # the last place, which −1 leads to, is in none
    region[cells] = [regions[k] for k in cells]
    k, d = np.nonzero(region[board.neighbors[cells]] != region[cells][:, None])
    a, b = layout.unit
    corners = np.array([(a, -b), (a, b), (0, 2 * b), (-a, b), (-a, -b), (0, -2 * b), (a, -b)])
    start = np.stack((layout.x * a, layout.y * b), axis=1)[np.array(cells, dtype=np.int64)[k]] + corners[d]
    steps = corners[d + 1] - corners[d]
    sides = zip(start.tolist(), steps.tolist(), strict=True)
    return "".join(f"M{points(*point)}l{points(*step)}" for point, step in sides)


def half_gourd_path(x: float, y: float, toward: tuple[float, float], cell: float) -> str:
    """One disc around a point and half the neck, in the direction of the unit vector ``toward``.

    The path is open at the waist: filling closes it, a stroke leaves the cut free. It reaches over the middle by
    a trifle, so that no gap shows between two halves.
    """
    ux, uy = toward
    waist = 0.5 + 0.004

    def at(along: float, aside: float) -> tuple[float, float]:
        return cell * (along * ux - aside * uy), cell * (along * uy + aside * ux)

    # Where the arc touches the disc: on the line from the disc's center to the arc's center.
    share = DISC / (DISC + BEND)
    touch = (0.5 * share, (NECK + BEND) * share)
    start, enter, leave, end = at(waist, -NECK), at(touch[0], -touch[1]), at(*touch), at(waist, NECK)
    bend, disc = number(BEND * cell), number(DISC * cell)

    def step(a: tuple[float, float], b: tuple[float, float]) -> str:
        return points(b[0] - a[0], b[1] - a[1])

    return (
        f"M{points(x + start[0], y + start[1])}a{bend} {bend} 0 0 1 {step(start, enter)}"
        f"a{disc} {disc} 0 1 0 {step(enter, leave)}a{bend} {bend} 0 0 1 {step(leave, end)}"
    )
