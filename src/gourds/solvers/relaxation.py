"""The LP relaxation: how many gourds fit if they may be cut into fractions, and odd-set inequalities.

The *bound* of a model is the optimum of this linear program over its edges e, with all budgets b, the implied ones
included:

    maximize  Σ x_e    such that    Σ x_e over the edges at v   ≤  1       for every cell v
                                    Σ x_e over the edges of c   ≤  b_c     for every class c,      x ≥ 0

It is an upper bound on the number of gourds that can lie on the board at the same time, each kind within its budget.
The budgets sum to n, so the bound is at most n. It is n iff the LP relaxation of the model has a solution:
then all budgets are met exactly, and what is missing at the cells sums to 1 and serves as the fractional empty cell.
So a bound below n shows that there is no placement (up to the accuracy of floating point: only claimed).

*Odd sets* (Edmonds): a set S of cells, |S| odd, holds at most (|S| − 1)/2 gourds. Without budgets these inequalities
describe matchings completely. With budgets they do not, but they cut off points such as the half-covered triangle.
:func:`violated_odd_sets` looks for violated ones among triangles and among components of the edges with large x; that
finds many, though not all (Padberg and Rao would need a minimum odd cut).
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gourds.board import Board
from gourds.encodings.model import Model
from gourds.hexgrid import IndexArray
from gourds.matching.polytope.separation import overfull_components

Values = NDArray[np.float64]

ROUNDS = 30
"""Odd sets are looked for at most this many times."""
THRESHOLDS = (0.01, 0.1, 0.26, 0.34, 0.51)
"""Edges above these form the components that are looked at."""
TOLERANCE = 1e-3
"""Differences below this may be due to floating point."""


@dataclass(frozen=True)
class Relaxation:
    """The optimum of the LP relaxation."""

    bound: float
    """At most this many gourds, in fractions."""
    odd_sets: tuple[IndexArray, ...]
    """Sets of cells, by index, whose inequalities were added."""
    rounds: int
    """How often the linear program was solved."""
    first_bound: float
    """The bound without odd sets."""
    time_s: float
    """What it took."""


def relax(model: Model, *, blossom: bool = False, deadline: float | None = None) -> Relaxation | None:
    """Solve the LP relaxation, with violated odd sets added until none is found if ``blossom``.

    ``deadline`` is a time of ``time.perf_counter``; None is returned if not even the first bound was found until then.
    """
    from ortools.math_opt.python import mathopt

    start = time.perf_counter()
    instance, size = model.instance, model.instance.board.size
    program = mathopt.Model()
    variables = [program.add_variable(lb=0.0) for _ in range(len(model.edges))]
    program.maximize(mathopt.fast_sum(variables))

    def add_row(members: NDArray[np.intp], bound: float) -> None:
        row = program.add_linear_constraint(ub=bound)
        for k in members.tolist():
            row.set_coefficient(variables[k], 1.0)

    ends = instance.board.edges[model.edges]
    at_cell = np.argsort(ends.ravel(), kind="stable") // 2
    degrees = np.bincount(ends.ravel(), minlength=size)
    for members in np.split(at_cell, np.cumsum(degrees)[:-1]):
        if members.size:
            add_row(members, 1)
    classes, k = instance.edge_classes[model.edges], len(instance.colors)
    for (i, j), budget in model.budgets().items():
        add_row(np.flatnonzero(classes == i * k + j), budget)

    solver = mathopt.IncrementalSolver(program, mathopt.SolverType.GLOP)
    odd_sets: list[IndexArray] = []
    bounds: list[float] = []
    while len(bounds) < (ROUNDS if blossom else 1):
        left = None if deadline is None else deadline - time.perf_counter()
        if left is not None and left <= 0:
            break
        limit = None if left is None else timedelta(seconds=left)
        result = solver.solve(params=mathopt.SolveParameters(time_limit=limit))
        if result.termination.reason != mathopt.TerminationReason.OPTIMAL:
            break
        bounds.append(result.objective_value())
        if not blossom or bounds[-1] < model.gourds - TOLERANCE:
            break
        values = np.array(result.variable_values(variables))
        found = violated_odd_sets(instance.board, model.edges, values)
        for cells in found:
            inside = np.zeros(size, dtype=np.bool_)
            inside[cells] = True
            add_row(np.flatnonzero(inside[ends].all(axis=1)), len(cells) // 2)
        odd_sets += found
        if not found:
            break
    solver.close()
    if not bounds:
        return None
    return Relaxation(bounds[-1], tuple(odd_sets), len(bounds), bounds[0], time.perf_counter() - start)


def violated_odd_sets(board: Board, edges: NDArray[Any], values: Values) -> list[IndexArray]:
    """Odd sets S of cells with Σ x_e over the edges inside S greater than (|S| − 1)/2; no two share a cell.

    ``values[k]`` is x of edge ``edges[k]`` of the board.
    """
    weights = np.zeros(len(board.edges))
    weights[edges] = values
    components = overfull_components(board.size, board.edges, weights, THRESHOLDS)
    candidates = _heavy_triangles(board, weights) + [one for one in components if one[0] > TOLERANCE]
    candidates.sort(key=lambda candidate: -candidate[0])
    taken = np.zeros(board.size, dtype=np.bool_)
    found = []
    for _, cells in candidates:
        if not taken[cells].any():
            taken[cells] = True
            found.append(cells.astype(np.int32))
    return found


Candidate = tuple[float, NDArray[Any]]
"""By how much an inequality is violated, and the cells of its odd set."""


def _heavy_triangles(board: Board, weights: Values) -> list[Candidate]:
    """Triangles with more than one gourd."""
    triangles = np.sort(board.triangles, axis=1)
    keys = board.edges[:, 0].astype(np.int64) * board.size + board.edges[:, 1]
    excess = np.full(len(triangles), -1.0)
    for a, b in ((0, 1), (0, 2), (1, 2)):
        excess += weights[np.searchsorted(keys, triangles[:, a].astype(np.int64) * board.size + triangles[:, b])]
    return [(float(excess[t]), triangles[t]) for t in np.flatnonzero(excess > TOLERANCE).tolist()]
