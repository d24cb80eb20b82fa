"""Registered reductions, tested on many instances: as many with a solution as without, from small to larger.

Every instance is a task for a process of its own within a time limit, since the maps can be anybody's code and brute
force has no end in sight when an instance is too large. Instances are drawn by the source problem, half of those
without a solution being cores with padding and half near misses, if the problem keeps to what it is asked for.

One instance of thirty goes to the board that ``gourds reduce`` makes, the others to the smallest board that any path
leads to: its rings have a tenth of the cells. What is tested is the first reduction of the path, and all that a later
one does is to be a second opinion; each of them is tested by itself.

The first failure of a reduction ends its part. It is shrunk by the steps that the source problem offers, always to the
first smaller instance that fails in the same way, until none does.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from gourds.chance import draw_below
from gourds.errors import InputError, quoted
from gourds.matching.exchange.search import prepare
from gourds.reductions.checking.report import MapReport
from gourds.reductions.checking.route import Flaw, FlawError, attempt
from gourds.reductions.checking.trial import Failure, Trial, try_instance
from gourds.reductions.registry import AnyReduction, find_problem, path, problems, reductions, ways
from gourds.running.isolation import Limits, call_limited
from gourds.running.pool import Pool, usable_cores

USUAL: Final = 30
"""One instance with a solution of so many, and one without, goes the usual path to a board, not to the smallest."""
SHRINKING: Final = 400
"""So many smaller instances are tried at most."""


@dataclass(frozen=True)
class MapPlan:
    """How much is tested of every reduction."""

    yes: int = 20
    """Instances with a solution."""
    no: int = 20
    """Instances without."""
    samples: int = 3
    """Placements of each sort, uniform, rare and from a walk, for every instance with a solution."""
    largest: int = 6
    """Sizes are drawn from 1 to this; what they count is up to the source problem."""
    seed: int = 0
    time_limit: float = 60.0
    """Seconds of processor time for one instance; ten times that by the clock, as other work may be going on."""

    @property
    def limits(self) -> Limits:
        """The same, for the process that it runs in."""
        return Limits(wall=10 * self.time_limit, cpu=self.time_limit)


def chosen_reductions(names: Iterable[str] | None = None) -> list[AnyReduction]:
    """The reductions of a name, ``x3c to cubic``, or all from a problem, ``x3c``; None: all that there are."""
    if names is None:
        return list(reductions())
    found: dict[str, AnyReduction] = {}
    for name in names:
        mine = [one for one in reductions() if name in (one.name, one.source)]
        if not mine:
            sources = dict.fromkeys(one.source for one in reductions())
            what = "no reduction starts there" if name in problems() else "there is no such problem"
            raise InputError(f"{quoted(name)}: {what}; reductions start at {', '.join(sources)}")
        found |= {one.name: one for one in mine}
    return list(found.values())


@dataclass
class _Progress:
    """What is known of one reduction while its tasks are done."""

    trials: dict[int, Trial] = field(default_factory=dict)
    has_failed: bool = False


def check_maps(
    chosen: Iterable[AnyReduction],
    plan: MapPlan | None = None,
    *,
    jobs: int | None = None,
    on_trial: Callable[[str, Trial], None] = lambda name, trial: None,
    partial: bool = False,
) -> list[MapReport]:
    """Test reductions, on this many cores at once; all there are if not said.

    An interrupt is a KeyboardInterrupt, or with ``partial`` reports on what was done until then.
    """
    plan, tested = plan or MapPlan(), list(chosen)
    known = [_Progress() for _ in tested]

    def tasks() -> Iterator[tuple[int, int]]:
        for number in range(len(tested)):
            for k in range(plan.yes + plan.no):
                if known[number].has_failed:
                    break
                yield number, k

    warm_up()
    try:
        with Pool.forked(jobs or usable_cores(), _perform, tested, plan) as pool:
            for done in pool.work(tasks(), is_eager=True):
                assert done is not None
                number, k = done.task
                trial = done.value if done.error is None else _lost(plan, k, done.error)
                known[number].trials[k] = trial
                known[number].has_failed |= trial.failure is not None
                on_trial(tested[number].name, trial)
    except KeyboardInterrupt:
        if not partial:
            raise
    return [_report(reduction, plan, one) for reduction, one in zip(tested, known, strict=True)]


def warm_up() -> None:
    """Load and compile once, before processes are forked, what each would do again: 0.2 s for every instance."""
    prepare()
    for k in (0, 1):
        draw_and_try(path("cubic")[-1], MapPlan(samples=1, largest=3), k)


def _perform(tested: list[AnyReduction], plan: MapPlan, task: tuple[int, int]) -> Trial:
    """One task of a worker: an instance is drawn and sent through, in a process of its own."""
    number, k = task
    ended = call_limited(draw_and_try, tested[number], plan, k, limits=plan.limits)
    if ended.cause == "done":
        assert isinstance(ended.value, Trial)
        return ended.value
    return _lost(plan, k, f"{ended.cause}: {ended.detail}" if ended.detail else ended.cause)


def _lost(plan: MapPlan, k: int, reason: str) -> Trial:
    is_yes = k % 2 == 0 if k < 2 * min(plan.yes, plan.no) else plan.yes > plan.no
    return Trial(f"number {k}", "", is_yes, failure=Failure(Flaw.UNDECIDED, "", reason))


def draw_and_try(reduction: AnyReduction, plan: MapPlan, k: int) -> Trial:
    """The k-th instance of a plan: those with and without a solution in turn, then what is left of either."""
    both = 2 * min(plan.yes, plan.no)
    is_yes, place = (k % 2 == 0, k // 2) if k < both else (plan.yes > plan.no, k - both // 2)
    seed = plan.seed + place
    size = 1 + draw_below(random.Random(f"size {seed}"), plan.largest)
    problem = find_problem(reduction.source)
    origin = f"{'yes' if is_yes else 'no'}, size {size}, seed {seed}"
    try:
        make = problem.random_yes if is_yes else problem.random_no
        source = attempt(Flaw.PROBLEM, f"problem {problem.name}", make, size, seed)
    except FlawError as error:
        return Trial(origin, "", is_yes, failure=Failure(error.flaw, error.where, error.detail))
    smallest = place % USUAL != USUAL - 1
    return try_instance(
        reduction, source, expected=is_yes, samples=plan.samples, seed=seed, origin=origin, smallest=smallest
    )


def _report(reduction: AnyReduction, plan: MapPlan, known: _Progress) -> MapReport:
    trials = tuple(known.trials[k] for k in sorted(known.trials))
    failed = next((trial for trial in trials if trial.failure is not None), None)
    if failed is None:
        return MapReport(reduction.name, trials, planned=plan.yes + plan.no)
    return MapReport(reduction.name, trials, shrunk(reduction, failed, plan), failed, plan.yes + plan.no)


# -- shrinking ------------------------------------------------------------------------------------------------


def shrunk(reduction: AnyReduction, failed: Trial, plan: MapPlan) -> Trial:
    """The same flaw on an instance of which no smaller one shows it; the failure itself if it cannot be shrunk."""
    problem, failure = find_problem(reduction.source), failed.failure
    assert failure is not None
    if failure.flaw in (Flaw.PROBLEM, Flaw.UNDECIDED) or not failed.text:
        return failed
    left = SHRINKING
    usual = ways(reduction.target)
    is_smallest = bool(usual) and failed.path != (reduction.target, *(hop.target for hop in usual[0]))
    smallest, found = failed, True
    while found:
        found = False
        for smaller in _smaller(problem, smallest.text):
            left -= 1
            if left < 0:
                return smallest
            trial = _try_limited(reduction, smaller, plan, f"shrunk from: {failed.origin}", is_smallest)
            if trial is not None and trial.failure is not None and _is_like(trial.failure, failure):
                smallest, found = trial, True
                break
    return smallest


def _smaller(problem: Any, text: str) -> Iterator[Any]:
    try:
        yield from problem.shrink(problem.parse(text))
    except Exception:  # a problem that cannot shrink its instances keeps them as they are
        return


def _is_like(found: Failure, wanted: Failure) -> bool:
    return found.flaw is wanted.flaw and found.where == wanted.where


def _try_limited(reduction: AnyReduction, source: Any, plan: MapPlan, origin: str, smallest: bool) -> Trial | None:
    def work() -> Trial:
        return try_instance(reduction, source, samples=plan.samples, seed=plan.seed, origin=origin, smallest=smallest)

    ended = call_limited(work, limits=plan.limits)
    return ended.value if ended.cause == "done" else None
