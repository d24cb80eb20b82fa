"""Families by shape: a board of a given shape, colored at random in one of several ways."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from gourds import shapes
from gourds.board import Board
from gourds.families.base import Family, Parameter
from gourds.families.colorings import COLORINGS, PATTERNS, color_board
from gourds.hexgrid import CellArray
from gourds.instance import Instance

_COLORING = (
    Parameter("colors", "number of colors", 3),
    Parameter("coloring", "how budgets are chosen", "planted", str, COLORINGS),
    Parameter("pattern", "how colors lie on the board", "uniform", str, PATTERNS),
    Parameter("trim", "leave out the last cell if the number of cells is even", False, bool),
)


def _family(
    name: str,
    summary: str,
    parameters: tuple[Parameter, ...],
    cells: Callable[[dict[str, Any], int], CellArray],
) -> Family:
    def make(values: dict[str, Any], seed: int) -> Instance:
        array = cells(values, seed)
        board = Board.from_cells(array)
        if values["trim"] and board.size % 2 == 0:
            board = Board.from_cells(board.cells[:-1])
        return color_board(
            board,
            coloring=values["coloring"],
            pattern=values["pattern"],
            colors=values["colors"],
            rng=random.Random(seed),
        )

    return Family(name, summary, (*parameters, *_COLORING), make)


SHAPED: tuple[Family, ...] = (
    _family(
        "hexagon",
        "all cells within a radius of the center: 7, 19, 37, 61, 91, … cells",
        (Parameter("radius", "steps from the center to the rim", 2),),
        lambda p, _: shapes.hexagon(p["radius"]),
    ),
    _family(
        "parallelogram",
        "rows of equal length, each shifted by half a cell",
        (Parameter("width", "cells in a row", 5), Parameter("height", "number of rows", 5)),
        lambda p, _: shapes.parallelogram(p["width"], p["height"]),
    ),
    _family(
        "triangle",
        "rows of side, side − 1, …, 1 cells",
        (Parameter("side", "cells along a side", 5),),
        lambda p, _: shapes.triangle(p["side"]),
    ),
    _family(
        "trapezoid",
        "a triangle without its top",
        (Parameter("base", "cells in the longest row", 6), Parameter("height", "number of rows", 3)),
        lambda p, _: shapes.trapezoid(p["base"], p["height"]),
    ),
    _family(
        "strip",
        "two rows, a zigzag: the thinnest proper board",
        (Parameter("size", "number of cells", 21),),
        lambda p, _: shapes.strip(p["size"]),
    ),
    _family(
        "brick",
        "rows shifted right and left in turns, nearly a rectangle",
        (Parameter("width", "cells in a row", 5), Parameter("height", "number of rows", 5)),
        lambda p, _: shapes.brick(p["width"], p["height"]),
    ),
    _family(
        "comb",
        "a spine with teeth",
        (Parameter("teeth", "number of teeth", 3), Parameter("length", "cells along a tooth", 4)),
        lambda p, _: shapes.comb(p["teeth"], p["length"]),
    ),
    _family(
        "ring",
        "a hexagon with a hexagonal hole, less one cell: a whole ring is always even",
        (Parameter("radius", "outer radius", 3), Parameter("width", "width of the ring", 2)),
        lambda p, _: shapes.ring(p["radius"], p["width"])[:-1],
    ),
    _family(
        "star-of-david",
        "the 13 cells on which no gourd can travel",
        (),
        lambda _p, _s: shapes.star_of_david(),
    ),
    _family(
        "random",
        "a random connected board, holes and cut cells included",
        (Parameter("size", "number of cells", 31),),
        lambda p, seed: shapes.random_connected(p["size"], seed),
    ),
    _family(
        "random-proper",
        "a random proper board",
        (Parameter("size", "number of cells", 31),),
        lambda p, seed: shapes.random_proper(p["size"], seed),
    ),
)
