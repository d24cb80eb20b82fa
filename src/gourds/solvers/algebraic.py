"""``algebraic``: the randomized polynomial algorithm for a constant number of colors.

The coefficient of one monomial in the Pfaffian of a Tutte matrix, modulo a prime, with random weights of edges
(:mod:`gourds.matching.tutte`): polynomial for any fixed number of colors, and never dependent on luck with a search. It
works with points whose number grows with every pair of colors, so it says beforehand how many there are, and declines
when there are too many.

A feasible answer is certain and comes with a placement, found by the same algebra. An infeasible one comes with a bound
on the probability that it is wrong (`error_bound`), unless counting or a barrier settles it, which is certain.

Settings: ``error``, the bound to reach by repetition (2⁻⁶⁰); ``points``, the most evaluations to begin (2,000,000);
``prime`` and ``tries``, to look at the error itself: a small prime errs visibly, and only towards "no".
"""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import Any

from gourds.encodings.model import build_placement
from gourds.errors import InputError
from gourds.instance import Instance
from gourds.solvers.base import Options, Outcome, Solver, Status
from gourds.solvers.modeled import claimed, refuted

NAME = "algebraic"


def _run(instance: Instance, options: Options) -> Outcome:
    from gourds.matching.tutte.search import ERROR, MAX_POINTS, checked_prime, prepare, search, too_large

    error = float(_number(options, "error", ERROR))
    points = int(_number(options, "points", MAX_POINTS))
    prime = checked_prime(int(_number(options, "prime", 0))) if "prime" in options.settings else None
    tries = max(1, int(_number(options, "tries", 1))) if "tries" in options.settings else None
    if not 0 < error < 1:
        raise InputError(f"error must be between 0 and 1, not {error:g}")
    start = time.perf_counter()
    prepared = prepare(instance, presolve=options.presolve, prime=prime)
    stats: dict[str, Any] = {"prepare_s": round(time.perf_counter() - start, 6)}
    if prepared.refutation is not None:
        return refuted(instance, prepared.refutation, NAME, stats)
    stats["expected_s"] = round(prepared.cost.seconds, 3)
    too_much = too_large(prepared, points)
    if too_much is not None:
        return Outcome(Status.UNKNOWN, reason=too_much, stats=stats | {"points": prepared.cost.points})
    verdict = search(prepared, seed=options.seed, error=error, tries=tries)
    stats |= verdict.stats
    if verdict.feasible:
        return Outcome(Status.FEASIBLE, build_placement(instance, verdict.edges), stats=stats)
    if verdict.feasible is None:
        why = f"a placement exists, as the coefficient is not zero, but finding it is too much: {stats['find']}"
        return Outcome(Status.UNKNOWN, reason=why, stats=stats)
    bound = verdict.error
    shown = f"2^{math.log2(bound):.1f}" if bound > 0 else "0"
    reason = (
        f"the coefficient was zero in {stats['tries']} tries modulo {stats['prime']};"
        f" the probability that this is wrong is at most {shown}"
    )
    return replace(claimed(instance, NAME, reason, stats), error_bound=bound)


def _number(options: Options, name: str, default: float) -> float:
    value = options.settings.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise InputError(f"{name} must be a number, not {value!r}")
    try:
        return float(value)
    except ValueError as error:
        raise InputError(f"{name} must be a number, not {value!r}") from error


def _prepare(instance: Instance | None) -> None:
    from gourds.matching.kasteleyn.banded import prepare

    prepare()


SOLVER = Solver(
    name=NAME,
    summary="randomized polynomial algebra for few colors: Pfaffians modulo a prime",
    run=_run,
    modules=("numba",),
    prepare=_prepare,
    package="numba",
    settings=("error", "points", "prime", "tries"),
    abilities=frozenset({"decide", "find", "randomized"}),
)
