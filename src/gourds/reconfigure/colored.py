"""Provably shortest solutions of the colored puzzle: exhaustive search from the start and from all targets at once.

Gourds of the same kind are alike here, and so are the ends of a gourd of two equal colors. A *colored position* is what
is left of a configuration without numbers. Moves act on colored positions, and a walk of the empty cell takes equal
colored positions to equal ones: so a shortest walk from the start to the set of all solved positions, one for each
placement of the instance, is a shortest solution of the puzzle.

Levels of positions grow from the start on one side and from all placements together on the other, always where the last
level is smaller. If levels 0 to a and 0 to b are complete and have nothing in common, no solution has a + b moves or
fewer; the first common position after that is on a solution of a + b + 1 moves, which is therefore shortest.

**Pruning.** With a limit L, a position at distance d is left out if d plus a bound on the rest exceeds L. The bound is
a sum over the gourds: the distance of the gourd's pose from the nearest pose of its kind in any target, or on the
other side in the start. One move changes one of the terms, by one at most, so the bound is consistent, and all that was
said holds up to a + b = L. The limit starts at the bound itself and is raised from scratch until something is found.

**Cost.** Positions are packed exactly (:mod:`gourds.reconfigure.packing`). On the 19-cell hexagon with nine gourds in
three colors some 10⁵ positions are visited, in less than a second.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.compiled import compiled
from gourds.configuration import Configuration
from gourds.hexgrid import IndexArray
from gourds.reconfigure import colored_kernel as kernel
from gourds.reconfigure.packing import UNREACHABLE, Packing, Words
from gourds.reconfigure.shortest_kernel import find, mix, rehash
from gourds.reconfigure.task import Found, Options

MEMORY: Final = 2 << 30
"""Bytes that a search may take."""
SLICE: Final = 1 << 15
"""Positions that are expanded between two looks at the clock."""
UNLIMITED: Final = 1 << 40
"""A limit that leaves nothing out."""


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
    search = _Search(_Kinds(packing, start), start, targets, options, memory)
    if search.bound >= UNREACHABLE:
        reason = "some gourd could not get to a pose of its colors even if it were alone on the board"
        return Found(None, reason=reason, is_impossible=True)
    if search.is_solved:
        return Found(np.array([start.empty], dtype=np.int32), is_shortest=True)
    highest = UNLIMITED if below is None else below - 1
    limit, step = max(search.bound, lower_bound, 1), 1
    search.lower_bound = min(limit, highest + 1)
    while limit <= highest:
        if (ended := search.run(limit)) is not None:
            return ended
        if limit == highest:
            break
        options.say(f"no solution of {limit} moves; {search.expanded:,} positions expanded")
        limit, step = min(limit + step, highest), min(step + 1, 4)
    return Found(
        None, lower_bound=highest + 1, reason=f"no solution has fewer than {below} moves", stats=search.stats()
    )


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

    def words(self, poses: NDArray[np.int64]) -> Words:
        """The words of a position."""
        found = np.zeros(self.packing.words, dtype=np.int64)
        for gourd, pose in enumerate(poses.tolist()):
            found[gourd // self.packing.per_word] |= pose << (gourd % self.packing.per_word * self.packing.bits)
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


class _Side:
    """What was found from one end."""

    def __init__(self, origins: Words, bound: NDArray[np.int32]) -> None:
        self.origins, self.bound = origins, bound
        room = 1 << max(10, (2 * len(origins)).bit_length())
        self.rows = np.empty((room, origins.shape[1]), dtype=np.int64)
        self.table = np.zeros(2 * room, dtype=np.uint32)
        self.clear()

    def clear(self) -> None:
        """Forget everything but the origins."""
        self.rows[: len(self.origins)] = self.origins
        self.table[:] = 0
        compiled(rehash, (mix, find))(self.rows, len(self.origins), self.table)
        self.levels = [0, len(self.origins)]
        self.left_out = 0

    @property
    def depth(self) -> int:
        """The number of the last complete level."""
        return len(self.levels) - 2

    @property
    def width(self) -> int:
        """Positions in the last complete level."""
        return self.levels[-1] - self.levels[-2]

    @property
    def bytes(self) -> int:
        """Memory in use."""
        return int(self.rows.nbytes + self.table.nbytes)

    def grow(self, count: int, memory: int) -> bool:
        """Make room for twice as many rows if the memory allows it, for what is copied too."""
        if 3 * self.bytes > memory or len(self.table) >= 1 << 31:
            return False
        rows = np.empty((2 * len(self.rows), self.rows.shape[1]), dtype=np.int64)
        rows[:count] = self.rows[:count]
        self.rows, self.table = rows, np.zeros(2 * len(self.table), dtype=np.uint32)
        compiled(rehash, (mix, find))(self.rows, count, self.table)
        return True


class _Search:
    """The two sides, and what is known so far."""

    def __init__(
        self, kinds: _Kinds, start: Configuration, targets: Iterable[Configuration], options: Options, memory: int
    ) -> None:
        self.options, self.memory, packing = options, memory, kinds.packing
        poses = kinds.poses(start)[None, :]
        goals = np.unique(np.array([kinds.poses(target) for target in targets]), axis=0)
        to_goal, to_start = kinds.bound(goals), kinds.bound(poses)
        self.is_solved = bool((goals == poses).all(axis=1).any())
        self.bound = int(to_goal[np.arange(poses.shape[1]), poses[0]].astype(np.int64).sum())
        origins = [np.array([kinds.words(row) for row in rows]) for rows in (poses, goals)]
        self.sides = _Side(origins[0], to_goal), _Side(origins[1], to_start)
        cell_sums = packing.poses.sum(axis=1, dtype=np.int64)
        self.tables = packing.moves, cell_sums, packing.bits, packing.per_word, kinds.first, kinds.last, kinds.alike
        self.lower_bound = 1
        self.expanded = 0

    def run(self, limit: int) -> Found | None:
        """Search for solutions of at most ``limit`` moves; None if there are none, yet there may be longer ones."""
        for side in self.sides:
            side.clear()
        start_side, goal_side = self.sides
        while start_side.depth + goal_side.depth < limit:
            side, other = self.sides if start_side.width <= goal_side.width else self.sides[::-1]
            met = self._deepen(side, other, limit)
            if isinstance(met, str):
                reason = f"{met}; no solution has fewer than {self.lower_bound} moves"
                return Found(None, lower_bound=self.lower_bound, reason=reason, stats=self.stats())
            if met is not None:
                parts = [self._trace(side, met[0]), self._trace(other, met[1])]
                forth, back = parts if side is start_side else parts[::-1]
                path = np.concatenate((forth, back[-2::-1]))
                return Found(path, is_shortest=True, lower_bound=len(path) - 1, stats=self.stats())
            if not side.width:
                if side.left_out:
                    break
                what = "the start" if side is start_side else "a solved position"
                reason = f"from {what} {side.levels[-1]:,} positions can be reached, and none is of the other end"
                return Found(None, reason=reason, is_impossible=True, stats=self.stats())
            self.lower_bound = max(self.lower_bound, start_side.depth + goal_side.depth + 1)
        self.lower_bound = max(self.lower_bound, limit + 1)
        return None

    def _deepen(self, side: _Side, other: _Side, limit: int) -> tuple[int, int] | str | None:
        """One more level: the rows where the sides met, or what ran out, or None."""
        found = np.array([side.levels[-1], -1, -1, 0], dtype=np.int64)
        row, last = side.levels[-2], side.levels[-1]
        expand = compiled(kernel.expand, kernel.HELPERS)
        while row < last:
            if self.options.left() <= 0:
                return "out of time"
            count = int(found[0])
            if len(side.rows) - count < 6 and not side.grow(count, self.memory - other.bytes):
                return "out of memory"
            begun, stop = row, min(last, row + SLICE)
            hands = side.rows, side.table, other.rows, other.table
            row = expand(*hands, row, stop, count, *self.tables, side.bound, limit - side.depth - 1, found)
            self.expanded += row - begun
            if found[1] >= 0:
                side.levels.append(int(found[0]))
                return int(found[1]), int(found[2])
        side.left_out += int(found[3])
        side.levels.append(int(found[0]))
        return None

    def _trace(self, side: _Side, row: int) -> IndexArray:
        path = np.empty(side.depth + 1, dtype=np.int32)
        levels = np.array(side.levels, dtype=np.int64)
        compiled(kernel.trace, kernel.HELPERS)(side.rows, side.table, levels, row, *self.tables, path)
        return path

    def stats(self) -> dict[str, Any]:
        """Numbers about the search."""
        return {
            "targets": self.sides[1].levels[1],
            "positions": sum(side.levels[-1] for side in self.sides),
            "expanded": self.expanded,
            "levels": [side.depth for side in self.sides],
        }
