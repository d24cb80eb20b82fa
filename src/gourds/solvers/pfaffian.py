"""``pfaffian``: the exact number of placements decides, and exact counts lead to a placement.

Deterministic, without search, and polynomial for a fixed number of colors: see :mod:`gourds.matching.kasteleyn`.
An infeasible instance has exactly 0 placements. Settings: ``steps``, how many steps of elimination may be needed;
beyond that the solver declines and says how many Pfaffians it would take.
"""

from __future__ import annotations

import time
from typing import Any

from gourds.errors import LimitError
from gourds.instance import Instance
from gourds.matching.kasteleyn.draw import find_placement
from gourds.matching.kasteleyn.plan import MAX_STEPS, count_placements, plan
from gourds.matching.refutation import counting_refutation
from gourds.solvers.base import Options, Outcome, Solver, Status
from gourds.solvers.modeled import claimed, number, refuted


def _run(instance: Instance, options: Options) -> Outcome:
    limit = _most_steps(options)
    refutation = counting_refutation(instance)
    if refutation is not None:
        return refuted(instance, refutation, SOLVER.name)
    start = time.perf_counter()
    stats: dict[str, Any] = {}
    try:
        work = plan(instance)
        evaluations, steps = work.cost
        stats |= {"components": len(work.components), "evaluations": evaluations, "steps": steps}
        count = work.check(limit).total
    except LimitError as error:
        return Outcome(Status.UNKNOWN, reason=str(error), stats=stats)
    counted = time.perf_counter()
    bits = count.bit_length()
    stats["placements"] = count if bits < 10_000 else f"about 2^{bits}"  # what fits into a decimal for JSON
    stats["count_s"] = round(counted - start, 6)
    if not count:
        return claimed(instance, SOLVER.name, "the exact number of placements is 0", stats)
    placement = find_placement(instance, work)
    stats["find_s"] = round(time.perf_counter() - counted, 6)
    return Outcome(Status.FEASIBLE, placement, stats=stats)


def _count(instance: Instance, options: Options) -> int:
    return count_placements(instance, _most_steps(options))


def _most_steps(options: Options) -> float:
    limit: float = number(options, "steps", MAX_STEPS, "a positive number", lambda value: value > 0)
    return limit


def _prepare(instance: Instance | None) -> None:
    from gourds.matching.kasteleyn.banded import prepare

    prepare()


SOLVER = Solver(
    name="pfaffian",
    summary="exact counting with Kasteleyn's Pfaffians; few colors",
    run=_run,
    count=_count,
    modules=("numba",),
    prepare=_prepare,
    package="numba",
    settings=("steps",),
    abilities=frozenset({"decide", "find", "count"}),
)
