"""What the outcome of somebody else's program is worth, after its check.

Our own solvers give no wrong answer unless this package has a bug. A program from outside may say anything. So an
answer that its check refutes is no verdict: the status is unknown, and the reason begins with ``wrong``. Campaigns and
cross-checks keep the answer as it was, and judge it by themselves.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from gourds.instance import Instance
from gourds.running.checking import Tier, check_answer
from gourds.running.isolation import Limits
from gourds.running.outcome import Outcome, Status
from gourds.running.verifying import default_limits

LEAST: Final = 10.0
"""Seconds that the check of a proof gets even if the time limit is lower."""


def judged(instance: Instance, outcome: Outcome, name: str, time_limit: float | None) -> Outcome:
    """The outcome, or why it is none. A proof that the program wrote is checked here."""
    if outcome.failure is not None:
        return replace(outcome, reason=f"{outcome.failure}: {outcome.reason}")
    if outcome.time_s is None or outcome.status is Status.UNKNOWN:
        return outcome  # the program was not needed, or said nothing
    checked = check_answer(instance, outcome, limits=_limits(instance, outcome, time_limit))
    if checked.wrong == "placement":
        why = outcome.reason or f"{name} gave a wrong placement: {checked.faults[0]}"
        return replace(outcome, status=Status.UNKNOWN, placement=None, reason=f"wrong: {why}")
    if checked.wrong:
        why = f"wrong: {outcome.reason}, but its proof is rejected: {checked.faults[0]}"
        return replace(outcome, status=Status.UNKNOWN, certificate=None, reason=why)
    if checked.proof is None:
        return outcome
    said = "and its proof was checked" if checked.tier is Tier.PROOF else f"; unchecked proof: {checked.proof.reason}"
    return replace(outcome, reason=f"{outcome.reason}{'' if said.startswith(';') else ', '}{said}")


def _limits(instance: Instance, outcome: Outcome, time_limit: float | None) -> Limits | None:
    if outcome.certificate is None or not outcome.certificate.is_checkable:
        return None
    seconds, megabytes = default_limits(instance, outcome.certificate)
    return Limits(seconds if time_limit is None else min(seconds, max(LEAST, time_limit)), memory=megabytes)
