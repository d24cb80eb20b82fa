"""The ends of what is possible: what is refuted has no placement, and searches near the ends find what is there."""

from __future__ import annotations

import random

import numpy as np
import pytest

from gourds.certificates.verify import verify_certificate
from gourds.counting import Counting
from gourds.files.certificates import Certificate
from gourds.matching.boundary import End, refute_or_end, search_from_end
from gourds.matching.refutation import Refutation
from gourds.placement import Placement, placement_faults
from gourds.solvers import Status, solve
from gourds.solvers.brute import all_placements
from tests.solvers.small import small_instance
from tests.whole_boards import extreme


def is_valid(instance, refutation) -> bool:
    certificate = Certificate(refutation.kind, instance.digest, {"reason": refutation.reason, **refutation.data})
    return verify_certificate(instance, Certificate.from_text(certificate.to_text())).verdict.value == "valid"


@pytest.mark.parametrize(
    ("radius", "colors", "mixed"), [(4, 2, False), (6, 3, False), (8, 5, False), (8, 2, True), (10, 2, True)]
)
def test_one_trade_beyond_an_end_is_refuted_and_the_end_is_not(radius, colors, mixed):
    inside, outside = (extreme(radius, colors, 3, traded=k, mixed=mixed) for k in (0, 1))
    end = refute_or_end(inside)
    assert isinstance(end, End)
    assert end.gap == 0
    assert end.refutation() is None
    refutation = refute_or_end(outside)
    assert isinstance(refutation, Refutation)
    assert refutation.kind == "linear"
    assert is_valid(outside, refutation)


def test_any_slopes_refute_only_what_has_no_placement():
    """Random slopes on small boards, with and without placements, against all placements there are."""
    refuted = near = 0
    for seed in range(250):
        instance = small_instance(seed)
        if Counting(instance).refutation is not None:
            continue
        rng = random.Random(seed)
        has_any = next(iter(all_placements(instance)), None) is not None
        colors = range(len(instance.colors))
        for _ in range(10):
            slopes = {(i, j): rng.randint(-3, 3) for i in colors for j in colors if i <= j}
            end = End.of(instance, slopes)
            if end.top is None:
                assert not has_any
                continue
            near += end.gap == 0
            refutation = end.refutation()
            if refutation is not None:
                refuted += 1
                assert not has_any
                assert is_valid(instance, refutation)
    assert refuted > 10
    assert near > 10


def test_a_board_without_any_matching_has_a_barrier():
    instance = extreme(8, 3, 3, traded=1, mixed=True)
    refutation = refute_or_end(instance)
    assert isinstance(refutation, Refutation)
    assert refutation.kind == "barrier"
    assert is_valid(instance, refutation)


@pytest.mark.parametrize(("colors", "traded", "mixed"), [(2, 0, False), (3, 0, False), (3, -1, False), (2, -1, True)])
def test_placements_near_an_end_are_found(colors, traded, mixed):
    instance = extreme(9, colors, 4, traded=traded, mixed=mixed)
    end = refute_or_end(instance)
    assert isinstance(end, End)
    assert end.is_near
    told: list[int] = []
    found = search_from_end(end, max_steps=20_000_000, tell=told.append)
    assert found is not None
    assert found.energy == 0
    assert told[-1] == 0
    assert not placement_faults(instance, Placement.from_mates(instance.board, found.mate.tolist()))


def test_the_same_seed_gives_the_same_matching():
    instance = extreme(6, 4, 2)
    end = refute_or_end(instance)
    assert isinstance(end, End)
    first, again, other = (search_from_end(end, seed=seed, max_steps=50_000) for seed in (1, 1, 2))
    assert first is not None
    assert again is not None
    assert other is not None
    assert (first.mate == again.mate).all()
    assert (first.mate != other.mate).any()


def test_the_matching_that_is_kept_is_the_one_that_is_counted():
    instance = extreme(9, 8, 1)
    end = refute_or_end(instance)
    assert isinstance(end, End)
    found = search_from_end(end, max_steps=100_000)
    assert found is not None
    budgets = np.array([instance.budgets.get(pair, 0) for pair in found.counts])
    missing = sum(instance.budgets.values()) - budgets.sum()
    assert found.energy == np.abs(np.array(list(found.counts.values())) - budgets).sum() + missing


def test_the_solver_says_what_it_knows():
    result = solve(extreme(6, 3, 1, traded=1), "boundary")
    assert result.status is Status.INFEASIBLE
    assert result.certificate is not None
    assert result.certificate.kind == "linear"
    assert solve(extreme(6, 2, 1), "boundary").status is Status.FEASIBLE
    result = solve(extreme(6, 5, 1), "boundary", settings={"steps": 1})
    assert result.status is Status.UNKNOWN
    assert "gourds fit at best" in str(result.reason)
