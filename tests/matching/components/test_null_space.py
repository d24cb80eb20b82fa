from __future__ import annotations

import doctest
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds.errors import InputError
from gourds.formulas.cubic import planted_cubic, random_cubic
from gourds.formulas.formula import OneInThree
from gourds.formulas.threshold import balanced_formula
from gourds.formulas.verdict import count_assignments, satisfying_assignment
from gourds.matching.components import modular, null_space
from gourds.matching.components.null_space import null_space_dimension
from tests.formulas.formula_strategies import cubics, one_in_threes
from tests.strategies import SEEDS


def null_space_over_the_rationals(formula: OneInThree) -> int:
    """Textbook elimination with fractions."""
    rows = []
    for clause in formula.clauses:
        row = [Fraction(0)] * formula.variables
        for literal in clause:
            row[abs(literal) - 1] += 1 if literal > 0 else -1
        rows.append(row)
    rank = 0
    for column in range(formula.variables):
        pivot = next((k for k in range(rank, len(rows)) if rows[k][column]), None)
        if pivot is None:
            continue
        rows[rank], rows[pivot] = rows[pivot], rows[rank]
        for k in range(rank + 1, len(rows)):
            factor = rows[k][column] / rows[rank][column]
            rows[k] = [a - factor * b for a, b in zip(rows[k], rows[rank], strict=True)]
        rank += 1
    return formula.variables - rank


@settings(max_examples=200)
@given(st.one_of(cubics(3, 25), one_in_threes()))
def test_the_dimension_is_that_over_the_rationals(formula):
    assert null_space_dimension(formula) == null_space_over_the_rationals(formula)
    assert null_space_dimension(formula, 5) >= null_space_over_the_rationals(formula)


@settings(max_examples=8)
@given(st.integers(30, 45), SEEDS)
def test_larger_ones(size, seed):
    for formula in (random_cubic(size, seed), balanced_formula(size, seed)):
        expected = null_space_over_the_rationals(formula)
        for most in (0, 3, 40):  # arrays take over from the start, soon, hardly ever
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(modular, "_DENSE", most)
                assert null_space_dimension(formula) == expected


@given(cubics(3, 24), st.sampled_from([5, 7, 11, 101, null_space.PRIME]))
def test_it_bounds_the_number_of_assignments(formula, prime):
    dimension = null_space_dimension(formula, prime)
    assert count_assignments(formula) <= 2**dimension
    if dimension == 0:
        assert satisfying_assignment(formula) is None


def test_random_cubic_formulas_are_decided_by_linear_algebra_and_others_are_not():
    assert sum(null_space_dimension(random_cubic(120, seed)) == 0 for seed in range(20)) >= 15
    for seed in range(5):
        assert null_space_dimension(planted_cubic(120, seed)[0]) > 0
        assert null_space_dimension(balanced_formula(120, seed)) >= 120 - 95


def test_thousands_of_variables():
    assert null_space_dimension(random_cubic(1500, 1)) == 0
    # Components of three equal clauses: two dimensions each, all of them sparse.
    triples = OneInThree(3000, tuple((k, k + 1, k + 2) for k in range(1, 3000, 3)) * 3)
    assert null_space_dimension(triples) == 2000


def test_small_primes_and_large_ones_are_refused():
    for prime in (2, 3, 2**31 - 1):
        with pytest.raises(InputError, match="prime"):
            null_space_dimension(random_cubic(3, 1), prime)


def test_the_examples_in_the_docstring():
    result = doctest.testmod(null_space)
    assert result.attempted
    assert not result.failed
