"""What the matching polytope knows of an instance: that there is no placement, or where placements can be.

1. *Reach.* Maximize t by the simplex method (:mod:`~gourds.matching.polytope.model`): first without odd sets, then with
   all triangles, then with those that hold too much of the last corner, as long as t may come down to 1. If it comes
   below, the duals are a proof that there is no placement, see :mod:`~gourds.matching.polytope.rounding`.
2. *Close.* The same duals set prices, and the sum of what a placement pays is t − 1, up to scale. What costs more is in
   no placement. At t = 1, on the boundary, that is much.
3. *Look inside.* On the boundary, or everywhere if asked to, an interior point method gives a point in the middle of
   all that meet the budgets. Odd sets that hold too much of it become rows, until none is found. What is 0 in the
   middle is in no placement, and a set that is full in the middle is full in every placement: it is left by just one
   gourd, or holds the empty cell. The caller is shown each such middle, and may look for a placement there.
4. *Shrink.* Let Z be what is 0 in the middle. Maximize x(Z) by the simplex method: what becomes positive leaves Z; at
   the maximum 0 no point uses any of Z, and the duals prove that of all at once.

Floats only propose. A step is kept if its integer weights prove it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gourds.instance import Instance
from gourds.matching.polytope.averaging import average_counts
from gourds.matching.polytope.model import Cells, IntArray, Program, pairs_of
from gourds.matching.polytope.rounding import Weights, rounded
from gourds.matching.polytope.separation import small_odd_cuts, violated_odd_sets
from gourds.matching.polytope.solving import Floats, Simplex, Solution, interior
from gourds.matching.refutation import NO_SPARE, Refutation, counting_refutation, match_with_apex

ROUNDS = 400
"""Odd sets are looked for at corners at most this many times."""
LARGE = 200
"""On boards with more cells than this the search for odd sets ends early:"""
WELL_INSIDE = 1.4
"""Budgets with this reach, without any odd sets, are not on the boundary."""
INSIDE = 1.05
"""Neither are those with this reach with odd sets, once it stays as it is."""
PATIENCE = 3
"""This many rounds without a change of the reach are enough there, and at 1."""
QUICK = 10
"""With more budgets than this a corner takes longer than the middle: then a reach of 1 is enough at once."""
MIDDLES = 2
"""This many middles without a change are enough to call the reach what it is."""
MOST_ROUNDS = 40
"""Odd sets are looked for in the middle at most this many times."""
LOOKING = 0.6
"""The part of the time that is left for that; the rest is for proofs."""
MISSED = 1e-6
"""A reach that differs from 1 by more than this is not 1, to judge by floats."""
EPSILON = 1e-7
"""Values below this may be zero."""
FULL = 1e-5
"""A set that holds less than it can by no more than this is full."""


@dataclass(frozen=True, eq=False)
class Middle:
    """A point in the middle of those that meet the budgets. Floats: good for a search, no proof."""

    edges: IntArray
    """The edges of the board with x > 0 there."""
    spare: IntArray
    """The cells with z > 0."""
    full: list[Cells]
    """Odd sets that hold as much as they can."""
    is_last: bool
    """Whether no odd set was found that holds too much: it will not become smaller."""


@dataclass(frozen=True, eq=False)
class Payment:
    """What every placement pays, to the last unit: the argument of :mod:`gourds.certificates.linear` is an equation.

    Σ prices of its gourds and of its empty cell + Σ u_S·(how many gourds are missing from a full set S)  =  limit.

    Near the boundary the limit is small: all but a few gourds lie where they pay nothing, all but a few sets are full.
    """

    prices: IntArray
    """Of every edge of the board; 0 where no gourd fits anyway."""
    empty_prices: IntArray
    """Of every cell, if it stays empty."""
    sets: tuple[tuple[int, Cells], ...]
    """The odd sets S, each with its u_S > 0."""
    limit: int
    slopes: dict[tuple[int, int], int]
    """The weights of the classes (i, j). No matching has more of Σ slope·count than the budgets by more than the limit:
    they are near the end of what is possible in this direction."""

    @classmethod
    def of(cls, instance: Instance, program: Program, weights: Weights) -> Payment:
        """What weights that were not mended say."""
        board, count = program.board, len(program.edges)
        prices, empty = np.zeros(len(board.edges), dtype=np.int64), np.zeros(board.size, dtype=np.int64)
        prices[program.edges] = weights.prices[:count]
        empty[program.spare] = weights.prices[count:]
        slopes = dict(zip(pairs_of(instance), weights.budgets.tolist(), strict=True))
        return cls(prices, empty, weights.sets, weights.limit, slopes)


Visit = Callable[[Middle], bool]
"""Is shown a middle, and says whether that was enough."""
Meet = Callable[[Payment], bool]
"""The same for what placements pay, near the boundary."""


@dataclass(eq=False)
class Face:
    """What is known of the placements of an instance."""

    instance: Instance
    refutation: Refutation | None = None
    """Why there is none, if that was found; of kind ``linear``, ``barrier`` or ``counting``."""
    usable: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, dtype=bool))
    """For every edge of the board whether a placement may use it."""
    spare: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """The cells that may stay empty."""
    steps: list[dict[str, Any]] = field(default_factory=list)
    """The proof: steps of a certificate of kind ``linear`` that close all other edges and cells."""
    reach: float | None = None
    """How the budgets lie: 1 on the boundary of what matchings can have, more inside; None if that is not known."""
    payment: Payment | None = None
    """What every placement pays, near the boundary."""
    stats: dict[str, Any] = field(default_factory=dict)
    """Figures."""

    @cached_property
    def forced(self) -> IntArray:
        """The edges that every placement uses: some cell has no other way to be dealt with."""
        ends = self.instance.board.edges
        left = np.flatnonzero(self.usable)
        options = np.bincount(ends[left].ravel(), minlength=self.instance.board.size)
        options[self.spare] += 1
        found: IntArray = left[(options[ends[left]] == 1).any(axis=1)]
        return found

    @property
    def closed(self) -> int:
        """The number of edges with a budget that are in no placement."""
        return int(np.count_nonzero(self.instance.usable_edges & ~self.usable))


def refute_or_face(
    instance: Instance,
    time_limit: float | None = None,
    *,
    shrink: bool = True,
    everywhere: bool = True,
    visit: Visit | None = None,
    meet: Meet | None = None,
) -> Face:
    """The face of the polytope that holds all placements, or a refutation; within the time, whatever is known then.

    Without ``shrink`` it stops where no refutation was found; that takes a small part of the time. Without
    ``everywhere`` it does not look inside where the budgets are not on the boundary: there only edges that no matching
    uses, whatever the budgets, can be closed. ``meet`` is shown what placements pay, as soon as it is known, ``visit``
    the middles on the way; if one of them has seen enough, the rest is left out.
    """
    search = _Search(instance, time_limit, visit)
    if search.find_reach() and shrink:
        search.find_face(everywhere=everywhere, meet=meet)
    return search.face


class _Search:
    """One run."""

    def __init__(self, instance: Instance, time_limit: float | None, visit: Visit | None) -> None:
        self.end = None if time_limit is None else time.perf_counter() + time_limit
        self.face = Face(instance)
        self.visit = visit
        self.stats: dict[str, Any] = self.face.stats

    def find_reach(self) -> bool:
        """How far the ray leads; False if there is a refutation, or numbers got out of hand."""
        face, instance = self.face, self.face.instance
        face.refutation = counting_refutation(instance)
        if face.refutation is not None:
            return False
        average = average_counts(instance)
        self.program = program = Program.of(instance, average)
        face.usable, face.spare = instance.usable_edges.copy(), program.spare
        if not len(program.spare):
            face.refutation = NO_SPARE
            return False
        if average is None:
            cells = np.arange(instance.board.size)
            face.refutation = match_with_apex(instance, cells, program.ends, program.spare)[1]
            return False
        self.is_open = np.ones(program.reach, dtype=bool)
        self.simplex = Simplex(program)
        self.stats |= {"edges": len(program.edges), "rounds": 0}
        return self.reach_out()

    def find_face(self, *, everywhere: bool, meet: Meet | None) -> None:
        """Close what no point that meets the budgets uses, as far as it is found."""
        if self.last.reach < INSIDE:
            self.set_payment()
        payment = self.face.payment
        if payment is not None and meet is not None and meet(payment):
            return
        self.close(self.last, lambda prices: int(prices[self.is_open].max(initial=0)))
        if self.last.reach > 1 + MISSED and not everywhere:
            return
        positive = self.look_inside()
        if positive is not None and self.reach_out():
            self.shrink(self.is_open & ~positive)

    def left(self) -> float | None:
        """Seconds."""
        return None if self.end is None else self.end - time.perf_counter()

    def solve(self) -> Solution | None:
        self.stats["rounds"] += 1
        return self.simplex.solve(self.left())

    # -- reach -------------------------------------------------------------------------------------------------

    def reach_out(self) -> bool:
        """Maximize t, with rows for odd sets, until t is below 1, or will not be; False if it is, or was not found."""
        unchanged, before, stalled = 0, np.inf, 0
        for _ in range(ROUNDS):
            solution = self.solve()
            if solution is None:
                return False
            reach, is_bare = solution.reach, not self.simplex.sets
            self.last, self.face.reach = solution, reach
            self.stats["reach"] = round(reach, 6)
            if reach < 1 - MISSED:
                self.face.refutation = self.refutation(solution)
                return False
            unchanged = unchanged + 1 if reach > before - MISSED else 0
            before = reach
            patience = PATIENCE if len(self.program.budgets) <= QUICK else 0
            is_settled = unchanged >= patience and (reach < 1 + MISSED or reach > INSIDE)
            is_settled = is_settled and not (is_bare and reach < 1 + MISSED)
            if self.program.board.size > LARGE and (is_settled or (is_bare and reach > WELL_INSIDE)):
                break
            found = list(self.program.triangles) if is_bare else []
            found = found or small_odd_cuts(self.program, solution.values)
            stalled = 0 if not unchanged else stalled
            if unchanged >= PATIENCE and found:
                stalled += 1
                if stalled > MIDDLES and self.program.board.size > LARGE:
                    break
                middle = interior(self.program, self.simplex.sets, self.left(), hold=False)
                found += [] if middle is None else violated_odd_sets(self.program, middle.values)
                unchanged = 1
            if not found:
                break
            self.simplex.add(found)
        return True

    def refutation(self, solution: Solution) -> Refutation | None:
        """The duals as a proof, if they are one."""
        weights = self.rounded(solution, lambda found: found.limit < 0)
        if weights is None:
            return None
        reason = (
            "even in fractions, the gourds cannot meet their budgets: weights on cells, kinds of gourds and odd sets"
            " add up to a contradiction"
        )
        steps = [*self.face.steps, weights.to_json(self.face.instance)]
        return Refutation("linear", reason, {"steps": steps})

    def rounded(self, solution: Solution, is_enough: Callable[[Weights], bool]) -> Weights | None:
        return rounded(self.program, self.simplex.sets, solution.duals, self.is_open, is_enough)

    # -- close and shrink --------------------------------------------------------------------------------------

    def look_inside(self) -> NDArray[np.bool_] | None:
        """Which edges and spare cells are positive in the middle, after all odd sets that are found.

        What is 0 in the middle is 0 everywhere, with more odd sets too, so it is left out at once. None: the caller,
        who was shown the middles, has seen enough.
        """
        positive = self.is_open.copy()
        left = self.left()
        stop = None if left is None else time.perf_counter() + LOOKING * left
        for _ in range(MOST_ROUNDS):
            self.stats["rounds"] += 1
            program = self.program.restricted(positive)
            point = interior(program, self.simplex.sets, None if stop is None else stop - time.perf_counter())
            if point is None:
                break
            positive[positive] = point.values[: program.reach] > EPSILON
            sets = violated_odd_sets(program, point.values)
            if self.visit is not None and self.visit(self.middle(program, point.values, is_last=not sets)):
                return None
            if not sets:
                break
            self.simplex.add(sets)
        return positive

    def middle(self, program: Program, values: Floats, *, is_last: bool) -> Middle:
        """What a search may make of a point."""
        count = len(program.edges)
        number, column = program.inside(self.simplex.sets)
        held = np.bincount(number, values[column], minlength=len(self.simplex.sets))
        pairs = zip(self.simplex.sets, held.tolist(), strict=True)
        full = [cells for cells, amount in pairs if amount > len(cells) // 2 - FULL]
        spare = program.spare[values[count : program.reach] > EPSILON]
        return Middle(program.edges[values[:count] > EPSILON], spare, full, is_last)

    def shrink(self, suspects: NDArray[np.bool_]) -> None:
        """Close what no point that meets the budgets uses."""
        program, count = self.program, len(self.is_open)
        self.simplex.close(np.flatnonzero(~self.is_open))
        self.simplex.hold_reach()
        found = None
        while suspects.any() and (found is None or found.objective < -EPSILON):
            cost = np.zeros(program.width)
            cost[:count][suspects] = -1.0
            self.simplex.minimize(cost)
            found = self.solve()
            if found is None:
                return
            suspects = suspects & (found.values[:count] <= EPSILON)
        if found is not None and suspects.any():
            self.close(found, lambda prices: int(prices[suspects].min()))

    def set_payment(self) -> None:
        """The duals of the reach as what placements pay, if they round well."""
        weights = self.rounded(self.last, lambda found: found.limit >= 0 and not found.is_mended)
        if weights is not None:
            self.face.payment = Payment.of(self.face.instance, self.program, weights)

    def close(self, solution: Solution, least: Callable[[IntArray], int]) -> None:
        """Close what costs too much, if ``least`` of the prices does."""
        weights = self.rounded(solution, lambda found: 0 <= found.limit < least(found.prices))
        if weights is None:
            return
        face, count = self.face, len(self.program.edges)
        self.is_open &= weights.prices <= weights.limit
        face.steps.append(weights.to_json(face.instance))
        face.usable[self.program.edges] = self.is_open[:count]
        face.spare = self.program.spare[self.is_open[count:]]
