"""Distances of a single gourd, against a plain search of the definition."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings

from gourds import shapes
from gourds.board import Board
from gourds.reconfigure.search.polish import pose_steps
from gourds.reconfigure.search.poses import FAR, Grid
from tests.reconfigure.plain_search import plain_moves
from tests.strategies import boards


def plain_pose_distances(board: Board, goal: tuple[int, int]) -> dict[tuple[int, int], int]:
    """Alone on the board: the empty cell is put wherever it is wanted before every move."""
    near = [{cell for cell in row if cell >= 0} for row in board.neighbors.tolist()]
    distance, order = {goal: 0}, [goal]
    for here in order:
        for empty in set(range(board.size)) - set(here):
            # A board on which only this cell is empty: all other cells belong to nobody.
            others = [(c, c) for c in range(board.size) if c not in (*here, empty)]
            for state in plain_moves(near, (here, *others)):
                there = state[0]
                if there not in distance and there[0] != there[1] and state[1:] == tuple(others):
                    distance[there] = distance[here] + 1
                    order.append(there)
    return distance


@settings(max_examples=40)
@given(boards(14))
def test_distances_are_those_of_a_gourd_alone(board: Board) -> None:
    if not len(board.edges):
        return
    grid = Grid(board)
    goal = tuple(board.edges[len(board.edges) // 2].tolist())
    plain = plain_pose_distances(board, goal)
    table = grid.distances(np.array(goal))[0]
    for a, b in [*board.edges.tolist(), *board.edges[:, ::-1].tolist()]:
        assert table[a, grid.direction[a, b]] == plain.get((a, b), FAR)


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
