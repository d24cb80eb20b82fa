from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings

from gourds import shapes
from gourds.board import Board
from gourds.hexgrid import IndexArray
from gourds.reconfigure.paper import quadratic
from gourds.reconfigure.paper.runs import break_runs
from gourds.reconfigure.paper.splits import find_splits
from gourds.reconfigure.paper.triangles import triangle_tree
from gourds.reconfigure.task import Options, Task
from tests.reconfigure.cycle_makers import random_cycle, solid_boards, toothed
from tests.reconfigure.plan_checks import (
    aligned_configuration,
    check_limits,
    check_refusals,
    odd_boards_with_cycles,
    random_task,
    solve,
)
from tests.strategies import SEEDS


@settings(max_examples=20)
@given(odd_boards_with_cycles(max_size=60), SEEDS)
def test_plans_along_any_cycle_lead_to_the_target(pair: tuple[Board, IndexArray], seed: int) -> None:
    board, cycle = pair
    solve(lambda task, options: quadratic.plan_along(task, cycle, options), random_task(board, seed))


@pytest.mark.parametrize("size", [3, 5, 7, 9])
@pytest.mark.parametrize("searched", [3, 9])
def test_all_small_proper_boards(size: int, searched: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # With searches on three cells only, the recursion goes down to the end.
    monkeypatch.setattr(quadratic, "MAX_CELLS", searched)
    for board in solid_boards(size):
        for seed in range(2):
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
        shapes.random_proper(201, 4),
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
    for radius in (4, 6, 8):
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


@pytest.mark.parametrize("teeth", [10, 12, 15])
def test_no_split_is_far_less_balanced_than_it_could_be(teeth: int) -> None:
    """A strip with teeth has splits in a few places only, some of them near its ends."""
    board, cycle = toothed(teeth)
    tree = triangle_tree(board.neighbors, break_runs(board, cycle))
    smaller = [min(split.sizes) for split in find_splits(tree)]
    assert min(smaller[: quadratic.CANDIDATES]) < max(smaller) / 4
    kept = [min(split.sizes) for split in quadratic._candidates(tree)]
    assert max(kept) == max(smaller)
    assert min(kept) >= max(kept) / 4
    assert 1 < len(kept) < quadratic.CANDIDATES


def test_boards_that_are_not_proper_are_refused() -> None:
    check_refusals(quadratic.plan)


def test_limits_are_answers_and_progress_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    task = random_task(Board.from_cells(shapes.hexagon(3)), 1)
    assert quadratic.plan(task, Options(say=said.append)).path is not None
    assert any("parted" in text for text in said)
    check_limits(quadratic.plan, 300, monkeypatch)
