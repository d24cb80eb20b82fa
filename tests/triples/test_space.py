"""State spaces from trees, against plain search over all numbered configurations."""

from __future__ import annotations

import math

import pytest

from gourds import shapes
from gourds.board import Board
from gourds.triples.configuration import TripleConfiguration
from gourds.triples.space import survey_triples
from tests.triples.plain_search import all_configurations, pivot_distances, search_components
from tests.triples.small_boards import PISTOL, RHOMBUS, boards, strip


def test_every_small_space_is_what_a_search_finds():
    for board in [*boards(1), *boards(4), *boards(7), Board.from_cells(shapes.triangle(4))]:
        space = survey_triples(board)
        found = search_components(board)
        assert space.states == sum(map(len, found)) == len(list(all_configurations(board)))
        assert space.state_components == len(found)
        sizes = sorted(
            size
            for component in space.components
            for size in [component.size * 3 ** (component.size - 1)] * (space.labelings // 3 ** (component.size - 1))
        )
        assert sizes == sorted(map(len, found))
        farthest = max(_reach(board, ends) for part in (found[0], found[-1]) for ends in part)
        assert space.gods_number == farthest
        assert space.is_reconfigurable == (len(found) == 1)


def test_gods_number_of_boards_with_three_triples():
    spaces = [space for space in map(survey_triples, boards(10)) if space.placements >= 3]
    assert len(spaces) == 20 + 5
    for space in spaces[::3]:
        component = space.components[0]
        start = TripleConfiguration.of_placement(component.first)
        assert max(_reach(space.board, ends) for ends in pivot_distances(start)) == component.gods_number


def test_only_one_triple_can_be_reconfigured_with_numbers():
    for size in (1, 4, 7, 10):
        reconfigurable = [board for board in boards(size) if survey_triples(board).is_reconfigurable]
        assert len(reconfigurable) == (size <= 4)
    assert survey_triples(RHOMBUS).is_reconfigurable
    assert not survey_triples(PISTOL).is_reconfigurable


@pytest.mark.parametrize("triples", [1, 2, 3, 5, 8])
def test_strips(triples):
    """Two rows: n + 1 placements in a path, every triple moves, and God's number is 3n, which no board exceeds."""
    space = survey_triples(strip(triples))
    assert space.placements == triples + 1
    assert space.is_joined
    assert space.gods_number == 3 * triples
    assert space.state_components == math.factorial(triples)


def test_boards_that_are_apart():
    rosette = survey_triples(Board.from_cells(shapes.hexagon(2)))
    assert (rosette.placements, rosette.hinge_sets, len(rosette.components)) == (2, 1, 2)
    assert rosette.is_rigid
    assert not rosette.is_joined
    kekule = survey_triples(Board.from_cells(shapes.hexagon(3)))
    assert [component.size for component in kekule.components] == [10, 10]
    assert kekule.hinge_sets == 2


def test_no_placement():
    space = survey_triples(Board.from_cells(shapes.hexagon(1)))
    assert space.placements == space.states == space.state_components == space.gods_number == 0
    assert not space.is_joined
    assert not space.is_rigid
    assert not space.is_reconfigurable


def _reach(board, ends):
    count = len(ends)
    return max(pivot_distances(TripleConfiguration(board, tuple(range(1, count + 1)), ends)).values())
