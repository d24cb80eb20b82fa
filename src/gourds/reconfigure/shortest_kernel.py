"""The inner loops of exhaustive search: breadth-first levels of packed configurations in an exact hash table.

``order`` holds the words of all configurations found, in the order of breadth-first search, so that each level is a
range of rows. ``table`` is an open-addressing hash table (linear probing, a power of two entries) of row numbers plus
one; 0 is free. Words are compared in full, so no two configurations are ever taken for each other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

MIXER = -7046029254386353131  # 2⁶⁴ over the golden ratio, odd


def mix(words: Any, table: Any) -> Any:
    """Where to start looking for a configuration in the table."""
    value = words[0]
    for k in range(1, len(words)):
        value = (value ^ (value >> 29)) * MIXER + words[k]
    value = (value ^ (value >> 32)) * MIXER
    value = (value ^ (value >> 29)) * MIXER
    return (value ^ (value >> 32)) & (len(table) - 1)


def find(words: Any, order: Any, table: Any) -> Any:
    """The row of a configuration, or −1 − k if it is not there and entry k of the table is free for it."""
    k = mix(words, table)
    while table[k]:
        row = int(table[k]) - 1
        same = True
        for w in range(len(words)):
            same = same and order[row, w] == words[w]
        if same:
            return row
        k = (k + 1) & (len(table) - 1)
    return -1 - k


def rehash(order: Any, count: int, table: Any) -> None:
    """Fill an empty table with the first ``count`` rows, all different."""
    for row in range(count):
        k = mix(order[row], table)
        while table[k]:
            k = (k + 1) & (len(table) - 1)
        table[k] = row + 1


def expand(
    order: Any,
    table: Any,
    other_order: Any,
    other_table: Any,
    first: int,
    last: int,
    count: int,
    moves: Any,
    cell_sums: Any,
    bits: int,
    per_word: int,
    bound: Any,
    allowed: int,
    found: Any,
) -> int:
    """Add the neighbors of rows ``first`` to ``last``; gives the first row that was not expanded.

    It stops early where fewer than six rows are left in ``order``, and at the first new configuration that the other
    side has too. Neighbors whose bound is above ``allowed`` are left out. ``found`` is what comes back: the number of
    rows, where the sides met (a row of each, or −1), how many neighbors were left out.
    """
    gourds = len(bound)
    mask = (1 << bits) - 1
    every = 0
    for cell in range(len(moves)):
        every += cell
    words = order[0].copy()
    poses = np.empty(gourds, dtype=np.int64)
    row = first
    while row < last and count + 6 <= len(order):
        words[:] = order[row]
        empty, due = every, 0
        for gourd in range(gourds):
            pose = (words[gourd // per_word] >> (gourd % per_word * bits)) & mask
            poses[gourd] = pose
            empty -= cell_sums[pose]
            due += bound[gourd, pose]
        for gourd in range(gourds):
            pose = poses[gourd]
            for choice in range(2):
                goal = moves[empty, pose, choice]
                if goal < 0:
                    break
                if due - bound[gourd, pose] + bound[gourd, goal] > allowed:
                    found[3] += 1
                    continue
                w = gourd // per_word
                change = (pose ^ goal) << (gourd % per_word * bits)
                words[w] ^= change
                slot = find(words, order, table)
                if slot < 0:
                    order[count] = words
                    table[-1 - slot] = count + 1
                    count += 1
                    partner = find(words, other_order, other_table)
                    if partner >= 0:
                        found[0], found[1], found[2] = count, count - 1, partner
                        return row
                words[w] ^= change
        row += 1
    found[0] = count
    return row


def trace(
    order: Any, table: Any, levels: Any, row: int, moves: Any, cell_sums: Any, bits: int, per_word: int, path: Any
) -> None:
    """The empty cells from a row of the last level back to row 0, written to ``path``, one for each level.

    Moves can be taken back, so some neighbor of a configuration is in the level before its own.
    """
    mask = (1 << bits) - 1
    gourds = len(moves) // 2
    words = order[row].copy()
    for level in range(len(path) - 1, -1, -1):
        empty = 0
        for cell in range(len(moves)):
            empty += cell
        for gourd in range(gourds):
            empty -= cell_sums[(words[gourd // per_word] >> (gourd % per_word * bits)) & mask]
        path[level] = empty
        if level == 0:
            return
        stepped = False
        for gourd in range(gourds):
            w, shift = gourd // per_word, gourd % per_word * bits
            pose = (words[w] >> shift) & mask
            for choice in range(2):
                goal = moves[empty, pose, choice]
                if goal >= 0 and not stepped:
                    words[w] ^= (pose ^ goal) << shift
                    before = find(words, order, table)
                    if levels[level - 1] <= before < levels[level]:
                        stepped = True
                    else:
                        words[w] ^= (pose ^ goal) << shift
