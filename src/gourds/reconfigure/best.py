"""The default planner: the shortest plan that can be found in the time there is.

1. Up to 13 cells a provably shortest plan is found at once (:mod:`gourds.reconfigure.shortest`).
2. Beam searches (:mod:`gourds.reconfigure.beam`) from the start and, at the same time, from the target back, each
   round twice as wide as the one before, with different powers: how long plans get varies more between such searches
   than between widths, so the best of many is kept. The last rounds are as wide as the time left allows.
3. Windows of the best plan are re-solved optimally (:mod:`gourds.reconfigure.polish`).
4. Up to 25 cells the rest of the time goes into proving that no plan is shorter, or finding one.
5. If no beam search arrives, the quadratic algorithm does, on every proper board; boards that are not proper are
   searched exhaustively as far as time and memory go.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.board import Board
from gourds.hexgrid import IndexArray
from gourds.reconfigure import polish, quadratic, shortest, stretches
from gourds.reconfigure.beam import Search
from gourds.reconfigure.poses import Grid
from gourds.reconfigure.scrambles import random_configuration
from gourds.reconfigure.task import Found, Options, Task
from gourds.shapes import hexagon

EXACT_CELLS: Final = 13
"""Boards up to this size are solved exactly first."""
PROVABLE_CELLS: Final = 25
"""Boards up to this size are worth an attempt to prove that a plan is shortest."""
BEAM_CELLS: Final = 4_000
"""On larger boards the tables of a beam search would be too large."""
DEFAULT_SECONDS: Final = 10.0
"""Time that is taken if none is given."""
POWERS: Final = (1.8, 1.0, 1.4, 2.2)
"""Powers of the score that are tried; compact boards like high ones, thin boards low ones."""
MEMORY: Final = 2 << 30
"""Bytes for the search that proves."""


def prepare() -> None:
    """Compile what will be needed, which takes some seconds once, so that it does not count as planning."""
    board = Board.from_cells(hexagon(1))
    task = Task(random_configuration(board, 1), random_configuration(board, 2))
    race = _Race(task, Options(time.monotonic() + 60))
    race.round(64, float("inf"))
    if race.best is not None:
        polish.shorten(race.grid, task.start, race.best)
    shortest.plan(task, Options())


def plan(task: Task, options: Options) -> Found:
    """The shortest plan found in the time."""
    if options.deadline == float("inf"):
        options = replace(options, deadline=time.monotonic() + DEFAULT_SECONDS)
    if np.array_equal(task.start.ends, task.target.ends):
        return Found(np.array([task.start.empty], dtype=np.int32), is_shortest=True, stats={"by": "nothing to do"})
    size = task.board.size
    if size <= EXACT_CELLS:
        exact = shortest.plan(task, options)
        if exact.path is not None or exact.is_impossible:
            return replace(exact, stats=exact.stats | {"by": "shortest"})
    if size > BEAM_CELLS:
        return _guaranteed(task, options)
    race = _Race(task, options)
    path = race.run()
    if path is None:
        return _guaranteed(task, options)
    stats: dict[str, Any] = race.stats | {"by": "beam"}
    if size <= polish.MAX_CELLS:
        options.say(f"{len(path) - 1:,} moves; re-solving windows")
        path, stats["polish"] = polish.shorten(race.grid, task.start, path, options.deadline, longest=44)
    lower = race.grid.lower_bound(task.start.ends.reshape(-1), task.target.ends.reshape(-1))
    if lower == len(path) - 1:
        return Found(path, is_shortest=True, lower_bound=lower, stats=stats)
    if size <= PROVABLE_CELLS and options.left() > 0.1:
        options.say(f"{len(path) - 1:,} moves; looking for a proof that no plan is shorter")
        closer = shortest.plan(task, options, below=len(path) - 1, memory=MEMORY)
        lower = max(lower, closer.lower_bound)
        if closer.path is not None:
            return replace(closer, stats=stats | {"by": "shortest"})
    return Found(path, is_shortest=lower >= len(path) - 1, lower_bound=lower, stats=stats)


class _Race:
    """Beam searches from both ends, wider and wider."""

    def __init__(self, task: Task, options: Options) -> None:
        self.task, self.options, self.grid = task, options, Grid(task.board)
        self.start: NDArray[np.int32] = task.start.ends.reshape(-1)
        self.goal: NDArray[np.int32] = task.target.ends.reshape(-1)
        self.best: IndexArray | None = None
        self.lengths: dict[float, int] = {}
        self.stats: dict[str, Any] = {"rounds": 0, "states": 0, "widths": []}

    def run(self) -> IndexArray | None:
        """The shortest path found; None if no search arrived in time."""
        now, size = time.monotonic(), self.task.board.size
        proving = size <= PROVABLE_CELLS
        until = now + (self.options.deadline - now) * (0.3 if proving else 0.9)
        width, seconds = max(64, size // 4), 0.0
        widest = 1 << 15 if proving else 1 << 20
        while (left := until - time.monotonic()) > 0 and width <= widest:
            if seconds > 0 and 2.2 * seconds > left:
                width = int(width * left / (2.4 * seconds))
                if 4 * width < max(self.stats["widths"]):
                    break
            begun = time.monotonic()
            self.round(width, until)
            seconds = time.monotonic() - begun
            self.stats["widths"].append(width)
            width *= 2
        return self.best

    def round(self, width: int, until: float) -> None:
        """One search in each direction, side by side."""
        number = self.stats["rounds"]
        seed = self.options.seed + number
        # Each power once in the first two rounds, then the two that did best, from either end in turns.
        ranked = sorted(POWERS, key=lambda power: self.lengths.get(power, 1 << 30))
        powers = POWERS[2 * number : 2 * number + 2] or (ranked[:2] if number % 2 else ranked[1::-1])
        longest = len(self.best) - 2 if self.best is not None else 1 << 30
        found = f", {len(self.best) - 1:,} moves so far" if self.best is not None else ""
        self.options.say(f"beam of {width:,} states from both ends{found}")

        def is_over() -> bool:
            return time.monotonic() > until

        there = Search(self.grid, self.start, self.goal, powers[0], seed, is_over)
        back = Search(self.grid, self.goal, self.start, powers[1], seed, is_over)
        with ThreadPoolExecutor(max(1, min(2, os.cpu_count() or 1))) as pool:
            # The kernels let go of the interpreter, so the two run side by side.
            ways = list(pool.map(lambda search: search.run(width, longest), (there, back)))
        paths = [ways[0], None if ways[1] is None else ways[1][::-1]]
        for path, power in zip(paths, powers, strict=True):
            if path is not None:
                self.lengths[power] = min(len(path), self.lengths.get(power, 1 << 30))
                if self.best is None or len(path) < len(self.best):
                    self.best = np.ascontiguousarray(path)
        self.stats["rounds"] = number + 1
        self.stats["states"] += there.states + back.states


def improve(task: Task, found: Found, options: Options) -> Found:
    """The plan of one of the paper's algorithms after stretches of it were planned anew and windows re-solved."""
    if found.path is None or len(found.path) <= 2 or task.board.size > BEAM_CELLS:
        return found
    grid, stats = Grid(task.board), {}
    path, stats["stretches"] = stretches.replan(grid, task.start, found.path, options.deadline, options.say)
    if task.board.size <= polish.MAX_CELLS:
        path, stats["windows"] = polish.shorten(grid, task.start, path, options.deadline)
    return replace(found, path=path, stats=found.stats | {"polish": stats})


def _guaranteed(task: Task, options: Options) -> Found:
    """The quadratic algorithm on a proper board; elsewhere an exhaustive search."""
    if not task.board.is_proper:
        found = shortest.plan(task, options)
        return replace(found, stats=found.stats | {"by": "shortest"})
    options.say("the quadratic algorithm")
    # It is quick and always arrives, so it may take the time that it needs.
    found = quadratic.plan(task, replace(options, deadline=float("inf")))
    return replace(improve(task, found, options), stats=found.stats | {"by": "quadratic"})
