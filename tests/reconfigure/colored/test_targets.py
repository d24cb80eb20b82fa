from __future__ import annotations

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds.board import Board
from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.placement import placement_faults
from gourds.reconfigure.colored import nearest, targets
from gourds.reconfigure.colored.nearest import find_nearest
from gourds.reconfigure.colored.targets import Puzzle, start_faults
from gourds.shapes import hexagon
from gourds.solvers.brute import all_placements
from tests.reconfigure.colored_puzzles import hexagon_puzzle, is_solved, puzzle, small_puzzle

PUZZLES = st.builds(
    small_puzzle, st.sampled_from([5, 7, 9, 11]), st.sampled_from(["a", "ab", "abc", "abcd"]), st.integers(0, 10**6)
)


def all_targets(instance, start, pairs):
    for order in permutations(range(len(pairs))):
        for turns in range(1 << len(pairs)):
            ends = [pairs[k][::-1] if turns >> g & 1 else pairs[k] for g, k in enumerate(order)]
            target = Configuration.build(instance.board, start.ids, ends, start.colors)
            if is_solved(instance, target):
                yield target


@settings(max_examples=40, deadline=None)
@given(PUZZLES)
def test_an_assignment_is_the_best_choice_of_equal_gourds(made):
    instance, start = made
    found = Puzzle.of(instance, start)
    placement = next(all_placements(instance))
    target = found.assign(placement)
    assert is_solved(instance, target.configuration)
    assert target.configuration.placement() == placement
    assert target.cost == found.grid.lower_bound(start.ends.reshape(-1), target.configuration.ends.reshape(-1))
    if len(start.ids) <= 3:
        for other in all_targets(instance, start, placement.gourds):
            assert found.cost_of(other) >= target.cost
    assert found.assign_like(target.configuration).configuration == target.configuration
    assert found.assign_like(start).cost == 0


@settings(max_examples=25, deadline=None)
@given(PUZZLES, st.integers(0, 100))
def test_the_nearest_target_of_all(made, seed):
    instance, start = made
    found = Puzzle.of(instance, start)
    every = [found.assign(placement) for placement in all_placements(instance)]
    nearest = find_nearest(found, every[-1], 10.0, seed=seed)
    least = min(target.cost for target in every)
    assert (nearest.cost, nearest.bound) == (least, least)
    assert found.least <= least
    assert is_solved(instance, nearest.configuration)
    assert found.cost_of(nearest.configuration) == least
    other = find_nearest(found, every[0], 10.0, seed=seed, power=1.5, noise=1.0)
    assert is_solved(instance, other.configuration)
    assert other.cost == found.cost_of(other.configuration) >= least
    assert other.bound == every[0].bound == found.least


@settings(max_examples=20, deadline=None)
@given(PUZZLES)
def test_exchanges_leave_the_colors_where_they_are(made):
    instance, start = made
    found = Puzzle.of(instance, start)
    target = found.assign(next(all_placements(instance)))
    others = found.exchanges(target, 1000, 3)
    for other in others:
        assert is_solved(instance, other.configuration)
        assert other.configuration.placement() == target.configuration.placement()
        assert other.configuration != target.configuration
        assert other.cost == found.cost_of(other.configuration)
        assert target.cost <= other.cost <= target.cost + 3
    costs = [other.cost for other in others]
    assert costs == sorted(costs)
    assert [one.configuration for one in found.exchanges(target, 2, 3)] == [one.configuration for one in others[:2]]
    equal = sum(len(gourds) * (len(gourds) - 1) // 2 for gourds in found.kinds.values())
    alike = sum(len(gourds) for (a, b), gourds in found.kinds.items() if a == b)
    assert len(found.exchanges(target, 1000, 1000)) == equal + alike


@settings(max_examples=3, deadline=None)
@given(st.integers(0, 10**6))
def test_region_by_region(seed):
    instance, start = hexagon_puzzle(2, seed)
    found = Puzzle.of(instance, start)
    every = [found.assign(placement) for placement in all_placements(instance)]
    least, worst = min(target.cost for target in every), max(every, key=lambda target: target.cost)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nearest, "MODEL_CELLS", 0)
        patch.setattr(nearest, "REGION", 8)
        patch.setattr(nearest, "IDLE", 10)
        near = find_nearest(found, worst, 5.0)
        assert is_solved(instance, near.configuration)
        assert not placement_faults(instance, near.configuration.placement())
        assert least <= near.cost == found.cost_of(near.configuration) <= worst.cost
        assert near.bound == worst.bound
        patch.setattr(nearest, "REGION", 18)
        assert find_nearest(found, worst, 5.0).cost == least  # all gourds are in the region


@given(st.integers(0, 10**6))
@settings(max_examples=10, deadline=None)
def test_large_boards_have_smaller_distances(seed):
    instance, start = small_puzzle(15, "ab", seed)
    exact = Puzzle.of(instance, start)
    target = exact.assign(next(all_placements(instance))).configuration
    gourds = np.arange(len(start.ids))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(targets, "EXACT_CELLS", 0)
        patch.setattr(targets, "DENSE", 2)
        rough = Puzzle.of(instance, start)
        assert (rough.distance(gourds, target.ends) <= exact.distance(gourds, target.ends)).all()
        assert (rough.distance(gourds, start.ends) == 0).all()
        assert rough.least <= exact.least
        assert is_solved(instance, rough.assign(target.placement()).configuration)  # in blocks


def test_starts_that_do_not_go_with_the_instance():
    instance, start = puzzle(Board.from_cells(hexagon(1)), "ab", 5)
    assert start_faults(instance, start) == []
    assert start.colors is not None
    blank = replace(start, colors=None)
    assert "have no colors; 'gourds shuffle INSTANCE'" in start_faults(instance, blank)[0].reason
    larger = hexagon_puzzle(2, 1)[1]
    assert start_faults(instance, larger)[0].place == "cells"
    a, b = start.colors[0]
    wrong = Configuration.from_indices(start.board, start.ids, start.ends, (("a", "z"), *start.colors[1:]))
    reasons = [fault.reason for fault in start_faults(instance, wrong)]
    due = instance.budget(a, b)
    pair = ", ".join(sorted((a, b)))
    assert reasons == [f"{due - 1} ({pair})-gourds, the budget is {due}", "1 (a, z)-gourds, the budget is 0"]
    with pytest.raises(InputError, match="the budget is"):
        Puzzle.of(instance, wrong)
