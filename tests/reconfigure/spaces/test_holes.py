from __future__ import annotations

import itertools

import networkx as nx
import pytest
from hypothesis import given, settings

from gourds import polyhexes, shapes
from gourds.board import Board
from gourds.errors import LimitError
from gourds.hexgrid import are_adjacent
from gourds.reconfigure.search.exact.shortest import count_reachable
from gourds.reconfigure.spaces.group_connectivity import connectivity
from gourds.reconfigure.spaces.holes import (
    HIDDEN_SET,
    STUCK_RING,
    TWO_RINGS,
    color_counts,
    find_hamiltonian_cycle,
    is_very_unbalanced,
    large_independent_set,
    near_lists,
)
from gourds.reconfigure.spaces.placement_graph import configuration, placement_graph
from gourds.reconfigure.spaces.signed_permutations import identity
from tests.strategies import boards

STAR = Board.from_cells(shapes.star_of_david())


def is_a_cycle(board: Board, cells: list[int]) -> bool:
    near = near_lists(board)
    steps = zip(cells, cells[1:] + cells[:1], strict=True)
    return len(cells) > 2 and len(set(cells)) == len(cells) and all(b in near[a] for a, b in steps)


def largest_independent(board: Board) -> int:
    """The size of a largest independent set, by taking the first cell or not."""
    near = near_lists(board)

    def best(free: frozenset[int]) -> int:
        if not free:
            return 0
        cell = min(free)
        without = best(free - {cell})
        return max(without, 1 + best(free - {cell, *near[cell]}))

    return best(frozenset(range(board.size)))


@settings(max_examples=80)
@given(boards(max_size=17, odd=True))
def test_large_independent_sets_are_found_iff_there_are_any(board):
    found = large_independent_set(board)
    if not placement_graph(board).placements:
        assert found is None
        return
    assert (found is not None) == (2 * largest_independent(board) > board.size)
    if found is not None:
        cells = board.cell_list()
        assert len(found) == board.size // 2 + 1
        assert not any(are_adjacent(cells[a], cells[b]) for a, b in itertools.combinations(found, 2))
    if is_very_unbalanced(board):
        assert found is not None


@settings(max_examples=60)
@given(boards(max_size=9, odd=True))
def test_boards_with_a_large_independent_set_are_not_reconfigurable(board):
    if board.size > 1 and large_independent_set(board) is not None:
        assert not connectivity(board).is_reconfigurable


@given(boards(max_size=30))
def test_colors_are_proper_and_counted(board):
    color = [(q - r) % 3 for q, r in board.cell_list()]
    assert all(color[a] != color[b] for a, b in board.edges.tolist())
    assert color_counts(board) == tuple(color.count(k) for k in range(3))
    assert is_very_unbalanced(board) == any(color.count(k) > board.size - color.count(k) for k in range(3))


@settings(max_examples=60)
@given(boards(max_size=8))
def test_hamiltonian_cycles_are_found_iff_there_are_any(board):
    found = find_hamiltonian_cycle(board)
    graph = nx.convert_node_labels_to_integers(board.to_networkx())
    orders = itertools.permutations(range(1, board.size))
    exists = board.size > 2 and any(
        all(graph.has_edge(a, b) for a, b in itertools.pairwise((0, *order, 0))) for order in orders
    )
    assert (found is not None) == exists
    if found is not None:
        assert is_a_cycle(board, found)
        assert len(found) == board.size


def test_the_star_of_david():
    assert sorted(color_counts(STAR)) == [3, 3, 7]
    assert is_very_unbalanced(STAR)
    assert len(large_independent_set(STAR)) == 7
    assert find_hamiltonian_cycle(STAR) is None
    assert not is_very_unbalanced(Board.from_cells(shapes.random_proper(13, 1)))


def test_proper_boards_have_no_large_independent_set_and_a_hamiltonian_cycle():
    for size in (3, 5, 7, 9):
        for board in polyhexes.proper_boards(size):
            assert large_independent_set(board) is None
            assert len(find_hamiltonian_cycle(board)) == size


def test_the_stuck_ring_has_a_hamiltonian_cycle_and_cannot_be_reconfigured():
    assert (STUCK_RING.size, len(STUCK_RING.holes), STUCK_RING.is_two_connected) == (7, 1, True)
    assert is_a_cycle(STUCK_RING, find_hamiltonian_cycle(STUCK_RING))
    facts = connectivity(STUCK_RING)
    assert (facts.placements, facts.states, facts.components) == (8, 384, 2)
    assert sum(count_reachable(facts.witness[0])) == sum(count_reachable(facts.witness[1])) == 192
    assert list(polyhexes.two_connected_boards_with_holes(7)) == [STUCK_RING.canonical()]


def test_two_rings_have_no_hamiltonian_cycle_and_can_be_reconfigured():
    assert (TWO_RINGS.size, len(TWO_RINGS.holes), TWO_RINGS.is_two_connected) == (15, 2, True)
    assert find_hamiltonian_cycle(TWO_RINGS) is None
    assert large_independent_set(TWO_RINGS) is None
    facts = connectivity(TWO_RINGS)
    assert (facts.placements, facts.components, facts.local_orders) == (52, 1, (645_120,))
    # Two odd cycles that cover it and share the trapezoid on the right.
    upper = [(1, 0), (2, 0), (3, 0), (3, 1), (4, 1), (3, 2), (2, 3), (2, 2), (1, 2), (0, 2), (1, 1)]
    lower = [(3, 1), (4, 1), (3, 2), (3, 3), (2, 3), (1, 4), (0, 4), (0, 3), (0, 2), (1, 2), (2, 2)]
    cells = {cell: k for k, cell in enumerate(TWO_RINGS.cell_list())}
    for cycle in (upper, lower):
        assert len(cycle) == 11
        assert is_a_cycle(TWO_RINGS, [cells[cell] for cell in cycle])
    assert {*upper, *lower} == set(cells)
    assert {(4, 1), (3, 2), (2, 3), (3, 1), (2, 2)} <= {*upper} & {*lower}


def test_the_hidden_set_is_no_color_class():
    assert HIDDEN_SET.is_two_connected
    assert not is_very_unbalanced(HIDDEN_SET)
    assert len(large_independent_set(HIDDEN_SET)) == 8
    facts = connectivity(HIDDEN_SET)
    graph = placement_graph(HIDDEN_SET)
    assert facts.components > 1
    reached = sum(count_reachable(configuration(graph, 0, identity(7))))
    assert reached * facts.components == facts.states


@pytest.mark.parametrize(("size", "boards_there_are", "reconfigurable"), [(7, 1, 0), (9, 13, 7)])
def test_small_boards_with_holes(size, boards_there_are, reconfigurable):
    found = list(polyhexes.two_connected_boards_with_holes(size))
    assert len(found) == boards_there_are
    assert all(find_hamiltonian_cycle(board) for board in found)
    free = 0
    for board in found:
        facts = connectivity(board)
        reached = sum(count_reachable(configuration(placement_graph(board), 0, identity(size // 2))))
        assert facts.is_reconfigurable == (reached == facts.states)
        free += facts.is_reconfigurable
    assert free == reconfigurable


def test_large_boards_are_refused():
    with pytest.raises(LimitError, match="40 cells"):
        find_hamiltonian_cycle(Board.from_cells(shapes.hexagon(4)))
