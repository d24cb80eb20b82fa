"""The formulas of an instance, built from the definition alone, for checking proofs.

A second implementation of the specification in ``docs/certificates.md``, in plain Python and independent of the one
that the solvers use. Every placement gives a solution of each formula: an edge is true iff a gourd lies on it, a
cell is true iff it is the empty one, and 'at least j of these' is true iff it is so. Hence a proof that a formula
has no solution proves that there is no placement.

``direct-1`` is what certificates refer to. ``gourds encode --to cnf`` writes one of two formulas: *reduced* is
``direct-1``, or the empty clause alone where a counting law fails and so nothing is left to say; *textbook* has every
edge, every cell and every class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from gourds.certificates.entries import RejectedError
from gourds.certificates.puzzle import Pair, Puzzle
from gourds.hexgrid import Cell

Clause = list[int]


def exported_formula(puzzle: Puzzle, encoding: str) -> list[Clause]:
    """The clauses of the exported file in one of its two encodings, in order."""
    if encoding == "textbook":
        return _textbook_formula(puzzle)
    if encoding != "reduced":
        raise RejectedError(f"there is no encoding {encoding[:40]!r}; there are reduced and textbook")
    clauses = None if _fails_to_count(puzzle) else direct_formula(puzzle)
    return [[]] if clauses is None else clauses


def direct_formula(puzzle: Puzzle) -> list[Clause] | None:
    """The clauses in the specified order; None if the color totals leave no color for the empty cell."""
    empty_color = puzzle.empty_color()
    if empty_color is None:
        return None
    empties = [cell for cell, color in puzzle.color.items() if color == empty_color]
    totals = {pair: count for pair, count in puzzle.budget.items() if pair[0] != pair[1]}
    return _formula(puzzle, puzzle.partners, empties, totals)


def _textbook_formula(puzzle: Puzzle) -> list[Clause]:
    """Every edge has a variable, every cell may stay empty, every class with an edge or a budget has its number."""
    near = {cell: puzzle.neighbors(cell) for cell in puzzle.color}
    totals = {puzzle.pair(a, b): 0 for a in near for b in near[a]} | puzzle.budget
    return _formula(puzzle, near, list(puzzle.color), totals)


def _fails_to_count(puzzle: Puzzle) -> bool:
    """Say whether there is no placement because totals are wrong, places too few, or two parts odd.

    These are laws of ``counting.check_counting``, which says why; the law on the color of the odd part is not among
    them.
    """
    if puzzle.empty_color() is None or sum(len(part) % 2 for part in puzzle.components) > 1:
        return True
    places = Counter(puzzle.pair(a, b) for a in puzzle.color for b in puzzle.neighbors(a))  # each place twice
    return any(2 * count > places[pair] for pair, count in puzzle.budget.items())


def _formula(
    puzzle: Puzzle, partners: Mapping[Cell, list[Cell]], may_stay_empty: list[Cell], totals: Mapping[Pair, int]
) -> list[Clause]:
    """One variable of every cell, one cell that stays empty, and so many edges of each pair of colors in ``totals``.

    Edges are pairs of partners; both cells and ``may_stay_empty`` are in scan order.
    """
    place = {cell: k for k, cell in enumerate(puzzle.color)}
    edges = sorted((place[a], place[b]) for a in puzzle.color for b in partners[a] if place[a] < place[b])
    cells = list(puzzle.color)
    at: list[list[int]] = [[] for _ in cells]
    of_pair: dict[Pair, list[int]] = {}
    for variable, (v, w) in enumerate(edges, start=1):
        at[v].append(variable)
        at[w].append(variable)
        of_pair.setdefault(puzzle.pair(cells[v], cells[w]), []).append(variable)
    empties = list(range(len(edges) + 1, len(edges) + len(may_stay_empty) + 1))
    for variable, cell in zip(empties, may_stay_empty, strict=True):
        at[place[cell]].append(variable)
    clauses: list[Clause] = []
    for variables in at:
        clauses.append(list(variables))
        clauses += [[-a, -b] for k, a in enumerate(variables) for b in variables[k + 1 :]]
    top = _exactly(1, empties, len(edges) + len(empties), clauses)
    for pair in sorted(totals):
        top = _exactly(totals[pair], of_pair.get(pair, []), top, clauses)
    return clauses


def _exactly(t: int, literals: list[int], top: int, clauses: list[Clause]) -> int:
    """Add clauses for 'exactly t of the literals'; returns the largest variable used."""
    if len(literals) < t:
        clauses.append([])
        return top
    if not literals:
        return top
    outputs, top = _at_least(t, literals, top, clauses)
    if t >= 1:
        clauses.append([outputs[t - 1]])
    if len(outputs) > t:
        clauses.append([-outputs[t]])
    return top


def _at_least(t: int, literals: list[int], top: int, clauses: list[Clause]) -> tuple[list[int], int]:
    """Outputs o_1, o_2, …: o_j iff at least j of the literals are true, for j up to t + 1."""
    if len(literals) == 1:
        return list(literals), top
    half = (len(literals) + 1) // 2
    left, top = _at_least(t, literals[:half], top, clauses)
    right, top = _at_least(t, literals[half:], top, clauses)
    count = min(len(literals), t + 1)
    own = list(range(top + 1, top + count + 1))
    top += count
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            if i + j >= 1:
                premise = ([-left[i - 1]] if i else []) + ([-right[j - 1]] if j else [])
                clauses.append([*premise, own[min(i + j, count) - 1]])
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            if i + j + 1 <= count:
                rest = ([left[i]] if i < len(left) else []) + ([right[j]] if j < len(right) else [])
                clauses.append([*rest, -own[i + j]])
    return own, top
