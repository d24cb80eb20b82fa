"""The ring that stands for a variable: the border of a parallelogram three rows high, its inside filler.

The ring has cells 0, 1, …, L − 1 in order around, L even, and two coverings: 0–1, 2–3, … means *false*, 1–2, 3–4, …,
(L − 1)–0 means *true*. There are no others, whatever the colors: besides the edges along the ring, its cells have two
edges, at the two sharp corners, and a gourd there would cut off the corner.

A literal is a run of blocks of two cells, a a b b a a … (:class:`~gourds.reductions.rings.sharing.Share`). If the
literal is false, gourds lie in the blocks, (a, a) and (b, b). If it is true they lie across all borders: (a, b)
between blocks, as many as the weight says, and one gourd with V at either end. A positive literal begins at an even
cell and a negative one at an odd cell; cells of V between literals see to that: two after each, but three after the
last positive literal and one after the last negative one, if there are both. So there are two cells of V for each
literal, enough for all gourds with V.

The number of cells in the upper row, the *width*, is even, so that the filler inside is covered by horizontal gourds:
L = 2·width + 2, and L leaves remainder 2 when divided by 4. Two more cells of V are added where it does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from gourds.hexgrid import Cell
from gourds.reductions.gadgets.drawing import VARIABLE_FILLER
from gourds.reductions.rings.sharing import Share

HEIGHT: Final = 3
GAP: Final = 2
"""The columns of filler to the right of every ring."""
SHORTEST: Final = 10
"""A ring of six cells has no inside, and more coverings."""

Gourd = tuple[Cell, Cell]


def ring_length(weights: Iterable[int]) -> int:
    """The number of cells of a ring for literals of these weights.

    >>> ring_length([1, 1, 1]), ring_length([1])
    (18, 10)
    """
    length = sum(2 * weight + 4 for weight in weights)
    return max(SHORTEST, length + (2 - length) % 4)


@dataclass(frozen=True)
class Ring:
    """The ring of a variable at a place on the board."""

    column: int
    colors: tuple[str, ...]
    """The colors of its cells in order around, from the upper left corner to the right."""

    @classmethod
    def of(cls, column: int, positive: Sequence[Share], negative: Sequence[Share]) -> Ring:
        """The ring of a variable that stands in some clauses, and in others negated."""
        filler = VARIABLE_FILLER
        found: list[str] = []
        for share in positive:
            found += [*share.colors(), filler, filler]
        if negative:  # they begin at odd cells: one cell of filler more before the first, one less after the last
            found.append(filler)
            for share in negative:
                found += [*share.colors(), filler, filler]
            found.pop()
        length = ring_length(share.weight for share in (*positive, *negative))
        return cls(column, (*found, *[filler] * (length - len(found))))

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.colors) // 2 - 1

    @cached_property
    def cells(self) -> list[Cell]:
        """The cells in order around."""
        first, last = self.column, self.column + self.width - 1
        above = [(q, 0) for q in range(first, last + 1)]
        below = [(q, 2) for q in range(last, first - 1, -1)]
        return [*above, (last, 1), *below, (first, 1)]

    def covering(self, value: bool) -> list[Gourd]:
        """The gourds that mean a value."""
        cells = self.cells
        turned = [*cells[1:], cells[0]] if value else cells
        return list(zip(turned[::2], turned[1::2], strict=True))

    @property
    def filler(self) -> list[Gourd]:
        """Horizontal gourds on the filler inside, and on that to the right of the ring."""
        end = self.column + self.width
        inside = [((q, 1), (q + 1, 1)) for q in range(self.column + 1, end - 1, 2)]
        return inside + [((end, r), (end + 1, r)) for r in range(HEIGHT)]
