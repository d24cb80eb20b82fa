"""The one function that plans: all algorithms arrive, statuses are honest, wrong plans are caught."""

from __future__ import annotations

import time

import numpy as np
import pytest

from gourds import shapes
from gourds.board import Board
from gourds.configuration import Configuration
from gourds.errors import InputError, InternalError
from gourds.hexgrid import distance
from gourds.moves import legal_walk_steps
from gourds.reconfigure.algorithms import ALGORITHMS
from gourds.reconfigure.paper import quadratic
from gourds.reconfigure.planning import plan_moves
from gourds.reconfigure.scrambles import random_configuration, scramble
from gourds.reconfigure.search import best
from gourds.reconfigure.task import Found, Options, Task
from gourds.replaying import replay
from tests.conftest import lateness
from tests.reconfigure.plain_search import plain_distances, state_of

BOARDS = {
    "triangle of three": shapes.triangle(2),
    "strip": shapes.strip(9),
    "hexagon": shapes.hexagon(1),
    "trapezoid": shapes.trapezoid(5, 2),
}


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("shape", BOARDS)
def test_every_algorithm_arrives(algorithm: str, shape: str) -> None:
    board = Board.from_cells(BOARDS[shape])
    for seed in range(2):
        start, target = random_configuration(board, seed), random_configuration(board, seed + 100)
        made = plan_moves(start, target, algorithm, time_limit=20)
        assert made.status == "found"
        assert made.walk is not None
        assert replay(start, made.walk, target)
        optimum = plain_distances(start)[state_of(target)]
        assert optimum <= made.moves
        assert made.lower_bound <= optimum
        if algorithm in ("best", "shortest"):
            assert made.is_shortest
            assert made.moves == made.lower_bound == optimum


def test_polishing_makes_the_papers_plans_shorter() -> None:
    board = Board.from_cells(shapes.hexagon(2))
    start, target = random_configuration(board, 1), random_configuration(board, 2)
    raw, polished = (plan_moves(start, target, "quadratic", polish=on) for on in (False, True))
    assert raw.moves == polished.stats["polish"]["stretches"]["moves_before"] > 2 * polished.moves


def test_best_is_near_the_optimum_on_19_cells_and_proves_it() -> None:
    board = Board.from_cells(shapes.hexagon(2))
    made = plan_moves(random_configuration(board, 1), random_configuration(board, 2), time_limit=30)
    assert made.is_shortest
    assert made.moves == made.lower_bound <= 45


def test_best_keeps_its_time() -> None:
    board = Board.from_cells(shapes.hexagon(5))
    start, target = random_configuration(board, 1), random_configuration(board, 2)
    best.prepare()
    begun = time.monotonic()
    made = plan_moves(start, target, time_limit=2)
    assert time.monotonic() - begun < 2 + lateness()
    assert made.status == "found"
    assert not made.is_shortest
    assert made.lower_bound <= made.moves < 600


def test_best_falls_back_on_the_guaranteed_algorithm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best, "BEAM_CELLS", 10)
    monkeypatch.setattr(best, "EXACT_CELLS", 3)
    board = Board.from_cells(shapes.random_proper(31, 1))
    made = plan_moves(random_configuration(board, 1), random_configuration(board, 2), time_limit=2)
    assert made.status == "found"
    assert made.stats["by"] == "quadratic"


@pytest.mark.parametrize("algorithm", ["best", "shortest"])
def test_what_cannot_be_reached_is_impossible_not_unknown(algorithm: str) -> None:
    board = Board.from_cells([(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)])
    start = Configuration.build(board, [1, 2], [((0, 0), (1, 0)), ((2, 0), (3, 0))])
    target = Configuration.build(board, [1, 2], [((2, 0), (3, 0)), ((0, 0), (1, 0))])
    made = plan_moves(start, target, algorithm)
    assert made.status == "impossible"
    assert made.walk is None
    assert made.reason


@pytest.mark.parametrize("algorithm", ["cubic", "quadratic"])
def test_the_papers_algorithms_refuse_boards_that_are_not_proper(algorithm: str) -> None:
    ring = Board.from_cells(np.concatenate((shapes.ring(1), [(2, 0)])))
    start = random_configuration(ring, 1)
    with pytest.raises(InputError, match="hole"):
        plan_moves(start, scramble(start, 5), algorithm)


def test_a_limit_that_is_too_short_is_unknown() -> None:
    board = Board.from_cells(shapes.hexagon(3))
    made = plan_moves(random_configuration(board, 1), random_configuration(board, 2), "shortest", time_limit=0.2)
    assert made.status == "unknown"
    assert made.lower_bound > 0
    assert made.reason


@pytest.mark.parametrize("algorithm", ["cubic", "quadratic"])
def test_a_plan_as_long_as_the_bound_is_shortest(algorithm: str) -> None:
    board = Board.from_cells(shapes.hexagon(2))
    start = random_configuration(board, 1)
    for seed in range(3):
        made = plan_moves(start, scramble(start, 2, seed), algorithm)
        assert made.moves is not None
        assert made.is_shortest == (made.moves == made.lower_bound)
        assert made.is_shortest
    assert not plan_moves(start, random_configuration(board, 2), algorithm, polish=False).is_shortest


def test_nothing_to_do_takes_no_move() -> None:
    start = random_configuration(Board.from_cells(shapes.hexagon(3)), 1)
    for algorithm in ALGORITHMS:
        made = plan_moves(start, start, algorithm)
        assert made.status == "found"
        assert made.moves == 0


def test_a_wrong_plan_stops_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(task: Task, options: Options) -> Found:
        return Found(np.array([task.start.empty], dtype=np.int32))

    monkeypatch.setattr(quadratic, "plan", wrong)
    board = Board.from_cells(shapes.hexagon(1))
    with pytest.raises(InternalError, match="plan of quadratic is wrong"):
        plan_moves(random_configuration(board, 1), random_configuration(board, 2), "quadratic")


def test_a_plan_of_illegal_moves_stops_the_program_too(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board.from_cells(shapes.hexagon(2))
    start, target = random_configuration(board, 1), random_configuration(board, 2)
    legal = legal_walk_steps(start)
    near = [cell for cell in range(board.size) if 0 < distance(start.empty_cell, board.cell_list()[cell]) <= 2]
    unlawful = next(cell for cell in near if cell not in legal)
    far = max(range(board.size), key=lambda cell: distance(start.empty_cell, board.cell_list()[cell]))
    for cell, words in ((unlawful, r"walk\[0\]: no move makes"), (far, "is no move's")):
        path = np.array([start.empty, cell], dtype=np.int32)
        monkeypatch.setattr(quadratic, "plan", lambda task, options, path=path: Found(path))
        with pytest.raises(InternalError, match=f"plan of quadratic is wrong: .*{words}"):
            plan_moves(start, target, "quadratic", polish=False)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"start": "start.json"}, "start must be a configuration, not str"),
        ({"target": None}, "target must be a configuration, not NoneType"),
        ({"algorithm": ["best"]}, "no algorithm"),
    ],
)
def test_arguments_of_the_wrong_type_are_named(change: dict, words: str) -> None:
    start = random_configuration(Board.from_cells(shapes.hexagon(1)), 1)
    with pytest.raises(InputError, match=words):
        plan_moves(**({"start": start, "target": start} | change))


def test_what_does_not_go_together_is_refused() -> None:
    board = Board.from_cells(shapes.hexagon(1))
    start = random_configuration(board, 1)
    with pytest.raises(InputError, match="board is not"):
        plan_moves(start, random_configuration(Board.from_cells(shapes.strip(7)), 1))
    renamed = Configuration(board, (1, 2, 9), start.ends)
    with pytest.raises(InputError, match="number 3"):
        plan_moves(start, renamed)
    painted = Configuration(board, start.ids, start.ends, (("a", "b"),) * 3)
    repainted = Configuration(board, start.ids, start.ends, (("a", "b"), ("a", "b"), ("a", "a")))
    with pytest.raises(InputError, match="gourd 3 has other colors"):
        plan_moves(painted, repainted)
    with pytest.raises(InputError, match="no algorithm"):
        plan_moves(start, start, "fastest")
