"""Beam search: every path it gives is a plan, and wide beams give shortest ones on tiny boards."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds import shapes
from gourds.board import Board
from gourds.moves import Walk
from gourds.reconfigure.beam import Search
from gourds.reconfigure.poses import Grid
from gourds.reconfigure.task import Task
from gourds.replaying import replay
from tests.reconfigure.plain_search import plain_distances, state_of
from tests.reconfigure.plan_checks import random_task
from tests.strategies import SEEDS


def search_of(task: Task, **options: object) -> Search:
    return Search(Grid(task.board), task.start.ends.reshape(-1), task.target.ends.reshape(-1), **options)


@settings(max_examples=30)
@given(st.integers(3, 20), SEEDS, st.sampled_from([1, 5, 64]), st.sampled_from([1.0, 1.8]))
def test_paths_are_plans(half: int, seed: int, width: int, power: float) -> None:
    task = random_task(Board.from_cells(shapes.random_proper(2 * half + 1, seed)), seed)
    path = search_of(task, power=power, seed=seed).run(width, longest=3000)
    if path is not None:
        assert len(path) - 1 <= 3000
        assert replay(task.start, Walk.from_cells(task.board.cells[path]), task.target)


@pytest.mark.parametrize("seed", range(8))
def test_a_beam_that_holds_everything_is_breadth_first_search(seed: int) -> None:
    task = random_task(Board.from_cells(shapes.random_proper(9, seed)), seed)
    # No empty cell reaches its share: nothing is ever dropped.
    path = search_of(task, seed=seed).run(200_000)
    assert path is not None
    assert len(path) - 1 == plain_distances(task.start)[state_of(task.target)]


def test_large_boards_do_not_trap_the_empty_cell() -> None:
    task = random_task(Board.from_cells(shapes.hexagon(9)), 3)
    search = search_of(task)
    path = search.run(300)
    assert path is not None
    assert replay(task.start, Walk.from_cells(task.board.cells[path]), task.target)
    lower = search.grid.lower_bound(search.start, search.goal)
    assert lower <= len(path) - 1 <= 3 * lower


def test_limits_are_kept() -> None:
    task = random_task(Board.from_cells(shapes.hexagon(3)), 1)
    assert search_of(task).run(500, longest=20) is None
    search = search_of(task, is_over=lambda: search.levels >= 7)
    assert search.run(500) is None
    assert search.levels == 7
    same = Task.build(task.start, task.start)
    assert search_of(same).run(5).tolist() == [task.start.empty]


def test_no_way_out_is_no_path() -> None:
    """On a path of three cells a gourd cannot be reversed."""
    board = Board.from_cells([(0, 0), (1, 0), (2, 0)])
    from gourds.configuration import Configuration

    start, target = (Configuration.build(board, [1], [ends]) for ends in (((0, 0), (1, 0)), ((1, 0), (0, 0))))
    assert search_of(Task.build(start, target)).run(100) is None
