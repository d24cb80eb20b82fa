from __future__ import annotations

import time

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds.moves import Walk
from gourds.reconfigure.colored.near_shortest import NearShortest, follow
from gourds.reconfigure.colored.targets import Puzzle
from gourds.reconfigure.scrambles import scramble
from gourds.reconfigure.search.poses import Grid
from gourds.reconfigure.task import Options
from gourds.replaying import replay
from gourds.solvers.brute import all_placements
from tests.reconfigure.colored_puzzles import hexagon_puzzle, is_solved, small_puzzle


def search_of(instance, start, placements=1, seconds=5.0, **more):
    listed = [placement for placement, _ in zip(all_placements(instance), range(placements), strict=False)]
    return NearShortest(Puzzle.of(instance, start), Options(time.monotonic() + seconds), listed, **more)


def checked(instance, start, search):
    walked = replay(start, Walk.from_cells(start.board.cells[search.path]))
    assert walked
    assert is_solved(instance, walked.final)
    assert search.bound <= search.moves == walked.moves
    return walked.final


@settings(max_examples=3, deadline=None)
@given(st.integers(0, 10**6))
def test_every_stage_keeps_the_solution_right(seed):
    instance, start = small_puzzle(21, "abc", seed)
    search = search_of(instance, start)
    now = time.monotonic()
    search.collect(now + 0.2)
    search.widen(now + 0.6, 1024)
    if search.path is None:  # narrow beams need not arrive on thin boards
        return
    checked(instance, start, search)
    before = search.moves
    search.replan(time.monotonic() + 0.4)
    checked(instance, start, search)
    assert search.moves <= before
    search.close()


def test_replanning_shortens_a_plan_with_detours():
    instance, start = hexagon_puzzle(2, 11)
    search = search_of(instance, start)
    search.widen(time.monotonic() + 2, 1024)
    good = search.moves
    there = search.path
    search.path = np.concatenate((there[:4], there[2:3], there[3:6], there[4:5], there[5:]))  # back and forth, twice
    assert search.moves == good + 4
    checked(instance, start, search)
    search.replan(time.monotonic() + 1)
    checked(instance, start, search)
    assert search.moves <= good
    assert search.stats["stretches_shortened"] > 0


def test_only_one_placement():
    instance, start = hexagon_puzzle(2, 4)
    search = search_of(instance, start, is_fixed=True)
    search.collect(time.monotonic() + 1)
    assert len(search.pool) == 1
    assert search.bound == search.near().cost
    search.widen(time.monotonic() + 1, 1024)
    search.replan(time.monotonic() + 0.5)
    assert checked(instance, start, search).placement() == search.near().configuration.placement()


@given(st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_following_a_path(seed):
    _, start = small_puzzle(13, "ab", seed)
    path = [start.empty]
    now = start
    for k in range(8):
        now = scramble(now, 1, seed + k)
        path.append(now.empty)
    assert follow(Grid(start.board), start, np.array(path, dtype=np.int32)) == now
