"""The solver ``frontier``: verdicts, long boards and wide ones."""

from __future__ import annotations

from gourds.families.base import generate
from gourds.families.shaped import SHAPED
from gourds.solvers import Status, solve
from gourds.solvers.brute import all_placements
from tests.solvers.small import small_instance

FAMILIES = {family.name: family for family in SHAPED}


def hexagon(radius, colors, seed=1):
    return generate(FAMILIES["hexagon"], {"radius": radius, "colors": colors}, seed)


def test_verdicts():
    kinds = set()
    for seed in range(300):
        instance = small_instance(seed)
        feasible = next(all_placements(instance), None) is not None
        result = solve(instance, "frontier", isolate=False)
        assert result.status is (Status.FEASIBLE if feasible else Status.INFEASIBLE)
        if not feasible:
            assert result.certificate is not None
            kinds.add((result.certificate.kind, result.reason == "the exact number of placements is 0"))
    assert kinds == {("claimed", True), ("counting", False)}


def test_long_boards_and_wide_boards():
    long = generate(FAMILIES["strip"], {"size": 1001, "colors": 2}, 1)
    assert solve(long, "frontier").status is Status.FEASIBLE
    wide = solve(hexagon(18, 2), "frontier", time_limit=30)
    assert wide.status is Status.UNKNOWN
    assert "too wide" in (wide.reason or "")
