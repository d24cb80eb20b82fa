"""Placements, whole and partial, and the check that decides whether one is right.

The check shares no code with any solver, nor with the arrays that solvers work on: it looks at the cells one by
one, straight from the definition.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from gourds.board import Board
from gourds.display import brief, inline_svg
from gourds.errors import COUNTED_FAULTS, Fault, Faults, quoted
from gourds.hexgrid import Cell, is_cell, is_pair_of_cells, plain_cell
from gourds.instance import Instance
from gourds.values import listed


@dataclass(frozen=True)
class Placement:
    """Where the gourds lie: pairs of adjacent cells, and the cell that stays empty."""

    empty: Cell
    """The empty cell."""
    gourds: tuple[tuple[Cell, Cell], ...]
    """The two cells of each gourd, in canonical order: smaller cell (by r, then q) first, gourds sorted."""

    def __post_init__(self) -> None:
        """Take gourds in any order. Raises InputError if some are no pairs of cells.

        Whether the placement is right for an instance is for :func:`placement_faults` to say.
        """
        faults = Faults()
        if not is_cell(self.empty):
            faults.add("empty", f"must be a cell (q, r) of two whole numbers, not {quoted(self.empty)}")
        gourds = _plain_gourds(self.gourds, faults)
        self.__dict__.update(empty=plain_cell(self.empty), gourds=gourds)

    @classmethod
    def build(cls, empty: Cell, gourds: Iterable[tuple[Cell, Cell]]) -> Placement:
        """A placement from gourds in any order. Raises InputError if some are no pairs of cells."""
        return cls(empty, gourds)  # type: ignore[arg-type]

    @classmethod
    def of_cells(cls, empty: Cell, gourds: Iterable[tuple[Cell, Cell]]) -> Placement:
        """A placement from cells that are known to be such; nothing is checked here."""
        return cls._made(empty, _in_order(gourds))

    @classmethod
    def _made(cls, empty: Cell, gourds: tuple[tuple[Cell, Cell], ...]) -> Placement:
        made = cls.__new__(cls)
        made.__dict__.update(empty=empty, gourds=gourds)
        return made

    @classmethod
    def from_mates(cls, board: Board, mate: Sequence[int]) -> Placement:
        """A placement from the partner of each cell by index, −1 for the empty one."""
        cells = board.cell_list()
        empty = next(k for k, other in enumerate(mate) if other < 0)
        # Indices are in scan order, so pairs by their smaller index are in canonical order already.
        return cls._made(cells[empty], tuple((cells[k], cells[other]) for k, other in enumerate(mate) if k < other))

    def to_json(self) -> dict[str, Any]:
        """The document of a placement file."""
        gourds = [[list(a), list(b)] for a, b in self.gourds]
        return {"format": "gourds-placement", "version": 1, "empty": list(self.empty), "gourds": gourds}

    __repr__ = brief

    def _repr_svg_(self) -> str:
        return inline_svg(self)


@dataclass(frozen=True)
class PartialPlacement:
    """Gourds that leave part of a board open: what ``gourds maximize`` finds. It names no empty cell."""

    gourds: tuple[tuple[Cell, Cell], ...]
    """The two cells of each gourd, in canonical order as in a placement."""

    def __post_init__(self) -> None:
        """Take gourds in any order. Raises InputError if some are no pairs of cells."""
        self.__dict__.update(gourds=_plain_gourds(self.gourds, Faults()))

    @classmethod
    def of_cells(cls, gourds: Iterable[tuple[Cell, Cell]]) -> PartialPlacement:
        """A partial placement from cells that are known to be such; nothing is checked here."""
        made = cls.__new__(cls)
        made.__dict__.update(gourds=_in_order(gourds))
        return made

    def to_json(self) -> dict[str, Any]:
        """The document of a partial placement's file."""
        gourds = [[list(a), list(b)] for a, b in self.gourds]
        return {"format": "gourds-partial-placement", "version": 1, "gourds": gourds}

    __repr__ = brief

    def _repr_svg_(self) -> str:
        return inline_svg(self)


def _plain_gourds(gourds: object, faults: Faults) -> tuple[tuple[Cell, Cell], ...]:
    """Gourds from anybody in canonical order. Raises InputError if there are faults, or some are no pairs of cells."""
    pairs = listed(gourds)
    if pairs is None:
        faults.add("gourds", f"must be a list of pairs of cells, not {quoted(gourds)}")
    for k, pair in enumerate(pairs or ()):
        if not is_pair_of_cells(pair):
            faults.add(f"gourds[{k}]", f"must be two cells (q, r) of whole numbers, not {quoted(pair)}")
    faults.check()
    return _in_order((plain_cell(a), plain_cell(b)) for a, b in pairs or ())


def _in_order(gourds: Iterable[tuple[Cell, Cell]]) -> tuple[tuple[Cell, Cell], ...]:
    turned = ((a, b) if (a[1], a[0]) <= (b[1], b[0]) else (b, a) for a, b in gourds)
    return tuple(sorted(turned, key=lambda gourd: (gourd[0][1], gourd[0][0], gourd[1][1], gourd[1][0])))


def placement_faults(instance: Instance, placement: Placement) -> list[Fault]:
    """What is wrong with a placement, up to COUNTED_FAULTS; an empty list: it is a placement of the instance."""
    return list(islice(_faults(instance, placement), COUNTED_FAULTS))


def partial_faults(instance: Instance, partial: PartialPlacement) -> list[Fault]:
    """What is wrong with a partial placement, up to COUNTED_FAULTS: it covers no cell twice, and exceeds no budget."""
    return list(islice(_faults(instance, partial), COUNTED_FAULTS))


def _faults(instance: Instance, placement: Placement | PartialPlacement) -> Iterator[Fault]:
    names = map(instance.colors.__getitem__, instance.cell_colors.tolist())
    color_of = dict(zip(instance.board.cell_list(), names, strict=True))
    covered: dict[Cell, int] = {}
    used: Counter[tuple[str, str]] = Counter()

    def cover(cell: Cell, by: int, place: str) -> Iterator[Fault]:
        if cell not in color_of:
            yield Fault(place, f"cell {cell} is not on the board")
        elif cell in covered:
            yield Fault(place, f"cell {cell} is covered twice, first by gourds[{covered[cell]}]")
        else:
            covered[cell] = by

    for k, (a, b) in enumerate(placement.gourds):
        first, second = color_of.get(a), color_of.get(b)
        are_adjacent = (b[0] - a[0], b[1] - a[1]) in _STEPS
        if first is None or second is None or a in covered or b in covered or not are_adjacent:
            yield from cover(a, k, f"gourds[{k}]")
            yield from cover(b, k, f"gourds[{k}]")
            if not are_adjacent:
                yield Fault(f"gourds[{k}]", f"cells {a} and {b} are not adjacent")
        else:
            covered[a] = covered[b] = k
        if first is not None and second is not None:
            used[(first, second) if first <= second else (second, first)] += 1
    is_whole = isinstance(placement, Placement)
    if isinstance(placement, Placement):
        yield from cover(placement.empty, len(placement.gourds), "empty")
        bare = (cell for cell in color_of if cell not in covered)
        yield from (Fault("", f"cell {cell} is neither covered nor empty") for cell in bare)
    budget = {(first, second): count for first, second, count in instance.gourd_list()}
    for pair in sorted(budget.keys() | used.keys()):
        if used[pair] > budget.get(pair, 0) or (is_whole and used[pair] < budget.get(pair, 0)):
            reason = f"{used[pair]} ({pair[0]}, {pair[1]})-gourds are used, the budget is {budget.get(pair, 0)}"
            yield Fault("", reason)


_STEPS = frozenset([(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)])
