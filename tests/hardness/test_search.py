"""The search itself, with made-up solvers and without a store."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from gourds.hardness.axes import AXES, Line, lines_of
from gourds.hardness.brackets import Question
from gourds.hardness.knowledge import Ending, Knowledge
from gourds.hardness.search import Goal, Search
from tests.hardness.fakes import QUESTION, fake_family, verdict_of

SEARCHES = 5
"""How many made-up worlds are searched; more by hand."""


class World:
    """What made-up solvers say: A is stopped from some size on, B answers below another one."""

    def __init__(self, hard_from: int, open_from: int = 10**9) -> None:
        self.hard_from = hard_from
        self.open_from = open_from

    def ending(self, question: Question, label: str, digest: str, cells: int) -> Ending:
        wall = question.competitors[label].wall or 0.0
        is_answer = question.competitors[label].proof
        needed = (0.1 if cells < self.open_from else 10**9) if is_answer else cells / 100
        if not is_answer and cells >= self.hard_from:
            needed = 10**9
        if needed > wall:
            return Ending("unknown", "time limit", wall, False, spent=wall, cpu=wall)
        return Ending(verdict_of(digest), "done", needed, True, "counting", spent=needed)


def explore(world: World, goal: Goal, jobs: int = 1, question: Question = QUESTION) -> Search:
    """A whole search; with several jobs, the run that was begun last ends first."""
    search = Search(Knowledge(question), goal, lines_of(question.families))
    known, waiting = search.known, []
    for _ in range(1500):
        while len(waiting) < jobs and not search.is_over and (step := search.next_step(10**6)) is not None:
            digest, cells = known.digest(step.candidate), known.cells(step.candidate)
            assert cells is not None
            assert cells <= question.max_cells
            assert (digest, step.label) not in known.endings, "no run is done twice"
            known.under_way.add((digest, step.label))
            waiting.append((step, digest, cells))
            search.touch(step.candidate.line)
        if not waiting:
            return search
        step, digest, cells = waiting.pop()
        known.under_way.discard((digest, step.label))
        known.endings[digest, step.label] = world.ending(question, step.label, digest, cells)
        search.touch(step.candidate.line)
    raise AssertionError("the search does not end")


@settings(max_examples=SEARCHES)
@given(st.integers(30, 900), st.integers(1, 3))
@example(31, 1)
def test_the_bisection_finds_the_threshold(hard_from: int, jobs: int) -> None:
    with fake_family():
        search = explore(World(hard_from), Goal(20, 0.5, 1e9), jobs)
        found = search.found()
        assert not search.missing(found)
        for verdict in ("feasible", "infeasible"):
            smallest = min(one.cells for one in found if one.verdict == verdict)
            assert hard_from <= smallest <= 1.05 * hard_from + 3


@settings(max_examples=SEARCHES)
@given(st.integers(100, 900), st.floats(0, 1), st.integers(1, 9))
def test_shares_are_as_asked(hard_from: int, share: float, count: int) -> None:
    with fake_family():
        chosen = explore(World(hard_from), goal := Goal(count, share, 1e9)).chosen()
    verdicts = Counter(one.verdict for one in chosen)
    assert verdicts["feasible"] == goal.wanted["feasible"]
    assert verdicts["infeasible"] == goal.wanted["infeasible"]
    assert abs(verdicts["feasible"] - share * count) <= 0.5
    assert [one.cells for one in chosen] == sorted(one.cells for one in chosen)


@settings(max_examples=SEARCHES)
@given(st.integers(60, 900), st.integers(60, 900))
def test_what_nobody_solves_is_never_found(hard_from: int, open_from: int) -> None:
    with fake_family():
        search = explore(World(hard_from, open_from), Goal(4, 0.5, 1e9))
    for one in search.found():
        assert hard_from <= one.cells < open_from
        assert one.answer.is_proved
    if open_from > 1.1 * hard_from + 10:
        assert not search.missing(search.found())


def test_hopeless_lines_are_left_early() -> None:
    with fake_family():
        easy = explore(World(10**9), Goal(4, 0.5, 1e9))
        assert not easy.found()
        assert {easy.state(track).reason for track in easy.tracks} == {"no more boards to attack"}
        attacks = sum(label == QUESTION.attack for _, label in easy.known.endings)
        assert attacks < 30
        closed = explore(World(10**9, 21), Goal(4, 0.5, 1e9))
        asked = [digest for digest, _ in closed.known.endings]
        assert len(set(asked)) <= 16, "nobody answers the first boards: no larger ones are tried"
        assert not closed.found()


def test_all_attacks_must_fail() -> None:
    question = Question.of(["sat:cadical195:60", "cpsat:60"], "auto:600", 1000, ["fake"])

    class Other(World):
        def ending(self, question: Question, label: str, digest: str, cells: int) -> Ending:
            if label == "cpsat 60 s" and int(digest[0], 16) % 2:
                return Ending(verdict_of(digest), "done", 1.0, False)
            return super().ending(question, label, digest, cells)

    with fake_family():
        found = explore(Other(200), Goal(6, 0.5, 1e9), question=question).found()
    assert len(found) >= 6
    assert all(int(one.digest[0], 16) % 2 == 0 for one in found)


def test_a_solver_that_had_no_processor_proves_nothing() -> None:
    class Crowded(World):
        def ending(self, question: Question, label: str, digest: str, cells: int) -> Ending:
            return replace(super().ending(question, label, digest, cells), cpu=5.0)

    with fake_family():
        assert not explore(Crowded(200), Goal(4, 0.5, 1e9)).found()


def test_nothing_is_begun_that_would_end_too_late() -> None:
    with fake_family():
        search = Search(Knowledge(QUESTION), Goal(4, 0.5, 1e9), lines_of(["fake"]))
        assert search.next_step(19.0) is None
        step = search.next_step(20.0)
        assert step is not None
        assert step.label == "auto with proof 20 s"


def test_every_family_has_lines() -> None:
    lines = lines_of()
    assert {line.family for line in lines} >= {"hexagon", "ring-sum", "reduction"}
    assert len({line.name for line in lines}) == len(lines)
    for name in AXES:
        assert all(isinstance(line, Line) for line in lines_of([name]))


def test_in_a_hurry_it_takes_what_it_has() -> None:
    """With little time left, more seeds at a size that was hard come before smaller sizes."""
    with fake_family():
        search = explore(World(200), Goal(4, 0.5, 1e9))
        search.goal = Goal(12, 0.5, 1e9)
        slow, quick = search.next_step(10**6), search.next_step(300.0)
    assert slow is not None
    assert quick is not None
    assert (slow.stage, quick.stage) == ("bisect", "harvest")
    assert quick.candidate.value > slow.candidate.value
