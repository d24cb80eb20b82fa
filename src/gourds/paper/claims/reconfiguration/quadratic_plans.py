"""The theorem of Section 4.2: plans of O(n²) moves."""

from __future__ import annotations

from typing import Final

from gourds import shapes
from gourds.paper.claim import Claim, Effort, Finding
from gourds.paper.cycles.plans import Boards, check_plans
from gourds.reconfigure.paper import quadratic


def boards(effort: Effort) -> Boards:
    """Small boards, and families of larger ones."""
    hexagons = range(2, effort.pick(12, 25))
    strips = range(41, effort.pick(402, 2002), 40)
    grown = range(41, effort.pick(402, 2002), 40)
    teeth = range(2, effort.pick(9, 16))
    combs = [shapes.comb(k, 2 * k) for k in teeth]
    return Boards(
        effort.pick(5, 7),
        effort.pick(9, 11),
        effort.pick(6, 20),
        {
            "hexagons": [shapes.hexagon(radius) for radius in hexagons],
            "strips": [shapes.strip(size) for size in strips],
            "combs": [cells if len(cells) % 2 else cells[:-1] for cells in combs],
            "random boards": [shapes.random_proper(size, effort.seed + size) for size in grown],
        },
    )


def _check(effort: Effort) -> Finding:
    return check_plans(effort, lambda task, options: quadratic.plan(task, options), 2, boards(effort))


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
