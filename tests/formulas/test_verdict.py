from __future__ import annotations

import doctest
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds.errors import InternalError
from gourds.formulas import verdict
from gourds.formulas.cubic import planted_cubic, random_cubic
from gourds.formulas.formula import Cnf, OneInThree
from gourds.formulas.threshold import balanced_formula
from gourds.formulas.verdict import all_assignments, count_assignments, satisfying_assignment
from tests.formulas.formula_strategies import cnfs, one_in_threes
from tests.strategies import SEEDS


def by_definition(formula):
    values = product((False, True), repeat=formula.variables)
    return [assignment for assignment in values if formula.is_satisfied(assignment)]


@settings(max_examples=400)
@given(st.one_of(cnfs(), one_in_threes()))
def test_both_verdicts_are_that_of_the_definition(formula):
    expected = by_definition(formula)
    assert all_assignments(formula) == expected
    assert count_assignments(formula) == len(expected)
    found = satisfying_assignment(formula)
    assert (found is None) == (not expected)
    assert found is None or found in expected


@given(st.one_of(cnfs(), one_in_threes()), st.integers(0, 5))
def test_a_limit_gives_the_first_ones(formula, limit):
    assert all_assignments(formula, limit) == all_assignments(formula)[:limit]


@given(st.one_of(cnfs(), one_in_threes()))
def test_unused_variables_are_false_and_free(formula):
    found = satisfying_assignment(formula)
    used = {abs(literal) for clause in formula.clauses for literal in clause}
    if found is not None:
        assert not any(found[v - 1] for v in range(1, formula.variables + 1) if v not in used)
    wider = type(formula)(formula.variables + 2, formula.clauses)
    assert count_assignments(wider) == 4 * count_assignments(formula)
    assert len(all_assignments(wider)) == count_assignments(wider)


def test_the_smallest_formulas():
    for make in (Cnf, OneInThree):
        assert satisfying_assignment(make(0, ())) == ()
        assert all_assignments(make(0, ())) == [()]
        assert count_assignments(make(200, ())) == 2**200
        assert satisfying_assignment(make(3, ())) == (False, False, False)
    assert satisfying_assignment(Cnf(2, ((1,), ()))) is None
    assert all_assignments(Cnf(2, ((1,), ()))) == []
    assert satisfying_assignment(Cnf(4, ((2, 2), (-4, 3)))) in [
        (False, True, a, b) for a, b in [(0, 0), (1, 0), (1, 1)]
    ]


@given(st.integers(3, 30), SEEDS)
def test_cubic_formulas(variables, seed):
    formula = random_cubic(variables, seed)
    solutions = all_assignments(formula)
    found = satisfying_assignment(formula)
    assert (found is None) == (not solutions)
    assert found is None or found in solutions
    assert all(formula.is_satisfied(solution) for solution in solutions)
    if variables % 3:
        assert not solutions
    assert all(3 * sum(solution) == variables for solution in solutions)


@given(st.integers(1, 13), SEEDS)
def test_planted_formulas(thirds, seed):
    formula, assignment = planted_cubic(3 * thirds, seed)
    assert assignment in all_assignments(formula)
    assert satisfying_assignment(formula) is not None


@settings(max_examples=30)
@given(st.integers(4, 60), SEEDS)
def test_formulas_at_the_threshold(base, seed):
    formula = balanced_formula(base, seed)
    assert (satisfying_assignment(formula) is None) == (all_assignments(formula, limit=1) == [])


def test_an_answer_of_the_solver_is_checked(monkeypatch):
    monkeypatch.setattr(OneInThree, "is_satisfied", lambda *_: False)
    with pytest.raises(InternalError):
        satisfying_assignment(OneInThree(3, ((1, 2, 3),)))


def test_the_examples_in_the_docstring():
    result = doctest.testmod(verdict)
    assert result.attempted
    assert not result.failed
