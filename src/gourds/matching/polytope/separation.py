"""Odd sets of cells that hold too much of a fractional solution.

A set S of cells, |S| odd, holds at most (|S| − 1)/2 gourds (Edmonds). Let a point satisfy the equations of all cells.
Then S holds too much iff x(edges that leave S) + z(S) < 1: iff S is a cut of less than 1 in the graph of the cells and
one more vertex, the *apex*, joined to every cell v by an edge of weight z_v.

1. Components of the edges above some thresholds that hold too much. O(M) for each threshold.
2. A smallest odd cut is among the cuts of a cut tree (Padberg and Rao 1982), and so are many other small ones. This
   needs up to M flows, where M counts the edges with a fraction of a gourd: where x_e = 1, both cells have no other
   edge and are in no small odd cut. At corners few edges are left, and the tree takes a millisecond. In the middle of a
   large polytope it is a matter of seconds: so there it is done only where most x are 0.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from gourds.board import label_components
from gourds.compiled import compiled, is_loaded, is_ready
from gourds.matching.polytope.cuts_kernel import cut_tree, named, push
from gourds.matching.polytope.model import Cells, IntArray, Program

Floats = NDArray[np.float64]
THRESHOLDS = (1e-6, *(k / 50 for k in range(1, 30)))
"""Edges above these form the components that are looked at."""
TOLERANCE = 1e-4
"""Differences below this may be due to floating point."""
SUPPORT = 1e-6
"""Values above this are positive."""
DENSE, TOO_DENSE = 0.7, 0.9
"""If more of the board's edges than this have a positive x, the cut tree waits until no components are found, or is
not made at all."""
MODEST = 600
"""On boards of up to this many cells it does not wait."""
COMPILED = 60
"""From this many cells on, the cut tree is worth a compiled kernel if that is on disk."""
LARGE = 300
"""With more cells than this it is worth to compile it: a tree takes up to two seconds in plain Python here."""
_HELPERS = (named, push)


def prepare(*, if_new: bool = False) -> None:
    """Compile the kernel, so that it does not count as solving; ``if_new``: leave it on disk if it is there."""
    if not (if_new and is_ready(cut_tree, _HELPERS)):
        first, turned = np.array([0, 1, 2]), np.array([1, 0])
        group, parent = np.zeros((2, 2), dtype=np.int64)
        compiled(cut_tree, _HELPERS)(first, turned, turned, np.ones(2), first[:1], 1 - TOLERANCE, group, parent)


def _kernel(size: int) -> Callable[..., None]:
    if is_loaded(cut_tree):
        return compiled(cut_tree, _HELPERS)
    if size < COMPILED or (size <= LARGE and not is_ready(cut_tree, _HELPERS)):
        return cut_tree
    return compiled(cut_tree, _HELPERS)


def violated_odd_sets(program: Program, values: Floats) -> list[Cells]:
    """Odd sets that hold too much of the point with these values of the columns.

    If one edge in ten has x = 0 and there is such a set, then at least one is found.
    """
    found = heavy_components(program, values)
    filled = np.count_nonzero(values[: len(program.edges)] > SUPPORT) / max(1, len(program.board.edges))
    if filled <= (DENSE if found and program.board.size > MODEST else TOO_DENSE):
        found += small_odd_cuts(program, values)
    return _distinct(found)


def _distinct(sets: list[Cells]) -> list[Cells]:
    return list({cells.tobytes(): cells for cells in sets}.values())


def heavy_components(program: Program, values: Floats) -> list[Cells]:
    """Components of the edges above a threshold that are odd and hold too much."""
    x = values[: len(program.edges)]
    found: list[Cells] = []
    for threshold in THRESHOLDS:
        labels = label_components(program.board.size, program.ends[x > threshold])
        sizes = np.bincount(labels)
        ends = labels[program.ends]
        inside = ends[:, 0] == ends[:, 1]
        excess = np.bincount(ends[inside, 0], x[inside], minlength=len(sizes)) - sizes // 2
        overfull = np.flatnonzero((sizes % 2 == 1) & (excess > TOLERANCE)).tolist()
        found += [np.flatnonzero(labels == k) for k in overfull]
    return _distinct(found)


def small_odd_cuts(program: Program, values: Floats) -> list[Cells]:
    """The odd sets of a cut tree that are left by less than 1; if there is any such set, at least one is found."""
    count = len(program.edges)
    used = np.flatnonzero((values[:count] > SUPPORT) & (values[:count] < 1 - SUPPORT))
    places, ends = np.unique(program.ends[used], return_inverse=True)
    position = np.full(program.board.size, -1)
    position[places] = np.arange(len(places))
    spare = np.flatnonzero((values[count : program.reach] > SUPPORT) & (position[program.spare] >= 0))
    apex = np.stack((position[program.spare[spare]], np.full(len(spare), len(places))), axis=1)
    weight = np.concatenate((values[used], values[count + spare]))
    group, parent = _tree(len(places), ends.reshape(-1, 2), apex, weight)
    root = int(group[len(places)])
    members: dict[int, list[int]] = {}
    below: dict[int, list[int]] = {}
    for cell, name in enumerate(group[:-1].tolist()):
        members.setdefault(name, []).append(cell)
    names = sorted(members.keys() - {root})
    for name in names:
        below.setdefault(int(parent[name]), []).append(name)
    found: list[Cells] = []
    for name in names:
        tree = [name]
        for lower in tree:
            tree += below.get(lower, [])
        cells = [cell for lower in tree for cell in members[lower]]
        if len(cells) % 2:
            found.append(places[np.sort(np.array(cells, dtype=np.int64))])
    return found


def _tree(size: int, edges: IntArray, apex: IntArray, weight: Floats) -> tuple[IntArray, IntArray]:
    """The cut tree of this many cells and the apex, which is the last vertex and in the root's group."""
    pairs = np.concatenate((edges, apex))
    arcs = np.concatenate((pairs, pairs[:, ::-1]))
    order = np.argsort(arcs[:, 0], kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    back = place[(order + len(pairs)) % max(1, len(order))]
    first = np.searchsorted(arcs[order, 0], np.arange(size + 2))
    tried = place[np.argsort(-weight[: len(edges)], kind="stable")]
    group, parent = np.zeros(size + 1, dtype=np.int64), np.zeros(size + 1, dtype=np.int64)
    run = _kernel(size)
    arc_weight = np.tile(weight, 2)[order]
    run(first, np.ascontiguousarray(arcs[order, 1]), back, arc_weight, tried, 1 - TOLERANCE, group, parent)
    return group, parent
