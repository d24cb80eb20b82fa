"""Races: the first certain answer wins, losers are gone, and nothing that an entrant does ends the race."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from gourds.errors import LimitError
from gourds.files.certificates import Certificate
from gourds.running.racing import Entrant, race
from gourds.solvers.base import Outcome, Status

NO = Outcome(Status.INFEASIBLE, certificate=Certificate("claimed", "", {}))
UNKNOWN = Outcome(Status.UNKNOWN, reason="gave up")


def endless() -> Outcome:
    while True:
        time.sleep(60)


def says(outcome: Outcome, after: float = 0.0):
    def run() -> Outcome:
        time.sleep(after)
        return outcome

    return run


def children() -> set[int]:
    return {int(pid) for task in Path("/proc/self/task").iterdir() for pid in (task / "children").read_text().split()}


@pytest.mark.parametrize("place", [0, 1])
def test_the_first_answer_ends_the_race(place):
    before = children()
    entrants = [Entrant("slow", endless), Entrant("slow too", endless)]
    entrants.insert(place, Entrant("quick", says(NO, 0.1)))
    finish = race(entrants, 3)
    assert (finish.name, finish.outcome) == ("quick", NO)
    assert children() == before


def test_uncertain_answers_do_not_win():
    guess = Outcome(Status.INFEASIBLE, error_bound=1e-9, certificate=NO.certificate)
    finish = race([Entrant("guess", says(guess)), Entrant("sure", says(NO, 0.2))], 2)
    assert finish.name == "sure"
    assert finish.unknown == {"guess": guess}


def test_who_gives_up_makes_room():
    entrants = [Entrant("a", says(UNKNOWN)), Entrant("b", says(UNKNOWN)), Entrant("c", says(NO))]
    for jobs in (1, 2):
        finish = race(entrants, jobs)
        assert finish.name == "c"
        assert set() < {*finish.unknown} <= {"a", "b"}  # the other one may still be speaking
    finish = race(entrants[:2], 2)
    assert (finish.name, finish.outcome) == ("", None)


def test_breakdowns_are_told_and_do_not_win():
    def broken() -> Outcome:
        raise ZeroDivisionError

    def limited() -> Outcome:
        raise LimitError("too much")

    def killed() -> Outcome:
        os.kill(os.getpid(), signal.SIGKILL)
        return NO

    entrants = [Entrant("broken", broken), Entrant("limited", limited), Entrant("killed", killed)]
    finish = race([*entrants, Entrant("sure", says(NO, 0.5))], 4)
    assert finish.name == "sure"
    assert finish.failed["broken"].startswith("failed with ZeroDivisionError")
    assert finish.failed["limited"] == "LimitError: too much"
    assert finish.failed["killed"] == "ended without a word"


def test_an_interrupt_ends_the_entrants():
    signal.signal(signal.SIGINT, signal.default_int_handler)  # native solvers may have put theirs in its place
    before = children()

    def interrupting() -> Outcome:
        os.kill(os.getppid(), signal.SIGINT)
        return endless()

    with pytest.raises(KeyboardInterrupt):
        race([Entrant("a", endless), Entrant("b", interrupting)], 2)
    assert children() == before


def test_one_at_a_time_forks_nothing():
    here = os.getpid()
    seen = []

    def run() -> Outcome:
        seen.append(os.getpid())
        return UNKNOWN

    race([Entrant("a", run), Entrant("b", run)], 1)
    assert seen == [here, here]


def test_who_enters_later_does_so_or_when_nobody_is_left():
    finish = race([Entrant("late", says(NO), delay=60.0), Entrant("early", says(UNKNOWN, 0.05))], 2)
    assert finish.name == "late"
    assert set(finish.unknown) == {"early"}
    finish = race([Entrant("late", says(NO), delay=0.2), Entrant("early", endless)], 2)
    assert finish.name == "late"


def test_who_gives_way_runs_at_a_lower_priority():
    entrants = [
        Entrant("slow", endless),
        Entrant(
            "nice", lambda: Outcome(Status.INFEASIBLE, certificate=NO.certificate, stats={"nice": os.nice(0)}), nice=3
        ),
    ]
    finish = race(entrants, 2)
    assert finish.outcome is not None
    assert finish.outcome.stats["nice"] == min(os.nice(0) + 3, 19)


def test_when_the_time_is_over_nobody_is_left():
    before = children()
    entrants = [Entrant("a", endless), Entrant("b", says(UNKNOWN)), Entrant("c", endless, delay=60.0)]
    start = time.monotonic()
    finish = race(entrants, 3, 2.0)
    assert 1.9 < time.monotonic() - start < 30
    assert finish.outcome is None
    assert set(finish.unknown) == {"b"}
    assert children() == before
