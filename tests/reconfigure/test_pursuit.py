from __future__ import annotations

import time

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds.moves import Walk
from gourds.reconfigure.colored.near_shortest import Pursuit, follow
from gourds.reconfigure.colored.targets import Aims
from gourds.reconfigure.scrambles import scramble
from gourds.reconfigure.search.poses import Grid
from gourds.reconfigure.task import Options
from gourds.replaying import replay
from gourds.solvers.brute import all_placements
from tests.reconfigure.colored_puzzles import hexagon_puzzle, is_solved, small_puzzle


def pursuit_of(instance, start, placements=1, seconds=5.0, **more):
    listed = [placement for placement, _ in zip(all_placements(instance), range(placements), strict=False)]
    return Pursuit(Aims.of(instance, start), Options(time.monotonic() + seconds), listed, **more)


def checked(instance, start, pursuit):
    walked = replay(start, Walk.from_cells(start.board.cells[pursuit.path]))
    assert walked
    assert is_solved(instance, walked.final)
    assert pursuit.bound <= pursuit.moves == walked.moves
    return walked.final


@settings(max_examples=3, deadline=None)
@given(st.integers(0, 10**6))
def test_every_stage_keeps_the_solution_right(seed):
    instance, start = small_puzzle(21, "abc", seed)
    pursuit = pursuit_of(instance, start)
    now = time.monotonic()
    pursuit.collect(now + 0.2)
    pursuit.widen(now + 0.6, 1024)
    if pursuit.path is None:  # narrow beams need not arrive on thin boards
        return
    checked(instance, start, pursuit)
    before = pursuit.moves
    pursuit.stretch(time.monotonic() + 0.4)
    checked(instance, start, pursuit)
    assert pursuit.moves <= before
    pursuit.close()


def test_stretches_shorten_a_plan_with_detours():
    instance, start = hexagon_puzzle(2, 11)
    pursuit = pursuit_of(instance, start)
    pursuit.widen(time.monotonic() + 2, 1024)
    good = pursuit.moves
    there = pursuit.path
    pursuit.path = np.concatenate((there[:4], there[2:3], there[3:6], there[4:5], there[5:]))  # back and forth, twice
    assert pursuit.moves == good + 4
    checked(instance, start, pursuit)
    pursuit.stretch(time.monotonic() + 1)
    checked(instance, start, pursuit)
    assert pursuit.moves <= good
    assert pursuit.stats["stretches_shortened"] > 0


def test_only_one_placement():
    instance, start = hexagon_puzzle(2, 4)
    pursuit = pursuit_of(instance, start, is_fixed=True)
    pursuit.collect(time.monotonic() + 1)
    assert len(pursuit.pool) == 1
    assert pursuit.bound == pursuit.near().cost
    pursuit.widen(time.monotonic() + 1, 1024)
    pursuit.stretch(time.monotonic() + 0.5)
    assert checked(instance, start, pursuit).placement() == pursuit.near().target.placement()


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
