"""The filler of a gadget: that it keeps gadgets apart, and that gourds of its own cover it.

Gadgets stand side by side in any order. If the first column of each is filler, no two of them touch: the columns of two
neighbors differ by one at most, and between cells of two gadgets that are not filler there is always a whole column of
filler. No gourd joins filler and another color, so the filler of a board has to be covered by itself. It can be if the
filler of every gadget can. The paper leaves two columns on both sides of a gadget and has filler in runs of even length
in every row; horizontal gourds cover that. This is enough, but takes more room than is needed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import numpy as np

from gourds.hexgrid import Cell
from gourds.words import enumerated

FILLER: Final = "F"
"""The color of the filler."""

Rows = tuple[tuple[str, ...], ...]
_FORWARD = ((1, 0), (0, 1), (-1, 1))
"""One of each two opposite directions."""


def odd_runs(rows: Rows) -> list[int]:
    """The rows with a run of filler of odd length."""
    spelled = ("".join("F" if symbol == FILLER else "." for symbol in row) for row in rows)
    return [r for r, row in enumerate(spelled) if any(len(run) % 2 for run in re.findall("F+", row))]


def stands_apart(rows: Rows) -> bool:
    """True iff the first column is filler, and gourds of filler alone cover the filler."""
    return bool(rows) and not any(faulty_rows(rows))


def faulty_rows(rows: Rows) -> tuple[list[int], list[int]]:
    """The rows that do not begin with filler, and those with an odd run of it if its own gourds cannot cover it."""
    is_covered = cover_filler(rows) is not None
    return [r for r, row in enumerate(rows) if row[0] != FILLER], [] if is_covered else odd_runs(rows)


def spell_rows(rows: Sequence[int]) -> str:
    """Rows counted from 1: 'row 2', 'rows 1 and 3'."""
    return f"row{'' if len(rows) == 1 else 's'} {enumerated([str(r + 1) for r in rows])}"


def cover_filler(rows: Rows) -> list[tuple[Cell, Cell]] | None:
    """Gourds that cover the filler, horizontal ones if these are enough; None if there are no such gourds.

    >>> cover_filler((("F", "x"), ("F", "x")))
    [((0, 0), (0, 1))]
    """
    if not odd_runs(rows):
        return horizontal(rows)
    from gourds.matching.maximum import maximum_matching

    cells = [(q, r) for r, row in enumerate(rows) for q, symbol in enumerate(row) if symbol == FILLER]
    at = {cell: k for k, cell in enumerate(cells)}
    near = [(at[q, r], at[q + a, r + b]) for q, r in cells for a, b in _FORWARD if (q + a, r + b) in at]
    mate = maximum_matching(len(cells), np.array(near, dtype=np.int64).reshape(-1, 2)).tolist()
    if -1 in mate:
        return None
    return [(cells[k], cells[other]) for k, other in enumerate(mate) if k < other]


def horizontal(rows: Rows) -> list[tuple[Cell, Cell]]:
    """A gourd for each two cells of filler from the left; the last one of an odd run sticks out of the filler."""
    found = []
    for r, row in enumerate(rows):
        q = 0
        while q < len(row):
            if row[q] == FILLER:
                found.append(((q, r), (q + 1, r)))
                q += 1
            q += 1
    return found
