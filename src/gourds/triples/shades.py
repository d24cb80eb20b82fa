"""The three shades of cells, and which one the empty cell has.

The *shade* of a cell is (q − r) mod 3. Around a cell the shades of the neighbors alternate between the two others, so
every triangle has one cell of each shade, and so has every triple. Hence n triples cover n cells of each shade, and a
board of 3n + 1 cells has a placement only if its shades have n, n and n + 1 cells. The empty cell has the last shade,
in every placement. Two cells that are opposite over an edge have the same shade: the one that the edge lacks.
"""

from __future__ import annotations

import numpy as np

from gourds.board import Board
from gourds.hexgrid import Cell


def shade(cell: Cell) -> int:
    """The shade of a cell.

    >>> shade((0, 0)), shade((1, 0)), shade((0, 1))
    (0, 1, 2)
    """
    return (cell[0] - cell[1]) % 3


def shade_counts(board: Board) -> tuple[int, int, int]:
    """How many cells have shade 0, 1 and 2."""
    counts = np.bincount((board.cells[:, 0] - board.cells[:, 1]) % 3, minlength=3)
    return int(counts[0]), int(counts[1]), int(counts[2])


def empty_shade(board: Board) -> int | None:
    """The shade of the empty cell, None if the shades alone show that there is no placement."""
    counts = shade_counts(board)
    most = max(counts)
    return counts.index(most) if sorted(counts) == [most - 1, most - 1, most] else None
