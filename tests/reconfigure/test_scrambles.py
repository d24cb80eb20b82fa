"""Random configurations."""

from __future__ import annotations

import pytest

from gourds import shapes
from gourds.board import Board
from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.moves import legal_walk_steps
from gourds.reconfigure.scrambles import random_configuration, scramble


def test_a_seed_gives_the_same_configuration_everywhere() -> None:
    made = random_configuration(Board.from_cells(shapes.hexagon(1)), 3)
    assert made.end_cells() == [((0, -1), (1, -1)), ((0, 1), (-1, 1)), ((-1, 0), (0, 0))]
    assert made != random_configuration(made.board, 4)


def test_every_configuration_of_a_small_board_comes_up() -> None:
    board = Board.from_cells(shapes.strip(5))
    seen = {random_configuration(board, seed).ends.tobytes() for seed in range(500)}
    assert len(seen) == 56


def test_scrambles_are_sound_and_move() -> None:
    start = random_configuration(Board.from_cells(shapes.random_proper(31, 2)), 1)
    made = scramble(start, 25, 1)
    Configuration.build(made.board, made.ids, made.end_cells())  # raises if anything is wrong
    assert made != start
    assert scramble(start, 0) == start
    assert scramble(start, 1).empty in legal_walk_steps(start)


def test_boards_without_placement_are_refused() -> None:
    with pytest.raises(InputError, match="all cells"):
        random_configuration(Board.from_cells([(0, 0), (1, 0), (-1, 1), (0, -1), (5, 5)]))


def test_a_single_cell_has_one_configuration() -> None:
    made = random_configuration(Board.from_cells([(4, 2)]), 1)
    assert made.ids == ()
    assert scramble(made, 10) == made
