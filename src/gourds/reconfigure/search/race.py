"""Beam searches that race each other: from the start and from the target back, wider and wider, with several scores.

How long plans get varies more between such searches than between widths, so the best of many is kept, and the scores
that do best on this board go on. Each round is twice as wide as the one before, on large boards, where width counts
more, four times; the last is as wide as the time left allows. On large boards the first is only as wide as seems to
arrive in time, and has a processor for itself; if none has arrived when most of the time is over, the race is given up.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.hexgrid import IndexArray
from gourds.reconfigure.search.beam import UNLIMITED, Score, Search, seconds_for
from gourds.reconfigure.search.poses import Grid
from gourds.reconfigure.task import Options, Task

COMPACT: Final = (
    Score(1.6, 1.0, 0.25, 0.3, 0.25),
    Score(1.3, 0.7, 0.25, 0.3, 0.2),
    Score(1.6, 0.7, 0.35, 0.3, 0.25),
    Score(1.45, 1.0, 0.35, 0.3, 0.25),
)
"""Scores that are tried on compact boards, which like gourds and homes far out first, straight and many ways."""
THIN: Final = (Score(1.0), Score(1.8), Score(1.4), Score(2.2))
"""Scores that are tried on thin boards, which like low powers."""

PATIENCE: Final = 0.8
"""The part of the time after which the race is given up if none has arrived."""
LAST: Final = 6.0
"""If less than this many times as long is left as the last round took, the next one takes all of it."""
FEW_CELLS: Final = 200
"""Each round is twice as wide as the one before on boards of up to so many cells, on others four times."""
GROWTH: Final = 1.05
"""Times grow with this power of the width: wide beams do not fit into the processor's caches."""
DETOUR: Final = 1.6
"""A beam's plan is thought to have this many times as many moves as the bound says."""
THIN_EDGES: Final = 2.4
"""A board with fewer edges for each cell is thin: strips have two, hexagons three."""


class Race:
    """Beam searches from both ends, wider and wider."""

    def __init__(self, task: Task, options: Options, longest: int = UNLIMITED, widest: int = 1 << 20) -> None:
        self.task, self.options, self.grid = task, options, Grid(task.board)
        self.longest, self.widest = longest, widest
        self.start: NDArray[np.int32] = task.start.ends.reshape(-1)
        self.goal: NDArray[np.int32] = task.target.ends.reshape(-1)
        self.best: IndexArray | None = None
        self.lengths: dict[Score, int] = {}
        self.is_tight = False
        """True iff there is hardly time for one search, so that it should have a processor for itself."""
        self.scores = THIN if len(task.board.edges) < THIN_EDGES * task.board.size else COMPACT
        self.stats: dict[str, Any] = {"rounds": 0, "states": 0, "widths": []}

    def run(self, until: float) -> IndexArray | None:
        """The shortest path found until then, of at most ``longest`` moves."""
        begun = time.monotonic()
        latest = begun + PATIENCE * (until - begun)
        width, most, seconds = self._first_width(latest - begun), self.widest, 0.0
        times = 2 if self.task.board.size <= FEW_CELLS else 4
        while (left := until - time.monotonic()) > 0 and 0 < width <= self.widest:
            if self.best is None and time.monotonic() > latest:
                break
            if 0 < left < LAST * seconds:
                width = min(most, int(width / times * (left / seconds) ** (1 / GROWTH)))
                if 4 * width < max(self.stats["widths"]):
                    break
            begun = time.monotonic()
            is_full = self.round(width, until if self.best is not None else latest)
            seconds = time.monotonic() - begun
            self.stats["widths"].append(width)
            width, most = (width, width) if is_full else (times * width, most)
        return self.best

    def _first_width(self, seconds: float) -> int:
        """How wide beams are at first, or 0 if those that arrive in this many seconds would be too narrow to arrive."""
        size, moves = self.task.board.size, DETOUR * self.grid.lower_bound(self.start, self.goal)
        affordable = seconds / seconds_for(moves, size)
        self.is_tight = affordable < size
        return 0 if affordable < size / 4 else max(64, min(size, max(size // 4, int(affordable / 2))))

    def round(self, width: int, until: float) -> bool:
        """One search in each direction, side by side if time is not short; True iff one of them ran out of memory."""
        number = self.stats["rounds"]
        seed = self.options.seed + number
        scores = self._scores(number)
        found = f", {len(self.best) - 1:,} moves so far" if self.best is not None else ""
        self.options.say(f"beam of {width:,} states from both ends{found}")

        stopped, lock = Event(), Lock()

        def is_over() -> bool:
            return stopped.is_set() or time.monotonic() > until

        ways = (self.start, self.goal), (self.goal, self.start)
        there, back = (
            Search(self.grid, *way, score, seed, is_over, until) for way, score in zip(ways, scores, strict=True)
        )

        def search(one: Search) -> None:
            path = one.run(width, self.longest)
            if path is None:
                return
            with lock:
                self.lengths[one.score] = min(len(path), self.lengths.get(one.score, UNLIMITED))
                if self.best is None or len(path) < len(self.best):
                    self.best = np.ascontiguousarray(path if one is there else path[::-1])
                    self.longest = len(path) - 2

        with ThreadPoolExecutor(1 if self.is_tight else max(1, min(2, os.cpu_count() or 1))) as pool:
            # The kernels let go of the interpreter, so the two run side by side.
            try:
                list(pool.map(search, (there, back)))
            finally:
                stopped.set()  # an interrupt need not wait for the threads
        self.stats["rounds"] = number + 1
        self.stats["states"] += there.states + back.states
        return there.is_full or back.is_full

    def _scores(self, number: int) -> Sequence[Score]:
        """Each score once in the first two rounds, then the two that did best, from either end in turns."""
        if number < 2:
            return self.scores[2 * number : 2 * number + 2]
        ranked = sorted(self.scores, key=lambda score: self.lengths.get(score, UNLIMITED))
        return ranked[:2] if number % 2 else ranked[1::-1]
