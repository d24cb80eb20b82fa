"""Reasons that plain matching theory gives, before any search.

**One class.** At most ν gourds of a class fit without overlapping, where ν is the size of a maximum matching of its
edges. For two different colors the graph is bipartite, and ν cells meet every edge of the class (König). With the set
A of Gallai and Edmonds and the vertices D that are isolated in G − A, these are A and one color's cells outside of
A ∪ D.

**The whole board.** Let S be a set of cells, and take the *parts*, the components of the usable board without S, that
have an odd number of cells. No gourd joins two parts, so in a placement each odd part has a gourd that leads into S,
or it holds the empty cell. So there is no placement if

- more than |S| odd parts have no cell of the color of the empty one, or
- there are more than |S| + 1 odd parts.

By Tutte's theorem such a set exists whenever no matching leaves just one cell of that color: join a further vertex to
all cells of that color and ask for a perfect matching. From the barrier of :func:`tutte_berge_barrier`, a small one
is cut out: an exposed part, the cells of S next to it, the parts matched with those, and so on (Hall).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from gourds.board import label_components
from gourds.errors import InternalError
from gourds.hexgrid import IndexArray
from gourds.instance import Instance
from gourds.matching.maximum import adjacency, is_maximum_witness, maximum_matching, tutte_berge_barrier

MOST_ROOTS = 24
"""This many exposed parts are combined in pairs, in search of a small barrier."""

MOST_CELLS = 100
"""Barriers of more cells are not thinned out."""


@dataclass(frozen=True)
class CrowdedClass:
    """A class of which fewer gourds fit than there are."""

    pair: tuple[int, int]
    """The class, as indices of colors."""
    budget: int
    """How many gourds there are."""
    fit: int
    """How many fit without overlapping, whatever becomes of the rest of the board."""
    cells: tuple[int, ...]
    """All cells where such a gourd could lie."""
    cover: tuple[int, ...]
    """For two different colors: as many cells as gourds fit, and every such gourd covers one of them."""


@dataclass(frozen=True)
class Barrier:
    """Cells whose removal leaves too many odd parts."""

    cells: tuple[int, ...]
    """The set S."""
    parts: tuple[tuple[int, ...], ...]
    """The odd parts that are too many."""
    can_be_empty: bool
    """Whether one of these parts may hold the empty cell."""

    @property
    def region(self) -> tuple[int, ...]:
        """All cells concerned."""
        return tuple(sorted({*self.cells, *(v for part in self.parts for v in part)}))


def crowded_class(instance: Instance) -> CrowdedClass | None:
    """The first class with more gourds than fit."""
    size = instance.board.size
    by_class = class_edges(instance)
    for (i, j), budget in instance.budgets.items():
        edges = by_class[i, j]
        fit = how_many_fit(edges)
        if fit >= budget:
            continue
        cells = np.unique(edges)
        mate = maximum_matching(size, edges)
        cover: list[int] = []
        inside = tutte_berge_barrier(size, edges, mate)
        if not is_maximum_witness(size, edges, mate, inside):
            raise InternalError("a maximum matching does not stand up to its check")
        if i != j:
            barrier = np.zeros(size, dtype=bool)
            barrier[inside] = True
            rest = edges[~barrier[edges].any(axis=1)]
            inner = np.unique(rest)
            cover = sorted([*np.flatnonzero(barrier).tolist(), *inner[instance.cell_colors[inner] == i].tolist()])
        return CrowdedClass((i, j), budget, fit, tuple(cells.tolist()), tuple(cover))
    return None


def class_edges(instance: Instance) -> dict[tuple[int, int], IndexArray]:
    """The edges of each class that has a budget."""
    width = len(instance.colors)
    order = np.argsort(instance.edge_classes, kind="stable")
    edges, classes = instance.board.edges[order], instance.edge_classes[order]
    codes = [i * width + j for i, j in instance.budgets]
    starts, ends = np.searchsorted(classes, codes), np.searchsorted(classes, codes, side="right")
    return {pair: edges[a:b] for pair, a, b in zip(instance.budgets, starts.tolist(), ends.tolist(), strict=True)}


def how_many_fit(edges: IndexArray) -> int:
    """The size of a maximum matching of some edges, in a graph of their ends alone."""
    ends, renamed = np.unique(edges, return_inverse=True)
    return int((maximum_matching(len(ends), renamed.reshape(-1, 2)) >= 0).sum()) // 2


def matching_or_barrier(instance: Instance, empty_color: int) -> IndexArray | Barrier:
    """Partners of the cells in a matching that leaves one cell of the color uncovered, or why there is none."""
    size = instance.board.size
    usable = instance.board.edges[instance.usable_edges].astype(np.int64)
    same = np.flatnonzero(instance.cell_colors == empty_color)
    edges = np.concatenate((usable, np.stack((same, np.full(len(same), size)), axis=1)))
    mate = maximum_matching(size + 1, edges)
    if (mate >= 0).all():
        found: IndexArray = np.where(mate[:size] == size, -1, mate[:size]).astype(np.int32)
        return found
    barrier = np.zeros(size + 1, dtype=bool)
    barrier[tutte_berge_barrier(size + 1, edges, mate)] = True
    best: Barrier | None = None
    for chosen in _violators(size, edges, mate, barrier):
        found_barrier = small_barrier(instance, empty_color, chosen)
        if found_barrier and (best is None or len(found_barrier.region) < len(best.region)):
            best = found_barrier
    if best is None:
        best = small_barrier(instance, empty_color, np.flatnonzero(barrier[:size]).tolist())
    assert best is not None, "Tutte's theorem"
    return _thinned(instance, empty_color, best)


def _thinned(instance: Instance, empty_color: int, barrier: Barrier) -> Barrier:
    """A barrier without cells that the argument does not need."""
    for cell in barrier.cells if len(barrier.cells) <= MOST_CELLS else ():
        fewer = small_barrier(instance, empty_color, [v for v in barrier.cells if v != cell])
        if fewer and len(fewer.region) <= len(barrier.region):
            barrier = fewer
    return barrier


def small_barrier(instance: Instance, empty_color: int, cells: Sequence[int]) -> Barrier | None:
    """The barrier that a set of cells makes, by counting its odd parts; None if they are not too many.

    Of all odd parts that lie next to the set or anywhere else, no more are listed than the argument needs.
    """
    size = instance.board.size
    kept = np.ones(size, dtype=bool)
    kept[list(cells)] = False
    edges = instance.board.edges[instance.usable_edges]
    labels = label_components(size, edges[kept[edges].all(axis=1)])
    labels[~kept] = -1
    sizes = np.bincount(labels[kept])
    has_color = np.zeros(len(sizes), dtype=bool)
    has_color[labels[kept & (instance.cell_colors == empty_color)]] = True
    odd = np.flatnonzero(sizes % 2 == 1)
    odd = odd[np.argsort(sizes[odd], kind="stable")]
    closed = odd[~has_color[odd]]
    need = len(cells) + 1
    can_be_empty = len(closed) < need
    if can_be_empty:
        need += 1
        # Parts that cannot hold the empty cell first: they say more.
        closed = np.concatenate((closed, odd[has_color[odd]]))
    if len(closed) < need:
        return None
    parts = tuple(tuple(np.flatnonzero(labels == label).tolist()) for label in closed[:need].tolist())
    return Barrier(tuple(sorted(cells)), parts, can_be_empty)


def _violators(size: int, edges: IndexArray, mate: IndexArray, barrier: np.ndarray) -> list[list[int]]:
    """Subsets of a barrier, without the vertex ``size``, that may do: those reached from one or two exposed parts."""
    kept = ~barrier
    labels = label_components(size + 1, edges[kept[edges].all(axis=1)])
    first, flat = adjacency(size + 1, edges)
    members: dict[int, list[int]] = {}
    for v, label in enumerate(labels.tolist()):
        if kept[v]:
            members.setdefault(label, []).append(v)

    def reach(label: int) -> frozenset[int]:
        seen, todo, cells = {label}, [label], set()
        while todo:
            for v in members[todo.pop()]:
                for s in flat[first[v] : first[v + 1]]:
                    if barrier[s] and s not in cells:
                        cells.add(s)
                        after = int(labels[mate[s]])
                        if after not in seen:
                            seen.add(after)
                            todo.append(after)
        return frozenset(cells - {size})

    exposed = [v for v in np.flatnonzero(mate < 0).tolist() if v != size]
    single = list(dict.fromkeys(reach(int(labels[v])) for v in exposed[:MOST_ROOTS]))
    pairs = (a | b for a, b in combinations(single, 2))
    return [sorted(cells) for cells in dict.fromkeys((*single, *pairs))]
