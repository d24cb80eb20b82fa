"""The approaches, their registry, and ``solve``: one verdict, within limits, checked.

base         what a solver is
auto         chooses an approach; stages and a race on boards that do not fall apart
modeled      what those on the matching model share: presolve, model, search
sat, cpsat   SAT solvers; constraint programming
ilp, exact   mixed integer programs; pseudo-Boolean constraints
decompose    tables for each component, then one small master problem
exchange     a search over near-perfect matchings
polytope     the linear program of the matching polytope
boundary     heaviest matchings
algebraic    the randomized polynomial algorithm
pfaffian     exact counts by Pfaffians
frontier     a sweep over the board
brute        plain backtracking, the oracle for the others
external     other people's programs
"""

from __future__ import annotations

import pkgutil
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any

from gourds.errors import InputError, InternalError
from gourds.instance import Instance
from gourds.running.checking import check_placement
from gourds.running.isolation import run_limited
from gourds.solvers.base import Options, Outcome, Result, Solver, Status

__all__ = ["Options", "Outcome", "Result", "Solver", "Status", "find_solver", "registry", "solve"]


EXTERNAL = "external"
"""What comes before the colon in the names of other people's programs."""


@cache
def registry() -> dict[str, Solver]:
    """All solvers by name: every module of this package that defines ``SOLVER``."""
    found: dict[str, Solver] = {}
    for module in pkgutil.iter_modules(__path__):
        solver = getattr(import_module(f"{__name__}.{module.name}"), "SOLVER", None)
        if isinstance(solver, Solver):
            found[solver.name] = solver
    return found


def find_solver(name: str) -> tuple[Solver, str]:
    """The solver and its variant for a name such as ``sat`` or ``sat:glucose4``.

    ``external:NAME`` and ``external:COMMAND`` are other people's programs (:mod:`gourds.solvers.external`). They are
    not in the registry: which of them there are depends on the machine.
    """
    base, _, variant = name.partition(":")
    if base == EXTERNAL:
        from gourds.solvers.external.solving import find_external

        return find_external(variant), variant
    if base not in registry():
        raise InputError(f"there is no solver '{base}'; there are {', '.join(registry())}")
    solver = registry()[base]
    if variant and variant not in solver.variants:
        raise InputError(f"solver '{base}' has no variant '{variant}'; it has {', '.join(solver.variants) or 'none'}")
    return solver, variant or (solver.variants[0] if solver.variants else "")


def solve(
    instance: Instance,
    solver: str = "auto",
    time_limit: float | None = None,
    seed: int = 0,
    *,
    isolate: bool | None = None,
    options: Options | None = None,
    **more: Any,
) -> Result:
    """Decide an instance; a feasible answer comes with a checked placement.

    ``more`` are fields of :class:`Options`. The work runs in a process of its own if a limit is set or the solver
    cannot be interrupted; ``isolate`` overrides that. What the solver can say at once it says here, unless its memory
    is to be watched.
    """
    chosen, variant = find_solver(solver)
    asked = replace(options or Options(), variant=variant, time_limit=time_limit, seed=seed, **more)
    if faults := chosen.settings_faults(asked.settings):
        raise InputError(faults)
    limited = asked.time_limit is not None or asked.memory_limit is not None
    if isolate is None:
        isolate = limited or not chosen.in_process
    asked.tell("loading")
    chosen.load(instance)
    asked.tell(f"{chosen.name} is at work")
    start = time.perf_counter()
    is_watched = isolate and asked.memory_limit is not None
    outcome = None if chosen.at_once is None or is_watched else chosen.at_once(instance, asked)
    if outcome is None:
        run = chosen.decide if is_watched else chosen.run
        left = _less(asked, time.perf_counter() - start)
        outcome = _run_isolated(run, instance, left, asked.time_limit) if isolate else run(instance, left)
    name = f"{chosen.name}:{variant}" if ":" in solver else chosen.name
    spent = time.perf_counter() - start
    if chosen.name == EXTERNAL:
        from gourds.solvers.external.judging import judged

        outcome = judged(instance, outcome, name, asked.time_limit)
    if asked.proof and chosen.name != "auto":
        outcome = _proved(instance, asked, outcome, name, spent, isolate=isolate)
    checked = _checked(instance, outcome, name)
    return Result(
        status=checked.status,
        solver=name,
        placement=checked.placement,
        certificate=checked.certificate,
        error_bound=checked.error_bound,
        reason=checked.reason,
        time_s=time.perf_counter() - start if checked.time_s is None else checked.time_s,
        stats=checked.stats,
    )


def _proved(
    instance: Instance, options: Options, outcome: Outcome, name: str, spent: float, *, isolate: bool
) -> Outcome:
    """The outcome with a certificate that can be checked, if it is infeasible and had none, and one is found."""
    from gourds.solvers.auto import reproving

    if not reproving.is_unproved(outcome):
        return outcome
    try:
        return reproving.reproved(instance, _less(options, spent), outcome, name, spent, isolate=isolate)
    except reproving.DisprovedError as error:
        if name.partition(":")[0] != EXTERNAL:
            raise
        return replace(outcome, status=Status.UNKNOWN, certificate=None, reason=f"wrong: {outcome.reason}; {error}")


def _less(options: Options, spent: float) -> Options:
    """The options with the time that is left."""
    left = options.time_limit
    return options if left is None else replace(options, time_limit=max(0.0, left - spent))


Run = Callable[[Instance, Options], Outcome]

GRACE = 0.2
"""Seconds after the time limit in which a solver that stops by itself can still hand over what it knows."""


def _run_isolated(run: Run, instance: Instance, options: Options, whole_limit: float | None) -> Outcome:
    limit = None if options.time_limit is None else options.time_limit + GRACE
    ended = run_limited(run, instance, options, time_limit=limit, memory_limit=options.memory_limit)
    if ended.cause == "done":
        outcome = ended.value
        assert isinstance(outcome, Outcome)
        return replace(outcome, stats={**outcome.stats, "peak_mb": round(ended.peak_mb, 1)})
    detail = f"{whole_limit:g} s were reached" if ended.cause == "time limit" else ended.detail
    reason = f"{ended.cause}: {detail}" if detail else ended.cause
    return Outcome(Status.UNKNOWN, reason=reason, stats={"peak_mb": round(ended.peak_mb, 1)})


def _checked(instance: Instance, outcome: Outcome, name: str) -> Outcome:
    """The outcome after the check that shares nothing with the solvers; a wrong placement is never passed on."""
    if outcome.status is not Status.FEASIBLE:
        return outcome
    if outcome.placement is None:
        raise InternalError(f"solver {name} says feasible but gives no placement")
    checked = check_placement(instance, outcome.placement)
    if checked.wrong:
        raise InternalError(f"solver {name} gave a wrong placement: {checked.faults[0]}")
    return outcome
