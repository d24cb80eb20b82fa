"""Distances of a single gourd, against a plain search of the definition."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given, settings

from gourds import shapes
from gourds.board import Board
from gourds.reconfigure.search.polish import pose_steps
from gourds.reconfigure.search.poses import FAR, Grid
from tests.reconfigure.plain_search import plain_moves
from tests.strategies import boards


def plain_poses(board: Board, goal: tuple[int, int]) -> dict[tuple[int, int], tuple[int, int]]:
    """Distance and number of shortest ways, alone on the board: the empty cell is put wherever it is wanted."""
    near = [{cell for cell in row if cell >= 0} for row in board.neighbors.tolist()]
    found, order = {goal: (0, 1)}, [goal]
    for here in order:
        for empty in set(range(board.size)) - set(here):
            # A board on which only this cell is empty: all other cells belong to nobody.
            others = [(c, c) for c in range(board.size) if c not in (*here, empty)]
            for state in plain_moves(near, (here, *others)):
                there, (steps, ways) = state[0], found[here]
                if there[0] == there[1] or state[1:] != tuple(others):
                    continue
                if there not in found:
                    order.append(there)
                if found.get(there, (steps + 1,))[0] == steps + 1:
                    found[there] = steps + 1, found.get(there, (0, 0))[1] + ways
    return found


@settings(max_examples=40)
@given(boards(14))
def test_distances_are_those_of_a_gourd_alone(board: Board) -> None:
    if not len(board.edges):
        return
    grid = Grid(board)
    goal = tuple(board.edges[len(board.edges) // 2].tolist())
    plain = plain_poses(board, goal)
    table = grid.distances(np.array(goal))[0]
    same, (choices,) = grid.choices(np.array(goal))
    assert (same[0] == table).all()
    for a, b in [*board.edges.tolist(), *board.edges[:, ::-1].tolist()]:
        steps, ways = plain.get((a, b), (FAR, 1))
        assert table[a, grid.direction[a, b]] == steps
        assert choices[a, grid.direction[a, b]] == min(255, round(100 * math.log(ways) / max(1, steps)))


def test_distances_between_poses_are_those_from_each_of_them() -> None:
    grid = Grid(Board.from_cells(shapes.random_proper(23, 4)))
    steps = pose_steps(grid)
    for a, b in [*grid.board.edges.tolist(), *grid.board.edges[:, ::-1].tolist()]:
        far = np.minimum(grid.distances([a, b])[0].reshape(-1), 255)
        assert (steps[a * 6 + int(grid.direction[a, b])] == far).all()


def test_distances_between_poses_are_symmetric() -> None:
    grid = Grid(Board.from_cells(shapes.random_proper(23, 4)))
    steps = pose_steps(grid)
    assert (steps == steps.T).all()
    poses = [a * 6 + int(grid.direction[a, b]) for a, b in grid.board.edges.tolist()]
    assert (steps[poses, poses] == 0).all()
    reverse = [b * 6 + int(grid.direction[b, a]) for a, b in grid.board.edges.tolist()]
    assert (steps[poses, reverse] == 3).all()  # around a triangle: every edge of a proper board is on one
