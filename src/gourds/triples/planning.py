"""Shortest plans of pivots, in linear time.

A plan is a walk of the empty cell in its tree (:mod:`gourds.triples.hinges`), and each step over an edge turns the
triple of that edge by 60°, either way. So a triple whose heading must change by d (modulo 6, −2 ≤ d ≤ 3) needs |d|
steps over its edge at least.

**Which targets are reached.** Exactly those in which every triple has the hinge and the hand that it has now, the empty
cell lies in the tree, and the triples that are not of the tree have not moved. Walks bring the empty cell anywhere in
the tree. There, two steps over an edge turn its triple by 120° in place, and the way to the edge and back turns the
triples on it forth and back. Then d is odd on the path from the old place of the empty cell to the new one, and even
elsewhere: a triple changes its side on the path alone.

**Lower bound.** The edges that the walk uses are connected with its start. So besides the |d| steps of each edge with
d ≠ 0, an edge off the path with d = 0 takes two steps if an edge with d ≠ 0 lies beyond it.

**Attained.** Walk along the path, over each of its edges |d| times, and from each of its cells once around the part of
the tree that is needed. That takes no further step, and every step turns the right way: on an edge with d = 0 forth and
back again.

**Cost.** Linear in the number of cells: the tree has fewer than n + 1 edges, and none is walked more than three times.
"""

from __future__ import annotations

from gourds.errors import InputError
from gourds.hexgrid import Cell
from gourds.triples.configuration import Ends, TripleConfiguration, heading, is_clockwise
from gourds.triples.hinges import Tree, distances, hinges_of, tree_of
from gourds.triples.moves import Pivot, turned
from gourds.triples.shades import shade


def shortest_pivots(start: TripleConfiguration, target: TripleConfiguration) -> list[Pivot] | None:
    """A shortest plan, None if there is none. Raises InputError if the two are not of the same triples."""
    if start.board != target.board or start.ids != target.ids:
        raise InputError("start and target must have the same cells and the same triples")
    tree = _tree(start)
    goal = start.board.index(target.empty_cell)
    if goal is None or goal not in tree.steps or not _is_reached(start, target, tree.triples):
        return None
    needed = {
        triple: (heading(target.ends[triple]) - heading(start.ends[triple]) + 2) % 6 - 2 for triple in tree.triples
    }
    cells = start.board.cell_list()
    ends = {triple: start.ends[triple] for triple in tree.triples}
    plan = []
    for triple, left, turn in _walk(tree, goal, needed):
        about, ends[triple] = _pivot(ends[triple], cells[left], turn)
        plan.append(Pivot(start.ids[triple], about, turn))
    return plan


def _tree(start: TripleConfiguration) -> Tree:
    """The tree, with triples by their index in the configuration."""
    placement = start.placement()
    number = {cell: k for k, cell in enumerate(start.board.cell_list())}
    index = {tuple(sorted(number[cell] for cell in ends)): k for k, ends in enumerate(start.ends)}
    tree = tree_of(placement, hinges_of(placement))
    steps = {here: [(there, index[placement.slots[slot]]) for there, slot in near] for here, near in tree.steps.items()}
    return Tree(tree.root, steps)


def _is_reached(start: TripleConfiguration, target: TripleConfiguration, moving: set[int]) -> bool:
    """True iff triples have the hinges and hands that they had, and those that cannot move lie where they lay."""
    movable = shade(start.empty_cell)
    return all(
        _hinge(one, movable) == _hinge(other, movable) and is_clockwise(one) == is_clockwise(other)
        if k in moving
        else one == other
        for k, (one, other) in enumerate(zip(start.ends, target.ends, strict=True))
    )


def _hinge(ends: Ends, movable: int) -> frozenset[Cell]:
    """The two cells of a triple that do not have the shade of the empty cell."""
    return frozenset(cell for cell in ends if shade(cell) != movable)


def _pivot(ends: Ends, left: Cell, turn: int) -> tuple[int, Ends]:
    """The end about which a triple turns this way if it leaves a cell, and where its ends get to."""
    for about in range(3):
        a, b, c = (turned(ends, about, turn, end) for end in range(3))
        if ends[about] != left and left not in (a, b, c):
            return about, (a, b, c)
    raise AssertionError("about one of its two hinge cells a triple turns away from its side")


Walk = list[tuple[int, int, int]]
"""Steps of the empty cell: the triple that moves, the cell that it leaves, the turn."""


def _walk(tree: Tree, goal: int, needed: dict[int, int]) -> Walk:
    """A shortest walk to the goal that turns every triple as often as needed."""
    order = list(distances(tree, goal))
    ahead: dict[int, tuple[int, int]] = {}
    for here in order:
        for there, triple in tree.steps[here]:
            if here == goal or there != ahead[here][0]:
                ahead[there] = here, triple
    path = [tree.root]
    while path[-1] != goal:
        path.append(ahead[path[-1]][0])
    trips: dict[int, list[tuple[int, int]]] = {here: [] for here in order}
    on_path = set(path)
    for there in reversed(order):
        if there not in on_path:
            here, triple = ahead[there]
            if needed[triple] or trips[there]:
                trips[here].append((there, triple))
    walk: Walk = []
    for here in path:
        _go_around(here, trips, needed, walk)
        if here != goal:
            there, triple = ahead[here]
            turn = 1 if needed[triple] > 0 else -1
            walk += [(triple, here if k % 2 else there, turn) for k in range(abs(needed[triple]))]
    return walk


def _go_around(top: int, trips: dict[int, list[tuple[int, int]]], needed: dict[int, int], walk: Walk) -> None:
    """Walk from a cell through all parts of the tree off the path that are needed, and back."""
    ahead = [(top, there, triple, False) for there, triple in trips[top]]
    while ahead:
        here, there, triple, is_way_back = ahead.pop()
        turns = needed[triple]
        if is_way_back:
            walk.append((triple, here, -1 if turns <= 0 else 1))
        else:
            walk.append((triple, there, 1 if turns >= 0 else -1))
            ahead.append((here, there, triple, True))
            ahead += [(there, beyond, other, False) for beyond, other in trips[there]]
