"""The solver ``pfaffian``: exact counts decide; the shared contract is tested elsewhere."""

from __future__ import annotations

import random

import pytest

from gourds import shapes
from gourds.board import Board
from gourds.errors import InputError
from gourds.families.colorings import color_board
from gourds.instance import Instance
from gourds.placement import placement_faults
from gourds.solvers import Status, find_solver, solve
from gourds.solvers.brute import all_placements
from tests.solvers.small import small_instance


def hexagon(radius: int, colors: int, coloring: str = "planted", seed: int = 1) -> Instance:
    board = Board.from_cells(shapes.hexagon(radius))
    return color_board(board, coloring=coloring, pattern="uniform", colors=colors, rng=random.Random(seed))


def test_verdicts_and_counts_on_small_boards():
    reasons = set()
    for seed in range(400):
        instance = small_instance(seed)
        count = sum(1 for _ in all_placements(instance))
        result = solve(instance, "pfaffian", isolate=False)
        assert result.status is (Status.FEASIBLE if count else Status.INFEASIBLE)
        assert result.error_bound == 0
        if count:
            assert result.stats["placements"] == count
            assert placement_faults(instance, result.placement) == []
        else:
            assert result.stats.get("placements", 0) == 0
            reasons.add((result.certificate.kind, (result.reason or "").startswith("the exact number")))
    assert reasons == {("counting", False), ("claimed", True)}


def test_a_zero_is_a_certain_no():
    zeros = 0
    for seed in range(40):
        instance = hexagon(2, 4, "random", seed)
        result = solve(instance, "pfaffian", isolate=False)
        if result.status is Status.INFEASIBLE and result.certificate.kind == "claimed":
            zeros += 1
            assert result.reason == "the exact number of placements is 0"
            assert result.certificate.data == {"by": "pfaffian"}
            assert result.certificate.digest == instance.digest
            assert next(all_placements(instance), None) is None
    assert zeros > 3


def test_a_placement_of_a_large_board_is_found():
    instance = hexagon(6, 2)
    result = solve(instance, "pfaffian", isolate=False)
    assert result.status is Status.FEASIBLE
    assert placement_faults(instance, result.placement) == []
    assert result.stats["placements"] > 10**15


def test_what_is_too_large_is_declined_with_figures():
    result = solve(hexagon(6, 3), "pfaffian", isolate=False, settings={"steps": 1000})
    assert result.status is Status.UNKNOWN
    assert "up to 297," in (result.reason or "")
    assert result.stats["evaluations"] > 297_000
    result = solve(hexagon(12, 6), "pfaffian", isolate=False)
    assert result.status is Status.UNKNOWN
    assert "too large to count" in (result.reason or "")


@pytest.mark.parametrize("steps", [0, -1, "many", True, None])
def test_steps_must_be_positive(steps):
    with pytest.raises(InputError, match="steps must be a positive number"):
        solve(hexagon(1, 1), "pfaffian", isolate=False, settings={"steps": steps})


def test_it_is_registered():
    solver, variant = find_solver("pfaffian")
    assert variant == ""
    assert solver.abilities == {"decide", "find", "count"}
