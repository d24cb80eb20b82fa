from __future__ import annotations

import itertools
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds import polyhexes, shapes
from gourds.board import Board
from gourds.errors import InputError
from gourds.hexgrid import are_adjacent
from tests.strategies import SEEDS

# https://oeis.org/A000228, A018190 and A038144: free polyhexes, those without holes, those with at least one.
FREE = {1: 1, 2: 1, 3: 3, 4: 7, 5: 22, 6: 82, 7: 333, 8: 1448, 9: 6572}
HOLE_FREE = {1: 1, 2: 1, 3: 3, 4: 7, 5: 22, 6: 81, 7: 331, 8: 1435, 9: 6505}
WITH_HOLES = {1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 1, 7: 2, 8: 13}


@cache
def listed(size: int) -> list[Board]:
    return list(polyhexes.free_boards(size))


def test_counts_are_those_of_the_oeis():
    for size, count in FREE.items():
        boards = listed(size)
        assert len(boards) == len(set(boards)) == count
    for size, count in HOLE_FREE.items():
        assert sum(1 for _ in polyhexes.hole_free_boards(size)) == count
    for size, count in WITH_HOLES.items():
        assert sum(not board.is_hole_free for board in listed(size)) == count


@settings(max_examples=60)
@given(st.integers(1, 7), SEEDS)
def test_every_connected_board_is_listed_once_in_canonical_form(size, seed):
    board = Board.from_cells(shapes.random_connected(size, seed))
    assert listed(size).count(board.canonical()) == 1


@pytest.mark.parametrize("size", range(1, 8))
def test_the_lists_with_conditions_are_what_the_conditions_leave_of_all_boards(size):
    every = listed(size)
    assert all(board.size == size and board.is_connected for board in every)
    if size <= 6:
        assert all(board.canonical() == board for board in every)
    assert list(polyhexes.hole_free_boards(size)) == [board for board in every if board.is_hole_free]
    disks = [board for board in every if board.is_two_connected and board.is_hole_free]
    assert list(polyhexes.two_connected_boards(size)) == disks
    assert list(polyhexes.proper_boards(size)) == [board for board in every if board.is_proper]


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_no_board_is_missed_among_all_sets_of_cells(size):
    # All rows of a 2-connected board but the first and the last have two cells, so there are at most n/2 + 1.
    box = [(q, r) for q in range(4) for r in range(4)]
    found = set()
    for cells in itertools.combinations(box, size):
        if any(sum(are_adjacent(a, b) for b in cells) < 2 for a in cells):
            continue
        board = Board.from_cells(cells)
        if board.is_two_connected and board.is_hole_free:
            found.add(board.canonical())
    assert found == set(polyhexes.two_connected_boards(size))


def test_the_star_of_david_is_the_only_disk_that_is_not_proper():
    disks, proper = set(polyhexes.two_connected_boards(13)), set(polyhexes.proper_boards(13))
    assert [board.is_star_of_david for board in disks - proper] == [True]
    assert [sum(1 for _ in polyhexes.proper_boards(size)) for size in (3, 5, 7, 9, 11)] == [1, 1, 4, 16, 69]


def test_the_proper_boards_of_nine_cells_are_those_among_all():
    # A triangulated disk of V cells has 2V − 3 edges at least, which leaves few boards to look at.
    dense = [board for board in listed(9) if len(board.edges) >= 2 * 9 - 3]
    assert list(polyhexes.proper_boards(9)) == [board for board in dense if board.is_proper]


def test_the_order_is_always_the_same():
    pairs = itertools.pairwise(polyhexes.free_boards(7))
    keys = [[(r, q) for q, r in board.cell_list()] for board in polyhexes.free_boards(7)]
    assert keys == sorted(keys)
    assert all(one != other for one, other in pairs)


@pytest.mark.parametrize("size", [0, -1, polyhexes.MAX_SIZE + 1])
def test_sizes_out_of_range_are_refused(size):
    with pytest.raises(InputError, match="from 1 to"):
        next(polyhexes.free_boards(size))


def test_two_connected_boards_with_holes_are_those_among_all_boards():
    for size in range(6, 9):
        due = [board for board in listed(size) if board.is_two_connected and not board.is_hole_free]
        assert list(polyhexes.two_connected_boards_with_holes(size)) == due


def test_two_connected_boards_with_holes_are_many():
    counts = {5: 0, 6: 1, 7: 1, 8: 5, 9: 13, 10: 47, 11: 137, 12: 470}
    for size, count in counts.items():
        boards = list(polyhexes.two_connected_boards_with_holes(size))
        assert len(boards) == len(set(boards)) == count
        assert all(board.is_two_connected and board.holes and board.canonical() == board for board in boards)
    with pytest.raises(InputError, match="17 cells"):
        polyhexes.two_connected_boards_with_holes(18)
