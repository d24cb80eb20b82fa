"""Boards with Hamiltonian cycles to check claims on: all cycles of all small boards, random cycles of larger ones.

A claim about every cycle is looked at on every cycle of every proper board up to some size, found by backtracking, and
on larger boards, plain and random ones, each with the cycle that the planners take and one that was shaken: spikes,
cells whose two neighbors on the cycle are next to each other, were moved into other edges at random.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Final

from gourds import shapes
from gourds.board import Board
from gourds.chance import draw_below
from gourds.hexgrid import CellArray
from gourds.paper.claim import Effort, Finding, Outcome, Rows, failing
from gourds.paper.cycles.inside import Inside, inside_of
from gourds.paper.cycles.pictures import draw
from gourds.paper.cycles.polygons import Polygon, cycle_around, grown, single
from gourds.polyhexes import MAX_SIZE, proper_boards
from gourds.reconfigure.paper.cycle import hamiltonian_cycle
from gourds.reconfigure.spaces.holes import hamiltonian_cycles, near_lists
from gourds.words import counted, enumerated


@dataclass(frozen=True)
class Extent:
    """How many cycles are looked at."""

    cells: int
    """All cycles of all proper boards with up to so many cells."""
    drawn: int
    """So many larger boards with two cycles each."""
    largest: int
    """The larger ones have up to so many cells."""


QUICK: Final = Extent(13, 40, 397)
"""For a quick run."""
THOROUGH: Final = Extent(17, 600, 2001)
"""For a thorough one."""


@dataclass
class Survey:
    """Goes through cycles, and knows how far it came."""

    effort: Effort
    """When to stop; the seed."""
    name: str
    """Of the claim: others draw other boards."""
    extent: Extent
    """How far to go."""
    boards: Counter[str] = field(default_factory=Counter)
    """How many boards of each group were looked at; a group is a number of cells, or "larger"."""
    cycles: Counter[str] = field(default_factory=Counter)
    """How many of their cycles."""
    whole: int = 0
    """All cycles of all proper boards up to this size were looked at."""
    most: int = 0
    """The largest board that was drawn."""

    def __iter__(self) -> Iterator[tuple[str, Inside]]:
        """Each cycle with the name of its group."""
        for size in range(3, self.extent.cells + 1, 2):
            seen: set[Board] = set()
            for inside in _cycles_of_boards(size):
                if self.effort.is_over:
                    return
                seen.add(inside.board if size <= MAX_SIZE else inside.board.canonical())
                self.boards[str(size)] = len(seen)
                self.cycles[str(size)] += 1
                yield str(size), inside
            self.whole = size
        rng = self.effort.chance(self.name)
        for board in larger_boards(rng, self.extent.drawn, self.extent.cells, self.extent.largest):
            if self.effort.is_over:
                return
            self.most = max(self.most, board.size)
            self.boards["larger"] += 1
            plain = hamiltonian_cycle(board).tolist()
            for cycle in (plain, shaken(board, plain, rng, 20 * board.size)):
                self.cycles["larger"] += 1
                yield "larger", inside_of(board, cycle)

    @classmethod
    def of(cls, effort: Effort, name: str) -> Survey:
        """As many cycles as are usual for the effort."""
        return cls(effort, name, effort.pick(QUICK, THOROUGH))

    def first_fault(self, fault_of: Callable[[str, Inside], str | None]) -> Finding | None:
        """Look at all cycles until one has a fault; what was found then, with a picture of it."""
        for group, inside in self:
            if fault := fault_of(group, inside):
                return failing(self.reach, fault, draw(inside, fault))
        return None

    @property
    def outcome(self) -> Outcome:
        """If nothing was wrong with any of them: the claim holds, unless there was no time for even one."""
        return Outcome.HOLDS if self.cycles else Outcome.UNDECIDED

    @property
    def reach(self) -> str:
        """What was looked at, in words."""
        words = []
        small = [group for group in self.boards if group != "larger"]
        if small:
            boards, cycles = (sum(counts[group] for group in small) for counts in (self.boards, self.cycles))
            every = "all " if self.whole == max(map(int, small)) else ""
            of_all = "all " if every else ""
            once = f" (each once up to symmetry from {MAX_SIZE + 1} on)" if max(map(int, small)) > MAX_SIZE else ""
            words.append(
                f"{every}{counted(cycles, 'Hamiltonian cycle')} of {of_all}{counted(boards, 'proper board')} with up"
                f" to {max(map(int, small))} cells{once}"
            )
        if self.most:
            cycles, boards = self.cycles["larger"], self.boards["larger"]
            words.append(f"{counted(cycles, 'cycle')} of {counted(boards, 'larger board')} with up to {self.most:,}")
        return enumerated(words) or "nothing: there was no time"

    def table(self, heads: Sequence[str], columns: Mapping[str, Sequence[object]]) -> Rows:
        """A row for each group: cells, boards, cycles, and what was found there."""
        rows = [("cells", "boards", "cycles", *heads)]
        for group in self.cycles:
            name = f"up to {self.most:,}" if group == "larger" else group
            found = columns.get(group, ["–"] * len(heads))
            rows.append((name, f"{self.boards[group]:,}", f"{self.cycles[group]:,}", *map(str, found)))
        return tuple(rows)


def _cycles_of_boards(size: int) -> Iterator[Inside]:
    """Every Hamiltonian cycle of every proper board of a size; beyond what can be listed, each once up to symmetry."""
    if size <= MAX_SIZE:
        for board in proper_boards(size):
            yield from (inside_of(board, cycle) for cycle in hamiltonian_cycles(board))
        return
    for polygon in _polygons(size):
        inside = cycle_around(polygon)
        if inside.board.is_proper:
            yield inside


@cache
def _polygons(size: int) -> tuple[Polygon, ...]:
    """All polygons of a number of cells without cells inside."""
    return (single(),) if size == 3 else tuple(grown(_polygons(size - 1)))


def shaken(board: Board, cycle: Sequence[int], rng: Random, moves: int) -> list[int]:
    """The cycle after so many tries to move a random spike into a random edge."""
    near = near_lists(board)
    after = {cell: cycle[(k + 1) % len(cycle)] for k, cell in enumerate(cycle)}
    before = {there: here for here, there in after.items()}
    for _ in range(moves):
        spike = draw_below(rng, board.size)
        a = near[spike][draw_below(rng, len(near[spike]))]
        b, y, z = after[a], before[spike], after[spike]
        if z in near[y] and b in near[spike] and spike not in (a, b):
            after[y], before[z] = z, y
            after[a], before[spike], after[spike], before[b] = spike, a, b, spike
    cells = [0]
    while after[cells[-1]] != 0:
        cells.append(after[cells[-1]])
    return cells


def larger_boards(rng: Random, count: int, above: int, largest: int) -> Iterator[Board]:
    """Hexagons, strips, combs and random proper boards in turn, of many sizes up to the largest."""
    kinds = (_hexagon, _strip, _comb, _random, _random)
    for k in range(count):
        size = above + 2 + (largest - above - 2) * (k + 1) // count
        board = Board.from_cells(kinds[k % len(kinds)](rng, size | 1))
        if board.is_proper:
            yield board


def _hexagon(rng: Random, size: int) -> CellArray:
    radius = 1
    while 3 * (radius + 1) * (radius + 2) + 1 <= size:
        radius += 1
    return shapes.hexagon(radius)


def _strip(rng: Random, size: int) -> CellArray:
    return shapes.strip(size)


def _comb(rng: Random, size: int) -> CellArray:
    """Teeth of two cells in width; without the last cell if the number is even."""
    teeth = max(2, round((size / 6) ** 0.5))
    length = max(1, (size - 2 * (4 * teeth - 2)) // (2 * teeth))
    cells = shapes.comb(teeth, length)
    return cells if len(cells) % 2 else cells[:-1]


def _random(rng: Random, size: int) -> CellArray:
    return shapes.random_proper(size, draw_below(rng, 2**31))


def example(size: int, seed: int) -> Inside:
    """A random proper board with a shaken cycle, to be drawn; sizes of hexagons give these."""
    board = Board.from_cells(shapes.random_proper(size, seed))
    for radius in range(1, 6):
        if 3 * radius * (radius + 1) + 1 == size:
            board = Board.from_cells(shapes.hexagon(radius))
    rng = Random(seed)
    return inside_of(board, shaken(board, hamiltonian_cycle(board).tolist(), rng, 30 * size))
