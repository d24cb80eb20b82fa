"""Configurations of triples: every triple has a number and three different ends.

Seen from above, the ends 0, 1, 2 of a triple follow each other clockwise or counterclockwise. No motion in the plane
changes that, so it is a property of the triple, its *hand*.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from gourds.board import Board
from gourds.display import inline_figure
from gourds.errors import Fault, Faults, InputError, quoted
from gourds.hexgrid import DIRECTIONS, Cell, CellArray, is_cell, plain_cell
from gourds.triples.placements import Slot, TriplePlacement, placement_faults
from gourds.values import is_whole

Ends = tuple[Cell, Cell, Cell]


@dataclass(frozen=True)
class TripleConfiguration:
    """Where the three ends of every triple lie; one cell is empty. Make one with :meth:`build`."""

    board: Board
    """The cells."""
    ids: tuple[int, ...]
    """The numbers of the triples, increasing."""
    ends: tuple[Ends, ...]
    """The cells of end 0, end 1 and end 2 of each triple."""

    @classmethod
    def build(
        cls, cells: Iterable[Cell] | CellArray | Board, ids: Sequence[int], ends: Sequence[Ends]
    ) -> TripleConfiguration:
        """A configuration from triples in any order. Raises InputError with everything that is wrong."""
        board = cells if isinstance(cells, Board) else Board.from_cells(cells)
        faults = Faults()
        if len(ids) != len(ends) or len(set(ids)) != len(ids) or not all(map(is_whole, ids)):
            faults.add("ids", "must be different whole numbers, one for each triple")
        for k, triple in enumerate(ends):
            if not isinstance(triple, tuple | list) or len(triple) != 3 or not all(map(is_cell, triple)):
                faults.add(f"triples[{k}]", f"must be three cells (q, r), not {quoted(triple)}")
        faults.check()
        plain = [(plain_cell(a), plain_cell(b), plain_cell(c)) for a, b, c in ends]
        free = sorted(set(board.cell_list()) - {cell for triple in plain for cell in triple})
        if len(free) != 1:
            raise InputError(Fault("triples", f"exactly one cell must stay empty, these triples leave {len(free)}"))
        faults += [Fault("triples", reason) for reason in placement_faults(board, free[0], plain)]
        faults.check()
        order = sorted(range(len(ids)), key=ids.__getitem__)
        return cls(board, tuple(int(ids[k]) for k in order), tuple(plain[k] for k in order))

    @classmethod
    def of_placement(cls, placement: TriplePlacement) -> TripleConfiguration:
        """The triples of a placement numbered from 1 in scan order, end 0 first in scan order, ends clockwise."""
        ends = [clockwise(cells) for cells in placement.cells()]
        return cls(placement.board, tuple(range(1, len(ends) + 1)), tuple(ends))

    @cached_property
    def empty_cell(self) -> Cell:
        """The empty cell."""
        covered = {cell for triple in self.ends for cell in triple}
        return next(cell for cell in self.board.cell_list() if cell not in covered)

    def placement(self) -> TriplePlacement:
        """Where the triples lie, without their numbers and ends."""
        number = {cell: k for k, cell in enumerate(self.board.cell_list())}
        slots: list[Slot] = []
        for ends in self.ends:
            a, b, c = sorted(number[cell] for cell in ends)
            slots.append((a, b, c))
        return TriplePlacement(self.board, number[self.empty_cell], tuple(sorted(slots)))

    def _repr_svg_(self) -> str:
        return inline_figure(self, "triples", "configuration_figure")


def heading(ends: Ends) -> int:
    """The direction from end 0 to end 1, as an index into DIRECTIONS: how far the triple is turned."""
    (q, r), (x, y), _ = ends
    return DIRECTIONS.index((x - q, y - r))


def is_clockwise(ends: Ends) -> bool:
    """True iff the ends follow each other clockwise, as pictures show them."""
    (q, r), _, (x, y) = ends
    return DIRECTIONS.index((x - q, y - r)) == (heading(ends) + 1) % 6


def clockwise(cells: Ends) -> Ends:
    """The same cells in clockwise order, the first one first."""
    return cells if is_clockwise(cells) else (cells[0], cells[2], cells[1])
