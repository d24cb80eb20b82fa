"""The lower-bound family."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from gourds.board import Board
from gourds.errors import InputError
from gourds.reconfigure.paper.lower_bound import count_needed_moves, exchange_halves
from gourds.reconfigure.planning import plan_moves
from gourds.reconfigure.scrambles import random_configuration
from gourds.reconfigure.search.poses import Grid
from gourds.reconfigure.task import Task
from gourds.shapes import random_proper
from tests.strategies import SEEDS


@pytest.mark.parametrize("gourds", [2, 4, 10, 40])
def test_halves_change_places_and_need_quadratically_many_moves(gourds: int) -> None:
    task = exchange_halves(gourds)
    assert task.board.is_proper
    assert [a for (a, _), _ in task.target.end_cells()] == [(k + gourds // 2) % gourds for k in range(gourds)]
    lower = Grid(task.board).lower_bound(task.start.ends.reshape(-1), task.target.ends.reshape(-1))
    needed = count_needed_moves(task)
    assert needed == count_needed_moves(task, is_colored=False) == gourds * gourds // 2
    assert lower == needed + gourds  # every gourd has to lie down and stand up again


def test_plans_respect_the_bound() -> None:
    task = exchange_halves(4)
    made = plan_moves(task.start, task.target, "shortest")
    assert made.is_shortest
    assert made.moves >= count_needed_moves(task)


@settings(max_examples=30)
@given(SEEDS, SEEDS)
def test_no_plan_is_shorter_on_any_board(one: int, other: int) -> None:
    board = Board.from_cells(random_proper(9, one))
    start, target = random_configuration(board, one), random_configuration(board, other)
    made = plan_moves(start, target, "shortest")
    assert made.moves is not None
    assert made.moves >= count_needed_moves(Task.build(start, target))


@pytest.mark.parametrize("gourds", [0, 3, -2])
def test_odd_numbers_are_refused(gourds: int) -> None:
    with pytest.raises(InputError, match="even"):
        exchange_halves(gourds)
