"""A better lower bound: how much longer than the sum over single gourds every plan is.

The bound of :mod:`packing` is the sum h of what each gourd needs alone. Call the *waste* of a walk of d moves from the
start to a position s the number d + h(s) − h(start). A move changes h by −1, 0 or 1, so it wastes 0, 1 or 2, and waste
never falls along a walk. A plan of L moves ends with h = 0 and wastes L − h(start). So if no plan wastes w or less,
every plan has at least h(start) + w + 1 moves.

**Buckets.** Bucket w holds the positions whose least waste is w. They are one move with waste 2 from bucket w − 2, or
one with waste 1 from bucket w − 1, or one without waste from another one of bucket w, and in no earlier bucket: this is
Dijkstra's algorithm with the lengths 0, 1 and 2. When bucket w is complete and the target is not in it, no plan wastes
w. The same can be done from the target back to the start. The two ends differ much; after a few buckets the one with
fewer positions goes on alone.

**Diving.** Buckets grow by factors of five to eight, and only the first ones are stored. From there all walks that
waste no more than is wanted are followed in depth, on all processors. A shortest walk to a position of a later bucket
leaves the stored ones once for all, and its waste is least all along, so none is missed. Positions are visited more
than once, but seldom: walks with little waste are short, since a gourd in the way has to leave a place where it was at
home. What fits into the processor's cache is twenty times as fast as a large table.

**Cost.** Some ten million positions in a second on each processor. On boards of 37 to 91 cells, seconds add 8 to 12
moves to the bound.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

import numpy as np

from gourds.compiled import compiled
from gourds.configuration import Configuration
from gourds.reconfigure.search.exact import shortest_kernel
from gourds.reconfigure.search.exact import waste_kernel as kernel
from gourds.reconfigure.search.exact.packing import Packing
from gourds.reconfigure.search.exact.shortest import numbered_rules
from gourds.reconfigure.search.exact.two_sided import UNLIMITED, Side
from gourds.reconfigure.search.poses import FAR
from gourds.reconfigure.task import Options, Task

STORED: Final = 50_000
"""Positions that are stored, about."""
ENOUGH: Final = 5_000
"""When one end has this many, the end with fewer goes on alone."""
SLICE: Final = 128
"""Positions from which a thread dives before it looks at the clock."""
WASTE: Final = 256
"""More than any search rules out."""
GROWTH: Final = 4.0
"""A bucket takes at least this many times as long as the one before."""


class Buckets:
    """All positions by their waste, from one end."""

    def __init__(self, packing: Packing, origin: Configuration, goal: Configuration) -> None:
        bound = packing.distances_to(goal)
        self.bound = int(bound[np.arange(packing.gourds), packing.poses_of(origin)].sum())
        """The sum over single gourds."""
        self.tables = kernel.Tables(
            packing.board.neighbors.astype(np.int16),
            packing.poses.astype(np.int16),
            packing.moves.astype(np.int16),
            np.minimum(bound, FAR).astype(np.int16),
            packing.bits,
            packing.per_word,
        )
        self.rules = numbered_rules(packing)
        self.side, self.goal = Side(packing.pack(origin), bound), Side(packing.pack(goal), bound)
        self.count = 1
        """Positions that are stored."""
        self.starts = [0]
        """Bucket w is the rows from ``starts[w]`` to ``starts[w + 1]``, if it is complete."""
        self.visited = 0
        """Positions that were looked at without being stored."""
        self.is_met = False
        """True iff the goal was found."""

    @property
    def complete(self) -> int:
        """How many buckets are complete."""
        return len(self.starts) - 1

    def store(self) -> None:
        """Complete one more bucket."""
        expand = compiled(shortest_kernel.expand, shortest_kernel.HELPERS)
        waste, side, goal = self.complete, self.side, self.goal
        found = np.array([self.count, -1, -1, 0], dtype=np.int64)
        for extra in (2, 1, 0):
            row = self.starts[waste - extra] if waste >= extra else 0
            while row < (stop := self._end(waste - extra)):
                if len(side.rows) - self.count < 6:
                    side.grow(self.count, UNLIMITED)
                hands = side.rows, side.table, goal.rows, goal.table, 0, row, stop, self.count
                # Where the goal is met the row is given back, and expanded again to the end: the goal is stored by now.
                row = expand(*hands, self.rules, side.bound, UNLIMITED, extra, found)
                self.count = int(found[0])
        self.starts.append(self.count)
        self.is_met = bool(found[1] >= 0)

    def dive(self, buckets: int, options: Options, jobs: int) -> bool:
        """Look through the next so many buckets without storing them; False if time ran out."""
        dive = compiled(kernel.dive, kernel.HELPERS)
        last = self.complete - 1
        slices = [
            (row, min(row + SLICE, self._end(waste)), last + 1 - waste, last + buckets - waste)
            for waste in (last, last - 1)
            if waste >= 0
            for row in range(self.starts[waste], self._end(waste), SLICE)
        ]

        def work(part: tuple[int, int, int, int]) -> tuple[int, int] | None:
            if options.left() <= 0:
                return None
            found = np.zeros(2, dtype=np.int64)
            dive(self.side.rows, self.side.table, *part, self.tables, self._room(), found)
            return int(found[0]), int(found[1])

        with ThreadPoolExecutor(jobs) as pool:
            seen = list(pool.map(work, slices))
        self.visited += sum(one[0] for one in seen if one is not None)
        self.is_met = any(one is not None and one[1] for one in seen)
        return self.is_met or None not in seen

    def _end(self, waste: int) -> int:
        """The first row after a bucket; of the one that is not complete, after what there is."""
        return self.starts[waste + 1] if 0 <= waste < self.complete else self.count if waste >= 0 else 0

    def _room(self) -> kernel.Scratch:
        """Room for one thread. The bound falls by one in every move without waste, so that is how deep they lead."""
        gourds, cells, deepest = len(self.tables.bound), len(self.tables.near), self.bound + WASTE
        sizes = (gourds, cells, self.side.rows.shape[1], (deepest, 4))
        return kernel.Scratch(*(np.zeros(size, dtype=np.int64) for size in sizes))


@dataclass(frozen=True)
class Raised:
    """What the search proved."""

    lower_bound: int
    """No plan has fewer moves."""
    is_length: bool
    """True iff some plan has just as many."""
    stats: dict[str, int]
    """Positions stored and visited, and how much was added to the sum over single gourds."""


def raise_bound(task: Task, options: Options, below: int, jobs: int | None = None) -> Raised:
    """The best lower bound that can be proved in the time, up to ``below``, the length of a plan that is known.

    Raises LimitError on boards that are too large.
    """
    packing = Packing.of(task.board)
    ends = [Buckets(packing, task.start, task.target), Buckets(packing, task.target, task.start)]
    lower = ends[0].bound
    while lower < below and ends[0].count < STORED and options.left() > 0:
        for end in ends:
            end.store()
        if ends[0].is_met:
            break
        lower += 1
        if max(end.count for end in ends) > ENOUGH:
            ends = [min(ends, key=lambda end: end.count)]
    one, buckets, seconds = ends[0], 1, 0.0
    while lower < below and not one.is_met and options.left() > GROWTH * seconds:
        options.say(f"no plan has fewer than {lower:,} moves")
        begun = time.monotonic()
        if not one.dive(buckets, options, jobs or os.cpu_count() or 1) or one.is_met:
            break
        seconds = time.monotonic() - begun
        lower, buckets = lower + 1, buckets + 1
    stats = {"stored": one.count, "visited": one.visited, "added": lower - one.bound}
    return Raised(lower, one.is_met, stats)


def prepare(task: Task) -> None:
    """Compile what will be needed, on something tiny."""
    one = Buckets(Packing.of(task.board), task.start, task.target)
    one.store()
    one.dive(1, Options(), 1)
