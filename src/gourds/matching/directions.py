"""In which direction the budgets are nearest to the end of what is possible, found by heaviest matchings alone.

Let a be the average counts of some matchings, and b the budgets, both of the classes of two colors. For slopes s let
L(s) be the largest s·(count − b) of any matching, the gap. Among all slopes with s·(b − a) = 1, the smallest L is t − 1
for the *reach* t of :mod:`gourds.matching.polytope`: below 0 the budgets are out of reach, at 0 they are on the
boundary. L is convex. A heaviest matching for s gives L(s), and its count − b is a subgradient.

1. *Polyak's steps* (1969) lead there as if the smallest L were 0: from s along the subgradient g by L/|g|². A few of
   them tell whether the budgets are near an end at all. Classes are scaled by how much their counts vary.
2. *Cuts.* Slopes that refute have s·(count − b) < 0 for every matching, so also for those seen so far. A small linear
   program finds the slopes in [−1, 1] for which all of these are as far below 0 as possible. The next heaviest matching
   is taken a little way from the best slopes so far towards those (in-out separation, Ben-Ameur and Neto 2007): it is
   one more cut, or a proof. If the program's optimum is 0, the budgets are an average of counts that were seen: no
   slopes refute them.

Slopes are rounded to the smallest integers that respect all cuts. On the boundary the right slopes often *are* small
integers, so rounding finds them long before the floats converge, and the certificate is ten times shorter.

**Cost**: one heaviest matching a step; some 20 steps, then 5 to 50 cuts for up to eight colors.
"""

from __future__ import annotations

import time
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.instance import Instance
from gourds.matching.boundary import End
from gourds.matching.polytope.averaging import average_counts
from gourds.matching.polytope.model import IntArray, Program, pairs_of

Floats = NDArray[np.float64]

FINE: Final = 1 << 14
"""The largest slope, where smaller ones do not do."""
FEW: Final = 20
"""After this many steps …"""
HOPELESS: Final = 0.1
"""… budgets with a larger reach than 1 by this are given up: near ends it is below 0.03, elsewhere above 1."""
FAR: Final = 0.02
"""Budgets with a larger reach than 1 by this are not near the boundary."""
MOST: Final = 400
"""The most cuts."""
INWARD: Final = 0.15
"""How far to go from the best slopes towards those of the program."""
FLAT: Final = 1e-9
"""An optimum below this is 0."""
NEARLY: Final = 0.002
COARSE: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32, 64, FINE)
"""What the largest slope is in the end: the first of these that will do, or with which the reach differs by less."""


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
    walk = _Walk(ray, deadline)
    walk.step()
    if walk.least <= HOPELESS and not walk.is_over:
        walk.cut()
    if walk.proof is None and walk.least <= FAR:
        return ray.coarse(walk.best, walk.least)
    return walk.proof


class _Walk:
    """The way to the smallest L: the best slopes so far, and the matchings that were seen."""

    def __init__(self, ray: _Ray, deadline: float) -> None:
        self.ray = ray
        self.deadline = deadline
        self.best, self.least = ray.start, np.inf
        self.seen: list[IntArray] = []
        """Count − budget of each."""
        self.proof: End | None = None
        """An end that the budgets are beyond, or at which a placement was met."""

    @property
    def is_over(self) -> bool:
        """Whether there is a proof with small slopes, or a placement, or no time left."""
        return time.monotonic() >= self.deadline or (self.proof is not None and not _is_fine(self.proof))

    def look(self, slopes: Floats, largest: int) -> End:
        """A heaviest matching for slopes that are rounded."""
        end = self.ray.end(slopes, largest)
        beyond = self.ray.beyond(end)
        if beyond < self.least:
            self.best, self.least = self.ray.scaled(np.array(list(end.slopes.values()), dtype=np.float64)), beyond
        self.seen.append(end.surplus)
        if (end.gap < 0 or not end.surplus.any()) and (self.proof is None or not _is_fine(end)):
            self.proof = end
        return end

    def step(self) -> None:
        """Polyak's steps."""
        slopes = self.ray.start
        for _ in range(FEW):
            end = self.look(slopes, FINE)
            if time.monotonic() >= self.deadline or self.proof is not None:
                return
            slopes = self.ray.stepped(slopes, self.ray.beyond(end), end.surplus.astype(np.float64))

    def cut(self) -> None:
        """Cuts, until there is a proof with small slopes, or no slopes are left.

        If there is a proof with large ones, small ones are looked for as long again as it took to find that.
        """
        program = _Cuts(self.seen)
        most = MOST
        for k in range(MOST):
            if self.proof is not None and most == MOST:
                most = k + len(self.seen)
            if self.is_over or k >= most:
                return
            slopes = program.best()
            if slopes is None:
                return
            inner = self.best + INWARD * (self.ray.scaled(slopes) - self.best) if slopes @ self.ray.away > 0 else slopes
            for proposal in (inner, slopes):
                end = self.look(proposal, self.smallest(proposal))
                program.add(end.surplus)
                if self.is_over or float(end.surplus @ slopes) >= 0:  # those of the program are cut off
                    break

    def smallest(self, slopes: Floats) -> int:
        """The smallest rounding that respects all cuts."""
        seen = np.array(self.seen)
        return next((most for most in COARSE if (seen @ _rounded(slopes, most) < 0).all()), FINE)


class _Cuts:
    """The linear program: slopes that keep everything that was seen as far below 0 as possible."""

    def __init__(self, seen: list[IntArray]) -> None:
        from ortools.math_opt.python import mathopt

        self._solve: Any = lambda model: mathopt.solve(model, mathopt.SolverType.GLOP)
        self._optimal = mathopt.TerminationReason.OPTIMAL
        self._model = mathopt.Model()
        self._slopes = [self._model.add_variable(lb=-1.0, ub=1.0) for _ in range(len(seen[0]))]
        self._depth = self._model.add_variable(lb=0.0)
        self._model.maximize(self._depth)
        for surplus in seen:
            self.add(surplus)

    def add(self, surplus: IntArray) -> None:
        """One more matching."""
        row = self._model.add_linear_constraint(ub=0.0)
        row.set_coefficient(self._depth, 1.0)
        for k in np.flatnonzero(surplus).tolist():
            row.set_coefficient(self._slopes[k], float(surplus[k]))

    def best(self) -> Floats | None:
        """The slopes; None if there are none."""
        found = self._solve(self._model)
        if found.termination.reason != self._optimal or found.objective_value() < FLAT:
            return None
        return np.array(found.variable_values(self._slopes), dtype=np.float64)


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
        whole = _rounded(slopes, largest).tolist()
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


def _rounded(slopes: Floats, largest: int) -> IntArray:
    """Integers in proportion to slopes, the largest one as given."""
    whole: IntArray = np.rint(slopes * (largest / np.abs(slopes).max())).astype(np.int64)
    return whole


def _is_fine(end: End) -> bool:
    """Whether its slopes are larger than people would want to read."""
    return max(map(abs, end.slopes.values())) >= FINE
