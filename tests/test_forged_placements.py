"""Thousands of forged placements and partial placements: the checkers and the definition agree on each."""

from __future__ import annotations

import random

import pytest

from gourds.placement import partial_faults, placement_faults
from tests.forging import placements
from tests.forging.forgery import Tally, is_found_out, run


def judge(tally: Tally, changes: list) -> None:
    """All agree, both verdicts are common, and every change was made."""
    assert not tally.disputed, tally.disputed[0].describe()
    assert tally.accepted > tally.tried / 10
    assert tally.rejected > tally.tried / 10
    assert set(tally.changes) == {change.__name__ for change in changes}


def test_placements_are_accepted_iff_they_are_right() -> None:
    judge(run(placements.forge, 1, count=2000), placements.CHANGES)


def test_partial_placements_are_accepted_iff_they_are_right() -> None:
    judge(run(placements.forge_partial, 2, count=2000), placements.OF_PLACES)


def test_the_same_seed_forges_the_same() -> None:
    first, second = (placements.forge(random.Random(7)) for _ in range(2))
    assert first == second
    assert first.describe() == second.describe()


@pytest.mark.parametrize("blind_to", ["not adjacent", "the budget is"])
def test_a_checker_that_overlooks_something_is_found_out(monkeypatch: pytest.MonkeyPatch, blind_to: str) -> None:
    def weak(*args: object) -> list:
        return [fault for fault in placement_faults(*args) if blind_to not in str(fault)]

    monkeypatch.setattr(placements, "placement_faults", weak)
    assert is_found_out(placements.forge)


@pytest.mark.parametrize("blind_to", ["not adjacent", "not on the board", "covered twice", "the budget is"])
def test_a_checker_of_partial_placements_too(monkeypatch: pytest.MonkeyPatch, blind_to: str) -> None:
    def weak(*args: object) -> list:
        return [fault for fault in partial_faults(*args) if blind_to not in str(fault)]

    monkeypatch.setattr(placements, "partial_faults", weak)
    assert is_found_out(placements.forge_partial)


def test_a_checker_that_breaks_down_is_a_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> list:
        raise KeyError(args)

    monkeypatch.setattr(placements, "partial_faults", broken)
    tally = run(placements.forge_partial, 1, count=5)
    assert len(tally.disputed) == 5
    assert all(case.is_crash for case in tally.disputed)
    assert "5 crashed" in str(tally)
