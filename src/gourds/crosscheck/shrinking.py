"""From an instance that shows something to the smallest one found that still does: greedy descent.

Smaller means fewer cells, then fewer colors, then fewer kinds of gourds. The candidates from an instance, in order:

- Pairs of cells are removed together with a gourd for each, many at once first, as long as the board stays
  connected. The pairs are the gourds of a placement if one is known: what is left is then feasible by construction.
  Otherwise they are neighbors matched greedily.
- Any two neighbors, and on tiny boards any two cells, with any kind of gourd.
- Two colors are merged into one.
- All gourds of one kind become gourds of another kind.

Every candidate is a valid instance: odd, connected, budgets that sum up and name only colors of the board. The first
that still shows it replaces the instance, and the search starts again from there. When no candidate shows it, the
search ends. It also ends after a number of tries, or when time is up. All choices follow scan order, so a run can be
repeated.
"""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gourds.errors import InputError
from gourds.hexgrid import DIRECTIONS, Cell
from gourds.instance import Instance
from gourds.placement import Placement

MAX_TRIES: Final = 600
"""The largest number of candidates that are tried."""
FEW_CELLS: Final = 61
"""The largest board, in cells, that is searched edge by edge."""
TINY: Final = 11
"""The largest board, in cells, that is searched by all pairs of cells."""
MANY_COLORS: Final = 12
"""The largest number of colors, or of kinds, that are merged one by one."""

Pair = tuple[Cell, Cell]
Kind = tuple[str, str]


@dataclass(frozen=True)
class Shown:
    """Whether an instance shows what is looked for."""

    is_shown: bool
    placement: Placement | None = None
    """A placement of the instance, if one is known."""


@dataclass(frozen=True)
class Shrunk:
    """The smallest instance found."""

    instance: Instance
    tries: int
    """How many candidates were tried."""
    is_finished: bool
    """False if tries or time ran out."""


def shrink(
    instance: Instance,
    shows: Callable[[Instance], Shown],
    *,
    placement: Placement | None = None,
    max_tries: int = MAX_TRIES,
    time_limit: float = 60.0,
    on_step: Callable[[Instance, int], None] | None = None,
) -> Shrunk:
    """Descend from an instance that shows something; ``shows`` says whether another one still does."""
    deadline = time.monotonic() + time_limit
    tries, seen = 0, {instance.digest}
    largest: int | None = None
    while True:
        for size, candidate in candidates(instance, placement, largest):
            if candidate.digest in seen:
                continue
            if tries >= max_tries or time.monotonic() > deadline:
                return Shrunk(instance, tries, False)
            seen.add(candidate.digest)
            tries += 1
            found = shows(candidate)
            if found.is_shown:
                instance, placement, largest = candidate, found.placement, size
                if on_step is not None:
                    on_step(instance, tries)
                break
        else:
            if largest is None:
                return Shrunk(instance, tries, True)
            largest = None  # larger steps may succeed now where they failed before


def candidates(
    instance: Instance, placement: Placement | None = None, largest: int | None = None
) -> Iterator[tuple[int, Instance]]:
    """Smaller instances with the number of gourds that each lacks, most of them first.

    With ``largest``, at most that many gourds are taken away at once.
    """
    parts = _Parts.of(instance)
    pairs = list(placement.gourds) if placement is not None else parts.matched_pairs()
    for removed in _groups(parts, pairs, len(pairs) if largest is None else largest):
        yield from ((len(removed), smaller) for smaller in parts.without(removed, exact=True))
    if len(parts.cells) <= FEW_CELLS:
        for pair in parts.neighbors():
            yield from ((1, smaller) for smaller in parts.without([pair], exact=False))
    if len(parts.cells) <= TINY:
        for k, first in enumerate(parts.cells):
            for second in parts.cells[k + 1 :]:
                yield from ((1, smaller) for smaller in parts.without([(first, second)], exact=False))
    yield from ((1, smaller) for smaller in parts.with_colors_merged())
    yield from ((1, smaller) for smaller in parts.with_kinds_merged())


def _groups(parts: _Parts, pairs: Sequence[Pair], largest: int) -> Iterator[list[Pair]]:
    """Sets of pairs to remove: all but the few that are closest to the cell that is left, then smaller patches."""
    if not pairs:
        return
    covered = {cell for pair in pairs for cell in pair}
    alone = [cell for cell in parts.cells if cell not in covered]
    near = parts.by_distance(alone[:1] or [parts.cells[0]])
    ordered = sorted(pairs, key=lambda pair: min(near[pair[0]], near[pair[1]]))
    kept = 0
    while kept < len(ordered):
        if len(ordered) - kept <= largest:
            yield ordered[kept:]
        kept = 2 * kept or 1
    size = min(len(ordered) // 2, largest)
    while size:
        for start in range(0, len(ordered), size):
            distance = parts.by_distance(ordered[start])
            patch = sorted(ordered, key=lambda pair: min(distance[pair[0]], distance[pair[1]]))
            yield patch[:size]
        size //= 2


@dataclass(frozen=True)
class _Parts:
    """An instance as plain parts, easy to take apart."""

    cells: list[Cell]
    color: dict[Cell, str]
    budgets: dict[Kind, int]

    @classmethod
    def of(cls, instance: Instance) -> _Parts:
        cells = instance.board.cell_list()
        names = [instance.colors[k] for k in instance.cell_colors.tolist()]
        budgets = {(a, b): count for a, b, count in instance.gourd_list()}
        return cls(cells, dict(zip(cells, names, strict=True)), budgets)

    def around(self, cell: Cell) -> list[Cell]:
        near = ((cell[0] + dq, cell[1] + dr) for dq, dr in DIRECTIONS)
        return [other for other in near if other in self.color]

    def neighbors(self) -> list[Pair]:
        """All pairs of neighbors, in scan order."""
        place = {cell: k for k, cell in enumerate(self.cells)}
        return [(a, b) for a in self.cells for b in self.around(a) if place[a] < place[b]]

    def matched_pairs(self) -> list[Pair]:
        """Neighbors matched greedily, those of a kind that has a budget first."""
        left, pairs = set(self.cells), []
        for wanted in (True, False):
            for a, b in self.neighbors():
                if a in left and b in left and (self.kind(a, b) in self.budgets) is wanted:
                    left -= {a, b}
                    pairs.append((a, b))
        return pairs

    def kind(self, a: Cell, b: Cell) -> Kind:
        first, second = sorted((self.color[a], self.color[b]))
        return first, second

    def by_distance(self, starts: Sequence[Cell], gone: Collection[Cell] = ()) -> dict[Cell, int]:
        """The distance of every cell from the nearest start, along the board without the cells that are ``gone``."""
        distance = dict.fromkeys(starts, 0)
        queue = deque(starts)
        while queue:
            cell = queue.popleft()
            for other in self.around(cell):
                if other not in distance and other not in gone:
                    distance[other] = distance[cell] + 1
                    queue.append(other)
        return distance

    def without(self, pairs: Sequence[Pair], *, exact: bool) -> Iterator[Instance]:
        """The instance without these cells, and without as many gourds.

        A gourd of the colors of a pair goes with it if there is one. For what is left over, and for a single pair
        that is not removed exactly, any kind may go.
        """
        gone = {cell for pair in pairs for cell in pair}
        kept = [cell for cell in self.cells if cell not in gone]
        if not kept or len(gone) != 2 * len(pairs) or len(self.by_distance(kept[:1], gone)) != len(kept):
            return
        budgets, missing = Counter(self.budgets), 0
        for a, b in pairs:
            if budgets[self.kind(a, b)] > 0:
                budgets[self.kind(a, b)] -= 1
            else:
                missing += 1
        if missing == 0:
            yield from self._built(kept, budgets)
        if exact:
            if missing:
                yield from self._built(kept, self._lighter(kept, budgets, missing))
            return
        for kind in self.budgets:
            budgets = Counter(self.budgets)
            budgets[kind] -= 1
            yield from self._built(kept, budgets)

    def _lighter(self, kept: Sequence[Cell], budgets: Counter[Kind], missing: int) -> Counter[Kind]:
        """The budgets without ``missing`` gourds: first those whose colors are gone, then of the largest budgets."""
        colors = {self.color[cell] for cell in kept}
        for _ in range(missing):
            kind = max(sorted(budgets), key=lambda k: (budgets[k] > 0, not colors.issuperset(k), budgets[k]))
            budgets[kind] -= 1
        return budgets

    def with_colors_merged(self) -> Iterator[Instance]:
        """The instance with two colors made one."""
        colors = sorted(set(self.color.values()))[:MANY_COLORS]
        for k, first in enumerate(colors):
            for second in colors[k + 1 :]:
                merged = {cell: first if color == second else color for cell, color in self.color.items()}
                budgets: Counter[Kind] = Counter()
                for (a, b), count in self.budgets.items():
                    budgets[first if a == second else a, first if b == second else b] += count
                yield from self._built(self.cells, budgets, merged)

    def with_kinds_merged(self) -> Iterator[Instance]:
        """The instance with all gourds of one kind turned into gourds of another."""
        kinds = list(self.budgets)[:MANY_COLORS]
        for first in kinds:
            for second in kinds:
                if first != second:
                    budgets = Counter(self.budgets)
                    budgets[first] += budgets.pop(second)
                    yield from self._built(self.cells, budgets)

    def _built(
        self, cells: Sequence[Cell], budgets: Counter[Kind], color: dict[Cell, str] | None = None
    ) -> Iterator[Instance]:
        names = self.color if color is None else color
        gourds = [(a, b, count) for (a, b), count in budgets.items() if count]
        try:
            yield Instance.build(cells, [names[cell] for cell in cells], gourds)
        except InputError:
            return  # budgets that do not fit the colors that are left
