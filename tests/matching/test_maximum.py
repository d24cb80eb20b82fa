"""Maximum matchings against networkx, against their own proofs, and on boards of known answer."""

from __future__ import annotations

import random
from collections.abc import Iterator

import networkx as nx
import numpy as np
import pytest

from gourds import shapes
from gourds.board import Board
from gourds.errors import InputError
from gourds.matching.maximum import (
    INNER,
    AlternatingSearch,
    is_maximum_witness,
    maximum_matching,
    paired_along_rows,
    tutte_berge_barrier,
    without_loops,
)

Graph = tuple[int, np.ndarray]


def graph_of(size: int, pairs: list[tuple[int, int]]) -> Graph:
    return size, np.array(pairs, dtype=np.int64).reshape(-1, 2)


def random_board_part(rng: random.Random, cells: int) -> Graph:
    """A random board with a random part of its edges."""
    board = Board.from_cells(shapes.random_connected(1 + int(rng.random() * cells), int(rng.random() * 10**6)))
    share = 0.3 + 0.7 * rng.random() if rng.random() < 0.8 else 1.0
    return board.size, board.edges[[rng.random() < share for _ in board.edges]]


def random_graph(rng: random.Random, vertices: int) -> Graph:
    """Sparse or dense, with isolated vertices when sparse, and with loops and repeated edges now and then."""
    size = 1 + int(rng.random() * vertices)
    count = int(rng.random() * 2.5 * size)
    pairs = [(int(rng.random() * size), int(rng.random() * size)) for _ in range(count)]
    return graph_of(size, pairs)


def random_flowers(rng: random.Random, vertices: int) -> Graph:
    """Odd cycles that share vertices or hang on stems, with the vertices numbered at random."""
    size, pairs = 1, []
    while size < vertices:
        length = 3 + 2 * int(rng.random() * 3)
        at = int(rng.random() * size)
        for _ in range(int(rng.random() * 3)):
            pairs.append((at, size))
            at, size = size, size + 1
        cycle = [at, *range(size, size + length - 1)]
        size += length - 1
        pairs += zip(cycle, cycle[1:] + cycle[:1], strict=True)
        if rng.random() < 0.3:
            pairs.append((int(rng.random() * size), size - 1))
    names = sorted(range(size), key=lambda _: rng.random())
    return graph_of(size, [(names[a], names[b]) for a, b in pairs])


def random_graphs(seed: int, count: int, vertices: int) -> Iterator[Graph]:
    rng = random.Random(seed)
    for _ in range(count):
        yield (random_board_part, random_graph, random_flowers)[int(rng.random() * 3)](rng, vertices)


def matched(mate: np.ndarray) -> int:
    return int((mate >= 0).sum()) // 2


def networkx_answer(size: int, edges: np.ndarray) -> int:
    graph = nx.Graph((a, b) for a, b in edges.tolist() if a != b)
    return len(nx.max_weight_matching(graph, maxcardinality=True))


@pytest.mark.parametrize(("seed", "count", "vertices"), [(1, 1700, 14), (2, 500, 30), (3, 200, 50)])
def test_as_many_edges_as_networkx(seed: int, count: int, vertices: int) -> None:
    for size, edges in random_graphs(seed, count, vertices):
        expected = networkx_answer(size, edges)
        for rng in (None, random.Random(seed)):
            mate = maximum_matching(size, edges, rng=rng)
            assert matched(mate) == expected
            assert is_maximum_witness(size, edges, mate, tutte_berge_barrier(size, edges, mate))


@pytest.mark.parametrize(("seed", "count", "vertices"), [(4, 300, 60), (5, 20, 1500)])
def test_the_barrier_is_a_proof_and_the_same_for_all_maximum_matchings(seed: int, count: int, vertices: int) -> None:
    for size, edges in random_graphs(seed, count, vertices):
        barriers = []
        for rng in (None, random.Random(1), random.Random(2)):
            mate = maximum_matching(size, edges, rng=rng)
            barriers.append(tutte_berge_barrier(size, edges, mate))
            assert is_maximum_witness(size, edges, mate, barriers[-1])
        assert barriers[0] == barriers[1] == barriers[2]


def test_searches_alone_from_the_empty_matching() -> None:
    for size, edges in random_graphs(6, 400, 60):
        mate = [-1] * size
        search = AlternatingSearch(size, without_loops(size, edges), mate)
        for root in range(size):
            if mate[root] < 0 and (edge := search.grow(root)) is not None:
                search.augment(edge)
        found = np.array(mate)
        assert matched(found) == matched(maximum_matching(size, edges))
        assert is_maximum_witness(size, edges, found, [v for v in range(size) if search.label[v] == INNER])


def test_vertices_of_the_start_stay_matched() -> None:
    rng = random.Random(7)
    for size, edges in random_graphs(9, 200, 40):
        start = np.full(size, -1)
        for a, b in edges[[rng.random() < 0.3 for _ in edges]].tolist():
            if a != b and start[a] < 0 and start[b] < 0:
                start[[a, b]] = b, a
        mate = maximum_matching(size, edges, start=start)
        assert matched(mate) == matched(maximum_matching(size, edges))
        assert (mate[start >= 0] >= 0).all()


def test_no_smaller_matching_has_a_barrier() -> None:
    for size, edges in random_graphs(8, 200, 30):
        mate = maximum_matching(size, edges)
        barrier = tutte_berge_barrier(size, edges, mate)
        covered = np.flatnonzero(mate >= 0)
        if len(covered):
            mate[[covered[0], mate[covered[0]]]] = -1
            assert not is_maximum_witness(size, edges, mate, barrier)
            with pytest.raises(InputError, match="not of maximum size"):
                tutte_berge_barrier(size, edges, mate)


@pytest.mark.parametrize(
    ("size", "pairs", "mates", "barrier"),
    [
        (0, [], [], []),
        (3, [], [-1, -1, -1], []),
        (2, [(1, 1)], [-1, -1], []),
        (2, [(1, 0), (0, 1)], [1, 0], []),
        (3, [(0, 1), (1, 2), (2, 0)], [1, 0, -1], []),
        (4, [(0, 1), (1, 2), (1, 3)], [1, 0, -1, -1], [1]),
    ],
)
def test_tiny_graphs(size: int, pairs: list[tuple[int, int]], mates: list[int], barrier: list[int]) -> None:
    _, edges = graph_of(size, pairs)
    mate = maximum_matching(size, edges)
    assert mate.dtype == np.int32
    assert mate.tolist() == mates
    assert tutte_berge_barrier(size, edges, mate) == barrier
    assert matched(maximum_matching(size, edges, rng=random.Random(1))) == matched(mate)


@pytest.mark.parametrize("length", [1, 2, 3, 10, 501])
def test_nested_blossoms(length: int) -> None:
    """A chain of triangles on a stem: every contraction swallows the one before; the way out is at the far end."""
    pairs = [(0, 1), (1, 2)]
    at = 2
    for _ in range(length):
        pairs += [(at, at + 1), (at + 1, at + 2), (at, at + 2)]
        at += 2
    pairs.append((at, at + 1))
    size, edges = graph_of(at + 2, pairs)
    start = np.full(size, -1)
    for k in range(1, at, 2):
        start[[k, k + 1]] = k + 1, k
    assert matched(maximum_matching(size, edges, start=start)) == size // 2


def test_a_random_matching_depends_on_the_seed_and_on_nothing_else() -> None:
    board = Board.from_cells(shapes.hexagon(3))
    drawn = [maximum_matching(board.size, board.edges, rng=random.Random(seed)) for seed in (0, 0, 1, 2)]
    assert np.array_equal(drawn[0], drawn[1])
    assert len({mate.tobytes() for mate in drawn}) == 3
    assert drawn[0].tolist() == GOLDEN


GOLDEN = [1, 0, 6, 7, 5, 4, 2, 3, -1, 15, 11, 10, 18, 20, 21, 9, 17, 16, 12, 26, 13, 14, 28, 29, 30, 31, 19, 32, 22]
GOLDEN += [23, 24, 25, 27, 34, 33, 36, 35]


def test_random_matchings_are_spread() -> None:
    # All 15 perfect matchings of the board turn up.
    board = Board.from_cells(shapes.parallelogram(3, 4))
    seen = {maximum_matching(12, board.edges, rng=random.Random(seed)).tobytes() for seed in range(500)}
    assert len(seen) == 15


@pytest.mark.parametrize(
    "shape", [shapes.hexagon(20), shapes.triangle(30), shapes.parallelogram(31, 7), shapes.strip(77)]
)
def test_boards_with_a_near_perfect_matching(shape: np.ndarray) -> None:
    board = Board.from_cells(shape)
    for rng in (None, random.Random(3)):
        assert matched(maximum_matching(board.size, board.edges, rng=rng)) == board.size // 2


def test_rows_are_paired_from_the_left() -> None:
    board = Board.from_cells(shapes.parallelogram(5, 2))
    rows = board.edges[board.edges[:, 1] - board.edges[:, 0] == 1]
    assert paired_along_rows(board.size, rows).tolist() == [1, 0, 3, 2, -1, 6, 5, 8, 7, -1]
    start = np.array([5, -1, -1, -1, -1, 0, -1, -1, -1, -1])
    assert paired_along_rows(10, board.edges, start).tolist() == [5, 2, 1, 4, 3, 0, 7, 6, 9, 8]


@pytest.mark.parametrize(
    ("edges", "start", "complaint"),
    [
        ([(0, 3)], None, "from 0 to 2"),
        ([(-1, 0)], None, "from 0 to 2"),
        ([(0, 1)], [1, 2, 0], "not a matching"),
        ([(0, 1)], [3, -1, -1], "not a matching"),
        ([(0, 1)], [1, 0], "not a matching"),
        ([(0, 1)], [-1, 2, 1], "no edge"),
        ([(0, 0)], [0, -1, -1], "no edge"),
    ],
)
def test_what_is_no_graph_or_no_matching(edges: list[tuple[int, int]], start: list[int] | None, complaint: str) -> None:
    given = None if start is None else np.array(start)
    with pytest.raises(InputError, match=complaint):
        maximum_matching(3, np.array(edges), start=given)
