"""Boards that do not fall apart and whose budgets are near what is possible, for tests and benchmarks of the solvers.

*Extreme*: the budgets of a placement with as many gourds of one color as any placement of that coloring has. Few edges
are free then. *Beyond*: two gourds (a, b) more are traded for (a, a) and (b, b). The color totals still fit, but no
placement has so many gourds of one color: infeasible by construction. *Mixed* and *overmixed* are the same at the other
end, with as few gourds of one color as possible. *Inside* is one trade back from the extreme.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter

from gourds import shapes
from gourds.board import Board
from gourds.instance import Instance


def colored(board: Board, colors: int, rng: random.Random) -> list[int]:
    """A random color for every cell."""
    return [int(rng.random() * colors) for _ in range(board.size)]


def extreme(radius: int, colors: int, seed: int, *, traded: int = 0, mixed: bool = False) -> Instance:
    """A hexagon with extreme budgets, after as many trades as asked for; with one or more trades it is infeasible.

    Trades lead beyond the end, negative ones back inside. Raises ValueError if there is nothing to trade.
    """
    rng = random.Random(seed)
    board = Board.from_cells(shapes.hexagon(radius))
    color = colored(board, colors, rng)
    matched = most_of_one_color(board, color, rng, mixed=mixed)
    counts = Counter((min(color[v], color[w]), max(color[v], color[w])) for v, w in matched)
    for _ in range(abs(traded)):
        _trade(counts, rng, towards_one_color=(traded > 0) != mixed)
    names = [chr(ord("a") + k) for k in range(colors)]
    gourds = [(names[a], names[b], count) for (a, b), count in sorted(counts.items()) if count]
    return Instance.build(board.cells, [names[k] for k in color], gourds)


def _trade(counts: Counter[tuple[int, int]], rng: random.Random, *, towards_one_color: bool) -> None:
    """Two (a, b) for (a, a) and (b, b), or the other way round."""
    if towards_one_color:
        pairs = [pair for pair, count in sorted(counts.items()) if pair[0] != pair[1] and count >= 2]
    else:
        single = sorted(a for (a, b), count in counts.items() if a == b and count)
        pairs = list(itertools.combinations(single, 2))
    if not pairs:
        raise ValueError("there is nothing to trade")
    a, b = pairs[int(rng.random() * len(pairs))]
    sign = 1 if towards_one_color else -1
    counts[a, b] -= 2 * sign
    counts[a, a] += sign
    counts[b, b] += sign


def beyond(radius: int, colors: int, seed: int) -> Instance:
    """A hexagon with budgets just past what is possible."""
    return extreme(radius, colors, seed, traded=1)


def most_of_one_color(
    board: Board, color: list[int], rng: random.Random, *, mixed: bool = False
) -> list[tuple[int, int]]:
    """A placement, as pairs of cells, with as many gourds of one color as possible; one of several by chance.

    With ``mixed``, as few. By rustworkx: a tenth of a second for a thousand cells.
    """
    single = {(k, k): 1 for k in range(max(color) + 1)}
    if mixed:
        single = dict.fromkeys(itertools.combinations(range(max(color) + 1), 2), 1)
    return heaviest(board, color, single, rng)


def heaviest(
    board: Board, color: list[int], weights: dict[tuple[int, int], int], rng: random.Random
) -> list[tuple[int, int]]:
    """A placement, as pairs of cells, of the largest weight for weights of classes; one of several by chance."""
    import rustworkx

    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(board.size))
    for v, w in board.edges.tolist():
        pair = min(color[v], color[w]), max(color[v], color[w])
        graph.add_edge(v, w, 10_000 * weights.get(pair, 0) + int(rng.random() * 8))
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in found)


def slanted(radius: int, colors: int, seed: int) -> Instance:
    """A hexagon with the budgets of a placement that is heaviest for some random weights of its classes.

    So the budgets are at an end of what is possible, but not at that of most or fewest gourds of one color.
    """
    rng = random.Random(seed)
    board = Board.from_cells(shapes.hexagon(radius))
    color = colored(board, colors, rng)
    weights = {pair: int(rng.random() * 4) for pair in itertools.combinations_with_replacement(range(colors), 2)}
    matched = heaviest(board, color, weights, rng)
    counts = Counter((min(color[v], color[w]), max(color[v], color[w])) for v, w in matched)
    names = [chr(ord("a") + k) for k in range(colors)]
    gourds = [(names[a], names[b], count) for (a, b), count in sorted(counts.items()) if count]
    return Instance.build(board.cells, [names[k] for k in color], gourds)
