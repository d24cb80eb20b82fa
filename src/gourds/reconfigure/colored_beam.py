"""Near-shortest solutions of the colored puzzle: a beam search from many targets at once back to the start.

It settles two questions together, which target and how: targets that cannot be left towards the start as easily as
others drop out of the beam level by level. On hexagons of 37 and 61 cells the plans are a tenth shorter than with the
nearest target alone, for the same work.

States are numbered configurations, and scores are sums of powers of the distances of poses from those of the start, as
in :mod:`gourds.reconfigure.beam`, whose inner loops are used. To take positions with the same colors for the same was
tried and is worse: which of the equal gourds carries a color steers the search, and it pays to have targets that
differ only in that. The walk of the empty cell, read backwards, leads from the start to a solved position whichever
gourds carry the colors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.compiled import compiled
from gourds.hexgrid import IndexArray
from gourds.reconfigure import beam_kernel as kernel
from gourds.reconfigure.aims import Aims
from gourds.reconfigure.keys import draw_keys
from gourds.reconfigure.poses import FAR

PATIENCE: Final = 80
"""Levels without a better score after which a search gives up."""
SHARE: Final = 1.5
"""The most that states with the same empty cell may make up of the beam, as a multiple of their even share."""
MAX_BYTES: Final = 1 << 30
"""Memory for the trail and the table of keys."""
_BINS: Final = 20_000

Trail = list[tuple[NDArray[np.int32], NDArray[np.int16]]]


def search_back(
    aims: Aims,
    targets: Sequence[NDArray[np.int32]],
    width: int,
    *,
    power: float = 1.8,
    seed: int = 0,
    longest: int = 1 << 30,
    is_over: Callable[[], bool] = lambda: False,
) -> IndexArray | None:
    """The path of the empty cell from the start of the aims to one of the targets, or None if none was found.

    ``targets`` are the cells of the ends, shape (n, 2) each. The path has at most ``longest`` moves.
    """
    size = aims.instance.board.size
    neighbors = aims.grid.neighbors
    width = max(width, len(targets))
    distance, chance = aims.table, draw_keys(2 * len(aims.start.ids), size, seed)
    weight = _weights(distance, power)
    beam, spare = _make_beam(width, size), _make_beam(width, size)
    children = tuple(np.zeros(6 * width, dtype=t) for t in (np.int32, np.int16, np.int32, np.uint64))
    order, chosen = np.zeros(6 * width, dtype=np.int32), np.zeros(width, dtype=np.int32)
    table = np.zeros(1 << (4 * width).bit_length(), dtype=np.uint64)
    taken, bins = np.zeros(size, dtype=np.int32), np.zeros(_BINS + 1, dtype=np.int64)
    add, grow = compiled(kernel.add_key), compiled(kernel.copy_keys, (kernel.add_key,))
    make, adopt = compiled(kernel.expand, (kernel.is_known,)), compiled(kernel.adopt)
    select = compiled(kernel.select, (kernel.add_key,))

    def key_of(ends: Any) -> np.uint64:
        return np.uint64(np.bitwise_xor.reduce(chance[labels, ends.reshape(-1)]))

    labels = np.arange(2 * len(aims.start.ids))
    goal, count = key_of(aims.start.ends), 0
    for ends in targets:
        key = key_of(ends)
        if key == goal:
            return np.array([aims.start.empty], dtype=np.int32)
        if add(table, key):
            beam[0][count] = -1
            beam[0][count, ends.reshape(-1)] = labels
            beam[1][count] = int(np.flatnonzero(beam[0][count] < 0)[0])
            steps = aims.distance(np.arange(len(ends)), ends)
            beam[2][count], beam[3][count] = int(weight[steps].sum()), key
            count += 1
    first = beam[1][:count].copy()
    trail: Trail = []
    used, lowest, waited, kept = count, 1 << 40, 0, 0
    quota = max(1, int(SHARE * width / size))
    while len(trail) < longest and waited < PATIENCE and not is_over():
        if 2 * (used + width) > len(table):
            larger = np.zeros(1 << (4 * (used + width)).bit_length(), dtype=np.uint64)
            grow(table, larger)
            table = larger
        if kept + table.nbytes > MAX_BYTES:
            return None
        made = make(count, *beam, neighbors, distance, weight, chance, table, *children)
        count = made and select(made, width, quota, *children[1:], table, bins, order, taken, chosen)
        if not count:
            return None
        parent, empty = np.empty(count, dtype=np.int32), np.empty(count, dtype=np.int16)
        best = int(adopt(count, chosen, *children, neighbors, *beam[:2], *spare, parent, empty))
        beam, spare = spare, beam
        trail.append((parent, empty))
        used, kept = used + count, kept + parent.nbytes + empty.nbytes
        arrived = np.flatnonzero(beam[3][:count] == goal)
        if arrived.size:
            return _traced(first, trail, int(arrived[0]))
        waited = 0 if beam[2][best] < lowest else waited + 1
        lowest = min(lowest, int(beam[2][best]))
    return None


def _make_beam(width: int, cells: int) -> tuple[Any, ...]:
    """Labels, empty cells, scores and keys of so many states."""
    rows = np.zeros((width, cells), dtype=np.int16)
    return rows, *(np.zeros(width, dtype=t) for t in (np.int16, np.int32, np.uint64))


def _weights(distance: Any, power: float) -> NDArray[np.int32]:
    top = int(distance[distance < FAR].max(initial=0))
    weight = np.full(FAR + 1, round(4 * (top + 1) ** power), dtype=np.int32)
    weight[: top + 1] = np.round(4 * np.arange(top + 1) ** power)
    return weight


def _traced(first: NDArray[np.int16], trail: Trail, last: int) -> IndexArray:
    """The empty cells of the way back to a first state."""
    path = np.empty(len(trail) + 1, dtype=np.int32)
    for depth, (parent, empty) in enumerate(reversed(trail)):
        path[depth] = empty[last]
        last = int(parent[last])
    path[-1] = first[last]
    return path
