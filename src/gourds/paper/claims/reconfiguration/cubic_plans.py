"""The theorem of Section 4.1: plans of O(n³) moves."""

from __future__ import annotations

from typing import Final

from gourds import shapes
from gourds.paper.claim import Claim, Effort, Finding
from gourds.paper.cycles.plans import Families, check_plans
from gourds.reconfigure.paper import cubic


def families(effort: Effort) -> Families:
    """Boards on which the growth is measured."""
    hexagons = range(2, effort.pick(8, 13))
    strips = range(21, effort.pick(162, 402), 20)
    grown = range(19, effort.pick(180, 400), 16)
    return {
        "hexagons": [shapes.hexagon(radius) for radius in hexagons],
        "strips": [shapes.strip(size) for size in strips],
        "random boards": [shapes.random_proper(size, effort.seed + size) for size in grown],
    }


def _check(effort: Effort) -> Finding:
    return check_plans(effort, lambda task, options: cubic.plan(task, options), 3, families(effort))


CLAIMS: Final = (
    Claim(
        "cubic-plans",
        "Section 4.1, Theorem 6",
        "On a proper board any two configurations of the same gourds are connected by O(n³) moves: align, sort along a"
        " Hamiltonian cycle at a substructure, and undo the alignment of the target.",
        "The algorithm plans, each plan is replayed by code that shares nothing with it, and a power law with its"
        " confidence interval is fitted to the moves on three families. It fails if a plan is wrong, or if the"
        " exponent is above 3.25 with confidence.",
        _check,
    ),
)
