"""Near-shortest plans by beam search.

Level by level, all children of the states in the beam are made, states seen before are dropped, and the best
``width`` are kept. What is best is told by the *score*, the sum over all gourds of (1 + a·r² + c·s²)·(dᵖ + b·e²):

- d is how many moves the gourd is away from its target pose (:mod:`poses`). A power p above 1 brings the gourds that
  are far away home first, while there is still freedom to carry others along; with p = 1 alone plans on the 91-cell
  hexagon are a fifth longer.
- e² is the mean of the two ends' squared distances from home in the plane. In a crowd, where others have to make way, a
  gourd's way is less that of its own quickest moves than the straight line. Plans get 1.5 % shorter on 61 cells and 5 %
  on 271.
- r is how far out the gourd's home lies, from 0 to 1: the board is filled from the rim. A gourd that is at home
  there is in no one's way, and the empty cell ends up in the middle. On hexagons that saves 2 to 3 %.
- s is how far out the gourd lies now, measured the same way. A gourd far out that is not at home is where others
  have to go first, so it makes way first. That saves another 1 to 2 % on 271 cells.

Every cell has the same share of the beam for the states that leave it empty. Else, on large boards, the empty cells of
all states end up in one corner where every gourd is at home and from which every way out makes the score worse. The
last few gourds often need the empty cell to go a long way round through gourds that are at home: even a little more
than an even share for the best cells leaves no room for the others, and one search in ten gets stuck for good. If the
best score has not improved for a while nevertheless, the width is doubled, and again, until it does or the beam is
sixteen times as wide, which is when the search gives up.

A state is the end on each cell; states are told apart by 64-bit keys: with a random factor for each end and for each
cell, the sum of the products, which needs no large table. A collision could only hide a state from a search that
promises nothing; plans are replayed in any case. States of many levels ago are forgotten: a beam does not return to
them, and a table that fits into the processor's cache makes searches several times as fast.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gourds.compiled import compiled
from gourds.errors import LimitError
from gourds.hexgrid import IndexArray
from gourds.reconfigure.search import beam_kernel as kernel
from gourds.reconfigure.search.keys import draw_keys
from gourds.reconfigure.search.poses import FAR, Distances, Grid

PATIENCE: Final = 40
"""Levels without a better score after which the width is doubled."""
WIDENING: Final = 16
"""How many times as wide as at first a beam that is stuck becomes before it gives up."""
REMEMBERED: Final = 8
"""About this many levels of states are remembered, more of narrow beams."""
MIN_KEYS: Final = 1 << 16
"""The table of keys has at least so many slots: it is in the processor's cache anyway."""
MAX_CELLS: Final = 4_096
"""The kernel's states have room for no more ends."""
MAX_BYTES: Final = 1 << 30
"""Memory for the states of two levels and their children, the trail and the table of keys."""
UNIT: Final = 8
"""Scores are integers; this is what one gourd adds that is one move away from a home in the middle."""
LEVELS: Final = 4_095
"""What a gourd adds to the score is one of this many numbers, or zero: few enough for the fastest cache."""
CHUNK: Final = 64
"""What this many gourds add is worked out at once."""
UNLIMITED: Final = 1 << 30
"""More moves than any plan has."""
BLOCK: Final = 64
"""Levels that are searched between two looks at the clock, fewer where they take long."""
BLOCK_SECONDS: Final = 0.01
"""Only one level if they take longer than this."""
_SCORES: Final = 20_000
"""Scores in at most this many groups are told apart."""


class Score(NamedTuple):
    """What states are scored by: (1 + rim·r² + outside·s²)·(d ** power + plane·e²), summed over all gourds."""

    power: float = 1.8
    """The power of the number of moves from home."""
    rim: float = 0.0
    """How much more a gourd counts whose home is farthest out than one whose home is in the middle."""
    plane: float = 0.0
    """How much the squared distance in the plane counts."""
    outside: float = 0.0
    """How much more a gourd counts that is farthest out now than one that is in the middle."""


PLAIN: Final = Score()
"""The score unless another is given."""


@dataclass
class Search:
    """A beam search from a state, or from whichever of many turns out to be nearest, to another on the same board."""

    grid: Grid
    """The board's tables."""
    start: NDArray[np.int32]
    """The cell of each end at first; shape (ends,), or (starts, ends) for many."""
    goal: NDArray[np.int32]
    """The cell of each end at last."""
    score: Score = PLAIN
    """The score."""
    seed: int = 0
    """Chooses the keys and the order of moves, which decides between states of the same score."""
    is_over: Callable[[], bool] = lambda: False
    """Asked every few levels."""
    until: float = float("inf")
    """When it should have arrived, in seconds of the clock: a beam that would not at its width gets narrower."""
    patience: int = PATIENCE
    """Levels without a better score after which the width is doubled."""
    widening: int = WIDENING
    """How many times as wide as at first the beam may become."""
    distances: Distances | None = None
    """The distances to the goal (:meth:`Grid.distances`) if they are known."""
    levels: int = field(default=0, init=False)
    """Levels searched, of all calls."""
    states: int = field(default=0, init=False)
    """States kept, of all calls."""
    is_full: bool = field(default=False, init=False)
    """True iff memory was what ended a call."""

    def __post_init__(self) -> None:
        """Make the tables that do not depend on the width."""
        size = self.grid.board.size
        if size > MAX_CELLS:
            raise LimitError(f"beam search is for boards of up to {MAX_CELLS:,} cells, this one has {size:,}")
        distance = self.grid.distances(self.goal) if self.distances is None else self.distances
        self._distance = distance.reshape(len(distance), -1)
        added, weight = self._weigh(distance)
        of_end, of_cell = draw_keys(2, size, self.seed)
        rows = np.arange(len(distance), dtype=np.int32)
        tables = self.grid.neighbors, added, rows, weight, of_end, of_cell, self.seed % 6
        self._tables = kernel.Tables(*tables, np.uint64(0))
        self._tables = kernel.Tables(*tables, self._key(self.goal))

    def _weigh(self, distance: Distances) -> tuple[NDArray[np.int16], NDArray[np.int64]]:
        """What each gourd adds to the score at each pose, as a place in a second array that has the numbers.

        That array has the squares of evenly spaced numbers, so that small ones are as exact as large ones.
        """
        neighbors, remote, homes = self.grid.neighbors, self.grid.remoteness, self.goal.reshape(-1, 2)
        rim = 1 + self.score.rim * remote[homes].mean(axis=1) ** 2
        outside = self.score.outside * ((remote[:, None] + remote[neighbors]) / 2) ** 2
        is_pose = distance < FAR
        roots = np.zeros(distance.shape, dtype=np.float32)
        for first in range(0, len(distance), CHUNK):
            part = slice(first, first + CHUNK)
            zero, one = (self.grid.squares(homes[part, end]) for end in (0, 1))
            apart = (zero[:, :, None] + one[:, neighbors]) / 2
            adds = distance[part].astype(np.float32) ** self.score.power + self.score.plane * apart
            roots[part] = np.sqrt((rim[part, None, None] + outside) * np.where(is_pose[part], adds, 0))
        most = float(roots.max(initial=1.0))
        roots[~is_pose] = most
        places = np.round(roots * (LEVELS / most)).astype(np.int16)
        squares = np.round(UNIT * (np.arange(LEVELS + 1) * (most / LEVELS)) ** 2).astype(np.int64)
        return places.reshape(len(distance), -1), squares

    def lower_bound(self) -> int:
        """No plan from the first start to the goal has fewer moves."""
        return int(self._steps(np.atleast_2d(self.start)[0]).sum())

    def run(self, width: int, longest: int = UNLIMITED) -> IndexArray | None:
        """The path of the empty cell in a plan with at most ``longest`` moves, or None if none was found in time."""
        beam, count, table = self._begin(width)
        holes, reached = beam.empty[:count].copy(), beam.key[:count] == self._tables.goal
        if reached.any():
            return np.asarray(holes[reached], dtype=np.int32)
        width, size = len(beam.key), self.grid.board.size
        spare = make_beam(width, size)
        state = np.array([count, width, width, beam.score[:count].min(), 0, -1, 0], dtype=np.int64)
        advance = compiled(kernel.advance, kernel.HELPERS)
        trail: list[kernel.Trail] = []
        kept, done, block, spent, made = 0, 0, 1, 0.0, 0
        while done < longest and not self.is_over():
            if state[4] >= self.patience:
                state[1], state[4] = 2 * state[1], 0
            wide = int(state[1])
            if wide > self.widening * width:
                return None
            block = min(block, longest - done)
            if kept + table.nbytes + wide * (6 * block + 4 * size + 400) > MAX_BYTES:
                self.is_full = True
                return None
            if wide > len(beam.key):
                beam, spare, state[6] = _widened(beam, wide), make_beam(wide, size), 0
            part = make_trail(block, wide)
            begun = time.monotonic()
            levels = int(advance(block, self.patience, beam, spare, self._tables, table, part, state))
            seconds = time.monotonic() - begun
            beam, spare = (spare, beam) if levels % 2 else (beam, spare)
            trail.append(kernel.Trail(part.parent[:levels], part.empty[:levels], part.count))
            kept, done = kept + part.parent.nbytes + part.empty.nbytes, done + levels
            spent, made = spent + seconds, made + int(part.count.sum())
            self.levels, self.states = self.levels + levels, self.states + int(part.count.sum())
            if state[5] >= 0:
                return _traced(holes, trail, done, int(state[5]))
            if not state[0]:
                return None
            if self.until < float("inf") and longest < UNLIMITED and state[1] == state[2]:
                affordable = (self.until - time.monotonic()) * made / (spent * max(1, longest - done))
                state[1] = state[2] = min(width, max(size, int(affordable)))
            block = max(1, min(BLOCK, int(block * BLOCK_SECONDS / max(seconds, 1e-6)), 2 * block))
        return None

    def _begin(self, width: int) -> tuple[kernel.Beam, int, NDArray[np.uint64]]:
        """The first level, how many states it has, and the table of their keys."""
        starts, ends = np.atleast_2d(self.start), np.arange(len(self.goal))
        beam = make_beam(max(width, len(starts)), self.grid.board.size)
        table = make_table(len(beam.key))
        count = 0
        for where in starts:
            if kernel.add_key(table, key := self._key(where)):
                beam.label[count] = -1
                beam.label[count, where] = ends << 3 | self.grid.direction[where, where[ends ^ 1]]
                beam.empty[count] = int(np.flatnonzero(beam.label[count] < 0)[0])
                beam.score[count], beam.key[count] = self._score(where), key
                count += 1
        return beam, count, table

    def _key(self, where: NDArray[np.int32]) -> np.uint64:
        factors = self._tables.of_end[: len(where)] * self._tables.of_cell[where]
        return np.uint64(factors.sum(dtype=np.uint64))

    def _score(self, where: NDArray[np.int32]) -> int:
        zero, one = where[0::2], where[1::2]
        places = self._tables.added[np.arange(len(zero)), zero * 6 + self.grid.direction[zero, one]]
        return int(self._tables.weight[places].sum())

    def _steps(self, where: NDArray[np.int32]) -> NDArray[np.int64]:
        """How far each gourd is from home."""
        zero, one = where[0::2], where[1::2]
        steps = self._distance[np.arange(len(zero)), zero * 6 + self.grid.direction[zero, one]]
        return np.asarray(steps, dtype=np.int64)


def seconds_for(states: float, cells: int) -> float:
    """About how long a search takes that keeps this many states, on a processor that has nothing else to do."""
    return states * (1.6e-7 + 1.5e-10 * cells)


def make_table(width: int) -> NDArray[np.uint64]:
    """The table of the keys of a beam's states, empty."""
    return np.zeros(max(MIN_KEYS, 1 << (REMEMBERED * width - 1).bit_length()), dtype=np.uint64)


def make_beam(width: int, cells: int) -> kernel.Beam:
    """Room for this many states."""
    label, empty = np.zeros((width, cells), dtype=np.int16), np.zeros(width, dtype=np.int16)
    before = np.full(width, -1, dtype=np.int16)
    score, key = np.zeros(width, dtype=np.int64), np.zeros(width, dtype=np.uint64)
    return kernel.Beam(label, empty, before, score, key, make_children(width, cells))


def _widened(beam: kernel.Beam, width: int) -> kernel.Beam:
    """The same states, with room for more; their children are not noted."""
    larger = make_beam(width, beam.label.shape[1])
    for new, old in zip(larger[:-1], beam[:-1], strict=True):
        new[: len(old)] = old
    return larger


def make_children(width: int, cells: int) -> kernel.Children:
    """Room for the children of this many states."""
    kinds = (np.int32, np.int16, np.int8, np.int64, np.uint64, np.int32)
    parent, empty, way, score, key, order = (np.zeros(6 * width, dtype=kind) for kind in kinds)
    starts, taken = np.zeros(_SCORES + 3, dtype=np.int64), np.zeros(cells, dtype=np.int32)
    return kernel.Children(parent, empty, way, score, key, order, starts, taken)


def make_trail(levels: int, width: int) -> kernel.Trail:
    """Room for this many levels."""
    parent, empty = np.empty((levels, width), dtype=np.int32), np.empty((levels, width), dtype=np.int16)
    return kernel.Trail(parent, empty, np.zeros(levels, dtype=np.int64))


def _traced(holes: NDArray[np.int16], trail: list[kernel.Trail], moves: int, last: int) -> IndexArray:
    """The path that ends at a state of the last level; ``holes`` are the empty cells of the first."""
    path = np.empty(moves + 1, dtype=np.int32)
    for part in reversed(trail):
        for level in range(len(part.parent) - 1, -1, -1):
            path[moves] = part.empty[level, last]
            last, moves = int(part.parent[level, last]), moves - 1
    path[0] = holes[last]
    return path
