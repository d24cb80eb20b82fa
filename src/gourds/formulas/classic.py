"""Classic CNFs with a verdict that mathematics knows, most of them hard for resolution, and random ones.

| function | verdict | resolution proofs |
|---|---|---|
| :func:`pigeonhole` | satisfiable iff no more pigeons than holes | exponential (Haken 1985) |
| :func:`parity` | satisfiable iff the number of points is even | exponential |
| :func:`tseitin` | satisfiable iff the charge is even | exponential on random graphs (Urquhart 1987) |
| :func:`ordering` | unsatisfiable | polynomial (Stålmarck 1996) |
| :func:`pebbling` | unsatisfiable | linear, unit propagation alone |
| :func:`random_cnf` | either | exponential with high probability if unsatisfiable (Chvátal and Szemerédi 1988) |
| :func:`planted_cnf` | satisfiable | |

Sizes are in the docstrings; all of them are polynomial in the arguments.
"""

from __future__ import annotations

import random
from itertools import combinations, pairwise, product

from gourds.chance import draw_below, draw_distinct, shuffle
from gourds.errors import InputError
from gourds.formulas.formula import Assignment, Cnf, is_true

Clause = tuple[int, ...]


def pigeonhole(holes: int, pigeons: int | None = None) -> Cnf:
    """Every pigeon sits in a hole, and no two in the same: satisfiable iff pigeons ≤ holes (one more if not given).

    Variable (p − 1)·holes + h says that pigeon p sits in hole h. For p pigeons and h holes there are p clauses of width
    h, and h·C(p, 2) of width 2.

    >>> formula = pigeonhole(3)
    >>> formula.variables, len(formula.clauses)
    (12, 22)
    """
    pigeons = holes + 1 if pigeons is None else pigeons
    _demand(holes >= 0 and pigeons >= 0, "the numbers of holes and pigeons must not be negative")
    sits = [[p * holes + h + 1 for h in range(holes)] for p in range(pigeons)]
    clauses: list[Clause] = [tuple(row) for row in sits]
    for h in range(holes):
        clauses += [(-sits[p][h], -sits[q][h]) for p, q in combinations(range(pigeons), 2)]
    return Cnf(pigeons * holes, tuple(clauses))


def parity(points: int) -> Cnf:
    """The points are matched in pairs: satisfiable iff their number is even.

    A variable for each pair, in lexicographic order; every point is in exactly one chosen pair. That is C(n, 2)
    variables and n·(1 + C(n − 1, 2)) clauses.

    >>> formula = parity(5)
    >>> formula.variables, len(formula.clauses)
    (10, 35)
    """
    _demand(points >= 0, "the number of points must not be negative")
    pairs = list(combinations(range(points), 2))
    clauses: list[Clause] = []
    for point in range(points):
        around = tuple(k for k, pair in enumerate(pairs, start=1) if point in pair)
        clauses += [around, *((-a, -b) for a, b in combinations(around, 2))]
    return Cnf(len(pairs), tuple(clauses))


def tseitin(vertices: int, seed: int, charge: int = 1) -> Cnf:
    """Parities at the vertices of a random graph, three edges at each: satisfiable iff the charge is even.

    Every vertex has a charge, 0 or 1, and the number of chosen edges at it must have that parity. Charges are first
    made from a random choice of edges, which satisfies them; if ``charge`` is odd, that of the last vertex is flipped.
    Then in the vertex's component the charges sum to an odd number, but every edge counts at both ends: a
    contradiction. The graph has no loops and may have parallel edges. There are 3n/2 variables and 4n clauses of
    width 3.

    >>> formula = tseitin(8, seed=1)
    >>> formula.variables, len(formula.clauses)
    (12, 32)
    """
    _demand(
        vertices >= 2 and vertices % 2 == 0, "three edges at every vertex need an even number of vertices, at least 2"
    )
    rng = random.Random(seed)
    edges = _random_edges(vertices, rng)
    around: list[list[int]] = [[] for _ in range(vertices)]
    charges = [0] * vertices
    for k, (a, b) in enumerate(edges, start=1):
        chosen = draw_below(rng, 2)
        for vertex in (a, b):
            around[vertex].append(k)
            charges[vertex] ^= chosen
    charges[-1] ^= charge % 2
    clauses: list[Clause] = []
    for (a, b, c), odd in zip(around, charges, strict=True):
        # Forbid each choice of edges that has the wrong parity.
        wrong = [values for values in product((1, -1), repeat=3) if values.count(-1) % 2 != odd]
        clauses += [(a * x, b * y, c * z) for x, y, z in wrong]
    return Cnf(len(edges), tuple(clauses))


def _random_edges(vertices: int, rng: random.Random) -> list[tuple[int, int]]:
    """Three ends of every vertex, paired at random; a loop exchanges an end with an edge that does not touch it."""
    ends = [v for v in range(vertices) for _ in range(3)]
    shuffle(rng, ends)
    edges = [ends[k : k + 2] for k in range(0, len(ends), 2)]
    for edge in edges:
        if edge[0] == edge[1]:
            # At most one other edge touches this vertex, and there are at least three edges: the loop ends.
            other = draw_below(rng, len(edges))
            while edge[0] in edges[other]:
                other = (other + 1) % len(edges)
            edge[1], edges[other][0] = edges[other][0], edge[1]
    return sorted((min(edge), max(edge)) for edge in edges)


def ordering(elements: int) -> Cnf:
    """A linear order on finitely many elements without a least one: unsatisfiable, since every such order has one.

    A variable for each pair i < j says that i comes first. Two clauses for each triple forbid the two cyclic orders, so
    it is transitive; one for each element wants some other before it. C(n, 2) variables, 2·C(n, 3) + n clauses.

    >>> formula = ordering(4)
    >>> formula.variables, len(formula.clauses)
    (6, 12)
    """
    _demand(elements >= 1, "an order without a least element is a contradiction only if there is an element")
    first = {pair: k for k, pair in enumerate(combinations(range(elements), 2), start=1)}
    first |= {(j, i): -k for (i, j), k in first.items()}
    clauses: list[Clause] = []
    for i, j, k in combinations(range(elements), 3):
        clauses.append((-first[i, j], -first[j, k], -first[k, i]))
        clauses.append((-first[j, i], -first[k, j], -first[i, k]))
    clauses += [tuple(first[i, j] for i in range(elements) if i != j) for j in range(elements)]
    return Cnf(elements * (elements - 1) // 2, tuple(clauses))


def pebbling(height: int) -> Cnf:
    """A pyramid of pebbles: the lowest row is there, each pebble follows from the two below it, the top is not there.

    Unsatisfiable, and unit propagation climbs up to the contradiction. Row r from the top has r + 1 pebbles, for r from
    0 to height: (h + 1)(h + 2)/2 variables, and one clause more.

    >>> formula = pebbling(2)
    >>> formula.variables, formula.clauses
    (6, ((4,), (5,), (6,), (-2, -3, 1), (-4, -5, 2), (-5, -6, 3), (-1,)))
    """
    _demand(height >= 0, "the height must not be negative")
    rows = [[r * (r + 1) // 2 + k + 1 for k in range(r + 1)] for r in range(height + 1)]
    clauses: list[Clause] = [(v,) for v in rows[-1]]
    for above, below in pairwise(rows):
        clauses += [(-below[k], -below[k + 1], v) for k, v in enumerate(above)]
    return Cnf(rows[-1][-1], (*clauses, (-1,)))


def random_cnf(variables: int, clauses: int, width: int, seed: int) -> Cnf:
    """Random clauses of distinct variables with random signs, in ascending order of the variables.

    Clauses of width 3 turn unsatisfiable near 4.27 clauses for each variable.

    >>> random_cnf(9, 2, 3, seed=1).clauses
    ((1, 7, 9), (1, -5, 7))
    """
    _demand(0 <= width <= variables and clauses >= 0, "a clause takes from 0 to all of the variables")
    rng = random.Random(seed)
    return Cnf(variables, tuple(_draw_clause(rng, variables, width) for _ in range(clauses)))


def planted_cnf(variables: int, clauses: int, width: int, seed: int) -> tuple[Cnf, Assignment]:
    """A random CNF and the assignment that it was built around: clauses are uniform among those that it satisfies.

    >>> formula, assignment = planted_cnf(9, 40, 3, seed=1)
    >>> formula.is_satisfied(assignment)
    True
    """
    _demand(1 <= width <= variables and clauses >= 0, "a clause takes from 1 to all of the variables")
    rng = random.Random(seed)
    assignment = tuple(rng.random() < 0.5 for _ in range(variables))
    found: list[Clause] = []
    while len(found) < clauses:
        clause = _draw_clause(rng, variables, width)
        if any(is_true(literal, assignment) for literal in clause):
            found.append(clause)
    return Cnf(variables, tuple(found)), assignment


def _draw_clause(rng: random.Random, variables: int, width: int) -> Clause:
    return tuple(k + 1 if rng.random() < 0.5 else -k - 1 for k in draw_distinct(rng, variables, width))


def _demand(condition: bool, message: str) -> None:
    if not condition:
        raise InputError(message)
