"""The steps between formulas: verdicts, both maps, sizes, on formulas of every odd kind."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds.formulas.classic import pigeonhole
from gourds.formulas.formula import Cnf, OneInThree
from gourds.formulas.verdict import all_assignments, satisfying_assignment
from gourds.reductions.chain.cnf_to_three_cnf import cnf_to_three_cnf
from gourds.reductions.chain.monotone_to_cubic import monotone_to_cubic
from gourds.reductions.chain.one_in_three_to_monotone import one_in_three_to_monotone
from gourds.reductions.chain.step import UnsatisfiedError
from gourds.reductions.chain.three_cnf_to_one_in_three import three_cnf_to_one_in_three
from gourds.reductions.reduction import chain_of


def literals(variables: int, *, signed: bool = True):
    positive = st.integers(1, variables)
    return st.one_of(positive, positive.map(int.__neg__)) if signed else positive


@st.composite
def cnfs(draw, width=6):
    """CNFs with empty clauses, repeated literals, opposite literals, unused variables; also without any clause."""
    variables = draw(st.integers(0, 5))
    clause = st.lists(literals(variables), max_size=width) if variables else st.just([])
    return Cnf(variables, tuple(map(tuple, draw(st.lists(clause, max_size=9)))))


@st.composite
def one_in_threes(draw, signed=True):
    """1-in-3 formulas whose clauses may repeat a variable."""
    variables = draw(st.integers(1, 6))
    literal = literals(variables, signed=signed)
    return OneInThree(variables, tuple(draw(st.lists(st.tuples(literal, literal, literal), max_size=10))))


def check_step(step):
    source, target = step.source, step.target
    assert (target.variables, len(target.clauses)) == step.predicted
    assert len(step.images) == source.variables
    model = satisfying_assignment(target)
    assert (model is None) == (not all_assignments(source, 1))
    if model is not None:
        assert source.is_satisfied(step.back(model))
    for assignment in all_assignments(source, 40):
        image = step.forward(assignment)
        assert target.is_satisfied(image)
        back = step.back(image)
        assert all(a == b for a, b, i in zip(assignment, back, step.images, strict=True) if i)
        for v, value in enumerate(assignment, start=1):
            assert all((image[abs(i) - 1] == (i > 0)) == value for i in step.literals_for(v))


@given(cnfs())
def test_cnf_to_three_cnf(formula):
    step = cnf_to_three_cnf(formula)
    check_step(step)
    assert all(len(clause) <= 3 for clause in step.target.clauses)


@given(cnfs(width=3))
def test_three_cnf_to_one_in_three(formula):
    check_step(three_cnf_to_one_in_three(cnf_to_three_cnf(formula).target))


@given(one_in_threes())
def test_one_in_three_to_monotone(formula):
    step = one_in_three_to_monotone(formula)
    check_step(step)
    assert step.target.is_monotone


@given(one_in_threes(signed=False))
def test_monotone_to_cubic(formula):
    step = monotone_to_cubic(formula)
    check_step(step)
    assert step.target.cubic_faults() == []


def test_a_variable_that_occurs_very_often():
    """Many hubs: 40 clauses with variable 1, which must be true in each or false in each."""
    clauses = tuple((1, 2 * k, 2 * k + 1) for k in range(1, 41))
    step = monotone_to_cubic(OneInThree(81, clauses))
    assert step.target.cubic_faults() == []
    assert (step.target.variables, len(step.target.clauses)) == step.predicted
    for value in (True, False):
        assignment = (value, *(not value and k % 2 == 0 for k in range(80)))
        assert step.source.is_satisfied(assignment)
        assert step.target.is_satisfied(step.forward(assignment))
        assert step.back(step.forward(assignment)) == assignment


@given(cnfs())
@settings(max_examples=60)
def test_the_whole_chain(formula):
    chain = chain_of(formula)
    assert [step.source for step in chain.steps[1:]] == [step.target for step in chain.steps[:-1]]
    assert chain.target.is_cubic
    model = satisfying_assignment(chain.target)
    found = satisfying_assignment(formula)
    assert (model is None) == (found is None)
    if model is not None:
        for step in reversed(chain.steps):
            model = step.back(model)
        assert formula.is_satisfied(model)
        assert chain.target.is_satisfied(chain.forward(found))


def test_a_cubic_formula_needs_no_step():
    formula = OneInThree(3, ((1, 2, 3),) * 3)
    chain = chain_of(formula)
    assert chain.steps == ()
    assert chain.target is formula
    assert chain.forward((True, False, False)) == (True, False, False)


def test_an_assignment_that_fails_is_refused_with_the_clause():
    step = cnf_to_three_cnf(Cnf(2, ((1,), (1, 2), (-2,))))
    with pytest.raises(UnsatisfiedError, match=r"clause 2 \(1 2\)|clause 1 \(1\) and 1 more"):
        step.forward((False, False))


def test_sizes_of_the_pigeonhole_principle():
    """Golden figures: a change of the chain shows here."""
    sizes = [step.predicted for step in chain_of(pigeonhole(3)).steps]
    assert sizes == [(12, 22), (46, 30), (66, 47), (528, 528)]
