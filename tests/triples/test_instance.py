"""Colored boards of triples: the sweep, the SAT solver and plain search agree; bad instances are refused."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given

from gourds.errors import InputError
from gourds.triples.answer import answer_triples
from gourds.triples.frontier import count_colored
from gourds.triples.instance import TripleInstance
from gourds.triples.placements import all_placements, placement_faults
from gourds.triples.satisfying import find_placement, satisfying_placements
from tests.triples.small_boards import RHOMBUS
from tests.triples.triple_strategies import colored


@given(colored())
def test_three_ways_agree(instance):
    fitting = [
        placement
        for placement in all_placements(instance.board)
        if Counter(tuple(sorted(instance.colors[k] for k in slot)) for slot in placement.slots)
        == Counter(instance.budgets)
    ]
    assert count_colored(instance) == len(fitting)
    assert set(satisfying_placements(instance)) == set(fitting)
    found = find_placement(instance)
    assert (found in fitting) if fitting else found is None
    answer = answer_triples(instance)
    assert answer.colored == len(fitting)
    assert (answer.placement is None) == (not fitting)
    if answer.placement is not None:
        assert placement_faults(instance.board, answer.placement.empty_cell, answer.placement.cells()) == []


def test_by_hand():
    cells = [(0, 0), (1, 0), (0, 1), (1, 1)]
    assert count_colored(TripleInstance.build(cells, list("abba"), [("b", "a", "b", 1)])) == 2
    assert count_colored(TripleInstance.build(cells, list("abbc"), [("b", "b", "a", 1)])) == 1
    assert count_colored(TripleInstance.build(cells, list("abbc"), [("a", "b", "c", 1)])) == 0
    assert count_colored(TripleInstance.build([(0, 0)], ["a"], [])) == 1


def test_parts_in_any_order_make_the_same_instance():
    cells = [(1, 1), (0, 1), (1, 0), (0, 0)]
    one = TripleInstance.build(cells, list("dcba"), [("c", "b", "a", 1), ("d", "a", "a", 0)])
    assert one == TripleInstance.build(RHOMBUS, list("abcd"), [("a", "b", "c", 1)])
    assert one.kinds == ((("a", "b", "c"), 1),)


@pytest.mark.parametrize(
    ("cells", "colors", "triples", "fault"),
    [
        ([(0, 0), (1, 0)], None, (), "3n \\+ 1 cells, these are 2"),
        ([(0, 0), (1, 0), (0, 1), (5, 5)], None, (), "not connected"),
        (RHOMBUS, None, [("a", "a", "a", 1)], "the cells have no colors"),
        (3, None, (), "must be a list of cells"),
        (RHOMBUS, ["a"], (), "one for each cell"),
        (RHOMBUS, ["a", "a", "a", 1], (), "one for each cell"),
        (RHOMBUS, list("aaaa"), 7, "must be a list of"),
        (RHOMBUS, list("aaaa"), [("a", "a", "a", 2)], "4 cells takes 1 triple, the budgets sum to 2"),
        (RHOMBUS, list("aaaa"), [("a", "a", "b", 1)], "unknown color 'b'"),
        (RHOMBUS, list("aaaa"), [("a", "a", [], 1)], "unknown color"),
        (RHOMBUS, list("aaaa"), [("a", "a", "a", -1)], "three colors and a number"),
        (RHOMBUS, list("aaaa"), [("a", "a", 1)], "three colors and a number"),
        (RHOMBUS, list("aaaa"), [("a", "a", "a", True)], "three colors and a number"),
    ],
)
def test_bad_instances_are_refused(cells, colors, triples, fault):
    with pytest.raises(InputError, match=fault):
        TripleInstance.build(cells, colors, triples)
