"""Moves, walks of the empty cell, and the replay that judges them."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds import shapes
from gourds.board import Board
from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.hexgrid import are_adjacent
from gourds.moves import KINDS, LONG, STEPS, Kind, Move, Plan, Walk, WalkError, legal_moves, legal_walk_steps, unfold
from gourds.reconfigure.scrambles import random_configuration, scramble
from gourds.replaying import replay
from tests.strategies import SEEDS

ONE = Configuration.build([(0, 0)], [], [])


@st.composite
def configurations(draw: st.DrawFn, max_size: int = 41) -> Configuration:
    size = draw(st.integers(1, max_size // 2)) * 2 + 1
    return random_configuration(Board.from_cells(shapes.random_proper(size, draw(SEEDS))), draw(SEEDS))


@st.composite
def wandering(draw: st.DrawFn, moves: int = 40) -> tuple[Configuration, Walk]:
    """A configuration and a legal walk from it, step by step by replaying."""
    here = start = draw(configurations(21))
    path = [start.empty]
    for choice in draw(st.lists(st.integers(0, 5), max_size=moves)):
        steps = legal_walk_steps(here)
        path.append(steps[choice % len(steps)])
        here = replay(here, Walk.from_cells(start.board.cells[path[-2:]])).final
    return start, Walk.from_cells(start.board.cells[path])


def moves_by_definition(configuration: Configuration) -> set[Move]:
    """Straight from the paper, over all pairs of cells."""
    empty = configuration.empty_cell
    found = set()
    for number, (u, v) in zip(configuration.ids, configuration.end_cells(), strict=True):
        u_near, v_near = are_adjacent(u, empty), are_adjacent(v, empty)
        if u_near and v_near:
            found |= {Move(number, Kind.PIVOT, (u, empty)), Move(number, Kind.PIVOT, (empty, v))}
        elif u_near or v_near:
            far, near = (u, v) if v_near else (v, u)
            straight = (near[0] - far[0], near[1] - far[1]) == (empty[0] - near[0], empty[1] - near[1])
            to = (near, empty) if v_near else (empty, near)
            found.add(Move(number, Kind.SLIDE if straight else Kind.TURN, to))
    return found


@given(configurations())
def test_legal_moves_are_those_of_the_definition(configuration: Configuration) -> None:
    listed = legal_moves(configuration)
    assert len(listed) == len(set(listed))
    assert set(listed) == moves_by_definition(configuration)


@settings(max_examples=8)
@given(configurations(9))
def test_replay_accepts_legal_moves_and_nothing_else(configuration: Configuration) -> None:
    legal = moves_by_definition(configuration)
    cells = configuration.board.cell_list()
    for number in (*configuration.ids, 99):
        for kind, p, q in itertools.product(KINDS, cells, cells):
            move = Move(number, kind, (p, q))
            assert bool(replay(configuration, Plan.from_moves([move]))) == (move in legal), move


@settings(max_examples=30)
@given(wandering())
def test_a_reversed_walk_takes_the_plan_back(way: tuple[Configuration, Walk]) -> None:
    start, walk = way
    there = replay(start, walk)
    assert there
    assert there.moves == len(walk)
    assert there.kinds == walk.kind_counts()
    assert replay(there.final, walk.reversed(), start)
    assert walk.reversed().reversed() == walk


@settings(max_examples=30)
@given(wandering())
def test_walks_survive_being_spelled(way: tuple[Configuration, Walk]) -> None:
    start, walk = way
    assert Walk.from_letters(walk.start, walk.letters) == walk
    assert Walk.from_cells(walk.cells()) == walk
    assert Walk.from_path(start.board, start.board.indices(walk.cells())) == walk
    moves = [move for part in unfold(start, walk, chunk=7) for move in part]
    assert moves == [move for part in unfold(start, walk) for move in part]
    assert list(Plan.from_moves(moves)) == moves


@settings(max_examples=30)
@given(wandering(), st.data())
def test_the_first_bad_move_is_named(way: tuple[Configuration, Walk], data: st.DataObject) -> None:
    start, walk = way
    moves = [move for part in unfold(start, walk) for move in part]
    if not moves:
        return
    k = data.draw(st.integers(0, len(moves) - 1))
    other = {Kind.SLIDE: Kind.TURN, Kind.TURN: Kind.PIVOT, Kind.PIVOT: Kind.SLIDE}[moves[k].kind]
    damaged = [*moves[:k], Move(moves[k].gourd, other, moves[k].to), *moves[k + 1 :]]
    result = replay(start, Plan.from_moves(damaged))
    assert not result
    assert result.moves == k
    assert result.faults[0].place == f"moves[{k}]"
    assert f"is a {moves[k].kind}" in result.faults[0].reason


def test_a_board_of_one_cell_has_no_moves() -> None:
    start = Configuration.build([(0, 0)], [], [])
    assert replay(start, Plan.from_moves([]), start)
    assert "no gourd 1" in str(replay(start, Plan.from_moves([Move(1, Kind.SLIDE, ((0, 0), (1, 0)))])).faults[0])


def test_the_sharp_turn_is_no_move() -> None:
    start = Configuration.build([(0, 0), (1, 0), (0, 1)], [1], [((0, 0), (1, 0))])
    for kind in KINDS:
        assert not replay(start, Plan.from_moves([Move(1, kind, ((1, 0), (0, 1)))]))
    # It is two pivots: first the end in front goes ahead, then the other follows.
    pivots = [Move(1, Kind.PIVOT, ((0, 0), (0, 1))), Move(1, Kind.PIVOT, ((1, 0), (0, 1)))]
    assert replay(start, Plan.from_moves(pivots), Configuration.build(start.board, [1], [((1, 0), (0, 1))]))


def test_a_missed_target_is_named() -> None:
    start = random_configuration(Board.from_cells(shapes.hexagon(2)), 1)
    result = replay(start, Walk(start.empty_cell, np.zeros(0, dtype=np.uint8)), scramble(start, 1))
    assert not result
    assert result.faults[0].place == "target"
    assert "instead of" in result.faults[0].reason
    other_board = random_configuration(Board.from_cells(shapes.hexagon(1)), 1)
    assert "another board" in str(replay(start, Plan.from_moves([]), other_board).faults[0])


def test_long_plans_are_replayed_by_compiled_code_with_the_same_result() -> None:
    start = random_configuration(Board.from_cells(shapes.hexagon(3)), 5)
    path, here = [start.empty], start
    for k in range(60):
        steps = legal_walk_steps(here)
        path.append(steps[k * 7 % len(steps)])
        here = replay(here, Walk.from_cells(start.board.cells[path[-2:]])).final
    there_and_back = (path + path[-2:0:-1]) * (LONG // 60)
    walk = Walk.from_cells(start.board.cells[[*there_and_back, path[0]]])
    assert len(walk) > LONG
    assert replay(start, walk, start)
    parts = list(unfold(start, walk, chunk=1000))
    assert replay(start, iter(parts), start)
    whole = Plan(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("gourds", "kinds", "to")))
    whole.to[4321] = whole.to[4322]
    damaged = replay(start, whole)
    assert not damaged
    assert damaged.faults[0].place in ("moves[4321]", "moves[4322]")


def test_steps_are_told_by_distance() -> None:
    assert len({tuple(step) for step in STEPS.tolist()}) == 18
    norms = [q * q + q * r + r * r for q, r in STEPS.tolist()]
    assert norms == [1] * 6 + [4] * 6 + [3] * 6


@pytest.mark.parametrize("letters", ["s", "A", "`", "é", "a b"])
def test_other_letters_are_refused(letters: str) -> None:
    with pytest.raises(InputError, match="letter"):
        Walk.from_letters((0, 0), letters)


def test_walks_that_are_no_plans_are_refused() -> None:
    start = Configuration.build(shapes.strip(5), [1, 2], [((0, 0), (1, 0)), ((1, 1), (0, 1))])
    with pytest.raises(InputError, match="starts at"):
        list(unfold(start, Walk((0, 0), np.zeros(1, dtype=np.uint8))))
    with pytest.raises(InputError, match="step 0"):
        list(unfold(start, Walk(start.empty_cell, np.zeros(1, dtype=np.uint8))))
    with pytest.raises(InputError, match="step 1"):
        Walk.from_cells(np.array([(0, 0), (1, 0), (4, 0)]))


@settings(max_examples=30)
@given(wandering(), st.integers(0, 17), SEEDS)
def test_the_first_bad_step_of_a_walk_is_a_fault(way: tuple[Configuration, Walk], step: int, seed: int) -> None:
    start, walk = way
    k = seed % (len(walk) + 1)
    before = replay(start, Walk(walk.start, walk.steps[:k]))
    changed = Walk(walk.start, [*walk.steps[:k].tolist(), step])
    left = changed.cells()[-1]
    is_legal = int(start.board.indices(left[None])[0]) in legal_walk_steps(before.final)
    done = replay(start, changed)
    assert bool(done) == is_legal
    assert done.moves == k + is_legal
    if not is_legal:
        assert done.final == before.final
        assert done.kinds == before.kinds
        reason = f"no move makes {tuple(left.tolist())} empty (empty: {before.final.empty_cell})"
        assert [str(fault) for fault in done.faults] == [f"walk[{k}]: {reason}"]


def test_a_walk_from_another_cell_is_a_fault() -> None:
    start = Configuration.build(shapes.strip(5), [1, 2], [((0, 0), (1, 0)), ((1, 1), (0, 1))])
    done = replay(start, Walk((0, 0), [0]), start)
    assert (done.moves, done.final) == (0, start)
    assert [str(fault) for fault in done.faults] == ["empty: the walk starts at (0, 0), but the empty cell is (2, 0)"]


def test_progress_is_told_and_what_parts_raise_is_not_swallowed() -> None:
    start = random_configuration(Board.from_cells(shapes.hexagon(1)), 1)
    walk = Walk.from_cells(start.board.cells[[start.empty, legal_walk_steps(start)[0]]])
    there_and_back = Walk(walk.start, [*walk.steps.tolist(), *walk.reversed().steps.tolist()] * 2)
    told: list[int] = []
    assert replay(start, unfold(start, there_and_back, chunk=3), start, told.append)
    assert told == [3, 4]
    with pytest.raises(WalkError, match="step 1"):
        replay(start, unfold(start, Walk(walk.start, [*walk.steps.tolist(), 99 % 18])))


SLIDE = Move(1, Kind.SLIDE, ((0, 0), (1, 0)))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Plan([1], [3], [[0, 0, 1, 0]]), "kinds must be whole numbers from 0 to 2"),
        (lambda: Plan([1], [-1], [[0, 0, 1, 0]]), "kinds must be whole numbers from 0 to 2"),
        (lambda: Plan([1.5], [0], [[0, 0, 1, 0]]), "gourds must be whole numbers"),
        (lambda: Plan(["1"], [0], [[0, 0, 1, 0]]), "gourds must be whole numbers"),
        (lambda: Plan([1, 2], [0, 0], [[0, 0, 1, 0], [0]]), "to must be whole numbers"),
        (lambda: Plan([1, 2], [0], [[0, 0, 1, 0]]), "for each move"),
        (lambda: Plan([1], [0], [0, 0, 1, 0]), "for each move"),
        (lambda: Plan.from_moves([SLIDE, "slide"]), r"moves\[1\]: must be a slide, a turn or a pivot"),
        (lambda: Plan.from_moves([Move(1, "hop", SLIDE.to)]), "kind must be a slide, a turn or a pivot"),
        (lambda: Plan.from_moves([Move(1, Kind.SLIDE, ((0, 0, 0), (1, 0)))]), "to must be two cells"),
        (lambda: Walk((0, 0), [18]), "steps must be whole numbers from 0 to 17"),
        (lambda: Walk((0, 0), [0.5]), "steps must be whole numbers"),
        (lambda: Walk("ab", [0]), "start must be whole numbers"),
        (lambda: Walk((0, 0, 0), [0]), "a walk has a start"),
        (lambda: Walk((0, 0), [[0]]), "a walk has a start"),
        (lambda: Walk.from_cells([]), "one or more cells"),
        (lambda: Walk.from_cells([(0, 0), (0.5, 1)]), "cells must be whole numbers"),
        (lambda: Walk.from_letters((0, 0), 7), "must be a string, not int"),
        (lambda: replay("start", Plan.from_moves([])), "start must be a configuration, not str"),
        (lambda: replay(ONE, Plan.from_moves([]), ONE.placement()), "target must be a configuration, not Placement"),
        (lambda: replay(ONE, [SLIDE]), "not Move"),
        (lambda: replay(ONE, "abc"), "not str"),
        (lambda: replay(ONE, None), "not NoneType"),
    ],
)
def test_arguments_of_the_wrong_type_are_named(make: Callable[[], object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        make()


def test_lists_will_do_for_arrays() -> None:
    assert list(Plan([1], [0], [[0, 0, 1, 0]])) == [SLIDE]
    assert len(Plan([], [], [])) == 0
    assert Walk([0, 1], [2, 3]) == Walk((0, 1), np.array([2, 3], dtype=np.uint8))
    assert Walk.from_cells([(0, 0), (1, 0)]) == Walk((0, 0), [0])


def test_coordinates_as_large_as_numbers_get_are_illegal_without_a_warning() -> None:
    start = random_configuration(Board.from_cells(shapes.hexagon(1)), 1)
    big = 2**63 - 1
    for to in ([big, 0, -big - 1, 0], [0, -big - 1, 0, big], [big, big, big, big - 1], [2**32, -1, 0, 0]):
        found = replay(start, Plan([1], [0], [to]))
        assert not found
        assert str(to[0]) in str(found.faults[0])
