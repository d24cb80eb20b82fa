"""Boards grown triangle by triangle, against all boards; and the census of small sizes."""

from __future__ import annotations

import json

import pytest

from gourds import polyhexes, shapes
from gourds.board import Board
from gourds.errors import InputError
from gourds.triples.census import has_fixed_tilt, take_census
from gourds.triples.frontier import count_placements
from gourds.triples.growing import boards_of_triples
from gourds.triples.placements import all_placements, each_placement
from tests.triples.small_boards import PISTOL, RHOMBUS, boards, strip
from tests.triples.small_boards import placements as small_placements


def test_all_boards_with_a_placement_are_grown():
    """All 7 and 333 boards of four and seven cells are looked at one by one."""
    for size, count in ((1, 1), (4, 2), (7, 29)):
        wanted = [board for board in polyhexes.free_boards(size) if count_placements(board)]
        assert sorted(map(repr, boards(size))) == sorted(map(repr, wanted))
        assert len(wanted) == count


def test_by_hand():
    """Nine cells touch a triangle: three along an edge make a rhombus, six touch one cell only, all mirror images."""
    found = {len(board.edges): count_placements(board) for board in boards(4)}
    assert found == {len(RHOMBUS.edges): 2, len(PISTOL.edges): 1} == {5: 2, 4: 1}


def test_census():
    four, seven, ten = (take_census(size) for size in (4, 7, 10))
    assert (four.boards, four.rigid, four.joined, four.gods_number, four.placements) == (2, 1, 2, 3, {1: 1, 2: 1})
    assert (seven.boards, seven.rigid, seven.joined, seven.gods_number) == (29, 22, 29, 6)
    assert (ten.boards, ten.with_holes, ten.rigid, ten.joined, ten.gods_number) == (550, 5, 411, 550, 9)
    for census in (four, seven, ten):
        assert census.tilt_not_fixed == census.several_hinge_sets == census.apart == 0
        assert sum(census.placements.values()) == census.boards
        assert json.loads(json.dumps(census.to_json()))["first_apart"] is None
        assert census.placements == census.trees  # one tree to a board, as long as none is apart


def test_a_census_tells_what_it_does():
    seen, said = [], []
    take_census(7, said.append, seen.append)
    assert [space.board for space in seen] == list(boards(7))
    assert said == []


def test_the_tilt_of_a_strip_follows_from_the_empty_cell():
    placements = all_placements(strip(5))
    assert has_fixed_tilt(placements)
    assert sorted({one.tilt for one in placements}) == [-1, 1]


def test_the_tilt_modulo_six_follows_from_the_empty_cell():
    large = [all_placements(Board.from_cells(cells)) for cells in (shapes.hexagon(5), shapes.triangle(13))]
    for one in [*small_placements(7), *small_placements(10), *(each for found in large for each in found)]:
        total = int(one.board.cells[:, 0].sum())
        assert (one.tilt - one.empty_cell[0] + total) % 3 == 0
        assert (one.tilt - len(one.slots)) % 2 == 0


def test_the_tilt_does_not_always_follow_from_the_empty_cell():
    """The triangle of 136 cells, with the empty cell in the middle."""
    placements = [one for one in each_placement(Board.from_cells(shapes.triangle(16))) if one.empty_cell == (5, 5)]
    assert {one.tilt for one in placements} == {-3, -9}
    assert not has_fixed_tilt(placements)


@pytest.mark.parametrize("size", [0, -2, 5, 19])
def test_other_sizes_are_refused(size):
    with pytest.raises(InputError, match="boards of triples have 1, 4, 7"):
        boards_of_triples(size)
