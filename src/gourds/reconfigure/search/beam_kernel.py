"""The inner loops of :mod:`beam`: plain Python over arrays, for numba to compile.

A state is, for each cell, eight times the end on it plus the direction in which the other end of the gourd lies, −1 on
the empty cell. In 16 bits that is enough for 4,096 ends.

A level costs some 150 ns for each state that is kept. Children are only scored at first, while their parent is in the
processor's cache: a state goes back at once in one way, which its last empty cell tells, and whether a child was seen
before is asked only of those about to be kept.
Those are found by counting scores; what is worse than half as many again as are wanted is not sorted unless it is
needed. Keys that were seen are in a table with one slot for each, where a later key takes the place of an earlier one:
what is forgotten is forgotten a few at a time, and the table stays in the processor's cache.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

CHOSEN = 8
"""What tells chosen children from others."""


class Beam(NamedTuple):
    """The states of one level."""

    label: Any
    """What lies on each cell."""
    empty: Any
    """The empty cell."""
    before: Any
    """The empty cell of its parent, −1 if it has none."""
    score: Any
    """The score."""
    key: Any
    """The key."""
    children: Any
    """The children of all states of the level."""


class Children(NamedTuple):
    """The states that the next level is chosen from, and what choosing needs."""

    parent: Any
    """The state that each comes from."""
    empty: Any
    """The empty cell."""
    way: Any
    """From which side of the parent's empty cell the gourd came that moved; CHOSEN more if the child is to be kept."""
    score: Any
    """The score."""
    key: Any
    """The key."""
    order: Any
    """The best children by score."""
    starts: Any
    """Where the children of each score begin."""
    taken: Any
    """How many with each empty cell are chosen."""


class Tables(NamedTuple):
    """What does not change during a search."""

    neighbors: Any
    """The neighbors of each cell."""
    added: Any
    """What a gourd adds to the score, as a place among the weights, a row for each home and a column for each pose.

    A pose is six times the cell of end 0 plus the side."""
    row: Any
    """The row of each gourd."""
    weight: Any
    """The weights."""
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
    count: Any
    """How many states each level has."""


def add_key(table: Any, key: Any) -> bool:
    """Note a key, in place of the one in its slot; False iff it was there. The table's length is a power of two."""
    slot = np.int64((key >> np.uint64(20)) & np.uint64(len(table) - 1))
    is_new = table[slot] != key
    table[slot] = key
    return bool(is_new)


def wrap(d: int) -> int:
    """A direction from 0 to 11 as one from 0 to 5."""
    return d - 6 if d >= 6 else d


def expand(k: int, found: int, beam: Any, tables: Any) -> int:
    """Note the children of state k, but the one that goes back at once, after ``found`` others; all that are noted."""
    neighbors, added, row, weight = tables.neighbors, tables.added, tables.row, tables.weight
    of_end, of_cell, children = tables.of_end, tables.of_cell, beam.children
    label, hole, before, key, score = beam.label[k], beam.empty[k], beam.before[k], beam.key[k], beam.score[k]
    for turned in range(6):
        d = wrap(turned + tables.turn)
        near = neighbors[hole, d]
        if near < 0:
            continue
        end, ahead = label[near] >> 3, label[near] & 7
        other = neighbors[near, ahead]
        bend = wrap(ahead - d + 6)
        is_pivot = bend == 2 or bend == 4  # both ends are next to the hole, the one on `near` moves
        left = near if is_pivot else other  # in a slide or a turn the other end follows
        if left == before:
            continue
        change = of_end[end] * (of_cell[hole] - of_cell[near])
        stays, side = near, d
        if is_pivot:
            stays, side = other, wrap(d + 1 if bend == 2 else d + 5)
        else:
            change += of_end[end ^ 1] * (of_cell[near] - of_cell[other])
        home = row[end >> 1]
        if end & 1:
            old = added[home, other * 6 + wrap(ahead + 3)]
            new = added[home, stays * 6 + wrap(side + 3)]
        else:
            old = added[home, near * 6 + ahead]
            new = added[home, hole * 6 + side]
        children.parent[found] = k
        children.empty[found] = left
        children.way[found] = d
        children.score[found] = score + weight[new] - weight[old]
        children.key[found] = key + change
        found += 1
    return found


def select(found: int, width: int, quota: int, table: Any, children: Any) -> int:
    """Choose the best ``width`` children, different ones, at most ``quota`` with one empty cell; how many there are."""
    score, starts, taken, order = children.score, children.starts, children.taken, children.order
    low = high = score[0]
    for k in range(found):
        low, high = min(low, score[k]), max(high, score[k])
    # Scores that are far apart are told apart less finely, so that counting does not take longer than the rest.
    shift, slots = 0, min(4 * found, len(starts) - 3)
    while (high - low) >> shift > slots:
        shift += 1
    last = (high - low) >> shift
    for slot in range(last + 2):
        starts[slot] = 0
    for k in range(found):
        starts[((score[k] - low) >> shift) + 1] += 1
    top = last
    for slot in range(last + 1):
        starts[slot + 1] += starts[slot]
        if top == last and starts[slot + 1] >= width + width // 2:
            top = slot
    for cell in range(len(taken)):
        taken[cell] = 0
    count = bottom = first = 0
    while bottom <= last and count < width:  # at most twice: the slots up to `top`, then all others
        for k in range(found):
            slot = (score[k] - low) >> shift
            if bottom <= slot <= top:
                order[starts[slot]] = k
                starts[slot] += 1
        for position in range(first, starts[top]):
            k = order[position]
            if taken[children.empty[k]] < quota and add_key(table, children.key[k]):
                taken[children.empty[k]] += 1
                children.way[k] += CHOSEN
                count += 1
                if count == width:
                    break
        first, bottom, top = starts[top], top + 1, last
    return count


def adopt(found: int, beam: Any, following: Any, tables: Any, trail: Any, level: int) -> Any:
    """Make the chosen children the following level: the index of the one with the lowest score, and their children.

    They stay in the order of their parents, so that these are read one after the other. Each has its own children noted
    while it is in the processor's cache; their number is given.
    """
    neighbors, children = tables.neighbors, beam.children
    j = best = born = 0
    for k in range(found):
        d = children.way[k] - CHOSEN
        if d < 0:
            continue
        parent, left = children.parent[k], children.empty[k]
        hole, old, new = beam.empty[parent], beam.label[parent], following.label[j]
        for cell in range(len(old)):
            new[cell] = old[cell]
        near = neighbors[hole, d]
        end, ahead = old[near] >> 3, old[near] & 7
        stays, side = near, d
        if left == near:  # a pivot
            stays, side = neighbors[near, ahead], wrap(d + 1 if wrap(ahead - d + 6) == 2 else d + 5)
        new[hole] = end << 3 | side
        new[stays] = (end ^ 1) << 3 | wrap(side + 3)
        new[left] = -1
        following.empty[j], following.before[j] = left, hole
        following.score[j], following.key[j] = children.score[k], children.key[k]
        trail.parent[level, j], trail.empty[level, j] = parent, left
        if following.score[j] < following.score[best]:
            best = j
        born = expand(j, born, following, tables)
        j += 1
    trail.count[level] = j
    return best, born


def advance(levels: int, patience: int, beam: Any, spare: Any, tables: Any, table: Any, trail: Any, state: Any) -> int:
    """Search this many levels, fewer if the goal is reached, no child is left or patience is; how many were searched.

    Afterwards ``beam`` has the last level if their number is even, else ``spare``. ``state`` is what goes on from call
    to call: the number of states, the width, the least width, the lowest score, levels without a lower one, the state
    that is the goal, −1 if none is, and the number of children, 0 before they are noted.
    """
    cells = len(tables.neighbors)
    if state[6] == 0:
        for k in range(state[0]):
            state[6] = expand(k, state[6], beam, tables)
    for level in range(levels):
        if state[4] >= patience:
            return level
        quota = -(-state[1] // cells)
        state[0] = select(state[6], state[1], quota, table, beam.children) if state[6] else 0
        if state[0] == 0:
            return level
        best, state[6] = adopt(state[6], beam, spare, tables, trail, level)
        beam, spare = spare, beam
        if beam.key[best] == tables.goal:
            state[5] = best
            return level + 1
        state[4] += 1
        if beam.score[best] < state[3]:
            state[1], state[3], state[4] = max(state[2], state[1] // 2), beam.score[best], 0
    return levels


HELPERS = (add_key, wrap, expand, select, adopt)
"""What the others call."""
