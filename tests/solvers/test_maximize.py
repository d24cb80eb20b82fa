"""The largest partial placements, against exhaustion on small boards."""

from __future__ import annotations

import json
import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds import shapes
from gourds.board import Board
from gourds.instance import Instance
from gourds.solvers import maximize as module
from gourds.solvers.maximize import maximize, partial_document, partial_faults, partial_text
from gourds.solvers.maximize_bounds import Bounds, dual_bound, greedy, walk
from gourds.solvers.maximize_levels import Room
from tests.reduction_boards import planted_cubic, random_cubic, reduction_board, unsatisfiable_cubic
from tests.strategies import placed_instances


def any_instance(rng: random.Random, size: int) -> Instance:
    """Random colors; budgets that fit the color totals, or any."""
    board = Board.from_cells(shapes.random_connected(size, rng.randrange(2**32)))
    names = "abcd"[: rng.randint(1, 4)]
    colors = rng.choices(names, weights=[6, 2, 1, 1][: len(names)], k=size)
    kind = rng.random()
    if kind < 0.5:
        ends = rng.sample(colors, size - 1)
    elif kind < 0.8:
        ends = [rng.choice(colors) for _ in range(size - 1)]
    else:  # equal colors only: all components are plain
        ends = [color for color in rng.choices(sorted(set(colors)), k=size // 2) for _ in range(2)]
    return Instance.build(board.cells, colors, [(a, b, 1) for a, b in zip(ends[::2], ends[1::2], strict=True)])


def exhaustive_maximum(instance: Instance) -> int:
    """The largest matching within the budgets: every cell is left open or paired with a later one."""
    colors = instance.cell_colors.tolist()
    later: list[list[int]] = [[] for _ in colors]
    for a, b in instance.board.edges.tolist():
        later[min(a, b)].append(max(a, b))
    left = dict(instance.budgets)

    def best(v: int, covered: frozenset[int]) -> int:
        if v == len(colors):
            return 0
        most = best(v + 1, covered)
        if v in covered:
            return most
        for w in later[v]:
            pair = tuple(sorted((colors[v], colors[w])))
            if w not in covered and left.get(pair, 0):
                left[pair] -= 1
                most = max(most, 1 + best(v + 1, covered | {w}))
                left[pair] += 1
        return most

    return best(0, frozenset())


@pytest.mark.parametrize("with_bounds", [True, False])
@pytest.mark.parametrize("patience", [20_000, 1])
def test_maximum_by_exhaustion(monkeypatch: pytest.MonkeyPatch, patience: int, with_bounds: bool) -> None:
    monkeypatch.setattr(module, "PATIENCE", patience)
    monkeypatch.setattr(module, "greedy", lambda instance: [])  # so that the search has something to do
    monkeypatch.setattr(module, "walk", lambda instance, pairs, steps, seed: pairs)
    if not with_bounds:
        monkeypatch.setattr(module, "bounds_of", lambda instance, clock: Bounds(instance.size))
    rng = random.Random(patience)
    short = 0
    for _ in range(120):
        instance = any_instance(rng, rng.choice([1, 3, 7, 9, 11, 13]))
        found = maximize(instance, isolate=False)
        assert found.optimal
        assert found.placed == found.upper_bound == exhaustive_maximum(instance)
        assert not partial_faults(instance, found.gourds)
        assert all(bound >= found.placed for bound in found.bounds.values() if bound is not None)
        assert not with_bounds or None not in found.bounds.values()
        short += found.placed < instance.size
    assert short > 30


def test_levels_and_cpsat_by_exhaustion() -> None:
    """Both models by themselves, at every level."""
    from pysat.solvers import Solver

    rng = random.Random(11)
    for _ in range(80):
        instance = any_instance(rng, rng.choice([5, 9, 11]))
        most, room = exhaustive_maximum(instance), Room(instance)
        for target in range(room.total + 1):
            cnf, decode = room.level(target)
            with Solver("minisat22", bootstrap_with=[clause or [1, -1] for clause in cnf.clauses]) as solver:
                possible = all(cnf.clauses) and solver.solve()
                assert possible == (target <= most)
                if possible:
                    assert len(decode(solver.get_model())) >= target
        pairs, upper = room.by_cpsat(0, room.total, [], 10.0, 0)
        assert len(pairs) == upper == most


@given(placed_instances(31))
@settings(max_examples=25)
def test_feasible_instances_take_all_gourds(planted) -> None:
    instance, _ = planted
    found = maximize(instance, isolate=False)
    assert found.optimal
    assert found.placed == instance.size


def test_first_solutions_are_sound() -> None:
    rng = random.Random(4)
    for _ in range(100):
        instance = any_instance(rng, rng.choice([5, 15, 25]))
        cells = instance.board.cell_list()
        first = greedy(instance)
        better = walk(instance, first, 500, rng.randrange(100))
        assert len(better) >= len(first)
        for pairs in (first, better):
            assert not partial_faults(instance, [(cells[a], cells[b]) for a, b in pairs])


@given(st.integers(0, 2**32 - 1), st.lists(st.floats(-0.5, 1.5), min_size=30, max_size=30))
@settings(max_examples=60)
def test_any_duals_give_a_bound(seed: int, values: list[float]) -> None:
    rng = random.Random(seed)
    instance = any_instance(rng, rng.choice([3, 7, 11]))
    duals = iter(values)
    cells = [next(duals) for _ in range(instance.board.size)]
    classes = {pair: next(duals) for pair in instance.budgets}
    assert dual_bound(instance, cells, classes) >= exhaustive_maximum(instance)


def test_boards_of_the_reduction() -> None:
    unsatisfiable = reduction_board(unsatisfiable_cubic(6))
    found = maximize(unsatisfiable, time_limit=60)
    assert found.optimal
    assert unsatisfiable.size - 3 <= found.placed < unsatisfiable.size
    satisfiable = maximize(reduction_board(planted_cubic(6, 1)), time_limit=60)
    assert satisfiable.placed == satisfiable.upper_bound == 240


@pytest.mark.parametrize("limit", [0.01, 0.5])
def test_limits_hold(limit: float) -> None:
    instance = reduction_board(random_cubic(60, 0))
    start = time.monotonic()
    found = maximize(instance, time_limit=limit)
    assert time.monotonic() - start < limit + 1
    assert found.placed <= found.upper_bound <= instance.size
    assert found.optimal or "time limit" in found.reason


def test_faults_of_partial_placements() -> None:
    instance = Instance.build([(q, 0) for q in range(5)], list("aabba"), [("a", "a", 1), ("b", "b", 1)])
    good = [((0, 0), (1, 0)), ((2, 0), (3, 0))]
    assert not partial_faults(instance, good)
    assert not partial_faults(instance, [])
    for bad, word in (
        ([((0, 0), (1, 0)), ((1, 0), (2, 0))], "covered twice"),
        ([((0, 0), (2, 0))], "not adjacent"),
        ([((4, 0), (5, 0))], "not on the board"),
        ([((1, 0), (2, 0))], "too many (a, b)-gourds"),
    ):
        assert any(word in fault for fault in partial_faults(instance, bad))
    assert json.loads(partial_text(good)) == partial_document(good)
    assert json.loads(partial_text([])) == partial_document([])
