"""Near-shortest plans by beam search.

Level by level, all children of the states in the beam are made, states seen before are dropped, and the best
``width`` are kept. What is best is told by the *score*, the sum over all gourds of 4·dᵖ, where d is how many moves
the gourd is away from its target pose (:mod:`gourds.reconfigure.poses`). A power p above 1 brings the gourds that are
far away home first, while there is still freedom to carry others along; with p = 1 plans on the 91-cell hexagon are a
fifth longer.

Two things keep the beam from getting stuck. No empty cell may have more than its share of the beam: else, on large
boards, the empty cells of all states end up in one corner where every gourd is at home and from which every way out
makes the score worse. And when the best score has not improved for a while, the width is doubled, and again, until it
does or the beam is sixteen times as wide, which is when the search gives up: the last few gourds can take a detour
through states with higher scores.

A state is the end on each cell; states are told apart by 64-bit keys (a random number for each end on each cell,
joined by exclusive or). A collision could only hide a state from a search that promises nothing; plans are replayed
in any case.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.compiled import compiled
from gourds.hexgrid import IndexArray
from gourds.reconfigure import beam_kernel as kernel
from gourds.reconfigure.keys import draw_keys
from gourds.reconfigure.poses import FAR, Grid

PATIENCE: Final = 40
"""Levels without a better score after which the width is doubled."""
SHARE: Final = 1.5
"""The most that states with the same empty cell may make up of the beam, as a multiple of their even share."""
WIDENING: Final = 16
"""How many times as wide as at first a beam that is stuck becomes before it gives up."""
MAX_BYTES: Final = 1 << 30
"""Memory for the trail and the table of keys."""
_BINS: Final = 20_000


@dataclass
class _Beam:
    """The states of one level."""

    label: NDArray[np.int16]
    empty: NDArray[np.int16]
    score: NDArray[np.int32]
    key: NDArray[np.uint64]

    @classmethod
    def make(cls, width: int, cells: int) -> _Beam:
        """Room for so many states."""
        rows = np.zeros((width, cells), dtype=np.int16)
        return cls(
            rows, np.zeros(width, dtype=np.int16), np.zeros(width, dtype=np.int32), np.zeros(width, dtype=np.uint64)
        )

    def arrays(self) -> tuple[Any, ...]:
        """As the kernel takes them."""
        return self.label, self.empty, self.score, self.key


@dataclass
class _Children:
    """The states that the next level is chosen from."""

    parent: NDArray[np.int32]
    empty: NDArray[np.int16]
    score: NDArray[np.int32]
    key: NDArray[np.uint64]
    order: NDArray[np.int32]
    chosen: NDArray[np.int32]

    @classmethod
    def make(cls, width: int) -> _Children:
        """Room for the children of so many states."""
        size = 6 * width
        return cls(
            np.zeros(size, dtype=np.int32),
            np.zeros(size, dtype=np.int16),
            np.zeros(size, dtype=np.int32),
            np.zeros(size, dtype=np.uint64),
            np.zeros(size, dtype=np.int32),
            np.zeros(width, dtype=np.int32),
        )

    def arrays(self) -> tuple[Any, ...]:
        """As the kernel takes them."""
        return self.parent, self.empty, self.score, self.key


@dataclass
class Search:
    """A beam search from a state, or from whichever of many turns out to be nearest, to another on the same board."""

    grid: Grid
    """The board's tables."""
    start: NDArray[np.int32]
    """The cell of each end at first; shape (ends,), or (starts, ends) for many."""
    goal: NDArray[np.int32]
    """The cell of each end at last."""
    power: float = 1.8
    """The power p of the score."""
    seed: int = 0
    """Chooses the keys, and with them which of equal states are kept."""
    is_over: Callable[[], bool] = lambda: False
    """Asked once per level."""
    first: int = field(default=0, init=False)
    """Which of the starts the last path begins at."""
    levels: int = field(default=0, init=False)
    """Levels searched, of all calls."""
    states: int = field(default=0, init=False)
    """States kept, of all calls."""
    seconds: float = field(default=0.0, init=False)
    """Time spent, of all calls."""

    def __post_init__(self) -> None:
        """Make the tables that do not depend on the width."""
        size, ends = self.grid.board.size, len(self.goal)
        self._chance = draw_keys(ends, size, self.seed)
        self._distance = self.grid.distances(self.goal)
        top = int(self._distance[self._distance < FAR].max(initial=0))
        weight = np.full(FAR + 1, round(4 * (top + 1) ** self.power), dtype=np.int32)
        weight[: top + 1] = np.round(4 * np.arange(top + 1) ** self.power)
        self._weight = weight

    def _key(self, where: NDArray[np.int32]) -> np.uint64:
        return np.uint64(np.bitwise_xor.reduce(self._chance[np.arange(len(where)), where]))

    def _score(self, where: NDArray[np.int32]) -> int:
        zero, one = where[0::2], where[1::2]
        steps = self._distance[np.arange(len(zero)), zero, self.grid.direction[zero, one]]
        return int(self._weight[steps].sum())

    def run(self, width: int, longest: int = 1 << 30) -> IndexArray | None:
        """The path of the empty cell in a plan with at most ``longest`` moves, or None if none was found in time."""
        begun = time.monotonic()
        try:
            return self._run(width, longest)
        finally:
            self.seconds += time.monotonic() - begun

    def _run(self, width: int, longest: int) -> IndexArray | None:
        size, starts = self.grid.board.size, np.atleast_2d(self.start)
        goal_key, count = self._key(self.goal), len(starts)
        width = max(width, count)
        beam, spare, children = _Beam.make(width, size), _Beam.make(width, size), _Children.make(width)
        table = np.zeros(1 << (1 << 14 | 4 * count).bit_length(), dtype=np.uint64)
        for k, where in enumerate(starts):
            beam.label[k] = -1
            beam.label[k, where] = np.arange(len(where))
            beam.empty[k] = int(np.flatnonzero(beam.label[k] < 0)[0])
            beam.score[k], beam.key[k] = self._score(where), self._key(where)
            kernel.add_key(table, beam.key[k])
        holes = beam.empty[:count].copy()
        if goal_key in beam.key[:count]:
            self.first = int(np.flatnonzero(beam.key[:count] == goal_key)[0])
            return np.array([holes[self.first]], dtype=np.int32)
        taken, bins = np.zeros(size, dtype=np.int32), np.zeros(_BINS + 1, dtype=np.int64)
        expand = compiled(kernel.expand, (kernel.is_known,))
        select = compiled(kernel.select, (kernel.add_key,))
        adopt = compiled(kernel.adopt)
        trail: list[tuple[NDArray[np.int32], NDArray[np.int16]]] = []
        used, lowest, waited, wide, kept_bytes = count, int(beam.score[:count].min()), 0, width, 0
        while len(trail) < longest and not self.is_over():
            if waited >= PATIENCE:
                wide, waited = 2 * wide, 0
                if wide > WIDENING * width:
                    return None
                if wide > len(children.chosen):
                    beam, spare = _widened(beam, wide), _Beam.make(wide, size)
                    children = _Children.make(wide)
            if 2 * (used + wide) > len(table):
                table = _enlarged(table, used + wide)
            if kept_bytes + table.nbytes > MAX_BYTES:
                return None
            found = expand(
                count,
                *beam.arrays(),
                self.grid.neighbors,
                self._distance,
                self._weight,
                self._chance,
                table,
                *children.arrays(),
            )
            if not found:
                return None
            quota = max(1, int(SHARE * wide / size))
            count = select(
                found,
                wide,
                quota,
                children.empty,
                children.score,
                children.key,
                table,
                bins,
                children.order,
                taken,
                children.chosen,
            )
            if not count:
                return None
            parent, empty = np.empty(count, dtype=np.int32), np.empty(count, dtype=np.int16)
            best = adopt(
                count,
                children.chosen,
                *children.arrays(),
                self.grid.neighbors,
                beam.label,
                beam.empty,
                *spare.arrays(),
                parent,
                empty,
            )
            beam, spare = spare, beam
            trail.append((parent, empty))
            used, kept_bytes = used + count, kept_bytes + parent.nbytes + empty.nbytes
            self.levels, self.states = self.levels + 1, self.states + count
            if beam.key[best] == goal_key:
                path, self.first = _traced(trail, int(best))
                path[0] = holes[self.first]
                return path
            if beam.score[best] < lowest:
                lowest, waited, wide = int(beam.score[best]), 0, max(width, wide // 2)
            else:
                waited += 1
        return None


def _widened(beam: _Beam, width: int) -> _Beam:
    larger = _Beam.make(width, beam.label.shape[1])
    for new, old in zip(larger.arrays(), beam.arrays(), strict=True):
        new[: len(old)] = old
    return larger


def _enlarged(table: NDArray[np.uint64], needed: int) -> NDArray[np.uint64]:
    larger = np.zeros(1 << (4 * needed).bit_length(), dtype=np.uint64)
    compiled(kernel.copy_keys, (kernel.add_key,))(table, larger)
    return larger


def _traced(trail: list[tuple[NDArray[np.int32], NDArray[np.int16]]], last: int) -> tuple[IndexArray, int]:
    """The path that ends at a state of the last level, but for its first cell, and which start it comes from."""
    path = np.empty(len(trail) + 1, dtype=np.int32)
    for depth in range(len(trail) - 1, -1, -1):
        parent, empty = trail[depth]
        path[depth + 1] = empty[last]
        last = int(parent[last])
    return path, last
