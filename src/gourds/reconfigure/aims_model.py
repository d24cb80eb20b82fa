"""The nearest target of a colored puzzle, over all placements at once, and what it proves.

With the poses and distances of :mod:`gourds.reconfigure.aims`:

    minimize Σ d(g, p)·x(g, p)   where each gourd g has exactly one fitting pose p,
                                 each cell is covered once or empty, and one cell is empty.

Gourds on cells of their colors are a placement, so no budget needs to be posted. A gourd of two equal colors has only
the nearer of the two ways to lie on an edge. The minimum, or what CP-SAT has proved about it when its time is over, is
a lower bound on the moves of *every* solution of the puzzle. The linear relaxation is nearly integral: on hexagons of
91 cells with three colors it is within two of the optimum, which one thread finds in a second.

**Large boards.** Only the nearest poses of each gourd are in the model, and those of a known target, so that it stays
feasible. A target that needs a pose that was left out costs its gourd at least the distance of the first pose left out,
and every other gourd at least that of its nearest; the smaller of this and the model's bound holds for all targets.
"""

from __future__ import annotations

import math
import random
from typing import Any, Final

from gourds.configuration import Configuration
from gourds.reconfigure.aims import Aim, Aims

MAX_CELLS: Final = 4_000
"""Larger boards get no model."""
MAX_POSES: Final = 60_000
"""So many poses may be in a model."""
FEWEST: Final = 8
"""So many poses each gourd has in any case, if there are as many."""
SCALE: Final = 20
"""What distances are multiplied by where they are changed at random."""


def find_nearest(
    aims: Aims, known: Aim, seconds: float, *, seed: int = 0, power: float = 1.0, noise: float = 0.0
) -> Aim:
    """The target with the smallest sum of distances that is found in the time; ``known`` is one to begin with.

    For variety, distances may be raised to a power and multiplied by random factors between 1 and 1 + ``noise``; then
    nothing is proved, and the bound is that of ``known``.
    """
    if aims.instance.board.size > MAX_CELLS or seconds <= 0 or not aims.start.ids:
        return known
    from ortools.sat.python import cp_model

    rng = random.Random(seed)
    is_plain = power == 1.0 and noise == 0.0
    share = max(FEWEST, MAX_POSES // len(aims.start.ids))
    program = cp_model.CpModel()
    at_cell: list[list[Any]] = [[] for _ in range(aims.instance.board.size)]
    chosen: list[list[tuple[Any, list[int]]]] = []
    literals: list[Any] = []
    weights: list[int] = []
    for gourd, poses in enumerate(aims.poses):
        due: list[int] = known.target.ends[gourd].tolist()
        ends, costs = poses.ends[:share].tolist(), poses.cost[:share].tolist()
        if due not in ends:
            ends.append(due)
            costs.append(int(aims.distance(gourd, known.target.ends[gourd])))
        own = [program.new_bool_var("") for _ in ends]
        program.add_exactly_one(own)
        chosen.append(list(zip(own, ends, strict=True)))
        for literal, pair, cost in zip(own, ends, costs, strict=True):
            for cell in pair:
                at_cell[cell].append(literal)
            literals.append(literal)
            weights.append(cost if is_plain else round(SCALE * (1.0 + noise * rng.random()) * cost**power))
            program.add_hint(literal, pair == due)
    empty = [program.new_bool_var("") for _ in at_cell]
    program.add_exactly_one(empty)
    for covering, left in zip(at_cell, empty, strict=True):
        program.add_exactly_one([*covering, left])
    program.minimize(cp_model.LinearExpr.weighted_sum(literals, weights))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed % 2**31
    solver.parameters.max_time_in_seconds = seconds
    # Everything is in the linear program; looking for more structure costs more than it gains.
    solver.parameters.linearization_level = 2
    solver.parameters.symmetry_level = 0
    solver.parameters.cp_model_probing_level = 0
    if solver.solve(program) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return known
    bound = known.bound
    if is_plain:
        left_out = [int(every.cost[share] - every.cost[0]) for every in aims.poses if len(every.cost) > share]
        proved = math.ceil(solver.best_objective_bound - 1e-6)
        bound = max(bound, min([proved, *(aims.least + more for more in left_out)]))
    ends = [next(pair for literal, pair in own if solver.boolean_value(literal)) for own in chosen]
    target = Configuration.from_indices(aims.instance.board, aims.start.ids, ends, aims.start.colors)
    return Aim(target, aims.cost_of(target), bound)
