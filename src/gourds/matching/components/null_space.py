"""The null space of a formula's linear system: how far linear algebra alone decides it.

Exactly one true literal in every clause is a linear system A·x = b with x in {0, 1}: a row for each clause, a column
for each variable, +1 or −1 for each literal (¬x is 1 − x), and b = 1 if all literals are positive. Modulo a prime its
solutions, if any, form a space of the dimension d of the null space of A, and at most 2^d of them are assignments.

If all literals are positive, x = 1/3 everywhere is a solution. So if the null space is 0 modulo a prime greater than 3,
it is the only one there, 1/3 is neither 0 nor 1, and the formula is *unsatisfiable for a trivial reason*. The matrix of
a cubic formula is square, and that of a random one is mostly nonsingular: linear algebra decides it at once, though
solvers that learn clauses do not see that and take exponential time. A benchmark whose hardness shall not rest on
this needs a large null space: see :mod:`gourds.formulas.threshold`.

Elimination begins with sparse rows. The column with the fewest entries is cleared first, by its shortest row, which
keeps the rest sparse for long; once a quarter of what remains is nonzero, a dense matrix takes over. Modulo a prime the
dimension is that over the rationals or, for the finitely many primes that divide some minor, greater. The time is
cubic in the size of the dense rest, a sixth of the variables for a random cubic formula: 3,000 take half a second.

>>> from gourds.formulas.formula import OneInThree
>>> null_space_dimension(OneInThree(4, ((1, 2, 3), (1, 2, 4), (1, 3, 4), (2, 3, 4))))
0
>>> null_space_dimension(OneInThree(3, ((1, 2, 3), (1, 2, 3), (1, 2, 3))))
2
"""

from __future__ import annotations

from collections import Counter
from heapq import heapify, heappop, heappush
from typing import Final

import numpy as np

from gourds.errors import InputError
from gourds.formulas.formula import OneInThree

PRIME: Final = 2**31 - 1
"""Large, so that the dimension is almost surely that over the rationals; products of two residues fit into 64 bits."""
DENSE: Final = 0.25
"""The share of nonzero entries from which on a dense matrix is faster."""


def null_space_dimension(formula: OneInThree, prime: int = PRIME) -> int:
    """The dimension of the null space of the formula's matrix modulo a prime; the caller answers for it being one."""
    if not 3 < prime <= PRIME:
        raise InputError(f"the prime must be greater than 3 and at most {PRIME}")
    matrix = _Matrix(formula, prime)
    rank = matrix.eliminate()
    return formula.variables - rank - _dense_rank(list(matrix.rows.values()), prime)


class _Matrix:
    """A sparse matrix; every stored entry is a nonzero residue."""

    def __init__(self, formula: OneInThree, prime: int) -> None:
        self.prime = prime
        self.rows: dict[int, dict[int, int]] = {}
        self.columns: dict[int, set[int]] = {}
        for k, clause in enumerate(formula.clauses):
            entries: Counter[int] = Counter()
            for literal in clause:
                entries[abs(literal)] += 1 if literal > 0 else -1
            self.rows[k] = {v: entry % prime for v, entry in entries.items() if entry}
            for v in self.rows[k]:
                self.columns.setdefault(v, set()).add(k)
        self.entries = sum(map(len, self.rows.values()))

    def eliminate(self) -> int:
        """Take out pivots, and their rows and columns, while the matrix is sparse; returns how many."""
        rank = 0
        queue = [(len(column), v) for v, column in self.columns.items()]
        heapify(queue)
        while queue and self.entries < DENSE * len(self.rows) * len(self.columns):
            count, v = heappop(queue)
            if count == len(self.columns.get(v, ())):  # otherwise it is out of date
                for w in self._clear(v):
                    heappush(queue, (len(self.columns[w]), w))
                rank += 1
        return rank

    def _clear(self, v: int) -> list[int]:
        """Take out a column with the shortest row that has an entry there; returns the columns that have changed."""
        holders = self.columns.pop(v)
        pivot = min(holders, key=lambda k: (len(self.rows[k]), k))
        row = self.rows.pop(pivot)
        inverse = pow(row.pop(v), -1, self.prime)
        self.entries -= len(holders) + len(row)
        for w in row:
            self.columns[w].remove(pivot)
        for k in holders - {pivot}:
            target = self.rows[k]
            factor = target.pop(v) * inverse % self.prime
            self.entries -= len(target)
            for w, entry in row.items():
                value = (target.get(w, 0) - factor * entry) % self.prime
                if value:
                    target[w] = value
                    self.columns[w].add(k)
                elif w in target:
                    del target[w]
                    self.columns[w].remove(k)
            self.entries += len(target)
            if not target:
                del self.rows[k]
        for w in row:
            if not self.columns[w]:
                del self.columns[w]
        return [w for w in row if w in self.columns]


def _dense_rank(rows: list[dict[int, int]], prime: int) -> int:
    """The rank of what remains."""
    place = {v: k for k, v in enumerate(sorted({v for row in rows for v in row}))}
    matrix = np.zeros((len(rows), len(place)), dtype=np.int64)
    for k, row in enumerate(rows):
        matrix[k, [place[v] for v in row]] = list(row.values())
    rank = 0
    for column in range(len(place)):
        nonzero = rank + np.flatnonzero(matrix[rank:, column])
        if nonzero.size:
            matrix[[rank, nonzero[0]]] = matrix[[nonzero[0], rank]]
            inverse = pow(int(matrix[rank, column]), -1, prime)
            rest = matrix[rank + 1 :, column:]
            rest -= (rest[:, :1] * inverse % prime) * matrix[rank, column:]
            rest %= prime
            rank += 1
    return rank
