"""Linear inequalities over 0/1 variables with whole coefficients, and the rules of cutting planes.

An inequality is Σ a_v·x_v ≥ b with a_v ≠ 0 of any sign; all numbers are exact. A *literal* is a variable x_v or its
negation 1 − x_v. Written over literals with positive coefficients only, which is how proofs see it, the same inequality
is Σ |a_v|·l_v ≥ *degree*, where l_v is x_v or its negation by the sign of a_v, and degree = b + Σ_{a_v < 0} |a_v|.

Every function here gives an inequality that all 0/1 points satisfying the arguments satisfy too:

- sums and positive multiples: clear; a sum cancels opposite literals by itself, as a·x + b·(1 − x) = (a − b)·x + b;
- ``divide``, on the form over literals: rounding coefficients up is weaker, since literals are not negative; then the
  left side is whole, so the degree may be rounded up as well;
- ``saturate``: one literal with a coefficient ≥ degree is enough already, so it may be cut down to the degree;
- ``weaken``: adds a multiple of 'a literal is at most 1', such that one variable goes away;
- ``substitute`` is different: what it gives holds at a point p iff the argument holds at the point that the witness
  makes of p.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

Literal = int
"""2·v for the variable v, 2·v + 1 for its negation."""
Value = tuple[Literal | None, int]
"""What a witness puts in place of a variable: (literal, 0), or (None, constant)."""


class Inequality(NamedTuple):
    """Σ ``terms[v]``·x_v ≥ ``bound``; no coefficient is zero. Only ``add`` may change ``terms``, if told so."""

    terms: dict[int, int]
    bound: int

    @property
    def degree(self) -> int:
        """The right side if the left side is written over literals with positive coefficients."""
        return self.bound - sum(a for a in self.terms.values() if a < 0)

    def is_contradiction(self) -> bool:
        """Not even the largest left side is enough."""
        return sum(a for a in self.terms.values() if a > 0) < self.bound

    def literals(self) -> Iterable[tuple[Literal, int]]:
        """Literals with their positive coefficients."""
        return ((2 * v, a) if a > 0 else (2 * v + 1, -a) for v, a in self.terms.items())


def literal_axiom(literal: Literal) -> Inequality:
    """A literal is not negative."""
    return Inequality({literal >> 1: -1}, -1) if literal & 1 else Inequality({literal >> 1: 1}, 0)


def from_literals(weighted: Iterable[tuple[int, Literal]], degree: int) -> Inequality:
    """Σ coefficient·literal ≥ degree, with coefficients of any sign; a variable may come more than once."""
    terms: dict[int, int] = {}
    for a, literal in weighted:
        if literal & 1:  # a·(1 − x)
            degree -= a
            a = -a
        terms[literal >> 1] = terms.get(literal >> 1, 0) + a
    return Inequality({v: a for v, a in terms.items() if a}, degree)


def add(first: Inequality, second: Inequality, *, in_place: bool = False) -> Inequality:
    """The sum. ``in_place``: the first is nobody else's, and may be changed; so long sums are quick."""
    terms = first.terms if in_place else dict(first.terms)
    for v, a in second.terms.items():
        total = terms.get(v, 0) + a
        if total:
            terms[v] = total
        else:
            del terms[v]
    return Inequality(terms, first.bound + second.bound)


def multiply(inequality: Inequality, factor: int) -> Inequality:
    """A multiple; the factor is not negative."""
    if not factor:
        return Inequality({}, 0)
    return Inequality({v: factor * a for v, a in inequality.terms.items()}, factor * inequality.bound)


def divide(inequality: Inequality, divisor: int) -> Inequality:
    """Coefficients and degree over literals, divided by a positive number and rounded up."""
    degree = -(-inequality.degree // divisor)
    terms = {v: -(-a // divisor) if a > 0 else a // divisor for v, a in inequality.terms.items()}
    return _of_degree(terms, degree)


def saturate(inequality: Inequality) -> Inequality:
    """No coefficient over literals is more than the degree; nothing is left if the degree is not positive."""
    degree = inequality.degree
    if degree <= 0:
        return Inequality({}, degree)
    return _of_degree({v: max(-degree, min(a, degree)) for v, a in inequality.terms.items()}, degree)


def weaken(inequality: Inequality, variable: int) -> Inequality:
    """Without the variable: its literal may have been 1."""
    a = inequality.terms.get(variable, 0)
    terms = {v: b for v, b in inequality.terms.items() if v != variable}
    return Inequality(terms, inequality.bound - max(a, 0))


def negate(inequality: Inequality) -> Inequality:
    """What holds exactly where the inequality does not: Σ a·x ≤ b − 1."""
    return Inequality({v: -a for v, a in inequality.terms.items()}, 1 - inequality.bound)


def substitute(inequality: Inequality, witness: Mapping[int, Value]) -> Inequality:
    """The inequality with literals and constants in place of variables, all at once."""
    terms: dict[int, int] = {}
    bound = inequality.bound
    for v, a in inequality.terms.items():
        literal, constant = witness.get(v, (2 * v, 0))
        if literal is None:
            bound -= a * constant
            continue
        if literal & 1:
            bound -= a
            a = -a
        terms[literal >> 1] = terms.get(literal >> 1, 0) + a
    return Inequality({v: a for v, a in terms.items() if a}, bound)


def is_implied(premise: Inequality, goal: Inequality) -> bool:
    """Whether the goal follows from the premise by itself, with literals' bounds and one saturation.

    Let d > 0 be the goal's degree. A point at which a literal with a coefficient ≥ d in the goal is 1 satisfies the
    goal. At any other point the premise without those literals holds, and where a coefficient of the premise is
    larger than the goal's, the difference can be at most what the literal adds; if the premise's degree less all of
    these is still ≥ d, the goal holds there too.
    """
    degree = goal.degree
    if degree <= 0:
        return True
    left = premise.degree
    of_goal = dict(goal.literals())
    for literal, a in premise.literals():
        b = of_goal.get(literal, 0)
        if b < degree and a > b:
            left -= a - b
    return left >= degree


def _of_degree(terms: dict[int, int], degree: int) -> Inequality:
    return Inequality(terms, degree + sum(a for a in terms.values() if a < 0))
