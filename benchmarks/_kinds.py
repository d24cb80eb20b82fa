"""What God's number seems to depend on: three kinds of proper boards, by their triangles, and the dearest exchange.

Three cells that touch each other form a *triangle*, and two triangles are next to each other if they share two cells.
On a proper board without *inner cells*, cells with six neighbors, the triangles form a tree: every edge of the board
that is in two triangles cuts it into two parts. Such a tree is a *caterpillar* if all its nodes are on one path or next
to it, and that is so unless it has a *fork*, a node from which three paths of two or more further nodes begin.

A board is *round* if it has an inner cell, *forked* if it has none and its tree has a fork, and *thin* if its tree is a
caterpillar: then the gourds lie in a single file.

Two gourds can trade places in four ways, since each may end up either way round. All four are taken, for every pair of
gourds and every placement; the *dearest exchange* is the largest of these distances. It is at most God's number, and
takes a search for each orbit of placements, each left when its last exchange is found.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from gourds.board import Board
from gourds.reconfigure.gods_number.two_bits import TwoBitSpace
from gourds.reconfigure.spaces.signed_permutations import Signed, identity, number_of

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


def dearest_exchange(space: TwoBitSpace) -> int:
    """The most moves that it takes to exchange two gourds; 0 if there are fewer than two."""
    goals = [number_of(exchange) for exchange in all_exchanges(space.graph.gourds)]
    most = 0
    for placement in sorted(set(space.graph.orbits.tolist())) if goals else []:
        found = space.distances_to(placement, [(placement, goal) for goal in goals])
        most = max(most, *found)
    return most


def all_exchanges(gourds: int) -> list[Signed]:
    """The labelings that differ from the first one by two gourds that traded places."""
    found = []
    for i, j in combinations(range(gourds), 2):
        for signs in range(4):
            entries = list(identity(gourds))
            entries[i], entries[j] = 2 * j + (signs & 1), 2 * i + (signs >> 1)
            found.append(tuple(entries))
    return found
