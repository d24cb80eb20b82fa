"""The order in which the search and the sweep meet the cells.

A triangle belongs to the first of its cells. Both keep in mind which later cells are covered, so an order is good if
neighbors are close to each other in it. The rows of a board run in three directions, and the best of the three scans is
taken: a strip is swept along its length, whichever way it lies.
"""

from __future__ import annotations

import numpy as np

from gourds.board import Board
from gourds.hexgrid import IndexArray

Corners = tuple[int, int, int]


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


def triangles_by_first(board: Board) -> list[list[tuple[int, Corners]]]:
    """For each place in that order the triangles that begin there: places as bits, and cells by index, increasing."""
    place = sweep_order(board).tolist()
    found: list[list[tuple[int, Corners]]] = [[] for _ in range(board.size)]
    for row in board.triangles.tolist():
        a, b, c = sorted(row)
        bits = 1 << place[a] | 1 << place[b] | 1 << place[c]
        found[min(place[a], place[b], place[c])].append((bits, (a, b, c)))
    return found
