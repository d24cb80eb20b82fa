"""Reasons that are sums: weights on cells, kinds of gourds and odd sets that cannot add up.

:func:`~gourds.matching.polytope.refute_or_face` finds such weights if even gourds in fractions miss their budgets, but
not the fewest. Let a_v be what cell v offers (less than nothing is allowed), u_S ≥ 0 what an odd set S offers to every
gourd inside, w_c what a gourd of kind c asks for, and m what the empty cell asks for. If

    a_v + a_w + Σ u_S over the sets around vw  ≥  w_c    for every edge vw of a kind c with a budget,
    a_v  ≥  m                                            for every cell v that may stay empty,

then every placement shows that Σ w_c·(budget of c) + m ≤ Σ a_v + Σ u_S·(|S| − 1)/2: each cell is covered once or empty,
and S holds at most (|S| − 1)/2 gourds. Weights that say otherwise are a proof; the certificate of kind ``linear`` has
them with y = −a. For given a and u the best w and m are the least left-hand sides: whatever a and u ≥ 0 are, these
are right, and only the two sums are to be compared.

So there is a proof with small Σ |a_v| + Σ |S|·u_S for a difference of 1: a linear program of as many rows as there are
edges. Its solution has few weights. It is multiplied by the smallest number after which rounding leaves a proof; then
weights are left out one by one, as long as a proof is left. All this is for people: nothing rests on it, since the
result goes through the checker of certificates. 0.01 s for 91 cells, 0.2 s for 469.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gourds.instance import Instance
from gourds.matching.boundary import refute_or_end
from gourds.matching.polytope import refute_or_face
from gourds.matching.polytope.model import Cells, IntArray, Program, numbers_of
from gourds.matching.refutation import Refutation
from gourds.placement import Placement
from gourds.solvers.base import Options

MOST_CELLS = 6000
"""Boards with more cells go without the linear program."""
LOOKING = 0.25
"""The share of the time for odd sets that are hard to find, if the first look refutes nothing."""
LONGEST_LOOK = 20.0
"""Seconds for that at most."""
SHORTENING = 3.0
"""Seconds to find fewer weights."""
MULTIPLIERS = range(1, 121)
LARGE = 1_200
"""Boards with more cells are large."""
MOST_THINNED = 600
"""Proofs of more weights are not thinned out one by one."""

Floats = NDArray[np.float64]
Step = dict[str, Any]
"""A step of a certificate of kind ``linear``, plain JSON."""


def linear_steps(instance: Instance, time_limit: float | None = None) -> list[Step] | None:
    """The steps of a short linear proof that there is no placement; None if none was found.

    The counting laws must hold.
    """
    start = time.perf_counter()
    if instance.board.size > MOST_CELLS:
        return None
    found = _refutation(instance, time_limit)
    if found is None or found.kind != "linear":
        return None
    left = None if time_limit is None else time_limit - (time.perf_counter() - start)
    return shortened(instance, list(found.data["steps"]), left)


def _refutation(instance: Instance, time_limit: float | None) -> Refutation | None:
    """By the linear program, whose proofs are shorter; on large boards by a heaviest matching, if that does."""
    if instance.board.size > LARGE:
        known = refute_or_end(instance)
        if isinstance(known, Refutation):
            return known
    return refute_or_face(instance, time_limit, shrink=False).refutation


def placement_or_steps(instance: Instance, seed: int, time_limit: float | None = None) -> Placement | list[Step] | None:
    """The same with all odd sets that can be found, which takes longer; or a placement, if one comes to light."""
    from gourds.solvers.polytope import run_on_face

    if instance.board.size > MOST_CELLS:
        return None
    seconds = LONGEST_LOOK if time_limit is None else min(LONGEST_LOOK, LOOKING * time_limit)
    outcome, face = run_on_face(instance, Options(time_limit=seconds, seed=seed))
    if outcome.placement is not None:
        return outcome.placement
    if face.refutation is None or face.refutation.kind != "linear":
        return None
    return shortened(instance, list(face.refutation.data["steps"]))


def shortened(instance: Instance, steps: list[Step], time_limit: float | None = None) -> list[Step]:
    """A proof with fewer weights if one is found in time, else the same; several steps stay as they are."""
    if len(steps) != 1:
        return steps
    seconds = SHORTENING if time_limit is None else min(SHORTENING, 0.5 * time_limit)
    system = _System.of(instance, _sets_of(instance, steps[0]))
    offers = system.shortest(seconds)
    found = None if offers is None else system.rounded(offers)
    return steps if found is None else [system.thinned(found).to_json(system)]


def _sets_of(instance: Instance, step: Step) -> list[Cells]:
    places = ([row[1::2], row[2::2]] for row in step["sets"])
    return [np.sort(instance.board.indices(np.array(place, dtype=np.int64).T)).astype(np.int64) for place in places]


@dataclass(frozen=True, eq=False)
class _Offers:
    """Integer weights: what cells and odd sets offer, what gourds and the empty cell ask for."""

    cells: IntArray
    sets: IntArray
    kinds: IntArray
    empty: int

    @property
    def count(self) -> int:
        return sum(map(int, map(np.count_nonzero, (self.cells, self.sets, self.kinds))))

    def to_json(self, system: _System) -> Step:
        """A step of a certificate."""
        place = system.instance.board.cell_list()
        kinds = zip(system.instance.budgets, self.kinds.tolist(), strict=True)
        sets = zip(self.sets.tolist(), system.sets, strict=True)
        return {
            "cells": [[*place[v], -int(self.cells[v])] for v in np.flatnonzero(self.cells).tolist()],
            "classes": [[i, j, weight] for (i, j), weight in kinds if weight],
            "empty": self.empty,
            "sets": [[weight, *(x for v in cells.tolist() for x in place[v])] for weight, cells in sets if weight],
        }


@dataclass(frozen=True, eq=False)
class _System:
    """The inequalities between weights."""

    instance: Instance
    program: Program
    sets: list[Cells]
    """All triangles, and some more odd sets."""
    inside: tuple[IntArray, IntArray]
    """Set and edge, for every edge inside of a set."""
    kind_of: IntArray
    """For every edge the number of its kind."""
    budgets: IntArray
    """Of every kind, those of one color too."""

    @classmethod
    def of(cls, instance: Instance, more_sets: list[Cells]) -> _System:
        """The inequalities of an instance whose counting laws hold."""
        program = Program.of(instance)
        sets = list({cells.tobytes(): cells for cells in (*program.triangles, *more_sets)}.values())
        kind_of = numbers_of(instance, instance.budgets)[instance.edge_classes[program.edges]]
        budgets = np.array(list(instance.budgets.values()), dtype=np.int64)
        return cls(instance, program, sets, program.inside(sets), kind_of, budgets)

    @property
    def halves(self) -> IntArray:
        """How many gourds fit into each set."""
        return np.array([len(cells) // 2 for cells in self.sets], dtype=np.int64)

    def asking(self, cells: IntArray, sets: IntArray) -> _Offers:
        """The most that gourds and the empty cell may ask for."""
        edges = cells[self.program.ends].sum(axis=1)
        np.add.at(edges, self.inside[1], sets[self.inside[0]])
        kinds = np.full(len(self.budgets), np.iinfo(np.int64).max)
        np.minimum.at(kinds, self.kind_of, edges)
        return _Offers(cells, sets, kinds, int(cells[self.program.spare].min()))

    def gap(self, offers: _Offers) -> int:
        """By how much more is asked for than offered: a proof if it is positive."""
        asked = int(offers.kinds @ self.budgets) + offers.empty
        return asked - int(offers.cells.sum()) - int(offers.sets @ self.halves)

    def rounded(self, offers: Floats) -> _Offers | None:
        """A proof in integers near a multiple of what cells and sets offer."""
        size = self.program.board.size
        for times in MULTIPLIERS:
            scaled = np.rint(times * offers).astype(np.int64)
            found = self.asking(scaled[:size], scaled[size:])
            if self.gap(found) > 0:
                return found
        return None

    def thinned(self, offers: _Offers) -> _Offers:
        """A proof without weights that it does not need."""
        if offers.count > MOST_THINNED:
            return offers
        for name in ("sets", "cells"):
            for k in np.flatnonzero(getattr(offers, name)).tolist():
                fewer = {"cells": offers.cells, "sets": offers.sets}
                fewer[name] = fewer[name].copy()
                fewer[name][k] = 0
                tried = self.asking(**fewer)
                if self.gap(tried) > 0 and tried.count < offers.count:
                    offers = tried
        spare = self.gap(offers) - 1
        if 0 < offers.empty <= spare:
            offers, spare = replace(offers, empty=0), spare - offers.empty
        for k in np.argsort(offers.kinds * self.budgets, kind="stable").tolist():
            worth = int(offers.kinds[k] * self.budgets[k])
            if 0 < worth <= spare:  # to ask for less is never wrong
                kinds, spare = offers.kinds.copy(), spare - worth
                kinds[k] = 0
                offers = replace(offers, kinds=kinds)
        return offers

    def shortest(self, seconds: float) -> Floats | None:
        """What cells, then sets, offer in a solution of the linear program, in floating point.

        Columns: a⁺ and a⁻ of the cells, u of the sets, w of the kinds, m.
        """
        program, size, sets, kinds = self.program, self.program.board.size, len(self.sets), len(self.budgets)
        edges, spare = len(program.edges), len(program.spare)
        width = 2 * size + sets + kinds + 1
        edge, last = np.arange(edges), edges + np.arange(spare)
        number, inner = self.inside
        plus = (*program.ends.T, 2 * size + number, program.spare)
        minus = (
            *(program.ends.T + size),
            2 * size + sets + self.kind_of,
            program.spare + size,
            np.full(spare, width - 1),
        )
        rows = (edge, edge, inner, last, edge, edge, edge, last, last, np.full(width, edges + spare))
        signs = np.repeat([1.0, -1.0], [sum(map(len, plus)), sum(map(len, minus))])
        gap = np.concatenate((-np.ones(size), np.ones(size), -self.halves, self.budgets, [1]))
        sizes = [len(cells) for cells in self.sets]
        found = _minimized(
            np.concatenate((np.ones(2 * size), sizes, np.zeros(kinds + 1))),
            kinds + 1,
            (np.concatenate(rows), np.concatenate((*plus, *minus, np.arange(width))), np.concatenate((signs, gap))),
            np.concatenate((np.zeros(edges + spare), [1.0])),
            seconds,
        )
        if found is None:
            return None
        return np.concatenate((found[:size] - found[size : 2 * size], found[2 * size : 2 * size + sets]))


def _minimized(
    cost: Floats, free: int, matrix: tuple[IntArray, IntArray, Floats], least: Floats, seconds: float
) -> Floats | None:
    """The cheapest point, by GLOP, where every row is at least so much; all columns but the last few are positive."""
    from ortools.math_opt import callback_pb2, model_parameters_pb2, model_pb2, parameters_pb2, result_pb2
    from ortools.math_opt.core.python import solver
    from pybind11_abseil.status import StatusNotOk

    if seconds <= 0:
        return None
    model, asked, width = model_pb2.ModelProto(), parameters_pb2.SolveParametersProto(), len(cost)
    model.variables.ids.extend(range(width))
    model.variables.lower_bounds.extend([0.0] * (width - free) + [-float("inf")] * free)
    model.variables.upper_bounds.extend([float("inf")] * width)
    model.variables.integers.extend([False] * width)
    priced = np.flatnonzero(cost)
    model.objective.linear_coefficients.ids.extend(priced.tolist())
    model.objective.linear_coefficients.values.extend(cost[priced].tolist())
    model.linear_constraints.ids.extend(range(len(least)))
    model.linear_constraints.lower_bounds.extend(least.tolist())
    model.linear_constraints.upper_bounds.extend([float("inf")] * len(least))
    rows, columns, values = matrix
    order = np.lexsort((columns, rows))
    order = order[values[order] != 0]
    model.linear_constraint_matrix.row_ids.extend(rows[order].tolist())
    model.linear_constraint_matrix.column_ids.extend(columns[order].tolist())
    model.linear_constraint_matrix.coefficients.extend(values[order].tolist())
    asked.time_limit.FromNanoseconds(int(seconds * 1e9))
    kind, bare = parameters_pb2.SOLVER_TYPE_GLOP, parameters_pb2.SolverInitializerProto()
    plain = model_parameters_pb2.ModelSolveParametersProto(), None, callback_pb2.CallbackRegistrationProto(), None, None
    try:
        found = solver.solve(model, kind, bare, asked, *plain)
    except StatusNotOk:  # the solver gave up, for one reason or another
        return None
    if found.termination.reason != result_pb2.TERMINATION_REASON_OPTIMAL or not found.solutions:
        return None
    point, best = found.solutions[0].primal_solution.variable_values, np.zeros(width)
    best[np.fromiter(point.ids, dtype=np.int64)] = point.values
    return best
