"""Walks among placements: they never leave them, they repeat, and they come to all of them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gourds.formulas.formula import OneInThree
from gourds.instance import Instance
from gourds.matching.exchange.search import prepare
from gourds.placement import placement_faults
from gourds.reductions.checking.walks import walk
from gourds.reductions.reduction import Reduction
from gourds.solvers.brute import all_placements
from tests.strategies import SEEDS, placed_instances

EXAMPLES = 20


@pytest.fixture(scope="module", autouse=True)
def _compiled():
    prepare()


@settings(max_examples=EXAMPLES)
@given(placed_instances(), SEEDS, st.integers(0, 5))
def test_a_walk_stays_among_the_placements_and_repeats(placed, seed, count):
    instance, placement = placed
    found = list(walk(instance, placement, count, seed))
    assert len(found) == count
    assert not [fault for one in found for fault in placement_faults(instance, one)]
    assert found == list(walk(instance, placement, count, seed))


def test_a_walk_comes_to_every_placement():
    """A ring of six around a seventh cell, all of one color: every covering but for one cell."""
    cells = [(0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
    instance = Instance.build(cells, ["a"] * 7, [("a", "a", 3)])
    every = set(all_placements(instance))
    assert set(walk(instance, min(every, key=str), 200)) == every


def test_hot_stretches_exchange_gourds_between_parts_far_apart():
    """Two squares of cells, one covered along its rows and one across; they can change places, but only both at once."""
    left = [(0, 0), (1, 0), (0, 1), (1, 1)]
    right = [(6, 0), (7, 0), (6, 1), (7, 1)]
    between = [(2, 0), (3, 0), (4, 0), (5, 0), (8, 0)]
    colors = [*"abab", *"abab", *"fffff"]
    instance = Instance.build(
        left + right + between, colors, [("a", "b", 2), ("a", "a", 1), ("b", "b", 1), ("f", "f", 2)]
    )
    every = set(all_placements(instance))
    start = min(every, key=str)
    found = set(walk(instance, start, 60))
    assert len(every) == 2
    assert found == every


def test_coverings_of_a_gadget_vary():
    reduction = Reduction.of(OneInThree(3, ((1, 2, 3),) * 3))
    start = reduction.place((True, False, False))
    found = list(walk(reduction.instance(), start, 6))
    assert len({placement.gourds for placement in found}) == 6
    assert len({placement.empty for placement in found}) > 1
    assert {reduction.extract(placement) for placement in found} <= {tuple(v == w for v in range(3)) for w in range(3)}
