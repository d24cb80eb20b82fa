from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given, settings

from gourds import shapes
from gourds.board import Board
from gourds.compiled import compiled
from gourds.configuration import Configuration
from gourds.errors import InputError, LimitError
from gourds.hexgrid import IndexArray
from gourds.moves import Walk, labels_of
from gourds.reconfigure.paper import align as align_module
from gourds.reconfigure.paper import rotation_kernel
from gourds.reconfigure.paper.align import align, align_both, require_proper
from gourds.reconfigure.paper.cycle import hamiltonian_cycle
from gourds.reconfigure.scrambles import random_configuration
from gourds.reconfigure.task import Options, Task
from gourds.replaying import replay
from tests.reconfigure.plan_checks import aligned_configuration, odd_boards_with_cycles, random_task
from tests.strategies import SEEDS


@settings(max_examples=25)
@given(odd_boards_with_cycles(), SEEDS)
def test_every_configuration_is_aligned_within_quadratically_many_moves(
    pair: tuple[Board, IndexArray], seed: int
) -> None:
    board, cycle = pair
    start, n = random_configuration(board, seed), board.size // 2
    label, path = align(board.neighbors, cycle, *labels_of(start))
    done = replay(start, Walk.from_cells(board.cells[path]))
    assert done
    assert np.array_equal(label, labels_of(done.final)[0])
    position = np.argsort(cycle)
    gaps = (position[done.final.ends[:, 0]] - position[done.final.ends[:, 1]]) % board.size
    assert np.isin(gaps, (1, board.size - 1)).all()
    assert len(path) - 1 <= 2 * n * n


@settings(max_examples=10)
@given(odd_boards_with_cycles(max_size=30), SEEDS)
def test_what_is_aligned_stays(pair: tuple[Board, IndexArray], seed: int) -> None:
    board, cycle = pair
    label, where = labels_of(aligned_configuration(board, cycle, seed))
    after, path = align(board.neighbors, cycle, label, where)
    assert len(path) == 1
    assert np.array_equal(after, label)


@pytest.mark.parametrize("way", [-2, -1, 1, 2])
def test_the_compiled_kernel_does_the_same_and_goes_on_where_it_stopped(way: int) -> None:
    board = Board.from_cells(shapes.hexagon(4))
    cycle = hamiltonian_cycle(board)
    position = np.argsort(cycle).astype(np.int32)
    label, where = labels_of(random_configuration(board, 8))
    results = []
    for kernel, room in (
        (rotation_kernel.align, 5000),
        (compiled(rotation_kernel.align), 5000),
        (rotation_kernel.align, 7),
    ):
        ends, cells, state = label.copy(), where.copy(), np.array([int(np.argmin(label)), 0, 0], dtype=np.int64)
        pairs = position[cells].reshape(-1, 2)
        state[2] = np.isin((pairs[:, 0] - pairs[:, 1]) % 61, (1, 60)).sum()
        path = np.empty(room, dtype=np.int32)
        walk: list[int] = []
        while not kernel(board.neighbors, cycle, position, ends, cells, state, way, path):
            walk += path[: state[1]].tolist()
            state[1] = 0
        walk += path[: state[1]].tolist()
        results.append((walk, ends.tolist(), cells.tolist()))
    assert results[0] == results[1] == results[2]
    assert len(results[0][0]) > 10


def test_phases_one_and_three_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board.from_cells(shapes.hexagon(2))
    cycle = hamiltonian_cycle(board)
    task = random_task(board, 5)
    said: list[str] = []
    aligned = align_both(task, cycle, Options(say=said.append))
    assert said
    first = Walk.from_cells(board.cells[aligned.walker.take_path()])
    assert np.array_equal(labels_of(replay(task.start, first).final)[0], aligned.walker.label)
    where = np.argsort(aligned.goal.label)[1:]
    goal = Configuration.from_indices(board, task.target.ids, where)
    path = np.concatenate(([goal.empty], aligned.unalign))
    assert replay(goal, Walk.from_cells(board.cells[path]), task.target)
    # A single way, not the shortest of four, is longer at times: the choice is made.
    monkeypatch.setattr(align_module, "_WAYS", (-1,))
    lengths = [
        len(align(board.neighbors, cycle, *labels_of(random_configuration(board, seed)))[1]) for seed in range(9)
    ]
    monkeypatch.undo()
    best = [len(align(board.neighbors, cycle, *labels_of(random_configuration(board, seed)))[1]) for seed in range(9)]
    assert sum(best) < sum(lengths)


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        (shapes.star_of_david(), "Star of David"),
        (shapes.ring(3), "hole"),
        (np.array([(0, 0), (1, 0), (2, 0)]), "2-connected"),
        (shapes.parallelogram(2, 2), "even"),
    ],
)
def test_boards_that_are_not_proper_are_refused_with_the_reason(cells: np.ndarray, words: str) -> None:
    with pytest.raises(InputError, match=words):
        require_proper(Board.from_cells(cells))


def test_aligning_past_the_deadline_is_not_silent() -> None:
    board = Board.from_cells(shapes.hexagon(2))
    task = random_task(board, 1)
    with pytest.raises(LimitError):
        align_both(Task(task.start, task.target), hamiltonian_cycle(board), Options(deadline=time.monotonic() - 1))
