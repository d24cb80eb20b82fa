"""CNFs that other people wrote go through reduce, solve and extract; verdict and model are checked on the CNF."""

from __future__ import annotations

import io
from contextlib import redirect_stdout

import networkx as nx
import pytest

import gourds
from gourds.files import formulas
from gourds.solvers import Status

cnfgen = pytest.importorskip("cnfgen")


def read(formula) -> gourds.Cnf:
    """The formula through its DIMACS text, as a file would bring it."""
    value = formulas.parse(formula.to_dimacs())
    assert isinstance(value, gourds.Cnf)
    return value


def is_satisfiable_by_itself(cnf: gourds.Cnf) -> bool:
    from pysat.solvers import Solver

    with Solver("minisat22", bootstrap_with=[list(clause) for clause in cnf.clauses]) as solver:
        return bool(solver.solve())


PYRAMID = [(0, 3), (1, 3), (1, 4), (2, 4), (3, 5), (4, 5)]

FAMILIES = {
    "pigeonhole 3 in 2": lambda: cnfgen.PigeonholePrinciple(3, 2),
    "pigeonhole 4 in 3": lambda: cnfgen.PigeonholePrinciple(4, 3),
    "pigeonhole 3 in 3": lambda: cnfgen.PigeonholePrinciple(3, 3),
    "parity of 4": lambda: cnfgen.PerfectMatchingPrinciple(cnfgen.Graph.from_networkx(nx.complete_graph(4))),
    "parity of 5": lambda: cnfgen.PerfectMatchingPrinciple(cnfgen.Graph.from_networkx(nx.complete_graph(5))),
    "tseitin on a cycle": lambda: cnfgen.TseitinFormula(cnfgen.Graph.from_networkx(nx.cycle_graph(5)), [1, 0, 0, 0, 0]),
    "tseitin on a grid": lambda: cnfgen.TseitinFormula(
        cnfgen.Graph.from_networkx(nx.convert_node_labels_to_integers(nx.grid_2d_graph(2, 3))), [1, 1, 0, 0, 0, 0]
    ),
    "pebbling": lambda: cnfgen.PebblingFormula(cnfgen.DirectedGraph.from_networkx(nx.DiGraph(PYRAMID))),
    "ordering of 3": lambda: cnfgen.OrderingPrinciple(3),
    "random 3-CNF, few clauses": lambda: cnfgen.RandomKCNF(3, 6, 15, seed=1),
    "random 3-CNF, many clauses": lambda: cnfgen.RandomKCNF(3, 6, 40, seed=2),
    "coloring of a triangle": lambda: cnfgen.GraphColoringFormula(cnfgen.Graph.from_networkx(nx.complete_graph(3)), 3),
    "coloring of K4 with three": lambda: cnfgen.GraphColoringFormula(
        cnfgen.Graph.from_networkx(nx.complete_graph(4)), 3
    ),
}


@pytest.mark.parametrize("name", FAMILIES)
def test_verdict_and_model(name):
    with redirect_stdout(io.StringIO()):
        cnf = read(FAMILIES[name]())
    instance = gourds.reduce(cnf)
    result = gourds.solve(instance, proof=True)
    expected = is_satisfiable_by_itself(cnf)
    assert result.status is (Status.FEASIBLE if expected else Status.INFEASIBLE)
    if expected:
        assignment = gourds.extract(instance, result.placement)
        assert all(any(assignment[abs(v) - 1] == (v > 0) for v in clause) for clause in cnf.clauses)
    else:
        assert gourds.verify(instance, result.certificate)


def test_both_verdicts_occur():
    verdicts = {is_satisfiable_by_itself(read(make())) for make in FAMILIES.values()}
    assert verdicts == {True, False}
