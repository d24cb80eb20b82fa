"""Families by shape: boards of the shapes in :data:`gourds.shapes.SHAPES`, colored at random in several ways."""

from __future__ import annotations

import random
from typing import Any

from gourds.board import Board
from gourds.families.base import Family, Parameter, known_if_planted
from gourds.families.colorings import COLORINGS, PATTERNS, color_board
from gourds.instance import Instance
from gourds.shapes import SHAPES, Shape

TRIM = Parameter("trim", "leave out the last cell if the number of cells is even", False, bool)

_COLORING = (
    Parameter("colors", "number of colors", 3),
    Parameter("coloring", "how budgets are chosen", "planted", str, COLORINGS),
    Parameter("pattern", "how colors lie on the board", "uniform", str, PATTERNS),
    TRIM,
)


def board_of(shape: Shape, values: dict[str, Any], seed: int) -> Board:
    """The board of a shape; without its last cell if the shape is always even, or if it is even and to be trimmed."""
    cells = shape.cells(values, seed)
    board = Board.from_cells(cells[:-1] if shape.is_even else cells)
    return Board.from_cells(board.cells[:-1]) if values["trim"] and board.size % 2 == 0 else board


def _family(shape: Shape) -> Family:
    def make(values: dict[str, Any], seed: int) -> Instance:
        return color_board(
            board_of(shape, values, seed),
            coloring=values["coloring"],
            pattern=values["pattern"],
            colors=values["colors"],
            rng=random.Random(seed),
        )

    summary = shape.summary + (", without its last cell: a whole one has an even number" if shape.is_even else "")
    numbers = (Parameter(number.name, number.help, number.default) for number in shape.numbers)
    return Family(shape.name, summary, (*numbers, *_COLORING), make, known_if_planted)


SHAPED: tuple[Family, ...] = tuple(map(_family, SHAPES.values()))
