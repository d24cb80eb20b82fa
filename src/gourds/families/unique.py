"""Puzzles with exactly one placement.

A random placement is planted on the board and the cells get random colors; the gourds of the placement are the
budgets, so there is at least one placement. How many there are is counted exactly (:mod:`gourds.matching.frontier`).
While there are more, another placement is drawn uniformly, a random cell on which it differs from the planted one gets
another color, and the budgets follow the planted placement. The change stays if there are no more placements than
before. When nothing has improved for long, the search begins anew. Everything follows from the seed; the number of
counts is bounded, and if they do not suffice the family says so.

Two placements differ by alternating paths and cycles, and each of them must change some budget. Two colors leave
only one number to tell all of them apart; with few colors only small boards have such puzzles.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, Final

from gourds.board import Board
from gourds.errors import InputError, LimitError
from gourds.families.base import Family, Known, Parameter
from gourds.families.colorings import MAX_COLORS, color_names, random_placement
from gourds.families.shaped import TRIM, board_parameters, chosen_board
from gourds.hexgrid import Cell
from gourds.instance import Instance
from gourds.matching.frontier.placements import Frontier
from gourds.placement import Placement

PATIENCE: Final = 150
"""The search begins anew after this many changes without success."""


def _make(values: dict[str, Any], seed: int) -> Instance:
    board = chosen_board(values, seed)
    if not 1 <= values["colors"] <= min(MAX_COLORS, board.size):
        raise InputError(f"the number of colors must be from 1 to the number of cells, {min(MAX_COLORS, board.size):,}")
    try:
        return unique_instance(board, values["colors"], random.Random(seed), values["tries"])
    except LimitError as error:
        raise InputError(f"the placements on this board cannot be counted: {error}") from None


def unique_instance(board: Board, colors: int, rng: random.Random, tries: int) -> Instance:
    """An instance with exactly one placement on a board; InputError if ``tries`` counts do not find one."""
    search, fewest = _Search(board, colors, rng), 0
    left = tries
    while left > 0:
        count = search.begin()
        left -= 1
        idle = 0
        while count > 1 and idle < PATIENCE and left > 0:
            changed = search.change()
            left -= 1
            idle = 0 if changed < count else idle + 1
            count = min(count, changed)
        if count == 1:
            return search.instance
        fewest = min(fewest or count, count)
    raise InputError(
        f"no puzzle with exactly one placement was found in {tries:,} tries, the fewest were {fewest:,} placements;"
        " more --colors, a smaller board, another --seed or more --tries may help"
    )


class _Search:
    """A planted placement and the colors so far."""

    def __init__(self, board: Board, colors: int, rng: random.Random) -> None:
        self.board = board
        self.names = color_names(colors)
        self.rng = rng
        self.index: dict[Cell, int] = {cell: k for k, cell in enumerate(board.cell_list())}
        self.mate: list[int] = []
        self.coloring: list[int] = []
        self.count = 0

    def _below(self, bound: int) -> int:
        return int(self.rng.random() * bound)

    def begin(self) -> int:
        """A new placement and new colors, every color somewhere; the number of placements."""
        self.mate = [-1] * self.board.size
        for a, b in random_placement(self.board, self.rng):
            self.mate[a], self.mate[b] = b, a
        coloring = [self._below(len(self.names)) for _ in self.mate]
        places = list(range(self.board.size))
        for color in range(len(self.names)):
            coloring[places.pop(self._below(len(places)))] = color
        return self._take(coloring)

    def _take(self, coloring: list[int]) -> int:
        self.coloring = coloring
        self.instance = self._instance(coloring)
        self.frontier = Frontier(self.instance)
        self.count = self.frontier.total
        return self.count

    def _instance(self, coloring: list[int]) -> Instance:
        gourds: Counter[tuple[str, str]] = Counter()
        for a, b in enumerate(self.mate):
            if a < b:
                first, second = sorted((self.names[coloring[a]], self.names[coloring[b]]))
                gourds[first, second] += 1
        budgets = [(first, second, count) for (first, second), count in sorted(gourds.items())]
        return Instance.build(self.board.cells, [self.names[color] for color in coloring], budgets)

    def change(self) -> int:
        """Another color for a cell on which some other placement differs, if that makes no more placements."""
        before = self.coloring, self.instance, self.frontier, self.count
        cells = self._differences(self.frontier.sample(1, self._below(2**30))[0])
        if not cells:
            return self.count
        cell = cells[self._below(len(cells))]
        if len(self.names) < 2 or self.coloring.count(self.coloring[cell]) < 2:
            return self.count
        coloring = list(self.coloring)
        coloring[cell] = (coloring[cell] + 1 + self._below(len(self.names) - 1)) % len(self.names)
        if self._take(coloring) > before[3]:
            self.coloring, self.instance, self.frontier, self.count = before
        return self.count

    def _differences(self, placement: Placement) -> list[int]:
        other = [-1] * self.board.size
        for a, b in placement.gourds:
            v, w = self.index[a], self.index[b]
            other[v], other[w] = w, v
        return [k for k, (v, w) in enumerate(zip(self.mate, other, strict=True)) if v != w]


UNIQUE = Family(
    name="unique",
    summary="puzzles with exactly one placement, found by counting",
    parameters=(
        *board_parameters(radius=2, width=5, height=5, size=19),
        Parameter("colors", "number of colors", 4),
        Parameter("tries", "colorings to count before giving up", 3000),
        TRIM,
    ),
    make=_make,
    known=lambda values: Known("feasible", "planted, with one placement"),
)
"""The family, for the registry."""
