"""A near-perfect matching as the kernel sees it, and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.compiled import compiled
from gourds.counting import Counting
from gourds.errors import InputError
from gourds.hexgrid import IndexArray
from gourds.instance import Instance
from gourds.matching.exchange import kernel

TYPES: Final = (np.int32, np.int32, np.int8, np.int32, np.int8, np.int32, np.int32, np.int64, np.int64, np.int64)
"""Of the kernel's arrays, in the order of its arguments."""
_NEAR, _KINDS, _WAY, _SURPLUS, _SPARE, _CELLS, _TURNS, _SEEN, _MEMO, _SLOPE = range(10)


class State:
    """The kernel's arrays for one matching.

    They are lists, and the kernel is interpreted, until :meth:`compile`: for few proposals on a small board that takes
    less time than to load the compiler. Both give the same sequence of states.
    """

    def __init__(
        self, instance: Instance, mate: NDArray[np.integer[Any]], allowed: NDArray[np.bool_] | None, chance: int
    ) -> None:
        """The matching is copied. Raises InputError if it is no near-perfect matching of the allowed edges."""
        self.size = size = instance.board.size
        self._colors = len(instance.colors)
        self._near = _neighbors(instance, allowed)
        self._kinds, self._classes = _numbered_classes(instance, self._near)
        way = self._ways(np.asarray(mate))
        budgets = np.zeros(len(self._classes), dtype=np.int64)
        named = np.array([i * self._colors + j for i, j in instance.budgets], dtype=np.int64)
        budgets[np.searchsorted(self._classes, named)] = list(instance.budgets.values())
        surplus = self._count(way) - budgets
        memo = [chance, int(np.abs(surplus).sum()), 0, int(np.flatnonzero(way < 0)[0]), 0, 0, 0, 0]
        assert len(memo) == kernel.MEMO
        none = np.zeros(size, dtype=np.int64)
        near, kinds = self._near.reshape(-1), self._kinds.reshape(-1)
        self._arrays: list[Any] = [near, kinds, way, surplus, _spare(instance), none, none, none, memo, []]
        self._run: Callable[..., int] = kernel.advance
        self.is_compiled = False

    def interpret(self) -> None:
        """Run the kernel as it is, on lists."""
        self._arrays = [list(np.asarray(array).tolist()) for array in self._arrays]

    def compile(self) -> None:
        """From now on run the kernel as machine code, on arrays."""
        pairs = zip(self._arrays, TYPES, strict=True)
        self._arrays = [np.array(array, dtype=kind) for array, kind in pairs]
        self._run = compiled(kernel.advance, kernel.HELPERS)
        self.is_compiled = True

    def advance(self, chances: Sequence[int], steps: int, begin: int = 0, span: int | None = None) -> int:
        """Make this many proposals, or fewer if the energy comes down to the floor; the number made."""
        given: Any = np.array(chances, dtype=np.int64) if self.is_compiled else chances
        return int(self._run(*self._arrays, given, begin, self.size - begin if span is None else span, steps))

    @property
    def class_count(self) -> int:
        """The number of classes that have an edge or a budget."""
        return len(self._classes)

    @property
    def energy(self) -> int:
        """The sum of the absolute surpluses, as the kernel keeps it."""
        return int(self._arrays[_MEMO][kernel.ENERGY])

    def stop_at(self, energy: int) -> None:
        """Set the floor: the energy at which :meth:`advance` comes back at once."""
        self._arrays[_MEMO][kernel.FLOOR] = energy

    def keep_empty_color(self, is_strict: bool) -> None:
        """Whether an empty cell of the right color may only be exchanged for another one of that color."""
        self._arrays[_MEMO][kernel.STRICT] = int(is_strict)

    def stiffen(self, slopes: dict[tuple[int, int], int], stiffness: int) -> None:
        """From now on let |Σ slope·surplus|, over the classes (i, j), count as twice so much energy."""
        pairs = zip(*np.divmod(self._classes, self._colors), strict=True)
        slope = np.array([slopes.get((int(i), int(j)), 0) for i, j in pairs], dtype=np.int64)
        self._arrays[_MEMO][kernel.TILT] = int(slope @ self.surplus)
        self._arrays[_MEMO][kernel.STIFFNESS] = stiffness
        self._arrays[_SLOPE] = slope if self.is_compiled else slope.tolist()

    @property
    def surplus(self) -> NDArray[np.int64]:
        """Count − budget for each class, as the kernel keeps it."""
        return np.array(self._arrays[_SURPLUS], dtype=np.int64)

    @property
    def way(self) -> NDArray[np.int8]:
        """A copy of the matching: the direction of each cell's partner, −1 for the empty cell."""
        return np.array(self._arrays[_WAY], dtype=np.int8)

    def mate(self, way: NDArray[np.int8]) -> IndexArray:
        """The partner of each cell, −1 for the empty one."""
        partner = self._near[np.arange(self.size), way]
        return np.where(way >= 0, partner, -1).astype(np.int32)

    def counts(self, way: NDArray[np.int8]) -> dict[tuple[int, int], int]:
        """The number of gourds of each class that has any."""
        counts = self._count(way)
        used = np.flatnonzero(counts)
        first, second = np.divmod(self._classes[used], self._colors)
        return dict(zip(zip(first.tolist(), second.tolist(), strict=True), counts[used].tolist(), strict=True))

    def _count(self, way: NDArray[np.int8]) -> NDArray[np.int64]:
        covered = np.flatnonzero(way >= 0)
        return np.bincount(self._kinds[covered, way[covered]], minlength=len(self._classes)) // 2

    def _ways(self, mate: NDArray[np.integer[Any]]) -> NDArray[np.int8]:
        if mate.shape != (self.size,) or int((mate < 0).sum()) != 1:
            raise InputError("not a matching of this board that leaves one cell empty")
        way = np.full(self.size, -1, dtype=np.int8)
        for d in range(6):
            way[(self._near[:, d] == mate) & (mate >= 0)] = d
        covered = np.flatnonzero(mate >= 0)
        if (way[covered] < 0).any() or (mate[mate[covered]] != covered).any():
            raise InputError("not a matching of this board that uses allowed edges only")
        return way


def _neighbors(instance: Instance, allowed: NDArray[np.bool_] | None) -> IndexArray:
    """The neighbors of each cell by direction, −1 also where the edge is not allowed."""
    near = instance.board.neighbors
    if allowed is None or bool(np.all(allowed)):
        return near
    near = near.copy()
    for v, w in (instance.board.edges[~allowed].T, instance.board.edges[~allowed].T[::-1]):
        where, d = np.nonzero(near[v] == w[:, None])
        near[v[where], d] = -1
    return near


def _spare(instance: Instance) -> NDArray[np.bool_]:
    """The cells that may stay empty: those of the color that counting asks for, all if there is none."""
    color = Counting(instance).empty_color
    return instance.cell_colors == color if color is not None else np.ones(instance.board.size, dtype=bool)


def _numbered_classes(instance: Instance, near: IndexArray) -> tuple[IndexArray, NDArray[np.int64]]:
    """Consecutive numbers for the classes: that of each cell's edges by direction, and the classes, sorted.

    They are those of the budgets and of all edges. Where there is no edge, the number has no meaning.
    """
    colors = len(instance.colors)
    own = instance.cell_colors.astype(np.int64)
    named = np.array([i * colors + j for i, j in instance.budgets], dtype=np.int64)
    classes = np.unique(np.concatenate((named, instance.edge_classes)))
    kinds = np.empty(near.shape, dtype=np.int32)
    for d in range(6):
        other = own[near[:, d]]
        kinds[:, d] = np.searchsorted(classes, np.minimum(own, other) * colors + np.maximum(own, other))
    return kinds, classes
