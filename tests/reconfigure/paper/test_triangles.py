"""The tree of triangles: the paper's counts, and every triangle against plain geometry."""

from __future__ import annotations

import random
import time

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds import shapes
from gourds.board import Board
from gourds.errors import InputError
from gourds.hexgrid import IndexArray
from gourds.reconfigure.paper.cycle import hamiltonian_cycle
from gourds.reconfigure.paper.triangles import TriangleTree, find_forks, find_tails, triangle_tree
from tests.reconfigure.cycle_makers import random_cycle, solid, solid_boards
from tests.strategies import SEEDS


@st.composite
def cycles(draw: st.DrawFn, max_size: int = 80) -> tuple[Board, IndexArray]:
    """Boards with a Hamiltonian cycle, or with the part of one that a chord cuts off; either way around."""
    board = draw(solid(max_size))
    cycle = random_cycle(board, draw(SEEDS))
    if draw(st.booleans()):
        chords = chords_inside(triangle_tree(board.neighbors, cycle))
        if chords:
            p, q = draw(st.sampled_from(chords))
            cycle = cycle[p : q + 1] if draw(st.booleans()) else np.concatenate((cycle[q:], cycle[: p + 1]))
    return board, cycle


def chords_inside(tree: TriangleTree) -> list[tuple[int, int]]:
    rows, sides = np.nonzero(tree.adjacent >= 0)
    return sorted(
        {
            tuple(sorted((int(tree.corners[t, (k + 1) % 3]), int(tree.corners[t, (k + 2) % 3]))))
            for t, k in zip(rows, sides, strict=True)
        }
    )  # type: ignore[arg-type]


def triangles_by_rays(board: Board, cycle: IndexArray) -> set[frozenset[int]]:
    """The triangles of the board inside the cycle: a ray from the middle crosses it an odd number of times.

    All in coordinates three times as large, so that the middle of a triangle is a grid point that lies in no row.
    """
    points = 3 * board.cells[cycle]
    ends = np.roll(points, -1, axis=0)
    found = set()
    for corners in board.triangles.tolist():
        q, r = board.cells[corners].sum(axis=0)
        crosses = 0
        for (q1, r1), (q2, r2) in zip(points.tolist(), ends.tolist(), strict=True):
            if (r1 > r) != (r2 > r):
                # The crossing is at q1 + (r − r1)·(q2 − q1)/(r2 − r1), to the right of q?
                crosses += (q1 - q) * (r2 - r1) * (r2 - r1) + (r - r1) * (q2 - q1) * (r2 - r1) > 0
        if crosses % 2:
            found.add(frozenset(corners))
    return found


@settings(max_examples=30)
@given(cycles())
def test_the_triangles_are_those_inside(case: tuple[Board, IndexArray]) -> None:
    board, cycle = case
    tree = triangle_tree(board.neighbors, cycle)
    assert {frozenset(row) for row in tree.cells().tolist()} == triangles_by_rays(board, cycle)


@settings(max_examples=30)
@given(cycles())
def test_the_counts_of_the_paper(case: tuple[Board, IndexArray]) -> None:
    board, cycle = case
    tree = triangle_tree(board.neighbors, cycle)
    assert tree.size == len(cycle) - 2
    graph = nx.Graph()
    graph.add_nodes_from(range(tree.size))
    graph.add_edges_from((t, s) for t, row in enumerate(tree.adjacent.tolist()) for s in row if s >= 0)
    assert nx.is_tree(graph)
    assert [graph.degree(t) for t in range(tree.size)] == tree.degree.tolist()
    assert tree.degree.max() <= 3
    if tree.size >= 2:
        assert tree.leaves.tolist() == [t for t in range(tree.size) if graph.degree(t) == 1]
        assert len(tree.leaves) == int((tree.degree == 3).sum()) + 2
    if tree.size >= 3:
        assert len(find_tails(tree)) + len(find_forks(tree)) > 0


@settings(max_examples=30)
@given(cycles())
def test_sides_and_corners_fit(case: tuple[Board, IndexArray]) -> None:
    board, cycle = case
    tree = triangle_tree(board.neighbors, cycle)
    m = len(cycle)
    assert (np.diff(tree.corners, axis=1) > 0).all()
    rows = tree.corners.tolist()
    for t, corners in enumerate(rows):
        for k in range(3):
            p, q = corners[:k] + corners[k + 1 :]
            other = int(tree.adjacent[t, k])
            if other < 0:
                assert (q - p) in (1, m - 1)
            else:
                assert set(rows[other]) & set(corners) == {p, q}
                # What lies beyond a chord is known from its ends.
                inner = p < corners[k] < q
                assert subtree_size(tree, other, t) == (m - (q - p) - 1 if inner else q - p - 1)


def subtree_size(tree: TriangleTree, node: int, parent: int) -> int:
    stack, count = [(node, parent)], 0
    while stack:
        here, before = stack.pop()
        count += 1
        stack.extend((s, here) for s in tree.adjacent[here].tolist() if s >= 0 and s != before)
    return count


@settings(max_examples=30)
@given(cycles(max_size=120))
def test_substructures_against_their_definition(case: tuple[Board, IndexArray]) -> None:
    board, cycle = case
    tree = triangle_tree(board.neighbors, cycle)
    m = len(cycle)
    number = {frozenset(row): t for t, row in enumerate(tree.corners.tolist())}
    tails, forks = set(), set()
    for start in range(m):
        p = [(start + k) % m for k in range(5)]
        for leaf, node in (((0, 1, 2), (0, 2, 3)), ((1, 2, 3), (0, 1, 3))):
            t, s = (number.get(frozenset(p[k] for k in triple)) for triple in (leaf, node))
            if m >= 5 and t is not None and s is not None and (tree.degree[t], tree.degree[s]) == (1, 2):
                tails.add(tuple(p[:4]))
        if m >= 6:
            triple = [number.get(frozenset(p[k] for k in corners)) for corners in ((0, 1, 2), (2, 3, 4), (0, 2, 4))]
            if None not in triple and [int(tree.degree[t]) for t in triple] == [1, 1, 3]:
                forks.add(tuple(p))
    found_tails, found_forks = find_tails(tree), find_forks(tree)
    # A path of three triangles has both of its ends as tails; elsewhere four positions hold one leaf.
    assert {tuple(row) for row in found_tails.tolist()} == tails
    assert {tuple(row) for row in found_forks.tolist()} == forks
    assert len(forks) == len(found_forks)
    for row in found_tails.tolist():
        assert cycle[row[3]] in board.neighbors[cycle[row[0]]]


@pytest.mark.parametrize("size", range(3, 10))
def test_all_small_boards(size: int) -> None:
    for board in solid_boards(size):
        for seed in range(4):
            cycle = random_cycle(board, seed)
            tree = triangle_tree(board.neighbors, cycle)
            assert {frozenset(row) for row in tree.cells().tolist()} == triangles_by_rays(board, cycle)


def test_one_triangle_and_two() -> None:
    one = Board.from_cells(shapes.strip(3))
    tree = triangle_tree(one.neighbors, hamiltonian_cycle(one))
    assert (tree.corners.tolist(), tree.adjacent.tolist(), tree.degree.tolist()) == ([[0, 1, 2]], [[-1] * 3], [0])
    two = Board.from_cells(shapes.strip(4))
    tree = triangle_tree(two.neighbors, hamiltonian_cycle(two))
    assert tree.degree.tolist() == [1, 1]
    assert find_tails(tree).shape == (0, 4)
    assert find_forks(tree).shape == (0, 5)


def test_a_triangle_of_six_cells_has_three_forks() -> None:
    board = Board.from_cells(shapes.triangle(3))
    tree = triangle_tree(board.neighbors, hamiltonian_cycle(board))
    assert sorted(tree.degree.tolist()) == [1, 1, 1, 3]
    assert find_forks(tree)[:, 0].tolist() == [1, 3, 5]
    assert len(find_tails(tree)) == 0


def test_neighbors_outside_the_cycle_make_no_triangle() -> None:
    """A hexagon around its center, entered from one side: the first and the last cell of its rim are neighbors."""
    board = Board.from_cells(shapes.hexagon(1))
    cycle = np.array([3, *board.neighbors[3].tolist()], dtype=np.int32)
    tree = triangle_tree(board.neighbors, cycle)
    assert tree.size == 5
    assert not any({1, 6} <= set(row) for row in tree.corners.tolist())
    assert find_tails(tree).tolist() == [[0, 1, 2, 3], [4, 5, 6, 0]]


@pytest.mark.parametrize(
    ("cells", "walk", "reason"),
    [
        (shapes.hexagon(1), [0, 1], "three or more"),
        (shapes.hexagon(1), [0, 1, 3, 0], "three or more, all different"),
        (shapes.hexagon(1), [0, 1, 6], "must be neighbors"),
        (shapes.hexagon(1), [0, 1, 4, 6, 5, 2], "inside"),
        (shapes.ring(1), [0, 1, 3, 5, 4, 2], "inside"),
    ],
)
def test_what_is_no_cycle_is_refused(cells: np.ndarray, walk: list[int], reason: str) -> None:
    board = Board.from_cells(cells)
    with pytest.raises(InputError, match=reason):
        triangle_tree(board.neighbors, np.array(walk, dtype=np.int32))


@settings(max_examples=30)
@given(solid(max_size=60), SEEDS)
def test_a_cell_inside_is_always_noticed(board: Board, seed: int) -> None:
    """Cycles of the board of any kind: the chord cuts off a part on the outside too, which may have cells inside."""
    rng = random.Random(seed)
    cycle = random_cycle(board, seed)
    m = len(cycle)
    position = {cell: k for k, cell in enumerate(cycle.tolist())}
    p = int(rng.random() * m)
    for near in board.neighbors[cycle[p]].tolist():
        q = position.get(near, p)
        if q - p >= 2:
            part = cycle[p : q + 1]
            # Twice the area in triangles of half the size of a parallelogram; Pick tells the cells inside.
            points = board.cells[part]
            after = np.roll(points, -1, axis=0)
            area = abs(int((points[:, 0] * after[:, 1] - points[:, 1] * after[:, 0]).sum()))
            if area == len(part) - 2:
                assert triangle_tree(board.neighbors, part).size == area
            else:
                with pytest.raises(InputError, match="inside"):
                    triangle_tree(board.neighbors, part)


def test_ten_thousand_cells_take_little_time() -> None:
    board = Board.from_cells(shapes.hexagon(57))
    cycle = hamiltonian_cycle(board)
    start = time.process_time()
    triangle_tree(board.neighbors, cycle)
    assert time.process_time() - start < 0.5
