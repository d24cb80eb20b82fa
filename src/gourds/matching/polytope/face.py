"""What the matching polytope knows of an instance: that there is no placement, or where placements can be.

1. *Refute.* Minimize what the budgets lack. If that is positive, the duals are a proof, see :mod:`rounding`.
2. *Separate.* Odd sets that hold too much of the solution become rows, until none is found.
3. *Shrink.* Let Z be the edges with x = 0 in all solutions so far. Maximize x(Z): edges that become positive leave Z,
   and at the maximum 0 no point of the polytope uses any of Z, with one set of duals as the proof for all of them. Then
   the rest has a positive x in some solution, so no more edges can be closed by linear proofs of limit 0.

Floats only propose. A step is kept if its integer weights prove it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gourds.instance import Instance
from gourds.matching.polytope.model import IntArray, Program
from gourds.matching.polytope.rounding import Weights, rounded
from gourds.matching.polytope.separation import violated_odd_sets
from gourds.matching.polytope.solving import Floats, Simplex, Solution
from gourds.matching.refutation import Refutation, counting_refutation, match_with_apex

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
    stats: dict[str, Any] = field(default_factory=dict)
    """Figures."""

    @cached_property
    def forced(self) -> IntArray:
        """The edges that every placement uses: some cell has no other way to be dealt with."""
        ends = self.instance.board.edges
        left = np.flatnonzero(self.usable)
        options = np.bincount(ends[left].ravel(), minlength=self.instance.board.size)
        options[self.spare] += 1
        return left[(options[ends[left]] == 1).any(axis=1)]


def refute_or_face(instance: Instance, time_limit: float | None = None) -> Face:
    """The face of the polytope that holds all placements, or a refutation; within the time, whatever is known then."""
    search = _Search(instance, time_limit)
    search.run()
    return search.face


class _Search:
    """One run."""

    def __init__(self, instance: Instance, time_limit: float | None) -> None:
        self.end = None if time_limit is None else time.perf_counter() + time_limit
        self.face = Face(instance)
        self.stats: dict[str, Any] = self.face.stats

    def run(self) -> None:
        face, instance = self.face, self.face.instance
        face.refutation = counting_refutation(instance)
        if face.refutation is not None:
            return
        self.program = program = Program.of(instance)
        face.usable, face.spare = instance.usable_edges.copy(), program.spare
        if not len(program.spare):
            reason = "no cell of the color that must stay empty is in the part with an odd number of cells"
            face.refutation = Refutation("counting", reason)
            return
        self.is_open = np.ones(len(program.edges) + len(program.spare), dtype=bool)
        self.simplex = Simplex(program, list(program.triangles))
        self.stats |= {"edges": len(program.edges), "rounds": 0}
        solution = self.refute()
        if face.refutation is None and solution is not None:
            self.keep(solution)
            self.shrink(solution)

    def left(self) -> float | None:
        """Seconds."""
        return None if self.end is None else self.end - time.perf_counter()

    def keep(self, solution: Solution) -> None:
        values = np.zeros(len(self.face.instance.board.edges))
        values[self.program.edges] = solution.values[: len(self.program.edges)]
        self.face.values = values

    def refute(self) -> Solution | None:
        """A point of the polytope; None if there is none, or none was found in time."""
        face = self.face
        while True:
            solution = self.solve()
            if solution is None:
                if self.left() is None or (self.left() or 0) > 0:
                    face.refutation = self.barrier()
                return None
            self.stats["distance"] = round(max(solution.objective, 0.0), 6)
            if solution.objective > EPSILON:
                weights = rounded(
                    self.program, self.simplex.sets, solution.duals, self.is_open, lambda found: found.limit < 0
                )
                if weights is not None:
                    face.refutation = self.refutation([weights.to_json(face.instance)], solution.objective)
                return None
            if not self.cut(solution):
                return solution

    def solve(self) -> Solution | None:
        self.stats["rounds"] += 1
        return self.simplex.solve(self.left())

    def cut(self, solution: Solution) -> bool:
        """Add odd sets that hold too much; True if there are any."""
        found = violated_odd_sets(self.program, solution.values)
        self.simplex.add(found)
        return bool(found)

    def barrier(self) -> Refutation | None:
        """Why the board cannot be covered at all, budgets aside."""
        instance = self.face.instance
        edges = self.program.ends
        return match_with_apex(instance, np.arange(instance.board.size), edges, self.program.spare)[1]

    def refutation(self, steps: list[dict[str, Any]], distance: float) -> Refutation:
        reason = (
            f"even in fractions, the gourds miss their budgets by {distance:.3g}:"
            f" weights on cells, kinds of gourds and odd sets add up to a contradiction"
        )
        return Refutation("linear", reason, {"steps": steps})

    def shrink(self, solution: Solution) -> None:
        """Close what no point of the polytope uses."""
        program = self.program
        count = len(self.is_open)
        columns = np.arange(program.width)
        self.simplex.close(columns[program.elastic])
        suspects = solution.values[:count] <= EPSILON
        while suspects.any():
            cost = np.zeros(program.width)
            cost[:count][suspects] = -1.0
            self.simplex.minimize(cost)
            found = self.solve()
            while found is not None and found.objective < -EPSILON and self.cut(found):
                found = self.solve()
            if found is None:
                return
            if found.objective >= -EPSILON:
                self.close(found, suspects)
                return
            suspects &= found.values[:count] <= EPSILON

    def close(self, solution: Solution, suspects: NDArray[np.bool_]) -> None:
        """Believe that suspects are in no placement, if the duals prove it."""
        weights = rounded(
            self.program,
            self.simplex.sets,
            solution.duals,
            self.is_open,
            lambda found: 0 <= found.limit < found.prices[suspects].min(),
        )
        if weights is None:
            return
        face, count = self.face, len(self.program.edges)
        self.is_open &= weights.prices <= weights.limit
        face.steps.append(weights.to_json(face.instance))
        face.usable[self.program.edges] = self.is_open[:count]
        face.spare = self.program.spare[self.is_open[count:]]
        self.stats["closed"] = int((~self.is_open[:count]).sum())
