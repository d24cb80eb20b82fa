from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings

from gourds import shapes
from gourds.board import Board
from gourds.hexgrid import IndexArray
from gourds.reconfigure.paper import cubic
from gourds.reconfigure.paper.align import align_both
from gourds.reconfigure.paper.rotation import Walker
from gourds.reconfigure.paper.substructures import Fork, Tail
from gourds.reconfigure.paper.triangles import find_forks, find_tails, triangle_tree
from gourds.reconfigure.task import Options, Task
from tests.reconfigure.cycle_makers import random_cycle, solid_boards
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
@given(odd_boards_with_cycles(max_size=40), SEEDS)
def test_plans_along_any_cycle_lead_to_the_target(pair: tuple[Board, IndexArray], seed: int) -> None:
    board, cycle = pair
    solve(lambda task, options: cubic.plan_along(task, cycle, options), random_task(board, seed))


@pytest.mark.parametrize("size", [3, 5, 7, 9])
def test_all_small_proper_boards(size: int) -> None:
    for board in solid_boards(size):
        for seed in range(2):
            solve(cubic.plan, random_task(board, seed))


@pytest.mark.parametrize(
    "cells",
    [shapes.hexagon(3), shapes.triangle(5), shapes.parallelogram(3, 5), shapes.strip(21), shapes.comb(3, 2)[:-1]],
)
def test_plain_shapes(cells: np.ndarray) -> None:
    board = Board.from_cells(cells)
    assert board.is_proper
    solve(cubic.plan, random_task(board, 1))


def test_cycles_with_only_tails_and_with_only_forks() -> None:
    used: Counter[str] = Counter()
    boards = [*solid_boards(9), *solid_boards(11)]
    for board, seed in itertools.product(boards, range(3)):
        cycle = random_cycle(board, seed)
        tree = triangle_tree(board.neighbors, cycle)
        only = "tail" if not len(find_forks(tree)) else "fork" if not len(find_tails(tree)) else "both"
        if used[only] < 5:
            used[only] += 1
            task = Task(aligned_configuration(board, cycle, 1), aligned_configuration(board, cycle, 2))
            found = solve(lambda task, options, cycle=cycle: cubic.plan_along(task, cycle, options), task)
            assert found.stats["substructure"] == (only if only != "both" else "tail")
    assert used["tail"] == 5
    assert used["fork"] >= 3


def test_sorting_at_a_fork_of_a_larger_board() -> None:
    board = Board.from_cells(shapes.hexagon(3))
    cycle = next(
        cycle
        for cycle in (random_cycle(board, seed) for seed in range(99))
        if len(find_forks(triangle_tree(board.neighbors, cycle)))
    )
    tree = triangle_tree(board.neighbors, cycle)
    fork = Fork.build(board.neighbors, tree, find_forks(tree)[0])
    aligned = align_both(random_task(board, 3), cycle, Options())
    assert cubic.sort(fork, aligned.walker, aligned.goal.label, Options()) > 0
    hops = aligned.track.hops_between(aligned.walker.label, aligned.goal.label)
    assert hops is not None
    aligned.walker.rotate(aligned.track, hops)
    solve(lambda task, options: aligned.finish({}), random_task(board, 3))


def test_cubically_many_moves_at_most() -> None:
    for radius in (2, 4, 5):
        board = Board.from_cells(shapes.hexagon(radius))
        found = solve(cubic.plan, random_task(board, 1))
        assert found.path is not None
        n = board.size // 2
        assert len(found.path) <= 2 * n**3 + 20 * n**2


def test_at_most_half_of_the_gourds_pass_by_forward_or_backward(monkeypatch: pytest.MonkeyPatch) -> None:
    passed: list[int] = []

    def counted(self: Tail, walker: Walker, count: int) -> None:
        passed.append(count)
        walker.shift(self.detour, count)

    monkeypatch.setattr(Tail, "pass_by", counted)
    board = Board.from_cells(shapes.hexagon(3))
    found = solve(cubic.plan, random_task(board, 1))
    assert found.stats["substructure"] == "tail"
    assert min(passed) < 0 < max(passed)
    assert max(map(abs, passed)) <= board.size // 4


def test_what_is_in_order_is_only_rotated() -> None:
    board = Board.from_cells(shapes.hexagon(2))
    cycle = random_cycle(board, 2)
    start = aligned_configuration(board, cycle, 1)
    found = solve(lambda task, options: cubic.plan_along(task, cycle, options), Task(start, start))
    assert found.stats["moves"] == {"align": 0, "sort": 0, "unalign": 0}
    assert found.stats["insertions"] == 0


def test_the_longest_subsequence_in_order() -> None:
    assert cubic._longest_in_order([3, 4, 0, 1, 2]) == [0, 1, 2, 3, 4]
    assert cubic._longest_in_order([0, 4, 1, 2, 3]) == [0, 1, 2, 3]
    assert len(cubic._longest_in_order([4, 3, 2, 1, 0])) == 2


def test_boards_that_are_not_proper_are_refused() -> None:
    check_refusals(cubic.plan)


def test_limits_are_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    check_limits(cubic.plan, 2000, monkeypatch)
