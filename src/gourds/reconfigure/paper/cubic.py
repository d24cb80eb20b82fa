"""The paper's O(n³) algorithm: align, sort by insertion along a Hamiltonian cycle H, un-align.

Phases 1 and 3 are those of :mod:`align`. In phase 2 the gourds are aligned with H and must be brought into another
cyclic order, some of them reversed. One substructure of H is chosen, where the order can be changed
(:mod:`substructures`).

The gourds of a long subsequence that is in order already stay. The others are inserted one by one: that which is
nearest to the substructure is brought there along H, reversed if it lies the wrong way round, and the others pass by,
forward or backward, until it is between its neighbors among those that are in order. Gourds that stayed and lie the
wrong way round are brought there last, on one round. Then the order is right, and a rotation along H puts all
in place.

**Cost.** Each of at most n insertions brings a gourd there and lets at most n/2 others pass by, with a lap of
about 2n moves for each gourd passed. The next one to insert is near, so that is about n³ moves at most and half of it
on average, more where H bends sharply. All else is O(n²).
"""

from __future__ import annotations

from bisect import bisect_left, insort

import numpy as np
from numpy.typing import NDArray

from gourds.errors import InternalError, LimitError
from gourds.hexgrid import IndexArray
from gourds.reconfigure.paper.align import align_both, require_proper
from gourds.reconfigure.paper.bends import unbend
from gourds.reconfigure.paper.cycle import hamiltonian_cycle
from gourds.reconfigure.paper.rotation import Walker, round_trip
from gourds.reconfigure.paper.substructures import Substructure, find_substructure
from gourds.reconfigure.paper.triangles import triangle_tree
from gourds.reconfigure.task import Found, Options, Task

ANCHORS = 64
"""A long subsequence in order is looked for from this many gourds on."""


def plan(task: Task, options: Options) -> Found:
    """A plan of O(n³) moves on any proper board; InputError with the reasons if the board is not proper."""
    require_proper(task.board)
    return plan_along(task, unbend(task.board, hamiltonian_cycle(task.board)), options)


def plan_along(task: Task, cycle: IndexArray, options: Options) -> Found:
    """The same along a given Hamiltonian cycle."""
    try:
        aligned = align_both(task, cycle, options)
        neighbors, track, walker, goal = aligned.neighbors, aligned.track, aligned.walker, aligned.goal.label
        stats: dict[str, object] = {"substructure": None, "insertions": 0}
        if len(track) == 3:
            walker.move_within(neighbors, track.cells, goal[track.cells])
        else:
            if track.hops_between(walker.label, goal) is None:
                substructure = find_substructure(neighbors, triangle_tree(neighbors, cycle))
                stats = {"substructure": substructure.name, "insertions": sort(substructure, walker, goal, options)}
            hops = track.hops_between(walker.label, goal)
            if hops is None:
                raise InternalError("gourds were not sorted along the cycle")
            walker.rotate(track, hops)
        options.say(f"sorted along the cycle: {walker.moves - aligned.align_moves} moves")
        return aligned.finish(stats)
    except LimitError as error:
        return Found(None, reason=str(error))


def sort(substructure: Substructure, walker: Walker, goal: NDArray[np.int32], options: Options) -> int:
    """Bring the gourds along a cycle into the goal's cyclic order, all the right way round; how many were inserted."""
    walker.go_to(substructure.track, substructure.empty)
    due = substructure.track.order(goal)
    rank = {gourd: k for k, gourd in enumerate((due >> 1).tolist())}
    order = [int(end) >> 1 for end in _ends_from_place(substructure, walker)]
    size = len(order)
    ranks_in_order = _longest_in_order([rank[gourd] for gourd in order])
    stay = len(ranks_in_order)
    waiting = set(order) - {int(due[k]) >> 1 for k in ranks_in_order}
    while waiting:
        if len(waiting) % 50 == 0:
            options.say(f"{len(waiting)} gourds are left to insert, {walker.moves} moves so far")
        nearest = min((k for k in range(size) if order[k] in waiting), key=lambda k: min(k, size - k))
        substructure.turn(walker, nearest if 2 * nearest <= size else nearest - size)
        order = order[nearest:] + order[:nearest]
        gourd = order[0]
        if walker.label[substructure.place[0]] != due[rank[gourd]]:
            substructure.reverse(walker)
        spot = bisect_left(ranks_in_order, rank[gourd])
        before = order.index(int(due[ranks_in_order[spot - 1]]) >> 1)
        after = order.index(int(due[ranks_in_order[spot % len(ranks_in_order)]]) >> 1)
        if before < after:  # else the gourd is between them already: what comes next is the one after it
            passing = before if before <= size - after else after - size
            substructure.pass_by(walker, passing)
            others = order[1:]
            order = [gourd, *others[passing:], *others[:passing]]
        insort(ranks_in_order, rank[gourd])
        waiting.remove(gourd)
    _reverse_wrong_ones(substructure, walker, set(due.tolist()))
    return size - stay


def _ends_from_place(substructure: Substructure, walker: Walker) -> NDArray[np.int32]:
    """The ends that point backward, in order from the gourd in work on."""
    ends = substructure.track.order(walker.label)
    return np.roll(ends, -int(np.flatnonzero(ends == walker.label[substructure.place[0]])[0]))


def _reverse_wrong_ones(substructure: Substructure, walker: Walker, due: set[int]) -> None:
    """Bring all gourds that lie the wrong way round to the substructure, and reverse them."""
    wrong = np.array([int(end) not in due for end in _ends_from_place(substructure, walker)])
    if wrong[0]:
        substructure.reverse(walker)
    for step in round_trip(np.flatnonzero(wrong[1:]) + 1, len(wrong)):
        substructure.turn(walker, step)
        substructure.reverse(walker)


def _longest_in_order(ranks: list[int]) -> list[int]:
    """A long subsequence of a circular sequence that is in cyclic order, ascending; a longest one of up to 64.

    From a first element on, its rank taken as 0, it is a longest ascending subsequence (patience sorting). At most
    ANCHORS elements, evenly spaced, are tried as the first.
    """
    size = len(ranks)
    best: list[int] = []
    for first in range(0, size, -(-size // ANCHORS)):
        tops: list[int] = []  # the smallest last rank of ascending subsequences of length 1, 2, …
        chains: list[tuple[int, object]] = []
        for k in range(size):
            value = (ranks[(first + k) % size] - ranks[first]) % size
            spot = bisect_left(tops, value)
            chain = (value, chains[spot - 1] if spot else None)
            tops[spot : spot + 1], chains[spot : spot + 1] = [value], [chain]
        if len(tops) > len(best):
            best = []
            link: object = chains[-1]
            while isinstance(link, tuple):
                best.append((link[0] + ranks[first]) % size)
                link = link[1]
    return sorted(best)
