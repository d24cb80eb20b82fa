"""Whether a board is reconfigurable, by conditions that take polynomial time: boards with holes, and all others.

A board is *reconfigurable* if every configuration reaches every other. Let it be 2-connected, of 2n + 1 cells, and P
the group of permutations of the n gourds that closed walks of the empty cell make, ends aside. The proofs are in
``docs/results/holes.md``; words are those of :mod:`ears`.

**Never**, if

- the board is not critical: a cell that is never empty holds the same gourd for ever;
- no triangle is detachable: then no gourd ever pivots, and the number of reversed gourds stays even;
- the board is a *necklace* of seven cells or more: a cycle through all cells that has no chords but *short* ones, which
  cut off one cell, and no three of them in a row. Gourds keep their cyclic order.

**Otherwise** every gourd can be reversed alone, and P is the alternating or the symmetric group. So the configurations
are one set or two sets that are apart, and all gourds can be brought home but perhaps two. They are

- one set, if a trapezoid of five cells is detachable, where two gourds trade places; or if a cycle of 2m + 1 cells is
  detachable and m is even, as a walk around it is an odd permutation;
- two sets, if no such cycle is detachable: then all closed walks are even, and the board is *half reconfigurable*. This
  is found by visiting all placements, where there are few enough.

We look for such a cycle through every edge of the board, for one placement with each empty cell and some random ones.
If none is found on a board with many placements, the answer is that we do not know.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final, Literal

from gourds.board import Board
from gourds.matching.maximum import maximum_matching
from gourds.reconfigure.spaces.ears import (
    Ear,
    even_path,
    find_cover,
    find_placement,
    grow,
    never_empty,
    odd_cycles,
    pivot_triangles,
    stations,
)
from gourds.reconfigure.spaces.placement_graph import Pairs, graph_of, moves_from

Rule = Literal[
    "one cell",
    "proper",
    "no placement",
    "disconnected",
    "cut cell",
    "never empty",
    "no pivot",
    "necklace",
    "station",
    "odd walk",
    "even walks",
    "open",
]
"""What decides, in the order in which it is tried."""

MOST_PLACEMENTS: Final = 5_000
"""All placements are visited if there are no more."""
MOST_CELLS: Final = 5_000
"""Larger boards are judged only if they are proper."""
TRIES: Final = 8
"""Random placements for each cell, from which cycles are looked for."""
WORK: Final = 500_000
"""No more placements than this divided by the number of cells."""


@dataclass(frozen=True)
class Judgement:
    """Whether a board is reconfigurable, and why."""

    is_reconfigurable: bool | None
    """None if the conditions do not tell."""
    rule: Rule
    """Which condition decides."""
    reason: str
    """The same in a sentence."""
    cells: tuple[int, ...] = ()
    """The cells that show it, by index: those that are never empty, a necklace, a station, a cycle."""
    is_half: bool = False
    """True iff the configurations are known to be one set or two."""

    def __str__(self) -> str:
        if self.is_reconfigurable is None:
            return f"not known ({self.reason})"
        return f"{self.verdict} (proved: {self.reason})"

    @property
    def verdict(self) -> Literal["yes", "no", "unknown"]:
        """The answer in a word."""
        return "unknown" if self.is_reconfigurable is None else "yes" if self.is_reconfigurable else "no"


def judge(board: Board, most: int = MOST_PLACEMENTS) -> Judgement:
    """Whether every configuration reaches every other; ``most`` bounds the placements that may be visited.

    >>> from gourds.reconfigure.spaces.holes import STUCK_RING, TWO_RINGS
    >>> judge(STUCK_RING).rule, judge(TWO_RINGS).rule
    ('necklace', 'odd walk')
    """
    if board.size == 1:
        return Judgement(True, "one cell", "there is one cell and no gourd")
    if not board.is_connected:
        return Judgement(False, "disconnected", "the board is not connected")
    if board.is_proper:
        return Judgement(True, "proper", "the board is proper")
    if board.size > MOST_CELLS:
        return Judgement(
            None, "open", f"boards of more than {MOST_CELLS:,} cells that are not proper are not looked at"
        )
    mate = find_placement(board) if board.size % 2 else None
    if mate is None:
        return Judgement(False, "no placement", "no placement leaves exactly one cell empty")
    if shut := never_empty(board, mate):
        q, r = board.cells[shut[0]].tolist()
        reason = f"the cell ({q}, {r}) is never empty, so its gourd never leaves it"
        return Judgement(False, "never empty", reason, tuple(shut))
    if board.cut_cells:
        reason = "gourds on different sides of a cut cell never trade places"
        return Judgement(False, "cut cell", reason, tuple(board.cut_cells))
    triangle = next(pivot_triangles(board, mate), None)
    if triangle is None:
        return Judgement(False, "no pivot", "no gourd can ever pivot, so an even number of gourds are reversed")
    station = next(stations(board, mate), None)
    if station is not None:
        reason = "two gourds can trade places on a trapezoid of five cells that can be detached"
        return Judgement(True, "station", reason, station, is_half=True)
    return _by_walks(board, triangle, mate, most)


def _by_walks(board: Board, triangle: tuple[int, ...], mate: list[int], most: int) -> Judgement:
    """The rest of the conditions: necklaces, and the parity of walks."""
    ears = ears_from(board, triangle, mate)
    if len(ears) == 1:
        (third,) = set(triangle) - {ears[0].first, ears[0].last}
        cycle = (ears[0].first, *ears[0].path, ears[0].last, third)
        if is_necklace(board, cycle):
            reason = "the board is a necklace: all gourds keep their order around it"
            return Judgement(False, "necklace", reason, cycle)
    odd = next((cycle for cycle in _cycles(board, triangle, ears) if len(cycle) % 4 == 1), None)
    if odd is not None:
        reason = f"a walk around {len(odd)} cells that can be detached is an odd permutation of their gourds"
        return Judgement(True, "odd walk", reason, tuple(odd), is_half=True)
    are_even = are_walks_even(board, mate, most)
    if are_even is None:
        reason = "gourds can be reversed, and all even permutations can be made; we do not know about odd ones"
        return Judgement(None, "open", reason, is_half=True)
    if are_even:
        return Judgement(False, "even walks", "all closed walks permute the gourds evenly", is_half=True)
    return Judgement(True, "odd walk", "a closed walk permutes the gourds oddly", is_half=True)


def ears_from(board: Board, inside: tuple[int, ...], mate: list[int]) -> list[Ear]:
    """Ears that take a critical detachable sub-board to the whole of a critical 2-connected board, one after another.

    ``mate`` is any placement.
    """
    grown, ears = set(inside), []
    cover = find_cover(board, inside, mate)
    while cover is not None and (ear := grow(board, grown, cover)) is not None:
        ears.append(ear)
        grown |= set(ear.path)
    return ears


def is_necklace(board: Board, cycle: tuple[int, ...]) -> bool:
    """True iff a cycle through all cells has no chords but short ones, and no three of these in a row."""
    size = len(cycle)
    place = {cell: k for k, cell in enumerate(cycle)}
    short = [False] * size
    for a, b in board.edges.tolist():
        step = (place[b] - place[a]) % size
        if step in (2, size - 2):
            short[place[a] if step == 2 else place[b]] = True
        elif step not in (1, size - 1):
            return False
    return size > 5 and not any(short[k - 2] and short[k - 1] and short[k] for k in range(size))


def _cycles(board: Board, triangle: tuple[int, ...], ears: list[Ear]) -> Iterator[list[int]]:
    """Detachable cycles of an odd number of cells: through each ear, through each edge, for random placements."""
    inside = set(triangle)
    for ear in ears:
        path, _ = even_path(board, ear.first, ear.last, inside)
        yield path + list(reversed(ear.path))
        inside |= set(ear.path)
    yield from odd_cycles(board, islice(_placements(board), WORK // board.size))


def _placements(board: Board) -> Iterator[list[int]]:
    """A placement for each empty cell of a critical board, and then random ones."""
    rng = random.Random(1)
    for chance in (None, *(rng for _ in range(TRIES))):
        for cell in range(board.size):
            edges = board.edges[(board.edges != cell).all(axis=1)]
            yield maximum_matching(board.size, edges, rng=chance).tolist()


def are_walks_even(board: Board, mate: list[int], most: int = MOST_PLACEMENTS) -> bool | None:
    """True iff no closed walk permutes the gourds oddly; None if there are more placements than ``most``.

    All placements that can be reached from ``mate`` are visited. The parity of the way to each is kept; a move to a
    placement seen before that has the other parity closes an odd walk.
    """
    near = graph_of(board)
    origin: Pairs = tuple((a, b) for a, b in enumerate(mate) if a < b)
    parity = {origin: 0}
    waiting = deque([(origin, mate.index(-1))])
    while waiting:
        here, hole = waiting.popleft()
        for there, entries, left in moves_from(near, here, hole):
            # One gourd goes to another slot and those between shift: a cycle of all slots that change.
            changed = sum(entry >> 1 != slot for slot, entry in enumerate(entries))
            due = (parity[here] + max(0, changed - 1)) % 2
            if there not in parity:
                if len(parity) >= most:
                    return None
                parity[there] = due
                waiting.append((there, left))
            elif parity[there] != due:
                return False
    return True
