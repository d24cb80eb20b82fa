"""Three kinds of proper boards, by their triangles: what God's number seems to depend on.

Three cells that touch each other form a *triangle*, and two triangles are next to each other if they share two cells.
On a proper board without *inner cells*, cells with six neighbors, the triangles form a tree: every edge of the board
that is in two triangles cuts it into two parts. Such a tree is a *caterpillar* if all its nodes are on one path or next
to it, and that is so unless it has a *fork*, a node from which three paths of two or more further nodes begin.

A board is *round* if it has an inner cell, *forked* if it has none and its tree has a fork, and *thin* if its tree is a
caterpillar: then the gourds lie in a single file.
"""

from __future__ import annotations

from typing import Final

from gourds.board import Board

ROUND: Final = "round"
FORKED: Final = "forked"
THIN: Final = "thin"


def inner_cells(board: Board) -> int:
    """How many cells have six neighbors."""
    return int((board.neighbors >= 0).all(axis=1).sum())


def kind_of(board: Board) -> str:
    """Round, forked or thin."""
    if inner_cells(board):
        return ROUND
    near = triangle_neighbors(board)
    long_arms = [sum(len(near[other]) > 1 for other in around) for around in near]
    return FORKED if max(long_arms, default=0) > 2 else THIN


def triangle_neighbors(board: Board) -> list[list[int]]:
    """For each triangle, those that share two cells with it."""
    sides: dict[frozenset[int], list[int]] = {}
    triangles = board.triangles.tolist()
    for k, (a, b, c) in enumerate(triangles):
        for side in ((a, b), (b, c), (a, c)):
            sides.setdefault(frozenset(side), []).append(k)
    near: list[list[int]] = [[] for _ in triangles]
    for pair in sides.values():
        if len(pair) == 2:
            one, other = pair
            near[one].append(other)
            near[other].append(one)
    return near
