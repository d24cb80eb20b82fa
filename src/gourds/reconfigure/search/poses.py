"""Poses of a single gourd, and how many moves it needs from one to another.

A *pose* is where the two ends of one gourd lie: an ordered pair of adjacent cells. If nothing else were on the board
and the empty cell were always where it is needed, a gourd would go from pose to pose by slides, turns and pivots. The
distance in this graph of poses is a lower bound on the moves of that gourd in any plan. Every move moves one gourd,
so the sum over all gourds is a lower bound on the length of a plan.

The graph has at most 6·N poses with at most 18 moves each; breadth-first search from the target pose of every gourd
costs O(n·N). It also counts the shortest ways home: a gourd that has many can use the empty cell from more sides than
one that has a single way.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.board import Board
from gourds.compiled import compiled
from gourds.hexgrid import IndexArray

FAR: Final = 20_000
"""The distance of a pose that cannot be reached."""

LANDMARKS: Final = 8
"""How many cells tell how far out another one lies."""

PERCENT: Final = 100
"""Choices are in hundredths."""

MANY: Final = 1e300
"""No number of ways is counted beyond this."""

NO_DIRECTION: Final = 7
"""What the table of directions says of cells that are not adjacent."""

Distances = NDArray[np.int16]


@dataclass(frozen=True, eq=False)
class Grid:
    """The tables of a board that searches need."""

    board: Board
    """The board."""

    @property
    def neighbors(self) -> IndexArray:
        """Shape (N, 6)."""
        return self.board.neighbors

    @cached_property
    def direction(self) -> NDArray[np.uint8]:
        """Shape (N, N): in which direction one cell lies from another that it is adjacent to, else NO_DIRECTION."""
        table = np.full((self.board.size, self.board.size), NO_DIRECTION, dtype=np.uint8)
        for d in range(6):
            here = np.flatnonzero(self.neighbors[:, d] >= 0)
            table[here, self.neighbors[here, d]] = d
        return table

    @cached_property
    def remoteness(self) -> NDArray[np.float64]:
        """For each cell, how far out it lies: 0 in the middle of the board, 1 at its far ends.

        That is how far the farthest of some cells is which are far from each other, scaled.
        """
        nearest = farthest = self._steps_from(int(self._steps_from(0).argmax()))
        for _ in range(LANDMARKS - 1):
            steps = self._steps_from(int(nearest.argmax()))
            nearest, farthest = np.minimum(nearest, steps), np.maximum(farthest, steps)
        least, most = int(farthest.min()), int(farthest.max())
        remote: NDArray[np.float64] = (farthest - least) / max(1, most - least)
        return remote

    def squares(self, cells: IndexArray) -> NDArray[np.float32]:
        """Shape (cells, N): the squared distances in the plane between centers; those of neighbors are 1 apart."""
        across, down = np.moveaxis(self.board.cells[None, :] - self.board.cells[cells][:, None], -1, 0).astype(
            np.float32
        )
        squares: NDArray[np.float32] = across * across + across * down + down * down
        return squares

    def _steps_from(self, cell: int) -> NDArray[np.int64]:
        """How many steps each cell is away from one; cells that cannot be reached count as next to it."""
        steps = np.full(self.board.size, -1, dtype=np.int64)
        level, count = np.array([cell]), 0
        while len(level):
            steps[level] = count
            near = self.neighbors[level].reshape(-1)
            near = near[near >= 0]
            level, count = np.unique(near[steps[near] < 0]), count + 1
        return np.abs(steps)

    def distances(self, where: Any) -> Distances:
        """Shape (n, N, 6): how far each gourd is from its pose in ``where``, by cell of end 0 and side of end 1."""
        return self._explored(where, 0)[0]

    def choices(self, where: Any) -> tuple[Distances, NDArray[np.uint8]]:
        """The same, and for each pose log(m)/d in hundredths, where m is the number of shortest ways of d moves."""
        return self._explored(where, len(where) // 2)

    def _explored(self, where: Any, counted: int) -> tuple[Distances, NDArray[np.uint8]]:
        """Distances of all gourds, and the choices of the first ones."""
        poses = (self.board.size, 6)
        table = np.full((len(where) // 2, *poses), FAR, dtype=np.int16)
        choices, ways = np.zeros((counted, *poses), dtype=np.uint8), np.zeros(poses)
        queue = np.empty(6 * self.board.size, dtype=np.int32)
        # A copy, so that the kernel is compiled for one kind of array.
        where = np.array(where, dtype=np.int32)
        compiled(_search)(self.neighbors, self.direction, where, table, choices, ways, queue)
        return table, choices

    def lower_bound(self, where: Any, goal: Any) -> int:
        """No plan from ``where`` to ``goal`` has fewer moves than this."""
        zero, one = np.asarray(where)[0::2], np.asarray(where)[1::2]
        table = self.distances(goal)
        return int(table[np.arange(len(zero)), zero, self.direction[zero, one]].astype(np.int64).sum())


def _search(neighbors: Any, direction: Any, where: Any, table: Any, choices: Any, ways: Any, queue: Any) -> None:
    """Breadth-first search from each gourd's pose; the code of a pose is cell of end 0 times six plus direction."""
    for gourd in range(len(table)):
        zero, one = where[2 * gourd], where[2 * gourd + 1]
        table[gourd, zero, direction[zero, one]] = 0
        ways[zero, direction[zero, one]] = 1
        queue[0] = zero * 6 + direction[zero, one]
        first, last = 0, 1
        while first < last:
            zero, side = queue[first] // 6, queue[first] % 6
            one = neighbors[zero, side]
            steps, here = table[gourd, zero, side] + 1, ways[zero, side]
            if gourd < len(choices) and steps > 1:
                choices[gourd, zero, side] = min(255, round(PERCENT * math.log(here) / (steps - 1)))
            first += 1
            for d in range(12):
                # The empty cell is next to end 1 for d < 6, next to end 0 for the others.
                empty = neighbors[one, d] if d < 6 else neighbors[zero, d - 6]
                if empty < 0 or empty == (zero if d < 6 else one):
                    continue
                sharp = direction[empty, zero] < 6 and direction[empty, one] < 6
                if sharp:
                    a, b = (zero, empty) if d < 6 else (empty, one)
                elif d < 6:
                    a, b = one, empty
                else:
                    a, b = empty, zero
                side = direction[a, b]
                if table[gourd, a, side] > steps:
                    table[gourd, a, side] = steps
                    ways[a, side] = here
                    queue[last] = a * 6 + side
                    last += 1
                elif table[gourd, a, side] == steps:
                    ways[a, side] = min(MANY, ways[a, side] + here)
