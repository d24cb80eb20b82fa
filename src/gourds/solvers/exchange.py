"""``exchange``: a search over near-perfect matchings by alternating cycles, guided by the budgets.

It finds placements on whole boards of any size (:mod:`gourds.matching.exchange`). It never shows that there is none,
unless counting does. At its time limit it says how far it came: how many gourds fit, and which do not.

Settings: ``steps``, the most proposals. Without it and without a time limit it gives up after 1,000·V² proposals on V
cells, at most 10¹⁰.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Final

from gourds.instance import Instance
from gourds.matching.exchange.search import Exchanged, prepare, search
from gourds.matching.refutation import counting_refutation
from gourds.solvers.base import Options, Outcome, Solver, Status
from gourds.solvers.modeled import number, out_of_time, refuted

NAME: Final = "exchange"
SHOWN: Final = 4
"""This many classes are named in the reason; all are in the figures."""


def _run(instance: Instance, options: Options) -> Outcome:
    begun = time.monotonic()
    most = most_steps(instance, options)
    refutation = counting_refutation(instance)
    if refutation is not None:
        return refuted(instance, refutation, NAME)
    deadline = None if options.time_limit is None else begun + options.time_limit
    found = search(
        instance, seed=options.seed, deadline=deadline, max_steps=most, tell=telling(instance, options, NAME)
    )
    return outcome_of(instance, found, options, begun)


def telling(instance: Instance, options: Options, name: str) -> Callable[[int], None]:
    """A function that tells the user about a new best energy."""

    def tell(energy: int) -> None:
        fit = instance.size - energy // 2  # every gourd that is missing is one too many elsewhere
        options.tell(f"{name}: {fit:,} of {instance.size:,} gourds fit so far")

    return tell


def outcome_of(instance: Instance, found: Exchanged | None, options: Options, begun: float) -> Outcome:
    """What a search by exchanges has found, or how far it came; it began at that moment of ``time.monotonic()``."""
    if found is None:
        return Outcome(Status.UNKNOWN, reason="colors aside, no matching of the board leaves just one cell empty")
    stats = {"steps": found.steps, "restarts": found.restarts, "search_s": round(time.monotonic() - begun, 6)}
    if (placement := found.placement(instance)) is not None:
        return Outcome(Status.FEASIBLE, placement, stats=stats)
    misses = missing_gourds(instance, found)
    best = instance.size - sum(count for _, _, count in misses)
    is_over = options.time_limit is not None and time.monotonic() >= begun + options.time_limit
    limit = out_of_time(options) if is_over else f"gave up after {found.steps:,} proposals"
    shown = ", ".join(f"{count} ({a}, {b})" for a, b, count in misses[:SHOWN])
    more = f" and {len(misses) - SHOWN} more kinds" if len(misses) > SHOWN else ""
    reason = f"{limit}; {best:,} of {instance.size:,} gourds fit at best, without {shown}{more}"
    return Outcome(Status.UNKNOWN, reason=reason, stats={**stats, "best_gourds": best, "misses": misses})


def missing_gourds(instance: Instance, found: Exchanged) -> list[tuple[str, str, int]]:
    """The gourds for which a matching has no place, by their colors."""
    colors = instance.colors
    left = ((pair, budget - found.counts.get(pair, 0)) for pair, budget in instance.budgets.items())
    return [(colors[i], colors[j], count) for (i, j), count in left if count > 0]


def most_steps(instance: Instance, options: Options) -> int | None:
    """The setting ``steps``; without it and without a time limit a number that does not take for ever."""
    given = number(options, "steps", None, "a number from 0 on", lambda value: 0 <= value < math.inf)
    if given is not None:
        return int(given)
    return None if options.time_limit is not None else min(1000 * instance.board.size**2, 10**10)


SOLVER = Solver(
    name=NAME,
    summary="alternating cycles guided by the budgets; finds placements on whole boards, never a no",
    run=_run,
    prepare=prepare,
    settings=("steps",),
    in_process=True,
    abilities=frozenset({"find"}),
)
