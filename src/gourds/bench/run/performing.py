"""One run: the solver in a process of its own within hard limits, then its answer checked, then a record.

The process supervises (:mod:`gourds.running.isolation`) and stays warm: what solvers import is imported here once,
compiled kernels are loaded here once, and instances stay in memory for the next run. A run therefore starts with a
fork, and its times are those of the solver alone. Solving and checking (:mod:`gourds.running.checking`) have
separate limits.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, Final

from gourds.bench.campaign.plugins import load_plugins
from gourds.bench.store.machine import this_machine
from gourds.bench.store.task import Record, StoredInstance, Task
from gourds.certificates.clausal.drat import ProofVerdict
from gourds.errors import GourdsError, InputError, LimitError, one_line, quoted
from gourds.families import FAMILIES, generate
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.running.checking import Tier, check_answer
from gourds.running.isolation import Ended, Limits, call_limited
from gourds.running.verifying import default_limits
from gourds.solvers import GRACE, Options, Outcome, Solver, Status, find_solver

WARM_LIMIT: Final = 5.0
"""Seconds for the small run that shows what a solver imports."""
_DETAIL: Final = 2000
"""How many characters of a reason are kept."""

PHASES: Final[Mapping[str, tuple[str, ...]]] = {
    "presolve_s": ("presolve_s", "counting_s", "split_s", "matching_s", "prepare_s"),
    "encode_s": ("encode_s", "tables_s", "propagate_s", "formula_s"),
    "search_s": ("search_s", "lp_s", "evaluation_s", "count_s", "find_s", "build_s"),
}
"""Which figures of the solvers belong to which phase."""


def perform(task: Task) -> Record:
    """Perform one run. The record holds whatever goes wrong; only an unreadable instance raises InputError."""
    instance, load_s = load(task.instance)
    try:
        record = _perform(task, instance)
    except GourdsError as error:
        detail = one_line(str(error))[:_DETAIL]
        record = Record(this_machine(), "unknown", "error", detail, started=time.time())
    return replace(record, load_s=load_s, ended=time.time())


def _perform(task: Task, instance: Instance) -> Record:
    faults = load_plugins(task.plugins)
    if faults:
        raise InputError(faults)
    solver, _ = find_solver(task.solver.name)
    _warm(solver, task)
    options = task.solver.options(task.seed, task.limits)
    wall = None if task.limits.wall is None else task.limits.wall + GRACE
    started = time.time()
    ended = call_limited(_solve, solver.decide, instance, options, limits=replace(task.limits, wall=wall))
    record = _record(ended, task.limits)
    if record.verdict != "unknown":
        start = time.perf_counter()
        record = _checked(instance, ended.value[0], record, task.limits)
        record = replace(record, verify_s=time.perf_counter() - start)
        if task.keeps_evidence:
            record = replace(record, evidence=_evidence(ended.value[0], record))
    return replace(record, started=started)


def _checked(instance: Instance, outcome: Outcome, record: Record, given: Limits) -> Record:
    """The record with the result of the check. A certificate gets at least the time of the run."""
    certificate, limits = outcome.certificate, None
    if outcome.status is Status.INFEASIBLE and certificate is not None:
        record = replace(record, certificate=certificate.kind)
        seconds, megabytes = default_limits(instance, certificate)
        limits = Limits(max(seconds, given.wall or 0.0), memory=megabytes)
    checked = check_answer(instance, outcome, limits=limits)
    if checked.wrong == "placement":
        is_missing = outcome.placement is None
        why = f": {outcome.reason}" if outcome.reason else ""
        detail = f"feasible, but without a placement{why}" if is_missing else f"a wrong placement: {checked.faults[0]}"
        return replace(record, placement_check="invalid", detail=detail[:_DETAIL])
    if checked.tier is Tier.PLACEMENT:
        return replace(record, placement_check="valid")
    if checked.proof is None:
        return record
    record = replace(record, certificate_check=checked.proof.verdict.value)
    if checked.proof.verdict in (ProofVerdict.VALID, ProofVerdict.TIMEOUT):
        return record
    return replace(record, detail=f"the certificate is not accepted: {checked.proof.reason}"[:_DETAIL])


def _evidence(outcome: Outcome, record: Record) -> Placement | Certificate | None:
    """What the answer rests on, if it was checked and holds."""
    if record.placement_check == "valid":
        return outcome.placement
    return outcome.certificate if record.certificate_check == "valid" else None


def _warm(solver: Solver, task: Task) -> None:
    """Before the first run of a solver, import what it imports; a small run, which leaves no trace, tells what."""
    if task.solver.name in _warmed():
        return
    _warmed().add(task.solver.name)
    for module in solver.modules:
        _import(module)
    if solver.prepare is not None:
        solver.prepare(None)
    limits = replace(task.limits, wall=min(WARM_LIMIT, task.limits.wall or WARM_LIMIT))
    options = task.solver.options(0, limits)
    ended = call_limited(_imports_of, solver.run, _small_instance(), options, limits=limits)
    for module in ended.value if ended.cause == "done" else ():
        _import(module)


def _record(ended: Ended, limits: Limits) -> Record:
    """What is known before any check."""
    found = Record(this_machine(), "unknown", "error", wall_s=ended.wall_s, cpu_s=ended.cpu_s, peak_mb=ended.peak_mb)
    if ended.cause == "raised":
        cause = "declined" if isinstance(ended.value, LimitError) else "error"
        said = str(ended.value) if isinstance(ended.value, InputError) else ended.detail
        return replace(found, cause=cause, detail=one_line(said)[:_DETAIL])
    if ended.cause != "done":
        return replace(found, cause=ended.cause, detail=ended.detail)
    outcome, solve_s = ended.value
    if not isinstance(outcome, Outcome):
        return replace(found, detail=f"the solver gave {type(outcome).__name__} instead of an outcome")
    if not isinstance(outcome.error_bound, int | float) or not 0 <= outcome.error_bound <= 1:
        return replace(found, detail=f"the solver gave {quoted(outcome.error_bound)} as the probability of an error")
    reason = None if outcome.reason is None else one_line(outcome.reason)[:_DETAIL]
    found = replace(found, detail=reason, solve_s=solve_s, stats=outcome.stats, **_phases(outcome.stats))
    if limits.wall is not None and solve_s > limits.wall:
        return replace(found, cause="time limit", detail=f"{limits.wall:g} s were reached")
    if limits.cpu is not None and ended.cpu_s > limits.cpu:
        return replace(found, cause="cpu limit", detail=f"{limits.cpu:g} s of processor time were reached")
    if outcome.failure is not None:
        return replace(found, cause=outcome.failure)
    if outcome.status is Status.UNKNOWN:
        return replace(found, cause="time limit" if (reason or "").startswith("time limit") else "declined")
    return replace(found, verdict=outcome.status.value, cause="done", error_bound=outcome.error_bound)


def _phases(stats: Mapping[str, Any]) -> dict[str, Any]:
    phases: dict[str, Any] = {}
    for phase, keys in PHASES.items():
        parts = [stats[key] for key in keys if isinstance(stats.get(key), int | float)]
        if parts:
            phases[phase] = float(sum(parts))
    return phases


def _solve(run: Callable[[Instance, Options], Outcome], instance: Instance, options: Options) -> tuple[Outcome, float]:
    start = time.perf_counter()
    outcome = run(instance, options)
    spent = time.perf_counter() - start
    given = outcome.time_s if isinstance(outcome, Outcome) else None
    return outcome, spent if given is None else given


def _imports_of(run: Callable[[Instance, Options], Outcome], instance: Instance, options: Options) -> list[str]:
    """The modules that a solver imports while it runs, in order."""
    before = set(sys.modules)
    run(instance, options)
    return [name for name in sys.modules if name not in before]


def _import(name: str) -> None:
    try:
        import_module(name)
    except Exception:  # the runs themselves will report it
        return


@cache
def _warmed() -> set[str]:
    return set()


@cache
def _small_instance() -> Instance:
    """A board of two colors that counting does not decide, so that a solver loads all that it needs."""
    return generate(FAMILIES["hexagon"], {"radius": 2, "colors": 2}, seed=1)


@lru_cache(maxsize=4)
def load(stored: StoredInstance) -> tuple[Instance, float]:
    """The instance, and how long it took to load; runs on the same instance follow each other."""
    start = time.perf_counter()
    instance = stored.unpack()
    # What solvers share is computed once here, so that the first run does not pay for the others.
    _ = instance.board.edges, instance.edge_classes, instance.usable_edges
    return instance, time.perf_counter() - start
