"""Many instances through reductions: all that are registered are right, failures are shrunk, nothing hangs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gourds.errors import InputError
from gourds.reductions.checking.draws import Hand
from gourds.reductions.checking.maps import MapPlan, check_maps, chosen_reductions
from gourds.reductions.checking.route import Flaw
from tests.reductions.checking.coins import REDUCTION, changed, registered

PLAN = MapPlan(yes=1, no=1, samples=1, largest=1)
"""For the suite; ``gourds check-reduction --all --yes 300 --no 300 --samples 20`` is the same in earnest."""


@pytest.fixture(autouse=True)
def _coins():
    with registered():
        yield


def test_all_registered_reductions_are_right():
    reports = check_maps([one for one in chosen_reductions() if one is not REDUCTION], PLAN)
    assert len(reports) >= 8
    for report in reports:
        assert report, report.failure
        assert [trial.is_yes for trial in report.trials] == [True, False]
        assert report.read[Hand.SOLVER] == report.read[Hand.WALK] == 1
        assert sum(report.evidence.values()) == 1


def test_the_same_plan_gives_the_same_report():
    first, second = (check_maps([REDUCTION], MapPlan(yes=5, no=3), jobs=jobs) for jobs in (1, 2))
    assert first == second
    assert [trial.is_yes for trial in first[0].trials] == [True, False] * 3 + [True, True]
    assert first[0].parsimony == {1}


def test_a_failure_is_shrunk():
    """The back map forgets the last coin: the smallest instance has one coin, and it is paid with."""
    wrong = changed(lambda one: replace(one, back=lambda chosen: one.back(chosen)[:-1] + (False,) * bool(chosen)))
    (report,) = check_maps([wrong], MapPlan(yes=20, no=20, largest=8))
    assert not report
    assert report.failure.failure.flaw is Flaw.BACK
    price, *values = map(int, report.failure.text.split())
    assert [price] == values
    assert len(report.found_on.text.split()) > 2
    assert len(report.trials) < 40


def test_a_map_that_never_ends_is_not_waited_for():
    def forever(applied):
        while True:
            pass

    (report,) = check_maps([changed(forever)], MapPlan(yes=1, no=0, time_limit=0.1))
    assert report.failure.failure.flaw is Flaw.UNDECIDED
    assert "limit" in report.failure.failure.detail


def test_reductions_are_chosen_by_problem_and_by_name():
    assert [one.name for one in chosen_reductions(["coins"])] == ["coins to backwards"]
    assert chosen_reductions(["coins to backwards", "coins"]) == [REDUCTION]
    assert REDUCTION in chosen_reductions()
    for name in ("backwards", "coinz"):
        with pytest.raises(InputError, match="reductions start at"):
            chosen_reductions([name])
