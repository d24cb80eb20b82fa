"""Runs of degree-3 nodes: found, broken when long, by changes that are seen to happen and do what they say."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds import shapes
from gourds.board import Board
from gourds.hexgrid import IndexArray
from gourds.reconfigure.paper.cycle import hamiltonian_cycle, verify_hamiltonian
from gourds.reconfigure.paper.runs import break_runs, longest_run
from gourds.reconfigure.paper.triangles import TriangleTree, triangle_tree
from tests.reconfigure.cycle_makers import random_cycle, solid, solid_boards, toothed, toothed_and_more
from tests.strategies import SEEDS


def degrees(tree: TriangleTree) -> list[int]:
    return np.bincount(tree.degree, minlength=4).tolist()


def longest_by_search(tree: TriangleTree) -> int:
    """The longest path among degree-3 nodes, in nodes, from all distances."""
    graph = nx.Graph()
    graph.add_nodes_from(np.flatnonzero(tree.degree == 3).tolist())
    graph.add_edges_from(
        (t, s) for t in list(graph) for s in tree.adjacent[t].tolist() if s >= 0 and tree.degree[s] == 3
    )
    return max((1 + max(nx.single_source_shortest_path_length(graph, t).values()) for t in graph), default=0)


def check_broken(board: Board, cycle: IndexArray) -> int:
    """Break the runs of a cycle and check all that is promised; gives the number of changes."""
    before = triangle_tree(board.neighbors, cycle)
    broken = break_runs(board, cycle)
    after = triangle_tree(board.neighbors, broken)
    verify_hamiltonian(board, broken)
    assert longest_by_search(after) < 7
    old, new = degrees(before), degrees(after)
    changes = old[3] - new[3]
    assert [new[k] - old[k] for k in range(4)] == [0, -changes, 2 * changes, -changes]
    assert (changes > 0) == (longest_by_search(before) >= 7)
    assert np.array_equal(broken, cycle) == (changes == 0)
    # Each change lets two consecutive cells change places.
    assert int((broken != cycle).sum()) == 2 * changes
    return changes


@settings(max_examples=40)
@given(solid(), SEEDS)
def test_no_long_run_is_left_and_the_longest_is_one(board: Board, seed: int) -> None:
    cycle = random_cycle(board, seed)
    check_broken(board, cycle)
    tree = triangle_tree(board.neighbors, cycle)
    run = longest_run(tree)
    assert len(run) == len(set(run)) == longest_by_search(tree)
    assert all(tree.degree[node] == 3 for node in run)
    assert all(b in tree.adjacent[a] for a, b in pairwise(run))


@pytest.mark.parametrize("teeth", [*range(1, 20), 200])
@pytest.mark.parametrize("turned", [False, True])
def test_a_strip_with_teeth_is_one_long_run(teeth: int, turned: bool) -> None:
    board, cycle = toothed(teeth)
    cycle = np.roll(cycle[::-1] if turned else cycle, 5 * teeth)
    run = len(longest_run(triangle_tree(board.neighbors, cycle)))
    assert run == 2 * teeth - 1
    # A change at every fifth node as long as seven are left from four before it to two after it.
    assert check_broken(board, cycle) == max(0, (run - 2) // 5)


def test_seven_are_broken_and_six_are_not() -> None:
    board, cycle = toothed(4)
    assert len(longest_run(triangle_tree(board.neighbors, cycle))) == 7
    assert check_broken(board, cycle) == 1
    walk = [tuple(cell) for cell in board.cells[cycle].tolist() if tuple(cell) != (0, 3)]  # without the last tooth
    board = Board.from_cells(walk)
    cycle = board.indices(np.array(walk, dtype=np.int64))
    assert len(longest_run(triangle_tree(board.neighbors, cycle))) == 6
    assert check_broken(board, cycle) == 0


@settings(max_examples=40)
@given(st.integers(4, 30), st.integers(0, 40), SEEDS)
def test_runs_that_end_in_all_ways(teeth: int, extra: int, seed: int) -> None:
    check_broken(*toothed_and_more(teeth, extra, seed))


def test_the_second_node_need_not_have_a_leaf() -> None:
    """Of seven nodes, the third, fourth and fifth are adjacent to leaves, and others need not be."""
    seen = set()
    for seed in range(60):
        board, cycle = toothed_and_more(6, 10, seed)
        tree = triangle_tree(board.neighbors, cycle)
        run = longest_run(tree)
        for start in range(len(run) - 6):
            near = [tree.adjacent[node].tolist() for node in run[start : start + 7]]
            seen.add(tuple(any(tree.degree[node] == 1 for node in row) for row in near))
        check_broken(board, cycle)
    assert all(pattern[2:5] == (True, True, True) for pattern in seen)
    assert {pattern[1] for pattern in seen} == {pattern[5] for pattern in seen} == {True, False}


@pytest.mark.parametrize("size", range(3, 12))
def test_small_boards_have_no_long_runs(size: int) -> None:
    for board in solid_boards(size):
        assert check_broken(board, hamiltonian_cycle(board)) == 0


def test_no_degree_three_node_no_run() -> None:
    board = Board.from_cells(shapes.strip(9))
    assert longest_run(triangle_tree(board.neighbors, hamiltonian_cycle(board))) == []


def test_a_part_of_a_board_may_be_given() -> None:
    """A cycle that leaves cells of the board out is changed all the same."""
    board, cycle = toothed(10)
    larger = Board.from_cells(np.concatenate((board.cells, np.array([[0, 4], [-1, 4]]))))
    moved = larger.indices(board.cells)[cycle]
    broken = break_runs(larger, moved)
    assert sorted(broken.tolist()) == sorted(moved.tolist())
    assert len(longest_run(triangle_tree(larger.neighbors, broken))) < 7
