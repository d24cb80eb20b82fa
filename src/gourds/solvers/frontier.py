"""``frontier``: a sweep over the board with all partial placements at once, sorted by what matters for the rest.

For narrow boards of any length and any number of colors (:mod:`gourds.matching.frontier`). A "yes" comes with a
placement; a "no" is an exact zero. With ``proof`` it comes with a certificate of kind ``diagram``: a sweep whose every
state is written down (:mod:`gourds.matching.frontier.diagram`), if they are not too many. Boards that are too wide are
declined, mostly after a fraction of a second. Settings: ``states``, how many a layer may hold.
"""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import Any

from gourds.errors import InternalError, LimitError
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.matching.frontier.diagram import refuting_diagram
from gourds.matching.frontier.placements import Frontier, count_placements
from gourds.matching.frontier.sweep import MAX_STATES
from gourds.matching.refutation import counting_refutation
from gourds.solvers.base import Options, Outcome, Solver, Status
from gourds.solvers.modeled import claimed, number, refuted


def _run(instance: Instance, options: Options) -> Outcome:
    deadline = math.inf if options.time_limit is None else time.monotonic() + options.time_limit
    refutation = counting_refutation(instance)
    if refutation is not None:
        return refuted(instance, refutation, "frontier")
    sweep = Frontier(instance, decide=True, max_states=_max_states(options))
    stats: dict[str, Any] = {"components": len(sweep.components), "frontier": sweep.width}
    try:
        if sweep.total:
            return Outcome(Status.FEASIBLE, sweep.sample(1, options.seed)[0], stats=stats)
    except LimitError as error:
        return Outcome(Status.UNKNOWN, reason=str(error), stats=stats)
    outcome = claimed(instance, "frontier", "the exact number of placements is 0", stats)
    if options.proof:
        options.tell("frontier: writing down the sweep")
        try:
            certificate = _proof(instance, deadline)
            stats["layers"] = len(certificate.data["layers"])
            return replace(outcome, certificate=certificate)
        except LimitError as error:
            stats["diagram"] = str(error)
    return outcome


def _max_states(options: Options) -> int | None:
    """The setting ``states``; None without it."""
    what = f"a whole number from 1 to {MAX_STATES:,}"
    given: int | None = number(
        options, "states", None, what, lambda value: isinstance(value, int) and 0 < value <= MAX_STATES
    )
    return given


def _proof(instance: Instance, deadline: float) -> Certificate:
    data = refuting_diagram(instance, deadline=deadline)
    if data is None:
        raise InternalError("frontier counts no placement, but its diagram ends in one")
    return Certificate("diagram", instance.digest, data)


def _count(instance: Instance, options: Options) -> int:
    return count_placements(instance)


SOLVER = Solver(
    name="frontier",
    summary="transfer matrices over a sweep of the board; narrow boards, any number of colors",
    run=_run,
    count=_count,
    settings=("states",),
    in_process=True,
    abilities=frozenset({"decide", "find", "count", "prove"}),
)
