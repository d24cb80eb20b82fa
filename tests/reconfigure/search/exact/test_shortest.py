from __future__ import annotations

import itertools
import time

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gourds import shapes
from gourds.board import Board
from gourds.compiled import compiled
from gourds.configuration import Configuration
from gourds.errors import InputError, LimitError
from gourds.moves import Walk, legal_walk_steps
from gourds.reconfigure.scrambles import random_configuration, scramble
from gourds.reconfigure.search.exact import shortest_kernel as kernel
from gourds.reconfigure.search.exact.packing import MAX_CELLS, UNREACHABLE, Packing
from gourds.reconfigure.search.exact.shortest import count_reachable, plan
from gourds.reconfigure.spaces.placement_graph import configuration, placement_graph
from gourds.reconfigure.spaces.signed_permutations import identity
from gourds.reconfigure.task import Options, Task
from gourds.replaying import replay
from tests.reconfigure.plain_search import histogram, plain_distances, state_of
from tests.strategies import SEEDS, boards


def configurations(board: Board, seed: int) -> Configuration:
    try:
        return random_configuration(board, seed)
    except InputError:
        assume(False)
        raise


def moves_of(task: Task, path: np.ndarray) -> int:
    """The number of moves of a path, after replaying it."""
    walk = Walk.from_cells(task.board.cells[path])
    assert replay(task.start, walk, task.target)
    return len(walk)


@settings(max_examples=40)
@given(boards(max_size=7, odd=True), SEEDS)
def test_plans_are_as_short_as_a_plain_search_says_or_impossible(board, seed):
    start = configurations(board, seed)
    distance = plain_distances(start)
    assert count_reachable(start) == histogram(distance)
    for k in range(4):
        task = Task.build(start, random_configuration(board, seed + k))
        found = plan(task, Options())
        if state_of(task.target) in distance:
            assert found.is_shortest
            assert moves_of(task, found.path) == found.lower_bound == distance[state_of(task.target)]
        else:
            assert found.path is None
            assert found.is_impossible
            assert found.reason
    farthest = max(distance, key=distance.__getitem__)
    task = Task(start, Configuration.from_indices(board, start.ids, farthest))
    assert moves_of(task, plan(task, Options()).path) == distance[farthest]


@settings(max_examples=30)
@given(st.integers(1, 3), st.data())
def test_the_hash_table_takes_no_two_configurations_for_each_other(words, data):
    """Words with one of four hashes in a table that is nearly full: the same slots are probed again and again."""
    find = compiled(kernel.find, kernel.HELPERS)
    entries = st.lists(st.integers(0, 2), min_size=words, max_size=words).map(tuple)
    order, table = np.zeros((15, words), dtype=np.int64), np.zeros(16, dtype=np.int64)
    rows: dict[tuple[int, ...], int] = {}
    for entry in data.draw(st.lists(entries, max_size=40)):
        key = (sum(entry) % 2 << 40) - sum(entry) // 2 % 2
        slot = find(np.array(entry, dtype=np.int64), key, order, table)
        if entry in rows:
            assert slot == rows[entry]
        else:
            assert slot < 0
            if len(rows) < 15:
                order[len(rows)] = entry
                table[-1 - slot] = kernel.entry(key, len(rows))
                rows[entry] = len(rows)


@settings(max_examples=30)
@given(boards(max_size=120, odd=True), SEEDS)
def test_packing_is_exact_and_its_table_holds_the_legal_moves(board, seed):
    start = configurations(board, seed)
    packing = Packing.of(board)
    assert packing.unpack(packing.pack(start), start) == start
    assert packing.words == max(1, -(-packing.gourds // (63 // packing.bits)))
    following = {(gourd, pose) for gourd, pose in _moves_by_table(packing, start)}
    expected = set()
    for there, steps in _neighbors(start):
        gourd = int(np.flatnonzero((there.ends != start.ends).any(axis=1))[0])
        expected.add((gourd, int(packing.poses_of(there)[gourd])))
        assert steps == 1
        assert not np.array_equal(packing.pack(there), packing.pack(start))
    assert following == expected


def _moves_by_table(packing: Packing, here: Configuration) -> list[tuple[int, int]]:
    poses = packing.poses_of(here).tolist()
    table = packing.moves[here.empty]
    return [(gourd, goal) for gourd, pose in enumerate(poses) for goal in table[pose].tolist() if goal >= 0]


def _neighbors(start: Configuration) -> list[tuple[Configuration, int]]:
    found = []
    for cell in legal_walk_steps(start):
        walk = Walk.from_cells(start.board.cells[[start.empty, cell]])
        found.append((replay(start, walk).final, len(walk)))
    return found


@settings(max_examples=30)
@given(boards(max_size=40, odd=True), SEEDS)
def test_the_bound_is_consistent_and_zero_at_the_target_only(board, seed):
    target = configurations(board, seed)
    packing = Packing.of(board)
    table = packing.distances_to(target)
    gourds = np.arange(packing.gourds)
    assert not table[gourds, packing.poses_of(target)].any()
    here = random_configuration(board, seed + 1)
    bound = int(table[gourds, packing.poses_of(here)].sum())
    assert (bound == 0) == (here == target)
    for there, _ in _neighbors(here):
        assert abs(int(table[gourds, packing.poses_of(there)].sum()) - bound) in (0, 1) or bound >= UNREACHABLE


def test_reversing_a_gourd_in_place_takes_it_three_moves_at_least():
    board = Board.from_cells(shapes.hexagon(2))
    start = random_configuration(board, 1)
    packing = Packing.of(board)
    poses = packing.poses_of(start)
    assert packing.distances_to(start)[np.arange(9), poses ^ 1].tolist() == [3] * 9


@pytest.mark.parametrize("seed", range(8))
def test_thirteen_cells_are_solved_and_both_directions_agree(seed):
    board = Board.from_cells(shapes.random_proper(13, seed))
    task = Task.build(random_configuration(board, seed), random_configuration(board, seed + 100))
    found, back = plan(task, Options()), plan(task.reversed(), Options())
    length = moves_of(task, found.path)
    assert found.is_shortest
    assert back.is_shortest
    assert moves_of(task.reversed(), back.path) == length
    # Without the sharp bound of the limits: nothing shorter, and the same again.
    assert plan(task, Options(), below=length).lower_bound == length
    assert plan(task, Options(), below=length).path is None
    assert moves_of(task, plan(task, Options(), below=length + 1).path) == length
    assert moves_of(task, plan(task, Options(), below=10**6).path) == length


@settings(max_examples=25)
@given(st.integers(1, 9), SEEDS)
def test_plans_on_large_boards_are_no_longer_than_the_scramble(moves, seed):
    board = Board.from_cells(shapes.hexagon(4))  # 61 cells: four words
    start = random_configuration(board, seed % 7)
    task = Task.build(start, scramble(start, moves, seed))
    found = plan(task, Options())
    assert found.is_shortest
    assert moves_of(task, found.path) <= moves


def test_nothing_to_do_is_a_plan_without_moves():
    for cells in ([(5, 5)], shapes.hexagon(1), shapes.hexagon(20)):
        start = random_configuration(Board.from_cells(cells), 3)
        found = plan(Task.build(start, start), Options())
        assert found.is_shortest
        assert found.path.tolist() == [start.empty]


def test_limits_are_kept_and_lower_bounds_are_valid():
    board = Board.from_cells(shapes.hexagon(2))
    task = Task.build(random_configuration(board, 0), random_configuration(board, 1000))
    late = plan(task, Options(deadline=time.monotonic() - 1))
    assert late.path is None
    assert not late.is_impossible
    assert "out of time" in late.reason
    assert late.lower_bound == 26  # what the gourds need alone
    small = plan(task, Options(), memory=1 << 18)
    assert small.path is None
    assert not small.is_impossible
    assert "out of memory" in small.reason
    assert f"fewer than {small.lower_bound} moves" in small.reason
    said: list[str] = []
    began = time.monotonic()
    found = plan(task, Options(deadline=began + 60, say=said.append))
    assert found.is_shortest
    assert 26 < small.lower_bound <= moves_of(task, found.path) == 35
    assert said
    with pytest.raises(LimitError, match="out of memory"):
        count_reachable(task.start, memory=1 << 20)


def test_too_large_boards_are_an_answer_not_an_error():
    board = Board.from_cells(shapes.hexagon(10))
    assert board.size > MAX_CELLS
    found = plan(Task.build(random_configuration(board, 1), random_configuration(board, 2)), Options())
    assert found.path is None
    assert not found.is_impossible
    assert "331" in found.reason


def test_impossible_pairs_are_proved_with_numbers():
    board = Board.from_cells(shapes.star_of_david())
    graph = placement_graph(board)
    one = identity(6)
    other = (one[1], one[0], *one[2:])
    found = plan(Task.build(configuration(graph, 0, one), configuration(graph, 0, other)), Options())
    assert found.is_impossible
    assert "1,216 configurations" in found.reason
    assert sum(count_reachable(configuration(graph, 0, one))) == 1216
    # A path of three cells with a gourd that would have to turn round: it could not even do so alone.
    line = Board.from_cells([(0, 0), (1, 0), (2, 0)])
    start, target = (Configuration.build(line, [7], [pair]) for pair in (((0, 0), (1, 0)), ((1, 0), (0, 0))))
    alone = plan(Task.build(start, target), Options())
    assert alone.is_impossible
    assert "gourd 7" in alone.reason


def test_a_disconnected_board_is_searched_like_any_other():
    cells = [(0, 0), (1, 0), (0, 1), (10, 10), (11, 10)]
    ends = [((0, 0), (1, 0)), ((10, 10), (11, 10))]
    start = Configuration.build(cells, [1, 2], ends)
    for turned, flipped in itertools.product((False, True), repeat=2):
        target = Configuration.build(
            cells, [1, 2], [ends[0][::-1] if turned else ends[0], ends[1][::-1] if flipped else ends[1]]
        )
        found = plan(Task.build(start, target), Options())
        assert found.is_impossible == flipped
        if not flipped:
            assert len(found.path) - 1 == (3 if turned else 0)
