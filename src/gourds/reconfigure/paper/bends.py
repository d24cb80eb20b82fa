"""Hamiltonian cycles with few sharp bends.

Moving gourds along a cycle takes two moves instead of one where it bends sharply, that is at a cell whose neighbors on
the cycle are neighbors of each other. A cycle that absorbed its cells one by one has sharp bends at half of its cells.
Such a cell is a *spike*: it can be taken out of the cycle and inserted into any other edge between two of its
neighbors. That is a sharp bend again, but the bends before and after change, there and here. Spikes are moved at
random, and the moves that make more sharp bends are made ever more rarely. On hexagons about one cell in seven is left
with one: a quarter less moves for all that goes along the cycle. On random boards it is one in five, and where no cell
is inside, as on a strip, there is only one cycle and nothing to gain. That takes O(N) with a fixed number of tries for
each cell. The algorithms work along any Hamiltonian cycle, so nothing but the number of moves depends on this.
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from gourds.board import Board
from gourds.compiled import compiled
from gourds.hexgrid import IndexArray

TRIES = 300
"""This many tries for each cell."""

BOLD = 0.3
"""How likely it is at first that a move is made for each sharp bend that it adds; in the end it is 0."""

LARGE = 30
"""On boards with more cells than this the loop is compiled."""


def unbend(board: Board, cycle: IndexArray, seed: int = 0) -> IndexArray:
    """A Hamiltonian cycle with fewer sharp bends; the same for a seed on every machine."""
    size = board.size
    if size < 7:
        return cycle
    draw = random.Random(seed).random
    chances = np.array([draw() for _ in range(2 * TRIES * size)])
    before, after = np.empty(size, dtype=np.int32), np.empty(size, dtype=np.int32)
    after[cycle], before[cycle] = np.roll(cycle, -1), np.roll(cycle, 1)
    kernel = compiled(_move_spikes, (_bends,)) if size > LARGE else _move_spikes
    kernel(board.neighbors, before, after, chances, BOLD)
    cells = [0]
    following = after.tolist()
    while following[cells[-1]] != 0:
        cells.append(following[cells[-1]])
    return np.array(cells, dtype=np.int32)


def _bends(neighbors: Any, before: Any, after: Any, cell: int) -> int:
    """1 if the cycle bends sharply at a cell, else 0."""
    a, b = before[cell], after[cell]
    for d in range(6):
        if neighbors[a, d] == b:
            return 1
    return 0


def _move_spikes(neighbors: Any, before: Any, after: Any, chances: Any, bold: float) -> None:
    """Try to move a random spike into a random edge, time after time; ``before`` and ``after`` are the cycle."""
    size, tries = len(before), len(chances) // 2
    for k in range(tries):
        choice = int(chances[2 * k] * size * 6)
        spike = choice // 6
        if _bends(neighbors, before, after, spike) == 0:
            continue
        y, z = before[spike], after[spike]
        a = neighbors[spike, choice % 6]
        if a < 0 or a == y:
            continue
        b = after[a]
        is_beside = False
        for d in range(6):
            if neighbors[spike, d] == b:
                is_beside = True
        if not is_beside or b == spike:
            continue
        more = -1 - _bends(neighbors, before, after, y) - _bends(neighbors, before, after, z)
        after[y], before[z] = z, y
        more += _bends(neighbors, before, after, y) + _bends(neighbors, before, after, z)
        more -= _bends(neighbors, before, after, a) + _bends(neighbors, before, after, b)
        after[a], before[spike], after[spike], before[b] = spike, a, b, spike
        more += 1 + _bends(neighbors, before, after, a) + _bends(neighbors, before, after, b)
        likely = 1.0
        for _ in range(more):
            likely *= bold * (1 - k / tries)
        if chances[2 * k + 1] >= likely:
            after[a], before[b] = b, a
            after[y], before[spike], after[spike], before[z] = spike, y, z, spike
