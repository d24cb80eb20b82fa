"""Values made in Python are checked as files are: junk is an InputError of one line, and nothing is converted silently."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gourds.board import Board
from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.formulas.formula import Cnf, OneInThree
from gourds.hexgrid import cell_array, is_cell
from gourds.instance import Instance
from gourds.moves import KINDS, Kind, Move, Plan, Walk
from gourds.placement import Placement
from gourds.values import is_text, is_whole

PLAIN = [None, True, False, 0.9, 1.0, math.nan, math.inf, "a", "", "\ud800", b"ab", 2**30, -(2**30), 2**63, 10**40, 1j]
NUMPY = [np.int64(1), np.uint64(2**64 - 1), np.int64(-(2**63)), np.float64(1), np.bool_(True), np.array([0, 1])]
ODD = st.sampled_from([*PLAIN, *NUMPY, object()])
SMALL = st.integers(-2, 2)
SCALARS = st.one_of(SMALL, SMALL, ODD)
JUNK = st.recursive(
    SCALARS, lambda inner: st.one_of(st.lists(inner, max_size=4), st.tuples(inner, inner)), max_leaves=9
)
CELLS = st.one_of(st.tuples(SMALL, SMALL), st.tuples(SMALL, SMALL), st.tuples(SCALARS, SCALARS), JUNK)
NAMES = st.one_of(st.sampled_from("ab"), st.sampled_from("ab"), JUNK)


def made(make: Callable[..., object], *values: object) -> object:
    """What is made, None if it is refused in one line."""
    try:
        return make(*values)
    except InputError as error:
        assert str(error)
        assert "\n" not in str(error)
        return None


def same_numbers(mine: object, given_: object) -> bool:
    """True iff nested pairs are the same whole numbers, none of them converted."""
    if isinstance(mine, tuple | list):
        return len(mine) == len(given_) and all(map(same_numbers, mine, given_))
    return is_whole(given_) and mine == given_


@given(st.one_of(JUNK, st.lists(CELLS, max_size=4)))
def test_boards(cells):
    board = made(Board.from_cells, cells)
    if board is not None:
        assert len(board) == len(cells)
        assert all(is_cell(cell) and cell in board for cell in cells)
        assert {tuple(map(int, cell)) for cell in cells} == set(board.cell_list())


@given(JUNK)
def test_what_is_on_no_board_is_in_none(value):
    board = Board.from_cells([(0, 0), (1, 0), (0, 1)])
    is_there = is_cell(value) and tuple(map(int, value)) in board.cell_list()
    assert (value in board) == is_there
    instance = Instance.build(board.cells, "aab", [("a", "b", 1)])
    assert (instance.color_at(value) is not None) == (value in board)


@given(
    st.one_of(JUNK, st.lists(CELLS, min_size=1, max_size=3), st.just([(0, 0), (1, 0), (0, 1)])),
    st.one_of(JUNK, st.lists(NAMES, max_size=3), st.just(["a", "a", "b"])),
    st.one_of(JUNK, st.lists(st.tuples(NAMES, NAMES, SCALARS), max_size=2), st.just([("a", "b", 1)])),
    st.one_of(st.none(), JUNK),
)
def test_instances(cells, colors, gourds, name):
    instance = made(lambda: Instance.build(cells, colors, gourds, name=name))
    if instance is None:
        return
    assert len(cells) == len(colors) == instance.board.size
    for cell, color in zip(cells, colors, strict=True):
        assert is_cell(cell)
        assert is_text(color)
        assert instance.color_at(cell) == color
    assert all(is_whole(count) and count >= 0 for _, _, count in gourds)
    assert sum(count for _, _, count in gourds) == instance.size == sum(instance.budgets.values())
    assert name is None or is_text(name)
    assert {type(count) for count in instance.budgets.values()} <= {int}


@pytest.mark.parametrize(
    ("cells", "colors", "gourds", "words"),
    [
        ([(0.9, 0), (1, 0), (0, 1)], "aab", [("a", "b", 1)], "cells[0]: must be a cell (q, r) of two whole numbers"),
        ([(0, 0, 1), (0, 0, 1)], "aab", [("a", "b", 1)], "cells[0]: must be a cell"),
        ([0, 0, 1, 0, 0, 1], "aab", [("a", "b", 1)], "cells[0]: must be a cell"),
        (np.zeros((3, 2)), "aab", [("a", "b", 1)], "cells[0]: must be a cell"),
        (np.arange(6), "aab", [("a", "b", 1)], "cells[0]: must be a cell"),
        ({(0, 0), (1, 0), (0, 1)}, "aab", [("a", "b", 1)], "cells: must be a list"),
        ([(0, 0), (1, 0), (0, 1)], "aabb", [("a", "b", 1)], "colors: 4 are given for 3 cells"),
        ([(0, 0), (1, 0), (0, 1)], ["a", "a", 3], [("a", "a", 1)], "cells[2]: the color must be a string"),
        ([(0, 0), (1, 0), (0, 1)], ["a", "a", ["b"]], [("a", "a", 1)], "cells[2]: the color must be a string"),
        ([(0, 0), (1, 0), (0, 1)], {"a": 1, "b": 1, "c": 1}, [("a", "a", 1)], "colors: must be a list"),
        ([(0, 0), (1, 0), (0, 1)], "aab", [("a", "b", 1.5)], "gourds[0]: must be two colors and a whole number"),
        ([(0, 0), (1, 0), (0, 1)], "aab", [("a", "b", True)], "gourds[0]: must be two colors and a whole number"),
        ([(0, 0), (1, 0), (0, 1)], "aab", [("a", ["b"], 1)], "gourds[0]: unknown color ['b']"),
        ([(0, 0), (1, 0), (0, 1)], "aab", [("a", "b")], "gourds[0]: must be two colors and a whole number"),
        ([(0, 0), (1, 0), (0, 1)], "aab", 7, "gourds: must be a list"),
        (7, "aab", [], "cells: must be a list"),
    ],
)
def test_instances_name_the_place(cells, colors, gourds, words):
    with pytest.raises(InputError) as caught:
        Instance.build(cells, colors, gourds)
    assert words in str(caught.value)


def test_numpy_is_welcome():
    cells = [(0, 0), (1, 0), (0, 1)]
    expected = Instance.build(cells, "aab", [("a", "b", 1)])
    for kind in (np.int8, np.int32, np.int64, np.uint8, np.uint64):
        given_ = np.array(cells, dtype=kind)
        assert Instance.build(given_, np.array(list("aab")), [("a", np.str_("b"), np.int16(1))]) == expected
        assert Board.from_cells([tuple(cell) for cell in given_]) == expected.board
    assert expected.budget("b", "a") == 1
    with pytest.raises(InputError, match="unknown color 'z'"):
        expected.budget("a", "z")
    for far in (np.array([[2**64 - 1, 0]], dtype=np.uint64), np.array([[-(2**63), 0]])):
        with pytest.raises(InputError, match="coordinates must stay below"):
            Board.from_cells(far)
    assert cell_array([]).shape == (0, 2)


def test_raw_constructors_say_how_a_value_is_made():
    with pytest.raises(InputError, match=r"Board\.from_cells"):
        Board([(0, 0)])
    with pytest.raises(InputError, match=r"Instance\.build"):
        Instance([(0, 0)], ("a",), [0], {})
    with pytest.raises(InputError, match=r"Configuration\.build"):
        Configuration([(0, 0)], (), [])


@given(st.one_of(CELLS), st.one_of(JUNK, st.lists(st.one_of(st.tuples(CELLS, CELLS), JUNK), max_size=3)))
def test_placements(empty, gourds):
    placement = made(Placement, empty, gourds)
    assert placement == made(Placement.build, empty, gourds)
    if placement is not None:
        assert same_numbers(placement.empty, empty)
        assert sorted(sorted(pair) for pair in placement.gourds) == sorted(
            sorted(tuple(map(int, cell)) for cell in pair) for pair in gourds
        )
        assert all(type(x) is int for pair in placement.gourds for cell in pair for x in cell)


IDS = st.one_of(st.just([1]), st.lists(SCALARS, max_size=2), JUNK)
ENDS = st.one_of(st.just([((0, 0), (1, 0))]), st.lists(st.tuples(CELLS, CELLS), max_size=2), JUNK)


@given(
    st.one_of(st.just([(0, 0), (1, 0), (0, 1)]), st.lists(CELLS, max_size=3), JUNK),
    IDS,
    ENDS,
    st.one_of(st.none(), st.lists(st.tuples(NAMES, NAMES), max_size=2), JUNK),
)
def test_configurations(cells, ids, ends, colors):
    found = made(Configuration.build, cells, ids, ends, colors)
    if found is not None:
        assert len(ids) == len(ends) == len(found.ids)
        assert same_numbers(sorted(found.ids), sorted(ids))
        assert dict(zip(found.ids, found.end_cells(), strict=True)) == {
            int(number): tuple(tuple(map(int, cell)) for cell in pair) for number, pair in zip(ids, ends, strict=True)
        }
        assert all(same_numbers(tuple(map(int, cell)), cell) for pair in ends for cell in pair)
        if colors is not None and len(colors):
            assert found.colors is not None
            assert sorted(found.colors) == sorted((str(a), str(b)) for a, b in colors)


@given(SCALARS, st.one_of(st.sampled_from(KINDS), st.sampled_from(["slide", "hop"]), JUNK), st.tuples(CELLS, CELLS))
def test_moves(gourd, kind, to):
    move = made(Move, gourd, kind, to)
    if move is not None:
        assert same_numbers((move.gourd, move.to), (gourd, to))
        assert isinstance(move.kind, Kind)
        assert move.kind == kind
        assert list(Plan.from_moves([move])) == [move]


@given(st.one_of(JUNK, st.lists(SCALARS, max_size=3)), st.one_of(JUNK, st.lists(SMALL, max_size=3)), JUNK)
def test_plans(gourds, kinds, to):
    plan = made(Plan, gourds, kinds, to)
    if plan is not None and len(plan):
        assert same_numbers(plan.gourds.tolist(), gourds)
        assert same_numbers(plan.kinds.tolist(), kinds)
        assert same_numbers(plan.to.tolist(), to)


@given(CELLS, st.one_of(JUNK, st.lists(st.integers(-1, 19), max_size=3), st.lists(SCALARS, max_size=3)))
def test_walks(start, steps):
    walk = made(Walk, start, steps)
    if walk is not None:
        assert same_numbers(walk.start, start)
        assert same_numbers(walk.steps.tolist(), steps) or not len(steps)


CLAUSES = st.one_of(JUNK, st.lists(st.one_of(st.lists(SMALL, max_size=3), JUNK), max_size=3))


@given(st.sampled_from([Cnf, OneInThree]), SCALARS, CLAUSES)
def test_formulas(kind, variables, clauses):
    formula = made(kind, variables, clauses)
    if formula is not None:
        assert same_numbers((formula.variables, formula.clauses), (variables, [list(clause) for clause in clauses]))
        assert all(0 < abs(literal) <= variables for clause in formula.clauses for literal in clause)
        assert kind is Cnf or all(len(clause) == 3 for clause in formula.clauses)
        assert type(formula.variables) is int
        hash(formula)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Cnf(1, ((2,),)), "clause 1: variable 2 is larger than 1"),
        (lambda: Cnf(1, ((1,), (-1, 0))), "clause 2: 0 is no literal"),
        (lambda: Cnf(-1, ()), "the number of variables must be a whole number, not negative, not -1"),
        (lambda: Cnf(True, ((1,),)), "the number of variables must be a whole number"),
        (lambda: Cnf(1, ((1.0,),)), "clause 1: must be a list of whole numbers, not (1.0,)"),
        (lambda: Cnf(1, ("1",)), "clause 1: must be a list of whole numbers, not '1'"),
        (lambda: Cnf(1, 5), "clauses must be a list of clauses, not 5"),
        (lambda: OneInThree(3, ((1, 2),)), "clause 1: must have 3 literals, not 2"),
        (lambda: OneInThree(3, ((1, 2, 4),)), "clause 1: variable 4 is larger than 3"),
    ],
)
def test_formulas_name_the_clause(make, words):
    with pytest.raises(InputError) as caught:
        make()
    assert words in str(caught.value)


def test_formulas_take_lists_and_numpy():
    assert OneInThree(np.int64(3), np.array([[1, 2, 3]])) == OneInThree(3, [[1, 2, 3]]) == OneInThree(3, ((1, 2, 3),))
    assert Cnf(2, [[np.int32(1)], []]) == Cnf(2, ((1,), ()))
