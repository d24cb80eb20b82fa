"""How far apart placements are at most, from few searches: bounds that prove God's number early.

For placements p and q let M(p, q) be the largest distance between a labeling of p and one of q that can reach each
other. Renaming gourds is an automorphism, so M(p, q) is the largest distance from *one* labeling of p to those of q;
moves can be taken back, so M(q, p) = M(p, q); and a symmetry f of the board gives M(f(p), f(q)) = M(p, q). God's number
is the largest of all M(p, q).

A search from p tells M(p, ·). It also bounds what was not searched. Let D be the distance of placements, numbers and
ends forgotten. A walk of D(p, q) moves takes a given labeling of q to *some* labeling of p, so

    M(q, t) ≤ D(p, q) + M(p, t)    for all placements q and t.

The largest M(p, t) that is known is a lower bound of God's number; the largest of all bounds is an upper bound. The
next search begins where the bounds leave most open: at the placement q with the largest bound of a pair (q, t), and of
those the one with most pairs above the lower bound. God's number is proved when the two bounds meet. At the latest they
do when all orbits of placements are searched, and then all distances are known too.

**Cost.** P² operations for each search and symmetry: milliseconds.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from gourds.reconfigure.gods_number.two_bits import Search
from gourds.reconfigure.spaces.placement_graph import PlacementGraph

APART: Final = 1 << 20
"""Stands for a distance that is not known or infinite."""

Matrix = NDArray[np.int32]


class Bounds:
    """What searches have shown about the distances of placements."""

    def __init__(self, graph: PlacementGraph) -> None:
        self.graph = graph
        count = len(graph.placements)
        self.steps = placement_distances(graph)
        self.is_searched = np.zeros(count, dtype=np.bool_)
        self.upper: Matrix = np.where(self.steps < APART, np.int32(APART), np.int32(-1)).astype(np.int32)
        """M(p, q) is at most this; −1 if the two cannot reach each other."""
        self.lowest = 0
        """God's number is at least this."""

    @property
    def highest(self) -> int:
        """God's number is at most this."""
        return int(self.upper.max(initial=0))

    @property
    def is_proved(self) -> bool:
        """True iff God's number is known."""
        return self.highest <= self.lowest

    @property
    def unsearched(self) -> NDArray[np.int64]:
        """The first placement of each orbit that is not searched."""
        orbits = self.graph.orbits
        return np.flatnonzero((orbits == np.arange(len(orbits))) & ~self.is_searched)

    def add(self, search: Search) -> None:
        """Use a finished search, and its images under the symmetries of the board."""
        self.lowest = max(self.lowest, search.depth)
        for image in self.graph.symmetries:
            here = int(image[search.placement])
            if self.is_searched[here]:
                continue
            self.is_searched[here] = True
            farthest = np.empty_like(search.farthest)
            farthest[image] = search.farthest
            bound = np.where(farthest >= 0, farthest, -APART)[None, :] + self.steps[here][:, None]
            bound = np.where(self.upper >= 0, bound, -1)
            np.minimum(self.upper, bound, out=self.upper)
            np.minimum(self.upper, bound.T, out=self.upper)

    def choose(self) -> int:
        """The placement to search next; some must be unsearched."""
        waiting = self.unsearched
        rows = self.upper[waiting]
        worst = rows.max(axis=1)
        open_pairs = (rows > self.lowest).sum(axis=1)
        return int(waiting[np.lexsort((waiting, -open_pairs, -worst))[0]])


def placement_distances(graph: PlacementGraph) -> Matrix:
    """The distances of all pairs of placements, numbers and ends of the gourds forgotten."""
    count = len(graph.placements)
    origin = np.repeat(np.arange(count), np.diff(graph.first))
    is_next = np.zeros((count, count), dtype=np.float32)
    is_next[origin, graph.goal] = 1
    steps = np.full((count, count), APART, dtype=np.int32)
    reached = np.eye(count, dtype=np.float32)
    for k in range(count):
        is_new = (reached > 0) & (steps == APART)
        if not is_new.any():
            break
        steps[is_new] = k
        reached = is_new.astype(np.float32) @ is_next
    return steps
