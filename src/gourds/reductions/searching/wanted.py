"""What a gadget must be able to do, and must not: the five conditions of the proof, for a gadget by itself.

Let d = high − low be what a clause takes more of (X, V) if X is true. By *no excess* a false variable uses 3d more
(x, V) than a true one. A variable gadget has two colors besides filler, x and V, and the number of its cells of color
x is 2·s(x, x) + s(x, V) in every covering, so s(x, V) does not change its parity. So 3d is even. The smallest choice
is d = 2, and the search is for gadgets with d = 2; with d = 4 a variable gadget has 24 or more cells besides its
filler.

**Variable.** One number, s(x, V), tells signatures apart. It must be a (true) and a + 6 (false), both must occur, and
nothing else may. With e gourds (x, x) and k gourds (V, V) in the covering *false* there are a + 6 + 2e cells of color
x and a + 6 + 2k of color V, twelve or more in all. Exchanging x and V changes nothing, so e ≤ k.

If there are just twelve, f and t together form cycles whose edges are of f and t in turn. If there were two cycles, f
on one and t on the other would be a third signature. So the twelve cells have a Hamiltonian cycle x x V V x x V V x x
V V.

**Clause.** All of s(X, V), s(Y, V), s(Z, V) must be from low to low + 2; where each is low or low + 2, exactly one is
low + 2; each of the three must be possible, with the same numbers of (X, Y), (X, Z), (Y, Z) in all three. Numbers of
(X, X) and (V, V) follow. A true X has one (X, X) less than a false one, so with low = 0 there are at least two (X,
V), one (Y, Y) and one (Z, Z): eight cells. Gourds of two variables are a trap: if (X, Y) comes with a clause, two
variables that are X and Y in one clause may be Y and Z in another, so in every clause all three kinds must be
reckoned with.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

GAP: Final = 2
"""What a clause takes more of a true variable."""
FORBIDDEN, FREE, FIRST_MUST = 0, 1, 2
"""What becomes of a covering by its numbers (X, V), (Y, V), (Z, V); from FIRST_MUST on: one that must exist."""


@dataclass(frozen=True)
class Wanted:
    """What a gadget with given numbers of cells of each color must be able to do."""

    name: str
    """``variable`` or ``clause``."""
    totals: tuple[int, ...]
    """How many cells have each color: x and V, or X, Y, Z and V."""
    crossed: tuple[int, int, int]
    """How many (X, Y), (X, Z) and (Y, Z) each covering uses that means something."""
    low: int
    """The least number of (x, V) or (X, V) in a covering."""

    @property
    def colors(self) -> tuple[str, ...]:
        """The colors that the totals are of."""
        return ("x", "V") if self.name == "variable" else ("X", "Y", "Z", "V")

    @property
    def signals(self) -> int:
        """How many colors stand for variables: one or three."""
        return len(self.totals) - 1

    @property
    def meanings(self) -> dict[str, tuple[int, int, int]]:
        """The coverings that mean something: their numbers of (X, V), (Y, V) and (Z, V)."""
        low, high = self.low, self.low + GAP
        if self.name == "variable":
            return {"false": (low + 3 * GAP, 0, 0), "true": (low, 0, 0)}
        return {"X": (high, low, low), "Y": (low, high, low), "Z": (low, low, high)}

    @cached_property
    def kinds(self) -> NDArray[np.int8]:
        """For two colors: −1 if no gourd joins them, 1 to 3 for (X, V) …, 4 to 6 for (X, Y), (X, Z), (Y, Z), else 0."""
        last = self.signals
        found = np.full((last + 1, last + 1), 0, dtype=np.int8)
        for a in range(last):
            found[a, last] = found[last, a] = a + 1
            for b in range(a):
                found[a, b] = found[b, a] = a + b + 3 if any(self.crossed) else -1
        return found

    @cached_property
    def fate(self) -> NDArray[np.int8]:
        """What becomes of coverings by their numbers of (X, V), (Y, V) and (Z, V), each from 0 to ``side`` − 1."""
        found = np.full((self.side,) * 3, FORBIDDEN, dtype=np.int8)
        if self.name == "clause":
            low, high = self.low, self.low + GAP
            for uses in np.ndindex(*found.shape):
                is_between = all(low <= use <= high for use in uses)
                if is_between and not all(use in (low, high) for use in uses):
                    found[uses] = FREE
        for k, uses in enumerate(self.meanings.values()):
            found[uses] = FIRST_MUST + k
        return found

    @property
    def side(self) -> int:
        """One more than any number of gourds."""
        return sum(self.totals) // 2 + 1

    @property
    def before(self) -> tuple[int, ...]:
        """For each color the one that must come first in scan order, or −1: of equal colorings one is tried."""
        if self.name == "variable":
            return (-1, 0) if self.totals[0] == self.totals[1] else (-1, -1)
        (x, y, z, _), (xy, xz, yz) = self.totals, self.crossed
        return -1, 0 if x == y and xz == yz else -1, 1 if y == z and xy == xz else -1, -1


def wishes(name: str, cells: int) -> Iterator[Wanted]:
    """All that a gadget with so many cells besides its filler can be wanted to do, up to renaming colors."""
    yield from _variables(cells) if name == "variable" else _clauses(cells)


def _variables(cells: int) -> Iterator[Wanted]:
    rest = cells // 2 - 3 * GAP
    for low in range(rest + 1):
        for e in range((rest - low) // 2 + 1):
            k = rest - low - e
            yield Wanted("variable", (low + 6 + 2 * e, low + 6 + 2 * k), (0, 0, 0), low)


def _clauses(cells: int) -> Iterator[Wanted]:
    for low in range((cells // 2 - 4) // 3 + 1):
        rest = cells // 2 - 4 - 3 * low
        for xy, xz, yz, vv, xx, yy in np.ndindex(*(rest + 1,) * 6):
            zz = rest - xy - xz - yz - vv - xx - yy
            is_first = xy >= xz >= yz and (xz != yz or xx >= yy) and (xy != xz or yy >= zz)
            if zz >= 0 and is_first:
                x, y, z = (2 + low + 2 * own for own in (xx, yy, zz))
                yield Wanted("clause", (x + xy + xz, y + xy + yz, z + xz + yz, 2 + 3 * low + 2 * vv), (xy, xz, yz), low)
