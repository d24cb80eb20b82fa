"""Colors and budgets for a bare board.

- *planted*: random colors, then a random placement whose gourds become the budgets. Feasible by construction.
- *near-miss*: planted, then two gourds (a, b), (c, d) are exchanged for (a, c), (b, d), so that the color totals
  still fit but the planted placement does not. Whether it is feasible is not known beforehand.
- *random*: random colors; the ends, one fewer than cells in one color, are paired at random. Color totals fit.
- *numbered*: every cell has a color of its own, budgets from a random placement.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np

from gourds.board import Board
from gourds.chance import shuffle
from gourds.errors import InputError
from gourds.hexgrid import distance
from gourds.instance import Instance
from gourds.matching.maximum import maximum_matching

COLORINGS: Final = ("planted", "near-miss", "random", "numbered")
PATTERNS: Final = ("uniform", "patches")
MAX_COLORS: Final = 10_000


def color_board(board: Board, *, coloring: str, pattern: str, colors: int, rng: random.Random) -> Instance:
    """An instance on the given board."""
    check_colors(colors)
    if board.size % 2 == 0:
        raise InputError(
            f"this board has {board.size} cells, an instance needs an odd number; --trim leaves out the last one"
        )
    if coloring == "numbered":
        cell_colors = color_names(board.size, "n")
    else:
        names = color_names(colors)
        cell_colors = [names[k] for k in _pattern(board, pattern, colors, rng)]
    return add_budgets(board, cell_colors, coloring, rng)


def check_colors(colors: int, most: int = MAX_COLORS) -> None:
    """Raises InputError if there are none, or too many."""
    if not 1 <= colors <= most:
        raise InputError(f"the number of colors must be from 1 to {most}")


def add_budgets(board: Board, cell_colors: Sequence[str], coloring: str, rng: random.Random) -> Instance:
    """An instance on a board that is colored already."""
    if coloring == "random":
        ends = _shuffled(cell_colors, rng)[:-1]
        gourds = Counter(pair(a, b) for a, b in zip(ends[::2], ends[1::2], strict=True))
    else:
        gourds = Counter(pair(cell_colors[a], cell_colors[b]) for a, b in random_placement(board, rng))
        if coloring == "near-miss":
            _exchange(gourds, rng)
    return Instance.build(board.cells, cell_colors, [(a, b, count) for (a, b), count in sorted(gourds.items())])


def color_names(count: int, prefix: str = "c") -> list[str]:
    """a, b, … for up to 26 colors, else the prefix with numbers; in the order of their names."""
    if count <= 26 and prefix == "c":
        return [chr(ord("a") + k) for k in range(count)]
    width = len(str(count))
    return [f"{prefix}{k:0{width}}" for k in range(1, count + 1)]


def _pattern(board: Board, pattern: str, colors: int, rng: random.Random) -> list[int]:
    if pattern == "uniform":
        return [int(rng.random() * colors) for _ in range(board.size)]
    # Patches: a few seed cells for every color, and each cell takes the color of the nearest one.
    cells = board.cell_list()
    centers = [cells[int(rng.random() * len(cells))] for _ in range(3 * colors)]
    nearest = (min(range(len(centers)), key=lambda k: (distance(cell, centers[k]), k)) for cell in cells)
    return [k % colors for k in nearest]


def pair(first: str, second: str) -> tuple[str, str]:
    """A kind of gourd, its colors in order."""
    return (first, second) if first <= second else (second, first)


def _shuffled(items: Sequence[str], rng: random.Random) -> list[str]:
    result = list(items)
    shuffle(rng, result)
    return result


def random_placement(board: Board, rng: random.Random) -> list[tuple[int, int]]:
    """The pairs of cells of a placement, of no particular distribution. InputError if there is none."""
    mate = maximum_matching(board.size, board.edges, rng=rng)
    exposed = int((mate < 0).sum())
    if exposed > 1:
        raise InputError(
            f"no placement exists on this board: some {exposed} cells always stay empty; try another seed or shape"
        )
    return [(v, w) for v, w in enumerate(np.asarray(mate).tolist()) if v < w]


def _exchange(gourds: Counter[tuple[str, str]], rng: random.Random) -> None:
    """Exchange the ends of two random gourds so that the budgets change; a single kind of gourd has no such pair."""
    kinds = sorted(gourds)
    for _ in range(200):
        (a, b), (c, d) = (kinds[int(rng.random() * len(kinds))] for _ in range(2))
        if rng.random() < 0.5:
            c, d = d, c
        old, new = Counter([pair(a, b), pair(c, d)]), Counter([pair(a, c), pair(b, d)])
        if old != new and all(gourds[kind] >= count for kind, count in old.items()):
            gourds.subtract(old)
            gourds.update(new)
            return
    raise InputError("no near miss exists: there are too few kinds of gourds to exchange two")
