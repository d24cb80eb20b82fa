from __future__ import annotations

from collections import deque

import numpy as np
import pytest

from gourds import shapes
from gourds.board import Board
from gourds.configuration import Configuration
from gourds.errors import InternalError
from gourds.moves import Walk, labels_of, legal_moves
from gourds.reconfigure.paper.few_cells import shortest_walk
from gourds.reconfigure.scrambles import random_configuration
from gourds.replaying import replay


@pytest.mark.parametrize(("board", "states"), [(shapes.strip(3), 6), (shapes.strip(5), 56), (shapes.hexagon(1), 960)])
def test_walks_are_as_short_as_by_moves_of_the_puzzle(board: np.ndarray, states: int) -> None:
    start = random_configuration(Board.from_cells(board), 3)
    distance = {start.ends.tobytes(): 0}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if len(distance) % 17 == 0 or states < 100:  # a sample of the larger one
            walk = _walk(start, here)
            assert len(walk) == distance[here.ends.tobytes()]
            assert replay(start, walk, here)
        for move in legal_moves(here):
            ends = here.ends.copy()
            ends[here.ids.index(move.gourd)] = here.board.indices(np.array(move.to))
            if ends.tobytes() not in distance:
                distance[ends.tobytes()] = distance[here.ends.tobytes()] + 1
                queue.append(Configuration.from_indices(here.board, here.ids, ends))
    assert len(distance) == states


def _walk(start: Configuration, target: Configuration) -> Walk:
    ends, goal = labels_of(start)[0].tolist(), labels_of(target)[0].tolist()
    path = [start.empty, *shortest_walk(start.board.neighbors, range(start.board.size), ends, goal)]
    return Walk.from_cells(start.board.cells[path])


def test_only_the_given_cells_are_used() -> None:
    board = Board.from_cells(shapes.hexagon(2))
    cells = board.indices(shapes.hexagon(1) + np.array([0, 0])).tolist()
    assert min(cells) >= 0
    ends, goal = [-1, 10, 11, 4, 5, 7, 6], [-1, 10, 11, 5, 4, 7, 6]
    near = [cell for cell in cells if cell in board.neighbors[cells[0]]]
    assert near
    with pytest.raises(InternalError):
        shortest_walk(board.neighbors, cells[:3], ends[:3], [-1, 12, 13])
    assert set(shortest_walk(board.neighbors, cells, ends, goal)) <= set(cells)
