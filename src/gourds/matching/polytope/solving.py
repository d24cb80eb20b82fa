"""Linear programs on OR-Tools, passed as arrays.

A :class:`Simplex` holds a program and some odd sets in GLOP. Rows can be added, columns closed and the cost changed;
the next solution starts from the last one. What comes back are floats: proposals, never proofs.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    values: Floats
    """Of all columns."""
    duals: Floats
    """Of all rows."""


class Simplex:
    """A program in GLOP, with odd sets; at first the cost is the sum of all shortages and excesses."""

    def __init__(self, program: Program, sets: Sequence[Cells] = ()) -> None:
        from ortools.math_opt import model_pb2, parameters_pb2
        from ortools.math_opt.core.python import solver

        self.program = program
        self.sets: list[Cells] = []
        self.cost = np.zeros(program.width)
        self.cost[program.elastic] = 1.0
        model = model_pb2.ModelProto()
        width, rows = program.width, len(program.totals)
        model.variables.ids.extend(range(width))
        model.variables.lower_bounds.extend([0.0] * width)
        model.variables.upper_bounds.extend([float("inf")] * width)
        model.variables.integers.extend([False] * width)
        priced = np.flatnonzero(self.cost)
        model.objective.linear_coefficients.ids.extend(priced.tolist())
        model.objective.linear_coefficients.values.extend(self.cost[priced].tolist())
        totals = program.totals.astype(np.float64).tolist()
        row, column, value = program.entries
        _fill_rows(model.linear_constraints, range(rows), totals, totals)
        _fill_matrix(model.linear_constraint_matrix, row, column, value)
        self._solver = solver.new(parameters_pb2.SOLVER_TYPE_GLOP, model, parameters_pb2.SolverInitializerProto())
        self.add(sets)
        self._has_more_rows = False
        """Since the last solution, which then still has right duals: the dual simplex method is the quicker one."""

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
        self._has_more_rows = True

    def close(self, columns: IntArray) -> None:
        """Let columns be 0."""
        from ortools.math_opt import model_update_pb2

        update = model_update_pb2.ModelUpdateProto()
        update.variable_updates.upper_bounds.ids.extend(columns.tolist())
        update.variable_updates.upper_bounds.values.extend([0.0] * len(columns))
        self._update(update)

    def minimize(self, cost: Floats) -> None:
        """Another cost."""
        from ortools.math_opt import model_update_pb2

        changed = np.flatnonzero(cost != self.cost)
        update = model_update_pb2.ModelUpdateProto()
        update.objective_updates.linear_coefficients.ids.extend(changed.tolist())
        update.objective_updates.linear_coefficients.values.extend(cost[changed].tolist())
        self._update(update)
        self.cost = cost.copy()
        self._has_more_rows = False

    def solve(self, seconds: float | None = None) -> Solution | None:
        """The optimum; None if it was not found in time, or numbers got out of hand."""
        from ortools.math_opt import callback_pb2, model_parameters_pb2, parameters_pb2, result_pb2

        asked = parameters_pb2.SolveParametersProto()
        asked.presolve = parameters_pb2.EMPHASIS_OFF  # or the next solution would not start from this one
        dual, primal = parameters_pb2.LP_ALGORITHM_DUAL_SIMPLEX, parameters_pb2.LP_ALGORITHM_PRIMAL_SIMPLEX
        asked.lp_algorithm = dual if self._has_more_rows else primal
        if seconds is not None:
            if seconds <= 0:
                return None
            asked.time_limit.FromNanoseconds(int(seconds * 1e9))
        found = self._solver.solve(
            asked,
            model_parameters_pb2.ModelSolveParametersProto(),
            None,
            callback_pb2.CallbackRegistrationProto(),
            None,
            None,
        )
        if found.termination.reason != result_pb2.TERMINATION_REASON_OPTIMAL or not found.solutions:
            return None
        primal, dual = found.solutions[0].primal_solution, found.solutions[0].dual_solution
        values, duals = np.zeros(self.program.width), np.zeros(len(self.program.totals) + len(self.sets))
        values[np.fromiter(primal.variable_values.ids, dtype=np.int64)] = primal.variable_values.values
        duals[np.fromiter(dual.dual_values.ids, dtype=np.int64)] = dual.dual_values.values
        return Solution(primal.objective_value, values, duals)

    def _update(self, update: Any) -> None:
        if not self._solver.update(update):
            raise AssertionError("GLOP takes every change of rows, bounds and costs")


def _fill_rows(rows: Any, ids: range, lower: list[float], upper: list[float]) -> None:
    rows.ids.extend(ids)
    rows.lower_bounds.extend(lower)
    rows.upper_bounds.extend(upper)


def _fill_matrix(matrix: Any, row: IntArray, column: IntArray, value: Floats) -> None:
    matrix.row_ids.extend(row.tolist())
    matrix.column_ids.extend(column.tolist())
    matrix.coefficients.extend(value.tolist())
