"""The checks that only count: counting laws and barriers.

Each returns None if the certificate proves that there is no placement, else the reason why it does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from gourds.certificates.puzzle import Puzzle


def check_counting(puzzle: Puzzle, data: Mapping[str, Any]) -> str | None:
    """Some counting law fails: color totals, too few places for a kind of gourd, or parts of odd size."""
    empty = puzzle.empty_color()
    if empty is None:
        return None
    places: Counter[tuple[int, int]] = Counter()
    for cell in puzzle.color:
        for other in puzzle.neighbors(cell):
            if (other[1], other[0]) > (cell[1], cell[0]):
                places[puzzle.pair(cell, other)] += 1
    if any(count > places[pair] for pair, count in puzzle.budget.items()):
        return None
    odd = [part for part in puzzle.parts() if len(part) % 2]
    if len(odd) > 1:
        return None
    if not any(puzzle.color[cell] == empty for part in odd for cell in part):
        return None
    return "no counting law fails"


def check_barrier(puzzle: Puzzle, data: Mapping[str, Any]) -> str | None:
    """Without the barrier's cells there are more parts of odd size than the barrier has cells.

    The empty cell is an extra vertex, joined to the cells of its color in the component of odd size; it may belong
    to the barrier, and else it joins those cells into one part and counts as one more vertex of it.
    """
    empty = puzzle.empty_color()
    if empty is None:
        return "the color totals are wrong, so this is no matter of barriers"
    odd = puzzle.odd_part()
    if odd is None:
        return "not exactly one component has an odd number of cells"
    try:
        cells = frozenset((int(q), int(r)) for q, r in data["cells"])
        apex = bool(data["apex"])
    except (KeyError, TypeError, ValueError):
        return "the barrier is not a list of cells"
    if not cells <= puzzle.color.keys():
        return "a cell of the barrier is not on the board"
    candidates = frozenset(cell for cell in odd if puzzle.color[cell] == empty and cell not in cells)
    size = len(cells) + apex
    parts = puzzle.parts(cells, frozenset() if apex else candidates)
    sizes = [len(part) + (not apex and not candidates.isdisjoint(part)) for part in parts]
    if not apex and not candidates:
        sizes.append(1)  # the extra vertex stands alone
    odd_parts = sum(count % 2 for count in sizes)
    if odd_parts > size:
        return None
    return f"{odd_parts} parts of odd size are not more than the {size} vertices of the barrier"
