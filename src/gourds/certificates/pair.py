"""A start and a target as the checker of ``shortest`` sees them, and the moves, straight from the definition.

Nothing here is shared with the planners, with :mod:`gourds.moves` or with the arrays that they work on.

A *pose* is an ordered pair of adjacent cells: where end 0 of a gourd lies and where end 1 does. A configuration is one
pose for each gourd; exactly one cell is empty. A gourd at (u, v) and the empty cell E allow

* u and v both next to E: two pivots, to (E, v), which empties u, and to (u, E), which empties v;
* only v next to E: the slide or turn to (v, E), which empties u;
* only u next to E: the slide or turn to (E, u), which empties v.

**Moves can be taken back.** After a pivot to (E, v) the cells E and v are both next to u, so the pivot back to (u, v)
is legal; the other pivot likewise. After the move to (v, E) the empty cell is u; v is next to it and E is not, so the
gourd can go to (u, v). The case of (E, u) is the mirror image. So the configurations that one move leads to are also
those that lead there, and a plan read backward is a plan.

**The distance of a gourd alone.** The poses, joined where some empty cell lets a gourd go from one to the other, are an
undirected graph. Each move of a plan takes one gourd along one of its edges. So the distances of all gourds to
their poses in some configuration C, summed up, are at most the number of moves from here to C.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gourds.certificates.entries import RejectedError
from gourds.hexgrid import Cell

Ends = tuple[Cell, Cell]
Poses = tuple[int, ...]

FAR: Final = 1 << 40
"""The distance of poses that a gourd cannot take one after the other; no sum of others is as large."""

_STEPS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


@dataclass(frozen=True)
class Pair:
    """From where to where: the same gourds on the same board."""

    cells: tuple[Cell, ...]
    """The cells of the board."""
    ids: tuple[int, ...]
    """The numbers of the gourds, increasing."""
    start: tuple[Ends, ...]
    """The cells of end 0 and end 1 of each gourd at first."""
    target: tuple[Ends, ...]
    """The same at the end."""

    @cached_property
    def digest(self) -> str:
        """Names the pair: SHA-256 of the number of cells, the cells, and id, start and target of each gourd."""
        ordered = sorted(self.cells, key=_scan)
        numbers = [len(ordered), *(number for cell in ordered for number in cell)]
        for number, start, target in zip(self.ids, self.start, self.target, strict=True):
            numbers += [number, *start[0], *start[1], *target[0], *target[1]]
        return hashlib.sha256(b"".join(number.to_bytes(8, "little", signed=True) for number in numbers)).hexdigest()

    @cached_property
    def number(self) -> dict[Ends, int]:
        """The number of each pose: in scan order of the cell of end 0, then of end 1."""
        poses = ((u, v) for u in sorted(self.cells, key=_scan) for v in sorted(self.near[u], key=_scan))
        return {pose: k for k, pose in enumerate(poses)}

    @cached_property
    def near(self) -> dict[Cell, frozenset[Cell]]:
        """The neighbors of each cell on the board."""
        there = frozenset(self.cells)
        return {(q, r): frozenset((q + dq, r + dr) for dq, dr in _STEPS) & there for q, r in self.cells}

    @cached_property
    def moves(self) -> list[tuple[int, Cell, int]]:
        """Every move of a gourd that is alone: pose, empty cell, new pose; of two pivots that of end 0 first."""
        number, found = self.number, []
        for (u, v), pose in number.items():
            for empty in (self.near[u] | self.near[v]) - {u, v}:
                if empty in self.near[u] and empty in self.near[v]:
                    found += [(pose, empty, number[empty, v]), (pose, empty, number[u, empty])]
                elif empty in self.near[v]:
                    found.append((pose, empty, number[v, empty]))
                else:
                    found.append((pose, empty, number[empty, u]))
        return found

    def poses(self, ends: Iterable[Ends]) -> Poses:
        """The poses of a configuration. Rejects what is none."""
        listed = list(ends)
        covered = {cell for pair in listed for cell in pair}
        if len(listed) != len(self.ids) or any(pair not in self.number for pair in listed):
            raise RejectedError("a gourd does not lie on two adjacent cells of the board")
        if len(covered) != 2 * len(listed) or len(covered) + 1 != len(self.near):
            raise RejectedError("start and target must cover every cell but one, each once")
        return tuple(self.number[pair] for pair in listed)

    def distances(self, poses: Poses) -> NDArray[np.int64]:
        """For each gourd, how far it is from each pose to its own in ``poses`` when it is alone."""
        steps: list[set[int]] = [set() for _ in self.number]
        for pose, _, goal in self.moves:
            steps[pose].add(goal)
        table = np.full((len(poses), len(steps)), FAR, dtype=np.int64)
        for gourd, home in enumerate(poses):
            reached, layer, moves = {home}, {home}, 0
            while layer:
                table[gourd, [*layer]] = moves
                layer = {goal for pose in layer for goal in steps[pose]} - reached
                reached |= layer
                moves += 1
        return table


def _scan(cell: Cell) -> Cell:
    """What cells in scan order are sorted by."""
    return cell[1], cell[0]
