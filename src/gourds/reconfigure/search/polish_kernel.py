"""The inner loops of :mod:`polish`: plain Python over arrays, for numba to compile.

A position is ``label`` (the end on each cell, −1 on the empty one), ``where`` (the cell of each end) and the empty
cell.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

VISITS = 4
"""A search back visits at most this many times as many positions as there is room for in the table."""
WORK = 1 << 20
"""About this many visits are made between two looks at the clock."""
OUT_OF_NODES = -2
"""What a search gives that found more positions than there is room for."""


class Tables(NamedTuple):
    """What all windows of a board share."""

    neighbors: Any
    """The neighbors of each cell."""
    direction: Any
    """In which direction a cell lies from another."""
    chance: Any
    """The random number of each end on each cell."""
    steps: Any
    """The distances between poses."""
    slots: Any
    """A hash table of keys; an entry counts only if its stamp is that of the window."""
    stamps: Any
    """The stamps of its entries."""
    nodes: Any
    """The node of each entry."""
    depths: Any
    """How many moves each node is away from the window's start."""
    parents: Any
    """The node before each, −1 for the start."""
    cells: Any
    """The empty cell of each node."""


def shift(label: Any, where: Any, direction: Any, empty: int, left: int) -> int:
    """Make the move that leaves the cell ``left`` empty; the gourd that moves."""
    end = label[left]
    if direction[empty, left] < 6:
        label[empty] = end
        where[end] = empty
    else:
        other = where[end ^ 1]
        label[empty] = end ^ 1
        where[end ^ 1] = empty
        label[other] = end
        where[end] = other
    label[left] = -1
    return int(end >> 1)


def follow(label: Any, where: Any, direction: Any, path: Any) -> bool:
    """Make all moves of a path; False, and some of them are made, if one is not legal."""
    for k in range(len(path) - 1):
        end = label[path[k + 1]]
        # The end that does not leave its cell empty, or goes on from it, is next to the empty cell in every legal move.
        if end < 0 or direction[path[k], where[end ^ 1]] >= 6:
            return False
        shift(label, where, direction, path[k], path[k + 1])
    return True


def walk(label: Any, where: Any, direction: Any, path: Any, first: int, last: int) -> None:
    """Make the moves of a path from one of its places to another, forth or back."""
    step = 1 if last > first else -1
    for k in range(first, last, step):
        shift(label, where, direction, path[k], path[k + step])


def key_change(label: Any, where: Any, direction: Any, chance: Any, empty: int, left: int) -> Any:
    """What the move changes in the key of the position; to be asked before it is made."""
    end = label[left]
    if direction[empty, left] < 6:
        return chance[end, left] ^ chance[end, empty]
    other = where[end ^ 1]
    return chance[end, left] ^ chance[end, other] ^ chance[end ^ 1, other] ^ chance[end ^ 1, empty]


def leaving(label: Any, where: Any, neighbors: Any, direction: Any, empty: int, d: int) -> int:
    """The cell that becomes empty when the gourd in direction d moves into the empty one, −1 if none is there."""
    near = neighbors[empty, d]
    if near < 0:
        return -1
    other = where[label[near] ^ 1]
    return int(near) if direction[empty, other] < 6 else int(other)


def pose_of(where: Any, direction: Any, gourd: int) -> int:
    """The pose of a gourd as a number."""
    zero = where[2 * gourd]
    return int(zero) * 6 + int(direction[zero, where[2 * gourd + 1]])


def slot_of(slots: Any, stamps: Any, stamp: int, key: Any) -> int:
    """Where the key is in the table of this window, or the free slot where it belongs."""
    mask = len(slots) - 1
    slot = np.int64(key & np.uint64(mask))
    while stamps[slot] == stamp and slots[slot] != key:
        slot = (slot + 1) & mask
    return int(slot)


def explore(
    label: Any,
    where: Any,
    empty: int,
    far: Any,
    tables: Any,
    depth: int,
    bound: int,
    forward: bool,
    stamp: int,
    meeting: Any,
    back: Any,
) -> int:
    """Walk through all positions within ``depth`` moves that can be on a path of at most ``bound`` moves.

    ``far`` has the other end of the window as poses. Forward: note the positions in the table. Backward: look them up,
    note in ``meeting`` (the node, and how many visits there were) and ``back`` the shortest way found; positions are
    visited again and again there, so that ends after some times as many as the table has room for. The position is
    restored at the end. Gives the best length, or OUT_OF_NODES if the table is full.
    """
    direction, steps = tables.direction, tables.steps
    ends = len(where)
    bound_now = 0
    for gourd in range(ends // 2):
        bound_now += steps[pose_of(where, direction, gourd), far[gourd]]
    key = np.uint64(0)
    for end in range(ends):
        key ^= tables.chance[end, where[end]]
    trail = np.empty(depth + 1, dtype=np.int64)
    tried = np.zeros(depth + 1, dtype=np.int64)
    at = np.empty(depth + 1, dtype=np.int64)
    bounds = np.empty(depth + 1, dtype=np.int64)
    keys = np.empty(depth + 1, dtype=np.uint64)
    level = 0
    trail[0], bounds[0], keys[0] = empty, bound_now, key
    used = visits = 0
    best = bound + 1
    entering = True
    while True:
        if entering:
            entering = False
            visits += 1
            tried[level] = 0
            slot = slot_of(tables.slots, tables.stamps, stamp, keys[level])
            known = tables.stamps[slot] == stamp
            is_old = False
            if forward:
                if known and tables.depths[tables.nodes[slot]] <= level:
                    is_old = True
                elif used >= len(tables.parents):
                    used = -1
                else:
                    tables.parents[used] = at[level - 1] if level else -1
                    tables.cells[used] = trail[level]
                    tables.depths[used] = level
                    tables.slots[slot], tables.stamps[slot], tables.nodes[slot] = keys[level], stamp, used
                    at[level] = used
                    used += 1
            elif known and tables.depths[tables.nodes[slot]] + level < best:
                meeting[0] = tables.nodes[slot]
                best = tables.depths[meeting[0]] + level
                for k in range(level):
                    back[k] = trail[level - 1 - k]
            if is_old or used < 0 or level == depth:
                tried[level] = 6
        if used >= 0 and tried[level] < 6 and (forward or visits < VISITS * len(tables.parents)):
            d = tried[level]
            tried[level] += 1
            hole = trail[level]
            left = leaving(label, where, tables.neighbors, direction, hole, d)
            if left < 0 or (level and left == trail[level - 1]):
                continue
            change = key_change(label, where, direction, tables.chance, hole, left)
            gourd = label[left] >> 1
            before = steps[pose_of(where, direction, gourd), far[gourd]]
            shift(label, where, direction, hole, left)
            after = bounds[level] - before + steps[pose_of(where, direction, gourd), far[gourd]]
            limit = bound if forward else best - 1
            if level + 1 + after > limit:
                shift(label, where, direction, left, hole)
                continue
            level += 1
            trail[level], bounds[level], keys[level] = left, after, keys[level - 1] ^ change
            entering = True
            continue
        if level == 0:
            break
        shift(label, where, direction, trail[level], trail[level - 1])
        level -= 1
    meeting[1] += visits
    return OUT_OF_NODES if used < 0 else best


def polish(
    path: Any,
    head: int,
    stop: int,
    window: int,
    stride: int,
    label: Any,
    where: Any,
    tables: Any,
    stamp: int,
    out: Any,
    written: int,
    result: Any,
) -> None:
    """Re-solve windows of the path from ``head`` on, until ``stop`` or much work; the path so far goes to ``out``.

    A window that can be shortened is replaced in place, aligned to its end, and tried again from its new start.
    ``result``: the new head, how much is written, the stamp.
    """
    direction = tables.direction
    gourds = len(where) // 2
    here, there = np.empty(gourds, dtype=np.int64), np.empty(gourds, dtype=np.int64)
    meeting, back = np.zeros(2, dtype=np.int64), np.empty(window + 1, dtype=np.int64)
    last = len(path) - 1
    while head < stop and head < last and meeting[1] < WORK:
        length = min(window, last - head)
        for gourd in range(gourds):
            here[gourd] = pose_of(where, direction, gourd)
        walk(label, where, direction, path, head, head + length)
        for gourd in range(gourds):
            there[gourd] = pose_of(where, direction, gourd)
        walk(label, where, direction, path, head + length, head)
        least = 0
        for gourd in range(gourds):
            least += tables.steps[here[gourd], there[gourd]]
        improved = False
        if least < length:
            stamp += 1
            bound = length - 1
            ahead = bound // 2
            found = explore(label, where, path[head], there, tables, ahead, bound, True, stamp, meeting, back)
            if found != OUT_OF_NODES:
                walk(label, where, direction, path, head, head + length)
                behind, hole = bound - ahead, path[head + length]
                found = explore(label, where, hole, here, tables, behind, bound, False, stamp, meeting, back)
                walk(label, where, direction, path, head + length, head)
                if found <= bound:
                    improved = True
                    node = meeting[0]
                    depth = tables.depths[node]
                    new_head = head + length - found
                    for k in range(found - depth):
                        path[new_head + depth + 1 + k] = back[k]
                    while node >= 0:
                        path[new_head + depth] = tables.cells[node]
                        depth -= 1
                        node = tables.parents[node]
                    head = new_head
        if not improved:
            step = min(stride, length)
            walk(label, where, direction, path, head, head + step)
            for _ in range(step):
                out[written] = path[head]
                written += 1
                head += 1
    result[0], result[1], result[2] = head, written, stamp


HELPERS = (shift, walk, key_change, leaving, pose_of, slot_of, explore)
