"""One approach on one instance, within limits, and the checks of its answer.

The solver runs in a process of its own. Its answer is then checked (:mod:`gourds.running.checking`). If an
infeasible answer has no proof and the solver can write one, it runs again with a proof. That run often uses another
model, so it is a second opinion too.

A run that ends without a verdict is never wrong: it declined, or it reached a limit.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from gourds.certificates.clausal.drat import ProofVerdict
from gourds.crosscheck.answers import Answer, Count, Ending, Flaw
from gourds.crosscheck.approaches import Approach, Limits
from gourds.errors import GourdsError, InternalError
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.proofs.convert import convert
from gourds.reductions.chain.step import UnsatisfiedError
from gourds.reductions.reduction import extract, formula_of, is_reduced, reduction_of
from gourds.running import isolation
from gourds.running.checking import Checked, Tier, check_answer
from gourds.running.isolation import call_limited
from gourds.running.outcome import Outcome, Status
from gourds.running.outside_checkers import TOOLS, verify_with
from gourds.solvers import GRACE

FORMULA: Final = "formula"
"""The name under which the verdict of an instance's formula stands among the answers."""
PROOF_SHARE: Final = 0.2
"""A proof is requested if the plain run took no more than this share of the limit: with a proof it takes longer."""


@dataclass(frozen=True)
class _Ended:
    """How a call in a process of its own ended."""

    ending: Ending
    value: Any = None
    reason: str = ""
    time_s: float = 0.0
    peak_mb: float = 0.0
    is_fault: bool = False
    """Whether the function itself noticed an error of its own."""


def _outer(limits: Limits) -> isolation.Limits:
    """The limits of the process, which come after those that solvers keep by themselves."""
    return isolation.Limits(limits.time + GRACE, memory=limits.memory)


def _call(function: Callable[..., Any], *args: Any, limits: Limits) -> _Ended:
    start = time.perf_counter()
    try:
        ended = call_limited(function, *args, limits=_outer(limits))
    except OSError as error:  # no more processes, or no more descriptors
        return _Ended(Ending.FAILED, reason=f"{type(error).__name__}: {error}", time_s=time.perf_counter() - start)
    spent = time.perf_counter() - start
    if ended.cause == "done":
        return _Ended(Ending.ANSWERED, ended.value, "", spent, ended.peak_mb)
    if ended.cause == "raised":
        if not isinstance(ended.value, GourdsError):
            return _Ended(Ending.FAILED, reason=ended.detail, time_s=spent)
        is_fault = isinstance(ended.value, InternalError)
        return _Ended(Ending.FAILED if is_fault else Ending.DECLINED, None, str(ended.value), spent, is_fault=is_fault)
    endings = {"time limit": Ending.OUT_OF_TIME, "memory limit": Ending.OUT_OF_MEMORY}
    endings["out of memory"] = Ending.OUT_OF_MEMORY
    reached = f"{limits.time:g} s were reached" if ended.cause == "time limit" else ended.detail
    return _Ended(endings.get(ended.cause, Ending.FAILED), None, f"{ended.cause}: {reached}", spent, ended.peak_mb)


def run_approach(instance: Instance, approach: Approach, limits: Limits) -> list[Answer]:
    """What an approach says about an instance: one answer, or two if its proof run says something else."""
    unsuited = approach.unsuited(instance, limits)
    if unsuited is not None:
        return [Answer(approach.name, Ending.DECLINED, reason=unsuited)]
    answer = _decide(instance, approach, limits, proof=False)
    is_settled = answer.status is not Status.INFEASIBLE or answer.faults or answer.tier is Tier.PROOF
    if is_settled or not approach.can_prove:
        return [answer]
    unproved = approach.unproved(instance, limits)
    if unproved is not None:
        return [replace(answer, remark=answer.remark or unproved)]
    if answer.time_s > PROOF_SHARE * limits.time:
        return [replace(answer, remark="no proof was asked for: without one it took long enough")]
    proved = _decide(instance, approach, limits, proof=True)
    if proved.status is Status.UNKNOWN and not proved.faults:
        return [replace(answer, proof_s=proved.time_s, remark=f"no proof: {proved.reason or proved.ending.value}")]
    if proved.status is not Status.INFEASIBLE:
        return [answer, replace(proved, approach=f"{approach.name}+proof")]
    return [replace(proved, time_s=answer.time_s, proof_s=proved.time_s, stats=answer.stats)]


def _decide(instance: Instance, approach: Approach, limits: Limits, *, proof: bool) -> Answer:
    ended = _call(approach.solver.decide, instance, approach.options(limits, proof=proof), limits=limits)
    answer = Answer(
        approach.name, ended.ending, reason=ended.reason, time_s=ended.time_s, peak_mb=round(ended.peak_mb, 1)
    )
    if ended.is_fault:
        return replace(answer, faults=(Flaw("self-check", f"a self-check failed: {ended.reason}"),))
    if ended.ending is not Ending.ANSWERED:
        return answer
    outcome = ended.value
    if not isinstance(outcome, Outcome):
        return replace(answer, ending=Ending.FAILED, reason=f"gave {type(outcome).__name__} for an outcome")
    answer = replace(answer, reason=outcome.reason or "", stats=dict(outcome.stats))
    if outcome.failure is not None:
        return replace(answer, ending=Ending.FAILED, reason=f"{outcome.failure}: {outcome.reason}")
    if outcome.status is Status.UNKNOWN:
        by_time = answer.reason.startswith("time limit")
        return replace(answer, ending=Ending.OUT_OF_TIME if by_time else Ending.DECLINED)
    start = time.perf_counter()
    if outcome.status is Status.FEASIBLE:
        answer = _check_feasible(instance, answer, outcome)
    else:
        answer = _check_infeasible(instance, answer, outcome, approach, limits)
    return replace(answer, check_s=time.perf_counter() - start)


def _check_feasible(instance: Instance, answer: Answer, outcome: Outcome) -> Answer:
    checked = check_answer(instance, outcome)
    placement = outcome.placement if checked.is_readable else None
    answer = replace(answer, status=Status.FEASIBLE, placement=placement)
    if checked.wrong:
        return replace(answer, faults=(Flaw("placement", _wrong_placement(outcome, checked)),))
    answer = replace(answer, tier=checked.tier, checked_by=checked.checked_by)
    if placement is not None and is_reduced(instance):
        try:
            extract(instance, placement)
        except UnsatisfiedError as error:
            return replace(answer, faults=(Flaw("back map", f"its placement does not lead back: {error}"),))
        except GourdsError as error:
            return replace(answer, remark=f"not read back to the formula: {error}")
    return answer


def _wrong_placement(outcome: Outcome, checked: Checked) -> str:
    if outcome.placement is None:
        return "says feasible but gives no placement" + (f": {outcome.reason}" if outcome.reason else "")
    if not checked.is_readable:
        return f"gave what is no placement ({checked.faults[0]})"
    others = len(checked.faults) - 1
    more = f" (and {others} more fault{'s' if others > 1 else ''})" if others else ""
    return f"gave a wrong placement: {checked.faults[0]}{more}"


def _check_infeasible(
    instance: Instance, answer: Answer, outcome: Outcome, approach: Approach, limits: Limits
) -> Answer:
    answer = replace(answer, status=Status.INFEASIBLE, error_bound=outcome.error_bound)
    has_counted = "count" in approach.solver.abilities
    checked = check_answer(instance, outcome, has_counted=has_counted, limits=_outer(limits))
    answer = replace(answer, tier=checked.tier, checked_by=checked.checked_by)
    certificate, proof = outcome.certificate, checked.proof
    if certificate is None or proof is None:
        return answer
    if checked.tier is Tier.PROOF:
        answer = replace(answer, proof_kind=certificate.kind)
        for tool in limits.outside:
            answer = _check_outside(instance, answer, certificate, tool, limits)
        return answer
    if checked.wrong:
        fault = Flaw("certificate", f"gave a {certificate.kind} certificate that the checker rejects: {proof.reason}")
        return replace(answer, faults=(fault,), certificate=certificate)
    is_late = proof.verdict is ProofVerdict.TIMEOUT
    reason = f"time limit: {limits.time:g} s were reached" if is_late else proof.reason
    return replace(answer, remark=f"its {certificate.kind} certificate was not checked: {reason}")


def _check_outside(instance: Instance, answer: Answer, certificate: Certificate, tool: str, limits: Limits) -> Answer:
    """The answer after somebody else's checker has seen its proof, in the format that this checker reads."""
    form = TOOLS[tool].proofs
    try:
        data = convert(instance, certificate, form, time_limit=limits.time)
        check, words = verify_with(instance, data, form, tool, time_limit=limits.time)
    except GourdsError as error:
        return _remarked(answer, f"not checked by {tool}: {error}")
    if check:
        return replace(answer, checked_by=(*answer.checked_by, tool))
    if check.verdict is ProofVerdict.TIMEOUT:
        return _remarked(answer, f"not checked by {tool}: {words[tool]}")
    fault = Flaw("certificate", f"its {certificate.kind} certificate as .{form} was not accepted: {check.reason}")
    return replace(answer, tier=None, faults=(*answer.faults, fault), certificate=certificate)


def _remarked(answer: Answer, remark: str) -> Answer:
    return replace(answer, remark=f"{answer.remark}; {remark}" if answer.remark else remark)


def run_counter(instance: Instance, approach: Approach, limits: Limits, decided: Answer) -> Count | None:
    """What an approach counts, after it has decided; None if it does not count.

    Counting takes at least as long as deciding, so an approach that reached no verdict does not count.
    """
    if not approach.can_count:
        return None
    if approach.counts_while_deciding and isinstance(decided.stats.get("placements"), int):
        seconds = float(decided.stats.get("count_s", 0.0))
        return Count(approach.name, Ending.ANSWERED, decided.stats["placements"], time_s=seconds)
    unsuited = approach.unsuited(instance, limits)
    if unsuited is not None:
        return Count(approach.name, Ending.DECLINED, reason=unsuited)
    if decided.ending in (Ending.OUT_OF_TIME, Ending.OUT_OF_MEMORY):
        return Count(approach.name, decided.ending, reason=f"deciding: {decided.reason}")
    ended = _call(approach.count, instance, limits, limits=limits)
    number = ended.value
    if ended.ending is Ending.ANSWERED and (not isinstance(number, int) or number < 0):
        return Count(approach.name, Ending.FAILED, reason=f"gave {number!r} for a number", time_s=ended.time_s)
    return Count(approach.name, ended.ending, number, ended.reason, ended.time_s)


def run_formula(instance: Instance, limits: Limits) -> Answer:
    """The verdict of the formula that an instance was made from; if satisfiable, with the placement that it gives."""
    ended = _call(_formula_verdict, instance, limits=limits)
    answer = Answer(FORMULA, ended.ending, reason=ended.reason, time_s=ended.time_s, peak_mb=round(ended.peak_mb, 1))
    if ended.is_fault:
        return replace(answer, faults=(Flaw("self-check", f"a self-check failed: {ended.reason}"),))
    if ended.ending is not Ending.ANSWERED:
        return answer
    is_satisfiable, placement = ended.value
    if not is_satisfiable:
        return replace(answer, status=Status.INFEASIBLE, tier=Tier.CLAIM, reason="the formula is unsatisfiable")
    answer = replace(answer, reason="the formula is satisfiable")
    return _check_feasible(instance, answer, Outcome(Status.FEASIBLE, placement))


def _formula_verdict(instance: Instance) -> tuple[bool, Placement | None]:
    """Whether the formula is satisfiable, and the placement that an assignment gives by the forward map.

    Raises InputError, which declines, if the board is not the one that the formula gives.
    """
    from gourds.formulas.verdict import satisfying_assignment

    reduction = reduction_of(instance)
    assignment = satisfying_assignment(formula_of(instance))
    if assignment is None:
        return False, None
    try:
        return True, reduction.place(assignment)
    except UnsatisfiedError as error:
        raise InternalError(f"the forward map fails: {error}") from None
