"""Matchings of maximum size in any graph, tuned for board graphs, and proofs that they are of maximum size.

Three stages, each on what the one before left over:

1. *Rows.* In a board in scan order the cells of one row have consecutive indices, so the edges (i, i+1) form paths.
   They are paired alternately by array operations (:func:`paired_along_rows`).
2. *Karp–Sipser* on the vertices still exposed: match a vertex of degree one with its neighbor if there is one (some
   maximum matching does), else any vertex with a neighbor of least degree.
3. *Augmenting searches* (Edmonds) from the vertices still exposed: :class:`AlternatingSearch`.

**Correct**, whatever the first two stages do: a matching is of maximum size iff no augmenting path exists (Berge), and
a search that fails proves that none starts at its root. Its tree stays marked and is never entered again: an edge
from an outer vertex of it leads into its own blossom or to an inner vertex of it or of an earlier tree, so that a later
path that entered it could not come out again. At the end the inner vertices of all trees are the set A(G) of
Gallai and Edmonds: :func:`tutte_berge_barrier` returns it, and :func:`is_maximum_witness` checks the proof, which
shares no code with the search.

**Cost.** The searches that fail take O(m·log n) together. Each one that succeeds costs as much as the tree that it
grew, at most O(m·log n), and on boards it mostly stays among a few dozen cells. A search is saved where a component
holds only one exposed vertex. Memory is O(n + m).
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable
from itertools import chain
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.board import label_components
from gourds.errors import InputError
from gourds.hexgrid import IndexArray

EdgeArray = NDArray[np.integer[Any]]

UNSEEN: Final = 0
OUTER: Final = 1
"""Reached from the root by an alternating path of even length, so that the path can go on along any edge."""
INNER: Final = 2
"""Reached by odd paths only, so far: the path goes on along the matching edge."""


def maximum_matching(
    size: int,
    edges: EdgeArray,
    *,
    rng: random.Random | None = None,
    start: NDArray[np.integer[Any]] | None = None,
) -> IndexArray:
    """The partner of each vertex in a matching of maximum size, −1 for an exposed vertex.

    ``edges`` has shape (M, 2); loops and repeated edges do no harm. With ``rng`` the matching is a random one (of no
    particular distribution), drawn with ``rng.random()`` only, so that a seed gives the same one everywhere. ``start``
    is a matching to begin with; its vertices stay matched, though maybe with other partners.

    >>> maximum_matching(4, np.array([(0, 1), (1, 2), (1, 3)])).tolist()
    [1, 0, -1, -1]
    """
    edges = without_loops(size, edges)
    begun = np.full(size, -1, dtype=np.int32) if start is None else checked_matching(size, edges, start)
    order: Iterable[int] = range(size)
    if rng is None:
        begun = paired_along_rows(size, edges, begun)
    else:
        edges = edges[_shuffled(len(edges), rng)]
        order = _shuffled(size, rng).tolist()
    mate: list[int] = begun.tolist()
    _match_greedily(size, edges, mate, order)
    _augment(size, edges, mate, order)
    return np.array(mate, dtype=np.int32)


def paired_along_rows(size: int, edges: EdgeArray, start: NDArray[np.integer[Any]] | None = None) -> IndexArray:
    """A matching of edges (i, i+1), alternately along each path of such edges whose ends are exposed in ``start``.

    >>> paired_along_rows(6, np.array([(0, 1), (1, 2), (3, 4), (4, 5), (0, 5)])).tolist()
    [1, 0, -1, 4, 3, -1]
    """
    mate = np.full(size, -1, dtype=np.int32) if start is None else start.astype(np.int32)
    low, high = edges.min(axis=1), edges.max(axis=1)
    low = low[(high == low + 1) & (mate[low] < 0) & (mate[high] < 0)]
    linked = np.zeros(size + 1, dtype=bool)
    linked[low + 1] = True  # to the vertex before
    here = np.arange(size)
    first = np.maximum.accumulate(np.where(linked[:-1], 0, here))
    pairs = np.flatnonzero(linked[1:] & ((here - first) % 2 == 0))
    mate[pairs] = pairs + 1
    mate[pairs + 1] = pairs
    return mate


class AlternatingSearch:
    """Breadth-first search for augmenting paths, with blossoms as sets of a union-find structure.

    ``base`` leads from an outer vertex to the base of its blossom. An inner vertex that a blossom swallows becomes
    outer; its even path goes down to the edge that closed the blossom, its *bridge*, and up on the other side.
    All arrays are made once and reset only where a search was.
    """

    def __init__(self, size: int, edges: EdgeArray, mate: list[int]) -> None:
        """Search the graph of the edges (no loops). ``mate`` is shared with the caller and changed in place."""
        self.mate = mate
        self._first, self._flat = adjacency(size, edges)
        self._last = self._first[1:]
        self.label = [UNSEEN] * size
        self._base = list(range(size))
        self._parent = [-1] * size
        self._stamps = [0] * size
        self._stamp = 0
        self._bridges: dict[int, tuple[int, int]] = {}
        self.reached: list[int] = []
        """The outer vertices of the last search."""
        self.complete = False
        """True iff the last search ended because no edge led on."""

    def neighbors(self, v: int) -> list[int]:
        """The neighbors of a vertex, without those removed."""
        return self._flat[self._first[v] : self._last[v]]

    def remove(self, v: int, gone: Collection[int]) -> None:
        """Take some vertices off the neighbors of ``v``; the caller does the same on the other side."""
        kept = [w for w in self.neighbors(v) if w not in gone]
        self._last[v] = self._first[v] + len(kept)
        self._flat[self._first[v] : self._last[v]] = kept

    def grow(self, root: int, targets: Collection[int] = (), limit: int | None = None) -> tuple[int, int] | None:
        """Grow a tree from an exposed vertex until an edge leads to another one; return that edge, outer end first.

        Without such an edge the search ends when the tree is complete, or when all the ``targets`` turned out to be
        outer vertices, or when there are more outer vertices than the limit. The labels stay until :meth:`forget`.
        """
        mate, label, base, parent = self.mate, self.label, self._base, self._parent
        flat, first, last = self._flat, self._first, self._last
        self._bridges.clear()
        label[root] = OUTER
        self.reached = queue = [root]
        self.complete = False
        missing = set(targets)
        most = len(label) if limit is None else limit
        for v in queue:
            if v in missing:
                missing.remove(v)
                if not missing:
                    return None
            if len(queue) > most:
                return None
            for w in flat[first[v] : last[v]]:
                if not label[w]:
                    partner = mate[w]
                    if partner < 0:
                        return v, w
                    label[w] = INNER
                    parent[w] = v
                    label[partner] = OUTER
                    queue.append(partner)
                elif label[w] == OUTER and base[v] != base[w]:
                    self._contract(v, w)
        self.complete = True
        return None

    def forget(self) -> None:
        """Take back the labels of the last search; to be called before the matching is changed."""
        label, base, mate = self.label, self._base, self.mate
        for v in self.reached:
            label[v] = UNSEEN
            base[v] = v
            w = mate[v]
            if w >= 0:
                label[w] = UNSEEN
                base[w] = w

    def path_edges(self, v: int) -> list[tuple[int, int]]:
        """The edges outside the matching on the even alternating path from the root of the last search to ``v``."""
        mate, parent, bridges, root = self.mate, self._parent, self._bridges, self.reached[0]
        edges = []
        parts = [(v, root)]
        while parts:
            x, stop = parts.pop()
            while x != stop:
                partner = mate[x]
                if x in bridges:
                    here, there = edge = bridges[x]
                    parts.append((here, partner))
                    x = there
                else:
                    x = parent[partner]
                    edge = (partner, x)
                edges.append(edge)
        return edges

    def augment(self, edge: tuple[int, int]) -> None:
        """Change the matching along the path that ends with the edge found by :meth:`grow`, and forget the search."""
        edges = [edge, *self.path_edges(edge[0])]
        self.forget()
        for a, b in edges:
            self.mate[a] = b
            self.mate[b] = a

    def _find(self, v: int) -> int:
        base = self._base
        while base[v] != v:
            base[v] = v = base[base[v]]
        return v

    def _contract(self, v: int, w: int) -> None:
        """Make one blossom of all that lies between two outer vertices that an edge joins."""
        mate, parent, find, stamps = self.mate, self._parent, self._find, self._stamps
        x, y = find(v), find(w)
        if x == y:
            return
        self._stamp = stamp = self._stamp + 1
        while stamps[x] != stamp:
            stamps[x] = stamp
            if mate[x] < 0:  # the root, which the other side has yet to meet
                x, y = y, x
                while stamps[x] != stamp:
                    stamps[x] = stamp
                    x = find(parent[mate[x]])
                break
            x, y = y, find(parent[mate[x]])
        top, base, label = x, self._base, self.label
        for here, there in ((v, w), (w, v)):
            x = find(here)
            while x != top:
                partner = mate[x]
                self._bridges[partner] = (here, there)
                label[partner] = OUTER
                self.reached.append(partner)
                base[x] = base[partner] = top
                x = find(parent[partner])


def tutte_berge_barrier(size: int, edges: EdgeArray, mate: NDArray[np.integer[Any]]) -> list[int]:
    """A set S of vertices that proves that a matching is of maximum size; raises InputError if it is not.

    G − S has as many more components of odd size than S has vertices as the matching leaves vertices exposed. Each
    of these components holds an exposed vertex or is matched into S, so no matching leaves fewer exposed. The set is
    the A(G) of Gallai and Edmonds, the same for all matchings of maximum size.

    >>> edges = np.array([(0, 1), (1, 2), (1, 3)])
    >>> tutte_berge_barrier(4, edges, maximum_matching(4, edges))
    [1]
    """
    edges = without_loops(size, edges)
    search = AlternatingSearch(size, edges, checked_matching(size, edges, mate).tolist())
    for root in np.flatnonzero(np.asarray(mate) < 0).tolist():
        if search.label[root] or search.grow(root):
            raise InputError("the matching is not of maximum size")
    return [v for v, label in enumerate(search.label) if label == INNER]


def is_maximum_witness(size: int, edges: EdgeArray, mate: NDArray[np.integer[Any]], barrier: Iterable[int]) -> bool:
    """True iff ``mate`` is a matching and ``barrier`` proves that none is larger, by Tutte's and Berge's count."""
    edges = without_loops(size, edges)
    exposed = int((checked_matching(size, edges, mate) < 0).sum())
    kept = np.ones(size, dtype=bool)
    kept[list(barrier)] = False
    sizes = np.bincount(label_components(size, edges[kept[edges].all(axis=1)])[kept], minlength=1)
    return int((sizes % 2).sum()) - int((~kept).sum()) == exposed


def adjacency(size: int, edges: EdgeArray) -> tuple[list[int], list[int]]:
    """Lists ``first`` and ``flat``: the neighbors of v are ``flat[first[v]:first[v + 1]]``, in the order of edges."""
    ends = np.concatenate((edges[:, 0], edges[:, 1]))
    others = np.concatenate((edges[:, 1], edges[:, 0]))
    first = np.zeros(size + 1, dtype=np.int64)
    np.cumsum(np.bincount(ends, minlength=size), out=first[1:])
    return first.tolist(), others[np.argsort(ends, kind="stable")].tolist()


def checked_matching(size: int, edges: EdgeArray, mate: NDArray[np.integer[Any]]) -> IndexArray:
    """The matching, copied; raises InputError if it is not one of the graph."""
    matching = np.maximum(np.asarray(mate, dtype=np.int32), -1)
    covered = np.flatnonzero(matching >= 0)
    partners = matching[covered]
    if matching.shape != (size,) or (partners >= size).any() or (matching[partners] != covered).any():
        raise InputError("not a matching: the partner of a vertex's partner is not that vertex")
    used = matching[edges[:, 0]] == edges[:, 1]
    if len(np.unique(edges[used])) != len(covered):
        raise InputError("not a matching of this graph: it pairs two vertices that no edge joins")
    return matching


def without_loops(size: int, edges: EdgeArray) -> NDArray[np.int64]:
    """The edges as an (M, 2) array of 64-bit integers, checked, without loops."""
    if edges.size and (edges.min() < 0 or edges.max() >= size):
        raise InputError(f"the vertices of edges must be from 0 to {size - 1}")
    pairs: NDArray[np.int64] = np.asarray(edges, dtype=np.int64).reshape(-1, 2)
    proper: NDArray[np.int64] = pairs[pairs[:, 0] != pairs[:, 1]]
    return proper


def _shuffled(count: int, rng: random.Random) -> NDArray[np.intp]:
    """A random order of 0, …, count − 1."""
    draw = rng.random
    return np.argsort([draw() for _ in range(count)], kind="stable")


def _match_greedily(size: int, edges: EdgeArray, mate: list[int], order: Iterable[int]) -> None:
    """Karp–Sipser on the exposed vertices. Where there is a choice, ``order`` and the order of edges decide."""
    exposed = np.array(mate, dtype=np.int64) < 0
    edges = edges[exposed[edges].all(axis=1)]
    if not len(edges):
        return
    first, flat = adjacency(size, edges)
    degree = np.diff(first).tolist()
    seeds = [v for v in order if degree[v]]
    for seed in chain([v for v in seeds if degree[v] == 1], seeds):
        todo = [seed]  # and then all vertices that come down to degree one
        while todo:
            v = todo.pop()
            if mate[v] >= 0 or not degree[v]:
                continue
            near = [w for w in flat[first[v] : first[v + 1]] if mate[w] < 0]
            best = min(near, key=degree.__getitem__) if len(near) > 1 else near[0]
            mate[v], mate[best] = best, v
            near += flat[first[best] : first[best + 1]]
            for w in near:
                if mate[w] < 0:
                    degree[w] -= 1
                    if degree[w] == 1:
                        todo.append(w)


def _augment(size: int, edges: EdgeArray, mate: list[int], order: Iterable[int]) -> None:
    """Searches from the exposed vertices, in the given order, until none has an augmenting path."""
    if mate.count(-1) < 2:
        return
    component = label_components(size, edges)
    exposed = [v for v in order if mate[v] < 0]
    left = np.bincount(component[exposed], minlength=1)
    exposed = [v for v in exposed if left[component[v]] > 1]
    if not exposed:
        return
    search = AlternatingSearch(size, edges, mate)
    for root in exposed:
        part = component[root]
        if mate[root] >= 0 or left[part] < 2:
            continue
        edge = search.grow(root)
        left[part] -= 1
        if edge is not None:
            left[part] -= 1
            search.augment(edge)
