"""Long plans are planned anew in parts, as long ones as there is time for."""

from __future__ import annotations

import time

import numpy as np
import pytest

from gourds import shapes
from gourds.board import Board
from gourds.moves import Walk
from gourds.reconfigure.paper import quadratic
from gourds.reconfigure.search import replanning
from gourds.reconfigure.search.poses import Grid
from gourds.reconfigure.search.replanning import replan
from gourds.reconfigure.task import Options, Task
from gourds.replaying import replay
from tests.reconfigure.plan_checks import random_task


def long_plan() -> tuple[Task, np.ndarray]:
    task = random_task(Board.from_cells(shapes.hexagon(4)), 1)
    path = quadratic.plan(task, Options()).path
    assert path is not None
    return task, path


def test_the_whole_plan_is_tried_first() -> None:
    task, path = long_plan()
    shorter, stats = replan(Grid(task.board), task.start, path)
    assert replay(task.start, Walk.from_cells(task.board.cells[shorter]), task.target)
    assert (stats["tried"], stats["replaced"]) == (1, 1)
    assert stats["moves_after"] == len(shorter) - 1 < stats["moves_before"] / 3 < len(path) / 3


def test_parts_are_tried_where_the_whole_would_not_end_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    task, path = long_plan()
    monkeypatch.setattr(replanning, "seconds_for", lambda states, cells: 1.0)  # what one level is thought to take
    said: list[str] = []
    shorter, stats = replan(Grid(task.board), task.start, path, time.monotonic() + 100, said.append)
    assert replay(task.start, Walk.from_cells(task.board.cells[shorter]), task.target)
    assert stats["moves_after"] < stats["moves_before"]
    assert f"replanning {len(path) - 1:,} of" not in " ".join(said)
    assert stats["tried"] == len(said) > 1


def test_without_time_the_plan_stays() -> None:
    task, path = long_plan()
    same, stats = replan(Grid(task.board), task.start, path, time.monotonic() - 1)
    assert np.array_equal(same, path)
    assert stats["tried"] == 0
