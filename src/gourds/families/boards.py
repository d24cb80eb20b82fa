"""The board of a family that takes one of several shapes: ``--shape`` and the numbers of all shapes together.

A number that two shapes call differently goes under one name, and its help says what it means for each of them.
"""

from __future__ import annotations

from typing import Any, Final

from gourds.board import Board
from gourds.errors import InputError
from gourds.families.base import Parameter
from gourds.families.shaped import board_of
from gourds.shapes import SHAPES, Number, Shape

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
