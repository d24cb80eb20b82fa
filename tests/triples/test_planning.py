"""Shortest plans against plain search, on all small boards; plans of long strips by the replay and the formula."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gourds import shapes
from gourds.board import Board
from gourds.errors import InputError
from gourds.triples.configuration import TripleConfiguration
from gourds.triples.placements import all_placements, each_placement
from gourds.triples.planning import shortest_pivots
from gourds.triples.replaying import replay_pivots
from tests.triples.plain_search import all_configurations, legal_pivots, pivot_distances, pivoted
from tests.triples.small_boards import RHOMBUS, boards, placements, strip


def check(start, target, distance):
    plan = shortest_pivots(start, target)
    assert len(plan) == distance
    assert replay_pivots(start, plan, target)


@pytest.mark.parametrize("size", [4, 7, 10])
def test_plans_are_as_long_as_a_search_says(size):
    for placement in placements(size):
        start = TripleConfiguration.of_placement(placement)
        reached = pivot_distances(start)
        if size < 10 or len(reached) > 27:
            for ends, distance in reached.items():
                check(start, TripleConfiguration(start.board, start.ids, ends), distance)


def test_no_plan_where_a_search_finds_none():
    """Every two configurations of boards of seven cells; and mirrored triples, which all_configurations leaves out."""
    for board in [RHOMBUS, *boards(7)]:
        every = list(all_configurations(board))
        for start in every[:3]:
            reached = pivot_distances(start)
            for target in every:
                assert (shortest_pivots(start, target) is not None) == (target.ends in reached)
            (a, b, c), *others = start.ends
            assert shortest_pivots(start, TripleConfiguration(board, start.ids, ((a, c, b), *others))) is None


@given(st.integers(0, 2**32), st.integers(1, 60))
def test_plans_to_where_a_stroll_led(seed, steps):
    chance = random.Random(seed)
    board = Board.from_cells(shapes.hexagon(3)) if seed % 2 else strip(6)
    start = here = TripleConfiguration.of_placement(chance.choice(all_placements(board)))
    for _ in range(steps):
        here = pivoted(here, chance.choice(legal_pivots(here)))
    plan = shortest_pivots(start, here)
    assert len(plan) <= steps
    assert len(plan) % 2 == steps % 2
    assert replay_pivots(start, plan, here)


def test_a_long_strip():
    """Every triple turned by 120° in place: forth and back over each edge. No recursion is too deep."""
    start = TripleConfiguration.of_placement(next(each_placement(strip(1500))))
    target = TripleConfiguration(start.board, start.ids, tuple((b, c, a) for a, b, c in start.ends))
    plan = shortest_pivots(start, target)
    assert len(plan) == 3000


def test_other_triples_are_refused():
    one = TripleConfiguration.build(RHOMBUS, [1], [((0, 0), (1, 0), (0, 1))])
    with pytest.raises(InputError, match="the same triples"):
        shortest_pivots(one, TripleConfiguration.build(RHOMBUS, [2], [((0, 0), (1, 0), (0, 1))]))
