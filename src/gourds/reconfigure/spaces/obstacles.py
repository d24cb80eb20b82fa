"""Why a target cannot be reached, without looking for a plan.

On a board that is not proper, gourds may be shut in (:mod:`regions`). A target cannot be reached if

1. a frozen gourd lies elsewhere in it, or the other way round;
2. a gourd on a post is not on that post, or lies the other way round than it can there, alone or together with others;
3. a gourd of a room is not in that room;
4. in a room with holes, the gourds are numbered or turned in a way that no walk of the empty cell makes.

The first three are comparisons. For the fourth, the placements of the room are visited one after the other. Every move
between two of them that were visited before closes a walk, and what these walks do to the numbers generates the local
group of :mod:`placement_graph`. If it becomes the group of all numberings, no more need be visited. If all
placements were visited and the target's numbering is not in the group, the target cannot be reached.

Rooms that are proved reconfigurable (:mod:`conditions`) are left out; those without holes are proper boards. So an
obstacle is a proof. The converse, that there is an obstacle to every target that cannot be reached, is not proved;
tests find no exception.

**Cost.** Milliseconds, but for rooms with holes: some 20 µs for each move between placements, and O(n⁵) for the
group. They are given up after :data:`MOST_PLACEMENTS` placements, or when time is short.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from gourds.board import Board
from gourds.hexgrid import Cell, IndexArray
from gourds.reconfigure.spaces.conditions import judge
from gourds.reconfigure.spaces.placement_graph import Pairs, graph_of, moves_from
from gourds.reconfigure.spaces.regions import FROZEN, POST, Regions
from gourds.reconfigure.spaces.signed_groups import SignedGroup
from gourds.reconfigure.spaces.signed_permutations import Signed, count_labelings, identity, invert, is_odd, multiply
from gourds.reconfigure.task import Found, Options, Task

MOST_PLACEMENTS: Final = 100_000
"""Rooms with more placements are given up."""
MOST_CELLS: Final = 101
"""Rooms with more cells are not tried: a single step on their groups takes too long."""
SECONDS: Final = 4.0
"""All rooms together are given up after this many seconds, or after :data:`SHARE` of the time there is."""
SHARE: Final = 0.2
"""The share of the time that may be spent on rooms."""
SHOWN: Final = 3
"""Cells of a region that are named."""


def find_obstacle(task: Task, options: Options) -> Found | None:
    """A proof that the target cannot be reached, if one is found; None says nothing."""
    if task.board.is_proper or np.array_equal(task.start.ends, task.target.ends):
        return None
    options.say("looking for gourds that are shut in")
    regions = Regions.of(task.start)
    misplaced = next(_misplaced(task, regions), None)
    if misplaced:
        return Found(None, reason=misplaced, is_impossible=True, stats={"by": "regions"})
    deadline = time.monotonic() + min(SECONDS, SHARE * options.left())
    for cells in regions.rooms:
        board = Board.from_cells(task.board.cells[list(cells)])
        if board.size <= MOST_CELLS and not judge(board, 0).is_reconfigurable:
            misnumbered = _misnumbered(board, *_positions(task, cells), deadline)
            if misnumbered:
                return Found(None, reason=misnumbered, is_impossible=True, stats={"by": "local group"})
    return None


def _misplaced(task: Task, regions: Regions) -> Iterator[str]:
    """What is wrong with the places of gourds in the target, and with the way round of those on posts."""
    cells = task.board.cell_list()
    places = zip(task.start.ids, task.start.ends.tolist(), task.target.ends.tolist(), strict=True)
    moved: list[_OnPost] = []
    for number, here, there in places:
        parts = regions.part[here].tolist()
        if FROZEN in parts:
            if here != there:
                yield f"gourd {number} can never move, and the target has it elsewhere or the other way round"
        elif POST in parts:
            post = here[parts.index(POST)]
            if post in there:
                after = max(regions.part[there].tolist())
                moved.append(_OnPost(number, post, max(parts), after, here.index(post) != there.index(post)))
            else:
                yield f"gourd {number} always covers cell {cells[post]}, but not in the target"
        else:
            room = regions.room_at[here[0], here[1]]
            if regions.room_at.get((there[0], there[1])) != room:
                inside = [cells[k] for k in regions.rooms[room]]
                yield f"gourd {number} cannot leave the {len(inside)} cells {_listed(inside)}, as the target wants"
    yield from _misturned(moved, regions)


class _OnPost(NamedTuple):
    """A gourd on a post: the parts where its other end is in the start and the target, and whether it is turned."""

    number: int
    post: int
    before: int
    after: int
    is_turned: bool


def _misturned(gourds: list[_OnPost], regions: Regions) -> Iterator[str]:
    """Which gourds on posts lie the wrong way round in the target."""
    wings: dict[int, list[_OnPost]] = {}
    for gourd in gourds:
        wing_at = regions.wing_at[gourd.post]
        if regions.is_door(gourd.post):
            is_across = wing_at[gourd.before] != wing_at[gourd.after]
        else:
            is_across = gourd.before != gourd.after
            wings.setdefault(wing_at[gourd.before], []).append(gourd)
        if (regions.is_door(gourd.post) or len(wing_at) == 2) and is_across != gourd.is_turned:
            yield f"gourd {gourd.number} cannot lie the way round that the target has it in that place"
    for wing, members in wings.items():
        # The part that none of them is in before leads to the part that none is in after.
        leads = {gourd.before: gourd.after for gourd in members}
        (free,), (taken,) = regions.wings[wing] - leads.keys(), regions.wings[wing] - set(leads.values())
        are_odd = is_odd(leads | {free: taken})
        if are_odd != bool(sum(gourd.is_turned for gourd in members) % 2):
            numbers = ", ".join(str(gourd.number) for gourd in members)
            due, there = ("odd", "even") if are_odd else ("even", "odd")
            yield f"of gourds {numbers} an {due} number must be reversed in these places; in the target it is {there}"


def _listed(cells: list[Cell]) -> str:
    return ", ".join(map(str, cells[:SHOWN])) + (", …" if len(cells) > SHOWN else "")


def _positions(task: Task, cells: tuple[int, ...]) -> tuple[IndexArray, IndexArray]:
    """The ends of a room's gourds in the start and the target, by index into the room's own board."""
    inside = set(cells)
    mine = [k for k, (a, b) in enumerate(task.start.ends.tolist()) if a in inside and b in inside]
    index = np.full(task.board.size, -1, dtype=np.int32)
    index[list(cells)] = np.arange(len(cells))
    return index[task.start.ends[mine]], index[task.target.ends[mine]]


def _misnumbered(board: Board, start: IndexArray, target: IndexArray, deadline: float) -> str | None:
    """Why no walk of the empty cell takes the gourds of a room from the start to the target; None says nothing."""
    (origin, first), (goal, last) = _labeled(start), _labeled(target)
    group = SignedGroup(len(start))
    everything = count_labelings(len(start))
    along = {origin: identity(len(start))}
    for loop in _loops(board, origin, along):
        if group.add(loop) and group.order == everything:
            return None
        if time.monotonic() > deadline or len(along) > MOST_PLACEMENTS:
            return None
    wanted = multiply(multiply(invert(first), last), invert(along[goal]))
    if wanted in group:
        return None
    return (
        f"the gourds on the {board.size} cells {_listed(board.cell_list())} can be numbered in {group.order:,} of "
        f"{everything:,} ways, by moves through all {len(along):,} placements; that of the target is none of them"
    )


def _labeled(ends: IndexArray) -> tuple[Pairs, Signed]:
    """A placement and its labeling, for gourds by their ends."""
    rows = sorted((min(a, b), max(a, b), 2 * k + (a > b)) for k, (a, b) in enumerate(ends.tolist()))
    return tuple((a, b) for a, b, _ in rows), tuple(entry for _, _, entry in rows)


def _loops(board: Board, origin: Pairs, along: dict[Pairs, Signed]) -> Iterator[Signed]:
    """Visit all placements; the product of voltages along each walk that closes, and the identity now and then.

    ``along`` gets the product along the way to each placement.
    """
    near = graph_of(board)
    waiting = deque([(origin, sum(range(board.size)) - sum(map(sum, origin)))])
    done: set[Pairs] = set()
    while waiting:
        here, hole = waiting.popleft()
        done.add(here)
        for there, voltage, left in moves_from(near, here, hole):
            if there not in along:
                along[there] = multiply(along[here], voltage)
                waiting.append((there, left))
            elif there not in done:
                yield multiply(multiply(along[here], voltage), invert(along[there]))
        yield along[origin]
