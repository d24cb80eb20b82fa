"""Places on a cycle H where the order of gourds along it can be changed: the substructures (i) and (ii) of the paper.

A *substructure* has a place for the empty cell E and one for a gourd, the one *in work*. The gourds along H, from that
one on, are g₀, g₁, …, g_{n−1}. A substructure can

* *turn* all by one: g₁ is in work, g₀ comes last (a lap on H);
* *pass* one by: g₀ stays in work, and g₁ comes last, so that g₀ moved on in the order by one;
* *reverse* g₀.

**A tail**, substructure (i), has consecutive cells a, b, c, d on H with a and d neighbors; E is on that of a and d
which is next to both b and c, and g₀ on bc. H without b and c is a cycle of the others: a lap on it passes one by.
Three pivots reverse g₀.

**A fork**, substructure (ii), has consecutive cells a, b, c, d, e with triangles abc, cde, ace. They hold E, g₀ and g₁,
which can be exchanged and reversed by a few moves on these five cells, found by search. To pass one by, exchange g₀ and
g₁, then turn.

Every cycle of five or more cells has a tail or a fork (the paper's Lemma *subconfig*, see :mod:`triangles`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gourds.errors import InternalError
from gourds.hexgrid import IndexArray
from gourds.reconfigure.paper.few_cells import shortest_walk
from gourds.reconfigure.paper.rotation import Track, Walker
from gourds.reconfigure.paper.triangles import TriangleTree, find_forks, find_tails


@dataclass(frozen=True, eq=False)
class Tail:
    """Substructure (i)."""

    track: Track
    """The cycle H."""
    detour: Track
    """H without b and c."""
    empty: int
    """The cell a or d."""
    place: tuple[int, int]
    """The cells b and c."""
    name: str = "tail"
    """Which substructure it is."""

    @classmethod
    def build(cls, neighbors: IndexArray, tree: TriangleTree, positions: NDArray[np.int32]) -> Tail:
        """The substructure at a row of :func:`~gourds.reconfigure.paper.triangles.find_tails`."""
        a, b, c, d = tree.cycle[positions].tolist()
        detour = Track.build(neighbors, np.delete(tree.cycle, positions[1:3]))
        return cls(Track.build(neighbors, tree.cycle), detour, a if c in neighbors[a] else d, (b, c))

    def turn(self, walker: Walker, count: int) -> None:
        """Turn by this many gourds, backward if negative: go laps on H."""
        walker.shift(self.track, count)

    def pass_by(self, walker: Walker, count: int) -> None:
        """Let this many gourds pass by, backward if negative: go laps on the detour."""
        walker.shift(self.detour, count)

    def reverse(self, walker: Walker) -> None:
        """Reverse the gourd in work by three pivots around the triangle that it makes with E."""
        b, c = self.place
        walker.label[[b, c]] = walker.label[[c, b]]
        walker.follow([b, c, self.empty])


@dataclass(frozen=True, eq=False)
class Fork:
    """Substructure (ii)."""

    track: Track
    """The cycle H."""
    cells: IndexArray
    """The cells a, b, c, d, e."""
    empty: int
    """The cell a, c or e."""
    exchange: list[int]
    """The cells that become empty in turn while the two gourds on the others are exchanged, not reversed."""
    reversal: list[int]
    """The same while the first one is reversed."""
    name: str = "fork"
    """Which substructure it is."""

    @classmethod
    def build(cls, neighbors: IndexArray, tree: TriangleTree, positions: NDArray[np.int32]) -> Fork:
        """The substructure at a row of :func:`~gourds.reconfigure.paper.triangles.find_forks`."""
        cells = tree.cycle[positions]
        track = Track.build(neighbors, tree.cycle)
        found = [cls._with_empty(neighbors, track, cells, k) for k in (0, 2, 4)]
        return min(found, key=lambda fork: len(fork.exchange))

    @classmethod
    def _with_empty(cls, neighbors: IndexArray, track: Track, cells: IndexArray, k: int) -> Fork:
        exchange, reversal = (
            shortest_walk(neighbors, cells.tolist(), [*ends[:k], -1, *ends[k:]], [*goal[:k], -1, *goal[k:]])
            for ends, goal in (([0, 1, 2, 3], [2, 3, 0, 1]), ([0, 1, 2, 3], [1, 0, 2, 3]))
        )
        return cls(track, cells, int(cells[k]), exchange, reversal)

    @property
    def place(self) -> tuple[int, int]:
        """The first two of the five cells that are not for E."""
        b, c = [cell for cell in self.cells.tolist() if cell != self.empty][:2]
        return b, c

    def turn(self, walker: Walker, count: int) -> None:
        """Turn by this many gourds, backward if negative: go laps on H."""
        walker.shift(self.track, count)

    def pass_by(self, walker: Walker, count: int) -> None:
        """Let this many gourds pass by, backward if negative: exchange the two and go a lap, time after time."""
        others = [cell for cell in self.cells.tolist() if cell != self.empty]
        for _ in range(abs(count)):
            if count < 0:
                walker.shift(self.track, -1)
            walker.label[others] = walker.label[others[2:] + others[:2]]
            walker.follow(self.exchange)
            if count > 0:
                walker.shift(self.track, 1)

    def reverse(self, walker: Walker) -> None:
        """Reverse the gourd in work, the first of the two."""
        b, c = self.place
        walker.label[[b, c]] = walker.label[[c, b]]
        walker.follow(self.reversal)


Substructure = Tail | Fork


def find_substructure(neighbors: IndexArray, tree: TriangleTree) -> Substructure:
    """A substructure of a cycle of five or more cells: the first tail, or the first fork if there is none."""
    for row in find_tails(tree):
        return Tail.build(neighbors, tree, row)
    for row in find_forks(tree):
        return Fork.build(neighbors, tree, row)
    raise InternalError("a cycle has neither of the two substructures")
