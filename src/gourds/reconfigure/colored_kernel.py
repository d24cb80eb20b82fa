"""The inner loops of :mod:`gourds.reconfigure.colored`: plain Python over arrays, for numba to compile.

Gourds are ordered by kind, and those of kind k are ``first[g]`` to ``last[g] − 1`` for each g among them. Their poses
are kept in increasing order, and an alike gourd (``alike[g]``: both ends have one color) is always at the even one of
the two poses on its edge. So equal positions have equal words.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gourds.reconfigure.shortest_kernel import find, mix


def spread(words: Any, bits: int, per_word: int, cell_sums: Any, every: int, poses: Any) -> Any:
    """Write the pose of each gourd to ``poses``; the empty cell."""
    mask = (1 << bits) - 1
    empty = every
    for gourd in range(len(poses)):
        pose = (words[gourd // per_word] >> (gourd % per_word * bits)) & mask
        poses[gourd] = pose
        empty -= cell_sums[pose]
    return empty


def pack(poses: Any, gourd: int, goal: int, first: int, last: int, bits: int, per_word: int, words: Any) -> None:
    """The words of the position in which one gourd, of those from ``first`` to ``last`` − 1, has gone to ``goal``."""
    words[:] = 0
    k = 0
    is_due = False
    for slot in range(len(poses)):
        if slot == first:
            k, is_due = first, True
        if first <= slot < last:
            # Merge the poses of the others with the goal.
            if k == gourd:
                k += 1
            if is_due and (k == last or goal < poses[k]):
                pose, is_due = goal, False
            else:
                pose = poses[k]
                k += 1
        else:
            pose = poses[slot]
        words[slot // per_word] |= np.int64(pose) << (slot % per_word * bits)


def expand(
    order: Any,
    table: Any,
    other_order: Any,
    other_table: Any,
    row: int,
    stop: int,
    count: int,
    moves: Any,
    cell_sums: Any,
    bits: int,
    per_word: int,
    first: Any,
    last: Any,
    alike: Any,
    bound: Any,
    allowed: int,
    found: Any,
) -> int:
    """Add the neighbors of rows ``row`` to ``stop``; gives the first row that was not expanded.

    It stops early where too few rows are left in ``order``, and at the first new position that the other side has too.
    Neighbors whose bound is above ``allowed`` are left out. ``found`` is what comes back: the number of rows, where
    the sides met (a row of each, or −1), how many neighbors were left out.
    """
    gourds = len(first)
    every = len(moves) * (len(moves) - 1) // 2
    words = order[0].copy()
    poses = np.empty(gourds, dtype=np.int64)
    while row < stop and count + 6 <= len(order):
        empty = spread(order[row], bits, per_word, cell_sums, every, poses)
        due = 0
        for gourd in range(gourds):
            due += bound[gourd, poses[gourd]]
        for gourd in range(gourds):
            for choice in range(2):
                goal = moves[empty, poses[gourd], choice]
                if goal < 0:
                    break
                if alike[gourd]:
                    goal = goal & ~1
                if due - bound[gourd, poses[gourd]] + bound[gourd, goal] > allowed:
                    found[3] += 1
                    continue
                pack(poses, gourd, goal, first[gourd], last[gourd], bits, per_word, words)
                slot = find(words, order, table)
                if slot < 0:
                    order[count] = words
                    table[-1 - slot] = count + 1
                    count += 1
                    partner = find(words, other_order, other_table)
                    if partner >= 0:
                        found[0], found[1], found[2] = count, count - 1, partner
                        return row
        row += 1
    found[0] = count
    return row


def trace(
    order: Any,
    table: Any,
    levels: Any,
    row: int,
    moves: Any,
    cell_sums: Any,
    bits: int,
    per_word: int,
    first: Any,
    last: Any,
    alike: Any,
    path: Any,
) -> None:
    """The empty cells from a row of the last level back to level 0, written to ``path``, one for each level."""
    gourds = len(first)
    every = len(moves) * (len(moves) - 1) // 2
    words = order[row].copy()
    after = order[row].copy()
    poses = np.empty(gourds, dtype=np.int64)
    for level in range(len(path) - 1, -1, -1):
        empty = spread(words, bits, per_word, cell_sums, every, poses)
        path[level] = empty
        is_found = level == 0
        for gourd in range(gourds):
            for choice in range(2):
                goal = moves[empty, poses[gourd], choice]
                if goal < 0 or is_found:
                    break
                if alike[gourd]:
                    goal = goal & ~1
                pack(poses, gourd, goal, first[gourd], last[gourd], bits, per_word, after)
                before = find(after, order, table)
                if levels[level - 1] <= before < levels[level]:
                    words[:] = after
                    is_found = True


HELPERS = (mix, find, spread, pack)
"""What the others call."""
