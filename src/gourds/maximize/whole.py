"""Boards that do not fall apart: as many gourds as the linear program allows, found on a smaller board.

n − d gourds leave 2d + 1 cells uncovered. Give up d gourds and 2d cells, and what is left to find is a placement of the
smaller board with the smaller budgets. Which gourds and cells, the linear program says
(:mod:`gourds.matching.polytope.packing`): it is solved with random costs, the gourd that is missing most is given up,
and so on; then the cell that is most uncovered, and so on. If a point is left after all that, the smaller instance
obeys the counting laws, because the rows of its cells and classes add up to them.

The smaller instance is near what is possible, so few of its edges can be in a placement. Three ways take turns:

1. The matching polytope closes edges (:mod:`gourds.matching.polytope`), and exchanges on those that are left find a
   placement where exchanges on the whole board do not.
2. CP-SAT with the number of missing gourds given, and nothing given up beforehand.
3. The race of ``auto`` (:mod:`gourds.solvers.auto.stages`).

Nothing here is a proof, but for one case: without a gourd given up, a refutation of the instance itself.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from gourds.counting import Counting
from gourds.errors import InputError
from gourds.explain.cnf import Clock
from gourds.hexgrid import Cell
from gourds.instance import Instance
from gourds.matching.exchange.search import search
from gourds.matching.polytope import refute_or_face
from gourds.matching.polytope.model import Cells, IntArray
from gourds.matching.polytope.packing import Packing, packing_bound, with_odd_sets
from gourds.matching.polytope.solving import Floats, Simplex
from gourds.maximize.bounds import Pairs, cut_down, seconds_of
from gourds.running.isolation import run_limited
from gourds.solvers.auto.stages import decide_whole
from gourds.solvers.base import Options, Outcome, Status
from gourds.solvers.cpsat import quiet_solver

Gourds = Sequence[tuple[Cell, Cell]]

ROUNDS = 40
"""Odd sets are looked for at most this many times."""
STALLED = 6
"""This many times in a row without effect."""
COVERED = 1e-6
"""A cell that is uncovered but for this is uncovered."""
STEPS = 30_000
"""Proposals for each cell on the smaller board, at the first try; more at later ones."""
SEARCH_SECONDS = 2
"""What CP-SAT may take at its first try, before it is doubled for every further one."""
AUTO_SECONDS = 4
"""What the first race may take, before it is doubled for every try."""


def linear_bound(instance: Instance, least: int, clock: Clock) -> tuple[Fraction | None, list[Cells]]:
    """An upper bound on the number of gourds, and the odd sets it took; no better than needed to show ``least``."""
    program = Packing.for_instance(instance)
    simplex = Simplex(program, list(program.triangles))
    best: Fraction | None = None
    stalled = 0
    for solution in islice(with_odd_sets(simplex, lambda: seconds_of(clock)), ROUNDS):
        bound = packing_bound(program, simplex.sets, solution.duals)
        stalled = stalled + 1 if best is not None and bound > best - Fraction(1, 1000) else 0
        best = bound if best is None else min(best, bound)
        if int(best) <= least or stalled > STALLED:
            break
    return best, simplex.sets


@dataclass
class Fitted:
    """What one try gave."""

    pairs: Pairs
    """The gourds that found a place."""
    is_refuted: bool = False
    """Whether it was shown that there is no placement of the board, with nothing given up."""


def fit(instance: Instance, missing: int, sets: list[Cells], number: int, seed: int, clock: Clock) -> Fitted:
    """Try to place all gourds but this many; ``number`` is how often that was tried before."""
    rng = random.Random(f"{seed} {missing} {number}")
    if number % 3 == 1:
        return Fitted(_by_cpsat(instance, missing, number, seed, clock))
    smaller = smaller_instance(instance, missing, sets, rng, clock) if missing else instance
    if smaller is None or clock.left <= 0:
        return Fitted([])
    try_it = _by_exchange if number % 3 == 0 else _by_auto
    cells, is_refuted = try_it(smaller, number, seed, clock)
    place = {cell: k for k, cell in enumerate(instance.board.cell_list())}
    return Fitted(cut_down(instance, [(place[a], place[b]) for a, b in cells]), is_refuted and not missing)


def _by_cpsat(instance: Instance, missing: int, number: int, seed: int, clock: Clock) -> Pairs:
    """All gourds but this many, by CP-SAT; nothing if it finds none in time.

    With s_c missing gourds of class c, color i has Σ s_c over the ends of that color uncovered cells more than cells
    without an end.
    """
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    edges = instance.board.edges[instance.usable_edges].tolist()
    used = [model.new_bool_var("") for _ in edges]
    colors: list[int] = instance.cell_colors.tolist()
    at: list[list[cp_model.IntVar]] = [[] for _ in colors]
    of_pair: dict[tuple[int, int], list[cp_model.IntVar]] = {pair: [] for pair in instance.budgets}
    for variable, (a, b) in zip(used, edges, strict=True):
        at[a].append(variable)
        at[b].append(variable)
        of_pair[min(colors[a], colors[b]), max(colors[a], colors[b])].append(variable)
    uncovered: list[list[cp_model.IntVar]] = [[] for _ in instance.colors]
    for color, variables in zip(colors, at, strict=True):
        uncovered[color].append(model.new_bool_var(""))
        model.add_exactly_one([*variables, uncovered[color][-1]])
    lost: list[list[cp_model.IntVar]] = [[] for _ in instance.colors]
    counting = Counting(instance)
    absent = []
    for (i, j), budget in instance.budgets.items():
        absent.append(model.new_int_var(0, min(budget, missing), ""))
        lost[i].append(absent[-1])
        lost[j].append(absent[-1])
        model.add(cp_model.LinearExpr.sum([*of_pair[i, j], absent[-1]]) == budget)
    for cells, ends, open_cells, gone in zip(counting.cells_of, counting.ends_of, uncovered, lost, strict=True):
        model.add(sum(open_cells) == cells - ends + sum(gone))
    model.add(sum(absent) == missing)
    solver = quiet_solver(seed + number, min(clock.left, SEARCH_SECONDS << number), linearization=0)
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return []
    return [(a, b) for variable, (a, b) in zip(used, edges, strict=True) if solver.boolean_value(variable)]


def _by_exchange(instance: Instance, number: int, seed: int, clock: Clock) -> tuple[Gourds, bool]:
    """The best of exchanges on the face, and whether there is no placement."""
    face = refute_or_face(instance, seconds_of(clock))
    if face.refutation is not None:
        return (), True
    allowed = face.usable if face.usable.size else None
    steps = STEPS * instance.board.size << min(number, 20)
    found = search(instance, seed=seed + number, time_limit=seconds_of(clock), max_steps=steps, allowed=allowed)
    if found is None:
        return (), False
    cells = instance.board.cell_list()
    return [(cells[v], cells[w]) for v, w in found.pairs], False


def _by_auto(instance: Instance, number: int, seed: int, clock: Clock) -> tuple[Gourds, bool]:
    """What the race of ``auto`` finds; it has the limit of a process, as its entrants need not keep theirs."""
    if Counting(instance).refutation is not None:
        return (), True
    limit = min(clock.left, AUTO_SECONDS << number)
    ended = run_limited(decide_whole, instance, Options(time_limit=limit, seed=seed + number), time_limit=limit)
    if ended.cause != "done":
        return (), False
    outcome: Outcome = ended.value
    return outcome.placement.gourds if outcome.placement else (), outcome.status is Status.INFEASIBLE


def smaller_instance(
    instance: Instance, missing: int, sets: list[Cells], rng: random.Random, clock: Clock
) -> Instance | None:
    """The instance without this many gourds and twice as many cells; None if the try led nowhere."""
    program = Packing.for_instance(instance, missing)
    cost = np.zeros(program.width)
    cost[: len(program.edges)] = [rng.random() for _ in range(len(program.edges))]
    for left in range(missing - 1, -1, -1):
        point = _started(program, sets, cost).solve(seconds_of(clock))
        if point is None:
            return None
        budgets = program.budgets.copy()
        budgets[point.values[-len(budgets) :].argmax()] -= 1
        program = replace(program, budgets=budgets, missing=left)
    gone = _uncovered(program, sets, cost, 2 * missing, clock)
    return None if gone is None else _without(instance, gone, program.budgets)


def _uncovered(
    program: Packing, sets: list[Cells], cost: Floats, wanted: int, clock: Clock
) -> NDArray[np.bool_] | None:
    """The cells to give up, as many as ``wanted``."""
    simplex = _started(program, sets, cost)
    count, size = len(program.edges), program.board.size
    gone = np.zeros(size, dtype=bool)
    while gone.sum() < wanted:
        point = simplex.solve(seconds_of(clock))
        if point is None:
            return None
        uncovered = np.where(gone, -1.0, point.values[count : count + size])
        first = np.argsort(-uncovered, kind="stable")[: wanted - int(gone.sum())]
        gone[first[: max(1, np.count_nonzero(uncovered[first] > 1 - COVERED))]] = True
        simplex.close(np.flatnonzero(gone[program.ends].any(axis=1)))
    return gone


def _started(program: Packing, sets: list[Cells], cost: Floats) -> Simplex:
    simplex = Simplex(program, sets)
    simplex.minimize(cost)
    return simplex


def _without(instance: Instance, gone: NDArray[np.bool_], budgets: IntArray) -> Instance | None:
    """The instance on the other cells; None if they are no board, or lack the colors of some gourds."""
    names = instance.colors
    pairs = zip(instance.budgets, budgets.tolist(), strict=True)
    gourds = [(names[i], names[j], count) for (i, j), count in pairs if count]
    try:
        return Instance.build(
            instance.board.cells[~gone], [names[k] for k in instance.cell_colors[~gone].tolist()], gourds
        )
    except InputError:
        return None
