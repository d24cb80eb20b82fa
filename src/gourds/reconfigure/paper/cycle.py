"""Hamiltonian cycles of 2-connected hole-free boards, by local changes, in linear time.

The construction is in the spirit of Polishchuk, Arkin and Mitchell (*Hamiltonian cycles in triangular grids*), on
whose theorem the paper rests: every 2-connected hole-free board but the Star of David has a Hamiltonian cycle. It
starts with the outer boundary, a simple cycle Q, and absorbs the other cells one by one. Two changes are enough:

- *insert* c into the edge ab of Q, where c is next to a and b: a–b becomes a–c–b;
- *move a spike* u, that is a cell whose two neighbors y, z on Q are next to each other: y–u–z becomes y–z, and u is
  inserted into another edge.

**Why this never fails.** All cells that are not on Q (*free* cells) are inner cells: their six neighbors exist.
Suppose a free cell is left; let v be one that is next to Q.

*Case 1: some neighbor of v is free.* Then around v some u on Q is followed by a free w. The neighbors of u are, in
order, v, w, x, y, z, t; here x is next to w, and t to v, so x and t exist. If ut is on Q, insert v there; if ux is on
Q, insert w there. Otherwise Q runs y–u–z. If x is free, insert it into yu. If xy is on Q, move the spike y out of
x–y–u into uz; now xu is on Q, insert w there. Otherwise look at the neighbors of x, in order u, w, a, b, p, y: Q does
not run from x to u, w or y. If it runs to a, insert w into xa. If not, it runs b–x–p: move the spike x into yu; now
xu is on Q, insert w.

*Case 2: all neighbors u₀, …, u₅ of v are on Q.* If some uᵢuᵢ₊₁ is on Q, insert v there. Otherwise Q runs from uᵢ to
two of its three other neighbors, in order tᵢ₋₁, wᵢ, tᵢ, where tᵢ is next to uᵢ and to uᵢ₊₁. Suppose Q runs wᵢ–uᵢ–tᵢ.
If tᵢuᵢ₊₁ is on Q, move the spike tᵢ out of uᵢ–tᵢ–uᵢ₊₁ into wᵢuᵢ. If not, Q runs wᵢ₊₁–uᵢ₊₁–tᵢ₊₁: move the spike uᵢ₊₁
into uᵢtᵢ. In both cases uᵢuᵢ₊₁ is on Q now, insert v there. The same holds reflected if Q runs tᵢ₋₁–uᵢ–wᵢ. What is
left is that Q runs tᵢ₋₁–uᵢ–tᵢ for all i. Then Q is the cycle u₀t₀u₁t₁…u₅t₅; as it holds the outer boundary, the board
is the Star of David.

Every step absorbs one cell, looks at a bounded number of cells and leaves all cells of Q on it, so N cells take O(N).
"""

from __future__ import annotations

from collections import deque

import numpy as np

from gourds.board import Board, Impropriety
from gourds.errors import Fault, InputError, InternalError
from gourds.hexgrid import IndexArray


def hamiltonian_cycle(board: Board) -> IndexArray:
    """The cells of a Hamiltonian cycle of the board graph, by index, in cyclic order.

    It starts at cell 0 and runs so that the inside lies in rotation order of the directions from the next cell to the
    previous one (clockwise in pictures). The board may have an even number of cells. Raises InputError if it is not
    connected, not 2-connected, has a hole or is the Star of David.
    """
    failed = board.impropriety & ~Impropriety.EVEN
    if failed:
        raise InputError(Fault("Hamiltonian cycle", reason) for reason in failed.reasons())
    growing = GrowingCycle(board.neighbors.tolist(), board.outer_boundary)
    waiting = deque(cell for cell in range(board.size) if growing.is_free(cell) and growing.is_next_to(cell))
    while waiting:
        cell = waiting.popleft()
        while growing.is_free(cell):
            absorbed = growing.absorb(cell)
            waiting.extend(near for near in growing.table[absorbed] if growing.is_free(near))
    cycle = np.array(growing.walk(), dtype=np.int32)
    verify_hamiltonian(board, cycle)
    return cycle


def verify_hamiltonian(board: Board, cycle: IndexArray) -> None:
    """Check that the cycle meets every cell of the board once and steps between neighbors; else InternalError."""
    if not np.array_equal(np.sort(cycle), np.arange(board.size)):
        raise InternalError("a Hamiltonian cycle does not meet every cell exactly once")
    if not (board.neighbors[cycle] == np.roll(cycle, -1)[:, None]).any(axis=1).all():
        raise InternalError("a Hamiltonian cycle steps between cells that are not neighbors")


class GrowingCycle:
    """A simple cycle of cells that absorbs others; it knows the two neighbors of each of its cells on it."""

    def __init__(self, table: list[list[int]], start: list[int]) -> None:
        """``table`` is the neighbor table of a board, ``start`` a cycle through its outer boundary."""
        self.table = table
        # The two neighbors on the cycle, −2 for free cells: never equal to −1, a neighbor missing on the board.
        self.one = [-2] * len(table)
        self.two = [-2] * len(table)
        for k, cell in enumerate(start):
            self.one[cell] = start[k - 1]
            self.two[start[k - 1]] = cell

    def is_free(self, cell: int) -> bool:
        """True iff the cell exists and is not on the cycle."""
        return cell >= 0 and self.one[cell] < 0

    def is_next_to(self, cell: int) -> bool:
        """True iff some neighbor of the cell is on the cycle."""
        return any(near >= 0 and self.one[near] >= 0 for near in self.table[cell])

    def joins(self, a: int, b: int) -> bool:
        """True iff ab is an edge of the cycle, a being on it; b may be free or missing."""
        return self.one[a] == b or self.two[a] == b

    def insert(self, cell: int, a: int, b: int) -> None:
        """Replace the edge ab by a–cell–b."""
        self.one[cell], self.two[cell] = a, b
        self._relink(a, b, cell)
        self._relink(b, a, cell)

    def move_spike(self, cell: int, a: int, b: int) -> None:
        """Take a spike out of the cycle and insert it into the edge ab."""
        before, after = self.one[cell], self.two[cell]
        self._relink(before, cell, after)
        self._relink(after, cell, before)
        self.insert(cell, a, b)

    def _relink(self, cell: int, old: int, new: int) -> None:
        if self.one[cell] == old:
            self.one[cell] = new
        else:
            self.two[cell] = new

    def absorb(self, free: int) -> int:
        """Absorb the free cell, which is next to the cycle, or another one near it; gives the one absorbed."""
        around = self.table[free]
        for i in range(6):
            a, b = around[i - 1], around[i]
            if self.one[a] >= 0 and self.joins(a, b):
                self.insert(free, a, b)
                return free
        for i in range(6):
            if self.is_free(around[i]) and not self.is_free(around[i - 1]):
                return self._absorb_one_of_two(free, (i - 1) % 6)
        return self._absorb_enclosed(free)

    def _absorb_one_of_two(self, v: int, i: int) -> int:
        """Case 1: the neighbor u of v in direction i is on the cycle, the next one, w, is free."""
        u, w = self.table[v][i], self.table[v][(i + 1) % 6]
        x, y, z = self.table[u][(i + 1) % 6], self.table[u][i], self.table[u][i - 1]
        if self.joins(u, x):
            self.insert(w, u, x)
        elif self.is_free(x):
            self.insert(x, u, y)
            return x
        elif self.joins(x, y):
            self.move_spike(y, u, z)
            self.insert(w, x, u)
        elif self.joins(x, a := self.table[x][(i + 2) % 6]):
            self.insert(w, x, a)
        else:
            self.move_spike(x, y, u)
            self.insert(w, x, u)
        return w

    def _absorb_enclosed(self, v: int) -> int:
        """Case 2: all neighbors of v are on the cycle, but no edge between two of them."""
        around = self.table[v]
        for i, u in enumerate(around):
            w = self.table[u][i]
            if self.joins(u, w):
                turn = 1 if self.joins(u, self.table[u][(i + 1) % 6]) else -1
                t, beside = self.table[u][(i + turn) % 6], around[(i + turn) % 6]
                if self.joins(t, beside):
                    self.move_spike(t, w, u)
                else:
                    self.move_spike(beside, u, t)
                self.insert(v, u, beside)
                return v
        raise InternalError("the cells around a free cell lie as in the Star of David")

    def walk(self) -> list[int]:
        """The cells of the cycle in order, from cell 0, which is on every outer boundary.

        No cell lies before cell 0 in scan order, so its neighbors lie in directions 0, 1 and 2, and the inside is
        between them.
        """
        around = self.table[0]
        cell = min(self.one[0], self.two[0], key=around.index)
        cells = [0]
        while cell != 0:
            before = cells[-1]
            cells.append(cell)
            cell = self.two[cell] if self.one[cell] == before else self.one[cell]
        return cells
