"""Exact matching against exhaustive search."""

from __future__ import annotations

import random
from collections import Counter

import networkx as nx
import numpy as np
import pytest

from gourds.errors import InputError, LimitError
from gourds.matching.tutte import exact
from gourds.matching.tutte.exact import exact_matching
from gourds.matching.tutte.exact_algebra import SEARCH_PRIME, interpolation, inverses


def spectra(graph, uncovered):
    """The color counts of all matchings that leave so many nodes uncovered, by plain recursion."""
    found = set()
    nodes = list(graph)

    def extend(k, taken, free, used):
        while k < len(nodes) and nodes[k] in taken:
            k += 1
        if k == len(nodes):
            if free == uncovered:
                found.add(frozenset(Counter(used).items()))
            return
        if free < uncovered:
            extend(k + 1, taken | {nodes[k]}, free + 1, used)
        edges = graph.edges(nodes[k], data="color")
        for _, other, color in edges:
            if other not in taken and other != nodes[k]:
                extend(k + 1, taken | {nodes[k], other}, free, [*used, color])

    extend(0, frozenset(), 0, [])
    return found


def random_graph(rng, planar):
    size = rng.randrange(2, 11)
    if planar:
        graph = nx.Graph()
        graph.add_nodes_from(range(size))
        pairs = [(a, b) for a in range(size) for b in range(a)]
        rng.shuffle(pairs)
        for a, b in pairs[: 3 * size]:
            graph.add_edge(a, b)
            if not nx.check_planarity(graph)[0]:
                graph.remove_edge(a, b)
    else:
        graph = nx.gnp_random_graph(size, rng.uniform(0.3, 0.9), seed=rng.randrange(2**30))
    if rng.random() < 0.25:
        several = nx.MultiGraph(graph)
        for edge in list(graph.edges):
            if rng.random() < 0.4:
                several.add_edge(*edge)
        several.add_edge(0, 0)
        graph = several
    colors = ["red", "blue", "green", None][: rng.choice([1, 2, 2, 3, 3, 4])]
    for edge in graph.edges:
        graph.edges[edge]["color"] = rng.choice(colors)
    return graph, colors


def check(graph, answer, budgets, uncovered):
    used = Counter(graph.edges[edge]["color"] for edge in answer.edges)
    ends = [node for edge in answer.edges for node in edge[:2]]
    assert len(set(ends)) == len(ends) == graph.number_of_nodes() - uncovered
    assert used == Counter({color: count for color, count in budgets.items() if count})


@pytest.mark.parametrize("planar", [True, False])
def test_random_graphs(planar):
    methods = Counter()
    for seed in range(150):
        rng = random.Random(f"{planar} {seed}")
        graph, colors = random_graph(rng, planar)
        uncovered = rng.choice([0, 0, 0, 1, 2]) if graph.number_of_nodes() % 2 == 0 else rng.choice([1, 3])
        possible = spectra(graph, uncovered)
        total = max(graph.number_of_nodes() - uncovered, 0) // 2
        tried = [dict(counts) for counts in sorted(possible, key=repr)[:3]]
        for _ in range(3):
            cuts = sorted(rng.randrange(total + 1) for _ in colors[1:])
            ends = zip([0, *cuts], [*cuts, total], strict=True)
            tried.append({color: b - a for color, (a, b) in zip(colors, ends, strict=True)})
        present = set(nx.get_edge_attributes(graph, "color").values())
        for budgets in tried:
            if present and not present.issuperset(color for color, count in budgets.items() if count):
                with pytest.raises(InputError, match="no edge has the color"):
                    exact_matching(graph, budgets, uncovered=uncovered, seed=seed)
                continue
            wanted = frozenset((color, count) for color, count in budgets.items() if count) in possible
            answer = exact_matching(graph, budgets, uncovered=uncovered, seed=seed)
            assert bool(answer) == wanted, (seed, budgets, uncovered)
            assert answer.error_bound < 2**-60
            if answer:
                check(graph, answer, budgets, uncovered)
            methods[answer.method, bool(answer)] += 1
    assert methods["planar", True] > 25 or not planar
    assert methods["random", True] > 25
    assert methods["random", False] > 10
    assert methods["planar", False] > 10 or not planar


def test_larger_graphs():
    rng = random.Random(5)
    for graph in (nx.random_regular_graph(5, 60, seed=1), nx.grid_2d_graph(8, 9)):
        for edge in graph.edges:
            graph.edges[edge]["paint"] = rng.choice("rb")
        planted = nx.max_weight_matching(graph, maxcardinality=True)
        budgets = Counter(graph.edges[edge]["paint"] for edge in planted)
        answer = exact_matching(graph, budgets, color="paint")
        assert answer
        assert len(answer.edges) == graph.number_of_nodes() // 2
        assert exact_matching(graph, budgets, color="paint") == answer


def test_planar_no_is_certain_and_counting_needs_no_algebra():
    ring = nx.cycle_graph(8)
    nx.set_edge_attributes(ring, {edge: "r" if k % 2 else "b" for k, edge in enumerate(ring.edges)}, "color")
    answer = exact_matching(ring, {"r": 2, "b": 2})
    assert not answer
    assert (answer.error_bound, answer.method) == (0.0, "planar")
    assert exact_matching(ring, {"r": 3}).method == "counting"
    assert exact_matching(nx.Graph(), {}).edges == frozenset()
    assert exact_matching(nx.empty_graph(3), {}, uncovered=3).edges == frozenset()
    assert exact_matching(nx.empty_graph(3), {"r": 1}, uncovered=5).edges is None


def test_refusals(monkeypatch):
    with pytest.raises(InputError, match="undirected"):
        exact_matching(nx.DiGraph(), {})
    with pytest.raises(InputError, match="negative"):
        exact_matching(nx.Graph(), {"r": -1})
    with pytest.raises(InputError, match="uncovered"):
        exact_matching(nx.Graph(), {}, uncovered=-1)
    graph = nx.complete_graph(8)
    for k, edge in enumerate(graph.edges):
        graph.edges[edge]["color"] = "abcd"[k % 4]
    monkeypatch.setattr(exact, "MAX_POINTS", 20)
    with pytest.raises(LimitError, match="4 colors need"):
        exact_matching(graph, dict.fromkeys("abcd", 1))


def test_algebra():
    rng = random.Random(1)
    p = 2147483647
    polynomial = [rng.randrange(p) for _ in range(6)]
    for wanted in range(7):
        points, shares = interpolation(5, wanted, rng, p)
        values = [sum(c * pow(s, k, p) for k, c in enumerate(polynomial)) % p for s in points]
        total = sum(a * b for a, b in zip(shares, values, strict=True)) % p
        assert total == (polynomial[wanted] if wanted < 6 else 0)
    p = SEARCH_PRIME
    matrices = np.array([[[rng.randrange(p) * (i != j) for j in range(7)] for i in range(7)] for _ in range(5)])
    product = (matrices.astype(object) @ inverses(matrices, p).astype(np.int64).astype(object)) % p
    assert (product == np.eye(7, dtype=int)).all()


@pytest.mark.parametrize(
    ("budgets", "color", "words"),
    [
        ({"rde": 2}, "color", "no edge has the color 'rde' of the budgets; did you mean 'red'?"),
        ({"red": 1, "BLUE": 1}, "color", "no edge has the color 'BLUE' of the budgets"),
        ({"red": 2}, "colour", "edge (0, 1) has no attribute 'colour'; did you mean 'color'?"),
        ({"red": 2}, "shade", "edge (0, 1) has no attribute 'shade'"),
        ({"red": True, "blue": 1}, "color", "budgets must be whole numbers, not negative; that of 'red' is True"),
        ({"red": 2.0}, "color", "that of 'red' is 2.0"),
        ({"red": "2"}, "color", "that of 'red' is '2'"),
        ({"red": 3, "blue": -1}, "color", "that of 'blue' is -1"),
        ([("red", 2)], "color", "a mapping of budgets"),
    ],
)
def test_mistakes_are_no_certain_no(budgets, color, words):
    square = nx.cycle_graph(4)
    nx.set_edge_attributes(square, {(0, 1): "red", (1, 2): "blue", (2, 3): "red", (0, 3): "blue"}, "color")
    with pytest.raises(InputError) as caught:
        exact_matching(square, budgets, color)
    assert words in str(caught.value)


def test_one_edge_without_a_color_is_named():
    graph = nx.Graph([(0, 1, {"color": "red"}), (1, 2, {"color": "red"}), (2, 3, {"weight": 1})])
    with pytest.raises(InputError, match=r"edge \(2, 3\) has no attribute 'color'"):
        exact_matching(graph, {"red": 2})
    graph.edges[2, 3]["color"] = ["red"]
    with pytest.raises(InputError, match=r"the color \['red'\] of edge \(2, 3\) cannot be a key"):
        exact_matching(graph, {"red": 2})


def test_numpy_numbers_zeros_and_graphs_without_edges():
    path = nx.Graph([(0, 1, {"color": "red"}), (2, 3, {"color": "red"})])
    assert exact_matching(path, {"red": np.int64(2), "green": 0}, uncovered=np.int32(0))
    bare = nx.empty_graph(2)
    assert exact_matching(bare, {"red": 1}).method == "counting"
    for uncovered in (-1, 1.0, True, "1"):
        with pytest.raises(InputError, match="uncovered nodes"):
            exact_matching(path, {"red": 2}, uncovered=uncovered)
