"""Shades: every triangle has one cell of each, and the empty cell has always the same."""

from __future__ import annotations

from hypothesis import given

from gourds import shapes
from gourds.board import Board
from gourds.triples.shades import empty_shade, shade, shade_counts
from tests.strategies import boards as any_boards
from tests.triples.small_boards import PISTOL, RHOMBUS, placements


@given(any_boards(max_size=30))
def test_every_triangle_has_one_cell_of_each_shade(board):
    cells = board.cell_list()
    for triangle in board.triangles.tolist():
        assert {shade(cells[k]) for k in triangle} == {0, 1, 2}
    assert sum(shade_counts(board)) == board.size


def test_the_empty_cell_has_the_shade_of_most_cells():
    for size in (1, 4, 7, 10):
        for placement in placements(size):
            assert shade(placement.empty_cell) == empty_shade(placement.board)


def test_by_hand():
    assert shade_counts(RHOMBUS) == (2, 1, 1)
    assert empty_shade(RHOMBUS) == 0
    assert empty_shade(PISTOL) == 2  # (2, 0) has shade 2, as the cell (0, 1) of the only triangle
    assert empty_shade(Board.from_cells([(0, 0), (1, 0), (2, 0), (3, 0)])) == 0  # a bar: 2, 1, 1, and no triangle
    assert empty_shade(Board.from_cells(shapes.hexagon(1))) is None  # the middle has one shade, the ring 3 and 3
