"""``exact``: the matching model as pseudo-Boolean constraints for Exact, which reasons with cutting planes.

Every equation goes to Exact as it is, with no clauses in between: at most or exactly one gourd on a cell, so many of a
class. Exact computes with integers only. Its answers through Python come without proofs: an infeasible one is claimed.

Exact is another project under another license (AGPL). It is no dependency: this solver is there if the package is
installed (``pip install 'gourds[exact]'``), and nothing else asks for it.
"""

from __future__ import annotations

import time
from importlib.util import find_spec

import numpy as np

from gourds.encodings.model import Equation, Model
from gourds.instance import Instance
from gourds.solvers.base import Options, Outcome, Solver, Status
from gourds.solvers.modeled import Found, decide, out_of_time


def _run(instance: Instance, options: Options) -> Outcome:
    return decide(instance, options, "exact", search)


def search(model: Model, options: Options) -> Found:
    """Decide a model."""
    from exact import Exact

    start = time.perf_counter()
    solver = Exact([("seed", str(options.seed % 2**31 + 1))])  # its default is 1
    names = [f"x{k}" for k in range(1, model.variable_count + 1)]
    for name in names:
        solver.addVariable(name, 0, 1)

    def post(equation: Equation, *, at_least: bool) -> None:
        terms = [(1, names[k - 1]) for k in equation.variables.tolist()]
        solver.addConstraint(terms, at_least, equation.total, True, equation.total)

    for equation in model.cell_equations():
        post(equation, at_least=model.covering)
    for equation in model.total_equations():
        post(equation, at_least=True)
    encoded = time.perf_counter()
    left = 0.0 if options.time_limit is None else max(0.001, options.time_limit - (encoded - start))
    state = solver.runFull(False, left)
    stats = {
        "variables": model.variable_count,
        "encode_s": round(encoded - start, 6),
        "search_s": round(time.perf_counter() - encoded, 6),
    }
    if solver.hasSolution():
        solution = np.array(solver.getLastSolutionFor(names), dtype=np.bool_)
        return Found(Status.FEASIBLE, model.edges_of(solution), stats=stats)
    if state == "UNSAT":
        return Found(Status.INFEASIBLE, reason="Exact found the constraints infeasible", stats=stats)
    reason = out_of_time(options) if options.time_limit is not None else f"Exact gave up: {state}"
    return Found(Status.UNKNOWN, reason=reason, stats=stats)


SOLVER = (
    Solver(
        name="exact",
        summary="the matching model as pseudo-Boolean constraints on Exact",
        run=_run,
        modules=("exact",),
        package="exact",
        settings=("covering",),
    )
    if find_spec("exact") is not None
    else None
)
"""None if Exact is not installed; then there is no such solver."""
