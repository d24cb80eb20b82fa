from __future__ import annotations

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
from gourds.reconfigure.colored.targets import Aims, start_faults
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
    found = Aims.of(instance, start)
    placement = next(all_placements(instance))
    aim = found.assign(placement)
    assert is_solved(instance, aim.target)
    assert aim.target.placement() == placement
    assert aim.cost == found.grid.lower_bound(start.ends.reshape(-1), aim.target.ends.reshape(-1))
    if len(start.ids) <= 3:
        for other in all_targets(instance, start, placement.gourds):
            assert found.cost_of(other) >= aim.cost
    assert found.assign_like(aim.target).target == aim.target
    assert found.assign_like(start).cost == 0


@settings(max_examples=25, deadline=None)
@given(PUZZLES, st.integers(0, 100))
def test_the_nearest_target_of_all(made, seed):
    instance, start = made
    found = Aims.of(instance, start)
    every = [found.assign(placement) for placement in all_placements(instance)]
    nearest = find_nearest(found, every[-1], 10.0, seed=seed)
    least = min(aim.cost for aim in every)
    assert (nearest.cost, nearest.bound) == (least, least)
    assert found.least <= least
    assert is_solved(instance, nearest.target)
    assert found.cost_of(nearest.target) == least
    other = find_nearest(found, every[0], 10.0, seed=seed, power=1.5, noise=1.0)
    assert is_solved(instance, other.target)
    assert other.cost == found.cost_of(other.target) >= least
    assert other.bound == every[0].bound == found.least


@settings(max_examples=20, deadline=None)
@given(PUZZLES)
def test_exchanges_leave_the_colors_where_they_are(made):
    instance, start = made
    found = Aims.of(instance, start)
    aim = found.assign(next(all_placements(instance)))
    others = found.exchanges(aim, 1000, 3)
    for other in others:
        assert is_solved(instance, other.target)
        assert other.target.placement() == aim.target.placement()
        assert other.target != aim.target
        assert other.cost == found.cost_of(other.target)
        assert aim.cost <= other.cost <= aim.cost + 3
    costs = [other.cost for other in others]
    assert costs == sorted(costs)
    assert [one.target for one in found.exchanges(aim, 2, 3)] == [one.target for one in others[:2]]
    equal = sum(len(gourds) * (len(gourds) - 1) // 2 for gourds in found.kinds.values())
    alike = sum(len(gourds) for (a, b), gourds in found.kinds.items() if a == b)
    assert len(found.exchanges(aim, 1000, 1000)) == equal + alike


@settings(max_examples=3, deadline=None)
@given(st.integers(0, 10**6))
def test_region_by_region(seed):
    instance, start = hexagon_puzzle(2, seed)
    found = Aims.of(instance, start)
    every = [found.assign(placement) for placement in all_placements(instance)]
    least, worst = min(aim.cost for aim in every), max(every, key=lambda aim: aim.cost)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nearest, "MODEL_CELLS", 0)
        patch.setattr(nearest, "REGION", 8)
        patch.setattr(nearest, "IDLE", 10)
        near = find_nearest(found, worst, 5.0)
        assert is_solved(instance, near.target)
        assert not placement_faults(instance, near.target.placement())
        assert least <= near.cost == found.cost_of(near.target) <= worst.cost
        assert near.bound == worst.bound
        patch.setattr(nearest, "REGION", 18)
        assert find_nearest(found, worst, 5.0).cost == least  # all gourds are in the region


@given(st.integers(0, 10**6))
@settings(max_examples=10, deadline=None)
def test_large_boards_have_smaller_distances(seed):
    instance, start = small_puzzle(15, "ab", seed)
    exact = Aims.of(instance, start)
    target = exact.assign(next(all_placements(instance))).target
    gourds = np.arange(len(start.ids))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(targets, "EXACT_CELLS", 0)
        patch.setattr(targets, "DENSE", 2)
        rough = Aims.of(instance, start)
        assert (rough.distance(gourds, target.ends) <= exact.distance(gourds, target.ends)).all()
        assert (rough.distance(gourds, start.ends) == 0).all()
        assert rough.least <= exact.least
        assert is_solved(instance, rough.assign(target.placement()).target)  # in blocks


def test_starts_that_do_not_go_with_the_instance():
    instance, start = puzzle(Board.from_cells(hexagon(1)), "ab", 5)
    assert start_faults(instance, start) == []
    assert start.colors is not None
    blank = start.without_colors()
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
        Aims.of(instance, wrong)
