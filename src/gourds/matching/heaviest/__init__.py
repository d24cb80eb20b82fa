"""Perfect matchings of the largest weight, with the duals that prove it (Edmonds 1965).

``heaviest_matching`` gives both. By the duals, Σ p_v + Σ z_S·(|S| − 1)/2 is the weight of the matching, and no perfect
matching weighs more: for every edge uv, p_u + p_v plus the z of the sets around it is at least its weight, and at most
(|S| − 1)/2 edges of a matching lie in a set S of odd size. Everything is an integer.

**Cost.** Every vertex that is not matched at the start grows a tree, O(n) times at most; on boards most trees stay
small. Some 30 ms for a board of 5,000 cells, with weights of classes and a little noise.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gourds.compiled import compiled
from gourds.hexgrid import IndexArray
from gourds.matching.heaviest import kernel

IntArray = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Heaviest:
    """A perfect matching of the largest weight, and why none is heavier. Duals are doubled, to be integers."""

    mate: IndexArray
    """The partner of each vertex."""
    potentials: IntArray
    """2·p_v of each vertex."""
    above: IntArray
    """The nested sets of the duals: for each vertex, then each set, the set just around it, −1 if there is none."""
    duals: IntArray
    """In the same order: 2·z of each set, an even number; 0 for vertices."""
    sizes: IntArray
    """In the same order: how many vertices each set has."""

    @cached_property
    def sets(self) -> list[tuple[int, IntArray]]:
        """2·z_S > 0 and the vertices, ascending, of each odd set S. Nested sets can have many vertices in all."""
        size = len(self.mate)
        parts: dict[int, list[IntArray]] = {}
        for v in range(size):
            parts.setdefault(int(self.above[v]), []).append(np.array([v]))
        found = []
        for b in size + np.argsort(self.sizes[size:], kind="stable"):  # what is inside comes first
            if int(b) in parts:
                members = np.concatenate(parts[int(b)])
                parts.setdefault(int(self.above[b]), []).append(members)
                if self.duals[b]:
                    found.append((int(self.duals[b]), np.sort(members)))
        return found

    @cached_property
    def double_weight(self) -> int:
        """Twice the weight, as the duals have it."""
        return int(self.potentials.sum() + self.duals @ (self.sizes // 2))


def heaviest_matching(size: int, edges: NDArray[np.integer[Any]], weights: NDArray[np.integer[Any]]) -> Heaviest | None:
    """A perfect matching of the largest weight; None if there is no perfect matching.

    ``edges`` has shape (M, 2); weights are integers of any sign, below 2⁴⁰.

    >>> found = heaviest_matching(4, np.array([(0, 1), (1, 2), (2, 3), (3, 0)]), np.array([5, 1, 3, 9]))
    >>> found.mate.tolist(), found.double_weight
    ([3, 2, 1, 0], 20)
    """
    if size % 2:
        return None
    start, target, weight = _adjacent(size, edges, 2 * np.asarray(weights, dtype=np.int64))
    length = 2 * (len(weight) + 2 * size)
    while True:
        vert, node, work, memo = _arrays(size, start, weight, length)
        if compiled(kernel.match_all, kernel.HELPERS)(start, target, weight, vert, node, work, memo):
            duals = np.where(node[kernel.FIRST] >= 0, node[kernel.DUAL], 0)
            mate, potentials = vert[kernel.MATE].astype(np.int32), vert[kernel.POTENTIAL]
            return Heaviest(mate, potentials, node[kernel.ABOVE], duals, node[kernel.COUNT])
        if not memo[kernel.FULL]:
            return None
        length *= 4


def _arrays(size: int, start: IntArray, weight: IntArray, length: int) -> tuple[IntArray, IntArray, IntArray, IntArray]:
    """The kernel's arrays at the start: every vertex is exposed, with half of its largest weight as its potential."""
    nodes = size + size // 2
    vert = np.zeros((kernel.VERT, size), dtype=np.int64)
    vert[kernel.MATE] = -1
    vert[[kernel.GROUP, kernel.HOLDER]] = np.arange(size)
    largest = np.full(size, weight.min(initial=0), dtype=np.int64)
    np.maximum.at(largest, np.repeat(np.arange(size), np.diff(start)), weight)
    vert[kernel.POTENTIAL] = largest // 2
    node = np.full((kernel.NODE, nodes), -1, dtype=np.int64)
    node[kernel.BASE, :size] = np.arange(size)
    node[kernel.COUNT] = 1
    node[[kernel.LABEL, kernel.DUAL, kernel.MOMENT, kernel.STAMP]] = 0
    work = np.zeros((kernel.WORK, length), dtype=np.int64)
    work[kernel.SPARE, : size // 2] = np.arange(size, nodes)
    memo = np.zeros(kernel.MEMO, dtype=np.int64)
    memo[kernel.SPARE] = size // 2
    return vert, node, work, memo


def _adjacent(size: int, edges: NDArray[np.integer[Any]], weights: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """Where the edges at each vertex begin, where they lead, and their weights."""
    ends = np.concatenate((edges[:, 0], edges[:, 1])).astype(np.int64)
    others = np.concatenate((edges[:, 1], edges[:, 0])).astype(np.int64)
    order = np.argsort(ends, kind="stable")
    start = np.concatenate(([0], np.cumsum(np.bincount(ends, minlength=size)))).astype(np.int64)
    return start, others[order], np.concatenate((weights, weights))[order]


@cache
def prepare() -> None:
    """Compile the kernel, which takes some seconds once on a machine."""
    heaviest_matching(4, np.array([(0, 1), (1, 2), (2, 0), (0, 3)]), np.array([1, 1, 1, 1]))
