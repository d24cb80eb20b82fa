"""Boards that do not fall apart and whose budgets are near what is possible, for tests and benchmarks of the solvers.

*Extreme*: the budgets of a placement with as many gourds of one color as any placement of that coloring has. Few edges
are free then. *Beyond*: two gourds (a, b) more are traded for (a, a) and (b, b). The color totals still fit, but no
placement has so many gourds of one color: infeasible by construction.
"""

from __future__ import annotations

import random
from collections import Counter

from gourds import shapes
from gourds.board import Board
from gourds.instance import Instance


def colored(board: Board, colors: int, rng: random.Random) -> list[int]:
    """A random color for every cell."""
    return [int(rng.random() * colors) for _ in range(board.size)]


def extreme(radius: int, colors: int, seed: int, *, traded: int = 0) -> Instance:
    """A hexagon with extreme budgets, after as many trades as asked for; with one or more trades it is infeasible."""
    rng = random.Random(seed)
    board = Board.from_cells(shapes.hexagon(radius))
    color = colored(board, colors, rng)
    counts = Counter(
        (min(color[v], color[w]), max(color[v], color[w])) for v, w in most_of_one_color(board, color, rng)
    )
    for _ in range(traded):
        pairs = [pair for pair, count in sorted(counts.items()) if pair[0] != pair[1] and count >= 2]
        a, b = pairs[int(rng.random() * len(pairs))]
        counts[a, b] -= 2
        counts[a, a] += 1
        counts[b, b] += 1
    names = [chr(ord("a") + k) for k in range(colors)]
    gourds = [(names[a], names[b], count) for (a, b), count in sorted(counts.items()) if count]
    return Instance.build(board.cells, [names[k] for k in color], gourds)


def beyond(radius: int, colors: int, seed: int) -> Instance:
    """A hexagon with budgets just past what is possible."""
    return extreme(radius, colors, seed, traded=1)


def most_of_one_color(board: Board, color: list[int], rng: random.Random) -> list[tuple[int, int]]:
    """A placement, as pairs of cells, with as many gourds of one color as possible; one of several by chance.

    A maximum-weight matching by networkx, O(V³): a second or two for a thousand cells.
    """
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph()
    for v, w in board.edges.tolist():
        graph.add_edge(v, w, weight=10_000 * (color[v] == color[w]) + int(rng.random() * 8))
    return sorted((min(pair), max(pair)) for pair in nx.max_weight_matching(graph, maxcardinality=True))
