"""All cubic formulas with n variables, one of every isomorphism class.

They are the n × n matrices of zeros and ones with three ones in every row and column, up to permuting rows and columns
(OEIS A000512: 1, 1, 2, 7, 16, 51, 224, 1165 for n = 3..10). Clauses may repeat, and the formula may be disconnected.

Formulas grow by one clause at a time, and of the partial formulas of each size only one of every class is kept. The
next clause must hold one variable v, the first of those that have begun and are nearest to their three clauses. Nothing
is missed: a cubic formula that contains a kept partial formula has v in a clause that is not there yet, so it contains
an extension by such a clause, and hence a copy of one that is kept. Partial formulas stay compact that way, and few.
Variables without a clause are alike: only the first of them are used. A partial formula is dropped when some variable
misses more clauses than are still to come.

Cost: n = 8 takes half a second, n = 9 two seconds, n = 10 some fifteen.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from gourds.errors import InputError
from gourds.formulas.canonical import canonical
from gourds.formulas.formula import OneInThree


def all_cubic(variables: int) -> list[OneInThree]:
    """All cubic formulas up to isomorphism, in canonical form, sorted by their clauses."""
    if variables < 0:
        raise InputError(f"a formula cannot have {variables} variables")
    level = {OneInThree(variables, ())}
    for _ in range(variables):
        level = {canonical(longer) for partial in level for longer in _extensions(partial)}
    return sorted(level, key=lambda formula: formula.clauses)


def _extensions(partial: OneInThree) -> Iterator[OneInThree]:
    """The partial formula with one more clause, in all ways that are different at first sight."""
    missing = [3] * (partial.variables + 1)
    for clause in partial.clauses:
        for v in clause:
            missing[v] -= 1
    started = [v for v in range(1, partial.variables + 1) if 0 < missing[v] < 3]
    fresh = [v for v in range(1, partial.variables + 1) if missing[v] == 3]
    first = min(started, key=lambda v: missing[v]) if started else fresh[0]
    left = partial.variables - len(partial.clauses) - 1
    for a, b in _pairs([v for v in started if v != first], [v for v in fresh if v != first]):
        if all(missing[v] - (v in (first, a, b)) <= left for v in (*started, *fresh)):
            yield OneInThree(partial.variables, (*partial.clauses, (first, a, b)))


def _pairs(started: list[int], fresh: list[int]) -> Iterator[tuple[int, int]]:
    """Two variables for a clause; the fresh ones are interchangeable."""
    yield from combinations(started, 2)
    if fresh:
        yield from ((v, fresh[0]) for v in started)
    if len(fresh) > 1:
        yield fresh[0], fresh[1]
