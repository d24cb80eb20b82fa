"""The verdict of a formula itself; no board takes part in it.

Two ways that share nothing but the formula:

- :func:`satisfying_assignment` asks CaDiCaL, for formulas of any size. What it returns has been checked.
- :func:`all_assignments` and :func:`count_assignments` are a plain backtracking search without a SAT solver, the second
  opinion for small formulas. The first variable that has no value is tried with False, then with True; after each
  choice the clauses around it force what they can. Forcing removes no satisfying assignment and both values of a free
  variable are tried, so all are found, in lexicographic order (False before True). The time is exponential in the
  worst case; on cubic formulas with 30 variables it is a few milliseconds.

A variable that stands in no clause is free: it is False in what CaDiCaL's answer becomes, and takes both values in the
list and in the count of all assignments.

>>> from gourds.formulas.formula import OneInThree
>>> formula = OneInThree(4, ((1, 2, 3), (1, 2, 3), (1, 2, 3)))
>>> count_assignments(formula)
6
>>> all_assignments(formula, limit=1)
[(False, False, True, False)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from gourds.errors import InternalError
from gourds.formulas.formula import Assignment, Cnf, Formula


def satisfying_assignment(formula: Formula) -> Assignment | None:
    """Some assignment that satisfies the formula; None if there is none."""
    from pysat.solvers import Solver

    cnf = formula if isinstance(formula, Cnf) else formula.to_cnf()
    if not all(cnf.clauses):
        return None
    with Solver("cadical195", bootstrap_with=cnf.clauses) as solver:
        if not solver.solve():
            return None
        model = set(solver.get_model())
    used = set(_used(formula))
    assignment = tuple(v in used and v in model for v in range(1, formula.variables + 1))
    if not formula.is_satisfied(assignment):
        raise InternalError("CaDiCaL's answer does not satisfy the formula")
    return assignment


def all_assignments(formula: Formula, limit: int | None = None) -> list[Assignment]:
    """All assignments that satisfy the formula, or the first ``limit`` of them, in lexicographic order."""
    return list(islice(each_assignment(formula), limit))


def each_assignment(formula: Formula) -> Iterator[Assignment]:
    """The same one by one, as they are found."""
    return _assignments(formula, range(1, formula.variables + 1))


def count_assignments(formula: Formula) -> int:
    """The number of assignments that satisfy the formula, by listing those of the variables that it uses."""
    used = _used(formula)
    return sum(1 for _ in _assignments(formula, used)) << (formula.variables - len(used))


def _used(formula: Formula) -> list[int]:
    return sorted({abs(literal) for clause in formula.clauses for literal in clause})


def _assignments(formula: Formula, order: Sequence[int]) -> Iterator[Assignment]:
    """Search with the choices in the given order; variables outside of it are False."""
    search = _Search(formula)
    choices: list[tuple[int, int]] = []  # (place in the order, length of the trail before it); True is still to come
    sound = search.settle(range(len(formula.clauses)))
    while True:
        if sound:
            start = choices[-1][0] + 1 if choices else 0
            place = next((k for k in range(start, len(order)) if search.values[order[k]] is None), None)
            if place is not None:
                choices.append((place, len(search.trail)))
                sound = search.assume(-order[place])
                continue
            yield tuple(value is True for value in search.values[1:])
        if not choices:
            return
        place, length = choices.pop()
        search.undo(length)
        sound = search.assume(order[place])


class _Search:
    """The values so far, and what they force."""

    def __init__(self, formula: Formula) -> None:
        self.clauses = formula.clauses
        self.forced = _forced_by_or if isinstance(formula, Cnf) else _forced_by_one
        self.values: list[bool | None] = [None] * (formula.variables + 1)
        self.trail: list[int] = []
        self.around: list[list[int]] = [[] for _ in self.values]
        for k, clause in enumerate(self.clauses):
            for variable in {abs(literal) for literal in clause}:
                self.around[variable].append(k)

    def assume(self, literal: int) -> bool:
        """Make an open literal true, and all that follows; False if a clause then fails."""
        self._set(literal)
        return self.settle(self.around[abs(literal)])

    def settle(self, changed: Iterable[int]) -> bool:
        """Force what the given clauses force, and so on; False if a clause fails."""
        stack = list(changed)
        while stack:
            forced = self.forced(self.clauses[stack.pop()], self.values)
            if forced is None:
                return False
            for literal in forced:
                value = self.values[abs(literal)]
                if value is None:
                    self._set(literal)
                    stack += self.around[abs(literal)]
                elif value != (literal > 0):
                    return False
        return True

    def undo(self, length: int) -> None:
        """Take back all but the first values."""
        for variable in self.trail[length:]:
            self.values[variable] = None
        del self.trail[length:]

    def _set(self, literal: int) -> None:
        self.values[abs(literal)] = literal > 0
        self.trail.append(abs(literal))


def _forced_by_one(clause: Sequence[int], values: Sequence[bool | None]) -> list[int] | None:
    """The literals that must be true so that exactly one of the clause is; None if that cannot be."""
    true, free = 0, []
    for literal in clause:
        value = values[abs(literal)]
        if value is None:
            free.append(literal)
        elif value == (literal > 0):
            true += 1
    if true > 1 or (true == 0 and not free):
        return None
    if true == 1:
        return [-literal for literal in free]
    return free if len(free) == 1 else []


def _forced_by_or(clause: Sequence[int], values: Sequence[bool | None]) -> list[int] | None:
    """The literals that must be true so that at least one of the clause is; None if that cannot be."""
    free = set()
    for literal in clause:
        value = values[abs(literal)]
        if value is None:
            free.add(literal)
        elif value == (literal > 0):
            return []
    if not free:
        return None
    return list(free) if len(free) == 1 else []
