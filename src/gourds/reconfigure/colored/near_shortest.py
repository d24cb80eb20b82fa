"""Near-shortest solutions of the colored puzzle in the time there is: which target, and how to get there.

1. *Targets.* The nearest target, with its lower bound, and others nearly as near, from distances that are changed at
   random (:mod:`nearest`). Exchanges of equal gourds multiply them.
2. *Beams.* Searches from all of them back to the start (:mod:`beam`), wider and wider.
3. *Replanning.* A part of the plan, from one of its positions to another or to its end, is planned again, and now
   every choice is free once more: which of the equal gourds goes where, and in the last part which target. Whatever
   leads to the same colors on the same cells can take the place of the part, and the rest of the walk stays right.
   Shorter parts take their turn with longer ones, and beams become wider when nothing helps any more.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.chance import draw_below
from gourds.compiled import compiled
from gourds.configuration import Configuration
from gourds.hexgrid import IndexArray
from gourds.moves import labels_of
from gourds.placement import Placement
from gourds.reconfigure.colored.beam import search_back
from gourds.reconfigure.colored.nearest import find_nearest
from gourds.reconfigure.colored.targets import Puzzle, Target
from gourds.reconfigure.search import polish_kernel
from gourds.reconfigure.search.poses import Grid
from gourds.reconfigure.task import Options

TARGETS: Final = 40
"""So many targets are looked for."""
EXCHANGES: Final = 60
"""So many exchanges of equal gourds are tried with each target."""
SLACK: Final = 4
"""How much farther an exchange may be."""
POWERS: Final = (1.8, 1.4, 1.6, 1.2)
"""Powers of distances in the scores of beams."""
WIDEST: Final = 1 << 18
"""No beam is wider."""
PASSES: Final = 5
"""Parts are planned again with wider beams until so many widths in a row brought nothing."""
MAX_REPLANNED: Final = 3_000
"""Longer plans are left as they are."""


class NearShortest:
    """The search for a short solution; ``path`` is the best so far."""

    def __init__(
        self, puzzle: Puzzle, options: Options, placements: Sequence[Placement], is_fixed: bool = False
    ) -> None:
        """Begin with some placements, at least one; ``is_fixed`` if there are no others to aim for."""
        self.puzzle, self.options, self.is_fixed = puzzle, options, is_fixed
        self.path: IndexArray | None = None
        self.bound = puzzle.least
        self.placements: dict[Placement, None] = {}
        self.pool: dict[bytes, Target] = {}
        self.stats: dict[str, Any] = {"beams": 0, "widths": [], "stretches": 0, "stretches_shortened": 0}
        for placement in placements:
            self._add(puzzle.assign(placement))
        self._rng = random.Random(options.seed)
        self._pool = ThreadPoolExecutor(max(1, min(2, os.cpu_count() or 1)))
        self._is_closed = False

    @property
    def moves(self) -> int:
        """The length of the best plan; very large if there is none."""
        return 1 << 30 if self.path is None else len(self.path) - 1

    def _add(self, target: Target) -> None:
        self.placements.setdefault(target.configuration.placement())
        self.pool.setdefault(target.configuration.ends.tobytes(), target)

    def near(self) -> Target:
        """The nearest target so far."""
        return min(self.pool.values(), key=lambda target: target.cost)

    # -- targets ----------------------------------------------------------------------------------------------------

    def collect(self, until: float) -> None:
        """Look for targets; the first has a third of the time at least."""
        if self.is_fixed:
            self.bound = max(self.bound, self.near().cost)
            return
        begun = time.monotonic()
        self.options.say("looking for the nearest target")
        best = find_nearest(self.puzzle, self.near(), until - begun, seed=self.options.seed)
        self.bound = max(self.bound, best.bound)
        self._add(best)
        for k in range(TARGETS):
            left = until - time.monotonic()
            if left <= 0:
                break
            self.options.say(f"{len(self.pool)} targets, the nearest at a distance of {best.cost}")
            power, noise = 1 + 0.1 * (k % 4), 0.2 + 0.1 * (k % 5)
            self._add(find_nearest(self.puzzle, best, left, seed=self.options.seed + k + 1, power=power, noise=noise))

    def _nearest_of(self, puzzle: Puzzle, around: Sequence[Target], most: int) -> list[NDArray[np.int32]]:
        """The nearest of some targets and of what exchanges make of them."""
        found = {target.configuration.ends.tobytes(): target for target in around}
        for target in sorted(around, key=lambda one: one.cost)[: max(1, most // 20)]:
            for other in puzzle.exchanges(target, EXCHANGES, SLACK):
                found.setdefault(other.configuration.ends.tobytes(), other)
        return [target.configuration.ends for target in sorted(found.values(), key=lambda one: one.cost)[:most]]

    # -- beams ------------------------------------------------------------------------------------------------------

    def widen(self, until: float, widest: int = WIDEST) -> None:
        """Beam searches, two at a time, each round twice as wide as the one before."""
        width, seconds = max(256, 2 * self.puzzle.instance.board.size), 0.0
        while width <= widest and 2.2 * seconds < until - time.monotonic() and self.moves > self.bound:
            found = f", {self.moves:,} moves so far" if self.path is not None else ""
            targets = self._nearest_of(self.puzzle, list(self.pool.values()), width // 2)
            self.options.say(f"beams of {width:,} states from {len(targets):,} targets{found}")
            begun = time.monotonic()
            for path in self._search(self.puzzle, targets, width, self.moves - 1, until):
                if len(path) - 1 < self.moves:
                    self.path = path
            seconds = time.monotonic() - begun
            self.stats["widths"].append(width)
            width *= 2

    def _search(
        self, puzzle: Puzzle, targets: Sequence[NDArray[np.int32]], width: int, longest: int, until: float
    ) -> list[IndexArray]:
        """Two searches side by side: the kernels let go of the interpreter."""
        number = self.stats["beams"]
        self.stats["beams"] = number + 2

        def is_over() -> bool:
            return self._is_closed or time.monotonic() > until

        def search(k: int) -> IndexArray | None:
            power, seed = POWERS[k % len(POWERS)], self.options.seed + k
            return search_back(puzzle, targets, width, power=power, seed=seed, longest=longest, is_over=is_over)

        return [path for path in self._pool.map(search, (number, number + 1)) if path is not None]

    # -- replanning -------------------------------------------------------------------------------------------------

    def replan(self, until: float) -> None:
        """Plan parts of the plan again."""
        width, idle = max(512, 4 * self.puzzle.instance.board.size), 0
        while idle < PASSES and time.monotonic() < until and self.bound < self.moves <= MAX_REPLANNED:
            before = self.moves
            self._pass(width, until)
            idle, width = (idle + 1, 2 * width) if self.moves == before else (0, width)

    def _pass(self, width: int, until: float) -> None:
        """One part after the other, from short to long, each twice: anywhere, and at the end."""
        if self.path is None:
            return
        for length in (16, 24, 36, 54, 80, 120):
            for is_last in (False, True, False, True):
                if time.monotonic() > until or self.moves <= 2:
                    return
                last = self.moves if is_last else draw_below(self._rng, self.moves + 1)
                jitter = draw_below(self._rng, length // 2)
                first = max(0, last - length + jitter)
                if last - first > 3:
                    self._replan_part(first, last, width, until)

    def _replan_part(self, first: int, last: int, width: int, until: float) -> None:
        """Look for a shorter way from one position of the plan to the colors of another, or to the end."""
        path, is_end = self.path, self.path is not None and last == len(self.path) - 1
        if path is None:
            return
        self.options.say(f"{self.moves:,} moves; planning moves {first:,} to {last:,} again")
        begin = follow(self.puzzle.grid, self.puzzle.start, path[: first + 1])
        puzzle = Puzzle(self.puzzle.instance, begin, self.puzzle.grid)
        around = [puzzle.assign_like(follow(puzzle.grid, begin, path[first : last + 1]))]
        if is_end and not self.is_fixed:
            around += [puzzle.assign(placement) for placement in self.placements]
            if last - first > 20 and puzzle.instance.board.size <= 200:
                around.append(
                    find_nearest(puzzle, min(around, key=lambda target: target.cost), until - time.monotonic())
                )
        near = [target for target in around if target.cost < last - first]
        self.stats["stretches"] += 1
        if not near:
            return
        targets = self._nearest_of(puzzle, near, width // 4)
        for shorter in self._search(puzzle, targets, width, last - first - 1, until):
            if len(shorter) - 1 + self.moves - (last - first) < self.moves:
                self.path = np.concatenate((path[:first], shorter, path[last + 1 :]))
                self.stats["stretches_shortened"] += 1
                path, last = self.path, first + len(shorter) - 1

    def close(self) -> None:
        """Let go of the threads, which end soon if an interrupt left them searching."""
        self._is_closed = True
        self._pool.shutdown()


def follow(grid: Grid, start: Configuration, path: IndexArray) -> Configuration:
    """The configuration after the empty cell has gone along a path, which must be one of legal moves."""
    label, where = labels_of(start)
    compiled(polish_kernel.follow, (polish_kernel.shift,))(label, where, grid.direction, path)
    return Configuration.from_indices(start.board, start.ids, where, start.colors)
