"""The checks that only count: counting laws and barriers.

Each returns if the certificate proves that there is no placement, and raises RejectedError with the reason if not.
"""

from __future__ import annotations

from gourds.certificates.entries import REMARKS, Entries, RejectedError, expect_keys, rows
from gourds.certificates.puzzle import Puzzle
from gourds.hexgrid import Cell


def check_counting(puzzle: Puzzle, entries: Entries) -> None:
    """Some counting law fails: color totals, too few places for a kind of gourd, or parts of odd size.

    If a placement exists, then: its gourds cover all cells but one, so cells and ends agree in every color but that of
    the empty cell; gourds of a kind lie on different edges of that kind; and every part (by edges with a budget) is
    covered by gourds that lie inside it, but for the empty cell, so only the part that holds it is odd. Each law below
    is one of these, so where one fails there is no placement. The certificate says nothing that is needed.
    """
    expect_keys(entries, set(), REMARKS)
    if puzzle.fails_to_count:
        return
    if not any(puzzle.color[cell] == puzzle.empty_color() for cell in puzzle.odd_part() or ()):
        return
    raise RejectedError("no counting law fails")


def check_barrier(puzzle: Puzzle, entries: Entries) -> None:
    """Without the barrier's cells there are more parts of odd size than the barrier has vertices.

    If a placement exists, then it is a perfect matching of the board's graph (edges with a budget) with one more
    vertex, the *apex*: the apex is joined to all cells that may stay empty, those of the empty color in the one odd
    component, and matched with the empty cell. In a graph with a perfect matching every odd part that is left without
    the barrier has a vertex matched into the barrier, each to a vertex of its own. So there are no more odd parts than
    that.
    """
    expect_keys(entries, {"cells", "apex"}, REMARKS)
    empty = puzzle.empty_color()
    if empty is None:
        raise RejectedError("the color totals are wrong, so this is no matter of barriers")
    odd = puzzle.odd_part()
    if odd is None:
        raise RejectedError("not exactly one component has an odd number of cells")
    cells = frozenset((q, r) for q, r in rows(entries, "cells", 2))
    apex = entries["apex"]
    if not isinstance(apex, bool):
        raise RejectedError("apex must be true or false")
    if not cells <= puzzle.color.keys():
        raise RejectedError("a cell of the barrier is not on the board")
    candidates = frozenset(cell for cell in odd if puzzle.color[cell] == empty and cell not in cells)
    size, parts = len(cells) + apex, odd_parts(puzzle, cells, None if apex else candidates)
    if len(parts) <= size:
        raise RejectedError(f"{len(parts)} parts of odd size are not more than the {size} vertices of the barrier")


def odd_parts(puzzle: Puzzle, barrier: frozenset[Cell], candidates: frozenset[Cell] | None) -> list[list[Cell]]:
    """The parts of odd size that are left without the barrier, each as its cells.

    ``candidates`` are the cells to which the apex is joined; None: the apex belongs to the barrier. Where it does not,
    it counts as one more vertex of its part. If there are no candidates it stands alone, a part without cells.
    """
    parts = puzzle.parts(barrier, candidates or frozenset())
    if candidates is None:
        return [part for part in parts if len(part) % 2]
    found = [part for part in parts if (len(part) + (not candidates.isdisjoint(part))) % 2]
    return found if candidates else [*found, []]
