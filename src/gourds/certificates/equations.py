"""The equations of an instance, built from the definition alone, for checking proofs.

A second implementation of the specification in ``docs/certificates.md``, in plain Python and independent of the one
that the solvers use. Every placement gives a solution: an edge is true iff a gourd lies on it, a cell is true iff it is
the empty one. Hence a proof that there is no solution proves that there is no placement.

There are two *encodings*. ``textbook`` has every edge, every cell and every class with an edge or a budget. ``reduced``
has only the edges of classes with a budget, only the cells of the empty color, and only the classes of two different
colors.
"""

from __future__ import annotations

from typing import NamedTuple

from gourds.certificates.entries import RejectedError
from gourds.certificates.puzzle import Pair, Puzzle

ENCODINGS = ("reduced", "textbook")


class Equations(NamedTuple):
    """Exactly so many of some variables are true.

    Variables are numbered from 1: the edges by their two cells in scan order, then the cells that may stay empty in
    scan order.
    """

    variables: int
    """How many there are."""
    cells: list[list[int]]
    """For every cell in scan order its variables; one of them is true."""
    empties: list[int]
    """The cells that may stay empty; one of them is true."""
    classes: list[tuple[list[int], int]]
    """For every class, sorted by its two colors, its edges and how many of them are true."""


def equations(puzzle: Puzzle, encoding: str) -> Equations:
    """The equations in one of the two encodings; ``reduced`` needs color totals that leave one color for the cell."""
    if encoding not in ENCODINGS:
        raise RejectedError(f"there is no encoding {encoding[:40]!r}; there are {' and '.join(ENCODINGS)}")
    place = {cell: k for k, cell in enumerate(puzzle.color)}
    if encoding == "reduced":
        near, color = puzzle.partners, puzzle.empty_color()
        empties = [place[cell] for cell in place if puzzle.color[cell] == color]
        totals = {pair: count for pair, count in puzzle.budget.items() if pair[0] != pair[1]}
    else:
        near, empties = {cell: puzzle.neighbors(cell) for cell in place}, [*place.values()]
        totals = {puzzle.pair(a, b): 0 for a in near for b in near[a]} | puzzle.budget
    edges = sorted((place[a], place[b]) for a in place for b in near[a] if place[a] < place[b])
    cells = list(place)
    at: list[list[int]] = [[] for _ in cells]
    of_pair: dict[Pair, list[int]] = {}
    for variable, (v, w) in enumerate(edges, start=1):
        at[v].append(variable)
        at[w].append(variable)
        of_pair.setdefault(puzzle.pair(cells[v], cells[w]), []).append(variable)
    lonely = list(range(len(edges) + 1, len(edges) + len(empties) + 1))
    for variable, v in zip(lonely, empties, strict=True):
        at[v].append(variable)
    classes = [(of_pair.get(pair, []), totals[pair]) for pair in sorted(totals)]
    return Equations(len(edges) + len(lonely), at, lonely, classes)
