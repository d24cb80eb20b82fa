"""The number of placements of triples by a sweep over the board, with colors or without.

The cells are met in the order of the search (:mod:`placements`). A triangle begins at its first cell. What counts for
the rest of the sweep is which later cells are covered, whether a cell was left empty, and with colors how many triples
of each kind were used; the number of ways to get there is kept for each such state. Every placement is counted once,
since each cell in turn is covered already, left empty, or the first cell of a triangle.

**Cost.** At worst states grow as 2 to the power of the gap between neighbors in that order. In fact triples leave
little choice: the hexagon of 271 cells, with 291,260,912 placements, takes 2 s. With colors there are more states. The
number is exact.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from gourds.board import Board
from gourds.errors import LimitError
from gourds.triples.instance import TripleInstance
from gourds.triples.placements import triangles_by_first

State = tuple[int, bool, tuple[int, ...]]
"""Covered cells as bits from the next cell on, whether a cell was left empty, what is left of each budget."""


MOST_STATES: Final = 2_000_000
"""The sweep gives up when it has to keep more states: some 500 MB."""


def count_placements(board: Board) -> int:
    """The number of placements of triples that are all alike.

    >>> from gourds.board import Board
    >>> count_placements(Board.from_cells([(0, 0), (1, 0), (0, 1), (1, 1)]))
    2
    """
    return _sweep(board, {}, ()) if board.size % 3 == 1 else 0


def count_colored(instance: TripleInstance) -> int:
    """The number of placements of an instance in which every end lies on its color and every budget is met."""
    kinds = {kind: k for k, kind in enumerate(instance.budgets)}
    kind_of = {slot: kinds.get(kind, -1) for slot, kind in instance.slot_kinds().items()}
    return _sweep(instance.board, kind_of, tuple(instance.budgets.values()))


def _sweep(board: Board, kind_of: dict[tuple[int, int, int], int], budgets: tuple[int, ...]) -> int:
    """The number of placements; kinds and budgets may be left out together."""
    starting = [
        [(bits >> place, kind_of.get(slot, -1)) for bits, slot in here]
        for place, here in enumerate(triangles_by_first(board))
    ]
    states: dict[State, int] = {(0, False, budgets): 1}
    for here in starting:
        after: dict[State, int] = defaultdict(int)
        for (covered, has_empty, left), ways in states.items():
            if covered & 1:
                after[covered >> 1, has_empty, left] += ways
                continue
            if not has_empty:
                after[covered >> 1, True, left] += ways
            for bits, kind in here:
                if covered & bits:
                    continue
                if not budgets:
                    after[(covered | bits) >> 1, has_empty, left] += ways
                elif kind >= 0 and left[kind]:
                    used = (*left[:kind], left[kind] - 1, *left[kind + 1 :])
                    after[(covered | bits) >> 1, has_empty, used] += ways
        if len(after) > MOST_STATES:
            raise LimitError(f"this board of {board.size} cells is too wide for the sweep")
        states = after
    return sum(ways for (_, has_empty, left), ways in states.items() if has_empty and not any(left))
