"""The inner loop of the search that raises the lower bound. :mod:`waste` says what it does and why that is correct.

``rows`` holds the words of all positions stored, bucket after bucket; ``table`` is the hash table of
:mod:`shortest_kernel`, by which no two positions are ever taken for each other.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from gourds.reconfigure.search.exact.shortest_kernel import copy, find, mix


class Tables(NamedTuple):
    """A board and where its gourds should go."""

    near: Any
    """Shape (N, 6): the neighbors of each cell, −1 for none."""
    cells: Any
    """Shape (2M, 2): the cells of end 0 and end 1 at each pose."""
    moves: Any
    """Shape (N, 2M, 2): the poses that a gourd at a pose can move to when a cell is empty, −1 for none."""
    bound: Any
    """Shape (n, 2M): the moves that each gourd needs at least from each pose."""
    bits: int
    """Bits for each gourd in a word."""
    per_word: int
    """Gourds in a word."""


class Scratch(NamedTuple):
    """Room for one thread."""

    poses: Any
    """The pose of each gourd."""
    at: Any
    """The gourd on each cell; what it says of the empty cell means nothing."""
    words: Any
    """The words of a position."""
    stack: Any
    """Shape (depth, 4): the gourd that moved, its pose before, the empty cell after that, the next choice."""


def unpack(row: Any, bits: int, per_word: int, cells: Any, poses: Any, at: Any) -> Any:
    """Write the position of a row to ``poses`` and ``at``; its empty cell."""
    mask = (1 << bits) - 1
    empty = len(at) * (len(at) - 1) // 2
    for gourd in range(len(poses)):
        pose = (row[gourd // per_word] >> (gourd % per_word * bits)) & mask
        poses[gourd] = pose
        zero, one = cells[pose, 0], cells[pose, 1]
        at[zero] = gourd
        at[one] = gourd
        empty -= zero + one
    return empty


def goal_of(choice: int, empty: Any, near: Any, cells: Any, moves: Any, poses: Any, at: Any) -> Any:
    """Of the twelve choices, the pose that the gourd on neighbor ``choice // 2`` of the empty cell moves to, or −1.

    A gourd with both cells next to the empty one can pivot about either; it is met twice, and moves the first time.
    """
    cell = near[empty, choice >> 1]
    if cell < 0:
        return -1
    pose = poses[at[cell]]
    if moves[empty, pose, 1] >= 0 and cells[pose, 0] != cell:
        return -1
    return moves[empty, pose, choice & 1]


def lay(gourd: Any, pose: Any, cells: Any, poses: Any, at: Any) -> Any:
    """Put a gourd down at a pose; the sum of the cells that it leaves minus that of those it takes."""
    old = poses[gourd]
    poses[gourd] = pose
    zero, one = cells[pose, 0], cells[pose, 1]
    at[zero] = gourd
    at[one] = gourd
    return cells[old, 0] + cells[old, 1] - zero - one


def due(poses: Any, bound: Any) -> Any:
    """The sum of the bounds of all gourds."""
    total = 0
    for gourd in range(len(poses)):
        total += bound[gourd, poses[gourd]]
    return total


def dive(
    rows: Any, table: Any, row: int, stop: int, least: int, spare: int, tables: Any, scratch: Any, found: Any
) -> None:
    """From rows ``row`` to ``stop``, a move with ``least`` waste or more, and then all walks, ``spare`` waste in all.

    Nothing is written but ``found``: positions looked at; 1 if one of them is the goal. Taking a move back is left out.
    """
    near, cells, moves, bound, bits, per_word = tables
    poses, at, words, stack = scratch
    for k in range(row, stop):
        empty = unpack(rows[k], bits, per_word, cells, poses, at)
        left = due(poses, bound)
        for first in range(12):
            goal = goal_of(first, empty, near, cells, moves, poses, at)
            if goal < 0:
                continue
            gourd = at[near[empty, first >> 1]]
            pose = poses[gourd]
            change = bound[gourd, goal] - bound[gourd, pose]
            if not least <= 1 + change <= spare:
                continue
            copy(rows[k], words)
            words[gourd // per_word] ^= (pose ^ goal) << (gourd % per_word * bits)
            if find(words, mix(words), rows, table) >= 0:
                continue  # it has less waste, and was looked at
            # The bound of the position is `rest`, and may change by at most `most` with the next move.
            rest, most = left + change, spare - 2 - change
            depth, choice, here = 0, 0, empty + lay(gourd, goal, cells, poses, at)
            stack[0, 0], stack[0, 1] = gourd, pose
            found[0] += 1
            while depth >= 0:
                goal = -1
                while choice < 12 and goal < 0:  # as goal_of, but a gourd that cannot pivot is looked at once
                    cell, is_second = near[here, choice >> 1], choice & 1
                    choice += 1
                    if cell < 0:
                        choice += 1
                        continue
                    gourd = at[cell]
                    pose = poses[gourd]
                    goal = moves[here, pose, is_second]
                    if moves[here, pose, 1] < 0:
                        choice += 1
                    elif cells[pose, 0] != cell:
                        choice += 1
                        goal = -1
                        continue
                    change = bound[gourd, goal] - bound[gourd, pose]
                    if change > most or (goal == stack[depth, 1] and gourd == stack[depth, 0]):
                        goal = -1
                if goal >= 0:
                    stack[depth, 2], stack[depth, 3] = here, choice
                    depth += 1
                    stack[depth, 0], stack[depth, 1] = gourd, poses[gourd]
                    here += lay(gourd, goal, cells, poses, at)
                    choice = 0
                    rest += change
                    most -= 1 + change
                    found[0] += 1
                    if rest == 0:
                        found[1] = 1
                else:
                    gourd, pose = stack[depth, 0], stack[depth, 1]
                    change = bound[gourd, poses[gourd]] - bound[gourd, pose]
                    rest -= change
                    most += 1 + change
                    lay(gourd, pose, cells, poses, at)
                    depth -= 1
                    here, choice = stack[depth, 2], stack[depth, 3]


HELPERS = (copy, find, mix, unpack, due, goal_of, lay)
"""What the others call."""
