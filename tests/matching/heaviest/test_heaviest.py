"""Heaviest matchings: the duals prove them, whatever the graph; and other people's code finds none that is heavier."""

from __future__ import annotations

import random

import numpy as np
import pytest
import rustworkx

from gourds.matching import heaviest as module
from gourds.matching.heaviest import Heaviest, heaviest_matching
from gourds.matching.maximum import maximum_matching
from tests.whole_boards import extreme


def random_graph(rng: random.Random) -> tuple[int, np.ndarray, np.ndarray]:
    size = 2 * rng.randint(1, 16)
    density, largest = rng.random(), rng.choice([1, 2, 5, 50, 1000])
    least = rng.choice([0, -largest])
    edges = [(a, b) for a in range(size) for b in range(a + 1, size) if rng.random() < density]
    weights = [rng.randint(least, largest) for _ in edges]
    return size, np.array(edges, dtype=np.int64).reshape(-1, 2), np.array(weights, dtype=np.int64)


def check(size: int, edges: np.ndarray, weights: np.ndarray, found: Heaviest) -> None:
    """The matching is perfect, the duals are feasible, and both have the same weight."""
    mate = found.mate
    assert (mate[mate] == np.arange(size)).all()
    assert (mate != np.arange(size)).all()
    of_edge = {tuple(pair): weight for pair, weight in zip(edges.tolist(), weights.tolist(), strict=True)}
    weight = sum(of_edge[v, w] for v, w in enumerate(mate.tolist()) if v < w)
    around = np.zeros(len(edges), dtype=np.int64)
    bound = int(found.potentials.sum())
    for z, members in found.sets:
        assert z > 0
        assert z % 2 == 0
        assert len(members) % 2 == 1
        inside = np.isin(edges, members).all(axis=1)
        around += z * inside
        bound += z * (len(members) // 2)
    assert (found.potentials[edges].sum(axis=1) + around >= 2 * weights).all()
    assert bound == found.double_weight == 2 * weight


def heaviest_weight(size: int, edges: np.ndarray, weights: np.ndarray) -> int:
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from([(v, w, int(weight)) for (v, w), weight in zip(edges.tolist(), weights, strict=True)])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sum(graph.get_edge_data(*pair) for pair in found)


@pytest.mark.parametrize("part", range(4))
def test_random_graphs_of_all_densities(part):
    nothing = 0
    for seed in range(300):
        size, edges, weights = random_graph(random.Random(1000 * part + seed))
        found = heaviest_matching(size, edges, weights)
        if found is None:
            nothing += 1
            assert (maximum_matching(size, edges) < 0).any()
        else:
            check(size, edges, weights, found)
            assert 2 * heaviest_weight(size, edges, weights) == found.double_weight
    assert 10 < nothing < 200


@pytest.mark.parametrize("noise", [1, 50])
def test_a_board_with_nested_blossoms(noise):
    instance = extreme(8, 3, 5)
    rng = np.random.default_rng(1)
    size, edges = instance.board.size + 1, instance.board.edges.astype(np.int64)
    apex = np.stack((np.arange(size - 1), np.full(size - 1, size - 1)), axis=1)
    is_single = instance.cell_colors[edges[:, 0]] == instance.cell_colors[edges[:, 1]]
    weights = np.concatenate(
        (1000 * is_single + rng.integers(0, noise, len(edges)), np.zeros(size - 1, dtype=np.int64))
    )
    edges = np.concatenate((edges, apex))
    found = heaviest_matching(size, edges, weights)
    assert found is not None
    assert len(found.sets) > 3
    check(size, edges, weights, found)


def test_an_odd_number_of_vertices_has_no_perfect_matching():
    assert heaviest_matching(3, np.array([(0, 1), (1, 2)]), np.array([1, 1])) is None


def test_lists_that_are_too_short_are_made_longer(monkeypatch):
    """The lengths are not proved to be enough, so the kernel must say when they are not."""
    lengths = []
    arrays = module._arrays

    def short(size, start, weight, length):
        lengths.append(length)
        return arrays(size, start, weight, max(size, length // 64))

    monkeypatch.setattr(module, "_arrays", short)
    size, rng = 40, np.random.default_rng(2)
    edges = np.stack(np.triu_indices(size, 1), axis=1)
    weights = rng.integers(0, 1000, len(edges))
    found = heaviest_matching(size, edges, weights)
    assert found is not None
    check(size, edges, weights, found)
    assert len(lengths) > 1


def test_the_kernel_does_the_same_without_numba(monkeypatch):
    monkeypatch.setattr(module, "compiled", lambda function, helpers: function)
    for seed in range(20):
        size, edges, weights = random_graph(random.Random(seed))
        found = heaviest_matching(size, edges, weights)
        if found is not None:
            check(size, edges, weights, found)
