"""The inner loops of the search with two bits a state. :mod:`two_bits` says what they do and why that is correct.

``planes[p, k, w, r]`` is word w of row r of placement p in plane k: A is plane 0, B plane 1. Neighboring words in
memory belong to neighboring ranks, so every loop but the one that collects rows runs over vectors.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def pull(
    first: Any,
    goal: Any,
    voltage: Any,
    ranks: Any,
    steps_first: Any,
    steps: Any,
    masks: Any,
    planes: Any,
    rows: Any,
    is_level: Any,
    left: Any,
    low: int,
    high: int,
) -> None:
    """Find what is next to this level among placements ``low`` to ``high`` − 1, and note it as the next level.

    Writes only to ``planes[p, 0]`` of these placements, only bits that are clear in ``planes[p, 1]``. ``rows`` is room
    for some rows, ``is_level`` is not 0 for placements with states of this level, ``left`` for those with unseen ones.
    """
    width, most, room = planes.shape[2], planes.shape[3], rows.shape[1]
    for p in range(low, high):
        if left[p] == 0:
            continue
        for move in range(first[p], first[p + 1]):
            q, v = goal[move], voltage[move]
            if is_level[q] == 0:
                continue
            for begin in range(0, most, room):
                count = min(room, most - begin)
                some = np.uint64(0)
                for w in range(width):
                    for i in range(count):
                        r = ranks[v, begin + i]
                        x = planes[q, 0, w, r] & planes[q, 1, w, r]
                        rows[w, i] = x
                        some |= x
                if some == 0:
                    continue
                for k in range(steps_first[v], steps_first[v + 1]):
                    kind, shift, mask = steps[k, 0], np.uint64(steps[k, 1]), masks[k]
                    for w in range(width):
                        if kind == 0:
                            for i in range(count):
                                t = ((rows[w, i] >> shift) ^ rows[w, i]) & mask
                                rows[w, i] ^= t ^ (t << shift)
                        elif w & steps[k, 2] == steps[k, 2] and w & steps[k, 3] == 0:
                            z = w ^ steps[k, 2] ^ steps[k, 3]
                            if kind == 1:
                                for i in range(count):
                                    t = ((rows[w, i] >> shift) ^ rows[z, i]) & mask
                                    rows[z, i] ^= t
                                    rows[w, i] ^= t << shift
                            else:
                                for i in range(count):
                                    rows[w, i], rows[z, i] = rows[z, i], rows[w, i]
                for w in range(width):
                    for i in range(count):
                        planes[p, 0, w, begin + i] |= rows[w, i] & ~planes[p, 1, w, begin + i]


def advance(planes: Any, counts: Any, low: int, high: int) -> None:
    """Make this level older and the next level this one, and count its states in each placement."""
    pairs, fours, bytes_ = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333), np.uint64(0x0F0F0F0F0F0F0F0F)
    ones, top = np.uint64(0x0101010101010101), np.uint64(56)
    one, two, four = np.uint64(1), np.uint64(2), np.uint64(4)
    for p in range(low, high):
        total = np.uint64(0)
        for w in range(planes.shape[2]):
            for r in range(planes.shape[3]):
                found = planes[p, 0, w, r] & ~planes[p, 1, w, r]
                planes[p, 0, w, r] = found
                planes[p, 1, w, r] |= found
                x = found - ((found >> one) & pairs)
                x = (x & fours) + ((x >> two) & fours)
                x = (x + (x >> four)) & bytes_
                total += (x * ones) >> top
        counts[p] = np.int64(total)
