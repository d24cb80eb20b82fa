"""A cut tree of a graph in which no vertex has edges of more than 1 in all (Gomory and Hu, the way of Gusfield).

Plain Python over arrays; numba compiles it, see :mod:`gourds.compiled`.
"""

from __future__ import annotations

from numpy.typing import NDArray
import numpy as np

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def cut_tree(first: Ints, other: Ints, back: Ints, weight: Floats, enough: float, parent: Ints, value: Floats) -> None:
    """Fill ``parent`` and ``value``: what is below a vertex is a smallest cut between it and its parent.

    The arcs of vertex v are ``first[v]`` to ``first[v + 1]``; arc a leads to ``other[a]``, ``back[a]`` is the arc in
    the other direction. The last vertex is the root. A flow of ``enough`` or more is not improved: the vertex alone is
    taken for the cut then. Augmenting paths are found by breadth-first search; n − 1 flows of at most 1 each.
    """
    size = len(first) - 1
    room = weight.copy()
    came = np.empty(size, dtype=np.int64)
    queue = np.empty(size, dtype=np.int64)
    parent[:] = size - 1
    value[:] = 0.0
    for source in range(size - 1):
        target = parent[source]
        room[:] = weight
        flow = 0.0
        while True:
            came[:] = -1
            came[source] = len(other)
            queue[0] = source
            head, tail = 0, 1
            while head < tail and came[target] < 0:
                here = queue[head]
                head += 1
                for arc in range(first[here], first[here + 1]):
                    there = other[arc]
                    if came[there] < 0 and room[arc] > 1e-9:
                        came[there] = arc
                        queue[tail] = there
                        tail += 1
            if came[target] < 0:
                break
            step = 2.0
            here = target
            while here != source:
                step = min(step, room[came[here]])
                here = other[back[came[here]]]
            here = target
            while here != source:
                room[came[here]] -= step
                room[back[came[here]]] += step
                here = other[back[came[here]]]
            flow += step
            if flow >= enough:
                break
        value[source] = flow
        if flow >= enough:
            continue  # the source alone is the cut: nothing else hangs on it
        for vertex in range(size - 1):
            if vertex != source and came[vertex] >= 0 and parent[vertex] == target:
                parent[vertex] = source
        if target != size - 1 and came[parent[target]] >= 0:
            parent[source] = parent[target]
            parent[target] = source
            value[source] = value[target]
            value[target] = flow
