from __future__ import annotations

from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from gourds.certificates.formula import direct_formula
from gourds.certificates.puzzle import Puzzle
from gourds.counting import Counting
from gourds.encodings.cnf import CARDINALITIES, Cnf, build_cnf, direct_cnf, totalizer
from gourds.encodings.model import Equation, Model, build_model, build_placement
from gourds.instance import Instance
from tests.encodings.small_instances import fair_shares, near_miss, placements_of
from tests.reduction_boards import planted_cubic, random_cubic, reduction_board

pysat_solvers = pytest.importorskip("pysat.solvers")


def clauses_of(literals: np.ndarray) -> list[list[int]]:
    return Cnf(int(np.abs(literals).max(initial=0)), literals).clauses()


@pytest.mark.parametrize("k", range(7))
def test_totalizer_truth_table(k):
    """For every assignment of the inputs: satisfiable iff t are true, and then in one way only."""
    for t in range(k + 1):
        literals, fresh = totalizer(k, t)
        clauses = clauses_of(literals)
        assert all(1 <= abs(x) <= k + fresh for clause in clauses for x in clause)
        with pysat_solvers.Solver("minisat22", bootstrap_with=clauses) as solver:
            for values in product([False, True], repeat=k):
                inputs = [v if true else -v for v, true in enumerate(values, start=1)]
                assert solver.solve(assumptions=inputs) == (sum(values) == t)
            if k:
                assert sum(1 for _ in solver.enum_models()) == comb(k, t)


@pytest.mark.parametrize(("k", "t"), [(9, 1), (9, 2), (12, 5), (13, 11), (16, 3)])
def test_totalizer_outputs_are_counts(k, t):
    """Without the two final units, every assignment extends, and o_j says 'at least j'."""
    literals, fresh = totalizer(k, t)
    clauses = clauses_of(literals)
    finals = [clause for clause in clauses[-2:] if len(clause) == 1]
    outputs = min(k, t + 1)
    with pysat_solvers.Solver("minisat22", bootstrap_with=clauses[: len(clauses) - len(finals)]) as solver:
        for size in range(k + 1):
            for true in list(combinations(range(1, k + 1), size))[:40]:
                inputs = [v if v in true else -v for v in range(1, k + 1)]
                assert solver.solve(assumptions=inputs)
                model = set(solver.get_model())
                last = range(k + fresh - outputs + 1, k + fresh + 1)
                assert [v in model for v in last] == [size >= j for j in range(1, outputs + 1)]


class Counter(Model):
    """A model that is one equation only."""

    def __init__(self, k: int, total: int) -> None:
        instance = Instance.build([(0, 0)], ["a"], [])
        none = np.empty(0, dtype=np.int32)
        equation = Equation(np.arange(1, k + 1, dtype=np.int32), total)
        super().__init__(instance, "reduced", none, np.arange(k, dtype=np.int32), none, {(0, 0): equation})

    @property
    def incidence(self):
        return np.zeros(1, dtype=np.int64), np.empty(0, dtype=np.int32)


@pytest.mark.parametrize("cardinality", CARDINALITIES)
def test_all_cardinalities_count(cardinality):
    for k in range(7):
        for t in range(k + 2):
            formula = build_cnf(Counter(k, t), cardinality)
            with pysat_solvers.Solver("minicard", bootstrap_with=formula.clauses()) as solver:
                for literals, bound in formula.at_most:
                    solver.add_atmost(literals, bound)
                for values in product([False, True], repeat=k):
                    inputs = [v if true else -v for v, true in enumerate(values, start=1)]
                    assert solver.solve(assumptions=inputs) == (sum(values) == t)
            assert ([] in formula.clauses()) == (t > k)


def test_direct_cnf_golden():
    """Written down by hand from the specification.

    Edges 1: (0,0)-(1,0), 2: (0,0)-(0,1), 3: (1,0)-(2,0), 4: (1,0)-(1,1), 5: (0,1)-(1,1); 6, 7, 8: the cells (0,0),
    (2,0), (1,1) of color a stay empty.
    """
    cells = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1)]
    instance = Instance.build(cells, list("ababa"), [("a", "b", 2)])
    golden = [
        *([1, 2, 6], [-1, -2], [-1, -6], [-2, -6]),  # cell (0, 0)
        *([1, 3, 4], [-1, -3], [-1, -4], [-3, -4]),  # cell (1, 0)
        *([3, 7], [-3, -7]),  # cell (2, 0)
        *([2, 5], [-2, -5]),  # cell (0, 1)
        *([4, 5, 8], [-4, -5], [-4, -8], [-5, -8]),  # cell (1, 1)
        # exactly 1 of 6 7 8: 9, 10 count 6 7; 11, 12 count all
        *([-7, 9], [-6, 9], [-6, -7, 10], [6, 7, -9], [6, -10], [7, -10]),
        *([-8, 11], [-9, 11], [-9, -8, 12], [-10, 12], [-10, -8, 12], [9, 8, -11], [9, -12], [10, 8, -12]),
        *([11], [-12]),
        # exactly 2 of 1 2 3 4 5: 13, 14 count 1 2; 15..17 count 1 2 3; 18, 19 count 4 5; 20..22 count all
        *([-2, 13], [-1, 13], [-1, -2, 14], [1, 2, -13], [1, -14], [2, -14]),
        *([-3, 15], [-13, 15], [-13, -3, 16], [-14, 16], [-14, -3, 17]),
        *([13, 3, -15], [13, -16], [14, 3, -16], [14, -17], [3, -17]),
        *([-5, 18], [-4, 18], [-4, -5, 19], [4, 5, -18], [4, -19], [5, -19]),
        *([-18, 20], [-19, 21], [-15, 20], [-15, -18, 21], [-15, -19, 22]),
        *([-16, 21], [-16, -18, 22], [-16, -19, 22], [-17, 22], [-17, -18, 22], [-17, -19, 22]),
        *([15, 18, -20], [15, 19, -21], [15, -22], [16, 18, -21], [16, 19, -22], [17, 18, -22]),
        *([21], [-22]),
    ]
    formula = direct_cnf(instance)
    assert formula.clauses() == golden
    assert (formula.variable_count, formula.clause_count) == (22, len(golden))


def test_direct_cnf_is_what_the_checker_builds():
    boards = [near_miss(seed) for seed in range(150)]
    boards += [reduction_board(random_cubic(6, 1)), reduction_board(planted_cubic(6, 2))]
    compared = 0
    for instance in boards:
        if Counting(instance).empty_color is not None:
            assert direct_cnf(instance).clauses() == direct_formula(Puzzle.of(instance))
            compared += 1
    assert compared > 100


@pytest.mark.parametrize("cardinality", CARDINALITIES)
@pytest.mark.parametrize("encoding", ["textbook", "textbook without covering", "reduced"])
def test_solutions_are_the_placements(encoding, cardinality):
    """The sets of solutions, projected on the edges, on both sides."""
    for instance in fair_shares(120, 11):
        model = build_model(instance, encoding.split()[0], covering=encoding != "textbook without covering")
        formula = build_cnf(model, cardinality)
        found = []
        with pysat_solvers.Solver("minicard", bootstrap_with=formula.clauses()) as solver:
            for literals, bound in formula.at_most:
                solver.add_atmost(literals, bound)
            while solver.solve():
                true = [v for v in solver.get_model()[: len(model.edges)] if v > 0]
                found.append(build_placement(instance, [int(model.edges[v - 1]) for v in true]))
                solver.add_clause([-v for v in true])
                if not true:
                    break
        assert len(found) == len(set(found))
        assert set(found) == placements_of(instance)


def test_clauses():
    formula = Cnf(3, np.array([1, -2, 0, 0, 3, 0], dtype=np.int32))
    assert formula.clauses() == [[1, -2], [], [3]]
    assert formula.clause_count == 3
