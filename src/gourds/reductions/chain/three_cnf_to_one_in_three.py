"""3-CNF to 1-in-3 formulas with negative literals. R means that exactly one of three is true.

- x ∨ y ∨ z is R(¬x, a, b) R(b, y, c) R(c, d, ¬z) with fresh a, b, c, d (Schaefer). If y holds, b = c = 0, a = x, d =
  z. Otherwise b + c = 1: either b = 1, so x holds, or c = 1, so z holds. If both hold, there are two completions.
- x ∨ y is R(¬x, ¬y, a) with fresh a: at most one of the two fails.
- x alone is R(x, f, g) with constants f, g that are false; the empty clause is R(f, g, h).

Sizes, with c_w clauses of w literals and K = 2c₁ + 3c₀ constants (:mod:`gourds.reductions.chain.constants`):
N + 4c₃ + c₂ + 4⌈K/3⌉ variables, 3c₃ + c₂ + c₁ + c₀ + 3⌈K/3⌉ clauses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import count

from gourds.formulas.formula import Assignment, Cnf, Formula, OneInThree, Triple, is_true
from gourds.reductions.chain.constants import Constants, sizes
from gourds.reductions.chain.step import Step


def three_cnf_to_one_in_three(source: Formula) -> Step:
    """The step for a CNF whose clauses have at most three literals."""
    assert isinstance(source, Cnf)
    widths = Counter(map(len, source.clauses))
    fresh = 4 * widths[3] + widths[2]
    names = count(source.variables + 1)
    constants = Constants(source.variables + fresh)
    clauses: list[Triple] = []
    for clause in source.clauses:
        match clause:
            case (x, y, z):
                a, b, c, d = (next(names) for _ in range(4))
                clauses += [(-x, a, b), (b, y, c), (c, d, -z)]
            case (x, y):
                clauses.append((-x, -y, next(names)))
            case (x,):
                clauses.append((x, constants.false(), constants.false()))
            case _:
                clauses.append((constants.false(), constants.false(), constants.false()))

    def extend(assignment: Assignment) -> Assignment:
        values = list(assignment)
        for clause in source.clauses:
            held = [is_true(literal, assignment) for literal in clause]
            match held:
                case (x, True, z):
                    values += (x, False, False, z)
                case (True, False, z):
                    values += (False, True, False, z)
                case (False, False, True):
                    values += (False, False, True, False)
                case (x, y):
                    values.append(x and y)
        return constants.complete(values)

    more = sizes(2 * widths[1] + 3 * widths[0])
    return Step(
        name="3-CNF to 1-in-3",
        source=source,
        target=OneInThree(constants.variables, (*clauses, *constants.clauses)),
        images=tuple(range(1, source.variables + 1)),
        extend=extend,
        predicted=(
            source.variables + fresh + more[0],
            3 * widths[3] + widths[2] + widths[1] + widths[0] + more[1],
        ),
    )


def count_completions(clauses: Iterable[tuple[int, ...]], assignment: Assignment) -> int:
    """How many solutions of the target belong to one of the source: two for each x ∨ y ∨ z with only y false."""
    held = (tuple(is_true(literal, assignment) for literal in clause) for clause in clauses)
    return 1 << sum(values == (True, False, True) for values in held)
