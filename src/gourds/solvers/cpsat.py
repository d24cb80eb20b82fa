"""``cpsat``: the color-budgeted matching ILP on CP-SAT, the constraint solver of OR-Tools.

Cells become exactly-one constraints, budgets linear equations. One thread unless the setting ``threads`` asks for
more, so that a seed repeats a run. CP-SAT writes no proofs: an infeasible answer is only claimed.

The setting ``linearization`` is CP-SAT's ``linearization_level``: how much of a linear program it makes of the model to
prune its search. The default, 1, is CP-SAT's. With 0 it finds placements that exist far sooner, and misses what only a
linear program shows. ``work`` limits CP-SAT's deterministic time, so that a run gives up at the same point each time.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from gourds.encodings.model import Model
from gourds.instance import Instance
from gourds.solvers.base import Options, Outcome, Solver, Status
from gourds.solvers.modeled import Found, choice, decide, number, out_of_time

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpSolver


def _run(instance: Instance, options: Options) -> Outcome:
    return decide(instance, options, "cpsat", search)


@cache
def _plain_model() -> Any:
    """CP-SAT's model without the old names of its methods: to give them takes longer than to solve a small model."""
    from ortools.sat.python import cp_model

    return type("PlainModel", (cp_model.CpModel,), {"_add_pre_pep8_methods": lambda self: None})


def search(model: Model, options: Options, extend: Callable[[Any, list[Any]], None] | None = None) -> Found:
    """Decide a model; ``extend`` may add to CP-SAT's model and gets its Booleans, variable k as number k − 1."""
    from ortools.sat.python import cp_model

    start = time.perf_counter()
    program = _plain_model()()
    variables = [program.new_bool_var("") for _ in range(model.variable_count)]
    for equation in model.cell_equations():
        literals = [variables[k - 1] for k in equation.variables.tolist()]
        _ = program.add_exactly_one(literals) if model.covering else program.add_at_most_one(literals)
    if extend is not None:
        extend(program, variables)
    for equation in model.total_equations():
        total = cp_model.LinearExpr.sum([variables[k - 1] for k in equation.variables.tolist()])
        program.add_linear_constraint(total, equation.total, equation.total)
    solver = quiet_solver(
        options.seed, options.time_limit, linearization=choice(options, "linearization", 1, (0, 1, 2))
    )
    solver.parameters.num_workers = thread_count(options)
    work = number(options, "work", None, "a positive number", lambda value: 0 < value < math.inf)
    if work is not None:
        solver.parameters.max_deterministic_time = work
    encoded = time.perf_counter()
    status = solver.solve(program)
    stats = {
        "variables": model.variable_count,
        "constraints": len(program.proto.constraints),
        "conflicts": solver.num_conflicts,
        "branches": solver.num_branches,
        "propagations": solver.num_binary_propagations + solver.num_integer_propagations,
        "encode_s": round(encoded - start, 6),
        "search_s": round(time.perf_counter() - encoded, 6),
    }
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        solution = np.fromiter(map(solver.boolean_value, variables), dtype=np.bool_, count=len(variables))
        return Found(Status.FEASIBLE, model.edges_of(solution), stats=stats)
    if status == cp_model.INFEASIBLE:
        return Found(Status.INFEASIBLE, reason="CP-SAT found the model infeasible", stats=stats)
    is_over = options.time_limit is not None and time.perf_counter() - start >= options.time_limit
    reason = out_of_time(options) if work is None or is_over else f"gave up after {work:g} units of work"
    return Found(Status.UNKNOWN, reason=reason, stats=stats)


def quiet_solver(seed: int, seconds: float | None, *, linearization: int) -> CpSolver:
    """CP-SAT on one thread, so that a seed repeats a run; an interrupt is for the caller."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed % 2**31
    solver.parameters.linearization_level = linearization
    solver.parameters.catch_sigint_signal = False
    if seconds is not None:
        solver.parameters.max_time_in_seconds = seconds
    return solver


def thread_count(options: Options) -> int:
    """The setting ``threads``, one by default."""
    threads: int = number(
        options, "threads", 1, "a positive number", lambda value: isinstance(value, int) and value > 0
    )
    return threads


SEARCHING: Mapping[str, int] = {"linearization": 0}
"""Settings for boards that probably have a placement, or about which our own linear program has said what it can."""


SOLVER = Solver(
    name="cpsat",
    summary="the color-budgeted matching ILP on CP-SAT",
    run=_run,
    package="ortools",
    settings=("covering", "linearization", "threads", "work"),
)
