"""What a move does to all reversals at once: rows of bits, rearranged word by word.

The labelings of a placement that differ by reversals alone form a *row*: one bit for each of the 2ⁿ sets of reversed
gourds, 64 bits to a word. A voltage (:mod:`gourds.reconfigure.spaces.placement_graph`) takes a row to a row. It
permutes the n bits of the *number* of a bit and flips some, so it rearranges the row in a way that is the same for all
rows:

    after[s] = before[t], where bit i of t is bit σ(i) of s, flipped or not.

Such a rearrangement is a product of flips of one bit of the number and of exchanges of two bits of it. Each of these is
a *step*, done on a whole word with a shift and a mask: to exchange bits a < b of the number, the bits of the row that
have a but not b change places with those that have b but not a, which are 2ᵇ − 2ᵃ further up. Bits 6 and above number
the words, so a step may also act between two words, or exchange them.

**Cost.** A move of one gourd from slot i to slot j takes |i − j| steps, and one more if the gourd is reversed: some ten
instructions for 64 configurations.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from gourds.reconfigure.spaces.signed_permutations import Signed

WORD: Final = 6
"""A word holds 2⁶ bits."""
INSIDE: Final = 0
"""A step inside each word."""
BETWEEN: Final = 1
"""A step that exchanges bits of two words."""
EXCHANGE: Final = 2
"""A step that exchanges two words."""

Words = NDArray[np.uint64]
Table = NDArray[np.int64]


def words_per_row(gourds: int) -> int:
    """How many words a row has; one that is not full if there are fewer than six gourds."""
    return 1 << max(0, gourds - WORD)


def steps_of(voltages: tuple[Signed, ...]) -> tuple[Table, Table, Words]:
    """The steps of each voltage: those of number v are rows first[v] to first[v + 1] − 1 of two tables.

    The first table has: kind, shift, and for steps between words the bits of the number that the first and the second
    word have. The second has the masks.
    """
    first, steps, masks = [0], [], []
    for voltage in voltages:
        for kind, shift, mask, low, high in _steps(voltage):
            steps.append((kind, shift, low, high))
            masks.append(mask)
        first.append(len(steps))
    table = np.array(steps, dtype=np.int64).reshape(len(steps), 4)
    return np.array(first, dtype=np.int64), table, np.array(masks, dtype=np.uint64)


def _steps(voltage: Signed) -> list[tuple[int, int, int, int, int]]:
    """Flips first, then exchanges: bit i of the number becomes what bit σ(i) is."""
    found = [_flip(i) for i, entry in enumerate(voltage) if entry & 1]
    order = [entry >> 1 for entry in voltage]
    for i in range(len(order)):
        while order[i] != i:
            j = order[i]
            found.append(_exchange(min(i, j), max(i, j)))
            order[i], order[j] = order[j], order[i]  # now order[j] is j
    return found


def _flip(bit: int) -> tuple[int, int, int, int, int]:
    if bit < WORD:
        return INSIDE, 1 << bit, _numbers(without=1 << bit), 0, 0
    return EXCHANGE, 0, 0, 0, 1 << (bit - WORD)


def _exchange(low: int, high: int) -> tuple[int, int, int, int, int]:
    if high < WORD:
        return INSIDE, (1 << high) - (1 << low), _numbers(having=1 << low, without=1 << high), 0, 0
    if low < WORD:
        return BETWEEN, 1 << low, _numbers(without=1 << low), 0, 1 << (high - WORD)
    return EXCHANGE, 0, 0, 1 << (low - WORD), 1 << (high - WORD)


def _numbers(*, having: int = 0, without: int = 0) -> int:
    """The bits of a word whose number has some bits and lacks others."""
    return sum(1 << k for k in range(1 << WORD) if k & having == having and not k & without)
