"""Where the filler of a gadget can lie, and all coverings of its other cells.

A gadget is a parallelogram. Inside is a *box*, around it the columns that must be filler:

- ``one``: one column before the box; filler is covered by itself;
- ``two``: as in the paper, two columns before and two after the box, and in every row filler in runs of even length.

A layout says which cells of the box are not filler, as bits of a number, cells in scan order. Half a turn maps a
parallelogram onto itself, so of two layouts that are half a turn apart one is enough.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

MARGINS: Final = {"one": (1, 0), "two": (2, 2)}
"""How many columns of filler stand before and after the box."""
LARGEST: Final = 30
"""Larger boxes are not searched: they have too many colorings."""


@dataclass(frozen=True)
class Box:
    """The part of a gadget where its cells are."""

    rows: int
    columns: int
    filler: str
    """A name in MARGINS."""

    @property
    def width(self) -> int:
        """The columns of the gadget."""
        return self.columns + sum(MARGINS[self.filler])

    @property
    def cells(self) -> int:
        """The cells of the gadget."""
        return self.rows * self.width

    def layouts(self, inner: int, deadline: float) -> Iterator[int]:
        """All layouts with so many cells that are not filler; one of each two. Raises TimeoutError at the deadline."""
        size = self.rows * self.columns
        whole = (1 << size) - 1
        for k, filler in enumerate(combinations(range(size), size - inner)):
            if k % 256 == 0 and time.monotonic() > deadline:
                raise TimeoutError
            layout = whole - sum(1 << k for k in filler)
            turned = self.turned(layout)
            if turned < layout and self.is_sound(turned):
                continue
            if self.is_sound(layout):
                yield layout

    def turned(self, layout: int) -> int:
        """The layout after half a turn."""
        size = self.rows * self.columns
        return int(f"{layout:0{size}b}"[::-1], 2)

    def is_sound(self, layout: int) -> bool:
        """True iff filler keeps the gadget apart and is covered by itself."""
        before = MARGINS[self.filler][0]
        filler = 0
        for r in range(self.rows):
            row = layout >> (r * self.columns) & ((1 << self.columns) - 1)
            spread = ~(row << before) & ((1 << self.width) - 1)
            filler |= spread << (r * self.width)
        if self.filler == "one":
            return filler.bit_count() % 2 == 0 and self._wide.is_coverable(filler, {0: True})
        rows = f"{filler:0{self.rows * self.width}b}"
        runs = (rows[k : k + self.width].split("0") for k in range(0, len(rows), self.width))
        return all(len(run) % 2 == 0 for row in runs for run in row)

    def matchings(self, layout: int) -> NDArray[np.int8]:
        """All coverings of the cells that are not filler: pairs of cells, numbered in scan order."""
        cells = [k for k in range(self.rows * self.columns) if layout >> k & 1]
        number = {cell: k for k, cell in enumerate(cells)}
        found = [[(number[a], number[b]) for a, b in covering] for covering in self._narrow.coverings(layout)]
        return np.array(found, dtype=np.int8).reshape(len(found), len(cells) // 2, 2)

    @cached_property
    def _wide(self) -> _Grid:
        return _Grid(self.rows, self.width)

    @cached_property
    def _narrow(self) -> _Grid:
        return _Grid(self.rows, self.columns)


class _Grid:
    """The neighbors of the cells of a parallelogram, as bits."""

    def __init__(self, rows: int, columns: int) -> None:
        self.later = []
        for r in range(rows):
            for q in range(columns):
                near = [(q + 1, r), (q, r + 1), (q - 1, r + 1)]
                inside = [(a, b) for a, b in near if 0 <= a < columns and b < rows]
                self.later.append(sum(1 << (b * columns + a) for a, b in inside))

    def is_coverable(self, cells: int, known: dict[int, bool]) -> bool:
        """True iff some cells have a perfect matching; ``known`` holds what was found out, at first {0: True}."""
        if cells not in known:
            first, rest = (cells & -cells).bit_length() - 1, cells & (cells - 1)
            near = self.later[first] & rest
            others = (1 << k for k in range(near.bit_length()) if near >> k & 1)
            known[cells] = any(self.is_coverable(rest ^ bit, known) for bit in others)
        return known[cells]

    def coverings(self, cells: int) -> Iterator[tuple[tuple[int, int], ...]]:
        """All perfect matchings of some cells. The first open cell can only be covered with a later one."""
        if not cells:
            yield ()
            return
        first = (cells & -cells).bit_length() - 1
        rest = cells & (cells - 1)
        near = self.later[first] & rest
        while near:
            bit = near & -near
            near ^= bit
            for others in self.coverings(rest ^ bit):
                yield ((first, bit.bit_length() - 1), *others)
