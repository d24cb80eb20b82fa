"""``ilp``: the color-budgeted matching ILP as a mixed integer program, on HiGHS or SCIP (both through OR-Tools).

First the LP relaxation is solved (by GLOP) and its bound reported, see :mod:`gourds.solvers.relaxation`: ``lp_bound``
is the largest number of gourds, in fractions, that fit within the budgets on what presolve has left of the board. If it
is below ``gourds``, the number that must fit there, then there is no placement, and the search is left out. Then the
model goes to the MIP solver, without objective.

Settings: ``lp`` (default true), the bound just described; ``blossom`` (default false), odd-set inequalities, looked
for in rounds on the LP relaxation and added to the model. A MIP solver computes with floating point numbers and writes
no proofs: an infeasible answer is only claimed. HiGHS and SCIP run on one thread and take the seed.
"""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

import numpy as np

from gourds.encodings.model import Equation, Model
from gourds.hexgrid import IndexArray
from gourds.instance import Instance
from gourds.solvers.base import Options, Outcome, Solver, Status
from gourds.solvers.cpsat import thread_count
from gourds.solvers.modeled import Found, choice, decide, out_of_time
from gourds.solvers.relaxation import TOLERANCE, relax

VARIANTS = ("highs", "scip")


def _run(instance: Instance, options: Options) -> Outcome:
    return decide(instance, options, f"ilp:{options.variant or VARIANTS[0]}", search)


def search(model: Model, options: Options) -> Found:
    """Decide a model."""
    start = time.perf_counter()
    deadline = None if options.time_limit is None else start + options.time_limit
    blossom = choice(options, "blossom", False, (False, True))
    stats: dict[str, Any] = {"variables": model.variable_count, "gourds": model.gourds}
    odd_sets: tuple[IndexArray, ...] = ()
    if choice(options, "lp", True, (False, True)) or blossom:
        relaxed = relax(model, blossom=blossom, deadline=deadline)
        if relaxed is None:
            return Found(Status.UNKNOWN, reason=out_of_time(options), stats=stats)
        odd_sets = relaxed.odd_sets
        stats |= {"lp_bound": round(relaxed.first_bound, 6), "lp_s": round(relaxed.time_s, 6)}
        if blossom:
            stats |= {"blossom_bound": round(relaxed.bound, 6), "odd_sets": len(odd_sets), "rounds": relaxed.rounds}
        if relaxed.bound < model.gourds - TOLERANCE:
            cuts = " with odd-set inequalities" if relaxed.rounds > 1 else ""
            fit = f"at most {relaxed.bound:.6g} of {model.gourds} gourds fit, even in fractions"
            return Found(Status.INFEASIBLE, reason=f"LP relaxation{cuts} infeasible: {fit}", stats=stats)
    return _search_integers(model, options, odd_sets, stats, deadline)


def _search_integers(
    model: Model, options: Options, odd_sets: tuple[IndexArray, ...], stats: dict[str, Any], deadline: float | None
) -> Found:
    from ortools.math_opt.python import mathopt
    from ortools.math_opt.solvers import highs_pb2

    start = time.perf_counter()
    variant = options.variant or VARIANTS[0]
    program = mathopt.Model()
    variables = [program.add_binary_variable() for _ in range(model.variable_count)]
    cells, sums, odd = model.cell_equations(), model.total_equations(), _odd_rows(model, odd_sets)
    rows = [(row, model.covering) for row in cells] + [(row, True) for row in sums] + [(row, False) for row in odd]
    for equation, is_equal in rows:
        row = program.add_linear_constraint(lb=equation.total if is_equal else 0, ub=equation.total)
        for k in equation.variables.tolist():
            row.set_coefficient(variables[k - 1], 1.0)
    encoded = time.perf_counter()
    left = None if deadline is None else timedelta(seconds=max(0.01, deadline - encoded))
    parameters = mathopt.SolveParameters(time_limit=left, random_seed=options.seed % 2**31)
    if variant == "highs":
        threads = thread_count(options)
        options_of = highs_pb2.HighsOptionsProto(string_options={"parallel": "on" if threads > 1 else "off"})
        if threads > 1:
            options_of.int_options["threads"] = threads
        parameters.highs = options_of
    kinds = {"highs": mathopt.SolverType.HIGHS, "scip": mathopt.SolverType.GSCIP}
    result = mathopt.solve(program, kinds[variant], params=parameters)
    figures = result.solve_stats
    stats = stats | {
        "constraints": len(rows),
        "nodes": figures.node_count,
        "simplex_iterations": figures.simplex_iterations,
        "encode_s": round(encoded - start, 6),
        "search_s": round(time.perf_counter() - encoded, 6),
    }
    if result.has_primal_feasible_solution():
        solution = np.array(result.variable_values(variables)) > 0.5
        return Found(Status.FEASIBLE, model.edges_of(solution), stats=stats)
    reasons = mathopt.TerminationReason
    if result.termination.reason in (reasons.INFEASIBLE, reasons.INFEASIBLE_OR_UNBOUNDED):
        return Found(Status.INFEASIBLE, reason=f"{variant} found the model infeasible", stats=stats)
    if deadline is not None and time.perf_counter() >= deadline - 0.1:
        return Found(Status.UNKNOWN, reason=out_of_time(options), stats=stats)
    return Found(Status.UNKNOWN, reason=f"{variant} stopped: {result.termination.reason.name.lower()}", stats=stats)


def _odd_rows(model: Model, odd_sets: tuple[IndexArray, ...]) -> list[Equation]:
    """For every odd set its edges that have a variable, and how many of them can be used at most."""
    ends = model.instance.board.edges[model.edges]
    rows = []
    for cells in odd_sets:
        inside = np.zeros(model.instance.board.size, dtype=np.bool_)
        inside[cells] = True
        rows.append(Equation((np.flatnonzero(inside[ends].all(axis=1)) + 1).astype(np.int32), len(cells) // 2))
    return rows


SOLVER = Solver(
    name="ilp",
    summary="the color-budgeted matching ILP on a MIP solver",
    run=_run,
    package="ortools",
    variants=VARIANTS,
    settings=("blossom", "covering", "lp", "threads"),
)
