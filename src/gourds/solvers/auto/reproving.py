"""Infeasible answers that rest on a solver's word, proved once more by whatever writes certificates.

CP-SAT, SCIP and HiGHS write no proofs; ``pfaffian`` and ``brute`` count to zero; ``algebraic`` leaves a probability. If
a proof is asked for, :func:`reproved` looks for a certificate with the time that is left: what ``auto`` says at once
(counting, a linear program), the states of a sweep if they are few, and then all that ``auto`` has, down to a formula.
The answer stays what it was, and says how it was proved. A placement that turns up instead is a wrong solver.

For ``pfaffian``, whose counts reach boards on which nothing of that ends in time, there is a second opinion at last:
``algebraic`` evaluates the same coefficient in another way, at random points modulo a prime and not as an exact number.
If that is zero too, the answer is wrong with no more than the stated probability, even if ``pfaffian`` is not to be
trusted; but this is no proof, and the certificate stays claimed.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from typing import Final

from gourds.errors import InternalError, LimitError
from gourds.files.certificates import RESTS_ON, Certificate
from gourds.instance import Instance
from gourds.matching.frontier.diagram import refuting_diagram
from gourds.running.isolation import run_limited
from gourds.solvers import algebraic, auto
from gourds.solvers.base import Options, Outcome, Status

FEW_STATES: Final = 300_000
"""Diagrams of no more states come before the formula: some 2 s."""
PATIENCE: Final = 60.0
"""Seconds for a proof if there is no limit, or ten times what the answer took."""
SPARE: Final = 0.05
"""Seconds before the limit at which the answer is given as it is."""
FIRST_OPINION: Final = 0.7
"""Of the time, if a second opinion may follow."""


class DisprovedError(InternalError):
    """There is a placement, so the infeasible answer is wrong: an error of ours, unless the answer is from outside."""


@dataclass(frozen=True)
class Proved:
    """A certificate, and who wrote it."""

    certificate: Certificate
    by: str


def is_unproved(outcome: Outcome) -> bool:
    """Whether an answer is infeasible by a solver's word."""
    certificate = outcome.certificate
    return outcome.status is Status.INFEASIBLE and (certificate is None or not certificate.is_checkable)


def reproved(
    instance: Instance, options: Options, outcome: Outcome, name: str, spent: float, *, isolate: bool
) -> Outcome:
    """The same answer with a certificate that can be checked, if one is found in the time that is left.

    ``options`` say how much time that is. ``spent`` is what the answer took, ``isolate`` whether to work in a process
    that can be killed.
    """
    auto.SOLVER.load(instance)
    begun = time.monotonic()
    left = max(PATIENCE, 10 * spent) if options.time_limit is None else options.time_limit - SPARE
    has_second = name == "pfaffian"
    limit = left * (FIRST_OPINION if has_second else 1.0)
    asked = replace(options, variant="", settings={}, encoding="reduced", presolve=True, proof=True, time_limit=limit)
    found: Proved | None = None
    if limit > 0:
        options.tell(f"{name} says infeasible; looking for a proof")
        if isolate:
            ended = run_limited(_prove, instance, asked, time_limit=limit, memory_limit=options.memory_limit)
            found = ended.value if ended.cause == "done" else None
        else:
            found = _prove(instance, asked)
    taken = time.monotonic() - begun
    stats = {**outcome.stats, "reprove_s": round(taken, 6)}
    said = outcome.reason or f"{name} found no placement"
    if found is not None:
        reason = f"{said}; proved once more by {found.by}: {RESTS_ON[found.certificate.kind]}"
        certificate = found.certificate
        return replace(
            outcome, certificate=certificate, error_bound=0.0, reason=reason, stats=stats | {"proved_by": found.by}
        )
    reason = f"{said}; no proof was found in {taken:.3g} s"
    if has_second and left - taken > 0:
        second = _second_opinion(instance, replace(asked, time_limit=left - taken), isolate=isolate)
        if second:
            return replace(outcome, reason=f"{reason}; {second}", stats=stats | {"agreed_by": algebraic.NAME})
    return replace(outcome, reason=reason, stats=stats)


def _prove(instance: Instance, options: Options) -> Proved | None:
    """A certificate, the cheap ones first."""
    begun = time.monotonic()
    at_once = auto.SOLVER.at_once
    assert at_once is not None
    if found := _certified(at_once(instance, options), "auto"):
        return found
    deadline = math.inf if options.time_limit is None else begun + options.time_limit
    try:
        data = refuting_diagram(instance, max_states=FEW_STATES, deadline=deadline)
    except LimitError:
        data = None
    if data is not None:
        return Proved(Certificate("diagram", instance.digest, data), "frontier")
    if options.time_limit is not None:
        options = replace(options, time_limit=max(0.01, deadline - time.monotonic()))
    return _certified(auto.SOLVER.run(instance, options), "auto")


def _certified(outcome: Outcome | None, name: str) -> Proved | None:
    if outcome is None:
        return None
    if outcome.status is Status.FEASIBLE:
        raise DisprovedError(f"an infeasible answer is wrong: {name} found a placement")
    if outcome.certificate is None or not outcome.certificate.is_checkable:
        return None
    return Proved(outcome.certificate, outcome.stats.get("decided_by", name))


def _second_opinion(instance: Instance, options: Options, *, isolate: bool) -> str | None:
    """What ``algebraic`` adds to an exact count of zero."""
    algebraic.SOLVER.load(instance)
    if isolate:
        limits = {"time_limit": options.time_limit, "memory_limit": options.memory_limit}
        ended = run_limited(algebraic.SOLVER.run, instance, options, **limits)
        outcome = ended.value if ended.cause == "done" else None
    else:
        outcome = algebraic.SOLVER.run(instance, options)
    if outcome is None or outcome.status is Status.UNKNOWN:
        return None
    if outcome.status is Status.FEASIBLE:
        raise DisprovedError("an infeasible answer is wrong: algebraic found a placement")
    if not outcome.error_bound:
        return f"algebraic agrees: {outcome.reason}"
    return f"algebraic agrees, wrong with probability at most 2^{math.log2(outcome.error_bound):.0f}"
