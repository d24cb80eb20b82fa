"""Formulas made smaller one step at a time, to find the smallest one that shows some behavior.

A step from a *cubic* formula leads to a cubic one again:

- a connected component alone, if there are several;
- a clause with its three variables, and two more clauses that hold one of these, are taken out;
- a variable and a clause are taken out.

Clauses that have lost a variable have free slots, and variables of the clauses taken out miss as many occurrences:
they are joined in all ways that repeat no variable in a clause. Steps by three are needed because a cubic formula is
unsatisfiable unless its variables are a multiple of three. They can keep an assignment: take out the three clauses of a
true variable, and the variables of one of them; then only false variables are joined, to clauses that have a true one.

A step from a *CNF* drops a clause, drops the variables that stand in no clause, drops a literal of a clause, or makes
one variable of two.

Verdicts may change on the way; what is kept is the behavior asked for. Every step makes the formula smaller (variables,
clauses and literals counted together), so :func:`shrink` ends, at a formula of which no step is left that shows the
behavior. One round tries O(n²) formulas of size O(n).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, permutations
from typing import Final, TypeVar, cast

from gourds.errors import InputError
from gourds.formulas.canonical import canonical, components
from gourds.formulas.cubic import sorted_triple
from gourds.formulas.formula import Cnf, Formula, OneInThree

F = TypeVar("F", bound=Formula)
FEW: Final = 10
"""Up to this many variables isomorphic steps are worth finding, since there are not many classes."""


def shrink(formula: F, fails: Callable[[F], bool]) -> F:
    """Go down from a failing CNF or cubic formula, always to the first smaller one that fails, until none does."""
    if not fails(formula):
        raise InputError("there is nothing to shrink: the formula does not fail")
    found: F | None = formula
    while found is not None:
        formula = found
        found = next((one for one in _smaller(formula) if fails(one)), None)
    return formula


def _smaller(formula: F) -> Iterator[F]:
    steps: Iterator[Formula] = smaller_cubic(formula) if isinstance(formula, OneInThree) else smaller_cnf(formula)
    return cast("Iterator[F]", steps)


def smaller_cubic(formula: OneInThree) -> Iterator[OneInThree]:
    """The cubic formulas that one step leads to, at least one variable each; clauses and the list of them are sorted.

    No formula comes twice, and up to FEW variables only one of every isomorphism class comes.
    """
    faults = formula.cubic_faults()
    if faults:
        raise InputError(faults)
    return _distinct(_cubic_steps(formula), canonical if formula.variables <= FEW else lambda one: one)


def smaller_cnf(formula: Cnf) -> Iterator[Cnf]:
    """The CNFs that one step leads to, without repetition."""
    return _distinct(_cnf_steps(formula), lambda one: one)


def _distinct(formulas: Iterator[F], key: Callable[[F], F]) -> Iterator[F]:
    seen = set()
    for formula in formulas:
        form = key(formula)
        if form not in seen:
            seen.add(form)
            yield formula


def _cubic_steps(formula: OneInThree) -> Iterator[OneInThree]:
    parts = components(formula)
    if len(parts) > 1:
        yield from (_tidy(part.clauses) for part in parts)
    clauses = [set(clause) for clause in formula.clauses]
    for k, clause in enumerate(clauses if len(clauses) > 3 else []):
        near = [j for j, other in enumerate(clauses) if j != k and other & clause]
        for first, second in combinations(near, 2):
            yield from _without(clauses, clause, {k, first, second})
    for v in range(1, formula.variables + 1):
        for k in range(len(clauses)):
            yield from _without(clauses, {v}, {k})


def _without(clauses: list[set[int]], variables: set[int], gone: set[int]) -> Iterator[OneInThree]:
    """As many variables as clauses taken out, and what has become loose joined in all ways."""
    kept = [clause - variables for k, clause in enumerate(clauses) if k not in gone]
    slots = [k for k, clause in enumerate(kept) for _ in range(3 - len(clause))]
    loose = sorted(v for k in gone for v in clauses[k] - variables)
    for order in permutations(loose):
        added: dict[int, set[int]] = {k: set(kept[k]) for k in slots}
        for k, v in zip(slots, order, strict=True):
            added[k].add(v)
        if all(len(clause) == 3 for clause in added.values()):
            yield _tidy(added.get(k, clause) for k, clause in enumerate(kept))


def _tidy(clauses: Iterable[Iterable[int]]) -> OneInThree:
    """The cubic formula of these clauses, its variables renumbered in their order."""
    clauses = [sorted_triple(clause) for clause in clauses]
    names = {v: k for k, v in enumerate(sorted({v for clause in clauses for v in clause}), start=1)}
    return OneInThree(len(names), tuple(sorted((names[a], names[b], names[c]) for a, b, c in clauses)))


def _cnf_steps(formula: Cnf) -> Iterator[Cnf]:
    clauses = formula.clauses
    for k in range(len(clauses)):
        yield Cnf(formula.variables, clauses[:k] + clauses[k + 1 :])
    used = sorted({abs(literal) for clause in clauses for literal in clause})
    if len(used) < formula.variables:
        yield _renamed(formula, {v: k for k, v in enumerate(used, start=1)})
    for k, clause in enumerate(clauses):
        for j in range(len(clause)):
            yield Cnf(formula.variables, (*clauses[:k], clause[:j] + clause[j + 1 :], *clauses[k + 1 :]))
    for kept, merged in combinations(range(1, formula.variables + 1), 2):
        names = {v: v - (v > merged) for v in range(1, formula.variables + 1)}
        yield _renamed(formula, names | {merged: kept})


def _renamed(formula: Cnf, names: dict[int, int]) -> Cnf:
    """The formula with other names for its variables, as many as there are different names."""
    clauses = (tuple(names[x] if x > 0 else -names[-x] for x in clause) for clause in formula.clauses)
    return Cnf(len(set(names.values())), tuple(clauses))
