"""``ilp``: the color-budgeted matching ILP as a mixed integer program, on HiGHS or SCIP (both through OR-Tools).

First the LP relaxation is solved (by GLOP, as :mod:`gourds.matching.polytope.packing`) and its *bound* reported:
``lp_bound`` is the largest number of gourds, in fractions, that fit within the budgets on what presolve has left of the
board. It is at most ``gourds``, the number that must fit there, to which the budgets sum up. It is just that iff the
relaxation of the model has a solution: then all budgets are met exactly, and what is missing at the cells sums to 1 and
serves as the fractional empty cell. So a bound below it shows that there is no placement (up to the accuracy of
floating point: only claimed), and the search is left out. Otherwise the model goes to the MIP solver, without
objective.

Settings: ``lp`` (default true), the bound just described; ``blossom`` (default false), odd-set inequalities, looked
for in rounds on the LP relaxation and added to the model. A MIP solver computes with floating point numbers and writes
no proofs: an infeasible answer is only claimed. HiGHS and SCIP run on one thread and take the seed.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice
from typing import Any

import numpy as np

from gourds.encodings.model import Equation, Model
from gourds.instance import Instance
from gourds.matching.polytope.model import Cells
from gourds.matching.polytope.packing import Packing, with_odd_sets
from gourds.matching.polytope.solving import Simplex
from gourds.solvers.base import Options, Outcome, Solver, Status
from gourds.solvers.cpsat import thread_count
from gourds.solvers.modeled import Found, choice, decide, out_of_time

VARIANTS = ("highs", "scip")
ROUNDS = 30
"""Odd sets are looked for at most this many times."""
TOLERANCE = 1e-3
"""Differences below this may be due to floating point."""


def _run(instance: Instance, options: Options) -> Outcome:
    return decide(instance, options, f"ilp:{options.variant or VARIANTS[0]}", search)


def search(model: Model, options: Options) -> Found:
    """Decide a model."""
    start = time.perf_counter()
    deadline = None if options.time_limit is None else start + options.time_limit
    blossom = choice(options, "blossom", False, (False, True))
    stats: dict[str, Any] = {"variables": model.variable_count, "gourds": model.gourds}
    odd_sets: list[Cells] = []
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


@dataclass(frozen=True)
class Relaxation:
    """The optimum of the LP relaxation."""

    bound: float
    """At most this many gourds, in fractions."""
    odd_sets: list[Cells]
    """Sets of cells, by index, whose inequalities were added."""
    rounds: int
    """How often the linear program was solved."""
    first_bound: float
    """The bound without odd sets."""
    time_s: float
    """What it took."""


def relax(model: Model, *, blossom: bool = False, deadline: float | None = None) -> Relaxation | None:
    """Solve the LP relaxation, with violated odd sets added until none is found if ``blossom``.

    ``deadline`` is a time of ``time.perf_counter``; None is returned if not even the first bound was found until then.
    """
    start = time.perf_counter()
    budgets = model.budgets()
    simplex = Simplex(Packing.of_edges(model.instance, model.edges, budgets))
    bounds: list[float] = []
    solutions = with_odd_sets(simplex, lambda: None if deadline is None else deadline - time.perf_counter())
    for solution in islice(solutions, ROUNDS if blossom else 1):
        bounds.append(sum(budgets.values()) - solution.objective)
        if bounds[-1] < model.gourds - TOLERANCE:
            break
    if not bounds:
        return None
    return Relaxation(bounds[-1], simplex.sets, len(bounds), bounds[0], time.perf_counter() - start)


def _search_integers(
    model: Model, options: Options, odd_sets: list[Cells], stats: dict[str, Any], deadline: float | None
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


def _odd_rows(model: Model, odd_sets: list[Cells]) -> list[Equation]:
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
