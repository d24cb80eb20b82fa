"""Phase 1 of both algorithms: align all gourds with a Hamiltonian cycle H (the paper's Lemma *hamiltonian*).

Let ν be the cell next to the empty cell E on H, always on the same side. The gourd on ν follows: its half on ν moves to
E and its other half to ν, by a slide, a turn or two pivots. If it was aligned with H it still is; if not, it is now. No
other gourd moves, so the number of aligned gourds never falls. While the gourds on ν are aligned E hops along H and
meets gourd after gourd, so after less than n hops it meets one that is not. Hence O(n²) moves.

It does not matter which side is taken, nor whether the other side is preferred when only there a gourd is not aligned;
the four ways that this makes are tried, and the shortest kept. The target is aligned in the same way and its walk
reversed: that is phase 3.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gourds.board import Board
from gourds.compiled import compiled
from gourds.errors import Fault, InputError
from gourds.hexgrid import IndexArray
from gourds.reconfigure.paper import rotation_kernel
from gourds.reconfigure.paper.rotation import LARGE, Track, Walker
from gourds.reconfigure.task import Found, Options, Task

_WAYS = (-1, 1, -2, 2)


@dataclass(frozen=True)
class Aligned:
    """Start and target after phase 1: what phase 2 works on."""

    neighbors: IndexArray
    """The neighbor table of the board."""
    track: Track
    """The Hamiltonian cycle H."""
    walker: Walker
    """The start, aligned with H, and the walk to there."""
    goal: Walker
    """The target, aligned with H; its walk is empty."""
    unalign: IndexArray
    """The walk from there to the target, without its first cell."""
    align_moves: int
    """How many moves aligned the start."""

    def finish(self, stats: dict[str, Any]) -> Found:
        """Phase 3: the whole plan, the walker being where the goal is; the moves of each phase join the stats."""
        sort = self.walker.moves - self.align_moves
        self.walker.follow(self.unalign)
        moves = {"align": self.align_moves, "sort": sort, "unalign": len(self.unalign)}
        return Found(self.walker.take_path(), stats={"moves": moves, **stats})


def align_both(task: Task, cycle: IndexArray, options: Options) -> Aligned:
    """Align start and target with a Hamiltonian cycle."""
    neighbors = task.board.neighbors
    start, walk = align(neighbors, cycle, *task.labels())
    goal, goal_walk = align(neighbors, cycle, *task.goal_labels())
    walker = Walker(task.labels()[0], options.deadline)
    walker.follow(walk[1:])
    walker.label[:] = start
    options.say(f"aligned with a Hamiltonian cycle: {len(walk) - 1} moves, and {len(goal_walk) - 1} at the end")
    track = Track.build(neighbors, cycle)
    return Aligned(neighbors, track, walker, Walker(goal), goal_walk[-2::-1], walker.moves)


def require_proper(board: Board) -> None:
    """Raise InputError with the reasons if the board is not proper.

    On such a board without holes not every target can be reached; with holes it depends on the board.
    """
    if not board.is_proper:
        raise InputError(Fault("cells", reason) for reason in board.impropriety.reasons())


def align(
    neighbors: IndexArray, cycle: IndexArray, label: NDArray[np.int32], where: NDArray[np.int32]
) -> tuple[NDArray[np.int32], IndexArray]:
    """The position after all gourds were aligned with a Hamiltonian cycle, and the cells that were empty in turn."""
    tried = [_align(neighbors, cycle, label, where, way) for way in _WAYS]
    return min(tried, key=lambda one: len(one[1]))


def _align(
    neighbors: IndexArray, cycle: IndexArray, label: NDArray[np.int32], where: NDArray[np.int32], way: int
) -> tuple[NDArray[np.int32], IndexArray]:
    label, where = label.copy(), where.copy()
    position = np.empty(len(cycle), dtype=np.int32)
    position[cycle] = np.arange(len(cycle), dtype=np.int32)
    pairs = position[where].reshape(-1, 2)
    aligned = int(np.isin((pairs[:, 0] - pairs[:, 1]) % len(cycle), (1, len(cycle) - 1)).sum())
    empty = int(np.flatnonzero(label < 0)[0])
    path = np.empty(16 * len(cycle), dtype=np.int32)
    path[0] = empty
    state = np.array([empty, 1, aligned], dtype=np.int64)
    kernel = compiled(rotation_kernel.align) if len(cycle) > LARGE else rotation_kernel.align
    while not kernel(neighbors, cycle, position, label, where, state, way, path):
        path.resize(2 * len(path), refcheck=False)
    return label, path[: state[1]].copy()
