"""Small random instances of all sorts, the same for every solver: 3 to 25 cells, feasible and infeasible."""

from __future__ import annotations

import random
from functools import cache

import numpy as np

from gourds import shapes
from gourds.board import Board
from gourds.errors import InputError
from gourds.families.colorings import color_board
from gourds.instance import Instance


@cache
def small_instance(seed: int) -> Instance:
    """One of them. A third has budgets drawn without looking at the color totals, so that counting refutes many."""
    rng = random.Random(seed)
    for attempt in range(1000):
        board = _board(rng, seed + 1000 * attempt)
        colors = rng.choice([1, 2, 2, 3, 3, 4, 5, 8])
        coloring = rng.choice(["planted", "near-miss", "near-miss", "random", "random", "thrown"])
        try:
            if coloring == "thrown":
                return _thrown(board, colors, rng)
            return color_board(
                board, coloring=coloring, pattern=rng.choice(["uniform", "patches"]), colors=colors, rng=rng
            )
        except InputError:
            continue
    raise AssertionError("no instance in a thousand attempts")


def _board(rng: random.Random, seed: int) -> Board:
    size = 2 * rng.randrange(1, 13) + 1
    kind = rng.choice(["connected", "proper", "thinned", "strip", "row", "ring"])
    if kind == "proper":
        return Board.from_cells(shapes.random_proper(size, seed))
    if kind == "strip":
        return Board.from_cells(shapes.strip(size))
    if kind == "row":
        return Board.from_cells(shapes.parallelogram(size, 1))
    if kind == "ring":
        return Board.from_cells(shapes.ring(2, rng.choice([1, 2]))[:-1])
    board = Board.from_cells(shapes.random_connected(size + 8 * (kind == "thinned"), seed))
    while board.size > size:  # holes and cut cells
        cuts = set(board.cut_cells)
        free = [k for k in range(board.size) if k not in cuts]
        board = Board.from_cells(np.delete(board.cells, rng.choice(free), axis=0))
    return board


def _thrown(board: Board, colors: int, rng: random.Random) -> Instance:
    cell_colors = [chr(ord("a") + rng.randrange(colors)) for _ in range(board.size)]
    present = sorted(set(cell_colors))
    gourds = [(rng.choice(present), rng.choice(present), 1) for _ in range(board.size // 2)]
    return Instance.build(board.cells, cell_colors, gourds)


def twin_instance(seed: int) -> Instance:
    """Two components of one kind whose colors, and so whose budgets, are their own: 13 or 17 cells.

    Budgets are those of two matchings, one drawn for each twin, so the twins may need different signatures.
    """
    rng = random.Random(f"twins {seed}")
    width = rng.choice([3, 4])
    first = [(q, r) for r in range(2) for q in range(width)]
    pattern = [rng.choice("ab") for _ in first]
    colors = dict(zip(first, pattern, strict=True))
    colors |= {(q, r + 2): "cd"["ab".index(color)] for (q, r), color in zip(first, pattern, strict=True)}
    gourds = [(colors[a], colors[b], 1) for row in (0, 2) for a, b in _drawn_matching(width, row, rng)]
    colors[width, 0] = "e"
    return Instance.build(list(colors), list(colors.values()), gourds)


def _drawn_matching(width: int, row: int, rng: random.Random) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """A perfect matching of two rows of cells, of upright pairs and pairs of lying ones."""
    pairs, q = [], 0
    while q < width:
        if q + 1 < width and rng.random() < 0.6:
            pairs += [((q, row), (q + 1, row)), ((q, row + 1), (q + 1, row + 1))]
            q += 2
        else:
            pairs.append(((q, row), (q, row + 1)))
            q += 1
    return pairs
