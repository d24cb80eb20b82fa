"""The paper's family for the lower bound: two halves of a strip change places.

On a strip of 2n + 1 cells gourd k stands upright in column k. In the target the left half stands on the right and the
right half on the left. So no algorithm can promise fewer than a constant times n² moves:

**At least n²/2 moves.** Let x = 2q + r, which grows by 2 from a cell to the one on its right. A move empties a cell u,
fills the empty cell E and moves one gourd, so the sum of x over the two ends of this gourd changes by x(E) − x(u); of
the 18 steps from u to E none changes x by more than 4. Every gourd must go n/2 columns, both ends: its sum changes by
2n, which takes n/2 moves of its own, and there are n gourds. In the colored puzzle it does not matter which red gourd
goes where: the sum over all red ends grows by n², the sum over all blue ones falls by n², and n²/4 moves are needed
for each. :func:`count_needed_moves` is this argument, for any task.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from gourds.board import Board
from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.moves import STEPS
from gourds.reconfigure.task import Task
from gourds.shapes import strip

ALONG: Final = np.array([2, 1])
"""The coordinate x = 2q + r, as a row to multiply cells with."""

FASTEST: Final = int(np.abs(STEPS @ ALONG).max())
"""The most by which a move can change the sum of x over the ends of its gourd: 4, by a slide along a row."""


def exchange_halves(gourds: int) -> Task:
    """The task for this many gourds, an even number; the left half is red, the right half blue."""
    if gourds < 2 or gourds % 2:
        raise InputError("two halves need an even number of gourds, at least 2")
    board = Board.from_cells(strip(2 * gourds + 1))
    ids = tuple(range(1, gourds + 1))
    colors = [("red", "red")] * (gourds // 2) + [("blue", "blue")] * (gourds // 2)

    def standing(shift: int) -> Configuration:
        columns = [(k + shift) % gourds for k in range(gourds)]
        return Configuration.build(board, ids, [((q, 0), (q, 1)) for q in columns], colors)

    return Task.build(standing(0), standing(gourds // 2))


def count_needed_moves(task: Task, *, is_colored: bool = True) -> int:
    """Every plan has at least so many moves, also if equal gourds may take each other's places.

    With ``is_colored`` false, every gourd must get to its own place.
    """
    along = task.board.cells @ ALONG
    shifts = along[task.target.ends].sum(axis=1) - along[task.start.ends].sum(axis=1)
    groups: dict[object, int] = {}
    for gourd, shift in enumerate(shifts.tolist()):
        kind = task.start.colors[gourd] if is_colored and task.start.colors is not None else gourd
        name = tuple(sorted(kind)) if isinstance(kind, tuple) else kind
        groups[name] = groups.get(name, 0) + shift
    return sum(-(-abs(total) // FASTEST) for total in groups.values())
