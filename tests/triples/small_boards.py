"""Boards of triples that several tests look at."""

from __future__ import annotations

from functools import cache

from gourds.board import Board
from gourds.triples.growing import boards_of_triples
from gourds.triples.placements import TriplePlacement, all_placements

RHOMBUS = Board.from_cells([(0, 0), (1, 0), (0, 1), (1, 1)])
"""The only board of four cells on which a triple can move."""
PISTOL = Board.from_cells([(0, 0), (1, 0), (0, 1), (2, 0)])
"""The other board of four cells with a placement."""


def strip(triples: int) -> Board:
    """The board of two rows that takes so many triples."""
    cells = [(q, r) for q in range(3 * triples + 1) for r in (0, 1)]
    return Board.from_cells(cells[: 3 * triples + 1])


@cache
def boards(size: int) -> tuple[Board, ...]:
    """All boards of a size with a placement."""
    return tuple(boards_of_triples(size))


@cache
def placements(size: int) -> tuple[TriplePlacement, ...]:
    """All placements on these boards."""
    return tuple(placement for board in boards(size) for placement in all_placements(board))
