from __future__ import annotations

import itertools
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds import shapes
from gourds.board import Board
from gourds.configuration import Configuration
from gourds.errors import LimitError
from gourds.hexgrid import IndexArray
from gourds.moves import Walk, labels_of
from gourds.reconfigure.paper import rotation
from gourds.reconfigure.paper.cycle import hamiltonian_cycle
from gourds.reconfigure.paper.rotation import Track, Walker, round_trip
from gourds.replaying import replay
from tests.reconfigure.plan_checks import aligned_configuration, odd_boards_with_cycles
from tests.strategies import SEEDS


def _configuration(board: Board, label: np.ndarray, like: Configuration) -> Configuration:
    where = np.empty(board.size - 1, dtype=np.int32)
    where[label[label >= 0]] = np.flatnonzero(label >= 0)
    return Configuration.from_indices(board, like.ids, where)


@settings(max_examples=25)
@given(odd_boards_with_cycles(), SEEDS, st.integers(-300, 300))
def test_hops_are_legal_moves_and_end_as_foretold(pair: tuple[Board, IndexArray], seed: int, hops: int) -> None:
    board, cycle = pair
    start = aligned_configuration(board, cycle, seed)
    track = Track.build(board.neighbors, cycle)
    walker = Walker(labels_of(start)[0])
    before = walker.label.copy()
    foretold = track.rotated(before, hops)
    walker.rotate(track, hops)
    assert np.array_equal(walker.label, foretold)
    assert walker.label[walker.empty] == -1
    moves = walker.moves
    path = walker.take_path()
    assert len(path) == moves + 1
    assert walker.moves == 0
    assert replay(start, Walk.from_cells(board.cells[path]), _configuration(board, walker.label, start))
    # Hop by hop, a gourd follows its neighbor; after all laps, and back again, nothing has changed.
    back = track.hops_between(walker.label, before)
    assert back is not None
    assert (back + hops) % (len(track) * (len(track) // 2)) == 0
    assert abs(back) <= len(track) * (len(track) // 2) / 2
    walker.rotate(track, -hops)
    assert np.array_equal(walker.label, before)
    assert np.array_equal(walker.take_path(), path[::-1])


@settings(max_examples=15)
@given(odd_boards_with_cycles(max_size=40), SEEDS)
def test_a_lap_shifts_the_order_by_one(pair: tuple[Board, IndexArray], seed: int) -> None:
    board, cycle = pair
    track = Track.build(board.neighbors, cycle)
    walker = Walker(labels_of(aligned_configuration(board, cycle, seed))[0])
    order, empty = track.order(walker.label), walker.empty
    walker.shift(track, 1)
    assert walker.empty == empty
    assert walker.moves == track.lap
    assert np.array_equal(track.order(walker.label), np.roll(order, -1))
    walker.shift(track, -1)
    assert np.array_equal(track.order(walker.label), order)


def test_nothing_depends_on_where_a_cycle_begins() -> None:
    # Gourds that lie across the first and last entry of the array are read as all others.
    board = Board.from_cells(shapes.hexagon(2))
    cycle = hamiltonian_cycle(board)
    label = labels_of(aligned_configuration(board, cycle, 1))[0]
    orders = {tuple(Track.build(board.neighbors, np.roll(cycle, k)).order(label).tolist()) for k in range(board.size)}
    assert len(orders) == 1


def test_orders_that_differ_are_no_rotation_of_each_other() -> None:
    board = Board.from_cells(shapes.hexagon(1))
    cycle = hamiltonian_cycle(board)
    track = Track.build(board.neighbors, cycle)
    label = np.empty(7, dtype=np.int32)
    goal = np.empty(7, dtype=np.int32)
    label[cycle] = [-1, 0, 1, 2, 3, 4, 5]
    for ends in ([-1, 0, 1, 4, 5, 2, 3], [-1, 1, 0, 2, 3, 4, 5], [-1, 0, 1, 3, 2, 4, 5]):
        goal[cycle] = ends
        assert track.hops_between(label, goal) is None
    for ends, hops in (([0, 1, -1, 2, 3, 4, 5], 1), ([5, 0, 1, 2, 3, -1, 4], -1), ([-1, 2, 3, 4, 5, 0, 1], 7)):
        goal[cycle] = ends
        assert track.hops_between(label, goal) == hops


@settings(max_examples=15)
@given(odd_boards_with_cycles(max_size=30), st.data())
def test_the_empty_cell_goes_anywhere_by_the_fewest_hops(pair: tuple[Board, IndexArray], data: st.DataObject) -> None:
    board, cycle = pair
    track = Track.build(board.neighbors, cycle)
    walker = Walker(labels_of(aligned_configuration(board, cycle, data.draw(SEEDS)))[0])
    cell = data.draw(st.integers(0, board.size - 1))
    assert np.array_equal(
        track.moved_to(walker.label, cell), track.rotated(walker.label, track.hops(walker.empty, cell))
    )
    hops = walker.go_to(track, cell)
    assert walker.empty == cell
    assert abs(hops) <= board.size // 2


@given(st.integers(1, 8), st.data())
def test_round_trips_are_shortest(size: int, data: st.DataObject) -> None:
    slots = sorted(data.draw(st.sets(st.integers(1, size - 1)))) if size > 1 else []
    steps = round_trip(np.array(slots, dtype=np.intp), size)
    stops = [stop % size for stop in itertools.accumulate(steps)]
    assert sorted(stops) == slots
    assert sum(map(abs, steps)) == _shortest_trip(frozenset(slots), size)


def _shortest_trip(slots: frozenset[int], size: int) -> int:
    states, length = {(0, slots)}, 0
    while all(left for _, left in states):
        states = {((at + d) % size, left - {(at + d) % size}) for at, left in states for d in (-1, 1)}
        length += 1
    return length


def test_limits_of_time_and_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board.from_cells(shapes.hexagon(1))
    cycle = hamiltonian_cycle(board)
    track = Track.build(board.neighbors, cycle)
    label = labels_of(aligned_configuration(board, cycle, 1))[0]
    with pytest.raises(LimitError, match="time limit"):
        Walker(label, time.monotonic() - 1).rotate(track, 1)
    monkeypatch.setattr(rotation, "MAX_MOVES", 1000)
    walker = Walker(label)
    walker.rotate(track, 400)
    with pytest.raises(LimitError, match="more than 1,000 moves"):
        walker.rotate(track, 1000)
