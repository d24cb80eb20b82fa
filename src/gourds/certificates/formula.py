"""The formula ``direct-1`` of an instance, built from the definition alone, for checking proofs.

A second implementation of the specification in ``docs/certificates.md``, in plain Python and independent of the one
that the solvers use. Every placement gives a solution of the formula: an edge is true iff a gourd lies on it, a
cell is true iff it is the empty one, and 'at least j of these' is true iff it is so. Hence a proof that the formula
has no solution proves that there is no placement.
"""

from __future__ import annotations

from gourds.certificates.puzzle import Puzzle

Clause = list[int]


def direct_formula(puzzle: Puzzle) -> list[Clause] | None:
    """The clauses in the specified order; None if the color totals leave no color for the empty cell."""
    empty_color = puzzle.empty_color()
    if empty_color is None:
        return None
    place = {cell: k for k, cell in enumerate(puzzle.color)}
    edges = sorted((place[a], place[b]) for a in puzzle.color for b in puzzle.partners[a] if place[a] < place[b])
    cells = list(puzzle.color)
    at: list[list[int]] = [[] for _ in cells]
    of_pair: dict[tuple[int, int], list[int]] = {pair: [] for pair in puzzle.budget}
    for variable, (v, w) in enumerate(edges, start=1):
        at[v].append(variable)
        at[w].append(variable)
        of_pair[puzzle.pair(cells[v], cells[w])].append(variable)
    empties: list[int] = []
    for v, cell in enumerate(cells):
        if puzzle.color[cell] == empty_color:
            variable = len(edges) + len(empties) + 1
            at[v].append(variable)
            empties.append(variable)
    clauses: list[Clause] = []
    for variables in at:
        clauses.append(list(variables))
        clauses += [[-a, -b] for k, a in enumerate(variables) for b in variables[k + 1 :]]
    top = _exactly(1, empties, len(edges) + len(empties), clauses)
    for pair in sorted(puzzle.budget):
        if pair[0] != pair[1]:
            top = _exactly(puzzle.budget[pair], of_pair[pair], top, clauses)
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
