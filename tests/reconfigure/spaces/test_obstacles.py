"""Proofs that a target cannot be reached: always right, compared with plain search, and there whenever they should be."""

from __future__ import annotations

import random
import time

import numpy as np
import pytest

from gourds import polyhexes, shapes
from gourds.board import Board
from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.reconfigure.planning import plan_moves
from gourds.reconfigure.scrambles import random_configuration, scramble
from gourds.reconfigure.spaces import obstacles
from gourds.reconfigure.spaces.holes import STUCK_RING, TWO_RINGS
from gourds.reconfigure.spaces.obstacles import find_obstacle
from gourds.reconfigure.spaces.placement_graph import placement_graph
from gourds.reconfigure.spaces.regions import FROZEN, POST, Regions
from gourds.reconfigure.task import Found, Options, Task
from tests.reconfigure.plain_search import plain_distances, state_of

STAR = Board.from_cells(shapes.star_of_david())


def relabeled(configuration: Configuration, rng: random.Random, changes: int) -> Configuration:
    """The same placement with some gourds exchanged and some turned."""
    ends = configuration.ends.copy()
    for _ in range(changes if len(ends) else 0):
        i, j = rng.randrange(len(ends)), rng.randrange(len(ends))
        ends[[i, j]] = ends[[j, i]]
        if rng.random() < 0.5:
            ends[i] = ends[i, ::-1].copy()
    return Configuration.from_indices(configuration.board, configuration.ids, ends)


def targets_for(start: Configuration, seed: int, count: int) -> list[Configuration]:
    """Some that are far, some that are near in all but a few labels, and some that can be reached."""
    rng = random.Random(seed)
    found = [random_configuration(start.board, seed + 1)]
    found += [relabeled(scramble(start, 60 + k, seed + k), rng, k % 4) for k in range(count - 1)]
    return found


def obstacle(start: Configuration, target: Configuration) -> Found | None:
    return find_obstacle(Task.build(start, target), Options())


def exchanged(start: Configuration, first: int, second: int) -> Configuration:
    """Two gourds in each other's places."""
    ends = start.ends.copy()
    ends[[first, second]] = ends[[second, first]]
    return Configuration.from_indices(start.board, start.ids, ends)


def compare(board: Board, seed: int, count: int) -> int:
    """Compare with plain search; how many of the targets cannot be reached."""
    start = random_configuration(board, seed)
    reached = plain_distances(start)
    impossible = 0
    for target in targets_for(start, seed, count):
        found = obstacle(start, target)
        assert (found is None) == (state_of(target) in reached), (start, target)
        assert found is None or (found.is_impossible and found.reason)
        impossible += found is not None
    return impossible


@pytest.mark.parametrize("size", [3, 5, 7])
def test_on_all_small_boards_there_is_an_obstacle_iff_the_target_cannot_be_reached(size: int) -> None:
    impossible = 0
    for k, board in enumerate(polyhexes.free_boards(size)):
        try:
            impossible += compare(board, k, 8)
        except InputError as error:
            assert "cannot cover" in str(error)
    assert impossible > size


def test_on_boards_of_nine_cells_too() -> None:
    holes = list(polyhexes.two_connected_boards_with_holes(9))
    others = [Board.from_cells(shapes.random_connected(9, seed)) for seed in range(60)]
    impossible = 0
    for k, board in enumerate([*holes, *others]):
        try:
            impossible += compare(board, k, 12)
        except InputError as error:
            assert "cannot cover" in str(error)
    assert impossible > 100


def test_on_the_star_of_david() -> None:
    for seed in range(20):
        compare(STAR, seed, 12)


PAIRS_OF_15 = [
    (
        "(0, -2) (0, -3)  (2, -1) (2, 0)  (1, -2) (1, -1)  (0, 0) (0, -1)  (-1, 3) (-1, 2)  (0, 3) (1, 2)  (1, 0) (0, 1)",
        "(-1, 3) (-1, 2)  (2, -1) (1, 0)  (1, -2) (0, -1)  (1, 1) (2, 0)  (1, 2) (0, 3)  (0, 0) (0, 1)  (0, -3) (0, -2)",
        (1, 1),
    ),
    (
        "(0, 1) (-1, 1)  (0, 2) (1, 1)  (4, -1) (3, -1)  (-1, 0) (0, 0)  (3, -3) (2, -2)  (1, -2) (2, -3)  (1, -1) (1, 0)",
        "(0, 0) (1, 0)  (1, -1) (2, -1)  (2, -2) (3, -3)  (3, -1) (4, -1)  (1, -2) (2, -3)  (0, 1) (0, 2)  (-1, 0) (-1, 1)",
        (2, -1),
    ),
]
"""Two pairs of 15 cells whose reachable configurations are too many to list: the start, the target, the empty cell."""


def read(text: str, cells: list) -> Configuration:
    numbers = [int(word) for word in text.replace("(", "").replace(")", "").replace(",", "").split()]
    ends = np.array(numbers).reshape(-1, 2, 2)
    return Configuration.build(cells, range(1, len(ends) + 1), [((a, b), (c, d)) for (a, b), (c, d) in ends.tolist()])


@pytest.mark.parametrize("algorithm", ["best", "shortest"])
@pytest.mark.parametrize("pair", range(len(PAIRS_OF_15)))
def test_targets_beyond_exhaustive_search_are_impossible_not_unknown(algorithm: str, pair: int) -> None:
    first, second, empty = PAIRS_OF_15[pair]
    numbers = [int(word) for word in first.replace("(", "").replace(")", "").replace(",", "").split()]
    cells = [(q, r) for q, r in zip(numbers[::2], numbers[1::2], strict=True)] + [empty]
    made = plan_moves(read(first, cells), read(second, cells), algorithm, time_limit=5)
    assert made.status == "impossible"
    assert made.reason


# -- what the answer says -------------------------------------------------------------------------------------


def test_a_frozen_gourd_is_named() -> None:
    # Two ends of a bend can be empty; a pair hangs on the cell between them, which cannot.
    board = Board.from_cells([(0, 0), (1, 0), (2, -1), (1, 1), (1, 2)])
    start = Configuration.build(board, [1, 2], [((0, 0), (1, 0)), ((1, 1), (1, 2))])
    assert Regions.of(start).part.tolist().count(FROZEN) == 2
    target = Configuration.build(board, [1, 2], [((1, 0), (2, -1)), ((1, 2), (1, 1))])
    found = obstacle(start, target)
    assert found is not None
    assert found.reason == "gourd 2 can never move, and the target has it elsewhere or the other way round"


def test_a_gourd_on_a_post_is_named() -> None:
    start = random_configuration(STAR, 1)
    assert (Regions.of(start).part == POST).sum() == 6
    found = obstacle(start, exchanged(start, 0, 1))
    assert found is not None
    assert "gourd 1 always covers cell" in str(found.reason)


def test_on_the_star_of_david_gourds_are_turned_by_twos() -> None:
    start = random_configuration(STAR, 1)
    ends = start.ends.copy()
    ends[0] = ends[0, ::-1].copy()
    one = Configuration.from_indices(STAR, start.ids, ends)
    found = obstacle(start, one)
    assert found is not None
    assert "an even number must be reversed in these places; in the target it is odd" in str(found.reason)
    ends[1] = ends[1, ::-1].copy()
    two = Configuration.from_indices(STAR, start.ids, ends)
    assert obstacle(start, two) is None
    assert plan_moves(start, two, "shortest").status == "found"


def test_a_gourd_cannot_leave_its_room() -> None:
    # Two trapezoids of five cells that share one of them.
    cells = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]
    board = Board.from_cells([*cells, *((-q, -r) for q, r in cells[1:])])
    assert board.cut_cells
    start = random_configuration(board, 1)
    rooms = Regions.of(start).rooms
    assert [len(room) for room in rooms] == [5, 5]
    left = [k for k, pair in enumerate(start.ends.tolist()) if set(pair) <= set(rooms[0])]
    right = [k for k, pair in enumerate(start.ends.tolist()) if set(pair) <= set(rooms[1])]
    found = obstacle(start, exchanged(start, left[0], right[0]))
    assert found is not None
    assert "cannot leave the 5 cells" in str(found.reason)
    assert obstacle(start, exchanged(start, left[0], left[1])) is None


def test_a_room_with_a_hole_says_what_its_group_is() -> None:
    start = random_configuration(STUCK_RING, 1)
    reached = plain_distances(start)
    rng = random.Random(1)
    target = next(t for t in (relabeled(start, rng, 2) for _ in range(50)) if state_of(t) not in reached)
    found = obstacle(start, target)
    assert found is not None
    placements = len(placement_graph(STUCK_RING).placements)
    order = len(reached) // placements
    assert f"can be numbered in {order} of 48 ways, by moves through all {placements} placements" in str(found.reason)


def test_a_reconfigurable_board_with_holes_has_no_obstacle() -> None:
    start = random_configuration(TWO_RINGS, 1)
    for target in targets_for(start, 1, 6):
        assert obstacle(start, target) is None


# -- limits ---------------------------------------------------------------------------------------------------


def test_a_room_is_given_up_when_time_or_placements_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    start = random_configuration(STUCK_RING, 1)
    reached = plain_distances(start)
    rng = random.Random(1)
    target = next(t for t in (relabeled(start, rng, 2) for _ in range(50)) if state_of(t) not in reached)
    task = Task.build(start, target)
    assert find_obstacle(task, Options(deadline=time.monotonic())) is None
    assert find_obstacle(task, Options(deadline=time.monotonic() + 1000)) is not None
    monkeypatch.setattr(obstacles, "MOST_PLACEMENTS", 2)
    assert find_obstacle(task, Options()) is None
    monkeypatch.undo()
    monkeypatch.setattr(obstacles, "MOST_CELLS", 5)
    assert find_obstacle(task, Options()) is None


def test_large_boards_are_told_by_their_regions_alone() -> None:
    board = Board.from_cells(shapes.random_connected(5001, 3))
    start = random_configuration(board, 1)
    made = plan_moves(start, random_configuration(board, 2), time_limit=60)
    assert made.status == "impossible"
    assert obstacle(start, scramble(start, 3000)) is None


def test_boards_in_pieces_are_told_too() -> None:
    board = Board.from_cells([(0, 0), (1, 0), (0, 1), (9, 0), (10, 0)])
    start = Configuration.build(board, [1, 2], [((0, 0), (1, 0)), ((9, 0), (10, 0))])
    for ends, is_reachable in ((((9, 0), (10, 0)), True), (((10, 0), (9, 0)), False)):
        target = Configuration.build(board, [1, 2], [((1, 0), (0, 1)), ends])
        assert (obstacle(start, target) is None) == is_reachable


def test_nothing_is_said_of_proper_boards_and_of_targets_that_are_the_start() -> None:
    hexagon = Board.from_cells(shapes.hexagon(1))
    assert obstacle(random_configuration(hexagon, 1), random_configuration(hexagon, 2)) is None
    assert obstacle(random_configuration(STAR, 1), random_configuration(STAR, 1)) is None
