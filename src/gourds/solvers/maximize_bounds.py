"""Simple bounds for :mod:`maximize`: a first solution, and upper bounds that need no search."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from gourds.instance import Instance
from gourds.matching.maximum import maximum_matching
from gourds.solvers.explain_cnf import Clock
from gourds.solvers.explain_matching import class_edges, how_many_fit

Pairs = list[tuple[int, int]]
"""Gourds as pairs of cell indices, smaller first."""

SCALE = 2**30
"""Dual values are rounded to multiples of 1/SCALE, so that the bound is computed in integers."""
LP_EDGES = 60_000
"""Boards with more usable edges get no LP bound."""
LP_SECONDS = 10.0


@dataclass(frozen=True)
class Bounds:
    """Upper bounds on the number of gourds; None for those not computed."""

    gourds: int
    """n, the number of all gourds."""
    matching: int | None = None
    """The size of a maximum matching of the usable edges, colors aside."""
    classes: int | None = None
    """The sum over classes of min(budget, maximum matching of the class)."""
    lp: Fraction | None = None
    """What a dual solution of the LP relaxation proves, exactly."""

    @property
    def best(self) -> int:
        """The least whole number that they prove."""
        known = (self.gourds, self.matching, self.classes, None if self.lp is None else self.lp.__floor__())
        return min(bound for bound in known if bound is not None)

    def to_json(self) -> dict[str, float | int | None]:
        """All of them by name."""
        lp = None if self.lp is None else round(float(self.lp), 6)
        return {"gourds": self.gourds, "matching": self.matching, "classes": self.classes, "lp": lp}


def bounds_of(instance: Instance, clock: Clock) -> Bounds:
    """All simple bounds that there is time for."""
    size = instance.board.size
    mate = maximum_matching(size, instance.board.edges[instance.usable_edges])
    classes = sum(limited_budgets(instance).values())
    lp = lp_bound(instance, min(LP_SECONDS, clock.left / 3))
    return Bounds(instance.size, int((mate >= 0).sum()) // 2, classes, lp)


def limited_budgets(instance: Instance) -> dict[tuple[int, int], int]:
    """For each class the smaller of its budget and its maximum matching."""
    return {pair: min(instance.budgets[pair], how_many_fit(edges)) for pair, edges in class_edges(instance).items()}


def greedy(instance: Instance) -> Pairs:
    """A plain maximum matching, cut down to the budgets, and what still fits beside it."""
    edges = instance.board.edges[instance.usable_edges]
    mate: list[int] = maximum_matching(instance.board.size, edges).tolist()
    left = Counter(instance.budgets)
    colors: list[int] = instance.cell_colors.tolist()
    free = [True] * instance.board.size
    found: Pairs = []
    matched = [(v, w) for v, w in enumerate(mate) if v < w]
    for a, b in (*matched, *map(tuple, edges.tolist())):
        pair = (min(colors[a], colors[b]), max(colors[a], colors[b]))
        if free[a] and free[b] and left[pair] > 0:
            free[a] = free[b] = False
            left[pair] -= 1
            found.append((a, b))
    return found


def walk(instance: Instance, pairs: Pairs, steps: int, seed: int) -> Pairs:
    """The best of a random walk from a partial placement.

    Take an uncovered cell v and a neighbor w. If w is uncovered and a gourd is left that fits, place it; if (w, u) is
    a gourd and one is left that fits on (v, w), or both are of one class, move it there, so that u is uncovered.
    """
    rng = random.Random(seed)
    colors: list[int] = instance.cell_colors.tolist()
    near: list[list[tuple[int, tuple[int, int]]]] = [[] for _ in colors]
    for a, b in instance.board.edges[instance.usable_edges].tolist():
        pair = (min(colors[a], colors[b]), max(colors[a], colors[b]))
        near[a].append((b, pair))
        near[b].append((a, pair))
    left, mate = Counter(instance.budgets), [-1] * len(colors)
    used = Counter[tuple[int, int]]()
    for a, b in pairs:
        mate[a], mate[b] = b, a
        used[min(colors[a], colors[b]), max(colors[a], colors[b])] += 1
    left.subtract(used)
    open_cells = [v for v, w in enumerate(mate) if w < 0 and near[v]]
    for _ in range(steps if open_cells else 0):
        place = int(rng.random() * len(open_cells))
        v = open_cells[place]
        w, pair = near[v][int(rng.random() * len(near[v]))]
        u = mate[w]
        old = pair if u < 0 else (min(colors[w], colors[u]), max(colors[w], colors[u]))
        if left[pair] <= 0 and (u < 0 or old != pair):
            continue
        left[pair] -= 1
        mate[v], mate[w] = w, v
        if u < 0:
            open_cells[place] = open_cells[-1]
            open_cells.pop()
            open_cells.remove(w)
            if not open_cells:
                break
        else:
            mate[u] = -1
            left[old] += 1
            open_cells[place] = u
    return [(v, w) for v, w in enumerate(mate) if v < w]


def lp_bound(instance: Instance, seconds: float) -> Fraction | None:
    """An upper bound from the dual of the LP relaxation, by GLOP, proven in exact arithmetic whatever GLOP says."""
    edges = instance.board.edges[instance.usable_edges]
    if seconds <= 0 or len(edges) > LP_EDGES:
        return None
    from ortools.linear_solver import pywraplp

    solver = pywraplp.Solver.CreateSolver("GLOP")
    if solver is None:
        return None
    solver.SetTimeLimit(max(1, int(1000 * min(seconds, 1e5))))
    classes = instance.edge_classes[instance.usable_edges].tolist()
    width, infinity = len(instance.colors), solver.infinity()
    cells = [solver.Constraint(-infinity, 1) for _ in range(instance.board.size)]
    budgets = {i * width + j: solver.Constraint(-infinity, b) for (i, j), b in instance.budgets.items()}
    objective = solver.Objective()
    objective.SetMaximization()
    for (a, b), code in zip(edges.tolist(), classes, strict=True):
        variable = solver.NumVar(0, infinity, "")
        objective.SetCoefficient(variable, 1)
        for constraint in (cells[a], cells[b], budgets[code]):
            constraint.SetCoefficient(variable, 1)
    if solver.Solve() != pywraplp.Solver.OPTIMAL:
        return None
    cell_duals = [constraint.dual_value() for constraint in cells]
    class_duals = {divmod(code, width): constraint.dual_value() for code, constraint in budgets.items()}
    return dual_bound(instance, cell_duals, class_duals)


def dual_bound(instance: Instance, cells: list[float], classes: dict[tuple[int, int], float]) -> Fraction:
    """Σ y_v + Σ b·w + Σ_e max(0, 1 − y_u − y_v − w): an upper bound for any y, w ≥ 0, here rounded and cut at 0."""
    y = np.maximum(np.rint(np.array(cells) * SCALE).astype(np.int64), 0)
    width = len(instance.colors)
    w = np.zeros(width * width, dtype=np.int64)
    for (i, j), value in classes.items():
        w[i * width + j] = max(round(value * SCALE), 0)
    edges, codes = instance.board.edges[instance.usable_edges], instance.edge_classes[instance.usable_edges]
    excess = np.maximum(SCALE - y[edges].sum(axis=1) - w[codes], 0)
    total = int(y.sum()) + sum(count * int(w[i * width + j]) for (i, j), count in instance.budgets.items())
    return Fraction(total + int(excess.sum()), SCALE)
