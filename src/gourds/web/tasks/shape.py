"""Boards by shape."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from gourds import shapes
from gourds.errors import Fault, InputError, quoted
from gourds.hexgrid import CellArray
from gourds.web.documents import Asked
from gourds.web.tasks import Say


@dataclass(frozen=True)
class Parameter:
    """A number that can be chosen."""

    name: str
    default: int
    least: int
    most: int
    help: str


@dataclass(frozen=True)
class Shape:
    """A shape and how many cells it will have at most, known before it is made."""

    name: str
    parameters: tuple[Parameter, ...]
    make: Callable[[dict[str, int], int], CellArray]
    predicted: Callable[[dict[str, int]], int]
    is_random: bool = False

    def to_json(self) -> dict[str, Any]:
        """What the page shows."""
        listed = [
            {"name": one.name, "default": one.default, "min": one.least, "max": one.most, "help": one.help}
            for one in self.parameters
        ]
        return {"name": self.name, "parameters": listed, "random": self.is_random}


_WIDTH: Final = Parameter("width", 5, 1, 5_000, "cells in a row")
_HEIGHT: Final = Parameter("height", 5, 1, 5_000, "number of rows")
_SIZE: Final = Parameter("size", 31, 3, 50_000, "number of cells")

SHAPES: Final = {
    shape.name: shape
    for shape in (
        Shape(
            "hexagon",
            (Parameter("radius", 2, 0, 128, "steps from the center to the rim"),),
            lambda p, _: shapes.hexagon(p["radius"]),
            lambda p: 3 * p["radius"] * (p["radius"] + 1) + 1,
        ),
        Shape(
            "parallelogram",
            (_WIDTH, _HEIGHT),
            lambda p, _: shapes.parallelogram(p["width"], p["height"]),
            lambda p: p["width"] * p["height"],
        ),
        Shape(
            "brick",
            (_WIDTH, _HEIGHT),
            lambda p, _: shapes.brick(p["width"], p["height"]),
            lambda p: p["width"] * p["height"],
        ),
        Shape(
            "triangle",
            (Parameter("side", 5, 1, 315, "cells along a side"),),
            lambda p, _: shapes.triangle(p["side"]),
            lambda p: p["side"] * (p["side"] + 1) // 2,
        ),
        Shape(
            "trapezoid",
            (Parameter("base", 6, 1, 5_000, "cells in the longest row"), _HEIGHT),
            lambda p, _: shapes.trapezoid(p["base"], p["height"]),
            lambda p: p["base"] * p["height"],
        ),
        Shape(
            "strip",
            (Parameter("size", 21, 1, 50_000, "number of cells"),),
            lambda p, _: shapes.strip(p["size"]),
            lambda p: p["size"],
        ),
        Shape(
            "comb",
            (
                Parameter("teeth", 3, 1, 1_000, "number of teeth"),
                Parameter("length", 4, 1, 1_000, "cells along a tooth"),
            ),
            lambda p, _: shapes.comb(p["teeth"], p["length"]),
            lambda p: p["teeth"] * (8 + 2 * p["length"]),
        ),
        Shape(
            "ring",
            (
                Parameter("radius", 3, 1, 128, "outer radius"),
                Parameter("width", 2, 1, 128, "width of the ring"),
            ),
            lambda p, _: shapes.ring(p["radius"], p["width"]),
            lambda p: 3 * p["radius"] * (p["radius"] + 1) + 1,
        ),
        Shape("star-of-david", (), lambda _p, _s: shapes.star_of_david(), lambda p: 13),
        Shape(
            "random",
            (_SIZE,),
            lambda p, seed: shapes.random_connected(p["size"], seed),
            lambda p: p["size"],
            is_random=True,
        ),
        Shape(
            "random-proper",
            (_SIZE,),
            lambda p, seed: shapes.random_proper(p["size"], seed),
            lambda p: p["size"],
            is_random=True,
        ),
    )
}
"""The shapes by name."""


def run(asked: Asked, say: Say) -> dict[str, Any]:
    """The cells of a shape."""
    name = asked.text("shape")
    if name not in SHAPES:
        raise InputError(Fault("shape", f"must be one of {', '.join(SHAPES)}, not {quoted(name)}"))
    shape = SHAPES[name]
    given = asked.fields.get("parameters", {})
    if not isinstance(given, dict):
        raise InputError(Fault("parameters", "must be an object"))
    values: dict[str, int] = {}
    for one in shape.parameters:
        value = given.get(one.name, one.default)
        if type(value) is not int or not one.least <= value <= one.most:
            place = f"parameters.{one.name}"
            raise InputError(Fault(place, f"must be a whole number from {one.least} to {one.most:,}"))
        values[one.name] = value
    asked.limit_cells(shape.predicted(values), "parameters")
    return {"cells": shape.make(values, asked.seed()).tolist()}
