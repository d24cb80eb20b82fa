"""Plans on boards that are proved reconfigurable, with holes or not: fill the ears from outside, then sort the core.

Start and target are brought to the standard placement (:mod:`transit`); the way of the target is taken back at the end.
What is left is to number the gourds anew by closed walks (:mod:`walks`).

1. **Fill.** The last ear gets its gourds, then the ear before it, and so on. A lap around the cycle of an ear
   takes one gourd in from the level below and pushes one out. Any gourd of the level below, either way round, can be
   brought to where it goes in, by walks of lower levels only: they move every slot to every other, and reverse. If a
   gourd that is due is in the ear itself, the gourds of the ear are let out and taken in again one after the other,
   until it is out; the level below holds two gourds or more, so one can wait there while others pass.
2. **Sort.** The *core* is the lowest level whose walks make all permutations: a trapezoid of five cells where there is
   one that can be detached. Up to :data:`MOST_SEARCHED` gourds are sorted by a search over their permutations from
   both sides, more of them three by three (:mod:`three_cycles`). Then those that lie the wrong way round are brought
   to the triangle one by one, reversed, and taken back.

**Always arrives** if there is a core of at most :data:`MOST_SORTED` gourds, which boards with a station have; others
are left to the searches. Plans are long, a few laps for each gourd, and are made shorter afterwards.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable
from itertools import islice
from typing import Final

import numpy as np

from gourds.board import Board
from gourds.errors import LimitError
from gourds.reconfigure.holed.three_cycles import ThreeCycles, find_three_cycle
from gourds.reconfigure.holed.transit import Mover
from gourds.reconfigure.holed.walks import Chain, ClosedWalk
from gourds.reconfigure.spaces.conditions import ears_from
from gourds.reconfigure.spaces.ears import Ear, find_placement, never_empty, pivot_triangles, stations
from gourds.reconfigure.spaces.signed_groups import SignedGroup
from gourds.reconfigure.spaces.signed_permutations import Signed, is_odd, multiply
from gourds.reconfigure.task import Found, Options, Task

MOST_SEARCHED: Final = 9
"""Cores with more gourds are sorted three by three."""
MOST_SORTED: Final = 40
"""Cores with more gourds are not sorted."""
MOST_CYCLES: Final = 12
"""As many cycles of a large level are looked at."""
MOST_CELLS: Final = 401
"""Larger boards are not planned: each of their gourds takes a walk through the whole board."""
LARGE_TRIES: Final = 3
"""As many of them for cores that are sorted three by three."""
TRIANGLES: Final = 20
"""As many triangles are tried as beginnings, where there is no station."""


def plan(task: Task, options: Options) -> Found:
    """A plan along ears, if the board has a chain of them with a small core."""
    board = task.board
    if board.size > MOST_CELLS:
        return Found(None, reason=f"boards of more than {MOST_CELLS} cells are not planned along ears")
    options.say("looking for ears")
    chain = find_chain(board)
    if chain is None:
        return Found(None, reason="there is no chain of ears with a core that can be sorted")
    movers = [Mover(board, task.labels()[0].tolist()), Mover(board, task.goal_labels()[0].tolist())]
    for mover in movers:
        mover.follow(chain.standard)
    here, there = (tuple(mover.label[a] for a, _ in chain.slots) for mover in movers)
    sorting = Sorting(chain, options)
    path = movers[0].path
    try:
        for walk in sorting.words(here, there):
            path += walk.path
    except LimitError as error:
        return Found(None, reason=str(error))
    path += movers[1].path[-2::-1]
    stats = {"ears": len(chain.ears), "core": chain.core_gourds, "walks": sorting.count}
    return Found(np.array(path, dtype=np.int32), stats=stats)


class CoredChain(Chain):
    """A chain of ears and the level from which on everything can be reached."""

    def __init__(self, board: Board, triangle: tuple[int, ...], ears: list[Ear]) -> None:
        super().__init__(board, triangle, ears)
        self.three_cycles: ThreeCycles | None = None
        self.core, self.core_walks = self._find_core()

    @property
    def core_gourds(self) -> int:
        """How many gourds the core has."""
        return self.first_slots[self.core + 1]

    def _find_core(self) -> tuple[int, list[ClosedWalk]]:
        """The lowest level whose walks make all permutations, with such walks; level −1 if it would be too large."""
        below: list[ClosedWalk] = []
        for level in range(1, len(self.ears) + 1):
            count = self.first_slots[level + 1]
            below.append(self.around_ear(level))
            if count > MOST_SEARCHED:
                continue
            group, walks = SignedGroup(count), []
            for walk in _each(below, self.around_cycles(level), self.odd_walks(level)):
                if group.add(tuple(entry & ~1 for entry in walk.voltage[:count])):
                    walks.append(walk)
                if group.order == math.factorial(count):
                    return level, walks
        return (0, []) if len(self.slots) == 1 else (-1, [])

    def find_large_core(self) -> bool:
        """Look for a core to be sorted three by three; True iff there is one."""
        walks = [self.around_ear(level) for level in range(1, len(self.ears) + 1)]
        for level in range(1, len(self.ears) + 1):
            count = self.first_slots[level + 1]
            if MOST_SEARCHED < count <= MOST_SORTED:
                mine = [*walks[:level], *islice(self.around_cycles(level), MOST_CYCLES), *self.odd_walks(level)]
                turn = find_three_cycle(mine) if any(is_odd(walk.goals) for walk in mine) else None
                if turn is not None:
                    three_cycles = ThreeCycles(turn, mine, count)
                    if three_cycles.reaches_all:
                        self.core, self.core_walks, self.three_cycles = level, mine, three_cycles
                        return True
        return False


def _each(*parts: Iterable[ClosedWalk]) -> Iterable[ClosedWalk]:
    for part in parts:
        yield from part


def find_chain(board: Board) -> CoredChain | None:
    """A chain of ears with a core that can be sorted, the smallest of some; None if there is none."""
    mate = find_placement(board) if board.size % 2 and board.is_two_connected else None
    if mate is None or never_empty(board, mate):
        return None
    station = next(stations(board, mate), None)
    if station is not None:
        middle, a, b, c, d = station
        first = Ear(b, (c, d), middle)
        return CoredChain(board, (middle, a, b), [first, *ears_from(board, station, mate)])
    best: CoredChain | None = None
    for triangle in islice(pivot_triangles(board, mate), TRIANGLES):
        chain = CoredChain(board, triangle, ears_from(board, triangle, mate))
        if chain.core >= 0 and (best is None or chain.core_gourds < best.core_gourds):
            best = chain
    if best is None:
        for triangle in islice(pivot_triangles(board, mate), LARGE_TRIES):
            chain = CoredChain(board, triangle, ears_from(board, triangle, mate))
            if chain.find_large_core():
                return chain
    return best


class Sorting:
    """Closed walks that take one numbering of the standard placement to another."""

    def __init__(self, chain: CoredChain, options: Options) -> None:
        """Past the deadline of the options, sorting raises LimitError."""
        self.chain = chain
        self.options = options
        self.count = 0
        """How many walks were taken."""
        self._labels: list[int] = []
        self._walks: list[ClosedWalk] = []
        self._levels = [[chain.reversal()]]
        for level in range(1, len(chain.ears) + 1):
            one = chain.around_ear(level)
            walks, laps = [one, one.inverse], 2
            on_cycle = sum(entry >> 1 != slot for slot, entry in enumerate(one.voltage))
            while 2 * laps <= on_cycle:
                more = chain.around_ear(level, laps)
                walks += [more, more.inverse]
                laps *= 2
            self._levels.append(walks)
        self._reach = [[(walk, walk.inverse.voltage, len(walk.path)) for walk in walks] for walks in self._levels]

    def words(self, here: Signed, there: Signed) -> list[ClosedWalk]:
        """Walks that take the one numbering to the other."""
        chain = self.chain
        self._labels, self._walks = list(here), []
        for level in range(len(chain.ears), chain.core, -1):
            self.options.say(f"filling ear {level} of {len(chain.ears)}")
            self._fill(level, there)
        self._sort(there)
        self.count = len(self._walks)
        return self._walks

    def _take(self, walk: ClosedWalk) -> None:
        if self.options.left() < 0:
            raise LimitError("the time limit was reached before the plan was complete")
        self._walks.append(walk)
        self._labels = list(multiply(tuple(self._labels), walk.voltage))

    def _fill(self, level: int, there: Signed) -> None:
        """Give an ear the gourds that are due, by laps that push them in one after the other."""
        push = self._levels[level][0]
        own = self.chain.slots_of(level)
        came_from = {slot: push.voltage[slot] >> 1 for slot in own}
        order = [next(slot for slot in own if came_from[slot] not in own)]
        while len(order) < len(own):
            order.append(next(slot for slot in own if came_from[slot] == order[-1]))
        gate = came_from[order[0]]
        turned = 0  # how often a gourd is reversed on its way from the gate to the slot, in all
        due: dict[int, int] = {}
        wanted = []
        for slot in order:
            turned ^= push.voltage[slot] & 1
            due[there[slot] >> 1] = there[slot] ^ turned
            wanted.append(there[slot] >> 1)
        if all(self._labels[slot] == there[slot] for slot in own):
            return
        placed: list[int] = []

        def push_in(gourd: int | None, aside: int) -> int:
            """Bring a gourd to the gate, any but ``aside`` if none is said, and push it in; the one that comes out."""
            if gourd is None:
                inside = {self._labels[slot] >> 1 for slot in own}
                gourd = next(
                    entry >> 1
                    for slot, entry in enumerate(self._labels[: own.start])
                    if entry >> 1 not in inside and entry >> 1 != aside
                )
            self._bring(due.get(gourd, 2 * gourd), gate, level)
            out = self._labels[order[-1]] >> 1
            self._take(push)
            return out

        for gourd in reversed(wanted):
            hand: int | None = None
            while gourd in {self._labels[slot] >> 1 for slot in own}:
                hand = push_in(hand, gourd)
            hand = None
            while placed and self._labels[order[0]] >> 1 != placed[-1]:
                hand = push_in(hand, gourd)
            push_in(gourd, -1)
            placed.append(gourd)

    def _bring(self, entry: int, slot: int, level: int) -> None:
        """Bring a gourd to a slot, the way round that its entry says, by walks below a level."""
        here = next(k for k, found in enumerate(self._labels) if found >> 1 == entry >> 1)
        for walk in self._way(2 * here + ((self._labels[here] ^ entry) & 1), 2 * slot, level):
            self._take(walk)

    def _way(self, here: int, there: int, level: int) -> list[ClosedWalk]:
        """Walks that take a gourd from one slot to another, 2·slot + 1 if it is to be reversed; the fewest moves."""
        # A walk takes the gourd of each slot where the inverse of its voltage says.
        walks = [entry for part in self._reach[:level] for entry in part]
        cost = {here: 0}
        came: dict[int, tuple[int, ClosedWalk]] = {}
        waiting = [(0, here)]
        while waiting:
            moves, place = heapq.heappop(waiting)
            if place == there:
                break
            if moves > cost[place]:
                continue
            for walk, goals, length in walks:
                goal = goals[place >> 1] ^ (place & 1)
                total = moves + length
                if goal != place and total < cost.get(goal, total + 1):
                    cost[goal] = total
                    came[goal] = place, walk
                    heapq.heappush(waiting, (total, goal))
        found = []
        while there != here:
            there, walk = came[there]
            found.append(walk)
        return found[::-1]

    def _sort(self, there: Signed) -> None:
        """Sort the core, and reverse what lies the wrong way round."""
        count = self.chain.core_gourds
        if self.chain.three_cycles is None:
            for walk in self._permute(tuple(self._labels[:count]), there[:count]):
                self._take(walk)
        else:
            place = {entry >> 1: slot for slot, entry in enumerate(there[:count])}
            if is_odd([place[entry >> 1] for entry in self._labels[:count]]):
                self._take(next(walk for walk in self.chain.core_walks if is_odd(walk.goals)))
            for walk in self.chain.three_cycles.sort(tuple(self._labels[:count]), there[:count]):
                self._take(walk)
        for slot in range(count):
            if self._labels[slot] != there[slot]:
                way = self._way(2 * slot, 0, self.chain.core + 1)
                for walk in [*way, self._levels[0][0], *(walk.inverse for walk in reversed(way))]:
                    self._take(walk)

    def _permute(self, here: Signed, there: Signed) -> list[ClosedWalk]:
        """The fewest walks of the core that take the gourds to their slots, ends aside; by search from both sides."""
        walks = [one for walk in self.chain.core_walks for one in (walk, walk.inverse)]
        plain = [tuple(entry >> 1 for entry in walk.voltage[: len(here)]) for walk in walks]
        start, goal = (tuple(entry >> 1 for entry in numbering) for numbering in (here, there))
        seen: list[dict[Signed, tuple[Signed, int] | None]] = [{start: None}, {goal: None}]
        last = [[start], [goal]]
        meeting = start if start == goal else None
        while meeting is None:
            side = int(len(last[0]) > len(last[1]))
            level = []
            for state in last[side]:
                for k, voltage in enumerate(plain):
                    after = tuple([state[slot] for slot in voltage])
                    if after not in seen[side]:
                        seen[side][after] = state, k
                        level.append(after)
                        if after in seen[1 - side]:
                            meeting = after
            last[side] = level
        forth, state = [], meeting
        while (step := seen[0][state]) is not None:
            state = step[0]
            forth.append(walks[step[1]])
        forth.reverse()
        state = meeting
        while (step := seen[1][state]) is not None:
            state = step[0]
            forth.append(walks[step[1] ^ 1])
        return forth
