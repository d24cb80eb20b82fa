"""Closed walks of the empty cell, and what they do to the gourds.

Let a chain of ears lead from a triangle T to the whole board (:mod:`gourds.reconfigure.spaces.ears`). In the *standard
placement* the first cell of T is empty, one gourd lies on its other two cells, and the cells of each ear are covered in
pairs. Level 0 is T, level i is T with the first i ears; gourds of the standard placement lie in slots, level by level.

- On level 0 three pivots reverse the gourd of T.
- On level i the empty cell goes, within level i − 1, to a placement in which it is on the cycle through ear i and all
  gourds on that cycle lie along it; it goes around the cycle some number of times, and back in the same way. The gourds
  of the ear are pushed on, and some come out on level i − 1 and others go in.

So each walk ends where it begins, in the standard placement, and acts on the gourds as a signed permutation of slots,
whatever they are numbered. It uses only cells of its level.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from gourds.board import Board
from gourds.reconfigure.holed.transit import Mover
from gourds.reconfigure.spaces.conditions import judge
from gourds.reconfigure.spaces.ears import Ear, even_path, find_cover, odd_cycles
from gourds.reconfigure.spaces.signed_permutations import Signed, invert, multiply

OUT = -2
"""In a placement of a level: a cell that is not of this level."""


@dataclass(frozen=True)
class ClosedWalk:
    """A walk of the empty cell from the standard placement back to it."""

    level: int
    """It uses only cells up to this level."""
    voltage: Signed
    """For each slot which gourd lies there afterwards, as 2·slot + 1 if it is reversed."""
    path: tuple[int, ...]
    """The cells that become empty in turn; the last one is the first of T."""

    @cached_property
    def goals(self) -> tuple[int, ...]:
        """The slot to which the gourd of each slot goes."""
        return tuple(entry >> 1 for entry in invert(self.voltage))

    @cached_property
    def slots(self) -> frozenset[int]:
        """The slots whose gourds go elsewhere."""
        return frozenset(slot for slot, entry in enumerate(self.voltage) if entry >> 1 != slot)

    def then(self, other: ClosedWalk) -> ClosedWalk:
        """One walk and another one after it."""
        voltage = multiply(self.voltage, other.voltage)
        return ClosedWalk(max(self.level, other.level), voltage, self.path + other.path)

    @cached_property
    def inverse(self) -> ClosedWalk:
        """The walk that takes this one back."""
        return replace(self, voltage=invert(self.voltage), path=(*self.path[-2::-1], self.path[-1]))


class Chain:
    """A triangle and ears that take it to the whole board."""

    def __init__(self, board: Board, triangle: tuple[int, ...], ears: list[Ear]) -> None:
        self.board = board
        self.ears = ears
        self.levels = [set(triangle)]
        for ear in ears:
            self.levels.append(self.levels[-1] | set(ear.path))
        first, second, third = triangle
        self.slots = [(second, third)]
        for ear in ears:
            self.slots += zip(ear.path[::2], ear.path[1::2], strict=True)
        self.first_slots = [0, 1]
        """The first slot of each level."""
        for ear in ears:
            self.first_slots.append(self.first_slots[-1] + len(ear.path) // 2)
        self.standard = [-1] * board.size
        for a, b in self.slots:
            self.standard[a], self.standard[b] = b, a
        self.empty = first

    def slots_of(self, level: int) -> range:
        """The slots that a level adds."""
        return range(self.first_slots[level], self.first_slots[level + 1])

    def reversal(self) -> ClosedWalk:
        """Three pivots."""
        second, third = self.slots[0]
        path = (second, third, self.empty)
        return ClosedWalk(0, (1, *range(2, 2 * len(self.slots), 2)), path)

    def around_ear(self, level: int, laps: int = 1) -> ClosedWalk:
        """The walk of a level, with some number of laps; backward if negative."""
        ear, inside = self.ears[level - 1], self.levels[level - 1]
        path, mate = even_path(self.board, ear.first, ear.last, inside)
        pairs = [mate[k] if k in inside else OUT for k in range(self.board.size)]
        return self._walk(level, [*path, *reversed(ear.path)], pairs, laps)

    def around_cycles(self, level: int) -> Iterator[ClosedWalk]:
        """Walks around detachable cycles of a level, through each of its edges."""
        inside = sorted(self.levels[level])
        board = Board.from_cells(self.board.cells[inside])
        seen = set()
        for empty in range(board.size):
            mate = find_cover(board, [empty]) or []
            for cycle in odd_cycles(board, [mate]):
                if len(cycle) > 3 and frozenset(cycle) not in seen:
                    seen.add(frozenset(cycle))
                    pairs = [OUT] * self.board.size
                    for cell, partner in zip(inside, mate, strict=True):
                        pairs[cell] = -1 if partner < 0 else inside[partner]
                    yield self._walk(level, [inside[k] for k in cycle], pairs, 1)

    def odd_walks(self, level: int) -> Iterator[ClosedWalk]:
        """The walk by which the conditions know that odd permutations can be made on a level, if they do."""
        inside = sorted(self.levels[level])
        cells = self.board.cells[inside]
        judgement = judge(Board.from_cells(cells), 0)
        if judgement.rule == "odd walk" and judgement.cells:
            cycle = [inside[k] for k in judgement.cells]
            cover = find_cover(self.board, [*(set(range(self.board.size)) - self.levels[level]), *cycle]) or []
            pairs = [cover[k] if k in self.levels[level] else OUT for k in range(self.board.size)]
            for a, b in zip(cycle[1::2], cycle[2::2], strict=True):
                pairs[a], pairs[b] = b, a
            yield self._walk(level, cycle, pairs, 1)

    def _walk(self, level: int, cycle: list[int], pairs: list[int], laps: int) -> ClosedWalk:
        """Go to a placement with the empty cell first on a cycle, around, and back."""
        label = [-1] * self.board.size
        for slot, (a, b) in enumerate(self.slots):
            label[a], label[b] = 2 * slot, 2 * slot + 1
        mover = Mover(self.board, label)
        mover.follow(pairs)
        back = mover.path[-2::-1]
        size, step = len(cycle), 1 if laps > 0 else -1
        for k in range(abs(laps) * size):
            mover.hop(cycle[(2 * k + 1) * step % size])
        mover.go(back)
        return ClosedWalk(level, tuple(label[a] for a, _ in self.slots), tuple(mover.path[1:]))
