"""Families by shape: boards of the shapes in :data:`gourds.shapes.SHAPES`, colored at random in several ways.

Other families take one of several shapes: ``--shape`` and the numbers of all shapes together. A number that two shapes
call differently goes under one name, and its help says what it means for each of them.
"""

from __future__ import annotations

import random
from typing import Any, Final

from gourds.board import Board
from gourds.errors import InputError
from gourds.families.base import Family, Parameter, known_if_planted
from gourds.families.colorings import COLORINGS, PATTERNS, color_board
from gourds.instance import Instance
from gourds.shapes import SHAPES, Number, Shape

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


# -- the choice of a shape ------------------------------------------------------------------------------------


_CALLED: Final = {"side": "height", "base": "width"}
"""Numbers of shapes that go under the name of another."""
_NAMES: Final = ("radius", "width", "height", "size")
"""Shapes that need any other number are not offered."""


def _called(number: Number) -> str:
    return _CALLED.get(number.name, number.name)


def _offered() -> dict[str, Shape]:
    return {name: shape for name, shape in SHAPES.items() if {*map(_called, shape.numbers)} <= {*_NAMES}}


def _number(name: str, default: int) -> Parameter:
    """A number, with its meaning for every shape that has it."""
    meanings: dict[str, list[str]] = {}
    for shape in _offered().values():
        for number in shape.numbers:
            if _called(number) == name:
                meanings.setdefault(number.help, []).append(shape.name)
    return Parameter(name, "; ".join(f"{', '.join(names)}: {text}" for text, names in meanings.items()), default)


def board_parameters(*, radius: int, width: int, height: int, size: int) -> tuple[Parameter, ...]:
    """``--shape`` and the numbers, with these defaults."""
    defaults = {"radius": radius, "width": width, "height": height, "size": size}
    numbers = (_number(name, default) for name, default in defaults.items())
    return (Parameter("shape", "the board", "hexagon", str, tuple(_offered())), *numbers)


def chosen_board(values: dict[str, Any], seed: int) -> Board:
    """The board that the parameters describe; InputError if it has an even number of cells."""
    shape = _offered()[values["shape"]]
    board = board_of(shape, values | {number.name: values[_called(number)] for number in shape.numbers}, seed)
    if board.size % 2 == 0:
        raise InputError(
            f"this board has {board.size} cells, an instance needs an odd number; --trim leaves out the last one"
        )
    return board
