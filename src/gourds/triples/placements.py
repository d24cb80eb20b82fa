"""Placements of triples that are all alike: values, their check, and all of them by plain search.

A placement covers all cells of a board but one with triangles. The search covers the first free cell in scan order in
every way, or leaves it empty once. It uses no other fact, so it judges everything else in this room. It never tries
the same cells again that could not be covered before. The check looks at the cells one by one and shares no code with
the search.

**Cost.** Linear in the size of the list times that of the board, besides the dead ends: at most 2 to the power of the
gap in :func:`sweep_order` for each cell.

**Order.** A triangle belongs to the first of its cells. Search and sweep (:mod:`gourds.triples.frontier`) keep in mind
which later cells are covered, so an order is good if neighbors are close to each other in it. The rows of a board run
in three directions, and the best of the three scans is taken: a strip is swept along its length, whichever way it lies.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from gourds.board import Board
from gourds.errors import LimitError
from gourds.hexgrid import Cell, IndexArray, are_adjacent

MOST_PLACEMENTS: Final = 100_000
"""Boards with more placements are refused unless another number is allowed."""

Slot = tuple[int, int, int]
"""The cells of a triple by index, increasing."""


@dataclass(frozen=True)
class TriplePlacement:
    """Where the triples lie."""

    board: Board
    """The cells."""
    empty: int
    """The empty cell, as an index into the board."""
    slots: tuple[Slot, ...]
    """The cells of each triple, as increasing indices; the triples are sorted."""

    @property
    def empty_cell(self) -> Cell:
        """The empty cell."""
        q, r = self.board.cells[self.empty].tolist()
        return q, r

    def cells(self) -> list[tuple[Cell, Cell, Cell]]:
        """The cells of each triple."""
        named = self.board.cell_list()
        return [(named[a], named[b], named[c]) for a, b, c in self.slots]

    @property
    def tilt(self) -> int:
        """Triples that point up minus triples that point down, as pictures show them.

        Modulo 3 this is the q of the empty cell minus the sum of all q, since the three q of a triple sum to −1 if it
        points up and to 1 if it points down.
        """
        return sum(1 if b[1] == c[1] else -1 for _, b, c in self.cells())


def placement_faults(board: Board, empty: Cell, triples: list[tuple[Cell, Cell, Cell]]) -> list[str]:
    """What is wrong with a placement; an empty list: every cell is covered once, or is the empty one."""
    faults = []
    seen: dict[Cell, str] = {empty: "empty"}
    for k, (a, b, c) in enumerate(triples):
        if not (are_adjacent(a, b) and are_adjacent(b, c) and are_adjacent(c, a)):
            faults.append(f"triple {k}: {a}, {b} and {c} are not mutually adjacent")
        for cell in (a, b, c):
            if cell in seen:
                faults.append(f"triple {k}: cell {cell} is taken already: {seen[cell]}")
            seen[cell] = f"triple {k}"
    here = set(board.cell_list())
    faults += [f"cell {cell} is not on the board" for cell in sorted(seen.keys() - here)]
    return faults + [f"cell {cell} is not covered" for cell in sorted(here - seen.keys())]


def all_placements(board: Board, most: int = MOST_PLACEMENTS) -> list[TriplePlacement]:
    """All placements of a board, sorted. Raises LimitError if there are more than ``most``."""
    found: list[TriplePlacement] = []
    for placement in each_placement(board):
        if len(found) >= most:
            raise LimitError(f"this board of {board.size} cells has more than {most:,} placements of triples")
        found.append(placement)
    return sorted(found, key=lambda one: (one.empty, one.slots))


def each_placement(board: Board) -> Iterator[TriplePlacement]:
    """All placements of a board, one by one."""
    if board.size % 3 != 1:
        return
    starting = triangles_by_first(board)
    cell_at = [0] * board.size
    for cell, place in enumerate(sweep_order(board).tolist()):
        cell_at[place] = cell
    everything = (1 << board.size) - 1
    dead: set[tuple[int, bool]] = set()
    slots: list[Slot] = []
    path = [_Step(0, -1, iter(_choices(0, -1, starting)))]
    while path:
        here = path[-1]
        choice = next(here.choices, None)
        if choice is None:
            path.pop()
            if not here.found:
                dead.add((here.covered, here.empty >= 0))
            elif path:
                path[-1].found = True
            if path and here.empty == path[-1].empty:
                slots.pop()
            continue
        bits, slot = choice
        empty = here.empty if slot else cell_at[bits.bit_length() - 1]
        covered = here.covered | bits
        if (covered, empty >= 0) in dead:
            continue
        if covered == everything:
            here.found = True
            laid = (*slots, slot) if slot else tuple(slots)
            if empty >= 0:
                yield TriplePlacement(board, empty, tuple(sorted(laid)))
            continue
        if slot:
            slots.append(slot)
        path.append(_Step(covered, empty, iter(_choices(covered, empty, starting))))


@dataclass
class _Step:
    """Where the search stands: places covered as bits, the empty cell or −1, what is left to try."""

    covered: int
    empty: int
    choices: Iterator[tuple[int, Slot | None]]
    found: bool = False


def _choices(covered: int, empty: int, starting: list[list[tuple[int, Slot]]]) -> list[tuple[int, Slot | None]]:
    """What can be done with the first place that is not covered: lay a triangle there, or leave it empty once."""
    free = ~covered & (covered + 1)
    found: list[tuple[int, Slot | None]] = [
        (bits, slot) for bits, slot in starting[free.bit_length() - 1] if not covered & bits
    ]
    return found if empty >= 0 else [*found, (free, None)]


def sweep_order(board: Board) -> IndexArray:
    """The place of each cell in the scan in which neighbors are closest to each other."""
    q, r = board.cells[:, 0], board.cells[:, 1]
    best, least = np.arange(board.size, dtype=np.int32), board.size + 1
    for row, along in ((r, q), (q, r), (q + r, q)):
        place = np.empty(board.size, dtype=np.int32)
        place[np.lexsort((along, row))] = np.arange(board.size, dtype=np.int32)
        gap = int(np.abs(place[board.edges[:, 0]] - place[board.edges[:, 1]]).max(initial=0))
        if gap < least:
            best, least = place, gap
    return best


def triangles_by_first(board: Board) -> list[list[tuple[int, Slot]]]:
    """For each place in that order the triangles that begin there: places as bits, and cells by index, increasing."""
    place = sweep_order(board).tolist()
    found: list[list[tuple[int, Slot]]] = [[] for _ in range(board.size)]
    for row in board.triangles.tolist():
        a, b, c = sorted(row)
        bits = 1 << place[a] | 1 << place[b] | 1 << place[c]
        found[min(place[a], place[b], place[c])].append((bits, (a, b, c)))
    return found
