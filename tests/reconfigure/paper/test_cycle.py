"""Hamiltonian cycles: on all small boards, on boards made to be awkward, on large ones; and the refusals."""

from __future__ import annotations

import random
import time
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds import shapes
from gourds.board import Board
from gourds.errors import InputError, InternalError
from gourds.hexgrid import IndexArray, are_adjacent
from gourds.reconfigure.paper.cycle import GrowingCycle, hamiltonian_cycle, verify_hamiltonian
from tests.reconfigure.cycle_makers import glued_stars, grow_at_random, snowflake, solid, solid_boards
from tests.strategies import SEEDS, SHIFTS, boards


def check(board: Board, cycle: IndexArray) -> None:
    """A second check, from the coordinates: every cell once, steps between neighbors, and which way around."""
    cells = [tuple(cell) for cell in board.cells[cycle].tolist()]
    assert sorted(cells) == sorted(board.cell_list())
    assert all(are_adjacent(a, b) for a, b in zip(cells, cells[1:] + cells[:1], strict=True))
    area = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(cells, cells[1:] + cells[:1], strict=True))
    assert area == board.size - 2  # Pick: no cell lies inside
    assert cycle[0] == 0
    assert cycle.dtype == np.int32


@settings(max_examples=40)
@given(solid(), SHIFTS)
def test_every_solid_board_has_one(board: Board, shift: tuple[int, int]) -> None:
    cycle = hamiltonian_cycle(board)
    check(board, cycle)
    moved = Board.from_cells(board.cells + np.array(shift))
    assert np.array_equal(hamiltonian_cycle(moved), cycle)


@given(boards(max_size=40))
def test_what_has_none_by_this_construction_is_refused(board: Board) -> None:
    if board.is_two_connected and board.is_hole_free and not board.is_star_of_david:
        check(board, hamiltonian_cycle(board))
    else:
        with pytest.raises(InputError):
            hamiltonian_cycle(board)


@settings(max_examples=40)
@given(solid(), SEEDS)
def test_the_order_of_absorption_does_not_matter(board: Board, seed: int) -> None:
    check(board, np.array(grow_at_random(board, random.Random(seed)).walk(), dtype=np.int32))


@pytest.mark.parametrize(
    ("size", "count"),
    [(3, 1), (4, 1), (5, 1), (6, 3), (7, 4), (8, 9), (9, 16), (10, 35), (11, 69), (12, 155), (13, 327)],
)
def test_all_small_boards(size: int, count: int) -> None:
    found = solid_boards(size)
    assert len(found) == count
    refused = 0
    for board in found:
        if board.is_star_of_david:
            refused += 1
        else:
            check(board, hamiltonian_cycle(board))
    assert refused == (size == 13)


def test_boards_where_insertion_alone_gets_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every rule of the construction is needed somewhere, and leads to a cycle."""
    used: Counter[str] = Counter()
    for name in ("_absorb_one_of_two", "_absorb_enclosed", "move_spike"):
        monkeypatch.setattr(GrowingCycle, name, counting(name, used))
    hexagon = Board.from_cells(shapes.hexagon(5))
    for seed in range(10):
        rng, stars = random.Random(seed), glued_stars(4, seed)
        for board in (hexagon, stars, stars, stars, stars):
            check(board, np.array(grow_at_random(board, rng).walk(), dtype=np.int32))
    assert used["_absorb_one_of_two"] > 100
    assert used["_absorb_enclosed"] > 0
    assert used["move_spike"] > used["_absorb_enclosed"] + 20, "hardly a spike was moved beside two free cells"


def counting(name: str, used: Counter[str]):  # type: ignore[no-untyped-def]
    plain = getattr(GrowingCycle, name)

    def counted(self: GrowingCycle, *args: int) -> int | None:
        used[name] += 1
        return plain(self, *args)

    return counted


@pytest.mark.parametrize("turn", [1, -1])
def test_a_pinwheel_around_a_free_cell(turn: int) -> None:
    """All cells around the center are spikes that lean the same way: one of them is moved into the next one's edge."""
    board = Board.from_cells(shapes.hexagon(2))
    table = board.neighbors.tolist()
    center = 9
    walk = []
    for d in range(0, 6 * turn, turn):
        u = table[center][d % 6]
        walk += [table[u][d % 6], u, table[u][(d + turn) % 6]]
    growing = GrowingCycle(table, walk)
    assert growing.absorb(center) == center
    check(board, np.array(growing.walk(), dtype=np.int32))


@pytest.mark.parametrize("seed", range(10))
def test_random_proper_boards(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(5):
        board = Board.from_cells(shapes.random_proper(3 + int(rng.random() * 400), int(rng.random() * 2**32)))
        check(board, hamiltonian_cycle(board))


@pytest.mark.parametrize(
    "cells",
    [
        *(shapes.hexagon(radius) for radius in range(1, 12)),
        *(shapes.triangle(side) for side in range(2, 14)),
        *(shapes.strip(size) for size in range(3, 12)),
        *(shapes.parallelogram(width, height) for width in range(2, 7) for height in range(2, 7)),
        *(shapes.brick(width, height) for width in range(2, 7) for height in (2, 4)),
        *(shapes.trapezoid(base, height) for base in range(3, 9) for height in range(2, base)),
        *(shapes.comb(teeth, length) for teeth in (1, 2, 5) for length in (1, 2, 7)),
        *(snowflake(depth).cells for depth in (1, 2, 3, 4)),
    ],
    ids=lambda cells: str(len(cells)),
)
def test_shapes(cells: np.ndarray) -> None:
    board = Board.from_cells(cells)
    check(board, hamiltonian_cycle(board))


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ([(0, 0)], "not 2-connected"),
        ([(0, 0), (1, 0)], "not 2-connected"),
        ([(0, 0), (1, 0), (2, 0)], "not 2-connected"),
        ([(0, 0), (1, 0), (0, 1), (5, 0), (6, 0), (5, 1)], "not connected"),
        ([tuple(cell) for cell in shapes.ring(1).tolist()], "has a hole"),
        ([tuple(cell) for cell in shapes.ring(3, 2).tolist()], "has a hole"),
        ([tuple(cell) for cell in shapes.star_of_david().tolist()], "the Star of David"),
    ],
)
def test_refusals_give_the_reason(cells: list[tuple[int, int]], reason: str) -> None:
    with pytest.raises(InputError, match=reason) as caught:
        hamiltonian_cycle(Board.from_cells(cells))
    assert "even" not in str(caught.value)


def test_the_check_notices_what_is_no_cycle() -> None:
    board = Board.from_cells(shapes.hexagon(2))
    cycle = hamiltonian_cycle(board)
    with pytest.raises(InternalError):
        verify_hamiltonian(board, cycle[:-1])
    wrong = cycle.copy()
    wrong[[2, 9]] = wrong[[9, 2]]
    with pytest.raises(InternalError):
        verify_hamiltonian(board, wrong)


@settings(max_examples=20)
@given(st.integers(1, 3), SEEDS)
def test_the_star_resists_only_while_it_is_whole(extra: int, seed: int) -> None:
    """One more cell, or a tip less, and there is a cycle."""
    star = Board.from_cells(shapes.star_of_david())
    rim = star.outer_boundary
    tips = [cell for cell in rim if (star.neighbors[cell] >= 0).sum() == 2]
    less = Board.from_cells(np.delete(star.cells, tips[seed % 6], axis=0))
    check(less, hamiltonian_cycle(less))
    more = glued_stars(extra + 1, seed)
    check(more, hamiltonian_cycle(more))


@pytest.mark.parametrize("cells", [shapes.hexagon(57), shapes.random_proper(10_001, 1)], ids=["hexagon", "ragged"])
def test_ten_thousand_cells_take_little_time(cells: np.ndarray) -> None:
    board = Board.from_cells(cells)
    start = time.process_time()
    cycle = hamiltonian_cycle(board)
    assert time.process_time() - start < 5
    check(board, cycle)
