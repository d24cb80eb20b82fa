"""In which direction the budgets are nearest to the end of what is possible, found by heaviest matchings alone.

Let a be the average counts of some matchings, and b the budgets, both of the classes of two colors. For slopes s let
L(s) be the largest s·(count − b) of any matching, the gap. Among all slopes with s·(b − a) = 1, the smallest L is t − 1
for the *reach* t of :mod:`gourds.matching.polytope`: below 0 the budgets are out of reach, at 0 they are on the
boundary. L is convex. A heaviest matching for s gives L(s), and its count − b is a subgradient.

Polyak's steps (1969) lead there as if the smallest L were 0: from s along the subgradient g by L/|g|². If it is 0, they
converge to it; if it is less, L is soon below 0, which is a proof; if it is more, they do not settle, and are given up.
Once L is 0 they go on, as if it could be a little less: where the budgets are the only counts at that end, there are
slopes for which every heaviest matching is a placement. Classes are scaled by how much their counts vary.

**Cost**: one heaviest matching a step. Ten steps bring t − 1 below a hundredth on the boundary, a hundred or two to 0.
"""

from __future__ import annotations

import time
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gourds.instance import Instance
from gourds.matching.boundary import End
from gourds.matching.polytope.averaging import average_counts
from gourds.matching.polytope.model import Program, pairs_of

Floats = NDArray[np.float64]

FINE: Final = 1 << 14
"""The largest slope, as long as steps are taken."""
FEW: Final = 30
"""After this many steps …"""
FAR: Final = 0.02
"""… budgets with a larger reach than 1 by this are not near the boundary."""
MOST: Final = 300
"""The most steps."""
MARGIN: Final = 0.002
"""How much less."""
NEARLY: Final = 0.002
COARSE: Final = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, FINE)
"""What the largest slope is in the end: the first of these with which the reach differs by less than that."""


def nearest_end(instance: Instance, deadline: float) -> End | None:
    """The end that the budgets are at, near or beyond; None if there is none, or none was found until that moment.

    For an instance that has a matching of usable edges. ``deadline`` is a moment of ``time.monotonic()``.
    """
    average = average_counts(instance)
    if average is None:
        return None
    ray = _Ray(instance, average)
    if not ray.away.any():
        return None
    slopes = ray.start
    best, least = slopes, np.inf
    for step in range(MOST):
        if time.monotonic() >= deadline:
            break
        end = ray.end(slopes, FINE)
        beyond = ray.beyond(end)
        if beyond < least:
            best, least = slopes, beyond
        if end.gap < 0 or not end.surplus.any():
            return end
        if step >= FEW and least > FAR:
            break
        margin = MARGIN if least <= 0 else 0.0
        slopes = ray.stepped(slopes, beyond + margin, end.surplus.astype(np.float64))
    return None if least > FAR else ray.coarse(best, least)


class _Ray:
    """The way from the average to the budgets and beyond."""

    def __init__(self, instance: Instance, average: Floats) -> None:
        self.instance = instance
        self.program = Program.of(instance, average)
        self.away = self.program.budgets - average
        self.spread = np.maximum(average, 1.0)

    @property
    def start(self) -> Floats:
        """Slopes to begin with: as if counts varied independently."""
        return self.scaled(self.away / self.spread)

    def scaled(self, slopes: Floats) -> Floats:
        """As long as they have to be."""
        return slopes / (slopes @ self.away)

    def end(self, slopes: Floats, largest: int) -> End:
        """The end for slopes that are rounded, the largest one to this."""
        whole = np.rint(slopes * (largest / np.abs(slopes).max())).astype(np.int64).tolist()
        return End(self.instance, dict(zip(pairs_of(self.instance), whole, strict=True)), self.program)

    def beyond(self, end: End) -> float:
        """How far the end is beyond the budgets, in units of the way: t − 1 along these slopes."""
        way = float(np.array(list(end.slopes.values())) @ self.away)
        return end.gap / way if way > 0 else np.inf

    def stepped(self, slopes: Floats, beyond: float, surplus: Floats) -> Floats:
        """Polyak's step, without leaving the slopes that are scaled."""
        along, up = self.away / self.spread, surplus / self.spread
        ahead = up - (up @ self.away) / (along @ self.away) * along
        length = float(ahead @ surplus)
        return slopes if length <= 0 else self.scaled(slopes - beyond / length * ahead)

    def coarse(self, slopes: Floats, least: float) -> End:
        """The end for smaller slopes that are nearly as good, with the heaviest matching that misses fewest budgets."""
        ends = [self.end(slopes, largest) for largest in COARSE]
        near = [end for end in ends if self.beyond(end) <= least + NEARLY]
        return min(near or ends, key=lambda end: int(np.abs(end.surplus).sum()))
