"""Configurations: what is accepted, what is refused and why."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given

from gourds import shapes
from gourds.board import Board
from gourds.configuration import Configuration
from gourds.errors import InputError
from tests.strategies import placed_instances

TRIANGLE = [(0, 0), (1, 0), (0, 1)]
FIVE = shapes.strip(5)


def test_gourds_may_come_in_any_order() -> None:
    one = Configuration.build(FIVE, [7, 2], [((0, 0), (1, 0)), ((1, 1), (0, 1))], [("r", "b"), ("b", "g")])
    two = Configuration.build(FIVE[::-1], [2, 7], [((1, 1), (0, 1)), ((0, 0), (1, 0))], [("b", "g"), ("r", "b")])
    assert one == two
    assert hash(one) == hash(two)
    assert one.ids == (2, 7)
    assert one.colors == (("b", "g"), ("r", "b"))
    assert one.empty_cell == (2, 0)


def test_a_reversed_gourd_is_another_configuration() -> None:
    one = Configuration.build(TRIANGLE, [1], [((0, 0), (1, 0))])
    assert one != Configuration.build(TRIANGLE, [1], [((1, 0), (0, 0))])
    assert one != Configuration.build(TRIANGLE, [2], [((0, 0), (1, 0))])
    assert one != Configuration.build(TRIANGLE, [1], [((0, 0), (1, 0))], [("a", "b")])


@pytest.mark.parametrize(
    ("ids", "ends", "place", "reason"),
    [
        ([1, 1], [((0, 0), (1, 0)), ((0, 1), (1, 1))], "gourds[1]", "id 1 was given before"),
        ([1, 2], [((0, 0), (1, 0)), ((1, 0), (1, 1))], "gourds[1]", "covered twice"),
        ([1, 2], [((0, 0), (0, 0)), ((1, 0), (1, 1))], "gourds[0]", "covered twice"),
        ([1, 2], [((0, 0), (1, 1)), ((1, 0), (2, 0))], "gourds[0]", "not adjacent"),
        ([1, 2], [((0, 0), (9, 9)), ((1, 0), (2, 0))], "gourds[0]", "not on the board"),
        ([1], [((0, 0), (1, 0))], "gourds", "exactly one cell must stay empty, these gourds leave 3"),
        ([], [], "gourds", "leave 5"),
    ],
)
def test_faults_have_their_place(ids: list[int], ends: list, place: str, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        Configuration.build(FIVE, ids, ends)
    assert any(fault.place == place and reason in fault.reason for fault in caught.value.faults)


GOOD = [((0, 0), (1, 0)), ((0, 1), (1, 1))]


@pytest.mark.parametrize(
    ("ids", "ends", "colors", "place", "reason"),
    [
        ([1], GOOD, None, "gourds", "1 ids are given for 2 pairs of cells"),
        ([1, 2], GOOD, [("a", "b")], "gourds", "1 colors are given for 2 pairs of cells"),
        ([1, 2], GOOD, [("a", "b")] * 3, "gourds", "3 colors are given for 2 pairs of cells"),
        ([1, 2], GOOD, [("a", "b"), ("a", "b", "c")], "gourds[1]", "colors must be two strings"),
        ([1, 2], GOOD, [("a", "b"), (1, 2)], "gourds[1]", "colors must be two strings, not (1, 2)"),
        ([1, 2], GOOD, ["ab", ("a", "b")], "gourds[0]", "colors must be two strings, not 'ab'"),
        ([1, "2"], GOOD, None, "gourds[1]", "id must be a whole number of at most 64 bits, not '2'"),
        ([1.5, 2], GOOD, None, "gourds[0]", "id must be a whole number"),
        ([True, 2], GOOD, None, "gourds[0]", "id must be a whole number"),
        ([1, 2**63], GOOD, None, "gourds[1]", "id must be a whole number"),
        ([1, 2], [((0.4, 0), (1, 0)), GOOD[1]], None, "gourds[0]", "ends must be two cells (q, r)"),
        ([1, 2], [GOOD[0], ((0, 1),)], None, "gourds[1]", "ends must be two cells (q, r)"),
        ([1, 2], [GOOD[0], ((0, 1), (1, 1), (2, 0))], None, "gourds[1]", "ends must be two cells (q, r)"),
        ([1, 2], ["ab", GOOD[1]], None, "gourds[0]", "ends must be two cells (q, r)"),
        # 64 bits hold both coordinates of a cell: a number too large must not be taken for another cell.
        ([1, 2], [((0, 2**32), (1, 0)), GOOD[1]], None, "gourds[0]", "ends must be two cells (q, r)"),
        ([1, 2], [GOOD[0], ((2**32, 0), (1, 1))], None, "gourds[1]", "ends must be two cells (q, r)"),
        ([1, 2], [GOOD[0], ((-(2**63), 1), (1, 1))], None, "gourds[1]", "ends must be two cells (q, r)"),
    ],
)
def test_what_is_no_number_cell_or_color_is_named(ids: list, ends: list, colors: list, place: str, reason: str) -> None:
    with pytest.raises(InputError) as caught:
        Configuration.build(FIVE, ids, ends, colors)
    assert [fault.place for fault in caught.value.faults] == [place]
    assert reason in caught.value.faults[0].reason


def test_arrays_will_do_for_lists() -> None:
    made = Configuration.build(FIVE, np.array([2, 1]), np.array(GOOD), [["a", "b"], ["c", "d"]])
    assert made == Configuration.build(FIVE, [2, 1], GOOD, [("a", "b"), ("c", "d")])
    assert json.dumps(made.to_json())


def test_all_faults_are_reported() -> None:
    with pytest.raises(InputError) as caught:
        Configuration.build(FIVE, [3, 3], [((0, 0), (9, 9)), ((1, 0), (0, 1))])
    assert len(caught.value.faults) == 2


@given(placed_instances())
def test_placements_become_configurations_and_back(planted: tuple) -> None:
    instance, placement = planted
    made = Configuration.build(instance.board, range(len(placement.gourds)), placement.gourds)
    assert made.placement() == placement
    document = made.to_json()
    assert document["format"] == "gourds-configuration"
    again = Configuration.build(
        Board.from_cells([tuple(cell) for cell in document["cells"]]),
        [gourd["id"] for gourd in document["gourds"]],
        [tuple(map(tuple, gourd["ends"])) for gourd in document["gourds"]],
    )
    assert again == made
    if not repr(made).startswith("<"):
        assert eval(repr(made), {"Configuration": Configuration}) == made
