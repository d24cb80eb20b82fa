from __future__ import annotations

import doctest

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds.errors import InputError
from gourds.formulas import canonical as module
from gourds.formulas.canonical import canonical, components
from gourds.formulas.cubic import random_cubic
from gourds.formulas.formula import OneInThree
from gourds.formulas.verdict import count_assignments
from tests.formulas.formula_strategies import cubics, monotones, relabeled


def is_isomorphic(first: OneInThree, second: OneInThree) -> bool:
    """True iff renaming and reordering turns one monotone formula into the other."""
    return (first.variables, canonical(first)) == (second.variables, canonical(second))


def graph(formula: OneInThree) -> nx.MultiGraph:
    """Variables and clauses, and an edge for each occurrence."""
    result = nx.MultiGraph()
    result.add_nodes_from((("v", v) for v in range(1, formula.variables + 1)), kind="variable")
    result.add_nodes_from((("c", k) for k in range(len(formula.clauses))), kind="clause")
    result.add_edges_from((("v", v), ("c", k)) for k, clause in enumerate(formula.clauses) for v in clause)
    return result


def is_isomorphic_for_networkx(first: OneInThree, second: OneInThree) -> bool:
    same_kind = nx.algorithms.isomorphism.categorical_node_match("kind", None)
    same_count = nx.algorithms.isomorphism.numerical_multiedge_match("weight", 1)
    return bool(nx.is_isomorphic(graph(first), graph(second), node_match=same_kind, edge_match=same_count))


@settings(max_examples=200)
@given(st.one_of(cubics(), monotones(), cubics(20, 30)), st.data())
def test_relabeling_does_not_change_the_form(formula, data):
    assert canonical(relabeled(formula, data)) == canonical(formula)


@given(st.one_of(cubics(), monotones()))
def test_the_form_is_isomorphic_to_the_formula(formula):
    form = canonical(formula)
    assert canonical(form) == form
    assert form.variables == formula.variables
    assert is_isomorphic_for_networkx(form, formula)
    assert count_assignments(form) == count_assignments(formula)


@settings(max_examples=300)
@given(st.data())
def test_isomorphic_means_what_networkx_means(data):
    kind = data.draw(st.sampled_from([cubics(5, 6), monotones(4, 3), monotones(5, 4)]))
    first, second = data.draw(kind), data.draw(kind)
    assert is_isomorphic(first, second) == is_isomorphic_for_networkx(first, second)


@given(st.lists(cubics(3, 5), min_size=1, max_size=5), st.data())
def test_components(parts, data):
    clauses, shift = [], 0
    for part in parts:
        clauses += [(a + shift, b + shift, c + shift) for a, b, c in part.clauses]
        shift += part.variables
    whole = OneInThree(shift, tuple(clauses))
    # A cubic formula with at most five variables is connected.
    assert components(whole) == parts
    found = components(relabeled(whole, data))
    forms = [sorted(canonical(part).clauses for part in some) for some in (found, parts)]
    assert forms[0] == forms[1]


def test_components_keep_signs_and_unused_variables():
    formula = OneInThree(5, ((-4, 2, 5), (2, 2, -4)))
    assert components(formula) == [OneInThree(1, ()), OneInThree(3, ((-2, 1, 3), (1, 1, -2))), OneInThree(1, ())]
    assert components(OneInThree(0, ())) == []


def circulant(variables: int, *steps: int) -> OneInThree:
    """Clause k holds the variables k + step: every rotation is an automorphism."""
    clauses = [[(k + step) % variables + 1 for step in steps] for k in range(variables)]
    return OneInThree(variables, tuple((a, b, c) for a, b, c in clauses))


def test_symmetric_formulas_do_not_take_long():
    fano = circulant(7, 0, 1, 3)
    assert is_isomorphic(fano, circulant(7, 0, 2, 3))
    assert not is_isomorphic(circulant(8, 0, 1, 3), circulant(8, 0, 1, 2))
    assert is_isomorphic(circulant(60, 0, 1, 3), circulant(60, 0, 2, 3))
    assert not is_isomorphic(circulant(60, 0, 1, 3), circulant(60, 0, 1, 4))
    triples = OneInThree(60, tuple((k, k + 1, k + 2) for k in range(1, 60, 3)) * 3)
    assert canonical(triples).clauses == tuple(sorted(triples.clauses))
    # A chain in which 30 pairs of variables can be exchanged independently of each other.
    twins = [clause for k in range(1, 90, 3) for clause in ((k, k + 1, k + 2), (k + 3, k + 1, k + 2))]
    backwards = [(92 - a, 92 - b, 92 - c) for a, b, c in twins]
    assert is_isomorphic(OneInThree(91, tuple(twins)), OneInThree(91, tuple(backwards)))


def test_large_formulas():
    first, second = random_cubic(100, 1), random_cubic(100, 2)
    names = dict(zip(range(1, 101), range(100, 0, -1), strict=True))
    turned = OneInThree(100, tuple((names[a], names[b], names[c]) for a, b, c in first.clauses))
    assert is_isomorphic(first, turned)
    assert not is_isomorphic(first, second)


def test_sizes_decide_at_once_and_signs_are_refused():
    assert not is_isomorphic(random_cubic(5, 1), random_cubic(6, 1))
    with pytest.raises(InputError, match="monotone"):
        canonical(OneInThree(3, ((1, 2, -3),)))


def test_the_examples_in_the_docstring():
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
