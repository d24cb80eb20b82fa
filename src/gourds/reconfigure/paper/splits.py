"""Splits of an odd cycle C at a degree-2 triangle, and the stations at which the two parts exchange gourds.

Let t = (a, b, v) be a triangle inside C with the edge ab on C and chords va and vb. From v on, C reads
v, …, a, b, …, back to v; let P₁ be the path from v to a, and P₂ the one from b to v.

*Even split:* P₁ and P₂ have an even number of cells. The cycles H₁ = P₁ + b and H₂ = a + P₂ are odd and share a, b, v.

*Odd split:* P₁ and P₂ have an odd number of cells; H₁ = P₁ and H₂ = P₂ are odd cycles that share v alone.

If the gourds are aligned with C and E is on v, which is called *home*, then they are aligned with H₁ and H₂. Nothing
lies inside H₁ and H₂, so both can be split further.

**Stations.** To exchange gourds, two odd cycles, the *tracks*, are needed that have an edge in common, and a cell for E
on both such that all gourds can be aligned with both tracks at once, one of them on the common edge. Moving the gourds
along one track, then along the other, brings any gourd from one side to the other. For an even split, H₁ and H₂ are
the tracks, ab is the common edge, E stays on v. For an odd split, one of the two is extended by two cells. Let
(b, v, x) be the triangle across bv, (a, v, y) the one across av, p the other neighbor of v on P₂, q that on P₁:

* A: vx is on C. The first track is H₁ with a–b–x–v in place of a–v. E is on b, the common edge is vx.
* B: bx is on C. The same track; E is on v, the common edge is bx.
* C: none of vx, bx, vy, ay is on C. A cell has at most four chords, so va, vb, vx, vy are all of them at v; they and
  vp, vq go in all six directions, and p and q are neighbors. The first track is H₁ with a–b–v–p–q in place of a–v–q. E
  is on b, the common edge is vp.
* A′, B′, C′: the mirror images. The second track is extended, by cells of P₁.

So an odd split always has a station. For B and B′ the empty cell stays at home; for the others it gets from home to the
station along the track that is not extended.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from gourds.hexgrid import IndexArray
from gourds.reconfigure.paper.rotation import Track
from gourds.reconfigure.paper.triangles import TriangleTree


@dataclass(frozen=True, eq=False)
class Split:
    """A degree-2 triangle t = (a, b, v) of a cycle."""

    tree: TriangleTree
    """The triangles inside the cycle."""
    triangle: int
    """The number of t."""
    apex: int
    """The position of v."""
    first_length: int
    """How many steps lead from v to a: the cells of P₁ without v."""

    @property
    def is_even(self) -> bool:
        """True iff P₁ and P₂ have an even number of cells."""
        return self.first_length % 2 == 1

    @property
    def sizes(self) -> tuple[int, int]:
        """The numbers of cells of H₁ and H₂."""
        more = 2 if self.is_even else 1
        return self.first_length + more, len(self.tree.cycle) - self.first_length - 1 + more

    @cached_property
    def cycle(self) -> IndexArray:
        """The cells of the cycle from v on."""
        return np.roll(self.tree.cycle, -self.apex)

    @property
    def home(self) -> int:
        """The cell v."""
        return int(self.cycle[0])

    @property
    def edge(self) -> tuple[int, int]:
        """The cells a and b."""
        return int(self.cycle[self.first_length]), int(self.cycle[self.first_length + 1])

    @property
    def parts(self) -> tuple[IndexArray, IndexArray]:
        """The cycles H₁ and H₂, both from v on in the direction of the whole."""
        more = int(self.is_even)
        first = self.cycle[: self.first_length + 1 + more]
        return first, np.concatenate((self.cycle[:1], self.cycle[self.first_length + 1 - more :]))

    def across(self, corner: int) -> int:
        """The third corner, a cell, of the triangle across the side of t opposite to one of its corners."""
        cells = self.tree.cycle[self.tree.corners[self.triangle]].tolist()
        beyond = self.tree.adjacent[self.triangle, cells.index(corner)]
        third: int = next(cell for cell in self.tree.cycle[self.tree.corners[beyond]].tolist() if cell not in cells)
        return third


@dataclass(frozen=True, eq=False)
class Station:
    """Where the two parts of a split exchange gourds."""

    kind: str
    """Which case it is: even, A, B, C, A', B' or C'."""
    tracks: tuple[Track, Track]
    """The cycles, one of them extended if the split is odd."""
    empty: int
    """Where E is."""
    common: frozenset[int]
    """The two cells of the common edge."""
    owner: int
    """The track, 0 or 1, that is not extended: the gourd on the common edge belongs to its part. −1: to either."""

    def tape(self, side: int, label: NDArray[np.int32]) -> NDArray[np.int32]:
        """The gourds along a track, in its direction, from the one on the common edge on."""
        cells = self.tracks[side].cells
        cells = np.roll(cells, -int(np.flatnonzero(cells == self.empty)[0]))[1::2]
        here = next(k for k, cell in enumerate(cells.tolist()) if cell in self.common)
        return np.roll(label[cells] >> 1, -here)


def find_splits(tree: TriangleTree) -> list[Split]:
    """Every split of the cycle, the most balanced first."""
    size = len(tree.cycle)
    nodes = np.flatnonzero(tree.degree == 2)
    opposite = np.argmin(tree.adjacent[nodes], axis=1)  # the side on the cycle is the one with −1 across
    apex = tree.corners[nodes, opposite]
    steps = (tree.corners[nodes] - apex[:, None]) % size
    steps[np.arange(len(nodes)), opposite] = size
    first = steps.min(axis=1)
    order = np.argsort(np.abs(2 * first + 1 - size), kind="stable")
    return [Split(tree, *row) for row in np.stack((nodes, apex, first), axis=1)[order].tolist()]


def find_stations(neighbors: IndexArray, split: Split) -> Iterator[Station]:
    """Every station of a split, those that E need not be moved to first; there is at least one."""
    v, (a, b), (first, second) = split.home, split.edge, split.parts
    if split.is_even:
        tracks = Track.build(neighbors, first), Track.build(neighbors, second)
        yield Station("even", tracks, v, frozenset((a, b)), -1)
        return
    # Read from v on against the direction of C, the mirror image is a split with a and b exchanged.
    found = [*_extensions(split, a, b, first, second), *_extensions(split, b, a, np.roll(second[::-1], 1), first)]
    found.sort(key=lambda one: one[2] != v)
    for kind, extended, empty, common in found:
        owner = 0 if kind.endswith("'") else 1
        cells = (extended, second) if owner else (first, np.roll(extended[::-1], 1))
        tracks = Track.build(neighbors, cells[0]), Track.build(neighbors, cells[1])
        yield Station(kind, tracks, empty, frozenset(common), owner)


def _extensions(
    split: Split, a: int, b: int, first: IndexArray, second: IndexArray
) -> Iterator[tuple[str, IndexArray, int, tuple[int, int]]]:
    """The extensions of v, q, …, a by two cells of the other part: kind, cells, place of E, common edge."""
    mark = "" if a == split.edge[0] else "'"
    v, x, y = split.home, split.across(a), split.across(b)
    q = int(first[1])
    beside_v, beside_b = (_other_neighbor(second, cell, away) for cell, away in ((v, b), (b, v)))
    along = np.append(first, np.array([b, x], dtype=np.int32))
    if x == beside_b:
        yield "B" + mark, along, v, (b, x)
    if x == beside_v:
        yield "A" + mark, along, b, (v, x)
    beside_a = _other_neighbor(first, a, v)
    if x not in (beside_b, beside_v) and y not in (beside_a, q):
        yield "C" + mark, np.concatenate(([v, beside_v], first[1:], [b])).astype(np.int32), b, (v, beside_v)


def _other_neighbor(cycle: IndexArray, cell: int, away: int) -> int:
    """The neighbor of a cell on a cycle that is not the given one."""
    k = int(np.flatnonzero(cycle == cell)[0])
    before, after = int(cycle[k - 1]), int(cycle[(k + 1) % len(cycle)])
    return before if after == away else after
