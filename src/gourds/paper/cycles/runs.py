"""Paths of degree-3 nodes in the tree of triangles, and the change of H that breaks long ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from gourds.errors import InputError
from gourds.paper.cycles.inside import Inside, inside_of

LONG: Final = 7
"""As many degree-3 nodes on a path are too many."""


def branching_of(inside: Inside) -> dict[int, list[int]]:
    """The degree-3 nodes, and those adjacent to each that have degree 3 too."""
    return {
        node: [other for other in inside.near[node] if inside.degree(other) == 3] for node in inside.nodes_of_degree(3)
    }


def runs_of(inside: Inside, length: int) -> Iterator[list[int]]:
    """Every path of so many degree-3 nodes, in one of its two directions."""
    branching = branching_of(inside)
    stack = [[node] for node in branching]
    while stack:
        path = stack.pop()
        if len(path) == length:
            if path[0] <= path[-1]:
                yield path
            continue
        stack += [[*path, other] for other in branching[path[-1]] if len(path) < 2 or other != path[-2]]


def longest_run(inside: Inside) -> int:
    """How many degree-3 nodes the longest path of such has: distances from every node."""
    branching = branching_of(inside)
    best = 0
    for start in branching:
        level, seen, length = [start], {start}, 0
        while level:
            length += 1
            level = [other for node in level for other in branching[node] if other not in seen]
            seen.update(level)
        best = max(best, length)
    return best


def turns_of(inside: Inside, path: Sequence[int]) -> list[int]:
    """How a path turns at each of its inner nodes: 1 to one side, −1 to the other."""
    turns = []
    for a, b, c in zip(path, path[1:], path[2:], strict=False):
        (q, r), (p, s), (x, y) = (inside.center(node) for node in (a, b, c))
        turns.append(1 if (p - q) * (y - s) - (s - r) * (x - p) > 0 else -1)
    return turns


def is_zigzag(inside: Inside, path: Sequence[int]) -> bool:
    """True iff a path turns to the left and to the right alternately."""
    turns = turns_of(inside, path)
    return all(here == -there for here, there in pairwise(turns))


def has_leaf(inside: Inside, node: int) -> bool:
    """True iff a node is adjacent to a leaf."""
    return any(inside.degree(other) == 1 for other in inside.near[node])


def broken(inside: Inside, run: Sequence[int]) -> Inside:
    """The cycle after the paper's change at a run of seven: two cells change places.

    The third and the fifth node of the run are adjacent to a leaf each. The two leaves have a corner B in common, and
    the leaf at the fifth has a corner Y that is on no other triangle; H runs B, Y in turn there. Now it runs Y, B.
    Raises InputError if the leaves are not there.
    """
    leaves = [[other for other in inside.near[node] if inside.degree(other) == 1] for node in (run[2], run[4])]
    if [len(found) for found in leaves] != [1, 1]:
        raise InputError("the third and the fifth node of a run of seven have no leaf each")
    first, second = (set(inside.nodes[found[0]]) for found in leaves)
    shared, tip = first & second, second - set(inside.nodes[run[4]])
    if len(shared) != 1 or len(tip) != 1:
        raise InputError("the leaves at the third and the fifth node of a run of seven have no cell in common")
    here, there = inside.place[shared.pop()], inside.place[tip.pop()]
    cycle = list(inside.cycle)
    cycle[here], cycle[there] = cycle[there], cycle[here]
    return inside_of(inside.board, cycle)


def degree_counts(inside: Inside) -> tuple[int, int, int]:
    """How many nodes have degree 1, 2 and 3."""
    counts = [len(inside.nodes_of_degree(degree)) for degree in (1, 2, 3)]
    return counts[0], counts[1], counts[2]
