"""Signed permutations: which gourd lies in which slot, and which way round.

They form a group of order n!·2ⁿ. Elements are numbered, (rank of the permutation)·2ⁿ + (reversals as bits), so that
multiplication by a fixed element is looked up in a table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

Signed = tuple[int, ...]
"""A signed permutation: entry i is 2·j + s if slot i holds gourd j, reversed iff s = 1."""


def count_labelings(gourds: int) -> int:
    """n!·2ⁿ: the ways to number n gourds in place, and to turn each of them."""
    return math.factorial(gourds) << gourds


def multiply(one: Signed, other: Signed) -> Signed:
    """The product of two signed permutations: first what ``other`` says of the slots, then ``one`` of the gourds."""
    return tuple([one[entry >> 1] ^ (entry & 1) for entry in other])


def invert(one: Signed) -> Signed:
    """The inverse of a signed permutation."""
    inverse = [0] * len(one)
    for slot, entry in enumerate(one):
        inverse[entry >> 1] = 2 * slot + (entry & 1)
    return tuple(inverse)


def identity(gourds: int) -> Signed:
    """Gourd i in slot i, not reversed."""
    return tuple(range(0, 2 * gourds, 2))


def is_odd(permutation: Sequence[int] | Mapping[int, int]) -> bool:
    """True iff a permutation is odd; a mapping says where each of some numbers goes."""
    left = set(permutation)
    odd = False
    while left:
        here = permutation[first := left.pop()]
        while here != first:
            left.remove(here)
            here, odd = permutation[here], not odd
    return odd


def multiplication_tables(voltages: tuple[Signed, ...], gourds: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Right multiplication by each voltage, on elements numbered (rank of the permutation)·2ⁿ + (reversals as bits).

    The permutation of a product depends on the permutations alone, its reversals on reversals and voltage, so two small
    tables do: shapes (V, n!), values times 2ⁿ, and (V, 2ⁿ).
    """
    signed = np.array(voltages, dtype=np.int64).reshape(len(voltages), gourds)
    sigma, flips = signed >> 1, signed & 1
    orders = _permutations(gourds)
    ranks = np.zeros((len(signed), len(orders)), dtype=np.int64)
    for i in range(gourds):
        smaller = np.zeros_like(ranks)
        for j in range(i + 1, gourds):
            smaller += orders[:, sigma[:, j]].T < orders[:, sigma[:, i]].T
        ranks = ranks * (gourds - i) + smaller
    signs = np.arange(1 << gourds)
    bits = np.zeros((len(signed), 1 << gourds), dtype=np.int64)
    for i in range(gourds):
        bits |= ((signs[None, :] >> sigma[:, i, None] & 1) ^ flips[:, i, None]) << i
    return (ranks << gourds).astype(np.int32), bits.astype(np.int32)


@cache
def _permutations(count: int) -> NDArray[np.int64]:
    """Shape (n!, n): all permutations in lexicographic order."""
    orders = np.zeros((1, 0), dtype=np.int64)
    for size in range(1, count + 1):
        first = np.repeat(np.arange(size), len(orders))[:, None]
        rest = np.tile(orders, (size, 1))
        orders = np.concatenate((first, rest + (rest >= first)), axis=1)
    return orders


def element(number: int, gourds: int) -> Signed:
    """The signed permutation with a number."""
    rank, signs = number >> gourds, number & ((1 << gourds) - 1)
    left, entries = list(range(gourds)), []
    for i in range(gourds):
        block = math.factorial(gourds - 1 - i)
        entries.append(2 * left.pop(rank // block) + (signs >> i & 1))
        rank %= block
    return tuple(entries)


def number_of(one: Signed) -> int:
    """The number of a signed permutation: :func:`element` taken back."""
    left, rank, signs = list(range(len(one))), 0, 0
    for i, entry in enumerate(one):
        place = left.index(entry >> 1)
        left.pop(place)
        rank += place * math.factorial(len(left))
        signs |= (entry & 1) << i
    return rank << len(one) | signs
