"""How the clauses of a formula share colors: each gets a pair of colors and a weight.

Budgets are global, so gadgets that use the same kind of gourd are told apart by no distance: only the sum of what they
use can be seen. Two things make that enough for few colors.

*Pairs.* Of k colors there are k·(k − 1)/2 pairs, and the budget of each is an equation by itself: the gourds of two
equal colors follow from the others by counting. So a clause needs a pair of colors to itself, not a color.

*Weights.* The t clauses of one pair have weights 1, 2, 4, …, 2^(t−1), and a budget of 2^t − 1. Let y_j be the number
of true literals of a clause. That Σ 2^j·y_j = 2^t − 1 does not make all y_j one: 3·1 + 0·2 = 1·1 + 1·2. But a sum of
powers of two that is 2^t − 1 has at least t terms, as many as there are ones in its binary notation, and with exactly
t terms it is that notation. So if the number of true literals is the number of clauses, over all pairs together, then
no pair has more terms than it needs, and every y_j is one. The gourds that join rings to their filler V count the
true literals: see :mod:`gourds.reductions.rings.ring`.

Smaller weights would not do much better. Sets of as many clauses of one pair must have different sums, or one could
take the place of the other: C(t, t/2) sums of at most t·w, so w ≥ C(t, t/2)/t.

>>> [(share.first + share.second, share.weight) for share in Sharing.of(7, 5).shares]
[('ab', 1), ('ac', 1), ('bc', 1), ('ab', 2), ('ac', 2), ('bc', 2), ('ab', 4)]
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, count, islice
from string import ascii_lowercase
from typing import Final

from gourds.errors import Fault, InputError, quoted
from gourds.reductions.gadgets.drawing import VARIABLE_FILLER, Pair, pair
from gourds.values import is_whole

FEWEST: Final = 4
"""Filler, the filler of rings, and one pair."""


@dataclass(frozen=True)
class Share:
    """What stands for a clause: gourds of one kind, so many of them for each true literal."""

    first: str
    second: str
    weight: int

    def colors(self) -> list[str]:
        """The cells of a literal of this clause in order: blocks of two, a a b b a a …, with a border for each gourd.

        >>> "".join(Share("a", "b", 2).colors())
        'aabbaa'
        """
        return [color for k in range(self.weight + 1) for color in 2 * [(self.first, self.second)[k % 2]]]

    def gourds(self) -> Counter[Pair]:
        """The gourds of two different colors that a true literal uses."""
        last = self.second if self.weight % 2 else self.first
        used: Counter[Pair] = Counter({pair(self.first, self.second): self.weight})
        used[pair(self.first, VARIABLE_FILLER)] += 1
        used[pair(last, VARIABLE_FILLER)] += 1
        return used


@dataclass(frozen=True)
class Sharing:
    """The shares of all clauses of a formula."""

    colors: int
    """How many colors a board may have, with both fillers."""
    shares: tuple[Share, ...]

    @classmethod
    def of(cls, clauses: int, colors: int | None = None) -> Sharing:
        """The shares of so many clauses; with as few colors as weights of one allow, unless a number is given.

        Clauses take turns: with p pairs, clause j has pair j mod p and weight 2^⌊j/p⌋.
        """
        if colors is None:
            colors = fewest_colors(clauses)
        if not is_whole(colors) or colors < FEWEST:
            raise InputError(Fault("colors", f"must be a whole number from {FEWEST} on, not {quoted(colors)}"))
        pairs = list(islice(_pairs(colors - 2, clauses + 2), max(clauses, 1)))
        shares = tuple(Share(*pairs[k % len(pairs)], 1 << k // len(pairs)) for k in range(clauses))
        return cls(colors, shares)

    @cached_property
    def gourds(self) -> Counter[Pair]:
        """The gourds of two different colors that one true literal in each clause uses: the budgets of a board."""
        return sum((share.gourds() for share in self.shares), Counter())


def fewest_colors(clauses: int, heaviest: int = 1) -> int:
    """The smallest number of colors, with both fillers, for so many clauses with weights up to the heaviest.

    >>> fewest_colors(6), fewest_colors(3000), fewest_colors(3000, heaviest=1024)
    (6, 80, 26)
    """
    pairs = -(-clauses // heaviest.bit_length())
    return 2 + next(k for k in count(2) if k * (k - 1) // 2 >= pairs)


def _pairs(colors: int, most: int) -> combinations[tuple[str, str]]:
    """The pairs of so many colors, the first color's first; of ``most`` colors at most, which are as many pairs."""
    names = ascii_lowercase if colors <= len(ascii_lowercase) else [f"c{k}" for k in range(1, min(colors, most) + 1)]
    return combinations(names[:colors], 2)
