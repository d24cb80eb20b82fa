from __future__ import annotations

from itertools import combinations

import pytest

from gourds.counting import Counting
from gourds.errors import InputError
from gourds.families import FAMILIES, generate
from gourds.solvers import Status, solve

FAMILY = FAMILIES["ring-sum"]


def sums(rings: int, length: int) -> dict[int, int]:
    """How many sets of rings have each sum, by listing them all."""
    lengths = [length + k % 2 for k in range(rings)]
    found: dict[int, int] = {}
    for size in range(rings + 1):
        for chosen in combinations(lengths, size):
            found[sum(chosen)] = found.get(sum(chosen), 0) + 1
    return found


@pytest.mark.parametrize(("rings", "length"), [(3, 4), (4, 4), (5, 5), (6, 5), (8, 6)])
def test_the_verdict_is_that_of_the_subset_sum(rings, length):
    missed = generate(FAMILY, {"rings": rings, "length": length})
    assert missed.budget("a", "b") // 2 not in sums(rings, length)
    assert Counting(missed).refutation is None
    for solver in ("decompose", "algebraic", "frontier", "pfaffian", "sat"):
        assert solve(missed, solver, isolate=False).status is Status.INFEASIBLE, solver
    for seed in range(5):
        met = generate(FAMILY, {"rings": rings, "length": length, "sum": "met"}, seed)
        assert met.budget("a", "b") // 2 in sums(rings, length)
        for solver in ("decompose", "algebraic", "frontier", "sat"):
            assert solve(met, solver, isolate=False).status is Status.FEASIBLE, solver


def test_sizes():
    for rings, length in ((4, 4), (9, 7)):
        instance = generate(FAMILY, {"rings": rings, "length": length})
        columns = sum(2 * (length + k % 2) + 2 for k in range(rings))
        assert instance.board.size == 4 * columns + 1
        assert instance.colors == ("a", "b", "f")
        assert instance.board.is_hole_free


def test_what_cannot_be_made():
    with pytest.raises(InputError, match="no sum is missed"):
        generate(FAMILY, {"rings": 4, "length": 6})
    with pytest.raises(InputError, match="1 to 500 rings"):
        generate(FAMILY, {"rings": 0})
