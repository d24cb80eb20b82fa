"""Polishing: plans stay plans and never get longer; windows come out as short as can be."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds import shapes
from gourds.board import Board
from gourds.configuration import Configuration
from gourds.hexgrid import IndexArray
from gourds.moves import Walk, legal_walk_steps
from gourds.reconfigure.scrambles import random_configuration
from gourds.reconfigure.search.polish import Polisher, shorten
from gourds.reconfigure.search.poses import Grid
from gourds.replaying import replay
from tests.conftest import lateness
from tests.reconfigure.plain_search import plain_distances, state_of
from tests.strategies import SEEDS


def wander(start: Configuration, moves: int, seed: int) -> tuple[IndexArray, Configuration]:
    """A random walk of the empty cell that never turns around on the spot unless it must."""
    path, here, state = [start.empty], start, seed
    for _ in range(moves):
        steps = legal_walk_steps(here)
        free = [step for step in steps if len(path) < 2 or step != path[-2]] or steps
        state = (state * 1103515245 + 12345) % 2**31
        path.append(free[(state >> 8) % len(free)])
        here = replay(here, Walk.from_cells(start.board.cells[path[-2:]])).final
    return np.array(path, dtype=np.int32), here


@settings(max_examples=25)
@given(st.integers(3, 30), SEEDS, st.integers(0, 80))
def test_plans_stay_plans(half: int, seed: int, moves: int) -> None:
    start = random_configuration(Board.from_cells(shapes.random_proper(2 * half + 1, seed)), seed)
    path, final = wander(start, moves, seed)
    shorter, stats = shorten(Grid(start.board), start, path, longest=14)
    assert replay(start, Walk.from_cells(start.board.cells[shorter]), final)
    assert stats["moves_after"] == len(shorter) - 1 <= stats["moves_before"] == moves


@pytest.mark.parametrize("seed", range(12))
def test_a_plan_within_one_window_becomes_shortest(seed: int) -> None:
    start = random_configuration(Board.from_cells(shapes.random_proper(7, seed)), seed)
    path, final = wander(start, 34, seed)
    shorter, _ = shorten(Grid(start.board), start, path, longest=34)
    assert len(shorter) - 1 == plain_distances(start)[state_of(final)]


def test_what_does_not_lead_to_the_same_position_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after two positions with the same key: a pass gives a shorter path that is no plan, or another plan."""
    start = random_configuration(Board.from_cells(shapes.hexagon(3)), 2)
    path, _ = wander(start, 40, 1)
    for wrong in (path[:-1], np.concatenate((path[:10], path[12:]))):
        monkeypatch.setattr(Polisher, "_pass", lambda self, *given, wrong=wrong: (wrong, True))
        kept, stats = shorten(Grid(start.board), start, path)
        assert np.array_equal(kept, path)
        assert stats["moves_after"] == 40


def test_loops_are_cut() -> None:
    start = random_configuration(Board.from_cells(shapes.hexagon(3)), 2)
    path, final = wander(start, 20, 1)
    loop = np.concatenate((path, path[-2::-1], path[1:]))
    shorter, _ = shorten(Grid(start.board), start, loop)
    assert len(shorter) <= len(path)
    assert replay(start, Walk.from_cells(start.board.cells[shorter]), final)


def test_the_deadline_holds_and_keeps_the_plan() -> None:
    start = random_configuration(Board.from_cells(shapes.hexagon(4)), 2)
    path, final = wander(start, 400, 1)
    shorten(Grid(start.board), start, path[:30])  # compiled before the clock starts
    begun = time.monotonic()
    cut, _ = shorten(Grid(start.board), start, path, deadline=begun + 0.3, longest=70)
    assert time.monotonic() - begun < 0.3 + lateness()
    assert replay(start, Walk.from_cells(start.board.cells[cut]), final)
    same, stats = shorten(Grid(start.board), start, path, deadline=begun)
    assert np.array_equal(same, path)
    assert stats["moves_after"] == 400
