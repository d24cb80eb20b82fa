"""Sorting many gourds by closed walks: one walk that moves three gourds in a cycle is enough.

Let closed walks make all permutations of the slots. If two permutations x and y move only one slot in common, the
commutator x y x⁻¹ y⁻¹ moves three slots in a cycle. Commutators of walks move few slots, so x is the best of these, and
y is x after some walks g went ahead, g x g⁻¹, that take the slots of x apart. Three gourds are brought to the three
slots of this walk, turned, and brought back: so any three trade places. An odd permutation needs one odd walk more.

**Cost.** A search over all ways to choose three slots, O(n³ · walks), and some hundred moves for each gourd and walk.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import Final

from gourds.reconfigure.holed.walks import ClosedWalk
from gourds.reconfigure.spaces.signed_permutations import Signed

MOST_WALKS: Final = 3
"""Walks that are tried to take the slots of a permutation apart."""

Three = tuple[int, int, int]


def find_three_cycle(walks: Sequence[ClosedWalk]) -> ClosedWalk | None:
    """A walk that moves three gourds in a cycle, and perhaps reverses some; the shortest of those that were tried."""
    both = [one for walk in walks for one in (walk, walk.inverse)]
    found = [walk for one, other in permutations(both, 2) if (walk := commutator(one, other)).slots]
    found.sort(key=lambda walk: (len(walk.slots), len(walk.path)))
    best = next((walk for walk in found if len(walk.slots) == 3), None)
    for walk in found[:6]:
        for count in range(1, MOST_WALKS + 1):
            for word in product(both, repeat=count):
                slots = walk.slots
                for step in word:
                    slots = frozenset(step.goals[slot] for slot in slots)
                if len(slots & walk.slots) == 1:
                    ahead = joined(word)
                    moved = joined([ahead.inverse, walk, ahead])
                    three = commutator(walk, moved)
                    if len(three.slots) == 3 and (best is None or len(three.path) < len(best.path)):
                        best = three
                    break
            else:
                continue
            break
    return best


def commutator(one: ClosedWalk, other: ClosedWalk) -> ClosedWalk:
    """Both walks, and then both taken back in the same order."""
    return joined([one, other, one.inverse, other.inverse])


def joined(walks: Sequence[ClosedWalk]) -> ClosedWalk:
    """Walks one after the other."""
    whole = walks[0]
    for walk in walks[1:]:
        whole = whole.then(walk)
    return whole


class ThreeCycles:
    """How any three gourds are turned in a cycle."""

    def __init__(self, turn: ClosedWalk, walks: Sequence[ClosedWalk], slots: int) -> None:
        """``turn`` is a walk from :func:`find_three_cycle`; the walks move three slots to any three."""
        self.turn = turn
        self.slots = slots
        first = min(turn.slots)
        second = turn.goals[first]
        self.base: Three = (first, second, turn.goals[second])
        both = [one for walk in walks for one in (walk, walk.inverse)]
        self._next: dict[Three, tuple[ClosedWalk, Three] | None] = {self.base: None}
        self._depth = {self.base: 0}
        waiting = deque([self.base])
        while waiting:
            here = waiting.popleft()
            for walk in both:
                back = walk.inverse.goals
                before = (back[here[0]], back[here[1]], back[here[2]])
                if before not in self._next:
                    self._next[before] = walk, here
                    self._depth[before] = self._depth[here] + 1
                    waiting.append(before)

    @property
    def reaches_all(self) -> bool:
        """True iff any three gourds can be brought to the three slots, in any order."""
        return len(self._next) == self.slots * (self.slots - 1) * (self.slots - 2)

    def sort(self, here: Signed, there: Signed) -> Iterator[ClosedWalk]:
        """Walks that take gourds to their slots, ends aside; the one numbering is an even permutation of the other."""
        gourds, due = ([entry >> 1 for entry in numbering] for numbering in (here, there))
        for slot in range(self.slots - 2):
            place = gourds.index(due[slot])
            if place != slot:
                others = [(place, slot, k) for k in range(slot + 1, self.slots) if k != place]
                three = min(others, key=self._depth.__getitem__)
                third = three[2]
                yield from self._turned(three)
                gourds[slot], gourds[third], gourds[place] = gourds[place], gourds[slot], gourds[third]

    def _turned(self, three: Three) -> Iterator[ClosedWalk]:
        """Walks that take the gourd in the first slot to the second, that to the third, and that to the first."""
        way = []
        while (step := self._next[three]) is not None:
            walk, three = step
            way.append(walk)
        yield from way
        yield self.turn
        yield from (walk.inverse for walk in reversed(way))
