"""One run: the solver in a process of its own within hard limits, then its answer checked, then a record.

The process of a :class:`Performer` supervises (:mod:`gourds.solvers.isolation`) and stays warm: what solvers import is
imported here once, compiled kernels are loaded here once, and instances stay in memory for the next run. A run
therefore starts with a fork, and its times are those of the solver alone. Solving and checking have separate limits:
a placement is checked here, by plain code that visits every cell; a certificate in a limited process of its own.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from importlib import import_module
from typing import Any, Final

from gourds.bench.campaign.plugins import load_plugins
from gourds.bench.store.machine import this_machine
from gourds.bench.store.task import Record, StoredInstance, Task
from gourds.certificates.verify import verify_certificate
from gourds.errors import GourdsError, InputError, LimitError, one_line, quoted
from gourds.families import FAMILIES, generate
from gourds.instance import Instance
from gourds.placement import placement_faults
from gourds.solvers import GRACE, Options, Outcome, Solver, Status, find_solver
from gourds.solvers.isolation import Ended, Limits, open_value, supervise
from gourds.solvers.verifying import default_limits, prepare_check

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


class Performer:
    """Performs one run after the other, in a process that does nothing else."""

    def __init__(self, caller: int, private: Sequence[int] = ()) -> None:
        self.caller = caller
        self.private = private

    def perform(self, task: Task) -> Record:
        """Perform one run. The record holds whatever goes wrong; only an unreadable instance raises InputError."""
        instance, load_s = load(task.instance)
        try:
            record = self._perform(task, instance)
        except GourdsError as error:
            detail = one_line(str(error))[:_DETAIL]
            record = Record(this_machine(), "unknown", "error", detail, started=time.time())
        return replace(record, load_s=load_s, ended=time.time())

    def _perform(self, task: Task, instance: Instance) -> Record:
        faults = load_plugins(task.plugins)
        if faults:
            raise InputError(faults)
        solver, _ = find_solver(task.solver.name)
        self._warm(solver, task)
        options = task.solver.options(task.seed, task.limits)
        wall = None if task.limits.wall is None else task.limits.wall + GRACE
        started = time.time()
        ended = self._supervise(_solve, solver.decide, instance, options, limits=replace(task.limits, wall=wall))
        record = self._checked(instance, task, _record(ended, task.limits), ended)
        return replace(record, started=started)

    def _supervise(self, function: Callable[..., Any], *args: Any, limits: Limits) -> Ended:
        return open_value(
            supervise(function, *args, limits=limits, caller=self.caller, private=self.private, quiet=True)
        )

    def _checked(self, instance: Instance, task: Task, record: Record, ended: Ended) -> Record:
        """The record with the results of the checks, which share no code with the solvers."""
        if record.verdict == "unknown":
            return record
        outcome = ended.value[0]
        start = time.perf_counter()
        if record.verdict == "feasible":
            if outcome.placement is None:
                record = replace(record, placement_check="invalid", detail="feasible, but without a placement")
            elif faults := placement_faults(instance, outcome.placement):
                detail = f"a wrong placement: {faults[0]}"
                record = replace(record, placement_check="invalid", detail=detail[:_DETAIL])
            else:
                record = replace(record, placement_check="valid")
        elif outcome.certificate is not None:
            record = replace(record, certificate=outcome.certificate.kind)
            if outcome.certificate.is_checkable:
                seconds, megabytes = default_limits(instance, outcome.certificate)
                prepare_check(instance, outcome.certificate.to_text())
                limits = Limits(max(seconds, task.limits.wall or 0.0), memory=megabytes)
                check = self._supervise(verify_certificate, instance, outcome.certificate, limits=limits)
                record = _certified(record, check)
        return replace(record, verify_s=time.perf_counter() - start)

    def _warm(self, solver: Solver, task: Task) -> None:
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
        ended = self._supervise(_imports_of, solver.run, _small_instance(), options, limits=limits)
        for module in ended.value if ended.cause == "done" else ():
            _import(module)


def _certified(record: Record, check: Ended) -> Record:
    if check.cause == "done":
        said = check.value
        detail = record.detail if said else f"the certificate is not accepted: {said.reason}"
        return replace(record, certificate_check=said.verdict.value, detail=(detail or "")[:_DETAIL] or None)
    outcome = "timeout" if check.cause == "time limit" else "checker-error"
    return replace(record, certificate_check=outcome)


def _record(ended: Ended, limits: Limits) -> Record:
    """What is known before any check."""
    found = Record(this_machine(), "unknown", "error", wall_s=ended.wall_s, cpu_s=ended.cpu_s, peak_mb=ended.peak_mb)
    if ended.cause == "raised":
        cause = "declined" if isinstance(ended.value, LimitError) else "error"
        return replace(found, cause=cause, detail=one_line(ended.detail)[:_DETAIL])
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
    return outcome, time.perf_counter() - start


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
