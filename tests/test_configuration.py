"""Configurations: what is accepted, what is refused and why."""

from __future__ import annotations

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
    if made.board.size <= 40:
        assert eval(repr(made), {"Configuration": Configuration}) == made
