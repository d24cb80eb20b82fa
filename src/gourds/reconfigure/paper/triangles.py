"""The triangles inside a cycle of cells, and the tree that they form (T_H and G_{T_H} of the paper).

A simple cycle H of m cells is a simple polygon in the plane with the centers of its cells as corners. If no cell lies
strictly inside, the grid cuts it into m − 2 equilateral triangles (Pick), whose corners are all on H. Two triangles
with a common side are adjacent; every triangle has three sides, some of which are edges of H, and so the triangles
form a tree of maximum degree 3 (the paper's Lemma *tree*). H may be Hamiltonian, or any other cycle with nothing
inside, such as a part that a chord cuts off.

**Inside and outside.** The directions of the steps of H turn by +360° or −360° in all, which tells on which side the
inside is. At each cell of H the inside is then the sector from the direction of the next cell to that of the previous
one (or the reverse), and a triangle belongs to T_H iff it lies in the sector of one of its corners. Nothing else is
asked: cells of H that are neighbors *outside* of it make triangles of the board that are in no sector. All is done by
array operations, O(m).

**Sizes.** Corners are positions along H. A chord between positions p < q cuts off a cycle of q − p + 1 cells, and so
q − p − 1 triangles: the sizes of the parts of the tree are known from the corners alone.

**Substructures** (the paper's Lemma *subconfig*). If m ≥ 5, the tree has a *tail*, a leaf adjacent to a node of
degree 2, or a *fork*, a node of degree 3 adjacent to two leaves: a tree of T ≥ 2 nodes has two more leaves than nodes
of degree 3, so not every leaf can have such a node for itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gourds.errors import InputError, InternalError
from gourds.hexgrid import IndexArray


@dataclass(frozen=True, eq=False)
class TriangleTree:
    """The triangles inside a cycle H and their adjacency. Make one with :func:`triangle_tree`."""

    cycle: IndexArray
    """The cells of H in cyclic order, by index."""
    corners: IndexArray
    """Shape (T, 3): the corners of each triangle as positions along H, ascending."""
    adjacent: IndexArray
    """Shape (T, 3): the triangle across the side opposite to corner k, −1 if that side is an edge of H."""
    degree: IndexArray
    """How many triangles are adjacent to each one."""

    @property
    def size(self) -> int:
        """The number of triangles."""
        return len(self.corners)

    @property
    def leaves(self) -> IndexArray:
        """The triangles with two sides on H, ascending."""
        return np.flatnonzero(self.degree == 1).astype(np.int32)

    def cells(self) -> IndexArray:
        """Shape (T, 3): the corners of each triangle as cells."""
        return self.cycle[self.corners]


def triangle_tree(neighbors: IndexArray, cycle: IndexArray) -> TriangleTree:
    """The triangles inside a simple cycle of cells, given the neighbor table of the board.

    Raises InputError if the cycle is not a simple cycle of three or more cells, or if a cell lies strictly inside.
    """
    cycle = np.asarray(cycle, dtype=np.int32)
    size = len(cycle)
    steps = _directions(neighbors, cycle)
    inside = _sectors(steps)
    position = np.full(len(neighbors) + 1, -1, dtype=np.int32)  # the last entry answers for missing neighbors
    position[cycle] = np.arange(size, dtype=np.int32)
    around = position[neighbors[cycle]]
    if ((around < 0) & inside).any():  # strictly inside: the direction in which the inside begins leads along the cycle
        raise InputError("a cycle of cells must not have a cell or a hole inside")

    # Each triangle has one corner at which it is the sector 0 or 1; it is the sector d+2 and d+4 at the others.
    first, d = np.nonzero(inside[:, :2])
    second, third = around[first, d], around[first, d + 1]
    if len(first) != size - 2:
        raise InternalError(f"a cycle of {size} cells has {len(first)} triangles inside, not {size - 2}")
    number = np.full((size, 6), -1, dtype=np.int32)
    count = np.arange(len(first), dtype=np.int32)
    for corner, sector in ((first, d), (second, d + 2), (third, (d + 4) % 6)):
        number[corner, sector] = count
    corners = np.stack((first.astype(np.int32), second, third), axis=1)
    adjacent = np.stack((number[second, d + 1], number[first, d + 1], number[first, d - 1]), axis=1)
    order = np.argsort(corners, axis=1)
    corners, adjacent = np.take_along_axis(corners, order, axis=1), np.take_along_axis(adjacent, order, axis=1)
    return TriangleTree(cycle, corners, adjacent, (adjacent >= 0).sum(axis=1).astype(np.int32))


def _directions(neighbors: IndexArray, cycle: IndexArray) -> NDArray[np.int64]:
    """The direction of the step from each cell of a cycle to the next."""
    if len(cycle) < 3 or len(np.unique(cycle)) != len(cycle):
        raise InputError("a cycle of cells needs three or more, all different")
    leads = neighbors[cycle] == np.roll(cycle, -1)[:, None]
    if not leads.any(axis=1).all():
        raise InputError("consecutive cells of a cycle must be neighbors")
    steps: NDArray[np.int64] = leads.argmax(axis=1)
    return steps


def _sectors(steps: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Shape (m, 6): whether the sector between directions d and d+1 at each cell of a cycle is inside."""
    ahead, back = steps, (np.roll(steps, 1) + 3) % 6
    turned = int(((ahead - back) % 6 - 3).sum())  # back + 3 is straight on
    if abs(turned) != 6:
        raise InternalError(f"a cycle of cells turns by {60 * turned} degrees")
    start, stop = (ahead, back) if turned > 0 else (back, ahead)
    sectors: NDArray[np.bool_] = (np.arange(6) - start[:, None]) % 6 < ((stop - start) % 6)[:, None]
    return sectors


def find_tails(tree: TriangleTree) -> IndexArray:
    """Substructure (i), a leaf adjacent to a node of degree 2: shape (K, 4), sorted.

    Each row holds four consecutive positions a, b, c, d of H such that the cells at a and d are neighbors, so that H
    without b and c is a cycle too.
    """
    leaf, side = np.nonzero((tree.adjacent >= 0) & (tree.degree == 1)[:, None])
    beyond = tree.adjacent[leaf, side]
    leaf, side, beyond = (part[tree.degree[beyond] == 2] for part in (leaf, side, beyond))
    tip = tree.corners[leaf, side]  # opposite to the only side that is no edge of H
    # The node of degree 2 has a fourth corner, which follows or precedes the leaf.
    follows = (tree.corners[beyond] == ((tip + 2) % len(tree.cycle))[:, None]).any(axis=1)
    return _consecutive(tree, np.where(follows, tip - 1, tip - 2), 4)


def find_forks(tree: TriangleTree) -> IndexArray:
    """Substructure (ii), a node of degree 3 adjacent to two leaves: shape (K, 5), sorted.

    Each row holds five consecutive positions a, b, c, d, e of H such that abc and cde are the leaves, ace the node.
    """
    is_leaf = tree.degree[tree.adjacent] == 1  # asked only of nodes of degree 3, which lack no neighbor
    twins = np.roll(is_leaf, 1, axis=1) & np.roll(is_leaf, -1, axis=1) & (tree.degree == 3)[:, None]
    node, corner = np.nonzero(twins)
    return _consecutive(tree, tree.corners[node, corner] - 2, 5)


def _consecutive(tree: TriangleTree, starts: IndexArray, count: int) -> IndexArray:
    """Rows of ``count`` consecutive positions along the cycle, sorted by where they start."""
    rows = np.sort(starts % len(tree.cycle))[:, None] + np.arange(count)
    return (rows % len(tree.cycle)).astype(np.int32)
