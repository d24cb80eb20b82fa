"""Configurations: positions of the puzzle, in which every gourd has a number and two different ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from gourds.board import Board
from gourds.display import inline_svg
from gourds.errors import Fault, InputError
from gourds.hexgrid import Cell, CellArray, IndexArray
from gourds.placement import Placement

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
        flat = np.array([cell for pair in ends for cell in pair], dtype=np.int64).reshape(-1, 2)
        table = board.indices(flat).reshape(-1, 2)
        faults = _faults(board, ids, ends, table)
        if faults:
            raise InputError(faults)
        order = sorted(range(len(ids)), key=ids.__getitem__)
        sorted_colors = tuple(colors[k] for k in order) if colors is not None else None
        return cls.from_indices(board, tuple(ids[k] for k in order), table[order], sorted_colors)

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
        return Placement.build(self.empty_cell, self.end_cells())

    def without_colors(self) -> Configuration:
        """The same position of uncolored gourds."""
        return Configuration(self.board, self.ids, self.ends)

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
        if self.board.size > 40:
            return f"<Configuration of {len(self.ids)} gourds on {self.board.size} cells>"
        return f"Configuration.build({self.board.cell_list()}, {self.ids}, {self.end_cells()}, {self.colors})"

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


def _faults(board: Board, ids: Sequence[int], ends: Sequence[Ends], table: IndexArray) -> list[Fault]:
    """Everything that is wrong with the gourds, in the words of the file format."""
    faults: list[Fault] = []
    numbered: dict[int, int] = {}
    covered: dict[int, int] = {}
    for k, (number, pair, places) in enumerate(zip(ids, ends, table.tolist(), strict=True)):
        place = f"gourds[{k}]"
        if numbered.setdefault(number, k) != k:
            faults.append(Fault(place, f"id {number} was given before, to gourds[{numbered[number]}]"))
        for cell, index in zip(pair, places, strict=True):
            if index < 0:
                faults.append(Fault(place, f"cell {cell} is not on the board"))
            elif covered.setdefault(index, k) != k or pair[0] == pair[1]:
                faults.append(Fault(place, f"cell {cell} is covered twice, first by gourds[{covered[index]}]"))
        if min(places) >= 0 and places[1] not in board.neighbors[places[0]].tolist():
            faults.append(Fault(place, f"cells {pair[0]} and {pair[1]} are not adjacent"))
    left = board.size - len(covered)
    if not faults and left != 1:
        faults.append(Fault("gourds", f"exactly one cell must stay empty, these gourds leave {left}"))
    return faults
