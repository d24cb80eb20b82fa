"""Boards of the paper's reduction from Monotone 1-in-3SAT, for tests and benchmarks of the solvers.

A formula is a list of triples of variables 1..n, each variable in exactly three of them; a board has a feasible
placement iff exactly one variable of every triple can be true. Four rows high, 32n + 48m + 1 cells.
"""

from __future__ import annotations

import random
from collections import Counter

import numpy as np

from gourds.instance import Instance

Formula = list[tuple[int, int, int]]

RING = [(2, 0), (3, 0), (4, 0), (5, 0), (5, 1), (5, 2), (5, 3), (4, 3), (3, 3), (2, 3), (2, 2), (2, 1)]
TRIANGLE_RING = [(2, 0), (3, 0), (4, 0), (5, 0), (4, 1), (3, 2), (2, 3), (2, 2), (2, 1)]
INNER = [(8, 1), (7, 2), (8, 2)]


def random_cubic(n: int, seed: int) -> Formula:
    """A random formula with n variables and n clauses, every variable in three clauses, three in each clause."""
    rng = random.Random(seed)
    while True:
        slots = [v for v in range(1, n + 1) for _ in range(3)]
        rng.shuffle(slots)
        clauses = [slots[k : k + 3] for k in range(0, 3 * n, 3)]
        for k, clause in enumerate(clauses):  # mend repeated variables by swaps
            tries = 0
            while len(set(clause)) < 3 and tries < 1000:
                i, j, other = rng.randrange(3), rng.randrange(3), rng.randrange(n)
                clause[i], clauses[other][j] = clauses[other][j], clause[i]
                tries += 1
            del k
        if all(len(set(clause)) == 3 for clause in clauses):
            return [(a, b, c) for a, b, c in clauses]


def planted_cubic(n: int, seed: int) -> Formula:
    """A random formula that a third of the variables satisfies; n must be a multiple of three."""
    assert n % 3 == 0
    rng = random.Random(seed)
    variables = list(range(1, n + 1))
    rng.shuffle(variables)
    true, false = variables[: n // 3], variables[n // 3 :]
    while True:
        trues = [v for v in true for _ in range(3)]
        falses = [v for v in false for _ in range(3)]
        rng.shuffle(trues)
        rng.shuffle(falses)
        pairs = [falses[k : k + 2] for k in range(0, 2 * n, 2)]
        for pair in pairs:
            while pair[0] == pair[1]:
                other = rng.choice(pairs)
                pair[1], other[0] = other[0], pair[1]
        if all(pair[0] != pair[1] for pair in pairs):
            return [(t, a, b) for t, (a, b) in zip(trues, pairs, strict=True)]


def reduction_board(formula: Formula) -> Instance:
    """The instance of a formula."""
    n = max(v for clause in formula for v in clause)
    cells: list[tuple[int, int]] = []
    colors: list[str] = []
    budgets: Counter[tuple[str, str]] = Counter()
    column = 0

    def block(width: int, painted: dict[tuple[int, int], str]) -> None:
        nonlocal column
        for r in range(4):
            for q in range(width):
                cells.append((column + q, r))
                colors.append(painted.get((q, r), "F"))
        column += width

    def budget(a: str, b: str, count: int) -> None:
        budgets[min(a, b), max(a, b)] += count

    for v in range(1, n + 1):
        x = f"x{v}"
        block(8, {cell: (x, x, "V", "V")[k % 4] for k, cell in enumerate(RING)})
        budget(x, x, 3)
        budget("V", "V", 3)
        budget(x, "V", 6)
        budget("F", "F", 10)
    for clause in formula:
        x, y, z = (f"x{v}" for v in clause)
        painted = {cell: (x, x, x, y, y, y, z, z, z)[k] for k, cell in enumerate(TRIANGLE_RING)}
        painted[3, 1] = "V"
        painted |= {(q, r): "V" for r in range(4) for q in range(8 - r, 10)}
        painted |= dict(zip(INNER, (x, y, z), strict=True))
        block(12, painted)
        budget(x, y, 1)
        budget(x, z, 1)
        budget(y, z, 1)
        budget("F", "F", 12)
    budget("V", "V", 5 * len(formula) - 2 * n)
    cells.append((column, 3))
    colors.append("F")
    gourds = [(a, b, count) for (a, b), count in sorted(budgets.items())]
    return Instance.build(np.array(cells), colors, gourds, name=f"reduction n={n}")


def is_satisfiable(formula: Formula) -> bool:
    """Whether exactly one variable of every clause can be true, by CaDiCaL on the formula itself."""
    from pysat.solvers import Solver

    with Solver("cadical195", bootstrap_with=source_clauses(formula)) as solver:
        return bool(solver.solve())


def source_clauses(formula: Formula) -> list[list[int]]:
    """The formula as CNF: four clauses each."""
    return [clause for a, b, c in formula for clause in ([a, b, c], [-a, -b], [-a, -c], [-b, -c])]
