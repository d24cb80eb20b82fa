"""The better lower bound: never above the distance, and equal to it where there is time to find a plan."""

from __future__ import annotations

import time

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gourds import shapes
from gourds.board import Board
from gourds.reconfigure.scrambles import random_configuration
from gourds.reconfigure.search.exact import shortest, waste
from gourds.reconfigure.search.exact.packing import Packing
from gourds.reconfigure.task import Options, Task
from tests.reconfigure.plain_search import plain_distances, state_of
from tests.strategies import SEEDS

SMALL = [shapes.hexagon(1), shapes.strip(7), shapes.parallelogram(3, 3), shapes.strip(9)]
LARGE = 10**6


@settings(max_examples=40)
@given(st.sampled_from(SMALL), SEEDS)
def test_the_bound_becomes_the_distance(cells, seed):
    board = Board.from_cells(cells)
    task = Task(random_configuration(board, seed), random_configuration(board, seed + 1))
    assume(task.start != task.target)
    raised = waste.raise_bound(task, Options(), LARGE, jobs=1)
    assert raised.is_length
    assert raised.lower_bound == plain_distances(task.start)[state_of(task.target)]


@settings(max_examples=25)
@given(st.sampled_from(SMALL), SEEDS, st.integers(1, 4))
def test_diving_finds_the_goal_as_storing_does(cells, seed, dived):
    """The last few buckets are not stored; one fewer, and the goal is not found."""
    board = Board.from_cells(cells)
    start, target = random_configuration(board, seed), random_configuration(board, seed + 1)
    assume(start != target)
    one = waste.Buckets(Packing.of(board), start, target)
    needed = plain_distances(start)[state_of(target)] - one.bound
    assume(needed >= dived)
    for _ in range(needed + 1 - dived):
        one.store()
        assert not one.is_met
    assert one.dive(dived - 1, Options(), 1)
    assert not one.is_met
    assert one.dive(dived, Options(), 1)
    assert one.is_met


@pytest.mark.parametrize("seed", range(6))
def test_two_searches_agree_on_the_hexagon_of_19_cells(seed, monkeypatch):
    board = Board.from_cells(shapes.hexagon(2))
    task = Task(random_configuration(board, seed), random_configuration(board, seed + 100))
    length = shortest.plan(task, Options()).lower_bound
    monkeypatch.setattr(waste, "STORED", 2_000)
    raised = waste.raise_bound(task, Options(time.monotonic() + 0.5), LARGE)
    assert raised.lower_bound <= length
    assert raised.is_length <= (raised.lower_bound == length)
    below = waste.raise_bound(task, Options(), length - 4)
    assert (below.lower_bound, below.is_length) == (length - 4, False)


def test_every_bucket_is_what_a_plain_search_says():
    """Stored or dived through, the buckets hold the positions by distance plus bound."""
    board = Board.from_cells(shapes.parallelogram(3, 3))
    start, target = random_configuration(board, 3), random_configuration(board, 8)
    packing = Packing.of(board)
    table = packing.distances_to(target)
    buckets: dict[int, int] = {}
    number = {(a, b): k for k, (a, b) in enumerate(packing.poses.tolist())}
    for state, distance in plain_distances(start).items():
        due = sum(int(table[gourd, number[pose]]) for gourd, pose in enumerate(state))
        buckets[distance + due] = buckets.get(distance + due, 0) + 1
    whole = waste.Buckets(packing, start, target)
    while not whole.is_met:
        whole.store()
        assert whole.starts[-1] - whole.starts[-2] == buckets.get(whole.bound + whole.complete - 1, 0)
    one = waste.Buckets(packing, start, target)
    for extra in range(6):
        one.store()
        assert one.starts[-1] - one.starts[-2] == buckets.get(one.bound + extra, 0)
    for more in (1, 2):
        one.visited = 0
        one.dive(more, Options(), 1)
        assert one.visited >= sum(buckets.get(one.bound + 6 + k, 0) for k in range(more))
