"""All boards that have a placement of triples, up to translation, rotation and reflection.

Take a connected board with a placement. Its triples and the empty cell form a connected graph: two are neighbors if
cells of theirs are. A connected graph has two vertices that can each be left out without cutting the rest apart, and
one of them is a triple. What is left is a connected board with a placement of one triple less. So all boards of 3n + 4
cells with a placement grow from those of 3n + 1 cells by one triangle that touches the board, and far fewer boards are
looked at than there are: 16 cells give 258,730 of 372,868,101 boards.

**Cost.** 13 cells take 0.5 s, 16 cells 12 s of processor time. Boards are rows of bytes as in :mod:`gourds.polyhexes`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gourds.board import Board
from gourds.errors import InputError
from gourds.hexgrid import DIRECTIONS, Cell
from gourds.polyhexes import Codes, canonical_keys, codes_of_keys

MOST_CELLS: Final = 16
"""Boards of more cells do not fit into the keys of :mod:`gourds.polyhexes`, and are too many."""

_CHUNK: Final = 500


def boards_of_triples(size: int) -> Iterator[Board]:
    """All connected boards of 1, 4, 7, …, 16 cells that have a placement of triples, in canonical form."""
    if size % 3 != 1 or not 1 <= size <= MOST_CELLS:
        raise InputError(f"boards of triples have 1, 4, 7, … or {MOST_CELLS} cells, not {size}")
    codes: Codes = np.array([[0]], dtype=np.uint8)
    while codes.shape[1] < size:
        parts = [_grown(codes[k : k + _CHUNK]) for k in range(0, len(codes), _CHUNK)]
        codes = codes_of_keys(np.unique(np.concatenate(parts)), codes.shape[1] + 3)
    cells = np.stack((codes & 15, codes >> 4), axis=2).astype(np.int64)
    return (Board.from_cells(each) for each in cells)


def _grown(codes: Codes) -> NDArray[np.void]:
    """The keys of all boards with one triangle more, each once."""
    rows = [
        [*cells, *triangle]
        for cells in (list(zip((row & 15).tolist(), (row >> 4).tolist(), strict=True)) for row in codes)
        for triangle in _triangles_beside(cells)
    ]
    table = np.array(rows, dtype=np.int8)
    return np.unique(canonical_keys(table[:, :, 0], table[:, :, 1]))


def _triangles_beside(cells: list[Cell]) -> set[tuple[Cell, Cell, Cell]]:
    """The triangles that touch a board and cover none of its cells, each in one order."""
    covered = set(cells)
    rim = {(q + dq, r + dr) for q, r in cells for dq, dr in DIRECTIONS} - covered
    found = set()
    for q, r in rim:
        for d in range(6):
            (aq, ar), (bq, br) = DIRECTIONS[d], DIRECTIONS[d - 1]
            one, other = (q + aq, r + ar), (q + bq, r + br)
            if one not in covered and other not in covered:
                a, b, c = sorted(((q, r), one, other))
                found.add((a, b, c))
    return found
