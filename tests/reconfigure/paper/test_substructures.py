from __future__ import annotations

import numpy as np
import pytest

from gourds import shapes
from gourds.board import Board
from gourds.hexgrid import IndexArray
from gourds.moves import Walk, labels_of
from gourds.reconfigure.paper.rotation import Walker
from gourds.reconfigure.paper.substructures import Fork, Substructure, Tail, find_substructure
from gourds.reconfigure.paper.triangles import find_forks, find_tails, triangle_tree
from gourds.replaying import replay
from tests.reconfigure.cycle_makers import random_cycle
from tests.reconfigure.plan_checks import aligned_configuration


def _substructures(board: Board, cycle: IndexArray) -> list[Substructure]:
    tree = triangle_tree(board.neighbors, cycle)
    tails = [Tail.build(board.neighbors, tree, row) for row in find_tails(tree)]
    return [*tails, *(Fork.build(board.neighbors, tree, row) for row in find_forks(tree))]


def _order(substructure: Substructure, walker: Walker) -> list[int]:
    ends = substructure.track.order(walker.label).tolist()
    first = ends.index(int(walker.label[substructure.place[0]]))
    return ends[first:] + ends[:first]


def test_substructures_change_the_order_as_they_say() -> None:
    seen = set()
    for seed in range(8):
        board = Board.from_cells(shapes.random_proper(25 + 2 * seed, seed))
        cycle = random_cycle(board, seed)
        start = aligned_configuration(board, cycle, seed)
        for substructure in _substructures(board, cycle):
            seen.add(substructure.name)
            walker = Walker(labels_of(start)[0])
            walker.go_to(substructure.track, substructure.empty)
            order = _order(substructure, walker)
            for count in (1, -1, 3, -2):
                substructure.turn(walker, count)
                order = order[count:] + order[:count]
                assert _order(substructure, walker) == order
                substructure.pass_by(walker, count)
                order = [order[0], *order[1:][count:], *order[1:][:count]]
                assert _order(substructure, walker) == order
                substructure.reverse(walker)
                order[0] ^= 1
                assert _order(substructure, walker) == order
                assert walker.empty == substructure.empty
            label = walker.label.copy()
            done = replay(start, Walk.from_cells(board.cells[walker.take_path()]))
            assert done
            assert np.array_equal(labels_of(done.final)[0], label)
    assert seen == {"tail", "fork"}


@pytest.mark.parametrize("seed", range(6))
def test_a_tail_is_found_or_else_a_fork(seed: int) -> None:
    board = Board.from_cells(shapes.random_proper(15, seed))
    tree = triangle_tree(board.neighbors, random_cycle(board, seed))
    assert find_substructure(board.neighbors, tree).name == ("tail" if len(find_tails(tree)) else "fork")


def test_a_reversal_at_a_tail_is_three_pivots_and_an_exchange_at_a_fork_is_short() -> None:
    board = Board.from_cells(shapes.hexagon(3))
    for seed in range(4):
        for substructure in _substructures(board, random_cycle(board, seed)):
            if isinstance(substructure, Fork):
                assert len(substructure.exchange) <= 12
                assert len(substructure.reversal) <= 12
            else:
                cells = [substructure.empty, *substructure.place]
                assert all(b in board.neighbors[a] for a in cells for b in cells if a != b)
