"""Explanations, each claim checked by exhaustion on small boards."""

from __future__ import annotations

import itertools
import random
import time
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from gourds import shapes
from gourds.board import Board
from gourds.counting import Counting
from gourds.explain.cnf import Clauses, Clock
from gourds.explain.core import Core, check, find_core, rotate
from gourds.explain.explaining import Explanation, explain
from gourds.explain.problem import Problem, bounds_among, cells_among
from gourds.instance import Instance
from gourds.matching.maximum import maximum_matching
from gourds.placement import placement_faults
from gourds.solvers.base import Status
from gourds.solvers.brute import all_placements
from tests.conftest import lateness
from tests.reduction_boards import planted_cubic, reduction_board, unsatisfiable_cubic


def nearly_planted(rng: random.Random, size: int) -> Instance | None:
    """Budgets of a placement with some ends exchanged: the color totals fit, the rest may not."""
    board = Board.from_cells(shapes.random_connected(size, rng.randrange(2**32)))
    names = "abcd"[: rng.randint(2, 4)]
    colors = [rng.choice(names) for _ in range(size)]
    mate = maximum_matching(size, board.edges, rng=rng).tolist()
    gourds = [[colors[v], colors[w]] for v, w in enumerate(mate) if v < w]
    if len(gourds) != size // 2:
        return None
    for _ in range(rng.randint(1, 5)):
        one, other = rng.sample(gourds, 2)
        i, j = rng.randrange(2), rng.randrange(2)
        one[i], other[j] = other[j], one[i]
    return Instance.build(board.cells, colors, [(a, b, 1) for a, b in gourds])


def unsatisfiable_board(n: int) -> Instance:
    return reduction_board(unsatisfiable_cubic(n))


class Exhaustive:
    """All matchings of the usable edges, by their covered cells and their numbers of each class."""

    def __init__(self, instance: Instance) -> None:
        self.colors = instance.cell_colors.tolist()
        self.near: list[list[int]] = [[] for _ in self.colors]
        for a, b in instance.board.edges.tolist():
            if tuple(sorted((self.colors[a], self.colors[b]))) in instance.budgets:
                self.near[a].append(b)
                self.near[b].append(a)
        self.found: set[tuple[frozenset[int], tuple[tuple[tuple[int, int], int], ...]]] = set()
        self._extend(0, frozenset(), Counter())

    def _extend(self, v: int, covered: frozenset[int], counts: Counter[tuple[int, int]]) -> None:
        if v == len(self.colors):
            self.found.add((covered, tuple(sorted(counts.items()))))
            return
        self._extend(v + 1, covered, counts)
        if v in covered:
            return
        for w in self.near[v]:
            if w > v and w not in covered:
                pair = tuple(sorted((self.colors[v], self.colors[w])))
                self._extend(v + 1, covered | {v, w}, counts + Counter({pair: 1}))

    def components(self, without: set[int]) -> list[set[int]]:
        parts, seen = [], set(without)
        for v in range(len(self.colors)):
            if v in seen:
                continue
            part, todo = {v}, [v]
            while todo:
                for w in self.near[todo.pop()]:
                    if w not in part and w not in without:
                        part.add(w)
                        todo.append(w)
            seen |= part
            parts.append(part)
        return parts

    def can_meet(self, bounds: list, region: set[int], empty_color: int) -> bool:
        odd = [part for part in self.components(set()) if len(part) % 2]
        candidates = {v for part in odd[:1] for v in part if self.colors[v] == empty_color}
        for covered, counts in self.found:
            numbers = dict(counts)
            bare = region - covered
            if len(bare) > 1 or not bare <= candidates:
                continue
            if all(
                numbers.get(b.pair, 0) >= b.count if b.at_least else numbers.get(b.pair, 0) <= b.count for b in bounds
            ):
                return True
        return False


def confirm(instance: Instance, found: Explanation) -> None:
    """Everything that an explanation claims, by exhaustion."""
    feasible = next(all_placements(instance), None) is not None
    assert (found.status is Status.FEASIBLE) == feasible
    assert found.checked
    if feasible:
        assert found.kind is None
        assert found.placement is not None
        assert not placement_faults(instance, found.placement)
        return
    assert found.status is Status.INFEASIBLE
    assert found.reason
    counting, everything = Counting(instance), Exhaustive(instance)
    if found.kind == "counting":
        assert counting.refutation == found.reason
        return
    assert counting.refutation is None
    assert counting.empty_color is not None
    if found.kind == "class":
        (bound,) = found.bounds
        assert bound.count == instance.budgets[bound.pair]
        most = max(dict(counts).get(bound.pair, 0) for _, counts in everything.found)
        assert most < bound.count
        if bound.pair[0] != bound.pair[1]:
            assert len(found.barrier) == most
    elif found.kind == "matching":
        confirm_barrier(everything, found, counting.empty_color)
    else:
        confirm_demands(instance, everything, found, counting.empty_color)


def confirm_barrier(everything: Exhaustive, found: Explanation, empty_color: int) -> None:
    parts = everything.components(set(found.barrier))
    assert all(set(part) in parts and len(part) % 2 for part in found.parts)
    assert len(set(found.parts)) == len(found.parts)
    holds_empty = [any(everything.colors[v] == empty_color for v in part) for part in found.parts]
    if any(holds_empty):
        assert len(found.parts) > len(found.barrier) + 1
    else:
        assert len(found.parts) > len(found.barrier)
    assert set(found.region) == set(found.barrier).union(*found.parts)


def confirm_demands(instance: Instance, everything: Exhaustive, found: Explanation, empty_color: int) -> None:
    assert found.kind == "budgets"
    assert found.minimal
    for bound in found.bounds:
        assert bound.pair[0] != bound.pair[1]
        assert instance.budgets[bound.pair] == bound.count
    bounds, region = list(found.bounds), set(found.region)
    assert not everything.can_meet(bounds, region, empty_color)
    for k in range(len(bounds)):
        assert everything.can_meet(bounds[:k] + bounds[k + 1 :], region, empty_color)
    for v in region:
        assert everything.can_meet(bounds, region - {v}, empty_color)


def test_every_claim_by_exhaustion() -> None:
    rng = random.Random(7)
    kinds: Counter[str | None] = Counter()
    while kinds["budgets"] < 30:
        instance = nearly_planted(rng, rng.choice([7, 9, 11, 13]))
        if instance is not None:
            found = explain(instance, minimal=True, isolate=False)
            confirm(instance, found)
            kinds[found.kind] += 1
    assert min(kinds[kind] for kind in (None, "counting", "class", "matching")) > 20


def test_fifteen_cells_by_exhaustion() -> None:
    rng = random.Random(15)
    for _ in range(60):
        instance = nearly_planted(rng, 15)
        if instance is not None:
            confirm(instance, explain(instance, minimal=True, isolate=False))


def test_any_budgets() -> None:
    rng = random.Random(3)
    for _ in range(150):
        board = Board.from_cells(shapes.random_connected(rng.choice([1, 3, 5, 9]), rng.randrange(2**32)))
        colors = [rng.choice("abc") for _ in range(board.size)]
        gourds = [(rng.choice(colors), rng.choice(colors), 1) for _ in range(board.size // 2)]
        instance = Instance.build(board.cells, colors, gourds)
        confirm(instance, explain(instance, minimal=True, isolate=False))


def test_the_simplest_reasons() -> None:
    row = [(q, 0) for q in range(5)]
    totals = explain(Instance.build(row, list("aabbc"), [("b", "b", 2)]), isolate=False)
    assert (totals.kind, totals.region) == ("counting", (0, 1, 2, 3))
    places = explain(Instance.build(row, list("aabbb"), [("a", "b", 2)]), isolate=False)
    assert (places.kind, places.region, places.bounds[0].count) == ("counting", (1, 2), 2)
    parts = explain(Instance.build(row, list("abbaa"), [("a", "a", 1), ("b", "b", 1)]), isolate=False)
    assert parts.status is Status.FEASIBLE
    odd = explain(
        Instance.build([*row, (5, 0), (6, 0)], list("abaabaa"), [("a", "a", 2), ("b", "b", 1)]), isolate=False
    )
    assert odd.kind == "counting"
    crowded = explain(
        Instance.build([*row, (5, 0), (6, 0)], list("babcaca"), [("a", "b", 2), ("a", "c", 1)]), isolate=False
    )
    assert (crowded.kind, crowded.region, crowded.barrier) == ("class", (0, 1, 2), (1,))
    assert "only one fits" in crowded.reason


@pytest.mark.parametrize("n", [6, 12])
def test_boards_of_the_reduction(n: int) -> None:
    found = explain(unsatisfiable_board(n), time_limit=60)
    assert found.status is Status.INFEASIBLE
    assert found.kind == "budgets"
    assert found.minimal
    assert found.checked
    assert found.bounds
    assert len(found.region) < 20 * n
    assert explain(reduction_board(planted_cubic(n, 1)), time_limit=60).status is Status.FEASIBLE


def test_the_check_catches_wrong_claims() -> None:
    instance = unsatisfiable_board(6)
    empty_color = Counting(instance).empty_color
    assert empty_color is not None
    problem = Problem(instance)
    core = find_core(problem)
    assert isinstance(core, Core)
    assert check(problem, core)
    for dropped in (bounds_among(core.demands)[0], cells_among(core.demands)[0]):
        fewer = core.demands - {dropped}
        witnesses = {demand: witness for demand, witness in core.witnesses.items() if demand != dropped}
        assert not check(problem, Core(fewer))  # these can be met
        assert not check(problem, Core(fewer, witnesses))
    unneeded = next(demand for demand in problem.demands if demand not in core.demands)
    assert check(problem, Core(core.demands | {unneeded}))  # contradictory, but not minimal
    first, second = list(core.witnesses)[:2]
    swapped = core.witnesses | {first: core.witnesses[second]}
    assert not check(problem, Core(core.demands, swapped))
    broken = core.witnesses[first]
    mate = broken.mate.copy()
    covered = int(np.flatnonzero(mate >= 0)[0])
    mate[covered] = covered
    assert not check(problem, Core(core.demands, core.witnesses | {first: replace(broken, mate=mate)}))


def test_rotation_finds_witnesses() -> None:
    """From one witness others follow, and all of them are right."""
    rng, gained = random.Random(5), 0
    while gained < 20:
        instance = nearly_planted(rng, 25)
        empty_color = None if instance is None else Counting(instance).empty_color
        if instance is None or empty_color is None or explain(instance, minimal=True, isolate=False).kind != "budgets":
            continue
        problem = Problem(instance)
        core = find_core(problem)
        assert isinstance(core, Core)
        for cell in cells_among(core.demands):
            begun = Core(core.demands, {cell: core.witnesses[cell]})
            rotate(problem, begun, cell)
            assert check(problem, begun)
            gained += len(begun.witnesses) - 1


@pytest.mark.parametrize("limit", [0.01, 0.3])
def test_limits_hold(limit: float) -> None:
    instance = unsatisfiable_board(30)
    start = time.monotonic()
    found = explain(instance, time_limit=limit)
    assert time.monotonic() - start < limit + 1 + lateness()
    if found.status is Status.UNKNOWN:
        assert "time limit" in found.reason
    else:
        assert found.status is Status.INFEASIBLE


def test_json() -> None:
    instance = unsatisfiable_board(6)
    document = explain(instance, isolate=False).to_json(instance)
    assert document["status"] == "infeasible"
    assert {entry["at"] for entry in document["budgets"]} <= {"least", "most"}
    assert all(instance.color_at((q, r)) for q, r in document["region"])


@pytest.mark.parametrize("count", range(1, 7))
def test_counters_count(count: int) -> None:
    from pysat.solvers import Solver

    for cap in range(1, count + 2):
        cnf = Clauses()
        inputs = [cnf.new() for _ in range(count)]
        outputs = cnf.counter(inputs, cap)
        assert len(outputs) == min(count, cap)
        with Solver("minisat22", bootstrap_with=cnf.clauses) as solver:
            for bits in itertools.product([False, True], repeat=count):
                assumed = [x if bit else -x for x, bit in zip(inputs, bits, strict=True)]
                right = [x if sum(bits) > k else -x for k, x in enumerate(outputs)]
                assert solver.solve(assumed + right)
                assert not any(solver.solve([*assumed, -x]) for x in right)


@pytest.mark.parametrize("count", range(1, 11))
def test_at_most_one(count: int) -> None:
    from pysat.solvers import Solver

    cnf = Clauses()
    inputs = [cnf.new() for _ in range(count)]
    cnf.at_most_one(inputs)
    with Solver("minisat22", bootstrap_with=cnf.clauses) as solver:
        for bits in itertools.product([False, True], repeat=count):
            assumed = [x if bit else -x for x, bit in zip(inputs, bits, strict=True)]
            assert solver.solve(assumed) == (sum(bits) <= 1)


def test_clocks_interrupt() -> None:
    from pysat.solvers import Solver

    holes = 11
    variable = {(p, h): p * holes + h + 1 for p in range(holes + 1) for h in range(holes)}
    clauses = [[variable[p, h] for h in range(holes)] for p in range(holes + 1)]
    pairs = itertools.combinations(range(holes + 1), 2)
    clauses += [[-variable[p, h], -variable[q, h]] for p, q in pairs for h in range(holes)]
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        start = time.monotonic()
        assert Clock(0.3).solve(solver) is None
        assert time.monotonic() - start < 1.5 + lateness()
        assert Clock(None).solve(solver, conflicts=10) is None
        assert Clock(0).solve(solver) is None
