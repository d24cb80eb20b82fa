"""The inner loops of :mod:`beam`: plain Python over arrays, for numba to compile.

A state is, for each cell, eight times the end on it plus the direction in which the other end of the gourd lies, −1 on
the empty cell. In 16 bits that is enough for 4,096 ends.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np


class Beam(NamedTuple):
    """The states of one level."""

    label: Any
    """What lies on each cell."""
    empty: Any
    """The empty cell."""
    score: Any
    """The score."""
    key: Any
    """The key."""


class Children(NamedTuple):
    """The states that the next level is chosen from, and what choosing needs."""

    parent: Any
    """The state that each comes from."""
    empty: Any
    """The empty cell."""
    score: Any
    """The score."""
    key: Any
    """The key."""
    order: Any
    """The children by score."""
    starts: Any
    """Where the children of each score begin; scores that do not fit are not told apart."""
    taken: Any
    """How many with each empty cell are chosen."""
    chosen: Any
    """Those that are kept."""


class Tables(NamedTuple):
    """What does not change during a search."""

    neighbors: Any
    """The neighbors of each cell."""
    distance: Any
    """How far each gourd is from home, by cell of end 0 and side of end 1."""
    weight: Any
    """What a distance adds to the score."""
    of_end: Any
    """A random factor for each end."""
    of_cell: Any
    """A random factor for each cell: a key is the sum over all ends of the two factors' product."""
    turn: int
    """The direction in which the moves of a state begin."""
    goal: Any
    """The key of the goal."""


class Trail(NamedTuple):
    """What is kept of some levels, one after the other."""

    parent: Any
    """The parent of each state in the level before."""
    empty: Any
    """Its empty cell."""
    key: Any
    """Its key; 0 where there is no state."""
    count: Any
    """How many states each level has."""


def slot_of(table: Any, key: Any) -> Any:
    """Where a key is in the hash table (open addressing, size a power of two, 0 is free), or where it belongs."""
    mask = len(table) - 1
    slot = np.int64((key >> np.uint64(32)) & np.uint64(mask))
    while table[slot] != 0 and table[slot] != key:
        slot = (slot + 1) & mask
    return slot


def is_known(table: Any, key: Any) -> bool:
    """True iff the key was added to the hash table."""
    return bool(table[slot_of(table, key)] == key)


def add_key(table: Any, key: Any) -> bool:
    """Add a key; False iff it was there."""
    slot = slot_of(table, key)
    is_new = table[slot] != key
    table[slot] = key
    return bool(is_new)


def add_keys(keys: Any, table: Any) -> None:
    """Add keys to a table; 0 is none."""
    for level in range(len(keys)):
        for k in range(keys.shape[1]):
            if keys[level, k] != 0:
                add_key(table, keys[level, k])


def expand(count: int, beam: Any, tables: Any, table: Any, children: Any) -> int:
    """All children of the beam's states that are not in the table; their number."""
    neighbors, distance, weight = tables.neighbors, tables.distance, tables.weight
    of_end, of_cell = tables.of_end, tables.of_cell
    found = 0
    for k in range(count):
        hole = beam.empty[k]
        for turned in range(6):
            d = (turned + tables.turn) % 6
            near = neighbors[hole, d]
            if near < 0:
                continue
            end, ahead = beam.label[k, near] >> 3, beam.label[k, near] & 7
            other = neighbors[near, ahead]
            bend = (ahead - d + 6) % 6
            change = of_end[end] * (of_cell[hole] - of_cell[near])
            if bend in (2, 4):  # both ends are next to the hole: a pivot of the end on `near`
                left, stays = near, other
                side = (d + 1) % 6 if bend == 2 else (d + 5) % 6
            else:  # a slide or a turn: the other end follows
                left, stays = other, near
                side = d
                change += of_end[end ^ 1] * (of_cell[near] - of_cell[other])
            new_key = beam.key[k] + change
            if is_known(table, new_key):
                continue
            gourd = end >> 1
            if end & 1:
                old = distance[gourd, other, (ahead + 3) % 6]
                new = distance[gourd, stays, (side + 3) % 6]
            else:
                old = distance[gourd, near, ahead]
                new = distance[gourd, hole, side]
            children.parent[found] = k
            children.empty[found] = left
            children.score[found] = beam.score[k] + weight[new] - weight[old]
            children.key[found] = new_key
            found += 1
    return found


def select(found: int, width: int, quota: int, table: Any, children: Any) -> int:
    """Choose the best ``width`` children, different ones, at most ``quota`` with one empty cell; how many there are."""
    score, starts, taken = children.score, children.starts, children.taken
    low = high = score[0]
    for k in range(found):
        low, high = min(low, score[k]), max(high, score[k])
    last = min(len(starts) - 2, high - low)
    for slot in range(last + 2):
        starts[slot] = 0
    for k in range(found):
        starts[min(score[k] - low, last) + 1] += 1
    for slot in range(last + 1):
        starts[slot + 1] += starts[slot]
    for k in range(found):
        slot = min(score[k] - low, last)
        children.order[starts[slot]] = k
        starts[slot] += 1
    for cell in range(len(taken)):
        taken[cell] = 0
    count = 0
    for position in range(found):
        k = children.order[position]
        if taken[children.empty[k]] < quota and add_key(table, children.key[k]):
            taken[children.empty[k]] += 1
            children.chosen[count] = k
            count += 1
            if count == width:
                break
    return count


def adopt(count: int, children: Any, neighbors: Any, beam: Any, following: Any, trail: Any, level: int) -> int:
    """Make the chosen children the following level; the index of the one with the lowest score."""
    best = 0
    for j in range(count):
        k = children.chosen[j]
        parent, left = children.parent[k], children.empty[k]
        hole = beam.empty[parent]
        for cell in range(beam.label.shape[1]):
            following.label[j, cell] = beam.label[parent, cell]
        end, other = beam.label[parent, left] >> 3, neighbors[left, beam.label[parent, left] & 7]
        is_pivot, side = False, 0
        for d in range(6):
            is_pivot = is_pivot or neighbors[hole, d] == left
            if neighbors[hole, d] == other:
                side = d
        # The gourd lies on `hole` and `other` now. In a pivot this end went to the hole, else the other one did.
        ahead = end if is_pivot else end ^ 1
        following.label[j, hole] = ahead << 3 | side
        following.label[j, other] = (ahead ^ 1) << 3 | (side + 3) % 6
        following.label[j, left] = -1
        following.empty[j], following.score[j], following.key[j] = left, children.score[k], children.key[k]
        trail.parent[level, j], trail.empty[level, j], trail.key[level, j] = parent, left, children.key[k]
        if following.score[j] < following.score[best]:
            best = j
    trail.count[level] = count
    return best


def advance(
    levels: int, patience: int, beam: Any, spare: Any, children: Any, tables: Any, table: Any, trail: Any, state: Any
) -> int:
    """Search this many levels, fewer if the goal is reached, no child is left or patience is; how many were searched.

    Afterwards ``beam`` has the last level if their number is even, else ``spare``. ``state`` is what goes on from call
    to call: the number of states, the width, the least width, the lowest score, levels without a lower one, and the
    state that is the goal, −1 if none is.
    """
    cells = len(tables.neighbors)
    for level in range(levels):
        if state[4] >= patience:
            return level
        # No empty cell may have more than one and a half times its even share.
        quota = max(1, 3 * state[1] // (2 * cells))
        found = expand(state[0], beam, tables, table, children)
        state[0] = select(found, state[1], quota, table, children) if found else 0
        if state[0] == 0:
            return level
        best = adopt(state[0], children, tables.neighbors, beam, spare, trail, level)
        beam, spare = spare, beam
        if beam.key[best] == tables.goal:
            state[5] = best
            return level + 1
        state[4] += 1
        if beam.score[best] < state[3]:
            state[1], state[3], state[4] = max(state[2], state[1] // 2), beam.score[best], 0
    return levels


HELPERS = (slot_of, is_known, add_key, expand, select, adopt)
"""What the others call."""
