from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds.errors import InputError
from gourds.formulas import shrink as module
from gourds.formulas.canonical import canonical
from gourds.formulas.classic import pigeonhole, random_cnf
from gourds.formulas.cubic import planted_cubic, random_cubic
from gourds.formulas.formula import Cnf, OneInThree
from gourds.formulas.shrink import shrink, smaller_cnf, smaller_cubic
from gourds.formulas.verdict import count_assignments, satisfying_assignment
from tests.formulas.formula_strategies import cnfs, cubics
from tests.strategies import SEEDS


def is_satisfiable(formula) -> bool:
    return satisfying_assignment(formula) is not None


def single_steps(formula: OneInThree) -> set[OneInThree]:
    """One variable and one clause taken out, straight from the definition: all ways to fill the free slots."""
    found = set()
    for v in range(1, formula.variables + 1):
        for k, removed in enumerate(formula.clauses):
            rest = [list(clause) for j, clause in enumerate(formula.clauses) if j != k]
            free = [(clause, clause.index(v)) for clause in rest if v in clause]
            for order in permutations([w for w in removed if w != v]):
                for (clause, place), w in zip(free, order, strict=True):
                    clause[place] = w
                clauses = sorted(tuple(sorted(w - (w > v) for w in clause)) for clause in rest)
                result = OneInThree(formula.variables - 1, tuple(clauses))
                if result.is_cubic:
                    found.add(result)
    return found


@settings(max_examples=20)
@given(st.one_of(cubics(3, 9), cubics(11, 14)))
def test_steps_from_cubic_formulas(formula):
    steps = list(smaller_cubic(formula))
    for smaller in steps:
        assert smaller.cubic_faults() == []
        assert 3 <= smaller.variables < formula.variables
        assert list(smaller.clauses) == sorted(tuple(sorted(clause)) for clause in smaller.clauses)
    assert max(Counter(steps).values(), default=1) == 1


@settings(max_examples=20)
@given(cubics(4, 8))
def test_all_steps_by_one_are_there(formula):
    found = Counter(canonical(smaller) for smaller in smaller_cubic(formula))
    assert max(found.values(), default=1) == 1
    expected = {canonical(smaller) for smaller in single_steps(formula)}
    assert {smaller for smaller in found if smaller.variables == formula.variables - 1} >= expected


@settings(max_examples=10)
@given(cubics(11, 13))
def test_all_steps_by_one_are_there_beyond_few_variables(formula):
    assert formula.variables > module.FEW
    found = {smaller for smaller in smaller_cubic(formula) if smaller.variables == formula.variables - 1}
    assert found == single_steps(formula)


def test_a_component_alone_is_a_step():
    first, second = random_cubic(4, 1), random_cubic(11, 1)
    joined = OneInThree(15, first.clauses + tuple((a + 4, b + 4, c + 4) for a, b, c in second.clauses))
    steps = list(smaller_cubic(joined))
    assert steps[:2] == [first, second]


@given(st.integers(1, 10), SEEDS)
def test_a_satisfiable_formula_has_satisfiable_steps(thirds, seed):
    smallest = shrink(planted_cubic(3 * thirds, seed)[0], is_satisfiable)
    assert smallest.clauses == ((1, 2, 3),) * 3


@given(st.integers(4, 20), SEEDS)
def test_shrinking_ends_where_no_step_fails(variables, seed):
    formula = random_cubic(variables, seed)
    if is_satisfiable(formula):
        return

    def fails(some: OneInThree) -> bool:
        return not is_satisfiable(some)

    smallest = shrink(formula, fails)
    assert fails(smallest)
    assert not any(fails(smaller) for smaller in smaller_cubic(smallest))
    assert smallest.variables == 4


def test_shrinking_keeps_the_behavior_asked_for():
    smallest = shrink(planted_cubic(30, 3)[0], lambda some: count_assignments(some) == 1)
    assert count_assignments(smallest) == 1
    assert smallest.variables <= 6


@given(cnfs())
def test_steps_from_cnfs(formula):
    steps = list(smaller_cnf(formula))
    assert len(steps) == len(set(steps))
    for smaller in steps:
        assert size(smaller) < size(formula)
        assert all(1 <= abs(literal) <= smaller.variables for clause in smaller.clauses for literal in clause)
    if formula.variables == 0 and not formula.clauses:
        assert not steps


def size(formula: Cnf) -> int:
    return formula.variables + len(formula.clauses) + sum(map(len, formula.clauses))


def test_every_kind_of_step_from_a_cnf():
    formula = Cnf(4, ((1, -3), (-4,)))
    assert list(smaller_cnf(formula)) == [
        Cnf(4, ((-4,),)),
        Cnf(4, ((1, -3),)),
        Cnf(3, ((1, -2), (-3,))),
        Cnf(4, ((-3,), (-4,))),
        Cnf(4, ((1,), (-4,))),
        Cnf(4, ((1, -3), ())),
        Cnf(3, ((1, -1), (-3,))),
        Cnf(3, ((1, -3), (-1,))),
        Cnf(3, ((1, -3), (-2,))),
        Cnf(3, ((1, -3), (-3,))),
    ]


def test_cnfs_shrink():
    assert shrink(pigeonhole(3), lambda some: not is_satisfiable(some)) == Cnf(0, ((),))

    def fails(some: Cnf) -> bool:
        return all(len(clause) == 3 for clause in some.clauses) and not is_satisfiable(some)

    assert shrink(random_cnf(12, 80, 3, 1), fails) == Cnf(1, ((-1, -1, -1), (1, 1, 1)))


def test_what_cannot_be_shrunk():
    with pytest.raises(InputError, match="does not fail"):
        shrink(random_cubic(5, 1), lambda _: False)
    with pytest.raises(InputError, match="variable 1: occurs 1 time"):
        smaller_cubic(OneInThree(3, ((1, 2, 3),)))
