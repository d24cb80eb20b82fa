"""Triangles inside a cycle by plane geometry, cycles by backtracking and by growing, splits by counting."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from gourds.board import Board
from gourds.paper.cycles.inside import inside_of, is_hamiltonian, is_tree, twice_the_area
from gourds.paper.cycles.parts import best_split, centroid, part_sizes
from gourds.paper.cycles.polygons import canonical, corners_of, cycle_around, grown, single, six_arms, toothed
from gourds.paper.cycles.runs import longest_run, runs_of
from gourds.paper.cycles.samples import shaken
from gourds.polyhexes import proper_boards
from gourds.reconfigure.paper import runs as planners
from gourds.reconfigure.paper.triangles import triangle_tree
from gourds.reconfigure.spaces.holes import hamiltonian_cycles
from gourds.shapes import hexagon
from tests.reconfigure.cycle_makers import random_cycle, solid
from tests.strategies import SEEDS


@settings(max_examples=20)
@given(solid(60), SEEDS)
def test_the_planners_see_the_same_triangles_and_runs(board, seed):
    cycle = random_cycle(board, seed)
    inside = inside_of(board, cycle.tolist())
    tree = triangle_tree(board.neighbors, cycle)
    assert {tuple(sorted(row)) for row in tree.cells().tolist()} == set(inside.nodes)
    assert sorted(map(len, inside.near)) == sorted(tree.degree.tolist())
    assert is_tree(inside.near)
    assert inside.size == twice_the_area(inside)
    assert longest_run(inside) == len(planners.longest_run(tree))


def test_a_cycle_around_a_cell():
    board = Board.from_cells(hexagon(1))
    inside = inside_of(board, [0, 1, 4, 6, 5, 2])
    assert inside.size == 6
    assert not is_tree(inside.near)
    assert not is_hamiltonian(board, inside.cycle)


def test_backtracking_and_growing_find_the_same_cycles():
    """Cycles of boards, up to symmetry, are the polygons of as many cells whose boards are proper."""
    polygons = [single()]
    for _ in range(6):
        polygons = list(grown(polygons))
    by_growing = {canonical(polygon) for polygon in polygons if Board.from_cells(corners_of(polygon)).is_proper}
    by_search = set()
    for board in proper_boards(9):
        for cycle in hamiltonian_cycles(board):
            inside = inside_of(board, cycle)
            cells = board.cell_list()
            by_search.add(canonical(frozenset(tuple(sorted(cells[k] for k in node)) for node in inside.nodes)))
    assert by_growing == by_search
    assert len(by_search) == 23


def test_shaken_cycles_are_hamiltonian():
    from random import Random

    board = Board.from_cells(hexagon(3))
    start = cycle = random_cycle(board, 1).tolist()
    for seed in range(5):
        cycle = shaken(board, cycle, Random(seed), 300)
        assert is_hamiltonian(board, cycle)
    assert set(zip(cycle, np.roll(cycle, -1), strict=True)) != set(zip(start, np.roll(start, -1), strict=True))


@pytest.mark.parametrize("is_star", [True, False])
@pytest.mark.parametrize("length", [2, 5, 20])
def test_six_arms_are_as_bad_as_can_be(length, is_star):
    inside = six_arms(length, is_star=is_star)
    assert inside.board.is_proper
    assert longest_run(inside) == (3 if is_star else 6)
    node, size = best_split(inside)
    assert size == length - 1 == max(min(part_sizes(inside, k).values()) for k in inside.nodes_of_degree(2))
    assert min(part_sizes(inside, node).values()) == size
    if not is_star:
        assert 6 * size == inside.size - 13
    middle, parts = centroid(inside)
    assert parts == part_sizes(inside, middle)
    assert 2 * max(parts.values()) <= inside.size


def test_teeth_make_one_run():
    inside = toothed(5)
    assert longest_run(inside) == 9
    assert len(list(runs_of(inside, 7))) == 3
    assert cycle_around(single()).size == 1
