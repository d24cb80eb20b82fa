"""Making a plan shorter: windows of it are solved again, optimally.

A window is a stretch of L moves between two positions of the plan. All positions within (L − 1)/2 moves of its start
are put into a table, all positions within the rest of its end are looked up there: if the two sets meet, there is a
shorter way, and the shortest such way takes the window's place. Positions are walked through depth first by making
and taking back moves, so they are never copied, and those that cannot be on a way of less than L moves by the
distances of poses (:mod:`poses`) are left out, which is nearly all of them. Loops are windows of
which nothing remains.

Short windows go over the plan first, longer ones later. Positions are told apart by 64-bit keys. A collision would
make the plan wrong, so it is followed after every pass, and the old one stays where the new one leads elsewhere.
"""

from __future__ import annotations

import time
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.compiled import compiled
from gourds.configuration import Configuration
from gourds.hexgrid import IndexArray
from gourds.moves import labels_of
from gourds.reconfigure.search import polish_kernel as kernel
from gourds.reconfigure.search.keys import draw_keys
from gourds.reconfigure.search.poses import Grid

WINDOWS: Final = ((6, 1), (10, 2), (14, 3), (20, 4), (26, 5), (34, 6), (44, 8), (56, 10), (70, 12))
"""Lengths of windows, each with the step from one to the next."""
MAX_CELLS: Final = 1_500
"""Boards with more cells are not polished: the table of distances between poses would be too large."""
_NODES: Final = 1 << 18
_SLICE: Final = 2_000
"""Moves between two looks at the clock, at most."""


def shorten(
    grid: Grid, start: Configuration, path: IndexArray, deadline: float = float("inf"), longest: int = 26
) -> tuple[IndexArray, dict[str, Any]]:
    """The path of a plan after windows of up to ``longest`` moves were re-solved; numbers about it."""
    if len(path) <= 2 or time.monotonic() + table_seconds(grid.board.size) > deadline:
        return path, {"moves_before": len(path) - 1, "moves_after": len(path) - 1, "time_s": 0.0}
    return Polisher(grid, len(start.ids)).shorten(start, path, deadline, longest)


def table_seconds(cells: int) -> float:
    """About how long it takes to make the table of distances between poses."""
    return 2e-6 * cells * cells


class Polisher:
    """Polishes plans on one board."""

    def __init__(self, grid: Grid, gourds: int, seed: int = 0) -> None:
        self.grid = grid
        slots, stamps, nodes = (np.zeros(4 * _NODES, dtype=kind) for kind in (np.uint64, np.int64, np.int64))
        depths, parents, cells = (np.zeros(_NODES, dtype=np.int64) for _ in range(3))
        chance = draw_keys(2 * gourds, grid.board.size, seed)
        self._tables = kernel.Tables(
            grid.neighbors, grid.direction, chance, pose_steps(grid), slots, stamps, nodes, depths, parents, cells
        )
        self._stamp = 0

    def shorten(
        self, start: Configuration, path: IndexArray, deadline: float = float("inf"), longest: int = 26
    ) -> tuple[IndexArray, dict[str, Any]]:
        """The path after windows up to a length were re-solved until nothing changes or the time is over."""
        begun, moves = time.monotonic(), len(path) - 1
        goal = self._end_of(start, path)
        for window, stride in WINDOWS:
            while window <= longest and len(path) > 2 and time.monotonic() < deadline:
                shorter, is_done = self._pass(start, path, window, stride, deadline)
                saved = len(path) - len(shorter)
                if saved and not np.array_equal(self._end_of(start, shorter), goal):
                    break  # two positions with the same key
                path = shorter
                if not is_done or saved * 50 < len(path):
                    break
        stats = {"moves_before": moves, "moves_after": len(path) - 1, "time_s": round(time.monotonic() - begun, 3)}
        return path, stats

    def _pass(
        self, start: Configuration, path: IndexArray, window: int, stride: int, deadline: float
    ) -> tuple[IndexArray, bool]:
        """The path after windows of one length were re-solved; False if time ran out before its end."""
        label, where = labels_of(start)
        path, out, result = path.copy(), np.empty_like(path), np.zeros(3, dtype=np.int64)
        polish = compiled(kernel.polish, kernel.HELPERS)
        head = written = 0
        last, pace = len(path) - 1, stride
        while head < last and time.monotonic() < deadline:
            begun = time.monotonic()
            polish(
                path, head, head + pace, window, stride, label, where, self._tables, self._stamp, out, written, result
            )
            head, written, self._stamp = int(result[0]), int(result[1]), int(result[2])
            pace = max(1, min(_SLICE, 2 * pace if time.monotonic() - begun < 0.03 else pace // 2))
        return np.concatenate((out[:written], path[head:])), head >= last

    def _end_of(self, start: Configuration, path: IndexArray) -> NDArray[np.int32]:
        """Where the ends are after the moves of a path; nothing if one of them is not legal."""
        label, where = labels_of(start)
        is_legal = compiled(kernel.follow, (kernel.shift,))(label, where, self.grid.direction, path)
        return where if is_legal else where[:0]


def pose_steps(grid: Grid) -> NDArray[np.uint8]:
    """Shape (6·N, 6·N): the distance between any two poses, 255 for 255 or more and for ordered pairs that are none."""
    size = grid.board.size
    table = np.full((6 * size, 6 * size), 255, dtype=np.uint8)
    poses = np.argwhere(grid.neighbors >= 0)
    numbers, turned = poses[:, 0] * 6 + poses[:, 1], np.arange(6 * size)
    there = grid.neighbors[poses[:, 0], poses[:, 1]]
    turned[numbers] = there * 6 + (poses[:, 1] + 3) % 6
    # A gourd with its ends exchanged moves like any other, so one of two opposite poses is enough.
    chosen = np.flatnonzero(poses[:, 1] < 3)
    for k in range(0, len(chosen), 256):
        part = chosen[k : k + 256]
        where = np.stack((poses[part, 0], there[part]), axis=1)
        far = np.minimum(grid.distances(where.reshape(-1)).reshape(len(part), -1), 255).astype(np.uint8)
        # Moves can be taken back, so the distance to a pose is the distance from it.
        table[numbers[part]] = far
        table[turned[numbers[part]]] = far[:, turned]
    return table
