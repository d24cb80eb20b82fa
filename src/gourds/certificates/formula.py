"""The formulas of an instance, built from its equations, for checking proofs.

They have the solutions of the equations (:mod:`gourds.certificates.equations`), with 'at least j of these' true iff it
is so. Hence a proof that a formula has no solution proves that there is no placement.

``direct-1``, what certificates refer to, is the formula of the reduced equations. ``gourds encode --to cnf`` writes
that of either encoding; where a counting law fails and so nothing is left to say, the reduced one is the empty clause.
"""

from __future__ import annotations

from gourds.certificates.equations import Equations, equations
from gourds.certificates.puzzle import Puzzle

Clause = list[int]


def exported_formula(puzzle: Puzzle, encoding: str) -> list[Clause]:
    """The clauses of the exported file in one of its two encodings, in order."""
    return [[]] if encoding == "reduced" and puzzle.fails_to_count else _formula(equations(puzzle, encoding))


def direct_formula(puzzle: Puzzle) -> list[Clause] | None:
    """The clauses in the specified order; None if the color totals leave no color for the empty cell."""
    return None if puzzle.empty_color() is None else _formula(equations(puzzle, "reduced"))


def _formula(of: Equations) -> list[Clause]:
    """One variable of every cell, one cell that stays empty, and so many edges of each class."""
    clauses: list[Clause] = []
    for variables in of.cells:
        clauses.append(list(variables))
        clauses += [[-a, -b] for k, a in enumerate(variables) for b in variables[k + 1 :]]
    top = _exactly(1, of.empties, of.variables, clauses)
    for variables, total in of.classes:
        top = _exactly(total, variables, top, clauses)
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
