from __future__ import annotations

import numpy as np
import pytest

from gourds import shapes
from gourds.counting import Counting
from gourds.encodings.model import reduced_model, textbook_model
from gourds.errors import InputError
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.solvers import Status, solve
from gourds.solvers.ilp import VARIANTS, relax
from tests.encodings.small_instances import fair_shares, is_feasible
from tests.reduction_boards import is_satisfiable, planted_cubic, random_cubic, reduction_board, unsatisfiable_cubic

pytest.importorskip("ortools")


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    "options",
    [{}, {"encoding": "textbook", "presolve": False}, {"settings": {"blossom": True}}, {"settings": {"lp": False}}],
)
def test_variants_agree_with_brute(variant, options):
    for instance in fair_shares(100):
        result = solve(instance, f"ilp:{variant}", isolate=False, **options)
        assert result.status is (Status.FEASIBLE if is_feasible(instance) else Status.INFEASIBLE)


@pytest.mark.parametrize("variant", VARIANTS)
def test_reduction_boards(variant):
    for formula in (random_cubic(6, 0), unsatisfiable_cubic(6), planted_cubic(12, 1)):
        expected = Status.FEASIBLE if is_satisfiable(formula) else Status.INFEASIBLE
        result = solve(reduction_board(formula), f"ilp:{variant}", isolate=False)
        assert result.status is expected
        assert result.stats["lp_bound"] == result.stats["gourds"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_infeasible_answers_are_claimed(variant):
    instance = reduction_board(unsatisfiable_cubic(6))
    result = solve(instance, f"ilp:{variant}", isolate=False)
    assert result.certificate == Certificate("claimed", instance.digest, {"by": f"ilp:{variant}"})
    assert {"variables", "constraints", "nodes", "lp_bound", "encode_s", "search_s"} <= set(result.stats)


def largest(instance: Instance) -> int:
    """How many gourds fit at most, each kind within its budget, by plain search."""
    edges = np.flatnonzero(instance.usable_edges).tolist()
    ends, k = instance.board.edges.tolist(), len(instance.colors)

    def search(start: int, covered: frozenset[int], left: dict[tuple[int, int], int]) -> int:
        best = 0
        for place in range(start, len(edges)):
            a, b = ends[edges[place]]
            pair = divmod(int(instance.edge_classes[edges[place]]), k)
            if a in covered or b in covered or not left[pair]:
                continue
            best = max(best, 1 + search(place + 1, covered | {a, b}, left | {pair: left[pair] - 1}))
        return best

    return search(0, frozenset(), dict(instance.budgets))


def test_bounds_are_upper_bounds():
    """LP ≥ LP with odd sets ≥ the largest number of gourds; and odd sets never cut off a placement."""
    for instance in fair_shares(60, 11):
        model = textbook_model(instance)
        plain, cut = relax(model), relax(model, blossom=True)
        assert plain is not None
        assert cut is not None
        assert instance.size + 1e-6 >= plain.bound >= cut.bound - 1e-6
        assert cut.bound >= largest(instance) - 1e-6


def test_bound_is_reached_iff_the_equations_have_a_fractional_solution():
    from ortools.math_opt.python import mathopt

    for instance in fair_shares(60, 11):
        model = textbook_model(instance)
        program = mathopt.Model()
        x = [program.add_variable(lb=0.0) for _ in range(model.variable_count)]
        for equation in model.equations():
            row = program.add_linear_constraint(lb=equation.total, ub=equation.total)
            for k in equation.variables.tolist():
                row.set_coefficient(x[k - 1], 1.0)
        reason = mathopt.solve(program, mathopt.SolverType.GLOP).termination.reason
        relaxed = relax(model)
        assert relaxed is not None
        has_solution = reason == mathopt.TerminationReason.OPTIMAL
        assert (relaxed.bound > instance.size - 1e-6) == has_solution
        if Counting(instance).refutation is None and reduced_model(instance).empties.size:
            reduced = relax(reduced_model(instance))
            assert reduced is not None
            assert abs(reduced.bound - relaxed.bound) < 1e-6


def test_odd_sets_help_where_the_plain_relaxation_does_not():
    found = 0
    for seed in range(400):
        rng = np.random.default_rng(seed)
        board = shapes.random_connected(13, seed)
        colors = [str(c) for c in rng.choice(list("abc"), len(board))]
        ends = sorted(colors)[:-1]
        instance = Instance.build(board, colors, [(a, b, 1) for a, b in zip(ends[::2], ends[1::2], strict=True)])
        if Counting(instance).refutation:
            continue
        model = textbook_model(instance)
        plain, cut = relax(model), relax(model, blossom=True)
        assert plain is not None
        assert cut is not None
        if plain.bound > instance.size - 1e-6 and cut.bound < instance.size - 1e-3:
            assert not is_feasible(instance)
            assert cut.odd_sets
            result = solve(instance, "ilp", isolate=False, presolve=False, settings={"blossom": True})
            assert result.reason is not None
            assert result.reason.startswith("LP relaxation with odd-set inequalities infeasible")
            found += 1
    assert found


def test_bad_settings_are_named():
    instance = reduction_board(unsatisfiable_cubic(6))
    for name in ("blossom", "lp"):
        with pytest.raises(InputError, match=name):
            solve(instance, "ilp", isolate=False, settings={name: "often"})


def test_it_stops_by_itself_at_the_time_limit():
    instance = reduction_board(random_cubic(60, 1))
    result = solve(instance, "ilp:scip", isolate=False, time_limit=0.7, encoding="textbook", presolve=False)
    assert result.status is Status.UNKNOWN
    assert result.reason is not None
    assert result.reason.startswith("time limit")
