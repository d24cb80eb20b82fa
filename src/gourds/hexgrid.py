"""The hexagonal grid: axial cells, the six directions, the twelve symmetries.

A cell is a pair ``(q, r)``. Its neighbors are ``(q, r) + DIRECTIONS[d]``, d = 0..5, listed in rotation order, so
that consecutive directions are 60° apart and ``D[d] + D[d+2] = D[d+1]`` (indices modulo 6). In pictures q grows to
the right and r grows downwards; row r is shifted to the right by half a cell against row r−1.

Many cells at once are integer arrays of shape (N, 2). The *scan order* of cells is by r, then by q.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import chain
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.errors import Faults, InputError, quoted
from gourds.values import is_whole, listed

Cell = tuple[int, int]
CellArray = NDArray[np.int64]
IndexArray = NDArray[np.int32]
Symmetry = tuple[int, int, int, int]

DIRECTIONS: Final[tuple[Cell, ...]] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

COORDINATE_LIMIT: Final = 2**30
"""Coordinates stay below this in absolute value, so that the scan key of a cell fits into 64 bits."""


def is_cell(value: object) -> bool:
    """True iff the value is a pair of whole numbers that are not too far out."""
    is_pair = isinstance(value, tuple | list | np.ndarray) and len(value) == 2
    return is_pair and all(is_whole(x) and -COORDINATE_LIMIT < x < COORDINATE_LIMIT for x in value)  # type: ignore[attr-defined]


def is_pair_of_cells(value: object) -> bool:
    """True iff the value is a pair of cells."""
    is_pair = isinstance(value, tuple | list | np.ndarray) and len(value) == 2
    return is_pair and is_cell(value[0]) and is_cell(value[1])  # type: ignore[index]


def plain_cell(cell: Any) -> Cell:
    """A cell as a pair of plain integers."""
    return int(cell[0]), int(cell[1])


def cell_array(cells: Any, place: Callable[[int], str] = "cells[{}]".format) -> CellArray:
    """Cells in any spelling as an array of shape (N, 2). Raises InputError if some are no cells.

    Nothing is rounded or cut to fit. Arrays are taken as they are; how far out they reach is left to the caller.
    """
    if isinstance(cells, np.ndarray) and cells.dtype.kind in "iu" and cells.ndim == 2 and cells.shape[1] == 2:
        if cells.dtype == np.uint64:
            cells = np.minimum(cells, COORDINATE_LIMIT)  # too far out it stays
        taken: CellArray = cells.astype(np.int64, copy=False)
        return taken
    rows = listed(cells)
    if rows is None or isinstance(cells, str):
        raise InputError(f"cells must be a list of cells (q, r), not {quoted(cells)}")
    if set(map(type, rows)) <= {tuple, list} and set(map(len, rows)) <= {2}:
        numbers = list(chain.from_iterable(rows))
        if set(map(type, numbers)) <= {int}:
            with suppress(OverflowError):
                return np.array(numbers, dtype=np.int64).reshape(-1, 2)
    faults = Faults()
    for k, row in enumerate(rows):
        if not is_cell(row):
            is_far = isinstance(row, tuple | list) and len(row) == 2 and all(map(is_whole, row))
            reason = f"coordinates must stay below {COORDINATE_LIMIT} in absolute value"
            faults.add(place(k), reason if is_far else f"must be a cell (q, r) of two whole numbers, not {quoted(row)}")
    faults.check()
    return np.array([[int(q), int(r)] for q, r in rows], dtype=np.int64).reshape(-1, 2)


def are_adjacent(a: Cell, b: Cell) -> bool:
    """True iff two cells share a side."""
    return (b[0] - a[0], b[1] - a[1]) in DIRECTIONS


def distance(a: Cell, b: Cell) -> int:
    """The number of steps between neighbors that lead from one cell to the other."""
    dq, dr = b[0] - a[0], b[1] - a[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def center(cell: Cell) -> tuple[float, float]:
    """Where a cell's center lies in the plane, for hexagons of width 1."""
    return cell[0] + cell[1] / 2, cell[1] * 3**0.5 / 2


def scan_keys(cells: CellArray) -> NDArray[np.int64]:
    """One integer per cell, ordered as the scan order; unequal for unequal cells."""
    keys: NDArray[np.int64] = cells[:, 1] * (4 * COORDINATE_LIMIT) + cells[:, 0]
    return keys


def are_far(cells: CellArray) -> NDArray[np.bool_]:
    """For each cell whether a coordinate is beyond the limit; −2⁶³ too, whose absolute value is no 64-bit number."""
    far: NDArray[np.bool_] = np.any((cells >= COORDINATE_LIMIT) | (cells <= -COORDINATE_LIMIT), axis=1)
    return far


def _twelve() -> tuple[Symmetry, ...]:
    """Rotation by 60° is (q, r) → (−r, q + r); the reflection swaps q and r."""
    found: list[Symmetry] = []
    for reflected in (False, True):
        a, b, c, d = (0, 1, 1, 0) if reflected else (1, 0, 0, 1)
        for _ in range(6):
            found.append((a, b, c, d))
            a, b, c, d = -c, -d, a + c, b + d
    return tuple(found)


SYMMETRIES: Final[tuple[Symmetry, ...]] = _twelve()
"""The twelve symmetries that fix the cell (0, 0), as matrices (a, b, c, d): q' = a·q + b·r, r' = c·q + d·r.

The first six are the rotations by 0°, 60°, …, the last six are those after a reflection.
"""


def apply_symmetry(symmetry: Symmetry, cells: CellArray) -> CellArray:
    """The images of the cells, in the order given."""
    a, b, c, d = symmetry
    q, r = cells[:, 0], cells[:, 1]
    return np.stack((a * q + b * r, c * q + d * r), axis=1)
