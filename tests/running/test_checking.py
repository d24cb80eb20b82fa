"""The one check of answers: what it accepts, what it rejects, and the tier that is left."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from gourds import files
from gourds.certificates.clausal.drat import ProofVerdict
from gourds.files.certificates import Certificate
from gourds.running.checking import Checked, Tier, check_answer, unproved_tier
from gourds.running.isolation import Limits, call_limited, run_limited
from gourds.running.outcome import Outcome, Status
from gourds.solvers import solve
from tests.conftest import ROOT

FEASIBLE = files.load_instance(ROOT / "instances/drawn/nine-gourds.txt")
INFEASIBLE = files.load_instance(ROOT / "instances/drawn/nine-other-gourds.txt")
PLACEMENT = files.load_placement(ROOT / "instances/drawn/nine-gourds.placement.json")


@pytest.fixture(scope="module")
def proof() -> Certificate:
    found = solve(INFEASIBLE, "decompose", proof=True).certificate
    assert found is not None
    assert found.is_checkable
    return found


def no(certificate: Certificate | None = None, error_bound: float = 0.0) -> Outcome:
    return Outcome(Status.INFEASIBLE, certificate=certificate, error_bound=error_bound)


def test_a_placement():
    checked = check_answer(FEASIBLE, Outcome(Status.FEASIBLE, PLACEMENT))
    assert checked == Checked(Tier.PLACEMENT)
    assert checked.is_confirmed


@pytest.mark.parametrize(
    ("instance", "given", "has_faults", "is_readable"),
    [
        (FEASIBLE, None, False, True),
        (INFEASIBLE, PLACEMENT, True, True),
        (FEASIBLE, "what is no placement", True, False),
    ],
)
def test_what_is_no_right_placement_is_wrong(instance, given, has_faults, is_readable):
    checked = check_answer(instance, Outcome(Status.FEASIBLE, given))
    assert (checked.tier, checked.wrong, checked.is_confirmed) == (None, "placement", False)
    assert (bool(checked.faults), checked.is_readable) == (has_faults, is_readable)


def test_a_certificate(proof):
    checked = check_answer(INFEASIBLE, no(proof))
    assert (checked.tier, checked.wrong, checked.is_confirmed) == (Tier.PROOF, "", True)
    forged = check_answer(FEASIBLE, no(replace(proof, digest=FEASIBLE.digest)))
    assert (forged.tier, forged.wrong, forged.is_confirmed) == (None, "certificate", False)
    assert forged.faults == (forged.proof.reason,)


def test_a_certificate_that_takes_too_long_leaves_the_weaker_tier(proof):
    checked = check_answer(INFEASIBLE, no(proof), has_counted=True, limits=Limits(0.0))
    assert (checked.tier, checked.wrong, checked.is_confirmed) == (Tier.COUNT, "", None)
    assert checked.proof.verdict is ProofVerdict.TIMEOUT
    little = check_answer(INFEASIBLE, no(proof, 0.1), limits=Limits(memory=1.0))
    assert little.tier in (Tier.PROBABILITY, Tier.PROOF)  # it may have been done before somebody looked


def test_answers_without_evidence():
    assert check_answer(FEASIBLE, Outcome(Status.UNKNOWN)) == Checked()
    claimed = Certificate("claimed", INFEASIBLE.digest, {"by": "nobody"})
    assert check_answer(INFEASIBLE, no()) == check_answer(INFEASIBLE, no(claimed)) == Checked(Tier.CLAIM)
    assert check_answer(INFEASIBLE, no(claimed), has_counted=True) == Checked(Tier.COUNT)
    assert check_answer(INFEASIBLE, no(claimed, 2.0**-60), has_counted=True) == Checked(Tier.PROBABILITY)
    assert Checked(Tier.CLAIM).is_confirmed is None


def test_tiers_are_ordered():
    weak = [unproved_tier(0.0, has_counted=True), unproved_tier(0.1, has_counted=True), Tier.CLAIM]
    assert [Tier.PLACEMENT, Tier.PROOF, *weak] == sorted(Tier, key=lambda tier: tier.rank)
    assert all(tier.words for tier in Tier)


def fail() -> None:
    raise ValueError("on purpose")


def test_what_a_call_raises_is_its_value():
    ended = call_limited(fail, limits=Limits(10))
    assert (ended.cause, ended.detail) == ("raised", "ValueError: on purpose")
    assert isinstance(ended.value, ValueError)


def nested() -> list[int]:
    """From a process that a supervisor forked: it is none itself."""
    return [os.getppid(), os.getpid(), run_limited(os.getppid, time_limit=10).value]


def test_work_may_have_limited_work_of_its_own():
    above, here, supervisor = run_limited(nested, time_limit=20).value
    assert len({os.getpid(), above, here, supervisor}) == 4
