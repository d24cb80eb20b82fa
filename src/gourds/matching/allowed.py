"""Which edges of a graph lie in perfect matchings.

Let M be a perfect matching and vw an edge outside of it. Some perfect matching holds vw iff G − v − w has one, that
is, iff in G − v, where M exposes only the partner u of v, an even alternating path leads from u to w: iff w is an
outer vertex of the search from u in G − v. One search decides all edges at v, and it ends as soon as all neighbors in
question are known to be outer, mostly after a few steps. The even paths it finds lie on alternating cycles through v,
so all edges on them are allowed too.

A search that runs to its end gives more: v with the inner vertices of the tree is a *barrier* B, as the outer
vertices form |B| odd components of G − B, each matched into B by every perfect matching. So no edge from B to B or to a
vertex outside of the tree is allowed. All these edges are removed, which cuts the graph into smaller parts for the
searches to come, and changes no perfect matching.

Such a search can run through the whole graph. A search from u in G − v − w decides the edge vw alone, but where vw is
not allowed it may be stuck in a small part; its inner vertices with v and w are a barrier too. So the searches of both
kinds go in rounds that stop at trees of growing size, and the cuts of one round keep those of the next short.

Cost: at most n searches of O(m·log n) each in the last round; on boards nearly all searches are short.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.errors import InputError
from gourds.matching.maximum import INNER, OUTER, UNSEEN, AlternatingSearch, EdgeArray, checked_matching, without_loops

LIMITS: Final = (40, 400, 4000)
"""The sizes of trees at which searches give up, in rounds, before the last one without a limit."""


def edges_in_some_perfect_matching(size: int, edges: EdgeArray, mate: NDArray[np.integer[Any]]) -> NDArray[np.bool_]:
    """Which of the edges lie in at least one perfect matching; ``mate`` is any perfect matching of the graph.

    >>> square_with_tail = np.array([(0, 1), (1, 2), (2, 3), (3, 0), (3, 4), (4, 5)])
    >>> edges_in_some_perfect_matching(6, square_with_tail, np.array([1, 0, 3, 2, 5, 4])).tolist()
    [True, True, True, True, False, True]
    """
    graph = without_loops(size, edges)
    matching = checked_matching(size, graph, mate)
    if (matching < 0).any():
        raise InputError("the matching is not perfect")
    decider = _Decider(size, graph, matching.tolist())
    for limit in (*LIMITS, size):
        for v in range(size):
            if decider.open[v]:
                decider.decide_at(v, limit)
            for w in sorted(decider.open[v]):
                if w in decider.open[v]:
                    decider.decide_edge(v, w, limit)
    pairs = np.asarray(edges, dtype=np.int64).reshape(-1, 2)
    keys = np.array([a * size + b for a, near in enumerate(decider.allowed) for b in near], dtype=np.int64)
    return np.isin(pairs[:, 0] * size + pairs[:, 1], keys)


class _Decider:
    """The edges decided so far, from both ends: allowed ones, and those still open; all others are removed."""

    def __init__(self, size: int, edges: EdgeArray, mate: list[int]) -> None:
        self.search = AlternatingSearch(size, edges, mate)
        self.allowed: list[set[int]] = [{w} for w in mate]
        self.open: list[set[int]] = [set(self.search.neighbors(v)) - {mate[v]} for v in range(size)]

    def decide_at(self, v: int, limit: int) -> None:
        """Decide the open edges at ``v``, or some of them if the limit ends the search."""
        search, mate = self.search, self.search.mate
        root, targets = mate[v], self.open[v]
        mate[v] = mate[root] = -1
        search.label[v] = INNER  # so that the search does not see it: G − v
        search.grow(root, targets, limit)
        outer = [w for w in targets if search.label[w] == OUTER]
        for w in outer:
            if w in targets:
                self._allow([(v, w), *search.path_edges(w)])
        if search.complete:
            barrier = [v, *self._inner()]
            self._cut({(x, y) for x in barrier for y in search.neighbors(x) if search.label[y] != OUTER})
        search.forget()
        search.label[v] = UNSEEN
        mate[v], mate[root] = root, v

    def decide_edge(self, v: int, w: int, limit: int) -> None:
        """Try to decide one open edge by a search in G − v − w from the partner of ``v``."""
        search, mate = self.search, self.search.mate
        root, other = mate[v], mate[w]
        mate[v] = mate[w] = mate[root] = mate[other] = -1
        search.label[v] = search.label[w] = INNER
        last = search.grow(root, limit=limit)
        if last is not None:
            self._allow([(v, w), last, *search.path_edges(last[0])])
        elif search.complete:
            barrier = {v, w, *self._inner()}
            self._cut({(x, y) for x in barrier for y in search.neighbors(x) if y in barrier})
        search.forget()
        search.label[v] = search.label[w] = UNSEEN
        mate[v], mate[root], mate[w], mate[other] = root, v, other, w

    def _allow(self, edges: list[tuple[int, int]]) -> None:
        for a, b in edges:
            self.allowed[a].add(b)
            self.allowed[b].add(a)
            self.open[a].discard(b)
            self.open[b].discard(a)

    def _inner(self) -> list[int]:
        mate, label = self.search.mate, self.search.label
        return [mate[x] for x in self.search.reached[1:] if label[mate[x]] == INNER]

    def _cut(self, edges: set[tuple[int, int]]) -> None:
        """Remove edges that are not allowed."""
        for x, y in edges:
            for here, there in ((x, y), (y, x)):
                self.search.remove(here, (there,))
                self.open[here].discard(there)
