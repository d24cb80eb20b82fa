"""The polynomial of a board, piece by piece: points, weights, bounds, tensors, and the way to a matching."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import count, islice, product

import numpy as np
import pytest

from gourds import shapes
from gourds.board import Board
from gourds.counting import Counting
from gourds.encodings.model import build_placement
from gourds.errors import InputError, LimitError
from gourds.families.colorings import color_board
from gourds.instance import Instance
from gourds.matching.kasteleyn.primes import is_prime
from gourds.matching.tutte import find as tutte_find
from gourds.matching.tutte.evaluation import Grid, Tensor, contract, cost_of, draw, evaluate, make_grid, spans
from gourds.matching.tutte.find import find
from gourds.matching.tutte.problem import Problem
from gourds.matching.tutte.search import prepare, search, too_large, tries_for
from gourds.placement import placement_faults
from tests.solvers.small import small_instance


def hexagon(radius: int, colors: int, seed: int = 3, coloring: str = "planted") -> Instance:
    board = Board.from_cells(shapes.hexagon(radius))
    return color_board(board, coloring=coloring, pattern="uniform", colors=colors, rng=random.Random(seed))


@cache
def problems() -> list[tuple[Problem, list[tuple[int, ...]]]]:
    """Small problems with a class or more, whose bounds do not refute them, and their matchings."""
    found = (prepare(small_instance(seed)).problem for seed in count())
    fitting = (problem for problem in found if problem is not None and problem.parts and spans(problem))
    return [(problem, matchings(problem)) for problem in islice(fitting, 150)]


def matchings(problem: Problem) -> list[tuple[int, ...]]:
    """How many edges of each class every perfect matching of all parts uses, by exhaustion."""
    totals = Counter({(0,) * len(problem.classes): 1})
    for part in problem.parts:
        near: dict[int, list[tuple[int, int]]] = {v: [] for v in range(part.size)}
        for (v, w), label in zip(part.pairs.tolist(), part.labels.tolist(), strict=True):
            near[v].append((w, label))
        here: Counter[tuple[int, ...]] = Counter()

        def extend(v: int, covered: int, used: tuple[int, ...], near=near, here=here, size=part.size) -> None:
            while v < size and covered >> v & 1:
                v += 1
            if v == size:
                here[used] += 1
                return
            for w, label in near[v]:
                if not covered >> w & 1:
                    more = tuple(n + (c == label) for c, n in enumerate(used))
                    extend(v + 1, covered | 1 << v | 1 << w, more)

        extend(0, 0, (0,) * len(problem.classes))
        totals = Counter(
            {
                tuple(a + b for a, b in zip(x, y, strict=True)): n * m
                for (x, n), (y, m) in product(totals.items(), here.items())
            }
        )
    return list(totals)


def test_bounds_hold_for_every_matching():
    tight = 0
    for problem, every in problems():
        for used in every:
            for c, number in enumerate(used):
                assert problem.lo[c] <= number <= problem.hi[c]
        tight += len(every) > 0
    assert tight > 100


@pytest.mark.parametrize("prime", [None, 10007, 65521])
def test_points_and_weights_pick_one_coefficient(prime):
    """The weighted sum of any monomial that can occur is not zero exactly for the one that is wanted."""
    rejected = 0
    for problem, every in problems():
        grid = make_grid(problem, prime)
        p = grid.p
        wanted = tuple(problem.budgets)
        for used in {*every, wanted}:
            value = contract(
                [Tensor((c,), np.array([pow(y, used[c], p) for y in grid.points[c].tolist()])) for c in grid.axes], grid
            ).values.item()
            if used == wanted:
                assert value
            elif (np.array(used) - wanted).any():
                active = spans(problem)
                differs = any(used[c] != wanted[c] for c in active)
                assert differs
                assert value == 0
                rejected += 1
    assert rejected > 100


def test_one_point_of_every_orbit_is_enough():
    problem = prepare(hexagon(5, 3)).problem
    assert problem is not None
    orders = spans(problem)
    assert len(orders) == 3
    grid = make_grid(problem)
    assert grid.count(grid.axes) * 4 >= np.prod(list(orders.values()))
    assert len(problem.forest(orders)) == 2
    assert cost_of(problem, grid).points == grid.count(grid.axes)
    for c in grid.axes:
        assert (grid.p - 1) % orders[c] == 0
    assert is_prime(grid.p)


def test_how_often_to_try():
    with pytest.raises(InputError, match="too small"):
        tries_for(100, 101 - 2, 1e-9)
    assert tries_for(513, 2**31 - 1, 2.0**-60) == 3


def test_tensors_are_summed_in_any_order():
    rng = np.random.default_rng(4)
    p = 101
    lengths = {0: 3, 1: 2, 2: 4, 3: 2}
    points = {c: np.arange(1, n + 1) for c, n in lengths.items()}
    weights = {c: rng.integers(0, p, n) for c, n in lengths.items()}
    grid = Grid(p, points, weights)
    scopes = [(0, 1), (1, 2), (2, 3), (0,), (), (1, 3)]
    tensors = [Tensor(scope, rng.integers(0, p, [lengths[c] for c in scope])) for scope in scopes]

    def at(places: tuple[int, ...]) -> int:
        total = 1
        for tensor in tensors:
            total = total * int(tensor.values[tuple(places[c] for c in tensor.axes)]) % p
        for c, place in enumerate(places):
            total = total * int(weights[c][place]) % p
        return total

    every = list(product(*(range(n) for n in lengths.values())))
    assert contract(tensors, grid).values.item() == sum(map(at, every)) % p
    kept = contract(tensors, grid, (0, 2))
    assert kept.axes == (0, 2)
    for a, b in product(range(3), range(4)):
        assert kept.values[a, b] == sum(at(places) for places in every if (places[0], places[2]) == (a, b)) % p


def whole(instance: Instance) -> Problem:
    """The problem of the whole board."""
    spare = np.flatnonzero(instance.cell_colors == Counting(instance).empty_color)
    everything = np.ones(instance.board.size, dtype=bool)
    return Problem(instance, everything, instance.usable_edges, dict(instance.budgets), spare)


@pytest.mark.parametrize(("radius", "colors"), [(2, 2), (3, 3), (4, 2), (5, 2)])
def test_a_matching_is_found_in_pieces(radius, colors, monkeypatch):
    """Set up anew after every few cells, with matrices that serve only a few cells each."""
    monkeypatch.setattr(tutte_find, "AT_ONCE", 0)
    for seed in range(3):
        instance = hexagon(radius, colors, seed)
        problem = whole(instance)
        assert problem.refutation is None
        grid = make_grid(problem)
        rng = np.random.default_rng(seed)
        xs = draw(problem, grid.p, rng)
        tensors = [evaluate(part, x, grid) for part, x in zip(problem.parts, xs, strict=True)]
        edges = find(problem, grid, xs, tensors, rng)
        assert placement_faults(instance, build_placement(instance, edges)) == []


def test_too_many_points_to_find_are_reported(monkeypatch):
    monkeypatch.setattr(tutte_find, "STATE_LIMIT", 10)
    prepared = prepare(hexagon(4, 2))
    verdict = search(prepared)
    assert verdict.feasible is None
    assert "too many" in verdict.stats["find"]
    assert issubclass(LimitError, Exception)


def test_many_parts_with_classes_of_their_own_need_no_common_grid():
    """Pairs of cells side by side, each with two colors of its own: the full grid would be out of reach."""
    row = [(q, 0) for q in range(41)]
    colors = [f"c{q // 4:02}" + "ab"[q % 2] for q in range(41)]
    pairs = Counter(tuple(sorted((colors[q], colors[q + 1]))) for q in range(0, 40, 2))
    instance = Instance.build(row, colors, [(a, b, n) for (a, b), n in pairs.items()])
    prepared = prepare(instance)
    assert too_large(prepared) is None
    assert search(prepared).feasible
