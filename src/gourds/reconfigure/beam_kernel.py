"""The inner loops of :mod:`gourds.reconfigure.beam`: plain Python over arrays, for numba to compile."""

from __future__ import annotations

from typing import Any

import numpy as np


def is_known(table: Any, key: Any) -> bool:
    """True iff the key was added to the hash table (open addressing, size a power of two, 0 is free)."""
    mask = len(table) - 1
    slot = np.int64(key & np.uint64(mask))
    while table[slot] != 0:
        if table[slot] == key:
            return True
        slot = (slot + 1) & mask
    return False


def add_key(table: Any, key: Any) -> bool:
    """Add a key; False iff it was there."""
    mask = len(table) - 1
    slot = np.int64(key & np.uint64(mask))
    while table[slot] != 0:
        if table[slot] == key:
            return False
        slot = (slot + 1) & mask
    table[slot] = key
    return True


def expand(
    count: int,
    label: Any,
    empty: Any,
    score: Any,
    key: Any,
    neighbors: Any,
    distance: Any,
    weight: Any,
    chance: Any,
    table: Any,
    child_parent: Any,
    child_empty: Any,
    child_score: Any,
    child_key: Any,
) -> int:
    """All children of the beam's states that are not in the table; their number."""
    found = 0
    for k in range(count):
        hole = empty[k]
        for d in range(6):
            near = neighbors[hole, d]
            if near < 0:
                continue
            end = label[k, near]
            # The other end of the gourd lies in direction `ahead` of this one.
            ahead = 0
            while neighbors[near, ahead] < 0 or label[k, neighbors[near, ahead]] != end ^ 1:
                ahead += 1
            other = neighbors[near, ahead]
            bend = (ahead - d + 6) % 6
            change = chance[end, near] ^ chance[end, hole]
            if bend in (2, 4):  # both ends are next to the hole: a pivot of the end on `near`
                left, stays = near, other
                side = (d + 1) % 6 if bend == 2 else (d + 5) % 6
            else:  # a slide or a turn: the other end follows
                left, stays = other, near
                side = d
                change = change ^ chance[end ^ 1, other] ^ chance[end ^ 1, near]
            new_key = key[k] ^ change
            if is_known(table, new_key):
                continue
            gourd = end >> 1
            if end & 1:
                old = distance[gourd, other, (ahead + 3) % 6]
                new = distance[gourd, stays, (side + 3) % 6]
            else:
                old = distance[gourd, near, ahead]
                new = distance[gourd, hole, side]
            child_parent[found] = k
            child_empty[found] = left
            child_score[found] = score[k] + weight[new] - weight[old]
            child_key[found] = new_key
            found += 1
    return found


def select(
    found: int,
    width: int,
    quota: int,
    child_empty: Any,
    child_score: Any,
    child_key: Any,
    table: Any,
    starts: Any,
    order: Any,
    taken: Any,
    chosen: Any,
) -> int:
    """The best ``width`` children, different ones, at most ``quota`` with one empty cell, into ``chosen``; how many."""
    low = child_score[0]
    for k in range(found):
        low = min(low, child_score[k])
    bins = len(starts) - 1
    starts[:] = 0
    for k in range(found):
        starts[min(child_score[k] - low, bins - 1) + 1] += 1
    for slot in range(bins):
        starts[slot + 1] += starts[slot]
    for k in range(found):
        slot = min(child_score[k] - low, bins - 1)
        order[starts[slot]] = k
        starts[slot] += 1
    count = 0
    taken[:] = 0
    for position in range(found):
        k = order[position]
        if taken[child_empty[k]] < quota and add_key(table, child_key[k]):
            taken[child_empty[k]] += 1
            chosen[count] = k
            count += 1
            if count == width:
                break
    return count


def adopt(
    count: int,
    chosen: Any,
    child_parent: Any,
    child_empty: Any,
    child_score: Any,
    child_key: Any,
    neighbors: Any,
    label: Any,
    empty: Any,
    new_label: Any,
    new_empty: Any,
    new_score: Any,
    new_key: Any,
    trail_parent: Any,
    trail_empty: Any,
) -> int:
    """Make the chosen children the next beam; the index of the one with the lowest score."""
    best = 0
    for j in range(count):
        k = chosen[j]
        parent, left = child_parent[k], child_empty[k]
        hole = empty[parent]
        for cell in range(label.shape[1]):
            new_label[j, cell] = label[parent, cell]
        end = label[parent, left]
        is_pivot = False
        for d in range(6):
            is_pivot = is_pivot or neighbors[hole, d] == left
        if is_pivot:
            new_label[j, hole] = end
        else:
            ahead = 0
            while neighbors[left, ahead] < 0 or label[parent, neighbors[left, ahead]] != end ^ 1:
                ahead += 1
            new_label[j, hole] = end ^ 1
            new_label[j, neighbors[left, ahead]] = end
        new_label[j, left] = -1
        new_empty[j] = left
        new_score[j] = child_score[k]
        new_key[j] = child_key[k]
        trail_parent[j] = parent
        trail_empty[j] = left
        if new_score[j] < new_score[best]:
            best = j
    return best


def copy_keys(table: Any, larger: Any) -> None:
    """Add all keys of a table to a larger one."""
    for slot in range(len(table)):
        if table[slot] != 0:
            add_key(larger, table[slot])
