"""The inner loops of exhaustive search: breadth-first levels of packed positions in an exact hash table.

``order`` holds the words of all positions found, in the order of breadth-first search, so that each level is a range of
rows. ``table`` is an open-addressing hash table (linear probing, a power of two entries). An entry is a row number plus
one, with the upper half of the position's hash above it, so that hardly any row is looked at in vain; 0 is free. Words
are compared in full, so no two positions are ever taken for each other.

Gourds that are alike, those of a *kind*, are next to each other, and their poses are kept in increasing order; a gourd
whose two ends are alike is always at the even one of the two poses on its edge. So equal positions have equal words. In
a numbered puzzle every gourd is a kind of its own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

MIXER = -7046029254386353131  # 2⁶⁴ over the golden ratio, odd
LOW = (1 << 32) - 1
"""The bits of a row number in an entry of the table."""


class Rules(NamedTuple):
    """How positions move and how they are packed."""

    moves: Any
    """Shape (N, 2M, 2): the poses that a gourd at a pose can move to when a cell is empty, −1 for none."""
    cell_sums: Any
    """The sum of the two cells of each pose."""
    bits: int
    """Bits for each gourd."""
    per_word: int
    """Gourds in a word."""
    first: Any
    """For each gourd, the first one of its kind."""
    last: Any
    """For each gourd, the first one after its kind."""
    alike: Any
    """For each gourd, 1 iff its ends are alike."""


def mix(words: Any) -> Any:
    """The hash of a position."""
    value = words[0]
    for k in range(1, len(words)):
        value = (value ^ (value >> 29)) * MIXER + words[k]
    value = (value ^ (value >> 32)) * MIXER
    value = (value ^ (value >> 29)) * MIXER
    return value ^ (value >> 32)


def find(words: Any, key: Any, order: Any, table: Any) -> Any:
    """The row of a position with this hash, or −1 − k if it is not there and entry k of the table is free for it."""
    k = key & (len(table) - 1)
    while table[k]:
        if (table[k] ^ key) >> 32 == 0:
            row = (table[k] & LOW) - 1
            same = True
            for w in range(len(words)):
                same = same and order[row, w] == words[w]
            if same:
                return row
        k = (k + 1) & (len(table) - 1)
    return -1 - k


def entry(key: Any, row: int) -> Any:
    """What the table holds for a row."""
    return (key & ~LOW) | (row + 1)


def rehash(order: Any, count: int, table: Any) -> None:
    """Fill an empty table with the first ``count`` rows, all different."""
    for row in range(count):
        key = mix(order[row])
        k = key & (len(table) - 1)
        while table[k]:
            k = (k + 1) & (len(table) - 1)
        table[k] = entry(key, row)


def copy(words: Any, row: Any) -> None:
    """Write words to a row; a loop, as numba takes seconds to compile the assignment of a slice."""
    for k in range(len(words)):
        row[k] = words[k]


def spread(words: Any, rules: Any, poses: Any) -> Any:
    """Write the pose of each gourd to ``poses``; the empty cell, which is the sum of all cells minus the others."""
    mask = (1 << rules.bits) - 1
    empty = len(rules.moves) * (len(rules.moves) - 1) // 2
    for gourd in range(len(poses)):
        pose = (words[gourd // rules.per_word] >> (gourd % rules.per_word * rules.bits)) & mask
        poses[gourd] = pose
        empty -= rules.cell_sums[pose]
    return empty


def put(words: Any, rules: Any, place: int, change: Any) -> None:
    """Change the bits of one gourd."""
    words[place // rules.per_word] ^= change << (place % rules.per_word * rules.bits)


def move(row: Any, rules: Any, poses: Any, gourd: int, goal: Any, words: Any) -> None:
    """Write to ``words`` what becomes of a row, whose poses are known, when a gourd goes to another pose."""
    copy(row, words)
    place = gourd
    # The gourds of its kind between its old place in the order and its new one make room.
    while place + 1 < rules.last[gourd] and poses[place + 1] < goal:
        put(words, rules, place, poses[place] ^ poses[place + 1])
        place += 1
    while place > rules.first[gourd] and poses[place - 1] > goal:
        put(words, rules, place, poses[place] ^ poses[place - 1])
        place -= 1
    put(words, rules, place, poses[place] ^ goal)


def expand(
    order: Any,
    table: Any,
    other_order: Any,
    other_table: Any,
    other_depth: int,
    row: int,
    stop: int,
    count: int,
    rules: Any,
    bound: Any,
    allowed: int,
    exact: int,
    found: Any,
) -> int:
    """Add the neighbors of rows ``row`` to ``stop``; gives the first row that was not expanded.

    It stops early where fewer than six rows are left in ``order``, and at the first new position that the other side
    has too. Positions that need more moves than the other side is deep cannot be there. Neighbors whose bound is above
    ``allowed`` are left out, and those that are not reached with ``exact`` waste (:mod:`waste`) unless that is −1.
    ``found`` is what comes back: the number of rows, where the sides met (a row of each, or −1), how many neighbors
    were left out.
    """
    gourds = len(bound)
    words = order[0].copy()
    poses = np.empty(gourds, dtype=np.int64)
    while row < stop and count + 6 <= len(order):
        empty = spread(order[row], rules, poses)
        due = 0
        for gourd in range(gourds):
            due += bound[gourd, poses[gourd]]
        for gourd in range(gourds):
            pose = poses[gourd]
            for choice in range(2):
                goal = rules.moves[empty, pose, choice]
                if goal < 0:
                    break
                if rules.alike[gourd]:
                    goal = goal & ~1
                rest = due - bound[gourd, pose] + bound[gourd, goal]
                if rest > allowed or (exact >= 0 and rest != due + exact - 1):
                    found[3] += 1
                    continue
                move(order[row], rules, poses, gourd, goal, words)
                key = mix(words)
                slot = find(words, key, order, table)
                if slot < 0:
                    copy(words, order[count])
                    table[-1 - slot] = entry(key, count)
                    count += 1
                    if rest > other_depth:
                        continue
                    partner = find(words, key, other_order, other_table)
                    if partner >= 0:
                        found[0], found[1], found[2] = count, count - 1, partner
                        return row
        row += 1
    found[0] = count
    return row


def mark(order: Any, table: Any, row: int, stop: int, rules: Any, marks: Any) -> int:
    """For every move from rows ``row`` to ``stop``: 1 iff it is the one that found the next row; gives how many moves.

    Rows after ``stop`` are the next level, in the order in which :func:`expand` found them.
    """
    words = order[0].copy()
    poses = np.empty(len(rules.first), dtype=np.int64)
    following, count = stop, 0
    for k in range(row, stop):
        empty = spread(order[k], rules, poses)
        for gourd in range(len(poses)):
            for choice in range(2):
                goal = rules.moves[empty, poses[gourd], choice]
                if goal < 0:
                    break
                move(order[k], rules, poses, gourd, goal, words)
                is_next = find(words, mix(words), order, table) == following
                marks[count] = is_next
                following += is_next
                count += 1
    return count


def trace(order: Any, table: Any, levels: Any, row: int, rules: Any, path: Any) -> None:
    """The empty cells from a row of the last level back to one of level 0, written to ``path``, one for each level.

    Moves can be taken back, so some neighbor of a position is in the level before its own.
    """
    words = order[row].copy()
    poses = np.empty(len(rules.first), dtype=np.int64)
    for level in range(len(path) - 1, -1, -1):
        empty = spread(order[row], rules, poses)
        path[level] = empty
        is_found = level == 0
        for gourd in range(len(poses)):
            for choice in range(2):
                goal = rules.moves[empty, poses[gourd], choice]
                if goal < 0 or is_found:
                    break
                if rules.alike[gourd]:
                    goal = goal & ~1
                move(order[row], rules, poses, gourd, goal, words)
                before = find(words, mix(words), order, table)
                is_found = levels[level - 1] <= before < levels[level]
                if is_found:
                    row = before
                    break
            if is_found:
                break


HELPERS = (mix, find, entry, copy, spread, put, move)
"""What the others call."""
