"""Configurations: positions of the puzzle, in which every gourd has a number and two different ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gourds.board import Board
from gourds.display import LONGEST, inline_svg
from gourds.errors import Fault, Faults, InputError, quoted
from gourds.hexgrid import Cell, CellArray, IndexArray, is_pair_of_cells
from gourds.placement import Placement
from gourds.values import is_text, is_whole

Ends = tuple[Cell, Cell]
Colors = tuple[str, str]


@dataclass(frozen=True, eq=False)
class Configuration:
    """Where both ends of every gourd lie; exactly one cell is empty. Make one with :meth:`build`."""

    board: Board
    """The cells."""
    ids: tuple[int, ...]
    """The numbers of the gourds, increasing."""
    ends: IndexArray
    """Shape (n, 2): the cells under end 0 and end 1 of each gourd, as indices into the board; not writable."""
    colors: tuple[Colors, ...] | None = None
    """The colors of end 0 and end 1 of each gourd, or None where gourds have none."""

    def __post_init__(self) -> None:
        """Raises InputError if these are not even the types; no more is checked."""
        if not isinstance(self.board, Board) or not isinstance(self.ends, np.ndarray):
            raise InputError("a configuration is made with Configuration.build(cells, ids, ends)")

    @classmethod
    def build(
        cls,
        cells: Iterable[Cell] | CellArray | Board,
        ids: Sequence[int],
        ends: Sequence[Ends],
        colors: Sequence[Colors] | None = None,
    ) -> Configuration:
        """A configuration from gourds in any order. Raises InputError with everything that is wrong."""
        board = cells if isinstance(cells, Board) else Board.from_cells(cells)
        for name, given in (("ids", ids), ("ends", ends), ("colors", () if colors is None else colors)):
            if not isinstance(given, Sequence | np.ndarray):
                raise InputError(Fault(name, f"must be a list, not {quoted(given)}"))
        Faults(_spelling_faults(ids, ends, colors)).check()
        cells_of_ends = np.array(ends, dtype=np.int64).reshape(-1, 2)
        table = board.indices(cells_of_ends).reshape(-1, 2)
        Faults(_faults(board, ids, [(q, r) for q, r in cells_of_ends.tolist()], table)).check()
        order = sorted(range(len(ids)), key=ids.__getitem__)
        sorted_colors = None
        if colors is not None:
            sorted_colors = tuple((str(colors[k][0]), str(colors[k][1])) for k in order)
        return cls.from_indices(board, tuple(int(ids[k]) for k in order), table[order], sorted_colors)

    @classmethod
    def from_indices(
        cls, board: Board, ids: tuple[int, ...], ends: Any, colors: tuple[Colors, ...] | None = None
    ) -> Configuration:
        """A configuration from increasing ids and cells by index; nothing is checked."""
        table = np.array(ends, dtype=np.int32).reshape(-1, 2)
        table.setflags(write=False)
        return cls(board, ids, table, colors)

    @cached_property
    def empty(self) -> int:
        """The empty cell, as an index into the board."""
        covered = np.zeros(self.board.size, dtype=bool)
        covered[self.ends] = True
        return int(np.flatnonzero(~covered)[0])

    @property
    def empty_cell(self) -> Cell:
        """The empty cell."""
        q, r = self.board.cells[self.empty].tolist()
        return q, r

    def end_cells(self) -> list[Ends]:
        """The cells of end 0 and end 1 of each gourd."""
        return [((a, b), (c, d)) for (a, b), (c, d) in self.board.cells[self.ends].tolist()]

    def placement(self) -> Placement:
        """Where the gourds lie, without their numbers and ends."""
        return Placement.of_cells(self.empty_cell, self.end_cells())

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Configuration)
            and self.board == other.board
            and self.ids == other.ids
            and np.array_equal(self.ends, other.ends)
            and self.colors == other.colors
        )

    def __hash__(self) -> int:
        return hash((self.board, self.ids, self.ends.tobytes(), self.colors))

    def __repr__(self) -> str:
        if self.board.size <= 40:
            text = f"Configuration.build({self.board.cell_list()}, {self.ids}, {self.end_cells()}, {self.colors})"
            if len(text) <= LONGEST:
                return text
        return f"<Configuration of {len(self.ids)} gourds on {self.board.size} cells>"

    def to_json(self) -> dict[str, Any]:
        """The document of a configuration file."""
        gourds: list[dict[str, Any]] = []
        for k, (number, pair) in enumerate(zip(self.ids, self.end_cells(), strict=True)):
            gourd: dict[str, Any] = {"id": number, "ends": [list(cell) for cell in pair]}
            if self.colors is not None:
                gourd["colors"] = list(self.colors[k])
            gourds.append(gourd)
        cells = [list(cell) for cell in self.board.cell_list()]
        return {"format": "gourds-configuration", "version": 1, "cells": cells, "gourds": gourds}

    def _repr_svg_(self) -> str:
        return inline_svg(self)


def require_configuration(value: object, name: str) -> None:
    """Raise InputError if the value is no configuration; ``name`` says what it was given as."""
    if not isinstance(value, Configuration):
        raise InputError(f"{name} must be a configuration, not {type(value).__name__}")


def whole_numbers(name: str, values: Any, dtype: type[np.generic], below: int | None = None) -> NDArray[Any]:
    """The values as an array of that type. Raises InputError if they are no whole numbers, or not in range."""
    try:
        array = np.asarray(values)
        is_sound = array.dtype.kind in "iu" and (isinstance(values, np.ndarray) or not _has_bools(values))
    except (ValueError, TypeError, OverflowError):  # such as rows of different lengths
        array, is_sound = np.empty(1, dtype=object), False
    if array.size and (not is_sound or (array.dtype == np.uint64 and int(array.max()) >= 2**63)):
        raise InputError(f"{name} must be whole numbers of at most 64 bits")
    if below is not None and array.size and not 0 <= int(array.min()) <= int(array.max()) < below:
        raise InputError(f"{name} must be whole numbers from 0 to {below - 1}")
    return array.astype(dtype, copy=False)


def _has_bools(values: Any) -> bool:
    """True iff some are truth values, which numpy takes for numbers beside others."""
    return any(isinstance(value, bool | np.bool_) for value in np.asarray(values, dtype=object).ravel())


def _spelling_faults(ids: Sequence[Any], ends: Sequence[Any], colors: Sequence[Any] | None) -> Iterator[Fault]:
    """What is no number, no pair of cells or no pair of colors, and lists that differ in length."""
    for name, given in (("ids", ids), ("colors", ends if colors is None else colors)):
        if len(given) != len(ends):
            yield Fault("gourds", f"{len(given)} {name} are given for {len(ends)} pairs of cells")
    for k, number in enumerate(ids):
        if not is_whole(number) or not -(2**63) <= number < 2**63:
            yield Fault(f"gourds[{k}]", f"id must be a whole number of at most 64 bits, not {quoted(number)}")
    for k, pair in enumerate(ends):
        if not is_pair_of_cells(pair):
            yield Fault(f"gourds[{k}]", f"ends must be two cells (q, r), not {quoted(pair)}")
    for k, pair in enumerate(() if colors is None else colors):
        if not isinstance(pair, tuple | list | np.ndarray) or len(pair) != 2 or not all(map(is_text, pair)):
            yield Fault(f"gourds[{k}]", f"colors must be two strings, not {quoted(pair)}")


def _faults(board: Board, ids: Sequence[int], cells: list[Cell], table: IndexArray) -> Iterator[Fault]:
    """Everything that is wrong with the gourds, in the words of the file format; ``cells`` has two for each."""
    is_sound = True
    numbered: dict[int, int] = {}
    covered: dict[int, int] = {}
    for k, (number, places) in enumerate(zip(ids, table.tolist(), strict=True)):
        pair = cells[2 * k], cells[2 * k + 1]
        reasons = []
        if numbered.setdefault(number, k) != k:
            reasons.append(f"id {number} was given before, to gourds[{numbered[number]}]")
        for cell, index in zip(pair, places, strict=True):
            if index < 0:
                reasons.append(f"cell {cell} is not on the board")
            elif covered.setdefault(index, k) != k or pair[0] == pair[1]:
                reasons.append(f"cell {cell} is covered twice, first by gourds[{covered[index]}]")
        if min(places) >= 0 and places[1] not in board.neighbors[places[0]].tolist():
            reasons.append(f"cells {pair[0]} and {pair[1]} are not adjacent")
        is_sound = is_sound and not reasons
        yield from (Fault(f"gourds[{k}]", reason) for reason in reasons)
    left = board.size - len(covered)
    if is_sound and left != 1:
        yield Fault("gourds", f"exactly one cell must stay empty, these gourds leave {left}")
