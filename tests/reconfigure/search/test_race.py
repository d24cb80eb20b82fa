"""Beam searches that race each other: how wide they are, and what they do when time or memory is short."""

from __future__ import annotations

import time

import pytest

from gourds import shapes
from gourds.board import Board
from gourds.moves import Walk
from gourds.reconfigure.search import beam
from gourds.reconfigure.search.race import COMPACT, THIN, Race
from gourds.reconfigure.task import Options
from gourds.replaying import replay
from tests.reconfigure.plan_checks import random_task


def race_of(cells: object, **more: int) -> Race:
    return Race(random_task(Board.from_cells(cells), 1), Options(), **more)


def test_the_first_beams_are_as_wide_as_should_arrive_in_time() -> None:
    small, large = race_of(shapes.hexagon(3)), race_of(shapes.hexagon(9))
    size = large.task.board.size
    assert small._first_width(1.0) == 64
    assert not small.is_tight
    assert large._first_width(1000.0) == size
    assert not large.is_tight
    assert large._first_width(0.001) == 0  # too narrow to arrive
    widths = [large._first_width(0.1 * k) for k in range(10)]
    assert widths == sorted(widths)
    assert {width for width in widths if width} <= set(range(size // 4, size + 1))


def test_thin_boards_have_other_scores() -> None:
    assert race_of(shapes.hexagon(3))._scores(0) == COMPACT[:2]
    assert race_of(shapes.strip(61))._scores(1) == THIN[2:]
    race = race_of(shapes.hexagon(3))
    best, second, third, _ = COMPACT[::-1]
    race.lengths = {second: 30, best: 20, third: 40}
    assert {tuple(race._scores(number)) for number in (2, 3)} == {(best, second), (second, best)}


@pytest.mark.parametrize("is_tight", [False, True])
def test_a_round_keeps_the_shorter_plan(is_tight: bool) -> None:
    race = race_of(shapes.hexagon(3))
    race.is_tight = is_tight
    race.round(64, float("inf"))
    first = len(race.best)
    race.round(256, float("inf"))
    assert len(race.best) <= first
    assert race.longest == len(race.best) - 2
    task = race.task
    assert replay(task.start, Walk.from_cells(task.board.cells[race.best]), task.target)


def test_beams_do_not_widen_when_memory_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beam, "MAX_BYTES", 1 << 18)
    monkeypatch.setattr(beam, "MIN_KEYS", 1)
    race = race_of(shapes.hexagon(3))
    race.run(time.monotonic() + 0.5)
    widths = race.stats["widths"]
    assert max(widths) < 2000
    assert len(set(widths)) < len(widths)


def test_no_time_is_no_plan() -> None:
    race = race_of(shapes.hexagon(9))
    assert race.run(time.monotonic() - 1) is None
    assert race.run(time.monotonic() + 0.01) is None
