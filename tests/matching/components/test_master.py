"""The master problem against all selections of signatures."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Solver

from gourds.matching.components.master import Choice, Master, class_facts
from tests.strategies import selections, signature_choices

PROBLEMS = signature_choices((0, 1, 2))


@given(st.lists(st.frozensets(st.integers(0, 3), min_size=1, max_size=3), max_size=5), st.data())
def test_what_one_class_implies(values, data):
    planted = sum(data.draw(st.sampled_from(sorted(options))) for options in values)
    target = data.draw(st.sampled_from([planted, planted, planted + 1, 0]))
    ways = [path for path in product(*map(sorted, values)) if sum(path) == target]
    facts = class_facts(values, target)
    if not ways:
        assert facts is None
        return
    assert facts is not None
    assert facts.values == [frozenset(path[k] for path in ways) for k in range(len(values))]
    assert facts.sums == [sorted({sum(path[:k]) for path in ways}) for k in range(len(values) + 1)]
    if len(ways) == 2:
        assert facts.pair is not None
        assert set(facts.pair) == set(ways)
    else:
        assert facts.pair is None


def master_of(problem) -> Master:
    choices, totals = problem
    return Master([Choice(signatures, classes) for signatures, classes in choices], totals)


@given(PROBLEMS)
def test_propagation_keeps_every_selection(problem):
    master, found = master_of(problem), [*selections(*problem)]
    if not master.propagate():
        assert not found
        return
    for taken in found:
        assert all(domain >> t & 1 for domain, t in zip(master.domains, taken, strict=True))
    gone = {(j, t) for _, j, t in master.removed}
    left = {(j, t) for j, domain in enumerate(master.domains) for t in range(domain.bit_length()) if domain >> t & 1}
    assert gone.isdisjoint(left)
    assert gone | left == {(j, t) for j, choice in enumerate(master.choices) for t in range(len(choice.signatures))}


@given(PROBLEMS)
def test_the_formula_has_a_model_iff_there_is_a_selection(problem):
    master, found = master_of(problem), [*selections(*problem)]
    if not master.propagate():
        return
    formula = master.formula()
    with Solver("cadical153", bootstrap_with=[clause for clause in formula.clauses if clause]) as solver:
        is_satisfiable = all(formula.clauses) and solver.solve()
        assert is_satisfiable == bool(found)
        if is_satisfiable:
            assert tuple(formula.decode(set(solver.get_model()))) in found


@settings(max_examples=300)
@given(PROBLEMS)
def test_every_selection_satisfies_the_clauses_and_the_equations(problem):
    """If each variable is read as what it says of the selection."""
    master = master_of(problem)
    if not master.propagate():
        return
    formula = master.formula()
    equations = formula.equations()
    for taken in selections(*problem):
        signatures = [choice.signatures[t] for choice, t in zip(master.choices, taken, strict=True)]
        is_true = {
            master.variable(j, t): t == taken[j]
            for j, choice in enumerate(master.choices)
            for t in range(len(choice.signatures))
        }
        for (j, k, value), variable in formula.definitions.items():
            is_true[variable] = signatures[j][k] == value
        for (name, count, total), variable in formula.nodes.items():
            is_true[variable] = total == sum(signatures[j][k] for j, k in master.items[name][:count])
        for a, b, _ in formula.equal:
            assert (is_true[abs(a)] == (a > 0)) == (is_true[abs(b)] == (b > 0))
        for clause in formula.clauses:
            assert any(is_true[abs(literal)] == (literal > 0) for literal in clause)
        for equation in equations:
            assert sum(c * is_true[v] for v, c in equation.row.items()) == equation.value
