"""A level as a value, and its document.

A level of mode ``numbers`` is won in its target, one of mode ``colors`` in any position with every end on its color.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from gourds.board import Board
from gourds.configuration import Configuration
from gourds.errors import Fault, InputError
from gourds.files.raw import naming
from gourds.hexgrid import Cell, is_cell
from gourds.instance import Instance
from gourds.moves import Walk

Mode = Literal["colors", "numbers"]

_GRADES = ((10, "very easy"), (16, "easy"), (25, "medium"), (40, "hard"))


def grade_of(moves: int) -> str:
    """How hard a puzzle is, in words, from the length of its shortest solution; packs go by the same steps."""
    return next((word for most, word in _GRADES if moves <= most), "very hard")


@dataclass(frozen=True)
class Level:
    """One puzzle to play."""

    key: str
    """Its name for programs, different from all others."""
    title: str
    """Its name for people."""
    start: Configuration
    """Where the gourds lie at first; they have colors iff the cells have."""
    cell_colors: tuple[str, ...] | None
    """The color of each cell, in the order of the board; None in a level with numbers."""
    target: Configuration | None
    """The goal of a level with numbers."""
    walk: Walk
    """A shortest solution."""
    proof: str
    """How it is known that none is shorter."""

    @property
    def mode(self) -> Mode:
        """Whether colors or numbers decide."""
        return "numbers" if self.cell_colors is None else "colors"

    @property
    def par(self) -> int:
        """The length of a shortest solution."""
        return len(self.walk)

    @property
    def instance(self) -> Instance | None:
        """The colored board with its budgets; None in a level with numbers."""
        if self.cell_colors is None:
            return None
        gourds = [(a, b, 1) for a, b in self.start.colors or ()]
        return Instance.build(self.start.board.cells, self.cell_colors, gourds)

    def to_json(self) -> dict[str, Any]:
        """The level as plain JSON."""
        colors = [[name] for name in self.cell_colors] if self.cell_colors else [[]] * self.start.board.size
        cells = zip(self.start.board.cell_list(), colors, strict=True)
        return {
            "key": self.key,
            "title": self.title,
            "mode": self.mode,
            "par": self.par,
            "proof": self.proof,
            "cells": [[*cell, *color] for cell, color in cells],
            "gourds": self.start.to_json()["gourds"],
            "target": None if self.target is None else [_listed(pair) for pair in self.target.end_cells()],
            "plan": self.walk.cells()[1:].tolist(),
        }

    @classmethod
    def from_json(cls, value: Any) -> Level:
        """The level of a document. Raises InputError if it is none, or if its par is not the length of its plan."""
        if not isinstance(value, dict):
            raise InputError("must be a JSON object")
        for key, kind in _KINDS.items():
            if not isinstance(value.get(key), kind) or isinstance(value.get(key), bool):
                raise InputError(Fault(key, f"must be {_WORDS[kind]}"))
        is_colored = value["mode"] == "colors"
        for k, cell in enumerate(value["cells"]):
            length = 3 if is_colored else 2
            if not isinstance(cell, list) or len(cell) != length or not is_cell(cell[:2]):
                raise InputError(Fault(f"cells[{k}]", f"must be a list of {length}: q, r{', color' * is_colored}"))
        board, order = Board.sorted_with_order(np.array([cell[:2] for cell in value["cells"]], dtype=np.int64))
        names = tuple(str(value["cells"][k][2]) for k in order.tolist()) if is_colored else None
        start = _configuration(board, value["gourds"], is_colored)
        target = None
        if not is_colored:
            with naming(place="target"):
                target = Configuration.build(board, start.ids, value.get("target") or [])
        with naming(place="plan"):
            walk = Walk.from_cells(np.array([start.empty_cell, *map(_cell, value["plan"])], dtype=np.int64))
        if len(walk) != value["par"]:
            raise InputError(Fault("par", f"is {value['par']}, the plan has {len(walk)} moves"))
        return cls(value["key"], value["title"], start, names, target, walk, value["proof"])


_KINDS: dict[str, type] = {
    "key": str, "title": str, "mode": str, "proof": str, "par": int, "cells": list, "gourds": list, "plan": list
}  # fmt: skip
_WORDS: dict[type, str] = {str: "text", int: "a whole number", list: "a list"}


def _configuration(board: Board, gourds: list[Any], is_colored: bool) -> Configuration:
    for k, gourd in enumerate(gourds):
        if not isinstance(gourd, dict) or "id" not in gourd or "ends" not in gourd:
            raise InputError(Fault(f"gourds[{k}]", "must have an id and ends"))
    ids, ends = [gourd["id"] for gourd in gourds], [gourd["ends"] for gourd in gourds]
    return Configuration.build(board, ids, ends, [gourd.get("colors") for gourd in gourds] if is_colored else None)


def _cell(value: Any) -> Cell:
    if not is_cell(value):
        raise InputError(f"must be cells [q, r], not {value!r}")
    return int(value[0]), int(value[1])


def _listed(pair: tuple[Cell, Cell]) -> list[list[int]]:
    return [list(cell) for cell in pair]
