"""Shapes of boards, as arrays of cells; the random ones are seeded and give the same cells on every machine.

:data:`SHAPES` is the one table of them, with the numbers that each is made of. ``gourds generate`` has a family for
each of them, and the page draws them.

>>> from gourds.shapes import hexagon, strip
>>> len(hexagon(2)), len(hexagon(18)), strip(3).tolist()
(19, 1027, [[0, 0], [1, 0], [0, 1]])
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, ParamSpec

import numpy as np

from gourds.errors import InputError, quoted
from gourds.hexgrid import DIRECTIONS, Cell, CellArray
from gourds.values import is_whole

MAX_CELLS = 4_000_000
P = ParamSpec("P")


def _require(condition: bool, reason: str) -> None:
    if not condition:
        raise InputError(reason)


def _of_whole_numbers(shape: Callable[P, CellArray]) -> Callable[P, CellArray]:
    """The shape, which raises InputError if it is given anything but whole numbers."""

    @wraps(shape)
    def checked(*args: P.args, **options: P.kwargs) -> CellArray:
        for value in (*args, *options.values()):
            _require(is_whole(value), f"a shape is made of whole numbers, not {quoted(value)}")
        return shape(*args, **options)

    return checked


def _rows(first: CellArray, length: CellArray) -> CellArray:
    """Row r holds the cells q = first[r] .. first[r] + length[r] − 1."""
    total = int(length.sum())
    _require(total <= MAX_CELLS, f"a shape may have at most {MAX_CELLS:,} cells, this one has {total:,}")
    r = np.repeat(np.arange(len(length)), length)
    starts = np.cumsum(length) - length
    q = np.arange(total) - np.repeat(starts, length) + np.repeat(first, length)
    return np.stack((q, r), axis=1)


@_of_whole_numbers
def hexagon(radius: int) -> CellArray:
    """All cells within ``radius`` steps of (0, 0): 3·radius·(radius + 1) + 1 cells."""
    _require(0 <= radius <= 2000, "the radius of a hexagon must be from 0 to 2000")
    r = np.arange(-radius, radius + 1)
    cells = _rows(np.maximum(-radius, -radius - r), 2 * radius + 1 - np.abs(r))
    return np.asarray(cells - np.array([0, radius]))


@_of_whole_numbers
def parallelogram(width: int, height: int) -> CellArray:
    """``height`` rows of ``width`` cells, each row shifted by half a cell to the right."""
    _require(width >= 1 and height >= 1, "the sides of a parallelogram must be at least 1")
    return _rows(np.zeros(height, dtype=np.int64), np.full(height, width))


@_of_whole_numbers
def brick(width: int, height: int) -> CellArray:
    """``height`` rows of ``width`` cells, shifted right and left in turns: nearly a rectangle."""
    _require(width >= 1 and height >= 1, "the sides of a brick must be at least 1")
    return _rows(-(np.arange(height) // 2), np.full(height, width))


@_of_whole_numbers
def triangle(side: int) -> CellArray:
    """``side`` rows of side, side − 1, …, 1 cells."""
    _require(side >= 1, "the side of a triangle must be at least 1")
    return _rows(np.zeros(side, dtype=np.int64), np.arange(side, 0, -1))


@_of_whole_numbers
def trapezoid(base: int, height: int) -> CellArray:
    """``height`` rows of base, base − 1, … cells: a triangle without its top."""
    _require(1 <= height <= base, "the height of a trapezoid must be from 1 to its base")
    return _rows(np.zeros(height, dtype=np.int64), base - np.arange(height))


@_of_whole_numbers
def strip(size: int) -> CellArray:
    """``size`` cells in two rows, a zigzag of triangles: the thinnest 2-connected board."""
    _require(size >= 1, "a strip needs at least one cell")
    return _rows(np.zeros(2, dtype=np.int64), np.array([(size + 1) // 2, size // 2]))


@_of_whole_numbers
def comb(teeth: int, length: int) -> CellArray:
    """A spine of two rows with ``teeth`` two cells wide and ``length`` cells long below, two columns apart."""
    _require(teeth >= 1 and length >= 1, "a comb needs at least one tooth of length 1")
    width = 4 * teeth - 2
    spine = parallelogram(width, 2)
    tooth = parallelogram(2, length) + np.array([0, 2])
    return np.concatenate([spine, *(tooth + np.array([4 * k, 0]) for k in range(teeth))])


@_of_whole_numbers
def ring(radius: int, width: int = 1) -> CellArray:
    """The hexagon of the given radius without the one of radius − width: a board with a hole."""
    _require(1 <= width <= radius, "the width of a ring must be from 1 to its radius")
    cells = hexagon(radius)
    q, r = cells[:, 0], cells[:, 1]
    far = np.maximum(np.maximum(np.abs(q), np.abs(r)), np.abs(q + r))
    return np.asarray(cells[far > radius - width])


def star_of_david() -> CellArray:
    """The 13 cells of the Star of David."""
    tips = [(a[0] + b[0], a[1] + b[1]) for a, b in zip(DIRECTIONS, DIRECTIONS[1:] + DIRECTIONS[:1], strict=True)]
    return np.array([(0, 0), *DIRECTIONS, *tips])


def _around(cell: Cell) -> list[Cell]:
    q, r = cell
    return [(q + dq, r + dr) for dq, dr in DIRECTIONS]


class _Bag:
    """A set that gives a random member in constant time, the same on every machine for the same seed."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.items: list[Cell] = []
        self.where: dict[Cell, int] = {}

    def add(self, cell: Cell) -> None:
        if cell not in self.where:
            self.where[cell] = len(self.items)
            self.items.append(cell)

    def take(self) -> Cell:
        k = int(self.rng.random() * len(self.items))
        self.items[k], self.items[-1] = self.items[-1], self.items[k]
        self.where[self.items[k]] = k
        cell = self.items.pop()
        del self.where[cell]
        return cell


@_of_whole_numbers
def random_connected(size: int, seed: int) -> CellArray:
    """``size`` cells grown from (0, 0), each a random neighbor of the board so far; holes and cut cells occur."""
    _require(1 <= size <= MAX_CELLS, f"the number of cells must be from 1 to {MAX_CELLS:,}")
    bag = _Bag(random.Random(seed))
    bag.add((0, 0))
    board: set[Cell] = set()
    while len(board) < size:
        cell = bag.take()
        board.add(cell)
        for near in _around(cell):
            if near not in board:
                bag.add(near)
    return np.array(sorted(board, key=lambda cell: (cell[1], cell[0])))


@_of_whole_numbers
def random_proper(size: int, seed: int) -> CellArray:
    """``size`` cells, grown so that the board is 2-connected and hole-free at every step from a triangle on.

    A cell may be added when its neighbors on the board form one run of two or more around it: two neighbors keep
    the board 2-connected, one run closes no hole. Other cells wait until a neighbor is added.
    """
    _require(3 <= size <= MAX_CELLS, f"the number of cells must be from 3 to {MAX_CELLS:,}")
    if size == 13:
        # The growth can end in the Star of David, the one board of its kind that is not proper: draw again.
        while _is_star(cells := _grow_proper(size, seed)):
            seed += 1_000_003
        return cells
    return _grow_proper(size, seed)


def _is_star(cells: CellArray) -> bool:
    moved = cells - cells[6]
    return {(q, r) for q, r in moved.tolist()} == {(q, r) for q, r in star_of_david().tolist()}


def _grow_proper(size: int, seed: int) -> CellArray:
    rng = random.Random(seed)
    bag = _Bag(rng)
    board: set[Cell] = {(0, 0), (1, 0), (0, 1)}
    for cell in sorted(board):
        for near in _around(cell):
            if near not in board:
                bag.add(near)
    while len(board) < size:
        cell = bag.take()
        taken = [near in board for near in _around(cell)]
        runs = sum(taken[d] and not taken[d - 1] for d in range(6))
        if runs != 1 or sum(taken) < 2:
            continue
        board.add(cell)
        for near in _around(cell):
            if near not in board:
                bag.add(near)
    return np.array(sorted(board, key=lambda cell: (cell[1], cell[0])))


@dataclass(frozen=True)
class Number:
    """A whole number that a shape is made of."""

    name: str
    """The parameter of the function that makes the shape."""
    help: str
    """One line for people."""
    default: int
    """The value when none is chosen."""
    least: int = 1
    """The smallest value that makes sense."""


@dataclass(frozen=True)
class Shape:
    """A shape as people choose it: by name, with numbers."""

    name: str
    """As on the command line."""
    summary: str
    """One line for people."""
    numbers: tuple[Number, ...]
    """What can be chosen."""
    make: Callable[..., CellArray]
    """The numbers, and a seed if it is random, to cells."""
    most_cells: Callable[..., int]
    """The numbers to how many cells there can be, known before any is made."""
    is_random: bool = False
    """True iff the cells depend on a seed."""
    is_even: bool = False
    """True iff the number of cells is always even; an instance on it leaves out the last one."""

    def cells(self, values: Mapping[str, Any], seed: int = 0) -> CellArray:
        """The cells for the numbers among the values."""
        chosen = {number.name: values[number.name] for number in self.numbers}
        return self.make(**chosen, seed=seed) if self.is_random else self.make(**chosen)


_WIDTH: Final = Number("width", "cells in a row", 5)
_HEIGHT: Final = Number("height", "number of rows", 5)


def _hexagon_cells(radius: int, width: int = 0) -> int:
    return 3 * radius * (radius + 1) + 1


SHAPES: Final = {
    shape.name: shape
    for shape in (
        Shape(
            "hexagon",
            "all cells within a radius of the center: 7, 19, 37, 61, 91, … cells",
            (Number("radius", "steps from the center to the rim", 2, least=0),),
            hexagon,
            _hexagon_cells,
        ),
        Shape(
            "parallelogram",
            "rows of equal length, each shifted by half a cell",
            (_WIDTH, _HEIGHT),
            parallelogram,
            lambda width, height: width * height,
        ),
        Shape(
            "brick",
            "rows shifted right and left in turns, nearly a rectangle",
            (_WIDTH, _HEIGHT),
            brick,
            lambda width, height: width * height,
        ),
        Shape(
            "triangle",
            "rows of side, side − 1, …, 1 cells",
            (Number("side", "cells along a side", 5),),
            triangle,
            lambda side: side * (side + 1) // 2,
        ),
        Shape(
            "trapezoid",
            "a triangle without its top",
            (Number("base", "cells in the longest row", 6), Number("height", "number of rows", 3)),
            trapezoid,
            lambda base, height: base * height,
        ),
        Shape(
            "strip",
            "two rows, a zigzag: the thinnest proper board",
            (Number("size", "number of cells", 21),),
            strip,
            lambda size: size,
        ),
        Shape(
            "comb",
            "a spine with teeth",
            (Number("teeth", "number of teeth", 3), Number("length", "cells along a tooth", 4)),
            comb,
            lambda teeth, length: teeth * (8 + 2 * length),
        ),
        Shape(
            "ring",
            "a hexagon with a hexagonal hole",
            (Number("radius", "outer radius", 3), Number("width", "width of the ring", 2)),
            ring,
            _hexagon_cells,
            is_even=True,
        ),
        Shape("star-of-david", "the 13 cells on which no gourd can travel", (), star_of_david, lambda: 13),
        Shape(
            "random",
            "a random connected board, holes and cut cells included",
            (Number("size", "number of cells", 31),),
            random_connected,
            lambda size: size,
            is_random=True,
        ),
        Shape(
            "random-proper",
            "a random proper board",
            (Number("size", "number of cells", 31, least=3),),
            random_proper,
            lambda size: size,
            is_random=True,
        ),
    )
}
"""All shapes by name."""
