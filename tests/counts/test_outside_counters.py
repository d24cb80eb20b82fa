"""Counts against two counters that other people wrote: graphillion (decision diagrams) and Ganak (model counting)."""

from __future__ import annotations

import pytest

from gourds.counting import Counting
from gourds.counts.placements import count
from gourds.encodings.cnf import direct_cnf
from gourds.families import FAMILIES, generate
from gourds.instance import Instance
from tests.solvers.small import small_instance

BOARDS = [
    *(("hexagon", {"radius": 2, "colors": colors}, colors) for colors in (1, 2, 3, 4)),
    ("ring", {"radius": 3, "width": 2, "colors": 2}, 1),
    ("random", {"size": 29, "colors": 3}, 2),
    ("triangle", {"side": 7, "trim": True, "colors": 2}, 3),
    ("hexagon", {"radius": 3, "colors": 2}, 1),
    ("random", {"size": 33, "colors": 3}, 2),
]


def instances() -> list[Instance]:
    return [generate(FAMILIES[family], parameters, seed) for family, parameters, seed in BOARDS]


def by_graphillion(instance: Instance) -> int:
    graphillion = pytest.importorskip("graphillion")
    edges = [tuple(edge) for edge in instance.board.edges.tolist()]
    graphillion.GraphSet.set_universe(edges)
    classes: dict[int, list[tuple[int, int]]] = {}
    for edge, name in zip(edges, instance.edge_classes.tolist(), strict=True):
        classes.setdefault(name, []).append(edge)
    k = len(instance.colors)
    constraints = []
    for name, members in classes.items():
        budget = instance.budgets.get(divmod(name, k), 0)
        constraints.append(([(*edge, 1) for edge in members], (budget, budget)))
    degrees = {v: range(2) for v in range(instance.board.size)}
    found = graphillion.GraphSet.graphs(
        degree_constraints=degrees, num_edges=instance.size, linear_constraints=constraints
    )
    return int(found.len())


def by_ganak(instance: Instance) -> int:
    pyganak = pytest.importorskip("pyganak")
    counter = pyganak.Counter()
    for clause in direct_cnf(instance):
        counter.add_clause(clause)
    return int(counter.count())


@pytest.mark.parametrize("number", range(len(BOARDS)))
def test_graphillion(number):
    instance = instances()[number]
    counted = by_graphillion(instance)
    assert counted > 0
    for solver in ("frontier", "pfaffian"):
        assert count(instance, solver) == counted


@pytest.mark.parametrize("number", [k for k, (family, _, _) in enumerate(BOARDS) if BOARDS[k][1].get("radius") == 2])
def test_ganak(number):
    """Every model of our formula is one placement: the variables that count are determined."""
    instance = instances()[number]
    counted = by_ganak(instance)
    assert counted == count(instance, "frontier") == count(instance, "pfaffian")


def test_small_boards_by_both():
    tried = 0
    for seed in range(60):
        instance = small_instance(seed)
        if Counting(instance).refutation is not None or instance.board.size > 17:
            continue
        expected = count(instance, "brute")
        assert by_graphillion(instance) == expected
        assert by_ganak(instance) == expected
        tried += 1
    assert tried > 10
