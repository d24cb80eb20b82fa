"""What a picture shows, before anything is drawn: cells and their colors, gourds, the empty cell, counts.

Boards, instances and placements all become a :class:`Scene`; the drawing code knows nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from gourds.board import Board
from gourds.counting import Counting
from gourds.errors import Fault, InputError
from gourds.hexgrid import Cell, IndexArray, are_adjacent
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.render.palette import PLAIN, Tone, tones
from gourds.render.text import short_labels

Drawable = Board | Instance | Placement


@dataclass(frozen=True)
class Scene:
    """Everything that a picture needs to know."""

    board: Board
    """The cells."""
    color_of: IndexArray
    """The color of each cell, as an index into the next three."""
    names: tuple[str, ...]
    """Names of the colors; empty where nothing is colored."""
    labels: tuple[str, ...]
    """Short names of the colors, all different."""
    tones: tuple[Tone, ...]
    """Shades of the colors."""
    cells_of: tuple[int, ...]
    """How many cells have each color."""
    ends_of: tuple[int, ...]
    """How many ends have each color."""
    budgets: tuple[tuple[int, int, int], ...]
    """How many gourds have ends of two colors: (color, color, count)."""
    gourds: tuple[tuple[int, int], ...]
    """The cells of each gourd, as indices into the board."""
    empty: int | None
    """The empty cell, as an index into the board."""
    name: str
    """What people call it, or nothing."""

    @property
    def is_colored(self) -> bool:
        """True iff the cells have colors of their own."""
        return bool(self.names)

    def facts(self) -> str:
        """The sizes in one line."""
        if self.is_colored:
            parts = [(self.board.size, "cell"), (self.board.size // 2, "gourd"), (len(self.names), "color")]
        elif self.gourds:
            parts = [(self.board.size, "cell"), (len(self.gourds), "gourd")]
        else:
            parts = [(self.board.size, "cell")]
        return " · ".join(f"{count:,} {word}{'' if count == 1 else 's'}" for count, word in parts)


def scene_of(value: Drawable, placement: Placement | None = None) -> Scene:
    """The scene of a board or an instance, with a placement or without; or of a placement alone.

    Raises InputError for a placement that cannot be drawn here: cells off the board, ends that are not adjacent.
    A placement that is wrong in any other way is drawn as it is.
    """
    if isinstance(value, Placement):
        if placement is not None:
            raise InputError("a placement is drawn on a board or an instance, not on another placement")
        return scene_of(_covered(value), value)
    board = value.board if isinstance(value, Instance) else value
    gourds, empty = _on_board(board, placement) if placement is not None else ((), None)
    if isinstance(value, Board):
        nothing = np.zeros(board.size, dtype=np.int32)
        return Scene(board, nothing, (), ("",), (PLAIN,), (board.size,), (0,), (), gourds, empty, "")
    counting = Counting(value)
    return Scene(
        board=board,
        color_of=value.cell_colors,
        names=value.colors,
        labels=tuple(short_labels(value.colors)),
        tones=tuple(tones(value.colors)),
        cells_of=tuple(counting.cells_of),
        ends_of=tuple(counting.ends_of),
        budgets=tuple((i, j, count) for (i, j), count in value.budgets.items()),
        gourds=gourds,
        empty=empty,
        name=value.name or "",
    )


def _covered(placement: Placement) -> Board:
    """The board of the cells that a placement speaks of."""
    return Board.from_cells({placement.empty, *(cell for gourd in placement.gourds for cell in gourd)})


def _on_board(board: Board, placement: Placement) -> tuple[tuple[tuple[int, int], ...], int]:
    ends = _indices(board, (cell for gourd in placement.gourds for cell in gourd))
    empty = _indices(board, [placement.empty])[0]
    gourds = tuple(zip(ends[::2], ends[1::2], strict=True))
    faults = []
    for k, ((a, b), (i, j)) in enumerate(zip(placement.gourds, gourds, strict=True)):
        faults += [
            Fault(f"gourds[{k}]", f"cell {cell} is not on the board") for cell, index in ((a, i), (b, j)) if index < 0
        ]
        if not are_adjacent(a, b):
            faults.append(Fault(f"gourds[{k}]", f"cells {a} and {b} are not adjacent"))
    if empty < 0:
        faults.append(Fault("empty", f"cell {placement.empty} is not on the board"))
    if faults:
        raise InputError(faults)
    return gourds, empty


def _indices(board: Board, cells: Iterable[Cell]) -> list[int]:
    found: list[int] = board.indices(np.array(list(cells), dtype=np.int64).reshape(-1, 2)).tolist()
    return found
