"""Placements of triples: three ways to find them all, compared on all small boards."""

from __future__ import annotations

import random
import time

import networkx as nx
import pytest
from hypothesis import given

from gourds import polyhexes, shapes
from gourds.board import Board
from gourds.errors import LimitError
from gourds.triples import frontier
from gourds.triples.frontier import count_placements
from gourds.triples.instance import TripleInstance
from gourds.triples.placements import TriplePlacement, all_placements, each_placement, placement_faults, sweep_order
from gourds.triples.satisfying import satisfying_placements
from gourds.triples.shades import empty_shade, shade
from tests.strategies import boards as any_boards
from tests.triples.small_boards import PISTOL, RHOMBUS, boards, strip


def by_sat(board):
    return sorted(satisfying_placements(TripleInstance(board)), key=lambda one: (one.empty, one.slots))


def count_by_hinges(board):
    """A perfect matching of the cells that are never empty gives the hinges; each takes one of its sides."""
    movable = empty_shade(board)
    if movable is None:
        return 0
    cells = set(board.cell_list())
    fixed = sorted(cell for cell in cells if shade(cell) != movable)
    near = {(q, r): [(q + x, r + y) for x, y in ((1, 0), (0, 1), (1, -1), (-1, 0), (0, -1), (-1, 1))] for q, r in cells}

    def matchings(free):
        if not free:
            yield []
        for other in near[free[0]] if free else ():
            if other in free:
                for rest in matchings([cell for cell in free[1:] if cell != other]):
                    yield [(free[0], other), *rest]

    total = 0
    for hinges in matchings(fixed):
        graph = nx.MultiGraph()
        graph.add_nodes_from(cells - set(fixed))
        sides = [[cell for cell in near[a] if cell in near[b] and cell in graph] for a, b in hinges]
        if all(sides):
            graph.add_edges_from((side[0], side[-1]) for side in sides)
            ways = 1
            for part in nx.connected_components(graph):
                sub = graph.subgraph(part)
                extra = sub.number_of_edges() - len(part)
                loops = nx.number_of_selfloops(sub)
                ways *= len(part) if extra == -1 else 0 if extra > 0 else 1 if loops else 2
            total += ways
    return total


@pytest.mark.parametrize("size", [1, 4, 7])
def test_four_ways_agree_on_all_boards(size):
    for board in polyhexes.free_boards(size):
        found = all_placements(board)
        assert by_sat(board) == found
        assert count_placements(board) == len(found) == count_by_hinges(board)


def test_four_ways_agree_on_boards_of_ten_cells():
    for board in boards(10):
        found = all_placements(board)
        assert count_placements(board) == len(found) == count_by_hinges(board) > 0
    for board in random.Random(1).sample(boards(10), 120):
        assert by_sat(board) == all_placements(board)


@pytest.mark.parametrize(
    ("cells", "count"),
    [(shapes.hexagon(2), 2), (shapes.hexagon(3), 20), (shapes.triangle(7), 2), (shapes.triangle(10), 14)],
)
def test_four_ways_agree_on_large_boards(cells, count):
    board = Board.from_cells(cells)
    found = all_placements(board)
    assert len(found) == len(set(found)) == count_placements(board) == count_by_hinges(board) == count
    assert by_sat(board) == found


def test_by_hand():
    assert [one.empty_cell for one in all_placements(RHOMBUS)] == [(0, 0), (1, 1)]
    assert [one.cells() for one in all_placements(PISTOL)] == [[((0, 0), (1, 0), (0, 1))]]
    # In two rows the triples before the empty cell lie one way, those after it the other way: n + 1 placements.
    for triples in range(12):
        assert count_placements(strip(triples)) == len(all_placements(strip(triples))) == triples + 1
    assert all_placements(Board.from_cells(shapes.triangle(3))) == []  # six cells


@given(any_boards(max_size=25))
def test_every_placement_passes_the_check(board):
    for one in all_placements(board):
        assert placement_faults(board, one.empty_cell, one.cells()) == []
        assert one == TriplePlacement(board, one.empty, tuple(sorted(one.slots)))


def test_the_check_finds_what_is_wrong():
    cells = [((0, 0), (1, 0), (0, 1))]
    assert placement_faults(PISTOL, (2, 0), cells) == []
    assert placement_faults(PISTOL, (0, 0), cells)[0] == "triple 0: cell (0, 0) is taken already: empty"
    assert placement_faults(PISTOL, (2, 0), []) == [f"cell {cell} is not covered" for cell in sorted(cells[0])]
    assert "not mutually adjacent" in placement_faults(PISTOL, (0, 1), [((0, 0), (1, 0), (2, 0))])[0]
    assert placement_faults(PISTOL, (3, 3), cells) == ["cell (3, 3) is not on the board", "cell (2, 0) is not covered"]
    assert len(placement_faults(PISTOL, (2, 0), cells * 2)) == 3


def test_strips_are_quick_whichever_way_they_lie():
    begun = time.thread_time()
    for turn in (lambda q, r: (q, r), lambda q, r: (r, q), lambda q, r: (q, -q - r)):
        board = Board.from_cells([turn(q, r) for q, r in strip(60).cell_list()])
        assert len(list(each_placement(board))) == count_placements(board) == 61
        place = sweep_order(board)
        assert sorted(place.tolist()) == list(range(board.size))
        assert max(abs(place[a] - place[b]) for a, b in board.edges.tolist()) <= 3
    assert time.thread_time() - begun < 10  # a search that returns to its dead ends never ends


def test_limits(monkeypatch):
    with pytest.raises(LimitError, match="more than 3 placements"):
        all_placements(Board.from_cells(shapes.triangle(4)), 3)
    assert len(all_placements(Board.from_cells(shapes.triangle(4)), 4)) == 4
    monkeypatch.setattr(frontier, "MOST_STATES", 3)
    with pytest.raises(LimitError, match="too wide"):
        count_placements(Board.from_cells(shapes.hexagon(2)))
