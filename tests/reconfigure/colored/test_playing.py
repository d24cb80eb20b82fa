from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds.board import Board
from gourds.configuration import Configuration
from gourds.errors import InputError, InternalError
from gourds.instance import Instance
from gourds.moves import Walk
from gourds.placement import Placement
from gourds.reconfigure.colored import playing
from gourds.reconfigure.colored.check import solved_position
from gourds.reconfigure.colored.playing import play_out
from gourds.replaying import replay
from gourds.shapes import hexagon
from gourds.solvers.brute import all_placements
from tests.conftest import lateness
from tests.reconfigure.colored_puzzles import hexagon_puzzle, is_solved, plain_distance, small_puzzle


def checked(instance: Instance, start: Configuration, found: playing.PlayedOut) -> playing.PlayedOut:
    """The same answer, after everything was looked at again."""
    assert found.status == "found"
    walked = replay(start, found.walk, found.target)
    assert walked
    assert is_solved(instance, walked.final)
    assert found.placement in set(all_placements(instance)) or instance.board.size > 25
    assert found.lower_bound <= found.moves == walked.moves
    assert not found.is_shortest or found.lower_bound in (0, found.moves)
    return found


@settings(max_examples=8, deadline=None)
@given(
    st.builds(
        small_puzzle, st.sampled_from([3, 5, 7, 9]), st.sampled_from(["a", "ab", "abc", "abcd"]), st.integers(0, 10**6)
    )
)
def test_small_puzzles_are_solved_in_the_fewest_moves(made):
    instance, start = made
    for algorithm in ("best", "shortest"):
        found = checked(instance, start, play_out(instance, start, algorithm, time_limit=2))
        assert found.is_shortest
        assert found.moves == plain_distance(instance, start)


def test_the_physical_puzzle():
    instance, start = hexagon_puzzle(2, 1)
    found = checked(instance, start, play_out(instance, start, time_limit=10))
    assert found.is_shortest
    assert found.targets_tried == sum(1 for _ in all_placements(instance))
    assert found.moves == play_out(instance, start, "shortest").moves
    for algorithm in ("cubic", "quadratic"):
        other = checked(instance, start, play_out(instance, start, algorithm, time_limit=20))
        assert other.moves >= found.moves
        assert other.lower_bound <= found.moves


def test_a_larger_puzzle_in_little_time():
    instance, start = hexagon_puzzle(3, 2)
    for limit in (1.5, 15):  # the second if the machine has much else to do
        found = checked(instance, start, play_out(instance, start, time_limit=limit))
        assert found.time_s < limit + lateness()
        if found.moves < 1.8 * found.lower_bound and found.targets_tried > 1:
            break
    assert found.moves < 1.8 * found.lower_bound
    assert found.targets_tried > 1


def test_a_placement_that_is_asked_for():
    instance, start = hexagon_puzzle(2, 8)
    best = play_out(instance, start, time_limit=5)
    others = [placement for placement in all_placements(instance) if placement != best.placement][:2]
    assert others
    for placement in others:
        for algorithm in ("best", "quadratic"):
            found = checked(instance, start, play_out(instance, start, algorithm, placement=placement, time_limit=3))
            assert found.placement == placement
            assert found.targets_tried == 1
            assert found.moves >= best.moves
    wrong = Placement(others[0].empty, others[0].gourds[1:])
    with pytest.raises(InputError, match="neither covered nor empty"):
        play_out(instance, start, placement=wrong)


def test_nothing_to_do():
    instance, start = hexagon_puzzle(1, 2)
    solved = play_out(instance, start, time_limit=2).target
    found = checked(instance, solved, play_out(instance, solved))
    assert (found.moves, found.is_shortest, found.target) == (0, True, solved)
    other = next((one for one in all_placements(instance) if one != solved.placement()), None)
    if other is not None:
        assert play_out(instance, solved, placement=other, time_limit=2).moves > 0


def test_infeasible():
    """No two cells of color a are neighbors."""
    cells = [(q, 0) for q in range(5)]
    instance = Instance.build(cells, ["a", "b", "a", "b", "b"], [("a", "a", 1), ("b", "b", 1)])
    start = Configuration.build(cells, (1, 2), [((0, 0), (1, 0)), ((2, 0), (3, 0))], [("a", "a"), ("b", "b")])
    found = play_out(instance, start)
    assert (found.status, found.walk, found.target, found.moves) == ("infeasible", None, None, None)
    assert found.reason
    assert found.certificate is not None


@pytest.mark.parametrize("algorithm", ["best", "shortest"])
def test_impossible(algorithm):
    cells = [(q, 0) for q in range(5)]
    instance = Instance.build(cells, ["a", "a", "b", "b", "b"], [("a", "a", 1), ("b", "b", 1)])
    start = Configuration.build(cells, (1, 2), [((0, 0), (1, 0)), ((2, 0), (3, 0))], [("b", "b"), ("a", "a")])
    found = play_out(instance, start, algorithm, time_limit=2)
    assert (found.status, found.walk) == ("impossible", None)
    assert found.reason


@pytest.mark.parametrize("algorithm", ["best", "shortest"])
def test_a_gourd_that_lies_the_wrong_way_round_for_ever(algorithm):
    """On a thin board it covers the cells of its colors, but cannot be turned, and no other placement exists."""
    cells = [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1), (4, 1), (5, 1)]
    instance = Instance.build(cells, [*"cbbaaab"], [("a", "b", 2), ("b", "c", 1)])
    ends = [((3, 0), (2, 0)), ((1, 0), (0, 0)), ((4, 1), (5, 1))]
    start = Configuration.build(cells, (1, 2, 3), ends, [("a", "b"), ("b", "c"), ("b", "a")])
    assert len(list(all_placements(instance))) == 1
    assert plain_distance(instance, start) is None
    found = play_out(instance, start, algorithm, time_limit=2)
    assert (found.status, found.walk) == ("impossible", None)


def test_large_boards_use_the_planner_of_numbered_puzzles(monkeypatch):
    monkeypatch.setattr(playing, "EXACT_CELLS", 20)
    monkeypatch.setattr(playing, "PROVABLE_CELLS", 0)
    instance, start = hexagon_puzzle(3, 5)
    found = checked(instance, start, play_out(instance, start, time_limit=0.5))
    assert found.lower_bound > 0


def test_too_many_placements(monkeypatch):
    monkeypatch.setattr(playing, "MAX_TARGETS", 1)
    instance, start = hexagon_puzzle(2, 1)
    found = play_out(instance, start, "shortest")
    assert (found.status, found.walk) == ("unknown", None)
    assert "placements" in found.reason
    assert checked(instance, start, play_out(instance, start, time_limit=1.5)).moves > 0


def test_no_algorithm_of_that_name():
    with pytest.raises(InputError, match="no algorithm is called 'magic'"):
        play_out(*hexagon_puzzle(1, 1), "magic")


def test_wrong_solutions_are_noticed():
    instance, start = hexagon_puzzle(1, 2)
    found = play_out(instance, start, time_limit=2)
    assert found.moves > 1
    assert solved_position(instance, start, found.walk) == found.target
    cut = Walk(found.walk.start, found.walk.steps[:-1])
    with pytest.raises(InternalError):
        solved_position(instance, start, cut)
    others = [one for one in all_placements(instance) if one != found.placement]
    with pytest.raises(InternalError, match="another placement"):
        solved_position(instance, start, found.walk, others[0] if others else Placement((9, 9), ()))


def test_ends_on_wrong_colors_are_noticed():
    """The placement is right, but a gourd lies the wrong way round."""
    board = Board.from_cells(hexagon(1))
    instance, start = hexagon_puzzle(1, 3, "ab")
    solved = play_out(instance, start, time_limit=2).target
    assert solved.colors is not None
    k = next(k for k, (a, b) in enumerate(solved.colors) if a != b)
    ends = solved.ends.copy()
    ends[k] = ends[k][::-1]
    wrong = Configuration.from_indices(board, solved.ids, ends, solved.colors)
    nothing = Walk(solved.empty_cell, np.zeros(0, dtype=np.uint8))
    assert solved_position(instance, solved, nothing) == solved
    with pytest.raises(InternalError, match="has color"):
        solved_position(instance, wrong, nothing)
