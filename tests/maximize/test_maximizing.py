"""The largest partial placements, against exhaustion on small boards."""

from __future__ import annotations

import random
import time
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds import shapes
from gourds.board import Board
from gourds.counting import Counting
from gourds.explain.cnf import Clock
from gourds.instance import Instance
from gourds.matching.polytope.packing import Packing, packing_bound
from gourds.matching.polytope.solving import Simplex
from gourds.maximize import maximizing as module
from gourds.maximize.bounds import Bounds, cut_down, greedy
from gourds.maximize.levels import Room
from gourds.maximize.maximizing import maximize
from gourds.maximize.whole import fit, linear_bound, smaller_instance
from gourds.placement import PartialPlacement, partial_faults
from tests.conftest import lateness
from tests.reduction_boards import planted_cubic, random_cubic, reduction_board, unsatisfiable_cubic
from tests.strategies import placed_instances
from tests.whole_boards import beyond, extreme


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


@pytest.mark.parametrize("stage", ["all", "sat", "polytope"])
def test_maximum_by_exhaustion(monkeypatch: pytest.MonkeyPatch, stage: str) -> None:
    """All stages together, then those that search by themselves, so that they have something to do."""
    if stage != "all":
        monkeypatch.setattr(module, "greedy", lambda instance: [])
        monkeypatch.setattr(module, "bounds_of", lambda instance: Bounds(instance.size))
        monkeypatch.setattr(module, "_decompose", lambda *_: False)
        monkeypatch.setattr(module, "_exchange", lambda *_: None)
    if stage == "sat":
        monkeypatch.setattr(module, "_relax", lambda *_: None)
    rng = random.Random(stage)
    short, decided = 0, set()
    for _ in range(120):
        instance = any_instance(rng, rng.choice([1, 3, 7, 9, 11, 13]))
        found = maximize(instance, isolate=False)
        assert found.optimal
        assert found.placed == found.upper_bound == exhaustive_maximum(instance)
        assert not partial_faults(instance, PartialPlacement(found.gourds))
        assert all(bound >= found.placed for bound in found.bounds.values() if bound is not None)
        short += found.placed < instance.size
        decided.add(found.stats["decided_by"])
    assert short > 20
    assert stage == "all" or stage in decided


def test_levels_by_exhaustion() -> None:
    """At every level."""
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
        for pairs in (first, cut_down(instance, first)):
            assert not partial_faults(instance, PartialPlacement((cells[a], cells[b]) for a, b in pairs))
        assert len(cut_down(instance, first)) == len(first)


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=150)
def test_any_weights_give_a_bound(seed: int) -> None:
    """Whatever a solver says: duals with the wrong sign, of any size, none at all, and any odd sets."""
    rng = random.Random(seed)
    instance = any_instance(rng, rng.choice([3, 7, 11]))
    program = Packing.for_instance(instance)
    size = instance.board.size
    sets = [np.array(sorted(rng.sample(range(size), rng.randrange(1, size + 1, 2)))) for _ in range(rng.randrange(5))]
    spread = rng.choice([0.0, 0.3, 1.0, 1e300])
    duals = np.array([rng.uniform(-spread, 0.3 * spread) for _ in range(len(program.totals) + len(sets))])
    duals[rng.sample(range(len(duals)), rng.randrange(2))] = np.nan
    assert packing_bound(program, sets, duals) >= exhaustive_maximum(instance)


def test_bounds_of_the_linear_program() -> None:
    """Exact weights of small denominators give the optimum itself: a third of a gourd lost in rounding would show."""
    triangle = Instance.build([(0, 0), (1, 0), (0, 1)], "aaa", [("a", "a", 1)])
    program = Packing.for_instance(triangle)
    duals = np.array([0.0, 0.0, 0.0, 1.0, -1.0])
    assert packing_bound(program, [np.arange(3)], duals) == 1  # the odd set pays for every edge
    assert packing_bound(program, [np.arange(3)], np.array([-0.5, -0.5, -0.5, 1.0, 0.0])) == 1.5
    rng = random.Random(8)
    tight = 0
    for _ in range(150):
        instance = any_instance(rng, rng.choice([7, 9, 11, 13]))
        most = exhaustive_maximum(instance)
        bound, _ = linear_bound(instance, -1, Clock(None))
        assert bound is not None
        assert bound >= most
        tight += bound < most + 1
    assert tight > 140


def test_rounding_pays_for_itself() -> None:
    """Thirds are no multiples of a power of two: rounded, they prove less than they should, never more."""
    cells = [(q, r) for q in range(6) for r in range(5) if (q, r) != (5, 4)]
    instance = Instance.build(cells, ["a"] * 29, [("a", "a", 14)])
    program = Packing.for_instance(instance)
    solution = Simplex(program, list(program.triangles)).solve()
    assert solution is not None
    for scale in (1.0, 1 - 1e-12, 1 - 1e-6):
        assert packing_bound(program, list(program.triangles), scale * solution.duals) >= 14
    thirds = np.full(len(program.totals) + 1, -1 / 3)
    thirds[29], thirds[30] = 2 / 3, 0.0  # every edge is paid 1/3 + 1/3 + 1/3, which is less than 1 after rounding
    assert packing_bound(program, [np.arange(3)], thirds) >= Fraction(29 + 14, 3)
    assert packing_bound(program, [np.arange(3)], thirds) - Fraction(29 + 14, 3) < Fraction(1, 10**6)


def test_smaller_instances() -> None:
    """What is given up leaves an instance that obeys the counting laws, and whose placements are partial ones."""
    rng = random.Random(2)
    made = 0
    for seed in range(6):
        instance = beyond(4, 3, seed)
        bound, sets = linear_bound(instance, 0, Clock(None))
        assert bound is not None
        missing = instance.size - int(bound)
        assert missing > 0
        smaller = smaller_instance(instance, missing, sets, rng, Clock(None))
        if smaller is None:
            continue
        made += 1
        assert smaller.size == instance.size - missing
        assert smaller.board.size == instance.board.size - 2 * missing
        assert Counting(smaller).refutation is None
        cells = instance.board.cell_list()
        fitted = fit(instance, missing, sets, 0, seed, Clock(None))
        assert not partial_faults(instance, PartialPlacement((cells[a], cells[b]) for a, b in fitted.pairs))
        assert not fitted.is_refuted
    assert made >= 3


def test_whole_boards() -> None:
    for seed in range(3):
        infeasible = maximize(beyond(6, 3, seed), time_limit=30)
        assert infeasible.optimal
        assert infeasible.placed < 63
        feasible = maximize(extreme(6, 3, seed), time_limit=30)
        assert feasible.optimal
        assert feasible.placed == 63


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
    assert time.monotonic() - start < limit + 1 + lateness()
    assert found.placed <= found.upper_bound <= instance.size
    assert found.optimal or "time limit" in found.reason


def test_what_was_found_outlives_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stage that does not look at the clock is killed; the bounds of the stages before it are kept."""
    monkeypatch.setattr(module, "_exchange", lambda *_: time.sleep(60))
    instance = reduction_board(unsatisfiable_cubic(6))
    found = maximize(instance, time_limit=2)
    assert found.reason.startswith("time limit")
    assert found.upper_bound == instance.size - 1
    assert found.bounds["matching"] == instance.size
    assert found.stats["decided_by"] == "signatures"
