"""What the matching polytope knows of an instance: that there is no placement, or where placements can be.

1. *Refute.* Minimize what the budgets lack, by the simplex method. If that is positive, the duals are a proof, see
   :mod:`~gourds.matching.polytope.rounding`. Odd sets that hold too much of the solution become rows, a few times.
2. *Look inside.* An interior point method gives a solution in the middle of all solutions. Odd sets that hold too much
   of it become rows, until none is found. Then once more 1, as the rows may leave nothing.
3. *Shrink.* Let Z be the edges with x = 0 in the middle. Maximize x(Z) by the simplex method: edges that become
   positive leave Z; at the maximum 0 no point of the polytope uses any of Z, and the duals prove that of all at once.

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
from gourds.matching.polytope.model import Cells, IntArray, Program
from gourds.matching.polytope.rounding import Weights, rounded
from gourds.matching.polytope.separation import heavy_components, violated_odd_sets
from gourds.matching.polytope.solving import Floats, Simplex, Solution, interior
from gourds.matching.refutation import Refutation, counting_refutation, match_with_apex

ROUNDS = 2
"""So many times odd sets are looked for at the corners that the simplex method finds, before the middle."""
MOST_ROUNDS = 40
"""So many times at most in the middle."""
LOOKING = 0.6
"""The part of the time that is left for that; the rest is for proofs."""
MISSED = 1e-5
"""Budgets that lack more than this in all are out of reach, to judge by floats."""
EPSILON = 1e-7
"""Values below this may be zero."""


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
    values: Floats | None = None
    """A point of the polytope, if one was found: x of every edge of the board."""
    program: Program | None = None
    """The linear program of what is left, if it has a point."""
    sets: list[Cells] = field(default_factory=list)
    """The odd sets that were used."""
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


def refute_or_face(instance: Instance, time_limit: float | None = None, *, shrink: bool = True) -> Face:
    """The face of the polytope that holds all placements, or a refutation; within the time, whatever is known then.

    Without ``shrink`` it stops where no refutation was found; that takes a small part of the time.
    """
    search = _Search(instance, time_limit)
    if search.find_point() and shrink:
        search.find_face()
    return search.face


class _Search:
    """One run."""

    def __init__(self, instance: Instance, time_limit: float | None) -> None:
        self.end = None if time_limit is None else time.perf_counter() + time_limit
        self.face = Face(instance)
        self.stats: dict[str, Any] = self.face.stats

    def find_point(self) -> bool:
        """A point of the polytope; False if there is a refutation, or none of both was found."""
        face, instance = self.face, self.face.instance
        face.refutation = counting_refutation(instance)
        if face.refutation is not None:
            return False
        self.program = program = Program.of(instance)
        face.usable, face.spare = instance.usable_edges.copy(), program.spare
        if not len(program.spare):
            reason = "no cell of the color that must stay empty is in the part with an odd number of cells"
            face.refutation = Refutation("counting", reason)
            return False
        self.is_open = np.ones(len(program.edges) + len(program.spare), dtype=bool)
        self.simplex = Simplex(program, list(program.triangles))
        self.stats |= {"edges": len(program.edges), "rounds": 0}
        return self.reach_budgets(ROUNDS)

    def find_face(self) -> None:
        """Close what no point of the polytope uses, as far as it is found."""
        positive = self.look_inside()
        if self.reach_budgets(0):
            self.shrink(~positive)

    def left(self) -> float | None:
        """Seconds."""
        return None if self.end is None else self.end - time.perf_counter()

    def is_late(self) -> bool:
        return self.end is not None and time.perf_counter() >= self.end

    def solve(self) -> Solution | None:
        self.stats["rounds"] += 1
        return self.simplex.solve(self.left())

    # -- refute ------------------------------------------------------------------------------------------------

    def reach_budgets(self, rounds: int) -> bool:
        """Find a point of the polytope, with rows for violated odd sets so many times; False if that was not possible.

        Then there is a refutation, or the time is over, or numbers got out of hand.
        """
        for _ in range(rounds + 1):
            solution = self.solve()
            if solution is None:
                self.face.refutation = None if self.is_late() else self.barrier()
                return False
            self.stats["distance"] = round(max(solution.objective, 0.0), 6)
            if solution.objective > MISSED:
                self.face.refutation = self.refutation(solution)
                return False
            self.keep(solution)
            found = heavy_components(self.program, solution.values) if rounds else []
            if not found:
                break
            self.simplex.add(found)
        return True

    def barrier(self) -> Refutation | None:
        """Why the board cannot be covered at all, budgets aside."""
        instance = self.face.instance
        return match_with_apex(instance, np.arange(instance.board.size), self.program.ends, self.program.spare)[1]

    def refutation(self, solution: Solution) -> Refutation | None:
        """The duals as a proof, if they are one."""
        weights = self.rounded(solution, lambda found: found.limit < 0)
        if weights is None:
            return None
        reason = (
            f"even in fractions, the gourds miss their budgets by {solution.objective:.3g}:"
            f" weights on cells, kinds of gourds and odd sets add up to a contradiction"
        )
        return Refutation("linear", reason, {"steps": [weights.to_json(self.face.instance)]})

    def rounded(self, solution: Solution, is_enough: Callable[[Weights], bool]) -> Weights | None:
        return rounded(self.program, self.simplex.sets, solution.duals, self.is_open, is_enough)

    def keep(self, solution: Solution) -> None:
        """Remember a point of the polytope."""
        values = np.zeros(len(self.face.instance.board.edges))
        values[self.program.edges] = solution.values[: len(self.program.edges)]
        self.face.values = values
        self.face.program, self.face.sets = self.program, self.simplex.sets

    # -- shrink ------------------------------------------------------------------------------------------------

    def look_inside(self) -> NDArray[np.bool_]:
        """Which edges and spare cells are positive in the middle of the polytope, after all odd sets that are found.

        What is 0 in the middle is 0 everywhere, with more odd sets too, so it is left out at once.
        """
        positive = np.ones_like(self.is_open)
        left = self.left()
        stop = None if left is None else time.perf_counter() + LOOKING * left
        for _ in range(MOST_ROUNDS):
            self.stats["rounds"] += 1
            program = self.program.restricted(positive)
            middle = interior(program, self.simplex.sets, None if stop is None else stop - time.perf_counter())
            if middle is None or middle.objective > MISSED:
                break
            positive[positive] = middle.values[: np.count_nonzero(positive)] > EPSILON
            sets = violated_odd_sets(program, middle.values)
            if not sets:
                break
            self.simplex.add(sets)
        return positive

    def shrink(self, suspects: NDArray[np.bool_]) -> None:
        """Close what no point of the polytope uses."""
        program, count = self.program, len(self.is_open)
        self.simplex.close(np.arange(program.width)[program.elastic])
        while suspects.any():
            cost = np.zeros(program.width)
            cost[:count][suspects] = -1.0
            self.simplex.minimize(cost)
            found = self.solve()
            if found is None:
                return
            if found.objective >= -EPSILON:
                self.close(found, suspects)
                return
            suspects = suspects & (found.values[:count] <= EPSILON)

    def close(self, solution: Solution, suspects: NDArray[np.bool_]) -> None:
        """Believe that suspects are in no placement, if the duals prove it."""
        weights = self.rounded(solution, lambda found: 0 <= found.limit < int(found.prices[suspects].min()))
        if weights is None:
            return
        face, count = self.face, len(self.program.edges)
        self.is_open &= weights.prices <= weights.limit
        face.steps.append(weights.to_json(face.instance))
        face.usable[self.program.edges] = self.is_open[:count]
        face.spare = self.program.spare[self.is_open[count:]]
        face.program = self.program.restricted(self.is_open)
