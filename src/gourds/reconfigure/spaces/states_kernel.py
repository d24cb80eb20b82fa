"""The inner loop of whole state spaces: breadth-first search on placements × labelings by table look-up."""

from __future__ import annotations

from typing import Any


def spread(
    first: Any,
    goal: Any,
    voltage: Any,
    ranks: Any,
    signs: Any,
    gourds: int,
    seen: Any,
    queue: Any,
    levels: Any,
    progress: Any,
    budget: int,
) -> bool:
    """Search on from where ``progress`` says; True when nothing is left, False when ``budget`` states were expanded.

    State p·|G| + g is placement p with labeling g. ``queue`` holds the states in the order in which they were found;
    level k is from ``levels[k]`` to ``levels[k + 1]``. ``progress`` is: the next state to expand, how many were found,
    the number of the level that is being expanded, −1 if there are more levels than ``levels`` can hold.
    """
    labelings = ranks.shape[1] << gourds
    mask = (1 << gourds) - 1
    head, tail, level = progress[0], progress[1], progress[2]
    stop = head + budget
    while head < tail and head < stop:
        if head == levels[level + 1]:
            level += 1
            if level + 2 > len(levels):
                progress[2] = -1
                return True
            levels[level + 1] = tail
        state = queue[head]
        head += 1
        placement = state // labelings
        rank = (state - placement * labelings) >> gourds
        sign = state & mask
        for move in range(first[placement], first[placement + 1]):
            v = voltage[move]
            after = goal[move] * labelings + ranks[v, rank] + signs[v, sign]
            if not seen[after]:
                seen[after] = 1
                queue[tail] = after
                tail += 1
    progress[0], progress[1], progress[2] = head, tail, level
    return bool(head == tail)
