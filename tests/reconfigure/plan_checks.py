"""What the tests of planners share: configurations along cycles, and the check of a plan by replaying it."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import strategies as st

from gourds import shapes
from gourds.board import Board
from gourds.chance import draw_below, shuffle
from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.hexgrid import IndexArray
from gourds.moves import Walk
from gourds.reconfigure.paper import rotation
from gourds.reconfigure.scrambles import random_configuration
from gourds.reconfigure.task import Found, Options, Task
from gourds.replaying import replay
from tests.reconfigure.cycle_makers import random_cycle, solid
from tests.strategies import SEEDS


@st.composite
def odd_boards_with_cycles(draw: st.DrawFn, max_size: int = 80) -> tuple[Board, IndexArray]:
    """A proper board and one of its Hamiltonian cycles, which begins anywhere."""
    board = draw(solid(max_size).filter(lambda board: board.size % 2 == 1))
    return board, random_cycle(board, draw(SEEDS))


def aligned_configuration(board: Board, cycle: IndexArray, seed: int) -> Configuration:
    """Gourds along a Hamiltonian cycle in random order, each either way round, any cell empty."""
    rng = random.Random(seed)
    cells = np.roll(cycle, draw_below(rng, len(cycle))).tolist()
    pairs = [(a, b) if rng.random() < 0.5 else (b, a) for a, b in zip(cells[1::2], cells[2::2], strict=True)]
    shuffle(rng, pairs)
    return Configuration.from_indices(board, tuple(range(1, len(pairs) + 1)), pairs)


def random_task(board: Board, seed: int) -> Task:
    """From a random configuration to another."""
    return Task.build(random_configuration(board, 2 * seed), random_configuration(board, 2 * seed + 1))


def solve(plan: Callable[[Task, Options], Found], task: Task) -> Found:
    """What the planner found; its plan leads from the start to the target by legal moves."""
    found = plan(task, Options())
    assert found.path is not None
    done = replay(task.start, Walk.from_cells(task.board.cells[found.path]), task.target)
    assert done, done.faults
    assert done.moves == len(found.path) - 1 == sum(found.stats["moves"].values())
    return found


def check_refusals(plan: Callable[[Task, Options], Found]) -> None:
    """Boards that are not proper are refused with every reason; they need not have configurations for that."""
    lone = Board.from_cells([(0, 0)])
    cases = {
        "the board is the Star of David": shapes.star_of_david(),
        "the board has a hole": np.concatenate((shapes.ring(1), [(2, -1)])),
        "the board is not 2-connected": np.concatenate((shapes.strip(4), [(2, 0), (3, 0), (4, 0)])),  # with a leaf
        "the board is not connected": np.concatenate((shapes.strip(3), shapes.strip(4) + np.array([9, 9]))),
        "the number of cells is even": shapes.hexagon(1)[:-1],
    }
    for reason, cells in cases.items():
        nowhere = Configuration.from_indices(Board.from_cells(cells), (), [])
        with pytest.raises(InputError, match=reason):
            plan(Task(nowhere, nowhere), Options())
    alone = Configuration.from_indices(lone, (), [])
    with pytest.raises(InputError, match="not 2-connected"):
        plan(Task(alone, alone), Options())


def check_limits(plan: Callable[[Task, Options], Found], moves: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On the hexagon of 37 cells, limits of time and of so many moves are answers with a reason, not exceptions."""
    task = random_task(Board.from_cells(shapes.hexagon(3)), 1)
    late = plan(task, Options(deadline=time.monotonic() - 1))
    monkeypatch.setattr(rotation, "MAX_MOVES", moves)
    for found, reason in ((late, "time limit"), (plan(task, Options()), f"{moves:,} moves")):
        assert found.path is None
        assert found.reason is not None
        assert reason in found.reason
        assert not found.is_impossible
