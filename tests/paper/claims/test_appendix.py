"""Claims of the appendix: they hold, and they fail if what they rest on is broken."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from gourds import polyhexes, shapes
from gourds.board import Board
from gourds.paper.claim import Effort, Outcome
from gourds.paper.claims.appendix import characterization, holes, irregular, unbalanced
from gourds.reconfigure.spaces import placement_graph
from gourds.reconfigure.spaces.holes import find_hamiltonian_cycle
from tests.paper.small_effort import Looks

TOPICS = (irregular, characterization, holes, unbalanced)
CLAIMS = {claim.name: claim for topic in TOPICS for claim in topic.CLAIMS}
STAR = Board.from_cells(shapes.star_of_david())
HEXAGON = Board.from_cells(shapes.hexagon(1))


def check(name: str, effort: Effort | None = None) -> Outcome:
    finding = CLAIMS[name].check(effort or Looks(looks=30))
    assert finding.reach
    assert len({len(row) for row in finding.rows}) <= 1
    assert all(picture.svg.startswith("<svg") for picture in finding.pictures)
    assert finding.outcome is Outcome.HOLDS or finding.remark
    return finding.outcome


@pytest.mark.parametrize("name", CLAIMS)
def test_it_holds(name, monkeypatch):
    monkeypatch.setattr(holes, "SIZES", ((7, 9), (7, 9)))
    assert check(name) is (Outcome.IMPRECISE if name == "very-unbalanced" else Outcome.HOLDS)


def test_cut_off_before_the_first_board():
    for name in ("boards-with-holes", "very-unbalanced"):
        assert check(name, Looks(looks=0)) is Outcome.UNDECIDED


# -- the characterization ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("components", [1, 2])
def test_a_theorem_that_is_wrong_in_one_direction(monkeypatch, components):
    decide = characterization.connectivity_by_groups
    monkeypatch.setattr(
        characterization, "connectivity_by_groups", lambda board: replace(decide(board), components=components)
    )
    monkeypatch.setattr(characterization, "count_reachable", lambda start: [10**9])
    assert check("reconfigurable-iff-proper") is Outcome.FAILS


def test_the_star_is_no_exception_for_nothing(monkeypatch):
    assert characterization.judge(STAR, search=True)[0] == characterization.IMPROPER
    monkeypatch.setattr(Board, "is_star_of_david", False)
    with pytest.raises(characterization.BrokenError, match="is proper, and not everything"):
        characterization.judge(Board.from_cells(shapes.star_of_david()))


def test_search_and_groups_must_agree(monkeypatch):
    monkeypatch.setattr(characterization, "count_reachable", lambda start: [1])
    with pytest.raises(characterization.BrokenError, match="Search reaches 1 of 960"):
        characterization.judge(HEXAGON, search=True)


def test_a_leaf_makes_a_proper_board_improper():
    for board in [HEXAGON, *polyhexes.proper_boards(7)]:
        longer = characterization.with_leaf(board)
        assert longer.size == board.size + 2
        assert longer.is_connected
        assert longer.is_hole_free
        assert longer.cut_cells
        assert characterization.judge(longer)[0] == characterization.IMPROPER


# -- boards with holes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", [HEXAGON, STAR, None])
def test_other_boards_are_not_as_the_caption_says(monkeypatch, board):
    free = next(one for one in polyhexes.two_connected_boards_with_holes(9) if holes.kinds_of(one)[0])
    monkeypatch.setattr(holes, "STUCK_RING", board or free)
    monkeypatch.setattr(holes, "TWO_RINGS", board or free)
    assert check("stuck-ring") is Outcome.FAILS
    assert check("two-rings") is Outcome.FAILS


def test_cycles_that_do_not_cover_the_board(monkeypatch):
    monkeypatch.setattr(holes, "LOWER", holes.UPPER)
    assert check("two-rings") is Outcome.FAILS


def test_boards_with_holes_that_are_all_alike(monkeypatch):
    monkeypatch.setattr(holes, "SIZES", ((7, 9), (7, 9)))
    monkeypatch.setattr(holes, "kinds_of", lambda board: (True, True, False, False))
    assert check("boards-with-holes", Looks(looks=500)) is Outcome.FAILS


def test_two_ways_to_look_for_hamiltonian_cycles():
    for size in (3, 5, 6, 7):
        for board in polyhexes.free_boards(size):
            assert holes.has_hamiltonian_cycle(board) == (find_hamiltonian_cycle(board) is not None)
    assert not holes.has_hamiltonian_cycle(STAR)


# -- the rest ------------------------------------------------------------------------------------------------------


def test_neighbors_of_the_same_color(monkeypatch):
    def joined(board):
        near = placement_graph.graph_of(board)
        large = sorted(unbalanced.majority(board) or ())
        for a, b in pairwise(large):
            near[a].add(b)
            near[b].add(a)
        return near

    monkeypatch.setattr(unbalanced, "graph_of", joined)
    assert check("very-unbalanced") is Outcome.FAILS


def test_a_color_that_is_not_the_large_one(monkeypatch):
    large = unbalanced.majority
    monkeypatch.setattr(
        unbalanced,
        "majority",
        lambda board: None if (found := large(board)) is None else set(range(board.size)) - found,
    )
    assert check("very-unbalanced") is Outcome.FAILS


def test_gourds_on_the_left_that_move(monkeypatch):
    task = irregular.the_two()
    monkeypatch.setattr(irregular, "the_two", lambda: replace(task, target=irregular.reachable(task.start)[-1]))
    assert check("irregular-board") is Outcome.FAILS


def test_another_number_of_gourds_on_the_left(monkeypatch):
    monkeypatch.setattr(irregular, "LEFT", 2)
    assert check("irregular-board") is Outcome.FAILS
