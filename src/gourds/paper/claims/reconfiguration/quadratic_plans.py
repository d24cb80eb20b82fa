"""The theorem of Section 4.2: plans of O(n²) moves."""

from __future__ import annotations

from typing import Final

from gourds import shapes
from gourds.paper.claim import Claim, Effort, Finding
from gourds.paper.cycles.plans import Families, check_plans
from gourds.reconfigure.paper import quadratic


def families(effort: Effort) -> Families:
    """Boards on which the growth is measured."""
    hexagons = range(2, effort.pick(12, 25))
    sizes = range(41, effort.pick(402, 2002), 40)
    combs = [shapes.comb(teeth, 2 * teeth) for teeth in range(2, effort.pick(9, 16))]
    return {
        "hexagons": [shapes.hexagon(radius) for radius in hexagons],
        "strips": [shapes.strip(size) for size in sizes],
        "combs": [cells if len(cells) % 2 else cells[:-1] for cells in combs],
        "random boards": [shapes.random_proper(size, effort.seed + size) for size in sizes],
    }


def _check(effort: Effort) -> Finding:
    return check_plans(effort, lambda task, options: quadratic.plan(task, options), 2, families(effort))


CLAIMS: Final = (
    Claim(
        "quadratic-plans",
        "Section 4.2, Theorem 9",
        "On a proper board any two configurations of the same gourds are connected by O(n²) moves: align, divide and"
        " conquer along a Hamiltonian cycle, and undo the alignment of the target.",
        "The algorithm plans, each plan is replayed by code that shares nothing with it, and a power law with its"
        " confidence interval is fitted to the moves on four families. It fails if a plan is wrong, or if the"
        " exponent is above 2.25 with confidence. That no algorithm does better is a claim of its own.",
        _check,
    ),
)
