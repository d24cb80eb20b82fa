"""The null space of a formula's linear system: how far linear algebra alone decides it.

Exactly one true literal in every clause is a linear system A·x = b with x in {0, 1}: a row for each clause, a column
for each variable, +1 or −1 for each literal (¬x is 1 − x), and b = 1 if all literals are positive. Modulo a prime its
solutions, if any, form a space of the dimension d of the null space of A, and at most 2^d of them are assignments.

If all literals are positive, x = 1/3 everywhere is a solution. So if the null space is 0 modulo a prime greater than 3,
it is the only one there, 1/3 is neither 0 nor 1, and the formula is *unsatisfiable for a trivial reason*. The matrix of
a cubic formula is square, and that of a random one is mostly nonsingular: linear algebra decides it at once, though
solvers that learn clauses do not see that and take exponential time. A benchmark whose hardness shall not rest on
this needs a large null space: see :mod:`gourds.formulas.threshold`.

Modulo a prime the dimension is that over the rationals or, for the finitely many primes that divide some minor,
greater. The elimination is that of :mod:`gourds.matching.components.modular`. A random cubic formula of 3,000 variables
takes a tenth of a second.

>>> from gourds.formulas.formula import OneInThree
>>> null_space_dimension(OneInThree(4, ((1, 2, 3), (1, 2, 4), (1, 3, 4), (2, 3, 4))))
0
>>> null_space_dimension(OneInThree(3, ((1, 2, 3), (1, 2, 3), (1, 2, 3))))
2
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from gourds.errors import InputError
from gourds.formulas.formula import OneInThree
from gourds.matching.components.modular import LARGEST_PRIME, Row, rank

PRIME: Final = LARGEST_PRIME
"""Large, so that the dimension is almost surely that over the rationals."""


def null_space_dimension(formula: OneInThree, prime: int = PRIME) -> int:
    """The dimension of the null space of the formula's matrix modulo a prime; the caller answers for it being one."""
    if not 3 < prime <= PRIME:
        raise InputError(f"the prime must be greater than 3 and at most {PRIME:,}")
    rows: list[Row] = []
    for clause in formula.clauses:
        row: Counter[int] = Counter()
        for literal in clause:
            row[abs(literal) - 1] += 1 if literal > 0 else -1
        rows.append(row)
    return formula.variables - rank(rows, formula.variables, prime)
