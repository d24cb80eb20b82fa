"""Narrow orders: in which order to sweep the vertices of a graph so that few wait at any time.

While vertices are dealt with one after the other, the *frontier* is the set of later vertices with an earlier
neighbor. A sweep (:mod:`gourds.matching.frontier.sweep`) keeps one state for each set of frontier vertices that is
covered already, up to 2^f for a frontier of f vertices, so Σ 2^f over all steps says what an order costs.

Several orders are tried and the cheapest is taken: sweeps by lines along the axes of the hexagonal grid and halfway
between them, and a greedy one that always takes the waiting vertex that lets the fewest new ones wait, which
follows the bends and branches of a board. The frontier of a hexagon of radius r is about 2r + 1 cells, that of a
strip two cells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

MAX_GREEDY = 20_000
"""The greedy order looks at the whole frontier at every step: larger graphs go without."""

Neighbors = Sequence[Sequence[int]]

_SWEEPS: tuple[Callable[[int, int], tuple[int, int]], ...] = (
    lambda q, r: (r, q),
    lambda q, r: (q, r),
    lambda q, r: (q + r, q),
    lambda q, r: (2 * q + r, r),
    lambda q, r: (q + 2 * r, q),
    lambda q, r: (q - r, q),
    lambda q, r: (r, -q),
    lambda q, r: (q, -r),
    lambda q, r: (q + r, -q),
)


def frontier_sizes(neighbors: Neighbors, order: Sequence[int]) -> list[int]:
    """The size of the frontier after each step of an order.

    >>> frontier_sizes([[1], [0, 2], [1, 3], [2]], [0, 1, 2, 3])
    [1, 1, 1, 0]
    """
    place = [0] * len(order)
    for k, v in enumerate(order):
        place[v] = k
    waiting = bytearray(len(order))
    size, sizes = 0, []
    for k, v in enumerate(order):
        size -= waiting[v]
        for w in neighbors[v]:
            if place[w] > k and not waiting[w]:
                waiting[w] = 1
                size += 1
        sizes.append(size)
    return sizes


def narrow_order(neighbors: Neighbors, cells: Sequence[tuple[int, int]] | None = None) -> list[int]:
    """The cheapest order found; ``cells`` are the places of the vertices on the grid, if they have any."""
    size = len(neighbors)
    candidates = [list(range(size))] if cells is None else []
    if cells is not None:
        sweeps = _SWEEPS if size <= 3000 else _SWEEPS[:3]
        candidates += [sorted(range(size), key=[sweep(*cell) for cell in cells].__getitem__) for sweep in sweeps]
    if size <= MAX_GREEDY:
        first = _greedy(neighbors, 0)
        candidates += [first, _greedy(neighbors, first[-1])]
    return min(candidates, key=lambda order: _cost(neighbors, order))


def _cost(neighbors: Neighbors, order: Sequence[int]) -> float:
    return sum(2.0 ** min(size, 900) for size in frontier_sizes(neighbors, order))


def _greedy(neighbors: Neighbors, start: int) -> list[int]:
    """Always the waiting vertex with the fewest new neighbors, the one that waits longest among equals."""
    fresh = [len(row) for row in neighbors]
    seen = bytearray(len(neighbors))
    order: list[int] = []
    waiting: dict[int, None] = {}

    def see(v: int) -> None:
        seen[v] = 1
        for w in neighbors[v]:
            fresh[w] -= 1

    roots = [start, *range(len(neighbors))]
    for root in roots:
        if seen[root]:
            continue
        see(root)
        waiting[root] = None
        while waiting:
            v = min(waiting, key=fresh.__getitem__)
            del waiting[v]
            order.append(v)
            for w in neighbors[v]:
                if not seen[w]:
                    see(w)
                    waiting[w] = None
    return order
