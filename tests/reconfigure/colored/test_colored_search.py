from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds.board import Board
from gourds.configuration import Configuration
from gourds.instance import Instance
from gourds.moves import Walk
from gourds.reconfigure.colored.beam import search_back
from gourds.reconfigure.colored.shortest import solve_shortest
from gourds.reconfigure.colored.targets import Puzzle
from gourds.reconfigure.task import Options
from gourds.replaying import replay
from gourds.solvers.brute import all_placements
from tests.reconfigure.colored_puzzles import hexagon_puzzle, is_solved, plain_distance, small_puzzle

PUZZLES = st.builds(
    small_puzzle, st.sampled_from([5, 7, 9]), st.sampled_from(["a", "ab", "abc", "abcd"]), st.integers(0, 10**6)
)


def targets_of(instance: Instance, start: Configuration) -> list[Configuration]:
    found = Puzzle.of(instance, start)
    return [found.assign(placement).configuration for placement in all_placements(instance)]


@settings(max_examples=20, deadline=None)
@given(PUZZLES)
def test_as_short_as_plain_search_says(made):
    instance, start = made
    found = solve_shortest(start, targets_of(instance, start), Options())
    moves = len(found.path) - 1
    assert moves == plain_distance(instance, start)
    assert found.is_shortest
    assert found.lower_bound in (0, moves)
    walked = replay(start, Walk.from_cells(start.board.cells[found.path]))
    assert walked
    assert is_solved(instance, walked.final)


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 1000))
def test_equal_gourds_may_be_exchanged_in_targets(seed, chance):
    instance, start = small_puzzle(11, "ab", seed)
    targets = targets_of(instance, start)
    found = Puzzle.of(instance, start)
    changed = []
    for target in targets:
        others = found.exchanges(found.assign_like(target), 1000, 1000)
        changed.append(others[chance % len(others)].configuration if others else target)
    paths = [solve_shortest(start, one, Options()).path for one in (targets, changed)]
    assert len(paths[0]) == len(paths[1])


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10**6))
def test_below(seed):
    instance, start = small_puzzle(11, "abc", seed)
    targets = targets_of(instance, start)
    moves = len(solve_shortest(start, targets, Options()).path) - 1
    if moves > 0:
        found = solve_shortest(start, targets, Options(), below=moves)
        assert (found.path, found.lower_bound, found.is_impossible) == (None, moves, False)
        found = solve_shortest(start, targets, Options(), below=moves + 1, lower_bound=moves)
        assert len(found.path) - 1 == moves


def test_impossible():
    """On a path gourds only slide: no two can pass."""
    board = Board.from_cells([(q, 0) for q in range(5)])
    instance = Instance.build(board.cells, ["a", "a", "b", "b", "b"], [("a", "a", 1), ("b", "b", 1)])
    start = Configuration.build(board, (1, 2), [((0, 0), (1, 0)), ((2, 0), (3, 0))], [("b", "b"), ("a", "a")])
    found = solve_shortest(start, targets_of(instance, start), Options())
    assert found.is_impossible
    assert found.path is None
    assert plain_distance(instance, start) is None


def test_limits():
    instance, start = hexagon_puzzle(2, 3)
    targets = targets_of(instance, start)
    found = solve_shortest(start, targets, Options(time.monotonic() - 1))
    assert found.path is None
    assert "out of time" in found.reason
    assert found.lower_bound >= 1
    assert not found.is_impossible
    found = solve_shortest(start, targets, Options(), memory=1)
    assert found.path is None
    assert "out of memory" in found.reason


@pytest.mark.parametrize(("radius", "seed"), [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (2, 7), (3, 7)])
def test_beams_from_many_targets(radius, seed):
    instance, start = hexagon_puzzle(radius, seed)
    puzzle = Puzzle.of(instance, start)
    some = [puzzle.assign(placement) for placement, _ in zip(all_placements(instance), range(100), strict=False)]
    ends = [target.configuration.ends for target in sorted(some, key=lambda target: target.cost)[:20]]
    path = search_back(puzzle, ends, 400)
    walked = replay(start, Walk.from_cells(start.board.cells[path]))
    assert walked
    assert any(np.array_equal(walked.final.ends, one) for one in ends)
    assert search_back(puzzle, ends, 400, longest=len(path) - 2) is None
    assert search_back(puzzle, ends, 400, is_over=lambda: True) is None
    assert search_back(puzzle, [start.ends, *ends], 400).tolist() == [start.empty]
    assert search_back(puzzle, ends, 400).tolist() == path.tolist()
