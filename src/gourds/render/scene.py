"""What a picture shows, before anything is drawn: cells and their colors, gourds, the empty cell, counts.

Boards, instances and placements all become a :class:`Scene`; the drawing code knows nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gourds.board import Board
from gourds.counting import Counting
from gourds.errors import Fault, InputError
from gourds.hexgrid import Cell, IndexArray, are_adjacent
from gourds.instance import Instance
from gourds.placement import PartialPlacement, Placement
from gourds.render.palette import PLAIN, Tone, tones
from gourds.render.text import short_labels

Drawable = Board | Instance | Placement | PartialPlacement
Gourds = Sequence[tuple[Cell, Cell]]
Highlight = Collection[int] | Mapping[int, int]
"""Indices of cells that make up a region, or the number of each cell's region; below zero: lined twice."""

FADED = 0.3
"""The opacity of cells that are not highlighted."""


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
    open_cells: tuple[int, ...] = ()
    """Cells that the gourds of a partial placement leave open, as indices into the board."""
    highlight: Mapping[int, int] | None = None
    """Cells that stand out against the faded rest, each with its region's number; None: no cell fades."""
    marked_budgets: frozenset[tuple[int, int]] | None = None
    """Budgets that stand out in the legend, as pairs of colors; None: none fades."""

    @property
    def layers(self) -> list[tuple[list[int], float]]:
        """The cells in layers from bottom to top, each with its opacity."""
        everything = range(self.board.size)
        if self.highlight is None:
            return [(list(everything), 1.0)]
        return [([k for k in everything if k not in self.highlight], FADED), (sorted(self.highlight), 1.0)]

    @property
    def marked_cells(self) -> tuple[int, ...]:
        """The empty cell and the open ones."""
        return self.open_cells if self.empty is None else (self.empty, *self.open_cells)

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


def scene_of(
    value: Drawable,
    placement: Placement | PartialPlacement | None = None,
    partial: Gourds | None = None,
    highlight: Highlight | None = None,
    budgets: Collection[tuple[int, int]] | None = None,
) -> Scene:
    """The scene of a board or an instance, with a placement or without; or of a placement alone.

    Raises InputError for a placement that cannot be drawn here: cells off the board, ends that are not adjacent.
    A placement that is wrong in any other way is drawn as it is.
    """
    if isinstance(value, Placement | PartialPlacement):
        if placement is not None:
            raise InputError("a placement is drawn on a board or an instance, not on another placement")
        return scene_of(_covered(value), value)
    if isinstance(placement, PartialPlacement):
        partial, placement = placement.gourds, None
    board = value.board if isinstance(value, Instance) else value
    gourds, empty = _on_board(board, placement) if placement is not None else ((), None)
    open_cells: tuple[int, ...] = ()
    if partial is not None:
        gourds = _gourds_on_board(board, partial)
        covered = {k for gourd in gourds for k in gourd}
        open_cells = tuple(k for k in range(board.size) if k not in covered)
    marked = highlight if highlight is None or isinstance(highlight, Mapping) else dict.fromkeys(highlight, 0)
    if isinstance(value, Board):
        nothing = np.zeros(board.size, dtype=np.int32)
        bare = (board, nothing, (), ("",), (PLAIN,), (board.size,), (0,), (), gourds, empty, "")
        return Scene(*bare, open_cells=open_cells, highlight=marked)
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
        open_cells=open_cells,
        highlight=marked,
        marked_budgets=None if budgets is None else frozenset(budgets),
    )


def _covered(placement: Placement | PartialPlacement) -> Board:
    """The board of the cells that a placement speaks of."""
    empty = {placement.empty} if isinstance(placement, Placement) else set()
    cells = {cell for gourd in placement.gourds for cell in gourd} | empty
    if not cells:
        raise InputError("a partial placement without gourds shows nothing; draw it with its instance")
    return Board.from_cells(cells)


def _on_board(board: Board, placement: Placement) -> tuple[tuple[tuple[int, int], ...], int]:
    empty = _indices(board, [placement.empty])[0]
    faults = [Fault("empty", f"cell {placement.empty} is not on the board")] if empty < 0 else []
    return _gourds_on_board(board, placement.gourds, faults), empty


def _gourds_on_board(board: Board, pairs: Gourds, more: Sequence[Fault] = ()) -> tuple[tuple[int, int], ...]:
    """The gourds as indices into the board; raises InputError with all faults of theirs, and with further ones."""
    ends = _indices(board, (cell for gourd in pairs for cell in gourd))
    gourds = tuple(zip(ends[::2], ends[1::2], strict=True))
    faults = []
    for k, ((a, b), (i, j)) in enumerate(zip(pairs, gourds, strict=True)):
        faults += [
            Fault(f"gourds[{k}]", f"cell {cell} is not on the board") for cell, index in ((a, i), (b, j)) if index < 0
        ]
        if not are_adjacent(a, b):
            faults.append(Fault(f"gourds[{k}]", f"cells {a} and {b} are not adjacent"))
    if faults or more:
        raise InputError([*faults, *more])
    return gourds


def _indices(board: Board, cells: Iterable[Cell]) -> list[int]:
    found: list[int] = board.indices(np.array(list(cells), dtype=np.int64).reshape(-1, 2)).tolist()
    return found
