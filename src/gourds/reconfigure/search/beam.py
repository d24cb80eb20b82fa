"""Near-shortest plans by beam search.

Level by level, all children of the states in the beam are made, states seen before are dropped, and the best
``width`` are kept. What is best is told by the *score*, the sum over all gourds of
(1 + a·r² + c·s²)·(1 − h·log(m)/d)·(dᵖ + b·e²):

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
- m is the number of shortest ways home (:meth:`~gourds.reconfigure.search.poses.Grid.choices`). A gourd with a choice
  can be moved while the empty cell passes on any of several sides. That saves another 1 % on 271 cells.

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
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gourds.compiled import compiled
from gourds.errors import LimitError
from gourds.hexgrid import IndexArray
from gourds.reconfigure.search import beam_kernel as kernel
from gourds.reconfigure.search.keys import draw_keys
from gourds.reconfigure.search.poses import FAR, PERCENT, Distances, Grid

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
"""Memory for two levels and their children, the log and the table of keys."""
BYTES: Final = 280
"""Memory for two levels, for each state that they have room for."""
CHUNK: Final = 64
"""What this many gourds add is worked out at once."""
UNLIMITED: Final = 1 << 30
"""More moves than any plan has."""
BLOCK: Final = 64
"""Levels that are searched between two looks at the clock, fewer where they take long."""
BLOCK_SECONDS: Final = 0.01
"""Only one level if they take longer than this."""


class Score(NamedTuple):
    """What states are scored by: the sum of (1 + rim·r² + outside·s²)·(1 − choice·log(m)/d)·(d ** power + plane·e²)."""

    power: float = 1.8
    """The power of the number of moves from home."""
    rim: float = 0.0
    """How much more a gourd counts whose home is farthest out than one whose home is in the middle."""
    plane: float = 0.0
    """How much the squared distance in the plane counts."""
    outside: float = 0.0
    """How much more a gourd counts that is farthest out now than one that is in the middle."""
    choice: float = 0.0
    """How much less a gourd counts that has many shortest ways home."""


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
        distance, choices = self.distances, np.zeros((0, size, 6), dtype=np.uint8)
        if self.score.choice:
            distance, choices = self.grid.choices(self.goal)
        elif distance is None:
            distance = self.grid.distances(self.goal)
        self._distance = distance.reshape(len(distance), -1)
        self._added, unit = self._weigh(distance, choices)
        self._of_end, self._of_cell = draw_keys(2, size, self.seed)
        tables = self._added.reshape(-1), unit, self._of_end, self._of_cell, self._key(self.goal)
        self._tables = kernel.Tables(*make_moves(self.grid.neighbors, self.seed % 6), *tables)

    def _weigh(self, distance: Distances, choices: NDArray[np.uint8]) -> tuple[NDArray[np.uint16], int]:
        """The square root of what each gourd adds to the score at each pose; what it adds one move from home."""
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
            if len(choices):
                adds *= np.maximum(1 - self.score.choice / PERCENT * choices[part], 0)
            roots[part] = np.sqrt((rim[part, None, None] + outside) * np.where(is_pose[part], adds, 0))
        most = float(roots.max(initial=1.0))
        roots[~is_pose] = most
        scale = kernel.LARGEST / most
        return np.round(roots * scale).astype(np.uint16).reshape(len(distance), -1), int(scale**2)

    def lower_bound(self) -> int:
        """No plan from the first start to the goal has fewer moves."""
        return int(self._steps(np.atleast_2d(self.start)[0]).sum())

    def run(self, width: int, longest: int = UNLIMITED) -> IndexArray | None:
        """The path of the empty cell in a plan with at most ``longest`` moves, or None if none was found in time."""
        roots, score, key = self._roots()
        if (reached := key == self._tables.goal).any():
            return np.asarray(roots.empty[reached], dtype=np.int32)
        width = max(width, len(key))
        size, table = self.grid.board.size, make_table(width)
        level, following, log, work, shares = make_level(), make_level(), make_log(), make_work(size), make_shares(size)
        state = np.zeros(16, dtype=np.int64)
        state[kernel.WIDTH] = state[kernel.LEAST] = width
        state[kernel.LEFT] = -1
        level, following, log, work = with_room(level, following, log, work, state, size)
        compiled(kernel.begin, kernel.HELPERS)(score, key, level, roots, work, shares, self._tables, table, state)
        advance = compiled(kernel.advance, kernel.HELPERS)
        done, block, spent, made = 0, 1, 0.0, 0
        while done < longest and not self.is_over():
            if state[kernel.STALE] >= self.patience:
                state[kernel.WIDTH], state[kernel.STALE] = 2 * state[kernel.WIDTH], 0
            wide = int(state[kernel.WIDTH])
            if wide > self.widening * width:
                return None
            if table.nbytes + log.empty.nbytes * 3 + wide * BYTES > MAX_BYTES:
                self.is_full = True
                return None
            block = min(block, longest - done)
            counts = np.zeros(block, dtype=np.int64)
            level, following, log, work = with_room(level, following, log, work, state, size)
            tables = level, following, roots, log, work, shares, self._tables, table
            begun = time.monotonic()
            levels = int(advance(block, self.patience, *tables, counts, state))
            seconds = time.monotonic() - begun
            level, following = (following, level) if levels % 2 else (level, following)
            done, states = done + levels, int(counts.sum())
            spent, made = spent + seconds, made + states
            self.levels, self.states = self.levels + levels, self.states + states
            if state[kernel.LEFT] >= 0:
                return _traced(roots, log, work, state)
            if not state[kernel.COUNT]:
                return None
            if self.until < float("inf") and longest < UNLIMITED and state[kernel.WIDTH] == state[kernel.LEAST]:
                affordable = (self.until - time.monotonic()) * made / (spent * max(1, longest - done))
                state[kernel.WIDTH] = state[kernel.LEAST] = min(width, max(size, int(affordable)))
            block = max(1, min(BLOCK, int(block * BLOCK_SECONDS / max(seconds, 1e-6)), 2 * block))
        return None

    def _roots(self) -> tuple[kernel.Roots, NDArray[np.int64], NDArray[np.uint64]]:
        """The different states that the search begins with, their scores and their keys."""
        starts, ends = np.atleast_2d(self.start), np.arange(len(self.goal))
        key = np.array([self._key(where) for where in starts])
        chosen = np.sort(np.unique(key, return_index=True)[1])
        starts, key = starts[chosen], key[chosen]
        label = np.full((len(starts), self.grid.board.size), kernel.EMPTY, dtype=np.uint16)
        for row, where in zip(label, starts, strict=True):
            row[where] = ends << 3 | self.grid.direction[where, where[ends ^ 1]]
        score = np.array([self._score(where) for where in starts])
        return kernel.Roots(label, label.argmax(axis=1), np.full(len(starts), -1)), score, key

    def _key(self, where: NDArray[np.int32]) -> np.uint64:
        factors = self._of_end[: len(where)] * self._of_cell[where]
        return np.uint64(factors.sum(dtype=np.uint64))

    def _score(self, where: NDArray[np.int32]) -> int:
        zero, one = where[0::2], where[1::2]
        places = self._added[np.arange(len(zero)), zero * 6 + self.grid.direction[zero, one]]
        return int((places.astype(np.int64) ** 2).sum())

    def _steps(self, where: NDArray[np.int32]) -> NDArray[np.int64]:
        """How far each gourd is from home."""
        zero, one = where[0::2], where[1::2]
        steps = self._distance[np.arange(len(zero)), zero * 6 + self.grid.direction[zero, one]]
        return np.asarray(steps, dtype=np.int64)


def seconds_for(states: float, cells: int) -> float:
    """About how long a search takes that keeps this many states, on a processor that has nothing else to do."""
    return states * (1.2e-7 + 4e-11 * cells)


def make_moves(neighbors: IndexArray, turn: int) -> tuple[Any, Any, Any, Any, Any, Any]:
    """The first six of the kernel's tables; moves are made in the order of directions that begins with ``turn``."""
    size = len(neighbors)
    order = (np.arange(6) + turn) % 6
    has = neighbors[:, order] >= 0
    first = np.concatenate([[0], has.sum(axis=1).cumsum()])
    side = np.broadcast_to(order, (size, 6))[has].astype(np.uint8)
    d, ahead = np.arange(6)[:, None], np.arange(8)[None, :]
    bend = (ahead - d) % 6
    comes_from = np.where(bend == 2, (d + 1) % 6, np.where(bend == 4, (d + 5) % 6, d))
    pose = np.arange(6 * size)
    other = np.where(neighbors >= 0, neighbors * 6 + (np.arange(6) + 3) % 6, 0).reshape(-1)
    near = np.zeros((size, 8), dtype=np.int64)
    near[:, :6], near[:, kernel.ITSELF] = np.where(neighbors >= 0, neighbors, 0), np.arange(size)
    return (
        near.astype(np.uint16).reshape(-1),
        first,
        side,
        comes_from.reshape(-1).astype(np.uint8),
        np.where((bend == 2) | (bend == 4), kernel.ITSELF, ahead).astype(np.uint8).reshape(-1),
        np.concatenate([pose, other]).astype(np.uint16),
    )


def make_table(width: int) -> NDArray[np.uint64]:
    """The table of the keys of a beam's states, empty."""
    return np.zeros(max(MIN_KEYS, 1 << (REMEMBERED * width - 1).bit_length()), dtype=np.uint16)


def make_level() -> kernel.Level:
    """A level without room for any state."""
    kinds = (np.uint8, np.uint8, np.uint16, np.uint8, np.int64, np.uint64, np.uint8, np.bool_)
    return kernel.Level(*(np.zeros(0, dtype=kind) for kind in kinds))


def make_log() -> kernel.Log:
    """A log without room for any move."""
    return kernel.Log(np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int64))


def make_work(cells: int) -> kernel.Work:
    """The arrays for the work on a board of this many cells."""
    label, counts, small = np.zeros(cells, np.uint16), np.zeros(kernel.COARSE + 1, np.int64), np.zeros((4, 8), np.int64)
    empty, near, old = (np.zeros(0, dtype=np.uint16) for _ in range(3))
    return kernel.Work(label, empty, near, old, counts, small)


def make_shares(cells: int) -> kernel.Shares:
    """The arrays for the shares of this many empty cells."""
    limit, base, fine, last, cut, room = np.zeros((6, cells), dtype=np.int64)
    return kernel.Shares(limit, base, fine, np.zeros(cells * kernel.GROUPS, dtype=np.int32), last, cut, room)


def with_room(
    level: kernel.Level,
    following: kernel.Level,
    log: kernel.Log,
    work: kernel.Work,
    state: NDArray[np.int64],
    cells: int,
) -> tuple[kernel.Level, kernel.Level, kernel.Log, kernel.Work]:
    """The same, with room for the next level and some more."""
    most = -(-int(state[kernel.WIDTH]) // cells) * cells
    steps, deep = int(state[kernel.LENGTH]) + 3 * most + 2, int(state[kernel.DEPTH]) + 2
    moves = int(state[kernel.LOG]) + deep * max(1, int(state[kernel.ROOTS]))
    level, following = (
        kernel.Level(
            _longer(one.steps, steps + most), _longer(one.born, most), *(_longer(array, 6 * most) for array in one[2:])
        )
        for one in (level, following)
    )
    log = kernel.Log(*(_longer(array, moves, 2 * moves) for array in log))
    stack = {name: _longer(getattr(work, name), deep, 2 * deep) for name in ("empty", "near", "old")}
    return level, following, log, work._replace(**stack)


def _longer(array: NDArray[Any], least: int, size: int = 0) -> NDArray[Any]:
    """The array if it is that long, else one that begins with it and has room for ``size``, or for ``least``."""
    if len(array) >= least:
        return array
    return np.concatenate([array, np.zeros(max(least, size) - len(array), dtype=array.dtype)])


def _traced(roots: kernel.Roots, log: kernel.Log, work: kernel.Work, state: NDArray[np.int64]) -> IndexArray:
    """The path to the goal: the moves made on its root, those of the tree, and the last one."""
    before, move = [], int(roots.last[state[kernel.ROOT]])
    while move >= 0:
        before.append(int(log.empty[move]))
        move = int(log.before[move])
    ancestors = work.empty[: state[kernel.DEPTH]].tolist()
    return np.array([*before[::-1], *ancestors, state[kernel.HOLE], state[kernel.LEFT]], dtype=np.int32)
