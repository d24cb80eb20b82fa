"""The check of a diagram: all states of a sweep over the board, layer by layer, and how many ways lead to each.

The cells are dealt with one after the other: first those of ``order``, then the rest of the board in scan order. A cell
that no gourd covers yet stays empty, or gets a gourd together with a later cell. A *state* holds what matters for the
cells to come: which of them are covered already, and how often each *item* was used. Items are the empty cell, of which
there is 1, and the classes that are counted, with their budgets.

If a placement exists, then it deals with every cell in one of these ways. So it has a state after every step, and that
state keeps to the *limits* of every item: used no more often than there is, and so often that what is left to be used
has room on the cells to come. A gourd of class (a, b) that is still to be laid takes two of these, one of color a and
one of color b, partners of each other and in the same part of the board; so in every part there is room for no more
than there are cells of either color with such a partner. Layer k holds all states that k steps can lead to within the
limits. If it is empty for some k, there is no placement.

If all classes of two different colors are counted and all cells are dealt with, there is no room at the end, and every
item was used just as often as it should. The budgets of gourds of one color then follow: the color totals agree, and
the empty cell has the one color that has a cell more. So the ways that lead to the last state are the placements.

A layer is written as differences of its states in order (the first one less −1), numbers of seven bits a byte, smallest
first, the top bit set if more follow; then, if ways are counted, their numbers in the same manner. It is packed by
zlib. The checker makes every layer from the one before and compares. So it reads no more than it expects, and as no
step makes more than seven states of one, its work is in proportion to what the certificate holds.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections import Counter
from typing import Final

from gourds.certificates.entries import REMARKS, Entries, RejectedError, expect_keys, lines, rows
from gourds.certificates.puzzle import Pair, Puzzle
from gourds.hexgrid import Cell

Layer = dict[int, int]
"""For each state the number of ways that lead to it."""
MAX_BITS: Final = 14_000
"""Of a number of placements; Python writes no decimals of more than 4,300 digits."""
EMPTY: Final = (-1, -1)
"""The empty cell among the items, where the others are pairs of colors."""


def check_diagram(puzzle: Puzzle, entries: Entries) -> None:
    """Follow the layers; after the last one that is listed comes an empty one."""
    expect_keys(entries, {"order", "classes", "layers"}, REMARKS)
    classes = [(i, j) for i, j in rows(entries, "classes", 2)]
    if classes != sorted(set(classes)) or any(i == j or (i, j) not in puzzle.budget for i, j in classes):
        raise RejectedError("classes must be different pairs of two colors with a budget, sorted")
    sweep = Sweep(puzzle, _order(puzzle, entries), classes)
    layer, layers = sweep.start, lines(entries, "layers")
    for k, packed in enumerate(layers):
        layer = sweep.advance(k, layer)
        _compare(k, packed, written(sorted(layer)))
    if layer and sweep.advance(len(layers), layer):
        raise RejectedError("the layer after the last one that is listed is not empty")


def check_count(puzzle: Puzzle, entries: Entries) -> int:
    """Follow the layers over the whole board and add up ways; returns the number of placements."""
    expect_keys(entries, {"order", "number", "layers"}, REMARKS)
    order, layers = _order(puzzle, entries), lines(entries, "layers")
    if len(order) != len(puzzle.color) or len(layers) != len(order):
        raise RejectedError("a count deals with every cell of the board, and has a layer for each")
    sweep = Sweep(puzzle, order, sorted((i, j) for i, j in puzzle.budget if i != j))
    layer = sweep.start
    for k, packed in enumerate(layers):
        layer = sweep.advance(k, layer)
        states = sorted(layer)
        _compare(k, packed, written(states) + numbers([layer[state] for state in states]))
    number = sum(layer.values())
    if number.bit_length() > MAX_BITS:
        raise RejectedError("the number has too many digits to be written")
    if entries["number"] != str(number):
        raise RejectedError(f"the number is {number}, not what the certificate says")
    return number


def _order(puzzle: Puzzle, entries: Entries) -> list[Cell]:
    order = [(q, r) for q, r in rows(entries, "order", 2)]
    if len(set(order)) != len(order) or not puzzle.color.keys() >= set(order):
        raise RejectedError("order must list different cells of the board")
    return order


class Sweep:
    """The steps over the cells of an order, worked out for states that are numbers.

    The lowest bits of a state are fields, one for each item, that hold how often it was used; above them stands one bit
    for each cell to come, the next one lowest, set if the cell is covered.
    """

    def __init__(self, puzzle: Puzzle, order: list[Cell], classes: list[Pair]) -> None:
        color, part = puzzle.empty_color(), puzzle.odd_part()
        if color is None or part is None:
            raise RejectedError("counting alone decides this instance")
        self.puzzle = puzzle
        self.order = order
        self.free = {cell for cell in part if puzzle.color[cell] == color}
        self.budget = {EMPTY: 1, **{pair: puzzle.budget[pair] for pair in classes}}
        self.shift: dict[Pair, int] = {}
        self.width = 0
        for item, budget in self.budget.items():
            self.shift[item] = self.width
            self.width += (budget + 1).bit_length()  # a step uses at most one more than the limit
        dealt = set(order)
        whole = [*order, *(cell for cell in puzzle.color if cell not in dealt)]
        self.place = {cell: k for k, cell in enumerate(whole)}
        self.least, room = self._least(whole)
        self.start: Layer = {0: 1} if all(room[item] >= budget for item, budget in self.budget.items()) else {}
        """The layer before the first step."""

    def items(self, cell: Cell) -> dict[Pair, list[Cell]]:
        """For each item that dealing with this cell can use, the later cells with which it does so."""
        found: dict[Pair, list[Cell]] = {EMPTY: []} if cell in self.free else {}
        for other in self.later(cell):
            if (pair := self.puzzle.pair(cell, other)) in self.budget:
                found.setdefault(pair, []).append(other)
        return found

    def later(self, cell: Cell) -> list[Cell]:
        """The later cells on which a gourd that covers this cell can lie."""
        return [other for other in self.puzzle.partners[cell] if self.place[other] > self.place[cell]]

    def _least(self, whole: list[Cell]) -> tuple[dict[tuple[int, Pair], int], Counter[Pair]]:
        """How often an item must have been used at least after step k, for the items that step k can use.

        Also the room that there is for each item before the first step.

        The cells are taken up again from the last one on. ``seen`` counts, for each part and class, the cells of either
        color that have a partner of the other among those taken up.
        """
        number = {cell: p for p, part in enumerate(self.puzzle.components) for cell in part}
        room: Counter[Pair] = Counter()
        seen: dict[tuple[int, Pair], dict[int, set[Cell]]] = {}
        least = {}
        for k in range(len(whole) - 1, -1, -1):
            cell = whole[k]
            for item, others in self.items(cell).items():
                least[k, item] = self.budget[item] - room[item]
                if item == EMPTY:
                    room[item] += 1
                    continue
                ends = seen.setdefault((number[cell], item), {color: set() for color in item})
                room[item] -= min(map(len, ends.values()))
                for one in (cell, *others):
                    ends[self.puzzle.color[one]].add(one)
                room[item] += min(map(len, ends.values()))
        return least, room

    def advance(self, k: int, layer: Layer) -> Layer:
        """The layer after step k from the one before it."""
        if k >= len(self.order):
            raise RejectedError("the order has no more cells")
        cell, width = self.order[k], self.width
        ways = []
        for other in self.later(cell):
            pair = self.puzzle.pair(cell, other)
            ways.append((1 << self.place[other] - k, 1 << self.shift[pair] if pair in self.budget else 0))
        if cell in self.free:
            ways.append((0, 1 << self.shift[EMPTY]))
        limits = []
        for item in self.items(cell):
            most = self.budget[item]
            limits.append((self.shift[item], (1 << (most + 1).bit_length()) - 1, self.least[k, item], most))
        found: Layer = {}
        for state, count in layer.items():
            covered, used = state >> width, state & (1 << width) - 1
            if covered & 1:
                following = [(covered, used)]
            else:
                following = [(covered | bit, used + one) for bit, one in ways if not covered & bit]
            for covered, used in following:
                if all(least <= used >> shift & mask <= most for shift, mask, least, most in limits):
                    state = covered >> 1 << width | used
                    found[state] = found.get(state, 0) + count
        return found


def written(states: list[int]) -> bytes:
    """States in order as bytes."""
    return numbers([after - before for before, after in zip([-1, *states], states, strict=False)])


def numbers(values: list[int]) -> bytes:
    """Whole numbers as bytes."""
    found = bytearray()
    for value in values:
        while value > 127:
            found.append(value & 127 | 128)
            value >>= 7
        found.append(value)
    return bytes(found)


def _compare(k: int, packed: str, expected: bytes) -> None:
    """Reject unless the text is the expected bytes, packed; it is unpacked no further than these."""
    if not expected:
        raise RejectedError(f"layers[{k}] should be empty, and then it is not listed")
    unpacker = zlib.decompressobj()
    try:
        found = unpacker.decompress(base64.b64decode(packed, validate=True), len(expected) + 1)
    except (binascii.Error, ValueError, zlib.error):
        raise RejectedError(f"layers[{k}] cannot be unpacked") from None
    if found != expected or not unpacker.eof or unpacker.unused_data:
        raise RejectedError(f"layers[{k}] does not hold the states that the layer before it leads to")
