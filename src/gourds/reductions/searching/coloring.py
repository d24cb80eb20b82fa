"""All colorings of a layout that do what is wanted: the kernel of the search.

Colors are given to cells in scan order, as many of each as the totals say. A whole coloring is tried on every
covering of the layout in turn: a covering with a kind of gourd that there is not is passed over, one with forbidden
numbers ends the trial. Most trials end after a few coverings, so that a million colorings take about a second. The
state between calls is in arrays, so that the caller can look at the clock.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gourds.compiled import compiled
from gourds.reductions.searching.wanted import FIRST_MUST, Wanted

Array = NDArray[Any]

_AT_ONCE = 200_000
"""Colorings that one call of the kernel tries."""
_FOUND_AT_ONCE = 256
"""Colorings that one call of the kernel gives back at most."""


def color(
    matchings: NDArray[np.int8], wanted: Wanted, *, deadline: float, tried: Callable[[int], None]
) -> Iterator[NDArray[np.int8]]:
    """The colorings of the cells that do what is wanted. Raises TimeoutError at the deadline."""
    count = matchings.shape[1] * 2
    totals = np.array(wanted.totals, dtype=np.int64)
    before = np.array(wanted.before, dtype=np.int64)
    crossed = np.array(wanted.crossed, dtype=np.int64)
    musts = (1 << len(wanted.meanings)) - 1
    colors = np.full(count, -1, dtype=np.int8)
    left, state = totals.copy(), np.zeros(2, dtype=np.int64)
    found = np.zeros((_FOUND_AT_ONCE, count), dtype=np.int8)
    run = compiled(color_cells, (fits,))
    while state[0] >= 0:
        if time.monotonic() > deadline:
            raise TimeoutError
        many = run(
            matchings, totals, before, wanted.kinds, wanted.fate, crossed, musts, colors, left, state, found, _AT_ONCE
        )
        tried(int(state[1]))
        yield from found[:many].copy()


def color_cells(
    matchings: Array,
    totals: Array,
    before: Array,
    kinds: Array,
    fate: Array,
    crossed: Array,
    musts: int,
    colors: Array,
    left: Array,
    state: Array,
    found: Array,
    at_once: int,
) -> int:
    """Go on with a search; the number of colorings found.

    ``state`` holds the number of cells that have a color, −1 when all is done, and how many colorings were tried.
    """
    cells, many, steps = colors.size, 0, 0
    depth = state[0]
    while depth >= 0:
        if depth == cells:
            depth -= 1
            steps += 1
            if fits(matchings, kinds, fate, crossed, musts, colors):
                found[many, :] = colors
                many += 1
            if steps >= at_once or many == found.shape[0]:
                break
            continue
        now = colors[depth]
        if now >= 0:
            left[now] += 1
        now += 1
        while now < totals.size and (left[now] == 0 or (before[now] >= 0 and left[before[now]] == totals[before[now]])):
            now += 1
        if now == totals.size:
            colors[depth] = -1
            depth -= 1
        else:
            colors[depth] = now
            left[now] -= 1
            depth += 1
    state[0] = depth
    state[1] = steps
    return many


def fits(matchings: Array, kinds: Array, fate: Array, crossed: Array, musts: int, colors: Array) -> bool:
    """Whether a coloring does what is wanted."""
    have = 0
    used = np.zeros(7, dtype=np.int64)
    for m in range(matchings.shape[0]):
        used[:] = 0
        is_covering = True
        for k in range(matchings.shape[1]):
            kind = kinds[colors[matchings[m, k, 0]], colors[matchings[m, k, 1]]]
            if kind < 0:
                is_covering = False
                break
            used[kind] += 1
        if not is_covering:
            continue
        verdict = fate[used[1], used[2], used[3]]
        if verdict == 0:
            return False
        if verdict >= 2 and used[4] == crossed[0] and used[5] == crossed[1] and used[6] == crossed[2]:
            have |= 1 << (verdict - 2)
    return have == musts


def prepare() -> None:
    """Have the kernel compiled."""
    ring = [[(k, k + 1) for k in range(0, 12, 2)], [(k, (k + 1) % 12) for k in range(1, 12, 2)]]
    wanted = Wanted("variable", (6, 6), (0, 0, 0), 0)
    next(color(np.array(ring, dtype=np.int8), wanted, deadline=math.inf, tried=lambda many: None))


assert FIRST_MUST == 2  # the kernel counts from it
