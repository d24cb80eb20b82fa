from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds import polyhexes, shapes
from gourds.board import Board
from gourds.errors import LimitError
from gourds.reconfigure.search.exact.shortest import count_reachable
from gourds.reconfigure.spaces.group_connectivity import (
    closure,
    connectivity,
    connectivity_by_groups,
    simple_changes,
)
from gourds.reconfigure.spaces.signed_groups import SignedGroup
from gourds.reconfigure.spaces.signed_permutations import count_labelings, element
from tests.reconfigure.plain_search import plain_distances, state_of
from tests.strategies import boards


@settings(max_examples=60)
@given(boards(max_size=11, odd=True))
def test_orders_are_those_of_the_listed_groups(board):
    by_orders, listed = connectivity_by_groups(board), connectivity(board)
    assert (by_orders.placements, by_orders.states) == (listed.placements, listed.states)
    assert (by_orders.components, by_orders.local_orders) == (listed.components, listed.local_orders)


@given(st.integers(0, 4).flatmap(lambda n: st.tuples(st.just(n), st.lists(st.integers(0, count_labelings(n) - 1)))))
def test_a_listed_group_has_the_elements_that_the_group_has(drawn):
    gourds, numbers = drawn
    group = SignedGroup(gourds)
    for number in numbers:
        group.add(element(number, gourds))
    listed = closure([element(number, gourds) for number in numbers], gourds)
    assert listed.tolist() == [element(number, gourds) in group for number in range(count_labelings(gourds))]


@settings(max_examples=30)
@given(boards(max_size=7, odd=True))
def test_a_witness_cannot_be_reached(board):
    facts = connectivity_by_groups(board)
    assert (facts.witness is not None) == (facts.components > 1)
    if facts.witness is not None:
        one, other = facts.witness
        assert state_of(other) not in plain_distances(one)


def test_a_board_with_more_configurations_than_can_be_listed():
    board = Board.from_cells(shapes.random_proper(17, 3))
    facts = connectivity_by_groups(board)
    assert facts.is_reconfigurable
    assert facts.local_orders == (count_labelings(8),)
    with pytest.raises(LimitError, match="more than 5 placements"):
        connectivity_by_groups(board, 5)


def test_simple_changes_generate_everything():
    for gourds in range(1, 5):
        group = SignedGroup(gourds)
        for change in simple_changes(gourds):
            group.add(change)
        assert group.order == count_labelings(gourds)


def test_search_agrees_on_boards_with_holes():
    for board in polyhexes.two_connected_boards_with_holes(9):
        facts = connectivity_by_groups(board)
        if facts.witness:
            assert sum(count_reachable(facts.witness[0])) < facts.states
