"""Provably shortest plans: bidirectional breadth-first search, exact, on any board.

Levels of configurations grow from the start and from the target, always on the side whose last level is smaller. If
the levels 0 to a on one side and 0 to b on the other are complete and have nothing in common, no plan has a + b moves
or fewer; the first common configuration after that gives a plan of a + b + 1 moves, which is therefore shortest.

**Pruning.** With a limit L, a configuration at distance d from its side is left out if d plus the bound of
:mod:`~gourds.reconfigure.packing` on the moves to the other side exceeds L. The bound is consistent, so every
configuration that stays is found at its true distance, and every configuration on a plan of at most L moves stays: what
was said above holds up to a + b = L. The limit starts at the bound itself and is raised, from scratch, by as much as
should double the work. Few configurations stay: on the hexagon of 19 cells, of 4·10¹¹ configurations, 5·10³ to 8·10⁶.

**No plan.** If a side has no new configuration and nothing was left out on it, all that can be reached from it is known
and the other end is not among it: impossible, with the number of configurations as the reason.

**Cost.** A configuration takes 8 bytes for each word (one up to 19 cells) and 8 to 16 in the hash table, some 10⁶ are
expanded in a second. Random pairs on 13 cells take milliseconds, on 19 cells 0.1 to 10 s; thin boards, where plans are
long, take more. On larger boards it goes as far as time and memory do, and what was proved is a lower bound.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.compiled import compiled
from gourds.configuration import Configuration
from gourds.errors import LimitError
from gourds.hexgrid import IndexArray
from gourds.reconfigure import shortest_kernel as kernel
from gourds.reconfigure.packing import UNREACHABLE, Packing, Words
from gourds.reconfigure.task import Found, Options, Task

MEMORY: Final = 4 << 30
"""Bytes that a search may take."""

SLICE: Final = 1 << 16
"""Configurations that are expanded between two looks at the clock."""

UNLIMITED: Final = 1 << 40
"""A limit that leaves nothing out."""

_HELPERS: Final = (kernel.mix, kernel.find)


def plan(task: Task, options: Options, *, below: int | None = None, memory: int = MEMORY) -> Found:
    """A shortest plan, or what the search proved before time or memory ran out.

    With ``below``, only plans of fewer moves than that are looked for: of use to improve a known plan, or to prove that
    it is shortest. If there are none, ``path`` is None and ``lower_bound`` is ``below``.
    """
    if np.array_equal(task.start.ends, task.target.ends):
        return Found(np.array([task.start.empty], dtype=np.int32), is_shortest=True)
    try:
        packing = Packing.of(task.board)
    except LimitError as error:
        return Found(None, lower_bound=1, reason=str(error))
    bounds = packing.distances_to(task.target), packing.distances_to(task.start)
    alone = bounds[0][np.arange(packing.gourds), packing.poses_of(task.start)]
    if (alone >= UNREACHABLE).any():
        number = task.start.ids[int(alone.argmax())]
        reason = f"gourd {number} could not get to its pose in the target even if it were alone on the board"
        return Found(None, reason=reason, is_impossible=True)
    sides = _Side(packing.pack(task.start), bounds[0]), _Side(packing.pack(task.target), bounds[1])
    search = _Search(packing, sides, options, memory)
    highest = UNLIMITED if below is None else below - 1
    search.lower_bound = limit = int(alone.sum())
    step = 1
    work: list[int] = []
    while limit <= highest:
        before = search.expanded
        ended = search.run(limit)
        if ended is not None:
            return ended
        if limit == highest:
            break
        work.append(search.expanded - before)
        step = _next_step(work, step)
        options.say(f"no plan of {limit} moves; {search.expanded:,} configurations expanded")
        limit = min(limit + step, highest)
    return Found(None, lower_bound=highest + 1, reason=f"no plan has fewer than {below} moves", stats=search.stats())


def _next_step(work: list[int], step: int) -> int:
    """How far to raise the limit: by as much as doubles the work if it grows as it did, at most twice the last step."""
    growth = math.log(work[-1] / work[-2]) / step if len(work) > 1 else 1.0
    return max(1, min(2 * step, round(math.log(2) / max(growth, 1e-9))))


def count_reachable(configuration: Configuration, options: Options | None = None, memory: int = MEMORY) -> list[int]:
    """How many configurations are 0, 1, 2, … moves away, all of them, by search. Raises LimitError if it cannot."""
    packing = Packing.of(configuration.board)
    free = np.zeros((packing.gourds, len(packing.poses)), dtype=np.int32)
    side, nothing = _Side(packing.pack(configuration), free), _Side(packing.pack(configuration), free)
    nothing.table[:] = 0
    search = _Search(packing, (side, nothing), options or Options(), memory)
    while side.width:
        ended = search.deepen(side, nothing, UNLIMITED)
        if isinstance(ended, str):
            raise LimitError(f"{ended} after {side.levels[-1]:,} configurations")
    return [int(width) for width in np.diff(side.levels)[:-1]]


class _Side:
    """What was found from one end of the task."""

    def __init__(self, origin: Words, bound: NDArray[np.int32]) -> None:
        self.origin = origin
        self.bound = bound
        """The moves that each gourd needs at least from each pose to the other end of the task."""
        self.order = np.empty((1 << 10, len(origin)), dtype=np.int64)
        self.table = np.zeros(1 << 11, dtype=np.uint32)
        self.clear()

    def clear(self) -> None:
        """Forget everything but the origin."""
        self.order[0] = self.origin
        self.table[:] = 0
        compiled(kernel.rehash, _HELPERS)(self.order, 1, self.table)
        self.levels = [0, 1]
        """Level k is the rows from ``levels[k]`` to ``levels[k + 1]``."""
        self.left_out = 0
        """How many neighbors were beyond the limit."""

    @property
    def depth(self) -> int:
        """The number of the last complete level."""
        return len(self.levels) - 2

    @property
    def width(self) -> int:
        """Configurations in the last complete level."""
        return self.levels[-1] - self.levels[-2]

    @property
    def bytes(self) -> int:
        """Memory in use."""
        return int(self.order.nbytes + self.table.nbytes)

    def grow(self, count: int, memory: int) -> bool:
        """Make room for twice as many rows if the memory allows it, for what is copied too."""
        if self.bytes + 2 * self.bytes > memory or 2 * len(self.table) > 1 << 32:
            return False
        order = np.empty((2 * len(self.order), len(self.origin)), dtype=np.int64)
        order[:count] = self.order[:count]
        self.order, self.table = order, np.zeros(2 * len(self.table), dtype=np.uint32)
        compiled(kernel.rehash, _HELPERS)(self.order, count, self.table)
        return True


class _Search:
    """The two sides of a task, and what is known so far."""

    def __init__(self, packing: Packing, sides: tuple[_Side, _Side], options: Options, memory: int) -> None:
        self.packing, self.sides, self.options, self.memory = packing, sides, options, memory
        self.cell_sums = packing.poses.sum(axis=1, dtype=np.int64)
        self.lower_bound = 1
        self.expanded = 0
        self.limits: list[int] = []

    def run(self, limit: int) -> Found | None:
        """Search for plans of at most ``limit`` moves; None if there are none, yet there may be longer ones."""
        self.limits.append(limit)
        for side in self.sides:
            side.clear()
        while self.sides[0].depth + self.sides[1].depth < limit:
            side, other = self.sides if self.sides[0].width <= self.sides[1].width else self.sides[::-1]
            met = self.deepen(side, other, limit)
            if isinstance(met, str):
                reason = f"{met}; no plan has fewer than {self.lower_bound} moves"
                return Found(None, lower_bound=self.lower_bound, reason=reason, stats=self.stats())
            if met is not None:
                path = self._path(side, other, *met)
                return Found(path, is_shortest=True, lower_bound=len(path) - 1, stats=self.stats())
            if not side.width:
                if side.left_out:
                    break
                end = "start" if side is self.sides[0] else "target"
                reason = f"the {end} can reach {side.levels[-1]:,} configurations, and the other is none of them"
                return Found(None, reason=reason, is_impossible=True, stats=self.stats())
            self.lower_bound = max(self.lower_bound, self.sides[0].depth + self.sides[1].depth + 1)
        self.lower_bound = max(self.lower_bound, limit + 1)
        return None

    def deepen(self, side: _Side, other: _Side, limit: int) -> tuple[int, int] | str | None:
        """One more level: the rows where the sides met, or what ran out, or None."""
        found = np.array([side.levels[-1], -1, -1, 0], dtype=np.int64)
        row, last = side.levels[-2], side.levels[-1]
        expand = compiled(kernel.expand, _HELPERS)
        while row < last:
            if self.options.left() <= 0:
                return "out of time"
            if len(side.order) - int(found[0]) < 6 and not side.grow(int(found[0]), self.memory - other.bytes):
                return "out of memory"
            started = row
            row = expand(
                side.order,
                side.table,
                other.order,
                other.table,
                row,
                min(last, row + SLICE),
                int(found[0]),
                self.packing.moves,
                self.cell_sums,
                self.packing.bits,
                self.packing.per_word,
                side.bound,
                limit - side.depth - 1,
                found,
            )
            self.expanded += row - started
            if found[1] >= 0:
                side.levels.append(int(found[0]))
                return int(found[1]), int(found[2])
        side.left_out += int(found[3])
        side.levels.append(int(found[0]))
        return None

    def _path(self, side: _Side, other: _Side, mine: int, theirs: int) -> IndexArray:
        """The empty cells from start to target through the configuration that both sides have."""
        parts = [self._trace(side, mine), self._trace(other, theirs)]
        if side is not self.sides[0]:
            parts.reverse()
        return np.concatenate((parts[0], parts[1][-2::-1]))

    def _trace(self, side: _Side, row: int) -> IndexArray:
        path = np.empty(side.depth + 1, dtype=np.int32)
        levels = np.array(side.levels, dtype=np.int64)
        packing = self.packing
        follow = compiled(kernel.trace, _HELPERS)
        follow(side.order, side.table, levels, row, packing.moves, self.cell_sums, packing.bits, packing.per_word, path)
        return path

    def stats(self) -> dict[str, Any]:
        """Numbers about the search."""
        return {
            "configurations": sum(side.levels[-1] for side in self.sides),
            "expanded": self.expanded,
            "levels": [side.depth for side in self.sides],
            "limits": list(self.limits),
            "bytes": sum(side.bytes for side in self.sides),
        }
