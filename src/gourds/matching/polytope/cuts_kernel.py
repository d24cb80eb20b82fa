"""Small cuts of a graph: a tree of groups of vertices (Gomory and Hu 1961, as Gusfield 1990 does it).

Plain Python over arrays; numba compiles it, see :mod:`gourds.compiled`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def cut_tree(
    first: Ints, other: Ints, back: Ints, weight: Floats, order: Ints, enough: float, group: Ints, parent: Ints
) -> None:
    """Fill ``group`` and ``parent``: what is below a group is a smallest cut between it and its parent.

    The arcs of vertex v are ``first[v]`` to ``first[v + 1]``; arc a leads to ``other[a]``, and ``back[a]`` is the arc
    in the other direction. Only cuts of less than ``enough`` matter. A flow of ``enough`` between two vertices shows
    that no such cut separates them: then they are in one group, named by one of its vertices. ``parent`` is the name of
    another group; the root is the group of the last vertex.

    1. Flows along the arcs in ``order``, from neighbor to neighbor, make groups. Where a flow fails, the arcs across
       its cut would fail too, and are passed over.
    2. Flows between the groups that are left make the tree, and join groups.
    """
    size = len(first) - 1
    room = weight.copy()
    level, queue, arc = np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int64)
    path = np.empty(size + 1, dtype=np.int64)
    group[:] = np.arange(size)
    is_cut = np.zeros(len(other), dtype=np.bool_)
    for a in order:
        v, w = other[back[a]], other[a]
        source, target = named(group, v), named(group, w)
        if source != target and not is_cut[a]:
            room[:] = weight
            if push(first, other, back, room, level, queue, path, arc, v, w, enough) >= enough:
                group[source] = target
            else:
                for b in range(len(other)):
                    if (level[other[b]] >= 0) != (level[other[back[b]]] >= 0):
                        is_cut[b] = True
    for vertex in range(size):
        group[vertex] = named(group, vertex)
    root = group[size - 1]
    parent[:] = root
    is_far = np.zeros(size, dtype=np.bool_)
    for source in range(size):
        if group[source] != source or source == root:
            continue
        target = parent[source]
        room[:] = weight
        if push(first, other, back, room, level, queue, path, arc, source, target, enough) >= enough:
            is_far[source] = True
            continue
        for vertex in range(size):
            if group[vertex] == vertex and vertex != source and level[vertex] >= 0 and parent[vertex] == target:
                parent[vertex] = source
        if target != root and level[parent[target]] >= 0:
            parent[source] = parent[target]
            parent[target] = source
    for vertex in range(size):
        if is_far[vertex]:
            group[vertex] = parent[vertex]
    for vertex in range(size):
        group[vertex] = named(group, vertex)


def named(group: Ints, vertex: int) -> int:
    """The vertex that names the group of a vertex."""
    while group[vertex] != vertex:
        group[vertex] = group[group[vertex]]
        vertex = group[vertex]
    return vertex


def push(
    first: Ints,
    other: Ints,
    back: Ints,
    room: Floats,
    level: Ints,
    queue: Ints,
    path: Ints,
    arc: Ints,
    source: int,
    target: int,
    enough: float,
) -> float:
    """A largest flow by the method of Dinic, or one of ``enough``; ``room`` is what it leaves.

    If the flow is less than enough, ``level`` is −1 beyond a smallest cut and nowhere else.
    """
    flow = 0.0
    while True:
        level[:] = -1
        level[source] = 0
        queue[0] = source
        head, tail = 0, 1
        while head < tail and level[target] < 0:
            here = queue[head]
            head += 1
            for a in range(first[here], first[here + 1]):
                if level[other[a]] < 0 and room[a] > 1e-9:
                    level[other[a]] = level[here] + 1
                    queue[tail] = other[a]
                    tail += 1
        if level[target] < 0:
            return flow
        for k in range(tail):
            arc[queue[k]] = first[queue[k]]
        # Along paths from level to level until none is left; an arc that leads nowhere is not tried again.
        here, length = source, 0
        while True:
            if here == target:
                step = 2.0
                for k in range(length):
                    step = min(step, room[path[k]])
                for k in range(length):
                    room[path[k]] -= step
                    room[back[path[k]]] += step
                flow += step
                if flow >= enough:
                    return flow
                here, length = source, 0
            elif arc[here] < first[here + 1]:
                a = arc[here]
                if room[a] > 1e-9 and level[other[a]] == level[here] + 1:
                    path[length] = a
                    length += 1
                    here = other[a]
                else:
                    arc[here] += 1
            elif here == source:
                break
            else:
                length -= 1
                here = other[back[path[length]]]
                arc[here] += 1
