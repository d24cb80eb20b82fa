"""Inner loops that move the empty cell along a cycle; plain loops over arrays, compiled where plans are long.

Each kernel changes ``label`` (the end on each cell, −1 on the empty one) and writes the cells that become empty in turn
into ``out``.
"""

from __future__ import annotations

from typing import Any


def rotate(cells: Any, is_sharp: Any, label: Any, place: int, hops: int, out: Any, count: int) -> int:
    """Let the empty cell hop along a cycle of aligned gourds from position ``place``; the new length of ``out``.

    A hop forward (hops > 0) moves the gourd on positions p+1, p+2 to p, p+1 and the empty cell from p to p+2. It is one
    slide or turn, or two pivots where the cells at p and p+2 are neighbors (``is_sharp[p]``). ``out`` must have room.
    """
    size = len(cells)
    step = 1 if hops > 0 else -1
    for _ in range(abs(hops)):
        middle = (place + step) % size
        far = (middle + step) % size
        label[cells[place]] = label[cells[middle]]
        label[cells[middle]] = label[cells[far]]
        if is_sharp[place if step > 0 else far]:
            out[count] = cells[middle]
            count += 1
        out[count] = cells[far]
        count += 1
        place = far
    label[cells[place]] = -1
    return count


def align(neighbors: Any, cells: Any, position: Any, label: Any, where: Any, state: Any, way: int, out: Any) -> bool:
    """Let gourds follow the empty cell along a cycle until all are aligned with it; False if ``out`` is full before.

    ``state`` holds the empty cell, the length of ``out`` and the number of gourds that are aligned. The gourd that
    moves is the one before the empty cell if ``way`` is −1, the one behind it if +1; if ±2, the gourd on the other side
    goes first if it alone is not aligned. Called again with more room it goes on where it stopped.
    """
    size, gourds = len(cells), len(where) // 2
    step = -1 if way < 0 else 1
    empty, count, aligned = state[0], state[1], state[2]
    while aligned < gourds and count + 2 <= len(out):
        p = position[empty]
        near = cells[(p + step) % size]
        far = where[label[near] ^ 1]
        is_aligned = far == cells[(p + 2 * step) % size]
        if is_aligned and (way == 2 or way == -2):
            other = cells[(p - step) % size]
            beyond = where[label[other] ^ 1]
            if beyond != cells[(p - 2 * step) % size]:
                near, far, is_aligned = other, beyond, False
        if not is_aligned:
            aligned += 1
        for d in range(6):
            if neighbors[empty, d] == far:
                out[count] = near
                count += 1
        out[count] = far
        count += 1
        first, second = label[near], label[far]
        label[empty], label[near], label[far] = first, second, -1
        where[first], where[second] = empty, near
        empty = far
    state[0], state[1], state[2] = empty, count, aligned
    return bool(aligned == gourds)
