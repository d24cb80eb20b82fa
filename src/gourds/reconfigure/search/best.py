"""The default planner: the shortest plan that can be found in the time there is.

1. Up to 13 cells a provably shortest plan is found at once (:mod:`exact.shortest`).
2. On a proper board the quadratic algorithm gives a plan that is there in any case; on most boards with holes that are
   reconfigurable, a plan along ears (:mod:`gourds.reconfigure.holed`) is.
3. Beam searches race each other for a shorter one (:mod:`race`).
4. Windows of the best plan are re-solved optimally (:mod:`polish`). If no beam search arrived,
   parts of the quadratic plan are planned anew (:mod:`replanning`).
5. Up to 25 cells the rest of the time goes into proving that no plan is shorter, or finding one. Up to 127 cells a part
   of it goes into a better lower bound (:mod:`exact.waste`), so that the gap between plan and bound is known to be
   small.

Boards with neither are searched exhaustively, as far as time and memory go, if no beam search arrives.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cache
from typing import Any, Final

import numpy as np

from gourds.board import Board
from gourds.reconfigure.holed import planner
from gourds.reconfigure.paper import quadratic
from gourds.reconfigure.scrambles import random_configuration
from gourds.reconfigure.search import polish, replanning
from gourds.reconfigure.search.beam import UNLIMITED, Search
from gourds.reconfigure.search.exact import shortest, waste
from gourds.reconfigure.search.exact.layers import certify
from gourds.reconfigure.search.poses import Grid
from gourds.reconfigure.search.race import Race
from gourds.reconfigure.task import Found, Options, Task
from gourds.shapes import hexagon

EXACT_CELLS: Final = 13
"""Boards up to this size are solved exactly first."""
PROVABLE_CELLS: Final = 25
"""Boards up to this size are worth an attempt to prove that a plan is shortest."""
BOUNDED_CELLS: Final = 127
"""Boards up to this size are worth time for a better lower bound; on larger ones it is a small part of the moves."""
BOUNDING: Final = 0.2
"""The part of the time that is for the lower bound."""
POLISHING: Final = 0.03
"""The part of the time that is for windows."""
BEAM_CELLS: Final = 4_000
"""On larger boards the tables of a beam search would be too large."""
DEFAULT_SECONDS: Final = 10.0
"""Time that is taken if none is given; on boards of more than 300 cells in proportion to their size."""
MEMORY: Final = 2 << 30
"""Bytes for the search that proves."""


@cache
def prepare() -> None:
    """Compile what will be needed, which takes some seconds once, so that it does not count as planning."""
    board = Board.from_cells(hexagon(1))
    task = Task(random_configuration(board, 1), random_configuration(board, 2))
    race = Race(task, Options())
    race.round(64, float("inf"))
    if race.best is not None:
        polish.shorten(race.grid, task.start, race.best)
    shortest.plan(task, Options())
    waste.prepare(task)
    task = Task(task.start, random_configuration(board, 7))  # the bound alone does not prove it shortest
    certify(task, shortest.plan(task, Options()).lower_bound, Options())
    # Kernels that only larger boards need: those of the quadratic algorithm, and of tables that grow.
    larger = Board.from_cells(hexagon(4))
    task = Task(random_configuration(larger, 1), random_configuration(larger, 2))
    quadratic.plan(task, Options())
    Search(Grid(larger), task.start.ends.reshape(-1), task.target.ends.reshape(-1)).run(256, longest=100)


def plan(task: Task, options: Options) -> Found:
    """The shortest plan found in the time."""
    if options.deadline == float("inf"):
        seconds = DEFAULT_SECONDS * max(1.0, task.board.size / 300)
        options = replace(options, deadline=time.monotonic() + seconds)
    if np.array_equal(task.start.ends, task.target.ends):
        return Found(np.array([task.start.empty], dtype=np.int32), is_shortest=True, stats={"by": "nothing to do"})
    size = task.board.size
    if size <= EXACT_CELLS:
        exact = shortest.plan(task, options)
        if exact.path is not None or exact.is_impossible:
            return replace(exact, stats=exact.stats | {"by": "shortest"})
    sure = _guaranteed(task, options) if task.board.is_proper else _along_ears(task, options)
    if size > BEAM_CELLS:
        return sure or _exhaustive(task, options)
    proving = size <= PROVABLE_CELLS
    longest = len(sure.path) - 2 if sure is not None and sure.path is not None else UNLIMITED
    race = Race(task, options, longest, widest=1 << 15 if proving else 1 << 20)
    whole = options.left()
    path = race.run(options.deadline - _spare(size, whole))
    if path is None:
        return improve(task, sure, options) if sure is not None else _exhaustive(task, options)
    stats: dict[str, Any] = race.stats | {"by": "beam"}
    if _polishing(size, whole):
        options.say(f"{len(path) - 1:,} moves; re-solving windows")
        until = options.deadline - _bounding(size, whole)
        path, stats["polish"] = polish.shorten(race.grid, task.start, path, until)
    lower = race.grid.lower_bound(task.start.ends.reshape(-1), task.target.ends.reshape(-1))
    if lower == len(path) - 1:
        return Found(path, is_shortest=True, lower_bound=lower, stats=stats)
    if size <= PROVABLE_CELLS and options.left() > 0.1:
        options.say(f"{len(path) - 1:,} moves; looking for a proof that no plan is shorter")
        closer = shortest.plan(task, options, below=len(path) - 1, memory=MEMORY)
        lower = max(lower, closer.lower_bound)
        if closer.path is not None:
            return replace(closer, stats=stats | {"by": "shortest"})
    elif size <= BOUNDED_CELLS and options.left() > 0.1:
        raised = waste.raise_bound(task, options, len(path) - 1)
        lower, stats["bound"] = max(lower, raised.lower_bound), raised.stats
    return Found(path, is_shortest=lower >= len(path) - 1, lower_bound=lower, stats=stats)


def _spare(size: int, left: float) -> float:
    """How much of the time is for what follows the race: the proof on small boards, windows where there is time."""
    if size <= PROVABLE_CELLS:
        return 0.7 * left
    return _bounding(size, left) + _polishing(size, left)


def _polishing(size: int, whole: float) -> float:
    """How much of the time is for windows: none if its table alone takes long, for they save only some moves."""
    share = POLISHING * whole
    return share if size <= polish.MAX_CELLS and 2 * polish.table_seconds(size) < share else 0.0


def _bounding(size: int, whole: float) -> float:
    """How much of the time is for the lower bound, where that is worth it and no proof is tried."""
    return BOUNDING * whole if PROVABLE_CELLS < size <= BOUNDED_CELLS else 0.0


def improve(task: Task, found: Found, options: Options) -> Found:
    """The plan of one of the paper's algorithms after parts of it were planned anew and windows re-solved."""
    if found.path is None or len(found.path) <= 2 or task.board.size > BEAM_CELLS:
        return found
    grid, stats = Grid(task.board), {}
    path, stats["stretches"] = replanning.replan(grid, task.start, found.path, options.deadline, options.say)
    if task.board.size <= polish.MAX_CELLS:
        path, stats["windows"] = polish.shorten(grid, task.start, path, options.deadline)
    return replace(found, path=path, stats=found.stats | {"polish": stats})


def _guaranteed(task: Task, options: Options) -> Found:
    """The plan of the quadratic algorithm. It is quick and always arrives, so it may take the time that it needs."""
    options.say("the quadratic algorithm")
    found = quadratic.plan(task, replace(options, deadline=float("inf")))
    return replace(found, stats=found.stats | {"by": "quadratic"})


def _along_ears(task: Task, options: Options) -> Found | None:
    """A plan along ears, if there is one. It is quick, so it may take the time that it needs."""
    found = planner.plan(task, replace(options, deadline=float("inf")))
    return replace(found, stats=found.stats | {"by": "ears"}) if found.path is not None else None


def _exhaustive(task: Task, options: Options) -> Found:
    """On a board that is not proper only a search can tell."""
    found = shortest.plan(task, options)
    return replace(found, stats=found.stats | {"by": "shortest"})
