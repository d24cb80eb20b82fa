"""Expressions in and, or, not and their kin, and the clauses that say the same.

An expression is a literal (a whole number, as in formulas) or one of the classes here. ``formula_of`` makes a formula
of several expressions that all must hold:

- If each of them says *exactly one of three literals*, it is a 1-in-3 formula: the short way to a board.
- Otherwise it is a CNF. Negations move inwards to the literals. An *or* of several parts is distributed over their
  clauses as long as that gives at most :data:`DISTRIBUTED` clauses. Beyond that, parts get a fresh variable t and
  clauses that say t → part (Tseitin 1968, in one direction, Plaisted and Greenbaum 1986).

No negation is left outside of the literals, so a formula stays true if a part turns true. Hence one direction is
enough: values of the named variables satisfy the expressions iff some values of the fresh ones complete them to an
assignment of the CNF, and if so, the values of the parts do. A fresh variable has a larger number than all variables in
its part. So the part can be read off the CNF again: it is the clauses in which −t has the largest number.

The size of the CNF is linear in that of the expressions, but for lists of n parts, which give n² / 2 clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import prod
from typing import Final, cast

from gourds.formulas.formula import Cnf, Formula, OneInThree

DISTRIBUTED: Final = 8
"""An *or* is distributed if that gives at most this many clauses."""

Clause = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class _Several:
    """Something about several expressions."""

    parts: tuple[Expression, ...]


class All(_Several):
    """Every part holds; true if there is none."""


class Some(_Several):
    """At least one part holds; false if there is none."""


class Odd(_Several):
    """An odd number of the parts holds: *xor*."""


class AtMostOne(_Several):
    """No two of the parts hold."""


class ExactlyOne(_Several):
    """One of the parts holds and the others do not."""


@dataclass(frozen=True, eq=False)
class Not:
    """The part does not hold."""

    part: Expression


Expression = int | All | Some | Not | Odd | AtMostOne | ExactlyOne
Plain = int | All | Some
"""Expressions without negations outside of literals; their parts are plain too."""


def formula_of(expressions: Iterable[Expression], names: Sequence[str]) -> Formula:
    """The formula that holds iff all expressions do, over the named variables, which are numbered from 1.

    >>> formula_of([Some((1, Not(2))), 3], "abc")
    Cnf(variables=3, clauses=((1, -2), (3,)))
    >>> formula_of([ExactlyOne((1, 2, Not(3)))], "abc")
    OneInThree(variables=3, clauses=((1, 2, -3),))
    """
    statements = _flat(expressions)
    triples = [_triple(one) for one in statements]
    if triples and all(triple is not None for triple in triples):
        return OneInThree(len(names), tuple(triple for triple in triples if triple is not None), tuple(names))
    return _Clauses(len(names)).cnf(statements, tuple(names))


def _flat(expressions: Iterable[Expression]) -> list[Expression]:
    """The expressions, those of an *and* one by one."""
    found: list[Expression] = []
    for one in expressions:
        found += _flat(one.parts) if isinstance(one, All) else [one]
    return found


def _triple(expression: Expression) -> tuple[int, int, int] | None:
    """The literals of *exactly one of three literals*; None if it is anything else."""
    if not isinstance(expression, ExactlyOne) or len(expression.parts) != 3:
        return None
    literals = [-p.part if isinstance(p, Not) and isinstance(p.part, int) else p for p in expression.parts]
    a, b, c = literals
    return (a, b, c) if isinstance(a, int) and isinstance(b, int) and isinstance(c, int) else None


class _Clauses:
    """The clauses of expressions; each part is worked out once, however often it is needed."""

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.defining: list[Clause] = []
        self.plain: dict[tuple[Expression, bool], Plain] = {}
        self.known: dict[Plain, list[Clause]] = {}
        self.fresh: dict[Plain, int] = {}

    def cnf(self, statements: Iterable[Expression], names: tuple[str, ...]) -> Cnf:
        plain = [self._plain(one, True) for one in statements]
        clauses = _simple([clause for one in plain for clause in self._clauses(one)])
        return Cnf(self.variables, (*clauses, *_simple(self.defining)), names)

    def _plain(self, one: Expression, sign: bool) -> Plain:
        """The expression, or its negation if the sign is False, with negations at literals only."""
        if isinstance(one, int):
            return one if sign else -one
        if (one, sign) not in self.plain:
            self.plain[one, sign] = self._made_plain(one, sign)
        return self.plain[one, sign]

    def _made_plain(self, one: All | Some | Not | Odd | AtMostOne | ExactlyOne, sign: bool) -> Plain:
        match one:
            case Not(part):
                return self._plain(part, not sign)
            case All(parts) | Some(parts):
                kind = All if isinstance(one, All) == sign else Some
                return kind(tuple(self._plain(part, sign) for part in parts))
            case Odd(parts):
                return self._odd(parts, sign)
            case AtMostOne(parts) | ExactlyOne(parts):
                is_exact = isinstance(one, ExactlyOne)
                yes, no = (tuple(self._plain(part, value) for part in parts) for value in (True, False))
                if sign:
                    return All((*([Some(yes)] if is_exact else []), *(Some(pair) for pair in combinations(no, 2))))
                return Some((*([All(no)] if is_exact else []), *(All(pair) for pair in combinations(yes, 2))))

    def _odd(self, parts: tuple[Expression, ...], sign: bool) -> Plain:
        """Halves of an *xor*: one of them is odd, not both."""
        if len(parts) == 1:
            return self._plain(parts[0], sign)
        half = len(parts) // 2
        a, b = (part[0] if len(part) == 1 else Odd(part) for part in (parts[:half], parts[half:]))
        if not sign:
            a = Not(a)
        some = Some((self._plain(a, True), self._plain(b, True)))
        return All((some, Some((self._plain(a, False), self._plain(b, False)))))

    def _clauses(self, one: Plain) -> list[Clause]:
        """Clauses that, with the defining ones, say the same."""
        if isinstance(one, int):
            return [(one,)]
        if one not in self.known:
            parts = cast(tuple[Plain, ...], one.parts)
            lists = [(part, self._clauses(part)) for part in parts]
            if isinstance(one, All):
                found = [clause for _, clauses in lists for clause in clauses]
            else:
                found = self._distributed(lists)
            self.known[one] = _simple(found) if len(found) <= DISTRIBUTED**2 else found
        return self.known[one]

    def _distributed(self, lists: list[tuple[Plain, list[Clause]]]) -> list[Clause]:
        """An *or*: one clause of each list, in all ways; long lists give way to fresh variables."""
        chosen = [clauses for _, clauses in lists]
        for k in sorted(range(len(lists)), key=lambda k: -len(chosen[k])):
            if prod(map(len, chosen)) <= DISTRIBUTED:
                break
            chosen[k] = [(self._fresh(*lists[k]),)]
        return [tuple(literal for clause in clauses for literal in clause) for clauses in product(*chosen)]

    def _fresh(self, part: Plain, clauses: list[Clause]) -> int:
        """A variable that is true only if the part is."""
        if part not in self.fresh:
            self.variables += 1
            self.fresh[part] = self.variables
            self.defining += [(-self.variables, *clause) for clause in clauses]
        return self.fresh[part]


def _simple(clauses: Iterable[Clause]) -> list[Clause]:
    """The clauses without repeated literals, without those that always hold and without repetitions."""
    found: dict[frozenset[int], Clause] = {}
    for clause in clauses:
        literals = dict.fromkeys(clause)
        if not any(-literal in literals for literal in literals):
            found.setdefault(frozenset(literals), tuple(literals))
    return list(found.values())
