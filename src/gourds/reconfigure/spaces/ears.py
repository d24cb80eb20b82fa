"""Ears: how boards on which every cell can be empty grow from one of their triangles.

Forget numbers and ends of the gourds: a placement is a matching of the board's graph that leaves one cell empty. Call a
board *critical* if every cell is empty in some placement, and a set S of its cells *detachable* if gourds can cover
exactly the cells outside of S. An *ear* of a sub-board B is a path of an even number of cells outside of B, two
or more, whose first cell is next to a cell u of B and whose last cell is next to another cell v of B.

**Growth.** *Let G be critical and 2-connected, and B a sub-board of two or more cells, connected, critical and
detachable, but not all of G. Then B has an ear such that B with the ear is detachable.* It is critical too: to empty a
cell of the ear, cover the two parts of the ear beside it, one of them with the help of u or v. The proof is in
``docs/results/holes.md``. :func:`grow` finds the ear: with M a cover of the cells outside of B by gourds, it is an
augmenting path from u to a new vertex that is joined to all neighbors of the other cells of B.

**Cycles.** In a critical board there is a path of an even number of steps between any two cells u, v such that the
cells off the path can be covered: take placements with u and with v empty, and follow the cells where they differ
(:func:`even_path`). With an ear, or with a single step from u to v, it makes a cycle of an odd number of cells that is
detachable, and the empty cell can go around it.

**Cost.** A search for one path takes O(cells · log cells), and an ear at most one for each cell of B; nearly always the
first one succeeds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

import numpy as np

from gourds.board import Board
from gourds.matching.maximum import OUTER, AlternatingSearch, maximum_matching


class Ear(NamedTuple):
    """A path outside of a sub-board that joins two of its cells."""

    first: int
    """The cell of the sub-board next to the path's first cell."""
    path: tuple[int, ...]
    """The cells of the path."""
    last: int
    """The cell of the sub-board next to the path's last cell."""


def find_cover(board: Board, left_out: Collection[int], start: list[int] | None = None) -> list[int] | None:
    """The partner of each cell in a cover of all cells but those left out (−1), or None if there is no cover.

    ``start`` is a matching to begin with.
    """
    kept = np.ones(board.size, dtype=bool)
    kept[list(left_out)] = False
    edges = board.edges[kept[board.edges].all(axis=1)]
    begun = None
    if start is not None:
        begun = np.array(start, dtype=np.int32)
        begun[~kept | ~kept[begun]] = -1
    mate: list[int] = maximum_matching(board.size, edges, start=begun).tolist()
    return mate if mate.count(-1) == len(set(left_out)) else None


def find_placement(board: Board) -> list[int] | None:
    """The partner of each cell in a placement, −1 for the empty cell, or None if there is no placement."""
    mate: list[int] = maximum_matching(board.size, board.edges).tolist()
    return mate if mate.count(-1) == 1 else None


def never_empty(board: Board, mate: list[int]) -> list[int]:
    """The cells that are empty in no placement; ``mate`` is any placement. A board is critical iff there are none."""
    search = AlternatingSearch(board.size, board.edges, mate)
    search.grow(mate.index(-1))
    return [cell for cell, label in enumerate(search.label) if label != OUTER]


def pivot_triangles(board: Board, mate: list[int]) -> Iterator[tuple[int, ...]]:
    """The detachable triangles: where a gourd can pivot, in some placement. ``mate`` is any placement."""
    for cells in board.triangles.tolist():
        if find_cover(board, cells, mate) is not None:
            yield tuple(cells)


def stations(board: Board, mate: list[int]) -> Iterator[tuple[int, ...]]:
    """The detachable trapezoids of five cells, their middle first. ``mate`` is any placement."""
    for middle, row in enumerate(board.neighbors.tolist()):
        for d in range(6):
            cells = (middle, *(row[(d + k) % 6] for k in range(4)))
            if min(cells) >= 0 and find_cover(board, cells, mate) is not None:
                yield cells


def grow(board: Board, inside: Collection[int], mate: list[int]) -> Ear | None:
    """An ear of the sub-board such that the rest can still be covered; ``mate`` covers what is outside.

    The cells off the ear keep their partners. None if there is no ear: then all cells are inside, or the board is not
    critical, or not 2-connected.
    """
    size, edges = board.size, board.edges
    is_inside = np.zeros(size, dtype=bool)
    is_inside[list(inside)] = True
    outside = edges[~is_inside[edges].any(axis=1)]
    across = edges[is_inside[edges].sum(axis=1) == 1]
    across = np.where(is_inside[across[:, :1]], across, across[:, ::-1])  # the cell inside comes first
    partners = [-1 if is_inside[k] else mate[k] for k in range(size)] + [-1]
    for u in np.unique(across[:, 0]).tolist():
        is_mine = across[:, 0] == u
        others = np.unique(across[~is_mine, 1])
        ways = np.stack((others, np.full_like(others, size)), axis=1)
        search = AlternatingSearch(size + 1, np.concatenate((outside, across[is_mine], ways)), partners)
        edge = search.grow(u)
        if edge is not None:
            path = in_order(u, [edge, *search.path_edges(edge[0])], partners)[1:-1]
            ends = across[~is_mine & (across[:, 1] == path[-1]), 0]
            return Ear(u, tuple(path), int(ends[0]))
    return None


def even_path(board: Board, u: int, v: int, inside: Collection[int]) -> tuple[list[int], list[int]]:
    """A path from u to another cell v, of an even number of steps, off which the cells of a sub-board can be covered.

    Also the partner of each cell in the placement of the sub-board that has u empty and pairs along the path, −1 for u
    and cells that are not inside. The sub-board must be critical.
    """
    kept = np.zeros(board.size, dtype=bool)
    kept[list(inside)] = True
    edges = board.edges[kept[board.edges].all(axis=1)]
    mate: list[int] = maximum_matching(board.size, edges[(edges != u).all(axis=1)]).tolist()
    search = AlternatingSearch(board.size, edges, mate)
    search.grow(u, targets=[v])
    return in_order(u, search.path_edges(v), mate), mate


def odd_cycles(board: Board, mates: Iterable[list[int]]) -> Iterator[list[int]]:
    """Detachable cycles of an odd number of cells on a critical board: one through each edge at an empty cell.

    Each begins at the empty cell of a placement, and the gourds of the placement lie along it.
    """
    for mate in mates:
        empty = mate.index(-1)
        search = AlternatingSearch(board.size, board.edges, mate)
        search.grow(empty)
        for other in search.neighbors(empty):
            yield in_order(empty, search.path_edges(other), mate)


def in_order(start: int, edges: list[tuple[int, int]], mate: list[int]) -> list[int]:
    """The vertices of an alternating path from an exposed vertex, from its edges outside of the matching."""
    ways: dict[int, int] = {}
    for a, b in edges:
        ways[a], ways[b] = b, a
    path = [start]
    while path[-1] in ways:
        path.append(ways.pop(path[-1]))
        ways.pop(path[-1], None)
        if mate[path[-1]] >= 0:
            path.append(mate[path[-1]])
    return path
