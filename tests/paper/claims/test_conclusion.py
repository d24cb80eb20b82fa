"""The lower bound and the claims of the conclusion: they hold, and they fail if what they rest on is broken."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gourds.files import load_instance
from gourds.paper.claim import Effort, Outcome
from gourds.paper.claims import longer_pieces, lower_bound, physical_puzzle
from gourds.reconfigure.paper.lower_bound import exchange_halves
from gourds.reconfigure.task import Found, Task
from tests.conftest import ROOT
from tests.paper.small_effort import Looks

CLAIMS = {claim.name: claim for topic in (lower_bound, physical_puzzle, longer_pieces) for claim in topic.CLAIMS}


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Short strips, and a puzzle of seven cells instead of 19."""
    monkeypatch.setattr(lower_bound, "FORMULA_UP_TO", 20)
    monkeypatch.setattr(lower_bound, "EXHAUSTED", (2, 4))
    puzzle = load_instance(ROOT / "instances/numbered/hexagon-7.txt")
    monkeypatch.setattr(physical_puzzle, "the_puzzle", lambda: puzzle)


def check(name: str, effort: Effort | None = None) -> Outcome:
    finding = CLAIMS[name].check(effort or Looks(looks=3))
    assert finding.reach
    assert len({len(row) for row in finding.rows}) <= 1
    assert all(picture.svg.startswith("<svg") for picture in finding.pictures)
    assert finding.outcome is Outcome.HOLDS or finding.remark
    return finding.outcome


@pytest.mark.parametrize("name", CLAIMS)
def test_it_holds(name):
    assert check(name) is Outcome.HOLDS


def test_halves_that_stay_where_they_are(monkeypatch):
    monkeypatch.setattr(lower_bound, "exchange_halves", lambda gourds: _staying(exchange_halves(gourds)))
    assert check("lower-bound") is Outcome.FAILS


def _staying(task: Task) -> Task:
    return replace(task, target=task.start)


def test_a_move_that_is_faster_than_the_argument_says(monkeypatch):
    monkeypatch.setattr(lower_bound, "FASTEST", 3)
    assert check("lower-bound") is Outcome.FAILS


def test_a_plan_that_is_shorter_than_the_bound(monkeypatch):
    def too_short(start, targets, options, lower_bound):
        return Found([start.empty, start.empty], is_shortest=True)

    monkeypatch.setattr(lower_bound, "solve_shortest", too_short)
    assert check("lower-bound") is Outcome.FAILS


def test_no_time_at_all():
    assert check("lower-bound", Looks(looks=0)) is Outcome.UNDECIDED


def test_a_board_that_is_not_whole(monkeypatch):
    whole = physical_puzzle.connectivity_by_groups
    monkeypatch.setattr(physical_puzzle, "connectivity_by_groups", lambda board: replace(whole(board), components=2))
    assert check("physical-puzzle") is Outcome.FAILS


def test_a_bent_piece_leaves_its_row(monkeypatch):
    monkeypatch.setattr(longer_pieces, "STRAIGHT", ((0, 0), (1, 0), (1, 1)))
    assert check("straight-pieces") is Outcome.FAILS


def test_a_straight_piece_slides(monkeypatch):
    monkeypatch.setattr(longer_pieces, "TRIANGLE", longer_pieces.STRAIGHT)
    assert check("triangular-pieces") is Outcome.FAILS


def test_three_pivots_make_a_half_turn():
    """A pivot, another one back onto the first three cells, and a third one."""
    start, empty = longer_pieces.TRIANGLE, (1, -1)
    beyond = {
        after for after in longer_pieces.rigid_moves(start, empty) if longer_pieces.kind_of(start, after) == "pivot"
    }
    back = {after for piece in beyond for after in pivots(piece, (0, 1))}
    ends = {after for piece in back for after in pivots(piece, empty)}
    assert len(beyond) == 2
    assert len(ends) == 3
    assert {longer_pieces.kind_of(start, after) for after in ends} == {"pivot", "half turn"}


def pivots(piece, empty):
    return [
        after for after in longer_pieces.rigid_moves(piece, empty) if longer_pieces.kind_of(piece, after) == "pivot"
    ]
