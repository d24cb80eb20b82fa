"""Formulas: CNF, and 1-in-3 formulas, in which exactly one literal of every clause is true.

Variables are numbered from 1. A literal is a variable, or its negative. An assignment is a tuple of truth values, that
of variable v at index v − 1.

*Monotone* means that no literal is negative. A formula is *cubic* if it is monotone, every clause has three distinct
variables, and every variable stands in exactly three clauses. Then there are as many clauses as variables, and a
satisfying assignment makes exactly a third of the variables true: so the number of variables is a multiple of three,
or the formula is unsatisfiable. Monotone 1-in-3SAT stays NP-complete on cubic formulas (Porschen et al. 2014, Lemma 5).

>>> formula = OneInThree(3, ((1, 2, 3), (1, 2, 3), (1, 2, 3)))
>>> formula.is_cubic, formula.is_satisfied((False, True, False)), formula.failures((True, True, False))
(True, True, [0, 1, 2])
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, count, islice
from typing import Any, Final

from gourds.display import brief
from gourds.errors import Fault, Faults, InputError, quoted
from gourds.values import is_whole, listed

Assignment = tuple[bool, ...]
Triple = tuple[int, int, int]
MAX_REPORTED: Final = 1000
"""This many faults are listed; a formula with more of them gets no clearer."""


def is_true(literal: int, assignment: Sequence[bool]) -> bool:
    """The value of a literal."""
    return assignment[abs(literal) - 1] == (literal > 0)


@dataclass(frozen=True)
class Cnf:
    """At least one literal of every clause is true."""

    variables: int
    """The number of variables; some may stand in no clause."""
    clauses: tuple[tuple[int, ...], ...]
    """Literals; a clause may be empty, repeat a literal, or hold a literal and its negative."""
    names: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """What the first variables are called in the text that they come from; if others follow, they were added there."""

    __repr__ = brief

    def __post_init__(self) -> None:
        """Take lists and any whole numbers. Raises InputError if these are no clauses over this many variables."""
        self.__dict__.update(variables=_count(self.variables), clauses=_clauses(self.clauses, self.variables))
        self.__dict__.update(names=_names(self.names, self.variables))

    def failures(self, assignment: Sequence[bool]) -> list[int]:
        """The clauses that an assignment does not satisfy, counted from 0."""
        found = enumerate(self.clauses)
        return [k for k, clause in found if not any(is_true(literal, assignment) for literal in clause)]

    def is_satisfied(self, assignment: Sequence[bool]) -> bool:
        """True iff every clause holds."""
        return not self.failures(assignment)


@dataclass(frozen=True)
class OneInThree:
    """Exactly one of the three literals of every clause is true; a literal that is repeated counts as often."""

    variables: int
    """The number of variables; some may stand in no clause."""
    clauses: tuple[Triple, ...]
    """Three literals each."""
    names: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """What the first variables are called in the text that they come from; if others follow, they were added there."""

    __repr__ = brief

    def __post_init__(self) -> None:
        """Take lists and any whole numbers. Raises InputError if these are no clauses over this many variables."""
        self.__dict__.update(variables=_count(self.variables), clauses=_clauses(self.clauses, self.variables, 3))
        self.__dict__.update(names=_names(self.names, self.variables))

    def failures(self, assignment: Sequence[bool]) -> list[int]:
        """The clauses that an assignment does not satisfy, counted from 0."""
        found = enumerate(self.clauses)
        return [k for k, clause in found if sum(is_true(literal, assignment) for literal in clause) != 1]

    def is_satisfied(self, assignment: Sequence[bool]) -> bool:
        """True iff every clause holds."""
        return not self.failures(assignment)

    @property
    def is_monotone(self) -> bool:
        """True iff no literal is negative."""
        return all(literal > 0 for clause in self.clauses for literal in clause)

    def cubic_faults(self) -> list[Fault]:
        """What keeps the formula from being cubic, each with its clause or variable; the first thousand of it."""
        return list(islice(self._cubic_faults(), MAX_REPORTED))

    def _cubic_faults(self) -> Iterator[Fault]:
        for k, clause in enumerate(self.clauses, start=1):
            yield from (Fault(f"clause {k}", f"literal {v} is negative") for v in clause if v < 0)
            repeated = [v for v, count in Counter(map(abs, clause)).items() if count > 1]
            yield from (Fault(f"clause {k}", f"variable {v} stands in it more than once") for v in repeated)
        occurrences = Counter(abs(literal) for clause in self.clauses for literal in clause)
        for v in range(1, self.variables + 1):
            if occurrences[v] != 3:
                times = "time" if occurrences[v] == 1 else "times"
                yield Fault(f"variable {v}", f"occurs {occurrences[v]} {times}, not three")

    @property
    def is_cubic(self) -> bool:
        """True iff the formula has the form that the paper's reduction takes."""
        return not self.cubic_faults()

    def to_cnf(self) -> Cnf:
        """The same condition as CNF: four clauses for each."""
        spelled = (((a, b, c), (-a, -b), (-a, -c), (-b, -c)) for a, b, c in self.clauses)
        return Cnf(self.variables, tuple(clause for four in spelled for clause in four), self.names)


Formula = Cnf | OneInThree


def variable_names(formula: Formula, letter: str = "x") -> tuple[str, ...]:
    """A name for every variable: its own, else the letter and its number; those that were added are t1, t2, ….

    >>> variable_names(Cnf(3, ((1, 2), (-3,)), ("rain", "sun")))
    ('rain', 'sun', 't1')
    """
    if not formula.names:
        return tuple(f"{letter}{v}" for v in range(1, formula.variables + 1))
    added = formula.variables - len(formula.names)
    kept = set(formula.names)
    fresh = islice((name for k in count(1) if (name := f"t{k}") not in kept), added)
    return (*formula.names, *fresh)


def _count(variables: Any) -> int:
    if not is_whole(variables) or variables < 0:
        raise InputError(f"the number of variables must be a whole number, not negative, not {quoted(variables)}")
    return int(variables)


def _names(names: Any, variables: int) -> tuple[str, ...]:
    found = listed(names)
    is_sound = found is not None and all(isinstance(name, str) and name for name in found)
    if found is None or not is_sound or len(set(found)) < len(found) or len(found) > variables:
        raise InputError(f"names must be different texts, one for each variable at most, not {quoted(names)}")
    return tuple(found)


def _from_numpy(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value


def _clauses(clauses: Any, variables: int, width: int | None = None) -> tuple[tuple[int, ...], ...]:
    """The clauses as tuples of plain integers; those that are such already are looked at as a whole."""
    if isinstance(clauses, tuple) and set(map(type, clauses)) <= {tuple}:
        has_width = width is None or set(map(len, clauses)) <= {width}
        if has_width and set(map(type, chain.from_iterable(clauses))) <= {int}:
            different = set(chain.from_iterable(clauses))
            if not different or (0 not in different and max(different) <= variables and min(different) >= -variables):
                return clauses
    rows = listed(_from_numpy(clauses))
    if rows is None or isinstance(clauses, str):
        raise InputError(f"clauses must be a list of clauses, not {quoted(clauses)}")
    faults = Faults()
    rows = list(map(_from_numpy, rows))
    for k, clause in enumerate(rows, start=1):
        if not isinstance(clause, Sequence) or not all(map(is_whole, clause)):
            faults.add(f"clause {k}", f"must be a list of whole numbers, not {quoted(clause)}")
            continue
        if width is not None and len(clause) != width:
            faults.add(f"clause {k}", f"must have {width} literals, not {len(clause)}")
        for literal in clause:
            if not 0 < abs(int(literal)) <= variables:
                reason = f"variable {quoted(abs(int(literal)))} is larger than {variables}"
                faults.add(f"clause {k}", reason if literal else "0 is no literal")
    faults.check()
    return tuple(tuple(map(int, clause)) for clause in rows)
