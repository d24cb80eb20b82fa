"""Beam searches that race each other: from the start and from the target back, wider and wider, with several scores.

How long plans get varies more between such searches than between widths, so the best of many is kept, and the powers
of the score that do best on this board go on. Each round is twice as wide as the one before; the last ones are as
wide as the time left allows. If none has arrived when half of the time is over, the race is given up.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.hexgrid import IndexArray
from gourds.reconfigure.beam import Search
from gourds.reconfigure.poses import Grid
from gourds.reconfigure.task import Options, Task

POWERS: Final = (1.8, 1.0, 1.4, 2.2)
"""Powers of the score that are tried; compact boards like high ones, thin boards low ones."""


class Race:
    """Beam searches from both ends, wider and wider."""

    def __init__(self, task: Task, options: Options, longest: int = 1 << 30, widest: int = 1 << 20) -> None:
        self.task, self.options, self.grid = task, options, Grid(task.board)
        self.longest, self.widest = longest, widest
        self.start: NDArray[np.int32] = task.start.ends.reshape(-1)
        self.goal: NDArray[np.int32] = task.target.ends.reshape(-1)
        self.best: IndexArray | None = None
        self.lengths: dict[float, int] = {}
        self.stats: dict[str, Any] = {"rounds": 0, "states": 0, "widths": []}

    def run(self, until: float) -> IndexArray | None:
        """The shortest path found until then, of at most ``longest`` moves."""
        halfway = (time.monotonic() + until) / 2
        width, seconds = max(64, self.task.board.size // 4), 0.0
        while (left := until - time.monotonic()) > 0 and width <= self.widest:
            if self.best is None and time.monotonic() > halfway:
                break
            if seconds > 0 and 2.2 * seconds > left:
                width = int(width * left / (2.4 * seconds))
                if 4 * width < max(self.stats["widths"]):
                    break
            begun = time.monotonic()
            self.round(width, until if self.best is not None else halfway)
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
        found = f", {len(self.best) - 1:,} moves so far" if self.best is not None else ""
        self.options.say(f"beam of {width:,} states from both ends{found}")

        def is_over() -> bool:
            return time.monotonic() > until

        there = Search(self.grid, self.start, self.goal, powers[0], seed, is_over)
        back = Search(self.grid, self.goal, self.start, powers[1], seed, is_over)
        with ThreadPoolExecutor(max(1, min(2, os.cpu_count() or 1))) as pool:
            # The kernels let go of the interpreter, so the two run side by side.
            ways = list(pool.map(lambda search: search.run(width, self.longest), (there, back)))
        paths = [ways[0], None if ways[1] is None else ways[1][::-1]]
        for path, power in zip(paths, powers, strict=True):
            if path is not None:
                self.lengths[power] = min(len(path), self.lengths.get(power, 1 << 30))
                if self.best is None or len(path) < len(self.best):
                    self.best, self.longest = np.ascontiguousarray(path), len(path) - 2
        self.stats["rounds"] = number + 1
        self.stats["states"] += there.states + back.states
