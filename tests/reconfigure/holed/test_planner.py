from __future__ import annotations

import random

import pytest

from gourds.board import Board
from gourds.moves import Walk
from gourds.polyhexes import proper_boards, two_connected_boards_with_holes
from gourds.reconfigure.holed.planner import find_chain, plan
from gourds.reconfigure.holed.transit import Mover
from gourds.reconfigure.planning import plan_moves
from gourds.reconfigure.scrambles import random_configuration
from gourds.reconfigure.spaces.conditions import judge
from gourds.reconfigure.spaces.holes import STUCK_RING, TWO_RINGS
from gourds.reconfigure.spaces.placement_graph import configuration, placement_graph
from gourds.reconfigure.spaces.signed_permutations import identity
from gourds.reconfigure.task import Options, Task
from gourds.replaying import replay
from gourds.shapes import hexagon


def holed_hexagon(radius: int, missing: int, seed: int) -> Board:
    """A 2-connected hexagon without some cells, of an odd size."""
    rng = random.Random(seed)
    cells = {tuple(cell) for cell in hexagon(radius)}
    while missing > 0 or len(cells) % 2 == 0:
        cell = sorted(cells)[int(rng.random() * len(cells))]
        if Board.from_cells(list(cells - {cell})).is_two_connected:
            cells.remove(cell)
            missing -= 1
    return Board.from_cells(list(cells))


def check(board: Board, seed: int) -> int:
    task = Task.build(random_configuration(board, seed), random_configuration(board, seed + 1))
    found = plan(task, Options())
    assert found.path is not None, found.reason
    assert replay(task.start, Walk.from_path(board, found.path), task.target)
    return len(found.path) - 1


@pytest.mark.parametrize("size", [7, 9, 11])
def test_it_arrives_on_all_small_boards_that_are_reconfigurable(size):
    for k, board in enumerate(two_connected_boards_with_holes(size)):
        if judge(board).is_reconfigurable:
            if size < 11 or k % 6 == 0:
                check(board, k)
        else:
            assert find_chain(board) is None


def test_it_arrives_on_proper_boards_too():
    for size in (3, 5, 7, 9):
        for board in proper_boards(size):
            check(board, size)


@pytest.mark.parametrize(("radius", "missing"), [(3, 5), (4, 15), (5, 25)])
def test_it_arrives_on_large_boards_with_holes(radius, missing):
    board = holed_hexagon(radius, missing, radius)
    assert board.holes
    assert judge(board).rule == "station"
    assert check(board, 1) < 2 * board.size**2


def test_the_placements_of_a_board_reach_each_other():
    graph = placement_graph(TWO_RINGS)
    labels = identity(graph.gourds)
    pairs = []
    for placement in graph.placements:
        pairs.append([-1] * TWO_RINGS.size)
        for a, b in placement:
            pairs[-1][a], pairs[-1][b] = b, a
    for k in range(0, len(pairs), 5):
        for goal in pairs:
            start = configuration(graph, k, labels)
            label = [-1] * TWO_RINGS.size
            for end, cell in enumerate(start.ends.reshape(-1).tolist()):
                label[cell] = end
            mover = Mover(TWO_RINGS, label)
            mover.follow(goal)
            assert [mover.mate(cell) for cell in range(TWO_RINGS.size)] == goal
            assert replay(start, Walk.from_path(TWO_RINGS, mover.path))


def test_best_falls_back_to_it():
    board = holed_hexagon(5, 24, 2)
    start, target = random_configuration(board, 1), random_configuration(board, 2)
    found = plan_moves(start, target, "best", time_limit=0.1)
    assert found.status == "found"
    assert plan_moves(start, target, "ears", time_limit=5, polish=False).moves >= found.moves


def test_what_it_does_not_plan():
    start, target = random_configuration(STUCK_RING, 1), random_configuration(STUCK_RING, 5)
    found = plan(Task.build(start, target), Options())
    assert (found.path, found.is_impossible) == (None, False)
    board = holed_hexagon(5, 24, 2)
    late = plan(Task.build(random_configuration(board, 1), random_configuration(board, 2)), Options(deadline=0.0))
    assert late.path is None
    assert "time limit" in late.reason


def thinned_hexagon(radius: int, seed: int) -> Board:
    """A hexagon from which no cell more can be taken away."""
    rng = random.Random(seed)
    cells = {tuple(cell) for cell in hexagon(radius)}
    for cell in sorted(cells, key=lambda cell: (rng.random(), cell)):
        if Board.from_cells(list(cells - {cell})).is_two_connected:
            cells.remove(cell)
    return Board.from_cells(list(cells))


def test_it_sorts_many_gourds_three_by_three():
    count = 0
    for seed in range(40):
        board = thinned_hexagon(4, seed)
        judgement = judge(board)
        if judgement.is_reconfigurable and judgement.rule == "odd walk":
            chain = find_chain(board)
            assert chain is not None
            assert check(board, seed) > 0
            count += chain.three_cycles is not None
            if count == 2:
                return
    raise AssertionError("no board with a large core was tried")
