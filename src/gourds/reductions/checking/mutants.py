"""The check, checked: every registered reduction with bugs put into it (:mod:`.bugs`), and what notices each.

A mutant is *caught* when an instance of the usual plan fails. One that is not caught may be right after all, as when a
clause is left out that follows from others; nothing here can tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from gourds.reductions.checking.bugs import PARTS, MapMutant, mutants_of
from gourds.reductions.checking.draws import Hand
from gourds.reductions.checking.maps import MapPlan, draw_and_try, warm_up
from gourds.reductions.checking.route import Flaw
from gourds.reductions.checking.trial import Trial
from gourds.reductions.registry import AnyReduction
from gourds.running.isolation import call_limited
from gourds.running.pool import Pool, usable_cores

PLAN: Final = MapPlan(yes=40, no=40, samples=3, largest=3)
"""How much is tried on each mutant: until one instance catches it."""
SMALL_FIRST: Final = 12
"""After this many instances sizes go up to twice the plan's: on the smallest ones a wrong map can be right."""
NOT_CAUGHT: Final = (Flaw.PROBLEM, Flaw.UNDECIDED)
"""What says nothing about the reduction."""


@dataclass(frozen=True)
class MapOutcome:
    """What became of a mutant."""

    reduction: str
    part: str
    change: str
    flaw: Flaw | None
    """How it was caught; None: it was not."""
    hand: Hand | None = None
    """Whose solution caught it, if a solution did."""
    tries: int = 0
    """How many instances that took."""
    detail: str = ""

    @property
    def has_survived(self) -> bool:
        """True iff nothing noticed."""
        return self.flaw is None

    def to_json(self) -> dict[str, Any]:
        """What ``gourds check-reduction NAME --mutations maps --json`` lists of it."""
        return {
            "reduction": self.reduction,
            "part": self.part,
            "change": self.change,
            "caught": None if self.flaw is None else self.flaw.value,
            "by": None if self.hand is None else self.hand.value,
            "instances": self.tries,
            "detail": self.detail,
        }


class Outcomes(list[MapOutcome]):
    """What became of mutants, in order."""

    def __init__(self, outcomes: Iterable[MapOutcome], planned: int) -> None:
        super().__init__(outcomes)
        self.planned = planned
        """How many there were to be judged."""

    @property
    def is_cut_short(self) -> bool:
        """True if an interrupt came before the end."""
        return len(self) < self.planned


def judge(mutant: MapMutant, plan: MapPlan) -> MapOutcome:
    """Send instances through a mutant until one catches it."""
    name, larger = mutant.reduction.name, replace(plan, largest=2 * plan.largest)
    for k in range(plan.yes + plan.no):
        used = plan if k < SMALL_FIRST else larger
        ended = call_limited(draw_and_try, mutant.reduction, used, k, limits=plan.limits)
        failure = ended.value.failure if ended.cause == "done" and isinstance(ended.value, Trial) else None
        if failure is not None and failure.flaw not in NOT_CAUGHT:
            return MapOutcome(name, mutant.part, mutant.change, failure.flaw, failure.hand, k + 1, failure.detail)
    return MapOutcome(name, mutant.part, mutant.change, None, None, plan.yes + plan.no)


def judge_maps(
    chosen: Iterable[AnyReduction],
    plan: MapPlan | None = None,
    *,
    jobs: int | None = None,
    on_outcome: Callable[[MapOutcome], None] = lambda outcome: None,
    partial: bool = False,
) -> Outcomes:
    """What becomes of every mutant of these reductions, in order.

    An interrupt is a KeyboardInterrupt, or with ``partial`` those that were judged until then.
    """
    used = plan or PLAN
    every = [mutant for reduction in chosen for mutant in mutants_of(reduction)]
    every.sort(key=lambda mutant: PARTS.index(mutant.part))
    order = {reduction: k for k, reduction in enumerate(dict.fromkeys(one.reduction.name for one in every))}
    every.sort(key=lambda mutant: order[mutant.reduction.name])
    found: dict[int, MapOutcome] = {}
    warm_up()
    try:
        with Pool.forked(jobs or usable_cores(), _judge_one, every, used) as pool:
            for done in pool.work(range(len(every)), is_eager=True):
                assert done is not None
                mutant = every[done.task]
                lost = MapOutcome(mutant.reduction.name, mutant.part, mutant.change, None, detail=done.error or "")
                found[done.task] = done.value if done.error is None else lost
                on_outcome(found[done.task])
    except KeyboardInterrupt:
        if not partial:
            raise
    return Outcomes((found[k] for k in sorted(found)), len(every))


def _judge_one(every: list[MapMutant], plan: MapPlan, number: int) -> MapOutcome:
    return judge(every[number], plan)
