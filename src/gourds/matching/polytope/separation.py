"""Odd sets of cells that hold too much of a fractional solution.

A set S of cells, |S| odd, holds at most (|S| − 1)/2 gourds (Edmonds). Let a point satisfy the equations of all cells. Then
S holds too much iff x(edges that leave S) + z(S) < 1: iff S is a cut of less than 1 in the graph of the cells and one more
vertex, the *apex*, joined to every cell v by an edge of weight z_v.

1. Components of the edges above some thresholds that hold too much: quick, and mostly enough.
2. If there are none: a smallest odd cut is among the cuts of a cut tree (Padberg and Rao 1982), and so are many others.
   V − 1 flows; each is at most 1, so few paths are needed, mostly short ones. If this finds nothing, there is nothing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gourds.board import label_components
from gourds.compiled import compiled
from gourds.matching.polytope.cuts_kernel import cut_tree
from gourds.matching.polytope.model import Cells, IntArray, Program

Floats = NDArray[np.float64]
THRESHOLDS = (1e-6, 0.1, 0.2, 0.3, 0.4)
"""Edges above these form the components that are looked at."""
TOLERANCE = 1e-4
"""Differences below this may be due to floating point."""
COMPILED = 60
"""From so many cells on, the cut tree is worth a compiled kernel."""


def violated_odd_sets(program: Program, values: Floats) -> list[Cells]:
    """Odd sets that hold too much of the point with these values of the columns; none if there are none."""
    return heavy_components(program, values) or small_odd_cuts(program, values)


def heavy_components(program: Program, values: Floats) -> list[Cells]:
    """Components of the edges above a threshold that are odd and hold too much; no two share a cell."""
    size, x = program.board.size, values[: len(program.edges)]
    taken = np.zeros(size, dtype=np.bool_)
    found: list[Cells] = []
    for threshold in THRESHOLDS:
        labels = label_components(size, program.ends[x > threshold])
        sizes = np.bincount(labels)
        ends = labels[program.ends]
        inside = ends[:, 0] == ends[:, 1]
        excess = np.bincount(ends[inside, 0], x[inside], minlength=len(sizes)) - sizes // 2
        for k in np.flatnonzero((sizes % 2 == 1) & (excess > TOLERANCE)).tolist():
            cells = np.flatnonzero(labels == k)
            if not taken[cells].any():
                taken[cells] = True
                found.append(cells)
    return found


def small_odd_cuts(program: Program, values: Floats) -> list[Cells]:
    """The odd sets of a cut tree that are left by less than 1; a smallest one is among them."""
    parent, value = _tree(program, values)
    apex = program.board.size
    below: list[list[int]] = [[] for _ in range(apex + 1)]
    for vertex, above in enumerate(parent[:apex].tolist()):
        below[above].append(vertex)
    found: list[Cells] = []
    for vertex in np.flatnonzero(value[:apex] < 1 - TOLERANCE).tolist():
        members = [vertex]
        for member in members:
            members += below[member]
        if len(members) % 2:
            found.append(np.sort(np.array(members, dtype=np.int64)))
    return found


def _tree(program: Program, values: Floats) -> tuple[IntArray, Floats]:
    """The cut tree of the cells and the apex."""
    size, count = program.board.size, len(program.edges)
    used = np.flatnonzero(values[: count + len(program.spare)] > TOLERANCE / 100)
    pairs = np.concatenate((program.ends, np.stack((program.spare, np.full_like(program.spare, size)), axis=1)))[used]
    arcs = np.concatenate((pairs, pairs[:, ::-1]))
    order = np.argsort(arcs[:, 0], kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    back = place[(order + len(used)) % len(order)] if len(order) else order
    first = np.searchsorted(arcs[order, 0], np.arange(size + 2))
    weight = np.tile(values[used], 2)[order]
    parent, value = np.zeros(size + 1, dtype=np.int64), np.zeros(size + 1)
    run = compiled(cut_tree) if size >= COMPILED else cut_tree
    run(first, np.ascontiguousarray(arcs[order, 1]), back, weight, 1 - TOLERANCE, parent, value)
    return parent, value
