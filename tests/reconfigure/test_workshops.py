from __future__ import annotations

import numpy as np
import pytest

from gourds import shapes
from gourds.board import Board
from gourds.hexgrid import IndexArray
from gourds.moves import Walk, labels_of
from gourds.reconfigure.paper.rotation import Walker
from gourds.reconfigure.paper.substructures import Fork, Tail, Workshop, find_workshop
from gourds.reconfigure.paper.triangles import find_forks, find_tails, triangle_tree
from gourds.replaying import replay
from tests.reconfigure.cycle_makers import random_cycle
from tests.reconfigure.plan_checks import aligned_configuration


def _workshops(board: Board, cycle: IndexArray) -> list[Workshop]:
    tree = triangle_tree(board.neighbors, cycle)
    tails = [Tail.build(board.neighbors, tree, row) for row in find_tails(tree)]
    return [*tails, *(Fork.build(board.neighbors, tree, row) for row in find_forks(tree))]


def _order(workshop: Workshop, walker: Walker) -> list[int]:
    ends = workshop.track.order(walker.label).tolist()
    first = ends.index(int(walker.label[workshop.place[0]]))
    return ends[first:] + ends[:first]


def test_workshops_change_the_order_as_they_say() -> None:
    seen = set()
    for seed in range(8):
        board = Board.from_cells(shapes.random_proper(25 + 2 * seed, seed))
        cycle = random_cycle(board, seed)
        start = aligned_configuration(board, cycle, seed)
        for workshop in _workshops(board, cycle):
            seen.add(workshop.name)
            walker = Walker(labels_of(start)[0])
            walker.go_to(workshop.track, workshop.empty)
            order = _order(workshop, walker)
            for count in (1, -1, 3, -2):
                workshop.turn(walker, count)
                order = order[count:] + order[:count]
                assert _order(workshop, walker) == order
                workshop.pass_by(walker, count)
                order = [order[0], *order[1:][count:], *order[1:][:count]]
                assert _order(workshop, walker) == order
                workshop.reverse(walker)
                order[0] ^= 1
                assert _order(workshop, walker) == order
                assert walker.empty == workshop.empty
            label = walker.label.copy()
            done = replay(start, Walk.from_cells(board.cells[walker.take_path()]))
            assert done
            assert np.array_equal(labels_of(done.final)[0], label)
    assert seen == {"tail", "fork"}


@pytest.mark.parametrize("seed", range(6))
def test_a_workshop_is_found_at_a_tail_or_else_at_a_fork(seed: int) -> None:
    board = Board.from_cells(shapes.random_proper(15, seed))
    tree = triangle_tree(board.neighbors, random_cycle(board, seed))
    assert find_workshop(board.neighbors, tree).name == ("tail" if len(find_tails(tree)) else "fork")


def test_a_reversal_at_a_tail_is_three_pivots_and_an_exchange_at_a_fork_is_short() -> None:
    board = Board.from_cells(shapes.hexagon(3))
    for seed in range(4):
        for workshop in _workshops(board, random_cycle(board, seed)):
            if isinstance(workshop, Fork):
                assert len(workshop.exchange) <= 12
                assert len(workshop.reversal) <= 12
            else:
                cells = [workshop.empty, *workshop.place]
                assert all(b in board.neighbors[a] for a in cells for b in cells if a != b)
