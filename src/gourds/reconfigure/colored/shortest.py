"""Provably shortest solutions of the colored puzzle: exhaustive search from the start and from all targets at once.

Gourds of the same kind are alike here, and so are the ends of a gourd of two equal colors. A *colored position* is what
is left of a configuration without numbers. Moves act on colored positions, and a walk of the empty cell takes equal
colored positions to equal ones: so a shortest walk from the start to the set of all solved positions, one for each
placement of the instance, is a shortest solution of the puzzle.

The search is that of :mod:`gourds.reconfigure.search.exact.two_sided`, with all placements together at one end.

**Pruning.** With a limit L, a position at distance d is left out if d plus a bound on the rest exceeds L. The bound is
a sum over the gourds: the distance of the gourd's pose from the nearest pose of its kind in any target, or on the
other side in the start. One move changes one of the terms, by one at most, so the bound is consistent, and all that was
said holds up to a + b = L. The limit starts at the bound itself and is raised from scratch until something is found.

**Cost.** Positions are packed exactly (:mod:`gourds.reconfigure.search.exact.packing`). On the 19-cell hexagon with
nine gourds in three colors some 10⁵ positions are visited, in less than a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.configuration import Configuration
from gourds.reconfigure.search.exact.packing import UNREACHABLE, Packing, Words
from gourds.reconfigure.search.exact.two_sided import Side, TwoSided
from gourds.reconfigure.task import Found, Options

MEMORY: Final = 2 << 30
"""Bytes that a search may take."""


def solve_shortest(
    start: Configuration,
    targets: Sequence[Configuration],
    options: Options,
    *,
    below: int | None = None,
    lower_bound: int = 0,
    memory: int = MEMORY,
) -> Found:
    """A shortest walk to the nearest of the targets, colored configurations of the same gourds as the start.

    Which of the equal gourds lies where in a target does not matter. With ``below``, only solutions of fewer moves are
    looked for; if there are none, ``path`` is None and ``lower_bound`` is ``below``. ``lower_bound`` is one that is
    known. Raises LimitError on boards that are too large.
    """
    packing = Packing.of(start.board)
    kinds = _Kinds(packing, start)
    here, goals = kinds.poses(start)[None, :], np.unique(np.array([kinds.poses(one) for one in targets]), axis=0)
    # Targets with a pose that no gourd of its kind could get to are none; without them every bound is finite.
    to_start, gourds = kinds.bound(here), np.arange(here.shape[1])
    goals = goals[(to_start[gourds, goals] < UNREACHABLE).all(axis=1)]
    to_goal = kinds.bound(goals)
    bound = int(to_goal[gourds, here[0]].astype(np.int64).sum())
    if bound >= UNREACHABLE or not len(goals):
        reason = "some gourd could not get to a pose of its colors even if it were alone on the board"
        return Found(None, reason=reason, is_impossible=True)
    if (goals == here).all(axis=1).any():
        return Found(np.array([start.empty], dtype=np.int32), is_shortest=True)
    sides = Side(kinds.words(here), to_goal), Side(kinds.words(goals), to_start)
    search = TwoSided(sides, packing.rules(kinds.first, kinds.last, kinds.alike), options, memory)
    words = ("solution", "positions")
    return search.climb(max(bound, lower_bound, 1), below, lambda work, _: min(len(work), 4), words)


class _Kinds:
    """The gourds ordered by kind, and how positions become words."""

    def __init__(self, packing: Packing, start: Configuration) -> None:
        self.packing = packing
        colors = start.colors or ()
        kinds = [(min(pair), max(pair)) for pair in colors]
        self.order = sorted(range(len(kinds)), key=lambda g: (kinds[g], g))
        self.turned = np.array([colors[g][0] > colors[g][1] for g in self.order], dtype=bool)
        listed = [kinds[g] for g in self.order]
        self.first = np.array([listed.index(kind) for kind in listed], dtype=np.int64)
        self.last = self.first + np.array([listed.count(kind) for kind in listed], dtype=np.int64)
        self.alike = np.array([a == b for a, b in listed], dtype=np.uint8)

    def poses(self, configuration: Configuration) -> NDArray[np.int64]:
        """The poses of the gourds in the canonical order and way."""
        poses = self.packing.poses_of(configuration).astype(np.int64)[self.order]
        poses ^= self.turned  # end 0 is the one of the smaller color; pose p^1 is p with the ends exchanged
        poses = np.where(self.alike, poses & ~1, poses)
        for first, last in {(int(a), int(b)) for a, b in zip(self.first, self.last, strict=True)}:
            poses[first:last].sort()
        return poses

    def words(self, rows: NDArray[np.int64]) -> Words:
        """Rows of poses, packed."""
        packing = self.packing
        found = np.zeros((len(rows), packing.words), dtype=np.int64)
        for gourd in range(rows.shape[1]):
            found[:, gourd // packing.per_word] |= rows[:, gourd] << (gourd % packing.per_word * packing.bits)
        return found

    def bound(self, positions: NDArray[np.int64]) -> NDArray[np.int32]:
        """Shape (n, 2M): how far each pose is from the nearest that the gourd's kind has in any of the positions."""
        table = np.empty((len(self.first), len(self.packing.poses)), dtype=np.int32)
        for first, last in sorted({(int(a), int(b)) for a, b in zip(self.first, self.last, strict=True)}):
            goals = np.unique(positions[:, first:last])
            if self.alike[first]:
                goals = np.concatenate((goals, goals ^ 1))
            table[first:last] = _distances(self.packing, goals)
        return table


def _distances(packing: Packing, goals: Any) -> NDArray[np.int32]:
    """How many moves a gourd alone needs from each pose to the nearest of some."""
    distance = np.full(len(packing.poses), UNREACHABLE, dtype=np.int32)
    layer, steps = np.asarray(goals), 0
    while layer.size:
        distance[layer] = steps
        reached = np.unique(packing.moves[:, layer])
        layer = reached[(reached >= 0) & (distance[reached] == UNREACHABLE)]
        steps += 1
    return distance
