"""Configurations as integers, for searches that store millions of them.

A *pose* is a pair of neighboring cells in order: where end 0 of a gourd lies and where end 1 does. A board of M edges
has 2M poses; pose p^1 is p with the ends exchanged. A configuration is the pose of each gourd, in a fixed number of
bits each, packed into words of 63 bits, so that the sign stays free: up to 19 cells one word is enough. Packing is
exact: two configurations have the same words iff they are equal. The empty cell is not stored; it is the sum of all
cell indices minus the sum over the poses.

A gourd at pose p and the empty cell E decide what moves the gourd can make: none, one slide or turn, or two pivots.
So one table of two entries for each E and p holds all moves of the board.

**Bound.** The distances of a gourd that is alone on the board (:mod:`poses`), summed over all
gourds, are a lower bound on the moves that are left. A move changes the pose of one gourd, to one at distance one, so
the bound changes by at most one with each move: it is consistent.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.board import Board
from gourds.configuration import Configuration
from gourds.errors import LimitError
from gourds.hexgrid import IndexArray
from gourds.reconfigure.search.exact.shortest_kernel import Rules
from gourds.reconfigure.search.poses import FAR, Grid

WORD_BITS: Final = 63
"""Bits of a word that are used."""

MAX_CELLS: Final = 301
"""Larger boards are refused: the table of moves grows with the square of the cells, and no search gets far there."""

UNREACHABLE: Final = 1 << 20
"""The distance between poses that a gourd cannot take one after the other even when it is alone."""

Words = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Packing:
    """How configurations of a board are packed. Make one with :meth:`of`."""

    board: Board
    """The board."""
    poses: IndexArray
    """Shape (2M, 2): the cells of end 0 and end 1 at each pose."""
    moves: IndexArray
    """Shape (N, 2M, 2): the poses that a gourd at a pose can move to when a cell is empty, −1 for none."""
    bits: int
    """Bits for each gourd."""
    gourds: int
    """How many gourds there are."""

    @classmethod
    def of(cls, board: Board) -> Packing:
        """The packing for a board. Raises LimitError on one that is too large."""
        if board.size > MAX_CELLS:
            raise LimitError(f"exhaustive search is for boards of up to {MAX_CELLS} cells, this one has {board.size:,}")
        poses = np.empty((2 * len(board.edges), 2), dtype=np.int32)
        poses[0::2], poses[1::2] = board.edges, board.edges[:, ::-1]
        bits = max(1, (len(poses) - 1).bit_length())
        return cls(board, poses, _moves(board, poses), bits, board.size // 2)

    @property
    def per_word(self) -> int:
        """Gourds in a word."""
        return WORD_BITS // self.bits

    @property
    def words(self) -> int:
        """Words of a configuration, at least one."""
        return max(1, -(-self.gourds // self.per_word))

    def rules(self, first: Any, last: Any, alike: Any) -> Rules:
        """How positions move: for each gourd, where its kind begins and ends, and whether its ends are alike."""
        cell_sums = self.poses.sum(axis=1, dtype=np.int64)
        kinds = (np.asarray(first, dtype=np.int64), np.asarray(last, dtype=np.int64), np.asarray(alike, dtype=np.uint8))
        return Rules(self.moves, cell_sums, self.bits, self.per_word, *kinds)

    def poses_of(self, configuration: Configuration) -> IndexArray:
        """The pose of each gourd."""
        number = {(a, b): k for k, (a, b) in enumerate(self.poses.tolist())}
        return np.array([number[a, b] for a, b in configuration.ends.tolist()], dtype=np.int32)

    def pack(self, configuration: Configuration) -> Words:
        """The words of a configuration."""
        words = [0] * self.words
        for gourd, pose in enumerate(self.poses_of(configuration).tolist()):
            words[gourd // self.per_word] |= pose << (gourd % self.per_word * self.bits)
        return np.array(words, dtype=np.int64)

    def unpack(self, words: Words, like: Configuration) -> Configuration:
        """The configuration of these words, with numbers and colors as in another one."""
        mask = (1 << self.bits) - 1
        numbers = [
            int(words[gourd // self.per_word]) >> (gourd % self.per_word * self.bits) & mask
            for gourd in range(self.gourds)
        ]
        return Configuration.from_indices(self.board, like.ids, self.poses[numbers], like.colors)

    def distances_to(self, configuration: Configuration) -> NDArray[np.int32]:
        """Shape (n, 2M): for each gourd, the moves that it needs at least from each pose to its own there."""
        grid = Grid(self.board)
        first, second = self.poses[:, 0], self.poses[:, 1]
        table = grid.distances(configuration.ends.reshape(-1))[:, first, grid.direction[first, second]].astype(np.int32)
        table[table >= FAR] = UNREACHABLE
        return table


def _moves(board: Board, poses: IndexArray) -> IndexArray:
    """The table of moves, from the definition."""
    number = {(a, b): k for k, (a, b) in enumerate(poses.tolist())}
    near = [[cell for cell in row if cell >= 0] for row in board.neighbors.tolist()]
    near_sets = [set(row) for row in near]
    table = np.full((board.size, len(poses), 2), -1, dtype=np.int32)
    for pose, (first, second) in enumerate(poses.tolist()):
        for empty in near_sets[first] | near_sets[second]:
            if empty in (first, second):
                continue
            if empty in near_sets[first] and empty in near_sets[second]:
                table[empty, pose] = number[empty, second], number[first, empty]  # pivots of end 0 and of end 1
            elif empty in near_sets[second]:
                table[empty, pose, 0] = number[second, empty]
            else:
                table[empty, pose, 0] = number[empty, first]
    return table
