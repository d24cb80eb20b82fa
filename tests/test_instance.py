from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gourds.counting import Counting
from gourds.errors import InputError
from gourds.hexgrid import SYMMETRIES
from gourds.instance import Instance
from tests.strategies import SHIFTS, instances, placed_instances

TRIANGLE = [(0, 0), (1, 0), (0, 1)]


def faults_of(*args, **kwargs) -> list[str]:
    with pytest.raises(InputError) as caught:
        Instance.build(*args, **kwargs)
    return [str(fault) for fault in caught.value.faults]


def test_build_and_look():
    instance = Instance.build([(0, 1), (0, 0), (1, 0)], ["b", "a", "a"], [("b", "a", 1)], name="t")
    assert instance.colors == ("a", "b")
    assert instance.board.cell_list() == TRIANGLE
    assert instance.cell_colors.tolist() == [0, 0, 1]
    assert instance.budgets == {(0, 1): 1}
    assert instance.budget("b", "a") == 1
    assert instance.budget("a", "a") == 0
    assert instance.color_at((0, 1)) == "b"
    assert instance.color_at((7, 7)) is None
    assert instance.gourd_list() == [("a", "b", 1)]
    assert instance.size == 1
    assert repr(instance) == "<Instance 't': 3 cells, 1 gourds, 2 colors>"


def test_equal_pairs_add_up_and_zeros_vanish():
    cells = [(q, 0) for q in range(7)]
    instance = Instance.build(cells, list("aabbaab"), [("a", "b", 1), ("b", "a", 1), ("a", "a", 0), ("b", "b", 1)])
    assert instance.gourd_list() == [("a", "b", 2), ("b", "b", 1)]


def test_every_fault_is_reported_with_its_place():
    assert faults_of([(0, 0), (0, 0), (1, 0)], "aaa", [("a", "a", 1)]) == [
        "cells[1]: cell (0, 0) was given before, at cells[0]"
    ]
    even = faults_of([(0, 0), (1, 0)], "aa", [("a", "a", 1)])
    assert even == ["cells: an instance needs an odd number of cells, one stays empty; here are 2"]
    apart = faults_of([(0, 0), (1, 0), (9, 9)], "aaa", [("a", "a", 1)])
    assert apart == ["cells[2]: the board is not connected: 2 parts, one with cell (9, 9) and 0 more"]
    assert faults_of(TRIANGLE, "aaa", [("a", "z", 1)]) == ["gourds[0]: unknown color 'z': no cell has it"]
    assert faults_of(TRIANGLE, "aaa", [("a", "a", -1)]) == [
        "gourds[0]: the number of gourds must not be negative, here it is -1"
    ]
    assert faults_of(TRIANGLE, "aaa", [("a", "a", 2)]) == ["gourds: 3 cells take 1 gourds, the budgets sum to 2"]
    many = faults_of([(0, 0), (1, 0), (9, 9), (10, 9)], "aaaa", [("x", "y", -1), ("a", "a", 1)])
    assert len(many) == 5


def test_a_message_is_one_line_that_counts_the_rest():
    with pytest.raises(InputError) as caught:
        Instance.build([(0, 0)] * 9, "a" * 9, [("a", "a", 4)])
    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith("(and 5 more faults)")
    assert str(caught.value.in_source("x.json")).startswith("x.json: cells[1]: ")


@given(instances(), st.sampled_from(SYMMETRIES), SHIFTS)
def test_symmetry_keeps_what_counting_says(instance, symmetry, shift):
    image = instance.transformed(symmetry, shift)
    before, after = Counting(instance), Counting(image)
    assert before.cells_of == after.cells_of
    assert before.empty_color == after.empty_color
    assert (before.refutation is None) == (after.refutation is None)
    assert sorted(instance.edge_classes.tolist()) == sorted(image.edge_classes.tolist())
    for cell, color in zip(instance.board.cells, instance.cell_colors, strict=True):
        a, b, c, d = symmetry
        moved = (a * cell[0] + b * cell[1] + shift[0], c * cell[0] + d * cell[1] + shift[1])
        assert image.color_at(moved) == instance.colors[color]


@given(placed_instances())
def test_counting_never_refutes_a_feasible_instance(pair):
    instance, placement = pair
    counting = Counting(instance)
    assert counting.refutation is None
    assert counting.empty_color is not None
    assert instance.colors[counting.empty_color] == instance.color_at(placement.empty)


def test_law_1_color_totals():
    instance = Instance.build(TRIANGLE, "aab", [("b", "b", 1)])
    assert Counting(instance).empty_color is None
    assert "'a' 2 cells and 0 ends" in (Counting(instance).refutation or "")


def test_law_3_two_odd_components():
    """a-a-b-a-a-… in a row: without (a, b)-gourds the b's part the a's."""
    cells = [(q, 0) for q in range(7)]
    instance = Instance.build(cells, list("abbabba"), [("a", "a", 1), ("b", "b", 2)])
    counting = Counting(instance)
    assert counting.empty_color == 0
    refutation = counting.refutation
    assert refutation is not None
    assert "only 0 places" in refutation  # no two a's touch, which counting sees first
    both = Instance.build([(q, 0) for q in range(9)], list("aaabbaaab"), [("a", "a", 3), ("b", "b", 1)])
    assert Counting(both).empty_color == 1
    assert "two parts have an odd number of cells" in (Counting(both).refutation or "")
    assert [len(part) for part in Counting(both).odd_components] == [3, 3]


def test_law_4_more_gourds_than_places():
    cells = [(q, 0) for q in range(5)]
    instance = Instance.build(cells, list("abaab"), [("b", "b", 1), ("a", "a", 1)])
    assert Counting(instance).refutation == "1 (b, b)-gourd, but only 0 places on the board where one fits"


def test_usable_edges_are_those_with_a_budget():
    instance = Instance.build([(q, 0) for q in range(5)], list("aabba"), [("a", "a", 1), ("b", "b", 1)])
    usable = instance.board.edges[instance.usable_edges].tolist()
    assert usable == [[0, 1], [2, 3]]
    assert np.all(instance.usable_edges == [True, False, True, False])
