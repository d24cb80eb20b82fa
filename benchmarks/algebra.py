"""The algebraic solver against dense determinants modulo the same prime, its growth, and what more colors take.

Usage: python benchmarks/algebra.py

The peer is python-flint (``pip install python-flint``): one determinant of the whole Tutte matrix of the same board is
timed, and multiplied by the number of points that the same decision needs. All figures are from this one run. The exit
code is 1 if a limit is missed. "No" is what an infeasible answer takes: as many tries as bring the error below 2^-60.
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections.abc import Callable

import numpy as np

from gourds import shapes
from gourds.board import Board
from gourds.families.colorings import color_board
from gourds.instance import Instance
from gourds.matching.tutte.evaluation import contract, draw, evaluate
from gourds.matching.tutte.search import ERROR, prepare, tries_for
from gourds.solvers import Status, solve

FASTER = 300.0
"""How many times faster than dense determinants two colors on 1,027 cells must be decided."""
GROWTH = 2.6
"""The largest exponent from 331 to 1,951 cells."""
NOT_REACHED = 452
"""So many bichromatic gourds are two more than the board of 1,027 cells takes."""
LIMITS = {(4, 4): 10.0, (6, 3): 10.0, (18, 2): 60.0, (10, 3): 300.0}
"""Seconds for (radius, colors), with a placement found."""


def hexagon(radius: int, colors: int) -> Instance:
    board = Board.from_cells(shapes.hexagon(radius))
    return color_board(board, coloring="planted", pattern="uniform", colors=colors, rng=random.Random(3))


def fastest(task: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        task()
        times.append(time.perf_counter() - start)
    return min(times)


def tries(instance: Instance, count: int | None = None) -> int:
    """Prepare and evaluate, without looking for a placement; the number of tries."""
    prepared = prepare(instance)
    problem, grid = prepared.problem, prepared.grid
    assert problem is not None
    assert grid is not None
    rng = np.random.default_rng(1)
    number = count or tries_for(problem.degree, grid.p, ERROR)
    for _ in range(number):
        xs = draw(problem, grid.p, rng)
        contract([evaluate(part, x, grid) for part, x in zip(problem.parts, xs, strict=True)], grid)
    return number


def dense_determinant(instance: Instance) -> float:
    """Seconds for one determinant of the whole matrix in python-flint."""
    from flint import nmod_mat

    prepared = prepare(instance)
    problem, grid = prepared.problem, prepared.grid
    assert problem is not None
    assert grid is not None
    part = max(problem.parts, key=lambda part: part.size)
    rows = [[0] * part.size for _ in range(part.size)]
    rng = np.random.default_rng(1)
    for (i, j), x in zip(part.pairs.tolist(), rng.integers(1, grid.p, len(part.pairs)).tolist(), strict=True):
        rows[i][j], rows[j][i] = x, grid.p - x
    matrix = nmod_mat(part.size, part.size, [x for row in rows for x in row], grid.p)
    return fastest(matrix.det, 2)


def two_colors() -> bool:
    no: dict[int, float] = {}
    print("two colors, prepared and decided (no placement sought)")
    print(f"{'cells':>6} {'points':>7} {'one try':>10} {'no':>10} {'tries':>6}")
    for radius in (10, 18, 25):
        instance = hexagon(radius, 2)
        points = prepare(instance).cost.points
        count = tries(instance)
        single = fastest(lambda instance=instance: tries(instance, 1), 5)  # type: ignore[misc]
        no[radius] = fastest(lambda instance=instance: tries(instance), 5)  # type: ignore[misc]
        size = instance.board.size
        print(f"{size:6} {points:7} {single * 1e3:7.1f} ms {no[radius] * 1e3:7.1f} ms {count:6}")
        if radius == 18:
            one, number, one_try = dense_determinant(instance), points, single
    exponent = math.log(no[25] / no[10]) / math.log(1951 / 331)
    ratio = one * number / one_try
    print(f"python-flint, 1,027 cells: {one * 1e3:.0f} ms a determinant, times {number} points: {one * number:.1f} s")
    print(f"faster by {ratio:.0f}, at least {FASTER:g} is asked; growth V^{exponent:.2f}, at most V^{GROWTH:g}")
    return ratio >= FASTER and exponent <= GROWTH


def a_real_no() -> bool:
    """One step beyond the most bichromatic gourds that fit: near the extreme, where search is at its worst."""
    base = hexagon(18, 2)
    more = NOT_REACHED - base.budget(*base.colors)
    change = {(0, 0): -more // 2, (0, 1): more, (1, 1): -more // 2}
    gourds = [(base.colors[i], base.colors[j], count + change[i, j]) for (i, j), count in base.budgets.items()]
    colors = [base.colors[k] for k in base.cell_colors]
    result = solve(Instance.build(base.board.cells, colors, gourds), "algebraic", isolate=False)
    print(
        f"1,027 cells, {NOT_REACHED} bichromatic gourds: {result.status.value} in {result.time_s:.2f} s,"
        f" error at most {result.error_bound:.1e}"
    )
    return result.status is Status.INFEASIBLE and 0 < result.error_bound <= ERROR


def with_placements() -> bool:
    kept = True
    print("decided, and a placement found by the same algebra")
    print(f"{'cells':>6} {'colors':>6} {'points':>7} {'expected':>10} {'decision':>10} {'finding':>10} {'limit':>7}")
    for (radius, colors), limit in LIMITS.items():
        instance = hexagon(radius, colors)
        start = time.perf_counter()
        result = solve(instance, "algebraic", isolate=False)
        took = time.perf_counter() - start
        stats = result.stats
        found = stats.get("find_s", math.nan)
        kept &= result.status is Status.FEASIBLE and took <= limit
        print(
            f"{instance.board.size:6} {colors:6} {stats['points']:7} {stats['expected_s']:8.2f} s"
            f" {took - found:8.2f} s {found:8.2f} s {limit:5.0f} s"
        )
    return kept


def main() -> int:
    """Run the benchmark and give its exit code."""
    tries(hexagon(4, 2))  # compiles
    kept = two_colors()
    kept &= a_real_no()
    kept &= with_placements()
    print(f"the limits are {'kept' if kept else 'missed'}")
    return int(not kept)


if __name__ == "__main__":
    sys.exit(main())
