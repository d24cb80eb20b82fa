from __future__ import annotations

import time
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings

from gourds import shapes
from gourds.board import Board
from gourds.errors import InputError
from gourds.hexgrid import IndexArray
from gourds.reconfigure import quadratic, rotation
from gourds.reconfigure.task import Options, Task
from tests.reconfigure.cycle_makers import random_cycle, solid_boards
from tests.reconfigure.plan_checks import aligned_configuration, odd_boards_with_cycles, random_task, solve
from tests.strategies import SEEDS


@settings(max_examples=25)
@given(odd_boards_with_cycles(), SEEDS)
def test_plans_along_any_cycle_lead_to_the_target(pair: tuple[Board, IndexArray], seed: int) -> None:
    board, cycle = pair
    solve(lambda task, options: quadratic.plan_along(task, cycle, options), random_task(board, seed))


@pytest.mark.parametrize("size", [3, 5, 7, 9])
@pytest.mark.parametrize("searched", [3, 9])
def test_all_small_proper_boards(size: int, searched: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # With searches on three cells only, the recursion goes down to the end.
    monkeypatch.setattr(quadratic, "MAX_CELLS", searched)
    for board in sorted(solid_boards(size), key=Board.cell_list):
        for seed in range(3):
            found = solve(quadratic.plan, random_task(board, seed))
            assert (found.stats["searches"] > 1) <= (size > searched)


@pytest.mark.parametrize(
    "cells",
    [
        shapes.hexagon(6),
        shapes.triangle(9),
        shapes.parallelogram(5, 9),
        shapes.strip(61),
        shapes.comb(5, 7)[:-1],
        shapes.random_proper(301, 4),
    ],
)
def test_plain_shapes(cells: np.ndarray) -> None:
    board = Board.from_cells(cells)
    assert board.is_proper
    found = solve(quadratic.plan, random_task(board, 1))
    assert found.stats["depth"] >= 2


def test_every_kind_of_station_is_used() -> None:
    used: Counter[str] = Counter()
    for seed in range(6):
        board = Board.from_cells(shapes.random_proper(61, seed))
        cycle = random_cycle(board, seed)
        found = solve(
            lambda task, options, cycle=cycle: quadratic.plan_along(task, cycle, options), random_task(board, 1)
        )
        used.update(found.stats["stations"])
    assert set(used) == {"even", "A", "B", "C", "A'", "B'"}


def test_quadratically_many_moves() -> None:
    ratios = []
    for radius in (4, 6, 9):
        board = Board.from_cells(shapes.hexagon(radius))
        found = solve(quadratic.plan, random_task(board, 1))
        assert found.path is not None
        ratios.append((len(found.path) - 1) / (board.size // 2) ** 2)
    assert max(ratios) < 3
    assert max(ratios) < 1.5 * min(ratios)


def test_the_target_is_not_left_if_it_is_the_start() -> None:
    board = Board.from_cells(shapes.hexagon(3))
    cycle = random_cycle(board, 2)
    start = aligned_configuration(board, cycle, 1)
    found = solve(lambda task, options: quadratic.plan_along(task, cycle, options), Task(start, start))
    assert found.path is not None
    assert len(found.path) == 1


@pytest.mark.parametrize("cells", [shapes.star_of_david(), shapes.ring(2, 1)[:-1]])
def test_boards_that_are_not_proper_are_refused(cells: np.ndarray) -> None:
    task = Task(*(2 * [random_task(Board.from_cells(shapes.strip(5)), 1).start]))
    object.__setattr__(task.start, "board", Board.from_cells(cells))
    with pytest.raises(InputError, match=r"Star of David|2-connected"):
        quadratic.plan(task, Options())


def test_limits_are_answers_and_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    task = random_task(Board.from_cells(shapes.hexagon(3)), 1)
    said: list[str] = []
    assert quadratic.plan(task, Options(say=said.append)).path is not None
    assert any("parted" in text for text in said)
    found = quadratic.plan(task, Options(deadline=time.monotonic() - 1))
    assert found.path is None
    assert found.reason is not None
    assert "time limit" in found.reason
    monkeypatch.setattr(rotation, "MAX_MOVES", 300)
    found = quadratic.plan(task, Options())
    assert found.path is None
    assert found.reason is not None
    assert "300 moves" in found.reason
