"""Systems of linear equations modulo a prime: sparse elimination first, dense elimination of what that leaves.

What it solves: A x = b over the integers modulo p, A sparse. It finds a solution with all free unknowns 0, says which
unknowns are the same in every solution, and for an unknown of these (or for a system without a solution) it finds the
combination of equations that shows it. It tells the rank of A too.

Why it is correct: only multiples of equations are added to equations. What :func:`combination` returns is checked by
its caller with plain integers; nothing is believed because a float said so.

What it costs: sparse steps take the equation with the fewest unknowns and its rarest unknown (Markowitz), until the
rest is so dense that arrays are quicker. The dense rest, k × k, is eliminated in blocks by matrix products in float64,
which are exact since 64·p² < 2⁵³: k³ operations at the speed of BLAS. A cubic formula of 3,000 variables leaves some
1,000 dense unknowns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

import numpy as np
from numpy.typing import NDArray

PRIME = 101
"""Small, so that witnesses are short; a random nonsingular matrix stays so modulo p with probability 1 − 1/p or so."""
LARGEST_PRIME = 8_388_593
"""The largest prime below 2²³; what was said of floats holds for no prime much larger."""
Row = dict[int, int]
"""The coefficients of an equation, by unknown; none of them 0."""
MANY_FREE = 64
"""With more free unknowns than this, how each unknown depends on them is only sampled."""
_BLOCK = 64
_DENSE = 40
"""Where the shortest equation has more unknowns than this, arrays take over."""


@dataclass(frozen=True)
class Solved:
    """All solutions of a system modulo a prime: ``values`` + ``directions`` · (any values of the free unknowns)."""

    values: NDArray[np.int64]
    """The solution with all free unknowns 0."""
    free: NDArray[np.int64]
    """The free unknowns."""
    directions: NDArray[np.int64]
    """Shape (unknowns, free ones): how each unknown depends on them. If they are many: four random sums of columns."""

    @property
    def is_determined(self) -> NDArray[np.bool_]:
        """Whether an unknown has the same value in every solution; with many free ones wrong with probability p⁻⁴."""
        return np.asarray(~self.directions.any(axis=1), dtype=np.bool_)


@dataclass(frozen=True)
class _Step:
    """An equation that was used to eliminate an unknown; its other unknowns are eliminated later or never."""

    unknown: int
    row: Row
    value: int


def solve_modular(rows: Sequence[Row], values: Sequence[int], unknowns: int, prime: int = PRIME) -> Solved | None:
    """A solution of ``rows`` · x ≡ ``values``, or None if there is none.

    >>> solved = solve_modular([{0: 1, 1: 1}, {0: 1, 1: -1}], [1, 0], 2)
    >>> solved.values.tolist()  # one half is 51 modulo 101
    [51, 51]
    """
    found = _eliminate(rows, values, unknowns, prime)
    if found is None:
        return None
    steps, dense = found
    free = np.setdiff1d(np.arange(unknowns), np.array([*(s.unknown for s in steps), *dense.pivots], dtype=np.int64))
    chosen = np.eye(len(free), dtype=np.int64)
    if len(free) > MANY_FREE:
        chosen = np.random.default_rng(1).integers(0, prime, (len(free), 4))
    table = np.zeros((unknowns, 1 + chosen.shape[1]), dtype=np.int64)
    table[free, 1:] = chosen
    _back(steps, dense, table, prime)
    return Solved(table[:, 0], free, (table[:, 1:] - table[:, :1]) % prime)


def rank(rows: Sequence[Row], unknowns: int, prime: int = PRIME) -> int:
    """How many of the rows are independent.

    >>> rank([{0: 1, 1: 1}, {1: 1, 2: 1}, {0: 1, 2: -1}], 3)
    2
    """
    found = _eliminate(rows, [0] * len(rows), unknowns, prime)
    assert found is not None  # 0 ≡ 0 at most
    steps, dense = found
    return len(steps) + len(dense.pivots)


def combination(
    rows: Sequence[Row], values: Sequence[int], unknowns: int, target: Row | None, prime: int = PRIME
) -> NDArray[np.int64] | None:
    """Multipliers of the equations whose sum has the left-hand side ``target``, or is 0 ≡ 1 where that is None.

    None if there are no such multipliers.
    """
    columns: list[Row] = [{} for _ in range(unknowns)]
    for k, row in enumerate(rows):
        for unknown, coefficient in row.items():
            columns[unknown][k] = coefficient
    wanted = [0] * unknowns
    if target is None:
        columns.append({k: value for k, value in enumerate(values) if value % prime})
        wanted.append(1)
    else:
        for unknown, coefficient in target.items():
            wanted[unknown] = coefficient
    solved = solve_modular(columns, wanted, len(rows), prime)
    return None if solved is None else solved.values


# -- sparse ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Dense:
    """Echelon form of the dense rest: row k has its pivot in unknown ``pivots[k]``, and 0 in those before."""

    pivots: list[int]
    unknowns: NDArray[np.int64]
    """The unknown of each column."""
    columns: list[int]
    """The column of each pivot."""
    table: NDArray[np.float64]
    """Coefficients, and in the last column the right-hand side."""


def _eliminate(
    rows: Sequence[Row], values: Sequence[int], unknowns: int, prime: int
) -> tuple[list[_Step], _Dense] | None:
    """Steps in order, and the dense rest; None if an equation became 0 ≡ c."""
    left: list[Row | None] = []
    right = [value % prime for value in values]
    holders: list[set[int]] = [set() for _ in range(unknowns)]
    for k, given in enumerate(rows):
        kept = {unknown: c % prime for unknown, c in given.items() if c % prime}
        left.append(kept)
        for unknown in kept:
            holders[unknown].add(k)
    steps: list[_Step] = []
    heap = [(len(row or ()), k) for k, row in enumerate(left)]
    heapify(heap)
    while heap:
        size, k = heappop(heap)
        row = left[k]
        if row is None or len(row) != size:
            continue
        if not row:
            if right[k]:
                return None
            left[k] = None
            continue
        if size > _DENSE:
            break
        pivot = min(row, key=lambda unknown: (len(holders[unknown]), unknown))
        left[k] = None
        for unknown in row:
            holders[unknown].discard(k)
        inverse = pow(row[pivot], -1, prime)
        steps.append(_Step(pivot, {u: c * inverse % prime for u, c in row.items()}, right[k] * inverse % prime))
        step = steps[-1]
        for other in holders[pivot]:
            _subtract(left[other], other, step, right, holders, prime)
            heappush(heap, (len(left[other] or ()), other))
        holders[pivot] = set()
    rest = [k for k, row in enumerate(left) if row is not None]
    dense = _echelon([left[k] or {} for k in rest], [right[k] for k in rest], prime)
    return None if dense is None else (steps, dense)


def _subtract(row: Row | None, k: int, step: _Step, right: list[int], holders: list[set[int]], prime: int) -> None:
    """Take the step's equation away from row k as often as removes the step's unknown."""
    assert row is not None
    factor = row[step.unknown]
    for unknown, coefficient in step.row.items():
        value = (row.get(unknown, 0) - factor * coefficient) % prime
        if value:
            if unknown not in row:
                holders[unknown].add(k)
            row[unknown] = value
        elif unknown in row:
            del row[unknown]
            if unknown != step.unknown:
                holders[unknown].discard(k)
    right[k] = (right[k] - factor * step.value) % prime


# -- dense ----------------------------------------------------------------------------------------------------


def _echelon(rows: list[Row], values: list[int], prime: int) -> _Dense | None:
    unknowns = np.array(sorted({unknown for row in rows for unknown in row}), dtype=np.int64)
    place = {int(unknown): k for k, unknown in enumerate(unknowns)}
    table = np.zeros((len(rows), len(unknowns) + 1))
    for k, row in enumerate(rows):
        for unknown, coefficient in row.items():
            table[k, place[unknown]] = coefficient
    table[:, -1] = values
    columns: list[int] = []
    for start in range(0, len(unknowns), _BLOCK):
        end = min(start + _BLOCK, len(unknowns))
        first = len(columns)
        factors = _eliminate_panel(table, start, end, columns, prime)
        count = len(columns) - first
        if not count:
            continue
        block = table[first:, end:]
        for t in range(1, count):  # rows of the pivots themselves
            block[t] = (block[t] - factors[t, :t] @ block[:t]) % prime
        block[count:] = (block[count:] - factors[count:, :count] @ block[:count]) % prime
    if table[len(columns) :, -1].any():
        return None
    return _Dense([int(unknowns[c]) for c in columns], unknowns, columns, table[: len(columns)])


def _eliminate_panel(
    table: NDArray[np.float64], start: int, end: int, columns: list[int], prime: int
) -> NDArray[np.float64]:
    """Eliminate within some columns; what was taken away of each pivot row is left to do in the columns after them."""
    first = len(columns)
    factors = np.zeros((len(table) - first, end - start))
    for column in range(start, end):
        k = len(columns)
        nonzero = np.flatnonzero(table[k:, column])
        if not nonzero.size:
            continue
        other = k + int(nonzero[0])
        if other != k:
            table[[k, other]] = table[[other, k]]
            factors[[k - first, other - first]] = factors[[other - first, k - first]]
        inverse = pow(int(table[k, column]), -1, prime)
        factor = table[k + 1 :, column] * inverse % prime
        factors[k + 1 - first :, k - first] = factor
        table[k + 1 :, column:end] = (table[k + 1 :, column:end] - np.outer(factor, table[k, column:end])) % prime
        columns.append(column)
    return factors


def _back(steps: Sequence[_Step], dense: _Dense, table: NDArray[np.int64], prime: int) -> None:
    """Enter the values of all pivots into a table with those of the free unknowns; a column for each assignment."""
    for k in range(len(dense.pivots) - 1, -1, -1):
        column = dense.columns[k]
        row = dense.table[k, :-1].astype(np.int64)
        rest = row[column + 1 :] @ table[dense.unknowns[column + 1 :]]
        inverse = pow(int(row[column]), -1, prime)
        table[dense.pivots[k]] = (int(dense.table[k, -1]) - rest) % prime * inverse % prime
    for step in reversed(steps):
        total = np.full(table.shape[1], step.value, dtype=np.int64)
        for unknown, coefficient in step.row.items():
            if unknown != step.unknown:
                total -= coefficient * table[unknown]
        table[step.unknown] = total % prime
