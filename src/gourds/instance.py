"""Instances of Colored Gourd Placement: a colored board and a budget for every pair of colors.

A board of 2n+1 cells, a color for every cell, and for every unordered pair {a, b} of colors the *budget* b_ab: how
many gourds have one end of color a and one of color b. The budgets sum to n. A placement covers all cells but one,
every end on a cell of its color, and uses every gourd.

Colors are strings for people and indices into :attr:`Instance.colors` for programs. An edge of the board joins
cells of two colors i ≤ j; the pair (i, j) is its *class*, numbered i·k + j for k colors.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gourds.board import Board, label_components
from gourds.display import inline_svg
from gourds.errors import COUNTED_FAULTS, Fault, Faults, InputError, quoted
from gourds.hexgrid import (
    COORDINATE_LIMIT,
    Cell,
    CellArray,
    IndexArray,
    Symmetry,
    apply_symmetry,
    are_far,
    cell_array,
)
from gourds.values import is_text, is_whole, listed


@dataclass(frozen=True, eq=False)
class Instance:
    """A colored board with budgets. Make one with :meth:`build`, which checks everything."""

    board: Board
    """A connected board with an odd number of cells."""
    colors: tuple[str, ...]
    """The names of the colors on the board, sorted."""
    cell_colors: IndexArray
    """The color of each cell of the board, as an index into ``colors``."""
    budgets: Mapping[tuple[int, int], int]
    """Positive budgets only, sorted: (i, j) with i ≤ j → number of gourds. They sum to the number of gourds."""
    name: str | None = None
    """What people call it."""
    source: Mapping[str, Any] | None = field(default=None)
    """Where it came from: family, parameters, seed, command; plain JSON."""

    def __post_init__(self) -> None:
        """Raises InputError if these are not even the types; no more is checked."""
        if not isinstance(self.board, Board) or not isinstance(self.cell_colors, np.ndarray):
            raise InputError("an instance is made with Instance.build(cells, cell_colors, gourds)")

    @classmethod
    def build(
        cls,
        cells: CellArray | Sequence[Cell],
        cell_colors: Sequence[str],
        gourds: Iterable[tuple[str, str, int]],
        *,
        name: str | None = None,
        source: Mapping[str, Any] | None = None,
        cell_place: Callable[[int], str] = "cells[{}]".format,
        gourd_place: Callable[[int], str] = "gourds[{}]".format,
    ) -> Instance:
        """An instance from parts in any order; equal pairs of gourds add up.

        Raises InputError with every fault found. ``cell_place`` and ``gourd_place`` say where in the input the
        k-th cell or kind of gourd stands.
        """
        if not isinstance(cells, Sequence | np.ndarray):
            raise InputError(Fault("cells", f"must be a list of cells (q, r), not {quoted(cells)}"))
        array = cell_array(cells, cell_place)
        faults = Faults(label_faults(name, source))
        colors, codes = _number_colors(cell_colors, len(array), cell_place)
        if (far := np.flatnonzero(are_far(array))).size:
            raise InputError(
                Fault(cell_place(k), f"coordinates must stay below {COORDINATE_LIMIT}")
                for k in far[:COUNTED_FAULTS].tolist()
            )
        board, order = Board.sorted_with_order(array)
        faults += _board_faults(board, order, cell_place)
        number = {color: k for k, color in enumerate(colors)}
        budgets = _budgets(gourds, number, len(array), gourd_place, faults)
        faults.check()
        cell_codes = codes[order]
        cell_codes.setflags(write=False)
        return cls(board, colors, cell_codes, budgets, name, source)

    # -- values ---------------------------------------------------------------------------------------------

    def _value(self) -> tuple[object, ...]:
        source = None if self.source is None else json.dumps(self.source, sort_keys=True)
        return (
            self.board,
            self.colors,
            self.cell_colors.tobytes(),
            tuple(self.budgets.items()),
            self.name,
            source,
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Instance) and self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())

    def __repr__(self) -> str:
        called = f"{quoted(self.name)}: " if self.name else ""
        return f"<Instance {called}{self.board.size} cells, {self.size} gourds, {len(self.colors)} colors>"

    def _repr_svg_(self) -> str:
        return inline_svg(self)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of what makes up the puzzle, without name and source, as 64 hexadecimal digits.

        Hashed are the compact UTF-8 JSON of [colors, gourds], both sorted, and then q, r and color (its index) of
        every cell in scan order as signed 64-bit numbers, smallest byte first.
        """
        head = json.dumps([self.colors, self.gourd_list()], separators=(",", ":"), ensure_ascii=False)
        cells = np.column_stack((self.board.cells, self.cell_colors)).astype("<i8")
        return hashlib.sha256(head.encode() + cells.tobytes()).hexdigest()

    @property
    def size(self) -> int:
        """The number of gourds."""
        return self.board.size // 2

    def color_at(self, cell: Cell) -> str | None:
        """The color of a cell, None if it is not on the board."""
        index = self.board.index(cell)
        return None if index is None else self.colors[self.cell_colors[index]]

    def budget(self, first: str, second: str) -> int:
        """The number of gourds with these two end colors, in either order."""
        for color in (first, second):
            if color not in self.colors:
                raise InputError(f"unknown color {quoted(color)}: no cell has it")
        i, j = sorted((self.colors.index(first), self.colors.index(second)))
        return self.budgets.get((i, j), 0)

    def gourd_list(self) -> list[tuple[str, str, int]]:
        """The budgets by color names, sorted."""
        return [(self.colors[i], self.colors[j], count) for (i, j), count in self.budgets.items()]

    # -- arrays for solvers ---------------------------------------------------------------------------------

    @cached_property
    def edge_classes(self) -> NDArray[np.int64]:
        """The class number i·k + j (i ≤ j) of each edge of the board."""
        ends = self.cell_colors[self.board.edges].astype(np.int64)
        classes: NDArray[np.int64] = ends.min(axis=1) * len(self.colors) + ends.max(axis=1)
        return classes

    @cached_property
    def usable_edges(self) -> NDArray[np.bool_]:
        """Which edges of the board belong to a class with a positive budget; no placement uses any other."""
        k = len(self.colors)
        allowed = np.array([i * k + j for i, j in self.budgets], dtype=np.int64)
        return np.isin(self.edge_classes, allowed)

    @cached_property
    def usable_parts(self) -> IndexArray:
        """The part of each cell where only usable edges join cells, numbered from 0 in scan order."""
        return label_components(self.board.size, self.board.edges[self.usable_edges])

    # -- symmetry -------------------------------------------------------------------------------------------

    def transformed(self, symmetry: Symmetry, shift: Cell = (0, 0)) -> Instance:
        """The image under a symmetry of the grid, then moved by ``shift``; the same puzzle."""
        board, order = Board.sorted_with_order(apply_symmetry(symmetry, self.board.cells) + np.array(shift))
        return Instance(board, self.colors, self.cell_colors[order], self.budgets, self.name, self.source)


def label_faults(name: object, source: object) -> list[Fault]:
    """What is wrong with the name and the source of an instance."""
    faults = []
    if name is not None and not is_text(name):
        faults.append(Fault("name", f"must be a string of valid Unicode, not {quoted(name)}"))
    if source is not None:
        if not isinstance(source, Mapping):
            return [*faults, Fault("source", f"must be an object, not {quoted(source)}")]
        try:
            json.dumps(source, allow_nan=False, ensure_ascii=False).encode()
        except (TypeError, ValueError, RecursionError) as error:
            faults.append(Fault("source", f"cannot be kept: {str(error).split(chr(10))[0]}"))
    return faults


def _number_colors(
    cell_colors: Sequence[str], cells: int, place: Callable[[int], str]
) -> tuple[tuple[str, ...], IndexArray]:
    """The colors, sorted, and the number of each cell's. Raises InputError if they are no texts, one for each cell."""
    if not isinstance(cell_colors, Sequence | np.ndarray):
        raise InputError(Fault("colors", f"must be a list, one for each cell, not {quoted(cell_colors)}"))
    given = list(cell_colors)
    if len(given) != cells:
        raise InputError(Fault("colors", f"{len(given)} are given for {cells} cells"))
    try:
        different = set(given)
        is_sound = all(type(color) is str and is_text(color) for color in different)
    except TypeError:  # a list cannot be in a set
        is_sound = False
    if not is_sound:
        Faults(
            Fault(place(k), f"the color must be a string of valid Unicode, not {quoted(color)}")
            for k, color in enumerate(given)
            if not is_text(color)
        ).check()
        given = [str(color) for color in given]
        different = set(given)
    colors = tuple(sorted(different))
    number = {color: k for k, color in enumerate(colors)}
    return colors, np.fromiter(map(number.__getitem__, given), dtype=np.int32, count=cells)


def _board_faults(board: Board, order: NDArray[np.intp], place: Callable[[int], str]) -> list[Fault]:
    if not board.size:
        return [Fault("cells", "a board needs at least one cell")]
    faults = []
    for k in board.duplicate_rows()[:COUNTED_FAULTS].tolist():
        cell = tuple(board.cells[k].tolist())
        faults.append(Fault(place(int(order[k + 1])), f"cell {cell} was given before, at {place(int(order[k]))}"))
    if faults:
        return faults
    if board.size % 2 == 0:
        faults.append(
            Fault("cells", f"an instance needs an odd number of cells, one stays empty; here are {board.size}")
        )
    if not board.is_connected:
        parts = np.bincount(board.components)
        lost = int(np.flatnonzero(board.components == int(parts.argmin()))[0])
        faults.append(
            Fault(
                place(int(order[lost])),
                f"the board is not connected: {len(parts)} parts, one with cell {tuple(board.cells[lost].tolist())}"
                f" and {int(parts.min()) - 1} more",
            )
        )
    return faults


def _budgets(
    gourds: Iterable[tuple[str, str, int]],
    number: Mapping[str, int],
    cells: int,
    place: Callable[[int], str],
    faults: Faults,
) -> dict[tuple[int, int], int]:
    """The positive budgets by numbers of colors, sorted; what is wrong is added to the faults."""
    kinds = listed(gourds)
    if kinds is None or isinstance(gourds, Mapping | str):
        raise InputError(Fault("gourds", f"must be a list of (color, color, number), not {quoted(gourds)}"))
    sums: dict[tuple[int, int], int] = {}
    total, before = 0, len(faults)
    for k, kind in enumerate(kinds):
        if reasons := _kind_faults(kind, number):
            faults += [Fault(place(k), reason) for reason in reasons]
            continue
        first, second, count = kind
        total += int(count)
        if count:
            i, j = number[first], number[second]
            pair = (i, j) if i <= j else (j, i)
            sums[pair] = sums.get(pair, 0) + int(count)
    if total != cells // 2 and len(faults) == before:
        faults.add("gourds", f"{cells} cells take {cells // 2} gourds, the budgets sum to {quoted(total)}")
    return dict(sorted(sums.items()))


def _kind_faults(kind: Any, number: Mapping[str, int]) -> list[str]:
    """What is wrong with two colors and a number of gourds."""
    if not isinstance(kind, tuple | list) or len(kind) != 3 or not is_whole(kind[2]):
        return [f"must be two colors and a whole number, not {quoted(kind)}"]
    first, second, count = kind
    is_known = isinstance(first, str) and isinstance(second, str) and first in number and second in number
    if is_known and count >= 0:
        return []
    unknown = {quoted(color) for color in (first, second) if not isinstance(color, str) or color not in number}
    reasons = [f"unknown color {color}: no cell has it{_meant(color, number)}" for color in sorted(unknown)]
    if count < 0:
        reasons.append(f"the number of gourds must not be negative, here it is {quoted(count)}")
    return reasons


def _meant(color: str, known: Iterable[str]) -> str:
    """The end of a sentence about a color that is not known, in quotes: which one may be meant."""
    from difflib import get_close_matches

    shown = {quoted(name).lower(): quoted(name) for name in islice(known, 1000)}
    close = get_close_matches(color.lower(), shown, 1, 0.75)
    return f"; did you mean {shown[close[0]]}?" if close and len(color) > 3 else ""
