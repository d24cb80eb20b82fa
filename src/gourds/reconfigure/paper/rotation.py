"""Moving gourds along odd cycles.

A cycle C of 2k + 1 cells holds k gourds and the empty cell E; the gourds are *aligned* with C: each lies on an edge of
it. Then C reads E, first gourd, second gourd, … from E on, and this *order*, with the way round of each gourd, says
everything. A gourd next to E moves one cell along C: one slide or turn, or two pivots at a sharp bend. E *hops* two
positions the other way and passes that gourd. So

* h hops forward take E from position p to p + 2h, and the order begins with the gourd number h then (counted
  cyclically, from 0);
* after 2k + 1 hops, a *lap*, E is back and every gourd lies where the one before it was; the order is shifted by one;
* after k laps all is as before; any two positions in the same cyclic order are some number of hops apart, and since
  2k + 1 and k have no common divisor, that number is given by two remainders.

Positions are compared cyclically everywhere: no cell of a cycle is its first.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gourds.compiled import compiled
from gourds.errors import LimitError
from gourds.hexgrid import IndexArray
from gourds.reconfigure.paper import rotation_kernel
from gourds.reconfigure.paper.few_cells import shortest_walk

MAX_MOVES = 400_000_000
"""Longer plans are not made: four bytes for each move are in memory."""

LARGE = 60
"""On boards with more cells than this the loops are compiled."""


@dataclass(frozen=True, eq=False)
class Track:
    """A cycle with an odd number of cells, along which gourds are moved. Make one with :meth:`build`."""

    cells: IndexArray
    """The cells in cyclic order."""
    is_sharp: NDArray[np.bool_]
    """Whether the cells at p and p + 2 are neighbors, for each position p: a hop there takes two moves."""

    @classmethod
    def build(cls, neighbors: IndexArray, cells: IndexArray) -> Track:
        """The track through these cells, given the neighbor table of the board."""
        cells = np.ascontiguousarray(cells, dtype=np.int32)
        return cls(cells, (neighbors[cells] == np.roll(cells, -2)[:, None]).any(axis=1))

    def __len__(self) -> int:
        return len(self.cells)

    @cached_property
    def lap(self) -> int:
        """The number of moves in a lap: each position is left once."""
        return len(self.cells) + int(self.is_sharp.sum())

    def position(self, cell: int) -> int:
        """Where the cell is on the track."""
        return int(np.flatnonzero(self.cells == cell)[0])

    def hops(self, here: int, there: int) -> int:
        """The number of hops, negative if backward, that take the empty cell from one cell to another; the fewer."""
        size = len(self.cells)
        forward = (self.position(there) - self.position(here)) * (size // 2 + 1) % size  # 2 · (size // 2 + 1) ≡ 1
        return forward if forward <= size // 2 else forward - size

    def order(self, label: NDArray[np.int32]) -> NDArray[np.int32]:
        """The ends of the gourds on the track that point backward, in order from the empty cell on."""
        ends = np.roll(label[self.cells], -int(np.flatnonzero(label[self.cells] < 0)[0]))
        return ends[1::2]

    def rotated(self, label: NDArray[np.int32], hops: int) -> NDArray[np.int32]:
        """What a position looks like after some hops of the empty cell, without the walk."""
        size = len(self.cells)
        here = int(np.flatnonzero(label[self.cells] < 0)[0])
        there = (here + 2 * hops) % size
        ends = np.roll(label[self.cells], -here)
        ends[1:] = np.roll(ends[1:], -2 * hops)
        result = label.copy()
        result[self.cells] = np.roll(ends, there)
        return result

    def moved_to(self, label: NDArray[np.int32], cell: int) -> NDArray[np.int32]:
        """What a position looks like after the empty cell went to another one by the fewest hops."""
        here = int(np.flatnonzero(label[self.cells] < 0)[0])
        return self.rotated(label, self.hops(int(self.cells[here]), cell))

    def hops_between(self, label: NDArray[np.int32], goal: NDArray[np.int32]) -> int | None:
        """The number of hops from one position to another; None if their gourds differ in cyclic order or way round."""
        size, gourds = len(self.cells), len(self.cells) // 2
        order, due = self.order(label), self.order(goal)
        found = np.flatnonzero(order == due[0])
        if not len(found) or not np.array_equal(np.roll(order, -int(found[0])), due):
            return None
        here, there = (int(np.flatnonzero(ends[self.cells] < 0)[0]) for ends in (label, goal))
        hops = (there - here) * (gourds + 1) % size
        hops += size * ((int(found[0]) - hops) % gourds)  # size ≡ 1 modulo gourds
        return hops if 2 * hops <= size * gourds else hops - size * gourds


class Walker:
    """A position that is being changed, and the walk of the empty cell so far."""

    def __init__(self, label: NDArray[np.int32], deadline: float = float("inf")) -> None:
        """From the end on each cell, −1 on the empty one. Past the deadline, moving raises LimitError."""
        self.label = label
        self.empty = int(np.flatnonzero(label < 0)[0])
        self.deadline = deadline
        self.moves = 0
        self._path = np.full(1, self.empty, dtype=np.int32)
        self._rotate = compiled(rotation_kernel.rotate) if len(label) > LARGE else rotation_kernel.rotate

    def rotate(self, track: Track, hops: int) -> None:
        """Let the empty cell hop along a track with which the gourds on it are aligned; backward if negative."""
        if hops == 0:
            return
        laps, rest = divmod(abs(hops), len(track))
        self._make_room(laps * track.lap + 2 * rest)
        place = track.position(self.empty)
        self.moves = self._rotate(track.cells, track.is_sharp, self.label, place, hops, self._path, self.moves + 1) - 1
        self.empty = int(self._path[self.moves])

    def shift(self, track: Track, gourds: int) -> None:
        """Go as many laps, so that every gourd on the track takes the place of the one that many before it."""
        self.rotate(track, gourds * len(track))

    def follow(self, cells: list[int] | IndexArray) -> None:
        """Add cells that become empty in turn to the walk; the caller sees to ``label``."""
        self._make_room(len(cells))
        self._path[self.moves + 1 : self.moves + 1 + len(cells)] = cells
        self.moves += len(cells)
        self.empty = int(self._path[self.moves])

    def move_within(self, neighbors: IndexArray, cells: IndexArray, goal: NDArray[np.int32]) -> None:
        """Go a shortest way to where the given cells, a few, hold the ends ``goal``, without touching others."""
        self.follow(shortest_walk(neighbors, cells.tolist(), self.label[cells].tolist(), goal.tolist()))
        self.label[cells] = goal

    def go_to(self, track: Track, cell: int) -> int:
        """Let the empty cell go to another one on the track by the fewest hops; how many, negative if backward."""
        hops = track.hops(self.empty, cell)
        self.rotate(track, hops)
        return hops

    def take_path(self) -> IndexArray:
        """The cells that were empty in turn, the first one included; the walker begins a new walk then."""
        path = self._path
        path.resize(self.moves + 1, refcheck=False)
        self._path, self.moves = np.full(1, self.empty, dtype=np.int32), 0
        return path

    def forget(self) -> None:
        """Drop the walk so far."""
        self._path[0], self.moves = self.empty, 0

    def _make_room(self, moves: int) -> None:
        if time.monotonic() > self.deadline:
            raise LimitError("the time limit was reached before the plan was complete")
        needed = self.moves + 1 + moves
        if needed > MAX_MOVES:
            raise LimitError(f"the plan would have more than {MAX_MOVES:,} moves")
        if needed > len(self._path):
            self._path.resize(min(max(needed, 3 * len(self._path) // 2, 1 << 10), MAX_MOVES), refcheck=False)


def round_trip(slots: NDArray[np.intp], size: int) -> list[int]:
    """Steps on a circle of ``size`` slots, from slot 0, that visit all the given slots; as few as possible in all.

    The slots are ascending. The way leaves out one of the gaps between them: it leads forward to the slot before the
    gap and then back to the one behind it, or the other way.
    """
    if not len(slots):
        return []
    ahead = np.append(0, slots)
    behind = np.append(size - slots, 0)
    least = np.minimum(ahead, behind)
    gap = int(np.argmin(ahead + behind + least))
    forth, back = slots[:gap], (slots[gap:] - size)[::-1]
    visits = np.concatenate((forth, back) if ahead[gap] <= behind[gap] else (back, forth))
    steps: list[int] = np.diff(visits, prepend=0).tolist()
    return steps
