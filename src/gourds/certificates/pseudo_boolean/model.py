"""The constraints of the OPB file that ``gourds encode`` writes, built anew from the instance.

Variables are numbered from 1: the edges of the board by their two cells in scan order, then the cells that may stay
empty in scan order. Equations, in this order: for every cell, exactly one of its variables; exactly one cell stays
empty; for every class of edges (two colors, sorted), so many of them as the budget says.

``textbook`` has every edge, every cell and every class with an edge or a budget. ``reduced`` has only the edges of
classes with a budget, only the cells of the empty color, and only the classes of two different colors. Every
placement gives a solution of either: an edge is 1 iff a gourd lies on it, a cell iff it is the empty one. So if there
is no solution, there is no placement. ``reduced`` needs color totals that leave one color for the empty cell. An
instance that counting refutes is written as ``textbook`` in both encodings, so that a proof has something to be
about.

An equation counts as two inequalities, ≥ and then ≤. One without variables, 'nothing = 1', is written as x_1 = 2,
since not every reader takes a sum without terms; nothing satisfies either.
"""

from __future__ import annotations

from collections import Counter

from gourds.certificates.entries import RejectedError
from gourds.certificates.pseudo_boolean.inequality import Inequality, negate
from gourds.certificates.puzzle import Pair, Puzzle

ENCODINGS = ("reduced", "textbook")


def exported_constraints(puzzle: Puzzle, encoding: str) -> list[Inequality]:
    """The inequalities in the order of the file; variable k of the file is number k here."""
    if encoding not in ENCODINGS:
        raise RejectedError(f"the encoding must be one of {', '.join(ENCODINGS)}")
    place = {cell: k for k, cell in enumerate(puzzle.color)}
    joined = sorted((place[a], place[b]) for a in place for b in puzzle.neighbors(a) if place[a] < place[b])
    cells = list(place)
    pairs = [puzzle.pair(cells[v], cells[w]) for v, w in joined]
    classes = dict.fromkeys(sorted({*pairs, *puzzle.budget}), 0) | puzzle.budget
    empties, color = list(range(len(cells))), puzzle.empty_color()
    if encoding == "reduced" and not _is_refuted(puzzle, Counter(pairs)):
        kept = [k for k, pair in enumerate(pairs) if pair in puzzle.budget]
        joined, pairs = [joined[k] for k in kept], [pairs[k] for k in kept]
        classes = {pair: puzzle.budget[pair] for pair in sorted(puzzle.budget) if pair[0] != pair[1]}
        empties = [v for v in empties if puzzle.color[cells[v]] == color]
    at: list[list[int]] = [[] for _ in cells]
    of_class: dict[Pair, list[int]] = {pair: [] for pair in classes}
    for variable, ((v, w), pair) in enumerate(zip(joined, pairs, strict=True), start=1):
        at[v].append(variable)
        at[w].append(variable)
        of_class.get(pair, []).append(variable)
    lonely = list(range(len(joined) + 1, len(joined) + len(empties) + 1))
    for variable, v in zip(lonely, empties, strict=True):
        at[v].append(variable)
    rows = [*((variables, 1) for variables in at), (lonely, 1)]
    rows += [(of_class[pair], total) for pair, total in classes.items()]
    return [inequality for variables, total in rows for inequality in _equation(variables, total)]


def _equation(variables: list[int], total: int) -> tuple[Inequality, Inequality]:
    if not variables:
        variables, total = [1], 2
    at_least = Inequality(dict.fromkeys(variables, 1), total)
    return at_least, negate(at_least._replace(bound=total + 1))


def _is_refuted(puzzle: Puzzle, places: Counter[Pair]) -> bool:
    """Wrong color totals, more gourds of a class than edges, or two parts of odd size; it only chooses the model."""
    few = any(count > places[pair] for pair, count in puzzle.budget.items())
    return puzzle.empty_color() is None or few or sum(len(part) % 2 for part in puzzle.components) > 1
