"""Ears and all that is about matchings, against lists of all placements."""

from __future__ import annotations

import itertools

import pytest

from gourds.board import Board
from gourds.polyhexes import two_connected_boards_with_holes
from gourds.reconfigure.spaces.ears import (
    even_path,
    find_cover,
    find_placement,
    grow,
    never_empty,
    odd_cycles,
    pivot_triangles,
    stations,
)
from gourds.reconfigure.spaces.holes import HIDDEN_SET, TWO_RINGS, near_lists
from gourds.reconfigure.spaces.placement_graph import placement_graph
from gourds.shapes import hexagon, star_of_david

BOARDS = [
    *(board for size in (7, 9) for board in two_connected_boards_with_holes(size)),
    *list(two_connected_boards_with_holes(11))[::5],
    HIDDEN_SET,
    TWO_RINGS,
    Board.from_cells(star_of_david()),
    Board.from_cells(hexagon(1)),
]


def can_cover(board: Board, cells: set[int]) -> bool:
    """Whether gourds can cover exactly these cells, by trying all ways."""
    if not cells:
        return True
    first = min(cells)
    return any(can_cover(board, cells - {first, other}) for other in near_lists(board)[first] if other in cells)


def is_a_path(board: Board, cells: list[int]) -> bool:
    near = near_lists(board)
    return len(set(cells)) == len(cells) and all(b in near[a] for a, b in itertools.pairwise(cells))


@pytest.mark.parametrize("board", BOARDS)
def test_cells_that_are_never_empty(board):
    ever = set(placement_graph(board).empty.tolist())
    assert set(never_empty(board, find_placement(board))) == set(range(board.size)) - ever


@pytest.mark.parametrize("board", BOARDS)
def test_triangles_and_trapezoids_that_can_be_detached(board):
    mate, every = find_placement(board), set(range(board.size))
    triangles = {frozenset(cells) for cells in board.triangles.tolist()}
    assert {frozenset(cells) for cells in pivot_triangles(board, mate)} == {
        cells for cells in triangles if can_cover(board, every - cells)
    }
    near = near_lists(board)
    fans = {
        frozenset(cells)
        for middle in range(board.size)
        for cells in ((middle, *four) for four in itertools.permutations(near[middle], 4))
        if all(b in near[a] for a, b in itertools.pairwise(cells[1:]))
    }
    assert {frozenset(cells) for cells in stations(board, mate)} == {
        cells for cells in fans if can_cover(board, every - cells)
    }


@pytest.mark.parametrize("board", BOARDS)
def test_every_triangle_grows_to_the_whole_board(board):
    mate, every = find_placement(board), set(range(board.size))
    if never_empty(board, mate):
        return
    for triangle in pivot_triangles(board, mate):
        inside, cover = set(triangle), find_cover(board, triangle)
        while inside != every:
            ear = grow(board, inside, cover)
            assert ear is not None
            assert ear.first != ear.last
            assert {ear.first, ear.last} <= inside
            assert inside.isdisjoint(ear.path)
            assert len(ear.path) % 2 == 0
            assert is_a_path(board, [ear.first, *ear.path])
            assert is_a_path(board, [*ear.path, ear.last])
            path, _ = even_path(board, ear.first, ear.last, inside)
            assert (path[0], path[-1], len(path) % 2) == (ear.first, ear.last, 1)
            assert is_a_path(board, path)
            assert set(path) <= inside
            assert can_cover(board, inside - set(path))
            inside |= set(ear.path)
            assert can_cover(board, every - inside)
            sub = Board.from_cells(board.cells[sorted(inside)])
            assert not sub.cut_cells
            assert not never_empty(sub, find_placement(sub))
        assert grow(board, inside, cover) is None


@pytest.mark.parametrize("board", BOARDS)
def test_odd_cycles_can_be_detached(board):
    if never_empty(board, find_placement(board)):
        return
    near = near_lists(board)
    for empty in range(board.size):
        for cycle in odd_cycles(board, [find_cover(board, [empty])]):
            assert len(cycle) % 2 == 1
            assert is_a_path(board, cycle)
            assert cycle[-1] in near[cycle[0]]
            assert can_cover(board, set(range(board.size)) - set(cycle))
