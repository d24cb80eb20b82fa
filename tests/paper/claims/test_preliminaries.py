"""Claims of the introduction and of Section 2: they hold, and they fail if what they rest on is broken."""

from __future__ import annotations

import pytest

from gourds.board import Board
from gourds.paper.claim import Effort, Outcome
from gourds.paper.claims import connectivity, hamiltonicity, sharp_turns, square_grids, star_of_david
from gourds.reconfigure.spaces import placement_graph
from gourds.reconfigure.spaces.holes import find_hamiltonian_cycle
from gourds.shapes import hexagon
from tests.paper.small_effort import Looks

TOPICS = (square_grids, sharp_turns, connectivity, hamiltonicity, star_of_david)
CLAIMS = {claim.name: claim for topic in TOPICS for claim in topic.CLAIMS}


LOOKS = {"pivot-power": 6}
"""Cases to look at; 60 of the other claims."""


@pytest.mark.parametrize("name", CLAIMS)
def test_it_holds(name):
    finding = CLAIMS[name].check(Looks(looks=LOOKS.get(name, 60)))
    assert finding.outcome is Outcome.HOLDS, finding
    assert finding.reach
    assert len({len(row) for row in finding.rows}) == 1
    assert all(picture.svg.startswith("<svg") for picture in finding.pictures)


def broken(name: str) -> None:
    finding = CLAIMS[name].check(Looks(looks=LOOKS.get(name, 60)))
    assert finding.outcome is Outcome.FAILS, finding
    assert finding.remark


def test_squares_with_a_diagonal(monkeypatch):
    graph = square_grids.square_graph

    def with_diagonal(cells):
        near = graph(cells)
        at = {cell: k for k, cell in enumerate(cells)}
        if (0, 0) in at and (1, 1) in at:
            near[at[0, 0]].add(at[1, 1])
            near[at[1, 1]].add(at[0, 0])
        return near

    monkeypatch.setattr(square_grids, "square_graph", with_diagonal)
    broken("square-board")
    broken("square-grids")


def test_a_board_that_lies_has_no_black_cell_there(monkeypatch):
    monkeypatch.setattr(square_grids, "COLUMNS", 5)
    monkeypatch.setattr(square_grids, "ROWS", 3)
    broken("square-board")


def test_pivots_that_are_sharp_turns(monkeypatch):
    monkeypatch.setattr(sharp_turns, "pivots", sharp_turns.sharp_turns)
    broken("pivots")
    broken("pivot-power")


def test_ends_that_swing_around(monkeypatch):
    """A gourd with one end next to the empty cell may turn about it: that is no move of the puzzle."""
    moves = placement_graph.moved_ends

    def turns_about(near, empty, a, b):
        further = [(empty, b)] if empty in near[b] else [(a, empty)] if empty in near[a] else []
        return [*moves(near, empty, a, b), *further]

    monkeypatch.setattr(placement_graph, "moved_ends", turns_about)
    broken("cut-cells")
    broken("leaves")


def test_a_cycle_that_leaves_out_a_cell(monkeypatch):
    cycle = hamiltonicity.hamiltonian_cycle
    monkeypatch.setattr(hamiltonicity, "hamiltonian_cycle", lambda board: cycle(board)[:-1])
    broken("hamiltonicity")


def test_a_second_board_without_a_cycle(monkeypatch):
    """If the Star of David were not excepted, the Fact would be wrong."""
    monkeypatch.setattr(Board, "is_star_of_david", False)
    monkeypatch.setitem(LOOKS, "hamiltonicity", 1)
    broken("hamiltonicity")


def test_faces_of_a_board_with_a_hole(monkeypatch):
    monkeypatch.setattr(hamiltonicity, "has_no_hole", lambda board: True)
    ring = Board.from_cells([tuple(cell) for cell in hexagon(1).tolist() if tuple(cell) != (0, 0)])
    monkeypatch.setattr(hamiltonicity, "free_boards", lambda size: [ring] if size == 6 else [])
    broken("board-graph")


def test_another_board_of_thirteen_cells(monkeypatch):
    other = [tuple(cell) for cell in hexagon(2).tolist()][:13]
    monkeypatch.setattr(star_of_david, "STAR_OF_DAVID", frozenset(other))
    broken("star-of-david")


def test_search_finds_cycles_where_there_are_any():
    assert find_hamiltonian_cycle(Board.from_cells([(0, 0), (1, 0), (0, 1)])) == [0, 1, 2]
    assert find_hamiltonian_cycle(Board.from_cells([(0, 0), (1, 0), (2, 0)])) is None


def test_polyominoes_are_counted_right():
    """OEIS A000105."""
    assert [len(list(square_grids.polyominoes(size))) for size in range(1, 8)] == [1, 1, 2, 5, 12, 35, 108]


def test_random_boards_are_two_connected():
    for seed in range(5):
        board = hamiltonicity.random_two_connected(40, str(seed))
        assert board.size == 40
        assert board.is_two_connected
        assert board.is_hole_free


def test_nothing_is_claimed_without_time():
    assert CLAIMS["cut-cells"].check(Looks(looks=0)).outcome is Outcome.UNDECIDED
    assert Effort().pick(1, 2) == 1
