"""The paper's family for the lower bound: two halves of a strip change places.

On a strip of 2n + 1 cells gourd k stands upright in column k. In the target the left half stands on the right and the
right half on the left. Every gourd has to travel some n/2 columns, each move brings one gourd ahead by at most one
column, so every plan has at least about n²/2 moves: no algorithm can promise fewer than a constant times n². The same
holds for the colored puzzle with a red and a blue half.
"""

from __future__ import annotations

from gourds.board import Board
from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.reconfigure.task import Task
from gourds.shapes import strip


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
