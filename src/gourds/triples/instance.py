"""Colored boards with budgets of colored triples, and boards of triples without colors.

As for gourds: every cell has a color, and for every *kind*, three colors in any order, the budget says how many triples
have ends of these colors. A placement lays every triple with each end on its color and leaves one cell empty. A triple
of three different colors may be laid with either side up: kinds have no hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from gourds.board import Board
from gourds.errors import Fault, Faults, InputError, quoted
from gourds.hexgrid import Cell, CellArray
from gourds.triples.placements import Slot
from gourds.values import is_text, is_whole, listed
from gourds.words import counted

Kind = tuple[str, str, str]


@dataclass(frozen=True)
class TripleInstance:
    """A board of 3n + 1 cells; with colors, also budgets. Make one with :meth:`build`."""

    board: Board
    """The cells."""
    colors: tuple[str, ...] = ()
    """The color of each cell; empty where nothing is colored."""
    kinds: tuple[tuple[Kind, int], ...] = ()
    """Kinds with their budgets, sorted, each once; the colors of a kind are sorted, the budgets positive."""

    @classmethod
    def build(
        cls,
        cells: Iterable[Cell] | CellArray | Board,
        colors: Sequence[str] | None = None,
        triples: Iterable[tuple[str, str, str, int]] = (),
    ) -> TripleInstance:
        """An instance from parts in any order; equal kinds add up. Raises InputError with everything that is wrong."""
        given: list[Any] | None = [] if isinstance(cells, Board) else listed(cells)
        if given is None:
            raise InputError(Fault("cells", f"must be a list of cells (q, r), not {quoted(cells)}"))
        board = cells if isinstance(cells, Board) else Board.from_cells(given)
        faults = Faults()
        if board.size % 3 != 1:
            faults.add("cells", f"triples need 3n + 1 cells, these are {board.size}")
        if not board.is_connected:
            faults.add("cells", "the board is not connected")
        if colors is None:
            if rows := listed(triples):
                faults.add("triples", f"{len(rows)} kinds are given, but the cells have no colors")
            faults.check()
            return cls(board)
        if len(colors) != board.size or not all(map(is_text, colors)):
            raise InputError(Fault("colors", "must be strings, one for each cell"))
        kinds = _kinds(triples, frozenset(colors), board.size // 3, faults)
        faults.check()
        ordered = tuple(colors)
        if not isinstance(cells, Board):
            color_at = {(int(q), int(r)): color for (q, r), color in zip(given, colors, strict=True)}
            ordered = tuple(color_at[cell] for cell in board.cell_list())
        return cls(board, ordered, kinds)

    @property
    def budgets(self) -> dict[Kind, int]:
        """How many triples there are of each kind."""
        return dict(self.kinds)

    def slot_kinds(self) -> dict[Slot, Kind]:
        """The kind that fits each triangle of the board."""
        found: dict[Slot, Kind] = {}
        for row in self.board.triangles.tolist():
            a, b, c = sorted(row)
            first, second, third = sorted(self.colors[k] for k in (a, b, c))
            found[a, b, c] = (first, second, third)
        return found

    def to_json(self) -> dict[str, Any]:
        """The document of a file."""
        cells: list[list[Any]] = [[q, r] for q, r in self.board.cell_list()]
        head: dict[str, Any] = {"format": "gourds-triples", "version": 1}
        if not self.colors:
            return {**head, "cells": cells}
        colored = [[*cell, color] for cell, color in zip(cells, self.colors, strict=True)]
        return {**head, "cells": colored, "triples": [[*kind, count] for kind, count in self.kinds]}


def _kinds(
    triples: Iterable[tuple[str, str, str, int]], known: frozenset[str], pieces: int, faults: Faults
) -> tuple[tuple[Kind, int], ...]:
    """Kinds and budgets, sorted and added up; what is wrong is added to the faults."""
    rows = listed(triples)
    if rows is None:
        raise InputError(Fault("triples", f"must be a list of (color, color, color, number), not {quoted(triples)}"))
    sums: dict[Kind, int] = {}
    before = len(faults)
    for k, row in enumerate(rows):
        if not isinstance(row, tuple | list) or len(row) != 4 or not is_whole(row[3]) or row[3] < 0:
            faults.add(f"triples[{k}]", f"must be three colors and a number of triples, not {quoted(row)}")
            continue
        unknown = [color for color in row[:3] if not isinstance(color, str) or color not in known]
        if unknown:
            faults.add(f"triples[{k}]", f"unknown color {quoted(unknown[0])}: no cell has it")
            continue
        first, second, third = sorted(row[:3])
        sums[first, second, third] = sums.get((first, second, third), 0) + int(row[3])
    if sum(sums.values()) != pieces and len(faults) == before:
        total = quoted(sum(sums.values()))
        faults.add(
            "triples",
            f"a board of {3 * pieces + 1} cells takes {counted(pieces, 'triple')}, the budgets sum to {total}",
        )
    return tuple(sorted((kind, count) for kind, count in sums.items() if count))
