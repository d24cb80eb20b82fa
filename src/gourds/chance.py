"""Chance for the generators, the same on every Python: nothing but ``random.Random(seed).random()`` is drawn from.

The standard library promises that ``random()`` stays as it is; it does not promise that of ``shuffle`` or ``choice``.
"""

from __future__ import annotations

import random
from typing import TypeVar

T = TypeVar("T")


def draw_below(rng: random.Random, bound: int) -> int:
    """A number from 0 to bound − 1."""
    return int(rng.random() * bound)


def shuffle(rng: random.Random, items: list[T]) -> None:
    """Put the items in a random order, in place (Fisher–Yates)."""
    draw = rng.random
    for k in range(len(items) - 1, 0, -1):
        other = int(draw() * (k + 1))
        items[k], items[other] = items[other], items[k]


def draw_distinct(rng: random.Random, bound: int, count: int) -> list[int]:
    """A uniform set of ``count`` numbers from 0 to bound − 1, ascending (Floyd's way: one draw for each)."""
    chosen: set[int] = set()
    for top in range(bound - count, bound):
        number = draw_below(rng, top + 1)
        chosen.add(top if number in chosen else number)
    return sorted(chosen)
