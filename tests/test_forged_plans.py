"""Thousands of forged plans: the replay and the definition agree on each."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from gourds import replay
from gourds.configuration import Configuration
from gourds.replaying import Replay
from tests.forging import plans
from tests.forging.forgery import is_found_out, run, verdict
from tests.forging.plan_changes import CHANGES, honest_case, honest_start
from tests.forging.plan_definition import is_plan


def test_plans_are_accepted_iff_they_are_right() -> None:
    tally = run(plans.forge, 1, count=2000)
    assert not tally.disputed, tally.disputed[0].describe()
    assert tally.accepted > tally.tried / 10
    assert tally.rejected > tally.tried / 10
    assert set(tally.changes) == {change.__name__ for change in CHANGES}


def test_long_plans_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans, "LONG_SHARE", 1.0)
    tally = run(plans.forge, 3, count=12)
    assert not tally.disputed, tally.disputed[0].describe()


def test_the_same_seed_forges_the_same() -> None:
    first, second = (plans.forge(random.Random(7)) for _ in range(2))
    assert first == second
    assert first.describe() == second.describe()


def test_honest_plans_are_right_in_either_spelling() -> None:
    for number in range(20):
        start = honest_start(number)
        for as_walk in (False, True):
            plan, target = honest_case(start, 8, random.Random(number), as_walk)
            assert is_plan(start, plan, target)
            assert is_plan(start, plan, None)


@pytest.mark.parametrize(
    "blind_to",
    ["the plan says", "cannot move to", "instead of", "there is no gourd", "no move makes", "the walk starts"],
)
def test_a_replay_that_overlooks_something_is_found_out(monkeypatch: pytest.MonkeyPatch, blind_to: str) -> None:
    def weak(start: Configuration, *args: object) -> Replay:
        found = replay(start, *args)
        return replace(found, faults=tuple(fault for fault in found.faults if blind_to not in str(fault)))

    monkeypatch.setattr(plans, "replay", weak)
    assert is_found_out(plans.forge)


def test_bad_input_is_a_no_and_a_warning_a_breakdown() -> None:
    def warn() -> bool:
        import warnings

        warnings.warn("odd", RuntimeWarning, stacklevel=1)
        return True

    assert verdict(warn) == "RuntimeWarning: odd"
