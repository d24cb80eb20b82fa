"""The nearest target of a colored puzzle, over all placements at once, and what it proves.

With the poses and distances of :mod:`targets`:

    minimize Σ d(g, p)·x(g, p)   where each gourd g has exactly one fitting pose p,
                                 each cell is covered once or empty, and one cell is empty.

Gourds on cells of their colors are a placement, so no budget needs to be posted. A gourd of two equal colors has only
the nearer of the two ways to lie on an edge. The minimum, or what CP-SAT has proved about it when its time is over, is
a lower bound on the moves of *every* solution of the puzzle. The linear relaxation is nearly integral: on hexagons of
91 cells with three colors it is within two of the optimum, which one thread finds in a second.

**Large boards.** Beyond some 150 cells the whole model is too slow. There a known target is made nearer region by
region: a few dozen gourds are laid anew on the cells that they cover and the empty one, all others stay. Regions are
around the place and the target of a gourd that has far to go. Between them, equal gourds are assigned anew on the whole
board (:meth:`Puzzle.assign`). That proves nothing, so only the sum of the nearest poses remains as a lower bound.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gourds.chance import draw_below
from gourds.configuration import Configuration
from gourds.reconfigure.colored.targets import Puzzle, Target
from gourds.solvers.cpsat import quiet_solver

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver

MODEL_CELLS: Final = 150
"""Larger boards are optimized region by region."""
MAX_CELLS: Final = 4_000
"""Still larger boards are not optimized at all."""
REGION: Final = 30
"""Gourds in a region."""
IDLE: Final = 100
"""Regions without a nearer target after which it is enough."""
SCALE: Final = 20
"""What distances are multiplied by where they are changed at random."""


def find_nearest(
    puzzle: Puzzle, known: Target, seconds: float, *, seed: int = 0, power: float = 1.0, noise: float = 0.0
) -> Target:
    """The target with the smallest sum of distances that is found in the time; ``known`` is one to begin with.

    For variety, distances may be raised to a power and multiplied by random factors between 1 and 1 + ``noise``; then
    nothing is proved, and the bound is that of ``known``.
    """
    size = puzzle.instance.board.size
    if size > MAX_CELLS or seconds <= 0 or not puzzle.start.ids:
        return known
    if size > MODEL_CELLS:
        return _by_regions(puzzle, known, time.monotonic() + seconds, seed)
    rng = random.Random(seed)
    is_plain = power == 1.0 and noise == 0.0

    def weigh(cost: int) -> int:
        return cost if is_plain else round(SCALE * (1.0 + noise * rng.random()) * cost**power)

    laid, proved = _solve(puzzle, known, range(len(puzzle.start.ids)), weigh, seconds, seed)
    bound = max(known.bound, proved) if is_plain else known.bound
    return Target(laid, puzzle.cost_of(laid), bound)


def _by_regions(puzzle: Puzzle, known: Target, until: float, seed: int) -> Target:
    rng = random.Random(seed)
    cells = puzzle.instance.board.cells.astype(np.int64)
    gourds = np.arange(len(puzzle.start.ids))
    idle = 0
    while idle < IDLE and (left := until - time.monotonic()) > 0:
        far = np.cumsum(puzzle.distance(gourds, known.configuration.ends))
        chosen = int(np.searchsorted(far, draw_below(rng, int(far[-1]) + 1)))
        lying = cells[known.configuration.ends[:, 0]]
        free: set[int] = set()
        for center in (puzzle.start.ends[chosen, 0], known.configuration.ends[chosen, 0]):
            apart = lying - cells[center]
            order = np.argsort(np.abs(apart).sum(axis=1) + np.abs(apart.sum(axis=1)), kind="stable")
            free.update(order[: REGION // 2].tolist())
        laid, _ = _solve(puzzle, known, sorted(free), int, min(left, 2.0), seed)
        nearer = Target(laid, puzzle.cost_of(laid), known.bound)
        if nearer.cost < known.cost:
            known, idle = min(nearer, puzzle.assign(laid.placement()), key=lambda target: target.cost), 0
        else:
            idle += 1
    return known


def _solve(
    puzzle: Puzzle, known: Target, free: Sequence[int], weigh: Callable[[int], int], seconds: float, seed: int
) -> tuple[Configuration, int]:
    """The best target in which only the free gourds lie elsewhere than in a known one; a bound on its weight."""
    from ortools.sat.python import cp_model

    program = cp_model.CpModel()
    is_open = np.zeros(puzzle.instance.board.size, dtype=bool)
    is_open[known.configuration.ends[list(free)]] = is_open[known.configuration.empty] = True
    at_cell: dict[int, list[Any]] = {int(cell): [] for cell in np.flatnonzero(is_open)}
    chosen: list[list[tuple[Any, list[int]]]] = []
    literals: list[Any] = []
    weights: list[int] = []
    for gourd in free:
        poses, due = puzzle.poses[gourd], known.configuration.ends[gourd].tolist()
        within = is_open[poses.ends].all(axis=1)
        ends, costs = poses.ends[within].tolist(), poses.cost[within].tolist()
        if due not in ends:  # the other way round
            ends.append(due)
            costs.append(int(puzzle.distance(gourd, known.configuration.ends[gourd])))
        own = [program.new_bool_var("") for _ in ends]
        program.add_exactly_one(own)
        chosen.append(list(zip(own, ends, strict=True)))
        for literal, pair, cost in zip(own, ends, costs, strict=True):
            for cell in pair:
                at_cell[cell].append(literal)
            literals.append(literal)
            weights.append(weigh(cost))
            program.add_hint(literal, pair == due)
    empty = {cell: program.new_bool_var("") for cell in at_cell}
    program.add_exactly_one(empty.values())
    for cell, covering in at_cell.items():
        program.add_exactly_one([*covering, empty[cell]])
    program.minimize(cp_model.LinearExpr.weighted_sum(literals, weights))
    # Everything is in the linear program; looking for more structure costs more than it gains.
    solver = quiet_solver(seed, seconds, linearization=2)
    solver.parameters.symmetry_level = 0
    solver.parameters.cp_model_probing_level = 0
    if _run(solver, program) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return known.configuration, 0
    changed = known.configuration.ends.copy()
    for gourd, own_poses in zip(free, chosen, strict=True):
        changed[gourd] = next(pair for literal, pair in own_poses if solver.boolean_value(literal))
    laid = Configuration.from_indices(puzzle.instance.board, puzzle.start.ids, changed, puzzle.start.colors)
    return laid, math.ceil(solver.best_objective_bound - 1e-6)


def _run(solver: CpSolver, program: CpModel) -> object:
    """Solve in a thread of its own, so that an interrupt ends it at once.

    The solver's own handler of interrupts would swallow them, and take Python's away for good.
    """
    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(solver.solve, program)
        try:
            return running.result()
        except KeyboardInterrupt:
            solver.stop_search()
            raise
