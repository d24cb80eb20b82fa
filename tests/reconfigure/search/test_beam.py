"""Beam search: every path it gives is a plan, and wide beams give shortest ones on tiny boards."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds import shapes
from gourds.board import Board
from gourds.errors import LimitError
from gourds.moves import Walk
from gourds.reconfigure.scrambles import random_configuration
from gourds.reconfigure.search import beam
from gourds.reconfigure.search.beam import Score, Search
from gourds.reconfigure.search.poses import Grid
from gourds.reconfigure.task import Task
from gourds.replaying import replay
from tests.reconfigure.plain_search import plain_distances, state_of
from tests.reconfigure.plan_checks import random_task
from tests.strategies import SEEDS


def search_of(task: Task, **options: object) -> Search:
    given = {"grid": Grid(task.board), "start": task.start.ends.reshape(-1), "goal": task.target.ends.reshape(-1)}
    return Search(**given | options)


@settings(max_examples=30)
@given(
    st.integers(3, 20),
    SEEDS,
    st.sampled_from([1, 5, 64]),
    st.sampled_from([Score(1.0), Score(1.3, 0.7, 0.35, choice=0.2)]),
)
def test_paths_are_plans(half: int, seed: int, width: int, score: Score) -> None:
    task = random_task(Board.from_cells(shapes.random_proper(2 * half + 1, seed)), seed)
    path = search_of(task, score=score, seed=seed).run(width, longest=3000)
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
    assert 7 <= search.levels < 7 + beam.BLOCK
    same = Task.build(task.start, task.start)
    assert search_of(same).run(5).tolist() == [task.start.empty]


def test_a_beam_gets_narrower_when_time_is_short() -> None:
    """It arrives a little before or after the time it is given, whatever its width, if a longest plan is known."""
    task = random_task(Board.from_cells(shapes.hexagon(4)), 1)
    longest = len(search_of(task).run(64)) - 1
    wide, hurried = search_of(task), search_of(task, until=time.monotonic())
    assert wide.run(4_000) is not None
    hurried.run(4_000, longest)
    assert hurried.states / hurried.levels < 0.1 * wide.states / wide.levels
    assert hurried.states / hurried.levels >= task.board.size / 2  # never narrower than one for each cell


def test_memory_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    task = random_task(Board.from_cells(shapes.hexagon(3)), 1)
    monkeypatch.setattr(beam, "MAX_BYTES", 1 << 17)
    monkeypatch.setattr(beam, "MIN_KEYS", 1)
    search = search_of(task)
    assert search.run(500) is None
    assert search.is_full
    narrow = search_of(task)
    assert narrow.run(20) is not None
    assert not narrow.is_full


@pytest.mark.parametrize("seed", range(3))
def test_states_of_long_ago_are_forgotten(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    task = random_task(Board.from_cells(shapes.hexagon(3)), seed)
    monkeypatch.setattr(beam, "MIN_KEYS", 1)
    for levels in (2, 8, 1000):
        monkeypatch.setattr(beam, "REMEMBERED", levels)
        path = search_of(task).run(200, longest=1000)
        assert path is not None
        assert replay(task.start, Walk.from_cells(task.board.cells[path]), task.target)


def test_looks_at_the_clock_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    task = random_task(Board.from_cells(shapes.hexagon(3)), 1)
    whole = search_of(task).run(200)
    monkeypatch.setattr(beam, "BLOCK", 5)
    assert search_of(task).run(200).tolist() == whole.tolist()


def test_scores_of_far_gourds_do_not_overflow() -> None:
    """As on strips of thousands of cells: sums of powers beyond 32 bits."""
    task = random_task(Board.from_cells(shapes.strip(41)), 2)
    search = search_of(task, score=Score(8.0))
    search.run(50, longest=20)
    assert search.levels == 20


def test_seeds_choose_between_equal_states() -> None:
    task = random_task(Board.from_cells(shapes.hexagon(3)), 1)
    assert len({tuple(search_of(task, score=Score(1.0), seed=seed).run(100).tolist()) for seed in range(6)}) > 1
    assert search_of(task, seed=3).run(100).tolist() == search_of(task, seed=3).run(100).tolist()


def test_starts_that_are_equal_count_once() -> None:
    task = random_task(Board.from_cells(shapes.hexagon(2)), 1)
    where = task.start.ends.reshape(-1)
    one, many = (search_of(task, start=starts) for starts in (where, np.array([where] * 5)))
    assert one.run(100).tolist() == many.run(100).tolist()


def test_boards_that_are_too_large_are_refused() -> None:
    task = random_task(Board.from_cells(shapes.hexagon(2)), 1)
    large = Grid(Board.from_cells(shapes.strip(beam.MAX_CELLS + 1)))
    with pytest.raises(LimitError, match="4,096 cells"):
        search_of(task, grid=large)


def test_no_way_out_is_no_path() -> None:
    """On a path of three cells a gourd cannot be reversed."""
    board = Board.from_cells([(0, 0), (1, 0), (2, 0)])
    from gourds.configuration import Configuration

    start, target = (Configuration.build(board, [1], [ends]) for ends in (((0, 0), (1, 0)), ((1, 0), (0, 0))))
    assert search_of(Task.build(start, target)).run(100) is None


@pytest.mark.parametrize(
    "score",
    [
        Score(1.0),
        Score(1.8),
        Score(1.0, 1.0),
        Score(1.3, 0.7, 0.35),
        Score(1.0, 0.0, 2.0),
        Score(1.2, 1, 0.5, 2),
        Score(1.2, 1, 0.5, 2, 0.3),
    ],
)
def test_scores_are_sums_over_gourds(score: Score) -> None:
    """By the formula, with centers of cells in the plane."""
    board = Board.from_cells(shapes.hexagon(3))
    grid = Grid(board)
    start, goal = (random_configuration(board, seed).ends.reshape(-1) for seed in (1, 2))
    search = Search(grid, start, goal, score)
    q, r = board.cells.T
    centers = np.stack((q + r / 2, r * 3**0.5 / 2), axis=1)
    apart = ((centers[start] - centers[goal]) ** 2).sum(axis=1).reshape(-1, 2).mean(axis=1)
    home, here = (grid.remoteness[ends].reshape(-1, 2).mean(axis=1) for ends in (goal, start))
    factor = 1 + score.rim * home**2 + score.outside * here**2
    gourds, zero, one = np.arange(len(start) // 2), start[0::2], start[1::2]
    choices = grid.choices(goal)[1][gourds, zero, grid.direction[zero, one]] / 100
    factor = factor * (1 - score.choice * choices)
    expected = search._tables.unit * (factor * (search._steps(start) ** score.power + score.plane * apart)).sum()
    assert search._score(start) == pytest.approx(expected, rel=1e-3)
    assert search._score(goal) == 0
    assert search.lower_bound() == grid.lower_bound(start, goal)
    assert search.run(64) is not None


def test_the_last_gourds_may_need_the_whole_board() -> None:
    """Every cell has a share of the beam. With larger shares for the best cells both get stuck."""
    board = Board.from_cells(shapes.hexagon(9))
    for seed in (905, 922):
        task = Task(random_configuration(board, 2 * seed), random_configuration(board, 2 * seed + 1))
        path = search_of(task, score=Score(1.3, 1.4, 0.5), seed=seed, widening=1).run(2 * board.size)
        assert path is not None


@pytest.mark.parametrize("cells", [shapes.hexagon(4), shapes.strip(31), shapes.triangle(9)])
def test_remoteness_is_that_of_the_farthest_cell(cells):
    """By the distances between all pairs of cells."""
    board = Board.from_cells(cells)
    grid = Grid(board)
    far = np.array([grid._steps_from(cell).max() for cell in range(board.size)])
    exact = (far - far.min()) / (far.max() - far.min())
    assert np.abs(grid.remoteness - exact).max() < 0.2
    assert grid.remoteness.min() == 0
    assert grid.remoteness.max() == 1
