"""Runs of degree-3 nodes in the tree of triangles, and the local change that breaks the long ones.

The quadratic algorithm splits a cycle H at a degree-2 node of its tree. A balanced split exists if no path of seven
degree-3 nodes is in the tree (the paper's Lemma *balanced-split*), and H can be changed so that none is (Lemma
*seven_or_more*).

**The change.** A path of four or more degree-3 nodes is zig-zag: its triangles form a straight strip between two rows
of cells, since otherwise five chords of H would meet at a cell, and a cell of H has two edges on H and so at
most four chords. Let r₁, …, r₇ be degree-3 nodes on a path, and let r₃ = (B₁, B₂, ·), r₅ = (B₂, B₃, ·) have their
outer sides B₁B₂ and B₂B₃ on the same row. As r₁, …, r₇ have degree 3, four chords meet at each of B₁, B₂ and B₃
already, those within the strip and those along the row. So the triangles B₁Y₁B₂ and B₂Y₂B₃ beyond r₃ and r₅ have no
further chords: they are leaves, and H runs B₁–Y₁–B₂–Y₂–B₃. (The same holds for r₄. The paper says it of r₂ and r₆
too, but a chord more may end at the outer corner of those.) The cells Y₁ and Y₂ are neighbors, both next to B₂, so H
may as well run B₁–Y₁–Y₂–B₂–B₃: the cells B₂ and Y₂ change places.

**What it does to the tree.** The leaf B₂Y₂B₃ goes, r₅ has degree 2 now; the new leaf Y₁Y₂B₂ hangs on B₁Y₁B₂, which
has degree 2 now. So there are one degree-3 node and one leaf less, and two more nodes of degree 2, as in the paper.
No node gets degree 3, so the changes come to an end after at most as many as there were such nodes.

**Cost.** In each round, every component of degree-3 nodes has its longest path broken at its 5th, 10th, … node, as
long as two more follow; these changes touch different cells. A component is little else than that path, so a few
rounds of O(m) do.
"""

from __future__ import annotations

import numpy as np

from gourds.board import Board
from gourds.errors import InternalError
from gourds.hexgrid import IndexArray
from gourds.reconfigure.paper.triangles import TriangleTree, triangle_tree

LONG_RUN = 7
"""As many degree-3 nodes on a path are too many."""


def longest_run(tree: TriangleTree) -> list[int]:
    """The triangles of degree 3 on a longest path of such, in order; empty if there are none."""
    return max(_run_of_each_component(tree), key=len, default=[])


def break_runs(board: Board, cycle: IndexArray) -> IndexArray:
    """A cycle through the same cells in whose tree of triangles no path of seven degree-3 nodes is left."""
    cycle = np.array(cycle, dtype=np.int32)
    while True:
        tree = triangle_tree(board.neighbors, cycle)
        long = [run for run in _run_of_each_component(tree) if len(run) >= LONG_RUN]
        if not long:
            return cycle
        for run in long:
            for k in range(4, len(run) - 2, 5):
                _break_at(tree, cycle, run[k - 2], run[k])


def _break_at(tree: TriangleTree, cycle: IndexArray, third: int, fifth: int) -> None:
    """Let the shared corner of the leaves at r₃ and r₅ change places with the tip of the leaf at r₅."""
    leaves = [[near for near in tree.adjacent[node].tolist() if tree.degree[near] == 1] for node in (third, fifth)]
    if [len(found) for found in leaves] != [1, 1]:
        raise InternalError("a run of seven degree-3 nodes lacks the leaves beside its middle")
    first, second = (set(tree.corners[found[0]].tolist()) for found in leaves)
    shared, tip = first & second, second - set(tree.corners[fifth].tolist())
    if len(shared) != 1 or len(tip) != 1:
        raise InternalError("the leaves beside the middle of a run of degree-3 nodes lie apart")
    here, there = shared.pop(), tip.pop()
    cycle[[here, there]] = cycle[[there, here]]


def _run_of_each_component(tree: TriangleTree) -> list[list[int]]:
    """A longest path in every component of the forest of degree-3 nodes, by two searches from end to end."""
    branching = (tree.degree == 3).tolist()
    near = tree.adjacent.tolist()
    seen = [False] * tree.size
    runs = []
    for node in range(tree.size):
        if branching[node] and not seen[node]:
            component = _farthest_path(near, branching, node, seen)
            runs.append(_farthest_path(near, branching, component[-1], None))
    return runs


def _farthest_path(near: list[list[int]], branching: list[bool], start: int, seen: list[bool] | None) -> list[int]:
    """The path of degree-3 nodes from ``start`` to one that is farthest from it; marks the component in ``seen``."""
    came_from = {start: -1}
    order = [start]
    for node in order:  # breadth first: the last one is farthest
        if seen is not None:
            seen[node] = True
        for other in near[node]:
            if other >= 0 and branching[other] and other != came_from[node]:
                came_from[other] = node
                order.append(other)
    path = [order[-1]]
    while came_from[path[-1]] >= 0:
        path.append(came_from[path[-1]])
    return path[::-1]
