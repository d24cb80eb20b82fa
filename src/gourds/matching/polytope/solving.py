"""Linear programs on OR-Tools, passed as arrays.

A :class:`Simplex` holds a program and some odd sets in GLOP, and maximizes the reach. Rows can be added, columns closed
and the cost changed; the next solution starts from the last one. What comes back are floats: proposals, never proofs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gourds.matching.polytope.model import Cells, IntArray, Program

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Solution:
    """An optimal solution, in floating point."""

    objective: float
    """The cost."""
    reach: float
    """t."""
    values: Floats
    """Of all columns."""
    duals: Floats
    """Of all rows."""


class Simplex:
    """A program in GLOP, with odd sets; at first the cost is the program's own."""

    def __init__(self, program: Program, sets: Sequence[Cells] = ()) -> None:
        from ortools.math_opt import parameters_pb2
        from ortools.math_opt.core.python import solver

        self.program = program
        self.sets: list[Cells] = list(sets)
        self.cost = program.cost
        model = _model(program, sets)
        self._solver = solver.new(parameters_pb2.SOLVER_TYPE_GLOP, model, parameters_pb2.SolverInitializerProto())
        self._has_right_duals = True
        """Only rows and bounds were added since the last solution: then the dual simplex method is quicker."""

    def add(self, sets: Sequence[Cells]) -> None:
        """Rows for more odd sets."""
        from ortools.math_opt import model_update_pb2

        if not sets:
            return
        first = len(self.program.totals) + len(self.sets)
        number, column = self.program.inside(sets)
        update = model_update_pb2.ModelUpdateProto()
        bounds = [float(len(cells) // 2) for cells in sets]
        rows = range(first, first + len(sets))
        _fill_rows(update.new_linear_constraints, rows, [-float("inf")] * len(sets), bounds)
        _fill_matrix(update.linear_constraint_matrix_updates, first + number, column, np.ones(len(column)))
        self._update(update)
        self.sets += sets
        self._has_right_duals = True

    def close(self, columns: IntArray) -> None:
        """Let columns be 0."""
        from ortools.math_opt import model_update_pb2

        update = model_update_pb2.ModelUpdateProto()
        update.variable_updates.upper_bounds.ids.extend(columns.tolist())
        update.variable_updates.upper_bounds.values.extend([0.0] * len(columns))
        self._update(update)
        self._has_right_duals = True

    def hold_reach(self) -> None:
        """From now on only points that meet the budgets: t = 1."""
        from ortools.math_opt import model_update_pb2

        update = model_update_pb2.ModelUpdateProto()
        for bounds in (update.variable_updates.lower_bounds, update.variable_updates.upper_bounds):
            bounds.ids.append(self.program.reach)
            bounds.values.append(1.0)
        self._update(update)
        self._has_right_duals = True

    def minimize(self, cost: Floats) -> None:
        """Another cost."""
        from ortools.math_opt import model_update_pb2

        changed = np.flatnonzero(cost != self.cost)
        update = model_update_pb2.ModelUpdateProto()
        update.objective_updates.linear_coefficients.ids.extend(changed.tolist())
        update.objective_updates.linear_coefficients.values.extend(cost[changed].tolist())
        self._update(update)
        self.cost = cost.copy()
        self._has_right_duals = False

    def solve(self, seconds: float | None = None) -> Solution | None:
        """The optimum; None if it was not found in time, or numbers got out of hand."""
        from ortools.math_opt import parameters_pb2

        parameters = parameters_pb2.SolveParametersProto()
        if not _limit(parameters, seconds):
            return None
        parameters.presolve = parameters_pb2.EMPHASIS_OFF  # or the next solution would not start from this one
        dual, primal = parameters_pb2.LP_ALGORITHM_DUAL_SIMPLEX, parameters_pb2.LP_ALGORITHM_PRIMAL_SIMPLEX
        parameters.lp_algorithm = dual if self._has_right_duals else primal
        return _solution(self._solver.solve, (parameters,), self.program, self.sets)

    def _update(self, update: Any) -> None:
        if not self._solver.update(update):
            raise AssertionError("GLOP takes every change of rows, bounds and costs")


def interior(
    program: Program, sets: Sequence[Cells], seconds: float | None = None, *, hold: bool = True
) -> Solution | None:
    """A point in the middle of those that meet the budgets, by HiGHS' interior point method without crossover.

    In exact arithmetic, a column is 0 there iff it is 0 in all such points. Without ``hold``, it is in the middle of
    those that reach farthest. None as in ``solve``, and if there is none.
    """
    from ortools.math_opt import parameters_pb2
    from ortools.math_opt.core.python import solver

    parameters = parameters_pb2.SolveParametersProto()
    if not _limit(parameters, seconds):
        return None
    parameters.highs.string_options["solver"] = "ipm"
    parameters.highs.string_options["run_crossover"] = "off"
    parameters.highs.string_options["presolve"] = "off"  # it would settle columns without a cost at their bounds
    kind, bare = parameters_pb2.SOLVER_TYPE_HIGHS, parameters_pb2.SolverInitializerProto()
    model = _model(program, sets)
    if hold:
        model.objective.Clear()
        model.variables.lower_bounds[program.reach] = model.variables.upper_bounds[program.reach] = 1.0
    return _solution(solver.solve, (model, kind, bare, parameters), program, sets)


def _limit(parameters: Any, seconds: float | None) -> bool:
    """Set the time limit; False if it is over."""
    if seconds is not None:
        parameters.time_limit.FromNanoseconds(max(0, int(seconds * 1e9)))
    return seconds is None or seconds > 0


def _solution(
    solve: Callable[..., Any], arguments: tuple[Any, ...], program: Program, sets: Sequence[Cells]
) -> Solution | None:
    """What a call of OR-Tools gives; None unless it is optimal."""
    from ortools.math_opt import callback_pb2, model_parameters_pb2, result_pb2
    from pybind11_abseil.status import StatusNotOk

    plain = model_parameters_pb2.ModelSolveParametersProto(), None, callback_pb2.CallbackRegistrationProto(), None, None
    try:
        found = solve(*arguments, *plain)
    except StatusNotOk:  # the solver gave up, for one reason or another
        return None
    if found.termination.reason != result_pb2.TERMINATION_REASON_OPTIMAL or not found.solutions:
        return None
    primal, dual = found.solutions[0].primal_solution, found.solutions[0].dual_solution
    values, duals = np.zeros(program.width), np.zeros(len(program.totals) + len(sets))
    values[np.fromiter(primal.variable_values.ids, dtype=np.int64)] = primal.variable_values.values
    duals[np.fromiter(dual.dual_values.ids, dtype=np.int64)] = dual.dual_values.values
    return Solution(primal.objective_value, float(values[program.reach]), values, duals)


def _model(program: Program, sets: Sequence[Cells]) -> Any:
    """The whole program."""
    from ortools.math_opt import model_pb2

    model = model_pb2.ModelProto()
    model.variables.ids.extend(range(program.width))
    model.variables.lower_bounds.extend([0.0] * program.width)
    model.variables.upper_bounds.extend(program.upper.tolist())
    model.variables.integers.extend([False] * program.width)
    priced = np.flatnonzero(program.cost)
    model.objective.linear_coefficients.ids.extend(priced.tolist())
    model.objective.linear_coefficients.values.extend(program.cost[priced].tolist())
    totals = program.totals.tolist()
    rows, number, inside = len(totals), *program.inside(sets)
    row, column, value = program.entries
    lower, upper = [-float("inf")] * len(sets), [float(len(cells) // 2) for cells in sets]
    _fill_rows(model.linear_constraints, range(rows + len(sets)), totals + lower, totals + upper)
    _fill_matrix(
        model.linear_constraint_matrix,
        np.concatenate((row, rows + number)),
        np.concatenate((column, inside)),
        np.concatenate((value, np.ones(len(inside)))),
    )
    return model


def _fill_rows(rows: Any, ids: range, lower: list[float], upper: list[float]) -> None:
    rows.ids.extend(ids)
    rows.lower_bounds.extend(lower)
    rows.upper_bounds.extend(upper)


def _fill_matrix(matrix: Any, row: IntArray, column: IntArray, value: Floats) -> None:
    matrix.row_ids.extend(row.tolist())
    matrix.column_ids.extend(column.tolist())
    matrix.coefficients.extend(value.tolist())
