"""Boards with holes: the paper's examples, independent sets (appendix "2-Connected Boards with Holes").

Which boards can be reconfigured, the paper leaves open; :mod:`conditions` tells.

**Very unbalanced boards.** Color the cells by (q − r) mod 3: neighbors get different colors. The paper calls a
3-coloring very unbalanced if one color occurs more often than the other two together, and observes that such boards
cannot be reconfigured. Only that the cells of this color are *independent*, no two of them neighbors, is needed:

*Let I be an independent set of n + 1 or more of the 2n + 1 cells, n ≥ 1. Then no configuration reaches all others.*

A gourd covers at most one cell of I, so n gourds and the empty cell E account for at most n + 1 of them. If I is larger
there is no configuration at all. Otherwise, in every configuration, E is in I and each gourd covers one cell of I and
one other cell. The neighbors of E are not in I, so no gourd has both ends next to E: there are no pivots. A slide or
turn takes a gourd from (u, v) to (v, E), and as v is next to E, u is in I and v is not. So every gourd stays for ever
on the one cell outside of I that it is on, and two gourds never trade places. (If n = 1 the board is a path of three
cells, and two of its four configurations are reached.) This is the proof for the Star of David, where I is the center
and the six tips; a gourd there has three positions, one for each neighbor in I of its cell.

**Other colorings.** On a 2-connected hole-free board the triangles hang together by their sides, so there is only one
3-coloring, the grid's. Around holes a board may be thin, and then there are others, and independent sets of more than
half of the cells that are no color class of the grid: see :data:`HIDDEN_SET`. :func:`large_independent_set` finds one
whenever there is one, in polynomial time: given any configuration, I must hold E and exactly one end of each gourd,
which is an instance of 2-SAT.

**The two examples of the appendix**, whose figures are lost, rebuilt by searching all boards: :data:`STUCK_RING` and
:data:`TWO_RINGS`, the smallest of their kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from gourds.board import Board
from gourds.errors import LimitError
from gourds.matching.maximum import maximum_matching

MAX_CELLS: Final = 40
"""Hamiltonian cycles are searched for on boards up to this size."""


def read_board(*rows: str) -> Board:
    """The board of a drawing in which every row is shifted by one character for each half cell."""
    return Board.from_cells(
        [((x - r) // 2, r) for r, row in enumerate(rows) for x, letter in enumerate(row) if letter != " "]
    )


STUCK_RING: Final = read_board(
    "o o o  ",
    " o   o ",
    "  o o  ",
)
"""Odd, 2-connected, with a Hamiltonian cycle, yet only half of its 384 configurations can be reached from any one.

The only such board of 7 cells, and there is none with fewer.
"""

TWO_RINGS: Final = read_board(
    "  o o o  ",
    "   o   o o",
    "  o o o o",
    "   o   o o",
    "    o o   ",
)
"""Odd, 2-connected, without a Hamiltonian cycle, yet every configuration reaches every other.

Two rings of 11 cells cover the board, and both contain the trapezoid of five cells on the right, where gourds change
their order. No board of 13 or fewer cells has these properties.
"""

HIDDEN_SET: Final = read_board(
    "    o o o o ",
    "   o       o",
    "  o o   o o ",
    "     o o   o",
    "        o o ",
)
"""Eight of these 15 cells are independent, so nothing can be reconfigured, but no color of the grid occurs so often."""


def color_counts(board: Board) -> tuple[int, int, int]:
    """How many cells have each color of the grid's 3-coloring, (q − r) mod 3."""
    counts = np.bincount((board.cells[:, 0] - board.cells[:, 1]) % 3, minlength=3)
    return int(counts[0]), int(counts[1]), int(counts[2])


def is_very_unbalanced(board: Board) -> bool:
    """True iff one color of the grid's 3-coloring occurs more often than the other two together."""
    return 2 * max(color_counts(board)) > board.size


def large_independent_set(board: Board) -> list[int] | None:
    """More than half of the cells, no two of them neighbors, by index; None if there are no such cells.

    None also for boards without any configuration, where nothing can be reconfigured anyway.
    """
    mate = maximum_matching(board.size, board.edges).tolist()
    if mate.count(-1) != 1:
        return None
    near = near_lists(board)
    chosen: dict[int, bool] = {}
    if not _choose(mate.index(-1), near, mate, chosen):
        return None
    for cell in range(board.size):
        # What a choice forces is consistent with all earlier ones, so the first that works can be kept (2-SAT).
        if cell not in chosen and not any(_choose(either, near, mate, chosen) for either in (cell, mate[cell])):
            return None
    return [cell for cell in range(board.size) if chosen[cell]]


def _choose(cell: int, near: list[list[int]], mate: list[int], chosen: dict[int, bool]) -> bool:
    """Choose a cell and all that follows from it; False, and nothing is changed, if that is a contradiction."""
    trial = dict(chosen)
    waiting = [cell]
    while waiting:
        here = waiting.pop()
        if here in trial:
            if not trial[here]:
                return False
            continue
        trial[here] = True
        for other in near[here]:
            if trial.setdefault(other, False):
                return False
            if other not in chosen:
                waiting.append(mate[other])
    chosen.update(trial)
    return True


def near_lists(board: Board) -> list[list[int]]:
    """The neighbors of each cell."""
    return [[cell for cell in row if cell >= 0] for row in board.neighbors.tolist()]


def find_hamiltonian_cycle(board: Board) -> list[int] | None:
    """A Hamiltonian cycle of a small board, holes or not, or None if there is none."""
    if board.size > MAX_CELLS:
        raise LimitError(f"Hamiltonian cycles around holes are found on boards of up to {MAX_CELLS} cells")
    return next(hamiltonian_cycles(board), None)


def hamiltonian_cycles(board: Board) -> Iterator[list[int]]:
    """Every Hamiltonian cycle of a board, once, from cell 0 on, by backtracking.

    A path from cell 0 is given up when some free cell has fewer than two neighbors that are free or an end of the path.
    """
    near = near_lists(board)
    masks = [sum(1 << cell for cell in row) for row in near]
    everything = (1 << board.size) - 1
    stack = [[0]]
    while stack:
        path = stack.pop()
        last = path[-1]
        visited = sum(1 << cell for cell in path)
        free = everything & ~visited
        if not free:
            if masks[last] & 1 and path[1] < last:  # the other direction is the same cycle
                yield path
            continue
        usable = free | 1 | 1 << last
        if all((masks[cell] & usable).bit_count() >= 2 for cell in range(board.size) if free >> cell & 1):
            stack += [[*path, cell] for cell in near[last] if free >> cell & 1]
