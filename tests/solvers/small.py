"""Small random instances of all sorts, the same for every solver: 3 to 25 cells, feasible and infeasible."""

from __future__ import annotations

import random

import numpy as np

from gourds import shapes
from gourds.board import Board
from gourds.errors import InputError
from gourds.families.colorings import color_board
from gourds.instance import Instance


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
