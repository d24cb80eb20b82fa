from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings

from gourds import shapes
from gourds.board import Board
from gourds.compiled import compiled
from gourds.hexgrid import IndexArray
from gourds.reconfigure.paper import bends
from gourds.reconfigure.paper.bends import unbend
from gourds.reconfigure.paper.cycle import hamiltonian_cycle, verify_hamiltonian
from gourds.reconfigure.paper.rotation import Track
from tests.reconfigure.plan_checks import odd_boards_with_cycles
from tests.strategies import SEEDS


def count_sharp_bends(board: Board, cycle: IndexArray) -> int:
    """At how many cells the cycle bends sharply."""
    return int((board.neighbors[np.roll(cycle, 1)] == np.roll(cycle, -1)[:, None]).sum())


@settings(max_examples=12)
@given(odd_boards_with_cycles(), SEEDS)
def test_the_cycle_stays_hamiltonian(pair: tuple[Board, IndexArray], seed: int) -> None:
    board, cycle = pair
    changed = unbend(board, cycle, seed % 100)
    verify_hamiltonian(board, changed)
    assert np.array_equal(changed, unbend(board, cycle, seed % 100))
    assert Track.build(board.neighbors, cycle).lap == board.size + count_sharp_bends(board, cycle)


@pytest.mark.parametrize("radius", [4, 9])
def test_hexagons_are_left_with_few_sharp_bends(radius: int) -> None:
    board = Board.from_cells(shapes.hexagon(radius))
    cycle = hamiltonian_cycle(board)
    assert count_sharp_bends(board, unbend(board, cycle)) < 0.25 * board.size < 0.45 * board.size
    assert count_sharp_bends(board, cycle) > 0.45 * board.size


def test_sharp_bends_never_become_more_without_boldness() -> None:
    board = Board.from_cells(shapes.hexagon(2))
    cycle = hamiltonian_cycle(board)
    before, after = np.empty(board.size, dtype=np.int32), np.empty(board.size, dtype=np.int32)
    after[cycle], before[cycle] = np.roll(cycle, -1), np.roll(cycle, 1)
    draw, sharp = random.Random(1).random, count_sharp_bends(board, cycle)
    for _ in range(1500):
        bends._move_spikes(board.neighbors, before, after, np.array([draw(), draw()]), 0.0)
        now = sum(bends._bends(board.neighbors, before, after, cell) for cell in range(board.size))
        assert now <= sharp
        sharp = now
    assert sharp < count_sharp_bends(board, cycle)


def test_the_compiled_kernel_does_the_same_and_counts_right() -> None:
    board = Board.from_cells(shapes.hexagon(3))
    cycle = hamiltonian_cycle(board)
    draw = random.Random(4).random
    chances = np.array([draw() for _ in range(4000)])
    results = []
    for kernel in (bends._move_spikes, compiled(bends._move_spikes, (bends._bends,))):
        before, after = np.argsort(np.roll(cycle, -1)), np.empty(board.size, dtype=np.int32)
        after[cycle], before[cycle] = np.roll(cycle, -1), np.roll(cycle, 1)
        kernel(board.neighbors, before, after, chances, 0.0)  # never more sharp bends
        walk = [0]
        while after[walk[-1]] != 0:
            walk.append(int(after[walk[-1]]))
        results.append(walk)
    assert results[0] == results[1]
    sharp = [count_sharp_bends(board, np.array(walk)) for walk in (cycle, results[0])]
    assert sharp[1] < sharp[0]
