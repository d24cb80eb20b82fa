"""Hypothesis strategies for small formulas of every kind."""

from __future__ import annotations

from hypothesis import strategies as st

from gourds.formulas.cubic import random_cubic
from gourds.formulas.formula import Cnf, OneInThree
from tests.strategies import SEEDS


def literals(variables: int) -> st.SearchStrategy[int]:
    return st.integers(1, variables).flatmap(lambda v: st.sampled_from((v, -v)))


@st.composite
def cnfs(draw: st.DrawFn, max_variables: int = 7, max_clauses: int = 14) -> Cnf:
    """Any CNF: empty clauses, repeated and opposite literals, unused variables, no variables at all."""
    variables = draw(st.integers(0, max_variables))
    clause = st.lists(literals(variables), max_size=4) if variables else st.just([])
    clauses = draw(st.lists(clause, max_size=max_clauses))
    return Cnf(variables, tuple(map(tuple, clauses)))


@st.composite
def one_in_threes(draw: st.DrawFn, max_variables: int = 7, max_clauses: int = 8) -> OneInThree:
    """Any 1-in-3 formula: negative, repeated and opposite literals, unused variables."""
    variables = draw(st.integers(0, max_variables))
    clause = st.tuples(*[literals(variables)] * 3)
    return OneInThree(variables, tuple(draw(st.lists(clause, max_size=max_clauses if variables else 0))))


@st.composite
def monotones(draw: st.DrawFn, max_variables: int = 8, max_clauses: int = 8) -> OneInThree:
    """Monotone formulas, some with repeated variables in a clause, repeated clauses and unused variables."""
    variables = draw(st.integers(1, max_variables))
    clause = st.tuples(*[st.integers(1, variables)] * 3)
    return OneInThree(variables, tuple(draw(st.lists(clause, max_size=max_clauses))))


def cubics(min_variables: int = 3, max_variables: int = 12) -> st.SearchStrategy[OneInThree]:
    """Cubic formulas."""
    return st.builds(random_cubic, st.integers(min_variables, max_variables), SEEDS)


def relabeled(formula: OneInThree, data: st.DataObject) -> OneInThree:
    """The same formula with other names for its variables and everything in another order."""
    names = data.draw(st.permutations(range(1, formula.variables + 1)))
    renamed = [data.draw(st.permutations([names[v - 1] for v in clause])) for clause in formula.clauses]
    return OneInThree(formula.variables, tuple((a, b, c) for a, b, c in data.draw(st.permutations(renamed))))
