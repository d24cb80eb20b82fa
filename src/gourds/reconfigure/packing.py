"""Configurations as integers, for searches that store millions of them.

A *place* is a pair of neighboring cells in order: where end 0 of a gourd lies and where end 1 does. A board of M edges
has 2M places; place p^1 is p with the ends exchanged. A configuration is the place of each gourd, in a fixed number of
bits each, packed into words of 63 bits, so that the sign stays free: up to 19 cells one word is enough. Packing is
exact: two configurations have the same words iff they are equal. The empty cell is not stored; it is the sum of all
cell indices minus the sum over the places.

A gourd at place p and the empty cell E decide what moves the gourd can make: none, one slide or turn, or two pivots. So
one table of two entries for each E and p holds all moves of the board.

**Bound.** A move changes the place of one gourd. Let d(p, p') be the least number of moves that takes a gourd from p to
p' when it is alone on the board and the empty cell is wherever it is wanted. Then Σ d(place, target place) over all
gourds is a lower bound on the moves that are left, and changes by at most one with each move (it is consistent). It
knows more than the distances of the ends: reversing a gourd in place takes it three pivots, though both ends are only
one step from home.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gourds.board import Board
from gourds.configuration import Configuration
from gourds.errors import LimitError
from gourds.hexgrid import IndexArray

WORD_BITS: Final = 63
"""Bits of a word that are used."""

MAX_CELLS: Final = 301
"""Larger boards are refused: the table of moves grows with the square of the cells, and no search gets far there."""

UNREACHABLE: Final = 1 << 20
"""The distance between places that a gourd cannot take one after the other even when it is alone."""

Words = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Packing:
    """How configurations of a board are packed. Make one with :meth:`of`."""

    board: Board
    """The board."""
    places: IndexArray
    """Shape (2M, 2): the cells of end 0 and end 1 at each place."""
    moves: IndexArray
    """Shape (N, 2M, 2): the places that a gourd at a place can move to when a cell is empty, −1 for none."""
    bits: int
    """Bits for each gourd."""
    gourds: int
    """How many gourds there are."""

    @classmethod
    def of(cls, board: Board) -> Packing:
        """The packing for a board. Raises LimitError on one that is too large."""
        if board.size > MAX_CELLS:
            raise LimitError(f"exhaustive search is for boards of up to {MAX_CELLS} cells, this one has {board.size:,}")
        places = np.empty((2 * len(board.edges), 2), dtype=np.int32)
        places[0::2], places[1::2] = board.edges, board.edges[:, ::-1]
        bits = max(1, (len(places) - 1).bit_length())
        return cls(board, places, _moves(board, places), bits, board.size // 2)

    @property
    def per_word(self) -> int:
        """Gourds in a word."""
        return WORD_BITS // self.bits

    @property
    def words(self) -> int:
        """Words of a configuration, at least one."""
        return max(1, -(-self.gourds // self.per_word))

    def places_of(self, configuration: Configuration) -> IndexArray:
        """The place of each gourd."""
        number = {(a, b): k for k, (a, b) in enumerate(self.places.tolist())}
        return np.array([number[a, b] for a, b in configuration.ends.tolist()], dtype=np.int32)

    def pack(self, configuration: Configuration) -> Words:
        """The words of a configuration."""
        words = [0] * self.words
        for gourd, place in enumerate(self.places_of(configuration).tolist()):
            words[gourd // self.per_word] |= place << (gourd % self.per_word * self.bits)
        return np.array(words, dtype=np.int64)

    def unpack(self, words: Words, like: Configuration) -> Configuration:
        """The configuration of these words, with numbers and colors as in another one."""
        mask = (1 << self.bits) - 1
        numbers = [
            int(words[gourd // self.per_word]) >> (gourd % self.per_word * self.bits) & mask
            for gourd in range(self.gourds)
        ]
        return Configuration.from_indices(self.board, like.ids, self.places[numbers], like.colors)

    def distances_to(self, configuration: Configuration) -> NDArray[np.int32]:
        """Shape (n, 2M): for each gourd, the moves that it needs at least from each place to its own there."""
        table = np.full((self.gourds, len(self.places)), UNREACHABLE, dtype=np.int32)
        leads = _leads(self.moves)
        for gourd, place in enumerate(self.places_of(configuration).tolist()):
            row = table[gourd]
            layer, steps = np.array([place]), 0
            while layer.size:
                row[layer] = steps
                reached = np.unique(leads[layer])
                layer = reached[(reached >= 0) & (row[reached] == UNREACHABLE)]
                steps += 1
        return table


def _moves(board: Board, places: IndexArray) -> IndexArray:
    """The table of moves, from the definition."""
    number = {(a, b): k for k, (a, b) in enumerate(places.tolist())}
    near = [[cell for cell in row if cell >= 0] for row in board.neighbors.tolist()]
    near_sets = [set(row) for row in near]
    table = np.full((board.size, len(places), 2), -1, dtype=np.int32)
    for place, (first, second) in enumerate(places.tolist()):
        for empty in near_sets[first] | near_sets[second]:
            if empty in (first, second):
                continue
            if empty in near_sets[first] and empty in near_sets[second]:
                table[empty, place] = number[empty, second], number[first, empty]  # pivots of end 0 and of end 1
            elif empty in near_sets[second]:
                table[empty, place, 0] = number[second, empty]
            else:
                table[empty, place, 0] = number[empty, first]
    return table


def _leads(moves: IndexArray) -> IndexArray:
    """Shape (2M, 10): where a gourd alone can go from each place by one move, padded with −1."""
    leads = np.full((moves.shape[1], 10), -1, dtype=np.int32)
    for place in range(moves.shape[1]):
        found = np.unique(moves[:, place])
        found = found[found >= 0]
        leads[place, : len(found)] = found
    return leads
