"""Breadth-first search from two ends with a limit on the length: what searches of numbered and colored puzzles share.

Levels grow from either end, always where the last level is smaller. If levels 0 to a and 0 to b are complete and have
nothing in common, no plan has a + b moves or fewer; the first common position after that is on a plan of a + b + 1
moves, which is therefore shortest. With a limit, positions that cannot be on a plan within it are left out by a
consistent bound, and what was said holds up to a + b = limit.

Positions are rows of packed words; how they move is told by ``shortest_kernel.Rules``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.compiled import compiled
from gourds.hexgrid import IndexArray
from gourds.reconfigure.search.exact import shortest_kernel as kernel
from gourds.reconfigure.search.exact.packing import Words
from gourds.reconfigure.task import Found, Options

SLICE: Final = 1 << 15
"""Positions that are expanded between two looks at the clock."""

UNLIMITED: Final = 1 << 40
"""A limit that leaves nothing out."""


class Side:
    """What was found from one end, which may be many positions."""

    def __init__(self, origins: Words, bound: NDArray[np.int32]) -> None:
        self.origins = np.atleast_2d(origins)
        self.bound = np.ascontiguousarray(bound)  # the kernel is compiled for one kind of array
        """The moves that each gourd needs at least from each pose to the other end."""
        room = 1 << max(10, (2 * len(self.origins)).bit_length())
        self.rows = np.empty((room, self.origins.shape[1]), dtype=np.int64)
        self.table = np.zeros(2 * room, dtype=np.int64)
        self.clear()

    def clear(self) -> None:
        """Forget everything but the origins."""
        self.rows[: len(self.origins)] = self.origins
        self.table[:] = 0
        compiled(kernel.rehash, kernel.HELPERS)(self.rows, len(self.origins), self.table)
        self.levels = [0, len(self.origins)]
        """Level k is the rows from ``levels[k]`` to ``levels[k + 1]``."""
        self.left_out = 0
        """How many neighbors were beyond the limit."""

    @property
    def depth(self) -> int:
        """The number of the last complete level."""
        return len(self.levels) - 2

    @property
    def width(self) -> int:
        """Positions in the last complete level."""
        return self.levels[-1] - self.levels[-2]

    @property
    def bytes(self) -> int:
        """Memory in use."""
        return int(self.rows.nbytes + self.table.nbytes)

    def grow(self, count: int, memory: int) -> bool:
        """Make room for twice as many rows if the memory allows it, for what is copied too."""
        if 3 * self.bytes > memory or 2 * len(self.table) > 1 << 32:
            return False
        rows = np.empty((2 * len(self.rows), self.rows.shape[1]), dtype=np.int64)
        rows[:count] = self.rows[:count]
        self.rows, self.table = rows, np.zeros(2 * len(self.table), dtype=np.int64)
        compiled(kernel.rehash, kernel.HELPERS)(self.rows, count, self.table)
        return True


class TwoSided:
    """The two sides, and what is known so far."""

    def __init__(self, sides: tuple[Side, Side], rules: kernel.Rules, options: Options, memory: int) -> None:
        self.sides, self.rules, self.options, self.memory = sides, rules, options, memory
        self.lower_bound = 1
        self.expanded = 0
        self.limits: list[int] = []

    def run(self, limit: int) -> Found | None:
        """Search for plans of at most ``limit`` moves; None if there are none, yet there may be longer ones."""
        self.limits.append(limit)
        for side in self.sides:
            side.clear()
        first, second = self.sides
        while first.depth + second.depth < limit:
            side, other = (first, second) if first.width <= second.width else (second, first)
            met = self.deepen(side, other, limit)
            if isinstance(met, str):
                reason = f"{met}; no plan has fewer than {self.lower_bound} moves"
                return Found(None, lower_bound=self.lower_bound, reason=reason, stats=self.stats())
            if met is not None:
                parts = [self._trace(side, met[0]), self._trace(other, met[1])]
                forth, back = parts if side is first else parts[::-1]
                path = np.concatenate((forth, back[-2::-1]))
                return Found(path, is_shortest=True, lower_bound=len(path) - 1, stats=self.stats())
            if not side.width:
                if side.left_out:
                    break
                end = "start" if side is first else "target"
                reason = f"the {end} can reach {side.levels[-1]:,} configurations, and the other is none of them"
                return Found(None, reason=reason, is_impossible=True, stats=self.stats())
            self.lower_bound = max(self.lower_bound, first.depth + second.depth + 1)
        self.lower_bound = max(self.lower_bound, limit + 1)
        return None

    def climb(
        self, limit: int, below: int | None, next_step: Callable[[list[int], int], int], words: tuple[str, str]
    ) -> Found:
        """Search with a limit that is raised until something is found, or nothing has fewer than ``below`` moves.

        Each limit begins from scratch. ``next_step`` says by how much to raise it, given the work for each limit so far
        and the last step; ``words`` are what is looked for and what is expanded.
        """
        highest = UNLIMITED if below is None else below - 1
        self.lower_bound = min(limit, highest + 1)
        step, work = 1, list[int]()
        while limit <= highest:
            before = self.expanded
            if (ended := self.run(limit)) is not None:
                return ended
            if limit == highest:
                break
            work.append(self.expanded - before)
            step = next_step(work, step)
            self.options.say(f"no {words[0]} of {limit} moves; {self.expanded:,} {words[1]} expanded")
            limit = min(limit + step, highest)
        reason = f"no {words[0]} has fewer than {below} moves"
        return Found(None, lower_bound=highest + 1, reason=reason, stats=self.stats())

    def deepen(self, side: Side, other: Side, limit: int) -> tuple[int, int] | str | None:
        """One more level: the rows where the sides met, or what ran out, or None."""
        found = np.array([side.levels[-1], -1, -1, 0], dtype=np.int64)
        row, last = side.levels[-2], side.levels[-1]
        expand = compiled(kernel.expand, kernel.HELPERS)
        while row < last:
            if self.options.left() <= 0:
                return "out of time"
            count = int(found[0])
            if len(side.rows) - count < 6 and not side.grow(count, self.memory - other.bytes):
                return "out of memory"
            begun, stop, rest = row, min(last, row + SLICE), limit - side.depth - 1
            hands = side.rows, side.table, other.rows, other.table, other.depth
            row = expand(*hands, row, stop, count, self.rules, side.bound, rest, -1, found)
            self.expanded += row - begun
            if found[1] >= 0:
                side.levels.append(int(found[0]))
                return int(found[1]), int(found[2])
        side.left_out += int(found[3])
        side.levels.append(int(found[0]))
        return None

    def _trace(self, side: Side, row: int) -> IndexArray:
        path = np.empty(side.depth + 1, dtype=np.int32)
        levels = np.array(side.levels, dtype=np.int64)
        compiled(kernel.trace, kernel.HELPERS)(side.rows, side.table, levels, row, self.rules, path)
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
