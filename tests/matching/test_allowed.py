"""Allowed edges against the list of all perfect matchings."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from gourds import shapes
from gourds.board import Board
from gourds.errors import InputError
from gourds.matching import allowed as allowed_module
from gourds.matching.allowed import edges_in_some_perfect_matching
from gourds.matching.maximum import maximum_matching


def all_perfect_matchings(size: int, edges: np.ndarray) -> list[frozenset[tuple[int, int]]]:
    pairs = sorted({(min(a, b), max(a, b)) for a, b in edges.tolist() if a != b})

    def extend(free: frozenset[int]) -> Iterator[frozenset[tuple[int, int]]]:
        if not free:
            yield frozenset()
            return
        v = min(free)
        for a, b in pairs:
            if a == v and b in free:
                for rest in extend(free - {a, b}):
                    yield rest | {(a, b)}

    return list(extend(frozenset(range(size))))


def random_even_graphs(seed: int, count: int) -> Iterator[tuple[int, np.ndarray]]:
    """Boards with some edges missing, and general graphs with odd cycles, loops and repeated edges."""
    rng = random.Random(seed)
    for _ in range(count):
        size = 2 + 2 * int(rng.random() * 7)
        if rng.random() < 0.5:
            board = Board.from_cells(shapes.random_connected(size, int(rng.random() * 10**6)))
            yield size, board.edges[[rng.random() < 0.8 for _ in board.edges]]
        else:
            matching = [(2 * k, 2 * k + 1) for k in range(size // 2) if rng.random() < 0.97]
            more = [(int(rng.random() * size), int(rng.random() * size)) for _ in range(int(rng.random() * 1.5 * size))]
            names = sorted(range(size), key=lambda _: rng.random())
            pairs = [(names[a], names[b]) for a, b in matching + more]
            yield size, np.array(pairs, dtype=np.int64).reshape(-1, 2)


@pytest.mark.parametrize("limits", [(), (1, 2, 3), (40,)])
def test_against_all_perfect_matchings(limits: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allowed_module, "LIMITS", limits)
    perfect, refused = 0, 0
    for size, edges in random_even_graphs(1, 2000):
        mate = maximum_matching(size, edges)
        matchings = all_perfect_matchings(size, edges)
        assert bool(matchings) == bool((mate >= 0).all())
        if not matchings:
            with pytest.raises(InputError, match="not perfect"):
                edges_in_some_perfect_matching(size, edges, mate)
            continue
        rows = [(min(a, b), max(a, b)) for a, b in edges.tolist()]
        in_some = frozenset.union(*matchings)
        allowed = edges_in_some_perfect_matching(size, edges, mate)
        assert allowed.tolist() == [row in in_some for row in rows]
        perfect, refused = perfect + 1, refused + (not allowed.all())
    assert perfect > 1000
    assert refused > 500


def test_the_answer_does_not_depend_on_the_matching() -> None:
    for seed in range(20):
        board = Board.from_cells(shapes.random_connected(200, seed))
        edges = board.edges[np.random.default_rng(seed).random(len(board.edges)) < 0.9]
        # Keep what a maximum matching covers: a graph with a perfect matching.
        mate = maximum_matching(board.size, edges)
        kept = mate >= 0
        number = np.cumsum(kept) - 1
        edges, size = number[edges[kept[edges].all(axis=1)]], int(kept.sum())
        answers = {
            edges_in_some_perfect_matching(size, edges, maximum_matching(size, edges, rng=rng)).tobytes()
            for rng in (None, random.Random(1), random.Random(2))
        }
        assert len(answers) == 1


def test_allowed_edges_have_witnesses_and_the_others_have_none() -> None:
    # Every answer again, by one maximum matching of G − v − w for each edge.
    for seed in range(3):
        board = Board.from_cells(shapes.random_connected(160, seed))
        mate = maximum_matching(board.size, board.edges)
        kept = mate >= 0
        number = np.cumsum(kept) - 1
        edges, size = number[board.edges[kept[board.edges].all(axis=1)]], int(kept.sum())
        allowed = edges_in_some_perfect_matching(size, edges, maximum_matching(size, edges))
        for (v, w), verdict in zip(edges.tolist(), allowed.tolist(), strict=True):
            rest = edges[~np.isin(edges, (v, w)).any(axis=1)]
            assert verdict == (int((maximum_matching(size, rest) < 0).sum()) == 2)


def test_empty_graph_and_single_edge() -> None:
    nothing = np.zeros((0, 2), dtype=np.int64)
    assert edges_in_some_perfect_matching(0, nothing, np.zeros(0, dtype=np.int32)).tolist() == []
    edge = np.array([(1, 0), (0, 1), (0, 0)])
    allowed = edges_in_some_perfect_matching(2, edge, np.array([1, 0]))
    assert allowed.tolist() == [True, True, False]


def test_every_other_edge_of_a_long_path_is_allowed() -> None:
    size = 2000
    path = np.stack((np.arange(size - 1), np.arange(1, size)), axis=1)
    allowed = edges_in_some_perfect_matching(size, path, maximum_matching(size, path))
    assert allowed.tolist() == [k % 2 == 0 for k in range(size - 1)]
