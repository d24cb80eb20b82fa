from __future__ import annotations

import pytest

from gourds.errors import InputError
from gourds.files.certificates import Certificate
from gourds.solvers import Status, solve
from tests.encodings.small_instances import fair_shares, is_feasible
from tests.reduction_boards import is_satisfiable, planted_cubic, random_cubic, reduction_board, unsatisfiable_cubic
from tests.whole_boards import extreme

pytest.importorskip("ortools")


@pytest.mark.parametrize(("encoding", "presolve"), [("reduced", True), ("textbook", True), ("textbook", False)])
def test_agrees_with_brute(encoding, presolve):
    for instance in fair_shares(200):
        result = solve(instance, "cpsat", isolate=False, encoding=encoding, presolve=presolve)
        assert result.status is (Status.FEASIBLE if is_feasible(instance) else Status.INFEASIBLE)


def test_textbook_without_covering():
    for instance in fair_shares(60):
        options = {"encoding": "textbook", "presolve": False, "settings": {"covering": False}}
        for solver in ("cpsat", "sat", "sat:minicard", "ilp:highs", "ilp:scip"):
            result = solve(instance, solver, isolate=False, **options)
            assert result.status is (Status.FEASIBLE if is_feasible(instance) else Status.INFEASIBLE)


def test_reduction_boards():
    for formula in (random_cubic(6, 0), unsatisfiable_cubic(6), planted_cubic(30, 1)):
        expected = Status.FEASIBLE if is_satisfiable(formula) else Status.INFEASIBLE
        assert solve(reduction_board(formula), "cpsat", isolate=False).status is expected


def test_infeasible_answers_are_claimed():
    instance = reduction_board(unsatisfiable_cubic(6))
    result = solve(instance, "cpsat", isolate=False)
    assert result.certificate == Certificate("claimed", instance.digest, {"by": "cpsat"})
    assert {"variables", "constraints", "conflicts", "encode_s", "search_s"} <= set(result.stats)


def test_one_thread_repeats():
    instance = reduction_board(planted_cubic(12, 1))
    first, second = (solve(instance, "cpsat", isolate=False, seed=7) for _ in range(2))
    assert first.placement == second.placement
    assert first.stats["branches"] == second.stats["branches"]


def test_threads():
    instance = reduction_board(planted_cubic(6, 1))
    assert solve(instance, "cpsat", isolate=False, settings={"threads": 2}).status is Status.FEASIBLE
    for wrong in (0, -1, "two", 1.5):
        with pytest.raises(InputError, match="threads"):
            solve(instance, "cpsat", isolate=False, settings={"threads": wrong})


def test_it_stops_by_itself_at_the_time_limit():
    instance = reduction_board(random_cubic(90, 1))
    result = solve(instance, "cpsat", isolate=False, time_limit=0.2, encoding="textbook", presolve=False)
    assert result.status is Status.UNKNOWN
    assert result.reason is not None
    assert result.reason.startswith("time limit: 0.2 s")


@pytest.mark.parametrize("work", ["abc", -1, 0, True, float("inf"), float("nan")])
def test_work_must_be_a_positive_number(work):
    with pytest.raises(InputError, match="work must be a positive number"):
        solve(extreme(3, 2, 1), "cpsat", isolate=False, presolve=False, settings={"work": work})


def test_little_work_is_given_up_in_the_same_place():
    instance = extreme(8, 5, 1)
    settings = {"linearization": 0, "work": 1e-4}
    first, second = (solve(instance, "cpsat", isolate=False, presolve=False, settings=settings) for _ in range(2))
    assert first.status is second.status is Status.UNKNOWN
    assert first.reason == "gave up after 0.0001 units of work"
    assert first.stats["branches"] == second.stats["branches"]
