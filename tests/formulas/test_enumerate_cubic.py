from __future__ import annotations

from collections import Counter
from math import factorial

import networkx as nx
import pytest
from hypothesis import given, settings

from gourds.errors import InputError
from gourds.formulas.canonical import canonical
from gourds.formulas.enumerate_cubic import all_cubic
from tests.formulas.formula_strategies import cubics
from tests.formulas.test_canonical import graph, is_isomorphic_for_networkx

KNOWN = {3: 1, 4: 1, 5: 2, 6: 7, 7: 16, 8: 51, 9: 224}
"""OEIS A000512; 1165 for n = 10 takes too long for a test."""
MATRICES = {3: 1, 4: 24, 5: 2040, 6: 297200}
"""OEIS A001501: matrices of zeros and ones with three ones in every row and column."""


@pytest.mark.parametrize("variables", KNOWN)
def test_as_many_as_known(variables):
    formulas = all_cubic(variables)
    assert len(set(formulas)) == len(formulas) == KNOWN[variables]
    assert formulas == sorted(formulas, key=lambda formula: formula.clauses)
    for formula in formulas:
        assert formula.cubic_faults() == []
        assert canonical(formula) == formula


@settings(max_examples=200)
@given(cubics(3, 8))
def test_every_cubic_formula_is_there(formula):
    assert canonical(formula) in ALL[formula.variables]


@pytest.mark.parametrize("variables", [4, 5, 6])
def test_no_two_are_isomorphic_for_networkx(variables):
    formulas = all_cubic(variables)
    for k, formula in enumerate(formulas):
        assert not any(is_isomorphic_for_networkx(formula, other) for other in formulas[:k])


@pytest.mark.parametrize("variables", [3, 4, 5, 6])
def test_the_classes_hold_all_matrices(variables):
    """A class holds n!² matrices, divided by the number of its automorphisms."""
    total = 0
    for formula in ALL[variables]:
        # Equal clauses are exchanged by automorphisms as well: the graph has them as nodes of their own.
        same_kind = nx.algorithms.isomorphism.categorical_node_match("kind", None)
        plain = nx.Graph(graph(formula))
        matcher = nx.algorithms.isomorphism.GraphMatcher(plain, plain, node_match=same_kind)
        total += factorial(variables) ** 2 // sum(1 for _ in matcher.isomorphisms_iter())
    assert total == MATRICES[variables]


def test_the_smallest():
    assert all_cubic(1) == all_cubic(2) == []
    assert [formula.clauses for formula in all_cubic(0)] == [()]
    assert [formula.clauses for formula in all_cubic(3)] == [((1, 2, 3),) * 3]
    repeats = Counter(len(set(formula.clauses)) for formula in all_cubic(5))
    assert repeats == {5: 1, 4: 1}
    with pytest.raises(InputError):
        all_cubic(-1)


ALL = {variables: set(all_cubic(variables)) for variables in range(3, 9)}
