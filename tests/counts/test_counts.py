"""Counting, sampling and probabilities against plain backtracking."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from gourds import shapes
from gourds.board import Board
from gourds.counts.placements import count, counted, counters
from gourds.counts.probabilities import edge_probabilities
from gourds.counts.sampling import sample
from gourds.errors import InputError, LimitError
from gourds.families.base import generate
from gourds.families.shaped import SHAPED
from gourds.instance import Instance
from gourds.matching.frontier import sweep
from gourds.placement import placement_faults
from gourds.solvers.brute import all_placements
from tests.solvers.small import small_instance, twin_instance

FAMILIES = {family.name: family for family in SHAPED}


def hexagon(radius, colors, seed=1):
    return generate(FAMILIES["hexagon"], {"radius": radius, "colors": colors}, seed)


def test_counters_agree():
    for seed in range(100):
        instance = small_instance(seed)
        expected = sum(1 for _ in all_placements(instance))
        assert count(instance) == count(instance, "brute") == count(instance, "frontier") == expected
    assert counted(hexagon(2, 2)).solver == "frontier"
    assert list(counters()) == ["frontier", "pfaffian", "brute"]


def test_components_of_one_kind_with_budgets_of_their_own():
    for seed in range(150):
        instance = twin_instance(seed)
        placements = list(all_placements(instance))
        assert count(instance, "frontier") == count(instance, "pfaffian") == len(placements) > 0, seed
        assert all(placement_faults(instance, drawn) == [] for drawn in sample(instance, 3, seed))
        used = Counter(gourd for placement in placements for gourd in placement.gourds)
        shares = edge_probabilities(instance).edges
        assert {pair: share for pair, share in shares.items() if share} == {
            pair: Fraction(number, len(placements)) for pair, number in used.items()
        }


def test_limits_and_refusals():
    with pytest.raises(InputError, match="'sat' does not count"):
        count(hexagon(2, 2), "sat")
    with pytest.raises(LimitError, match="time limit"):
        count(hexagon(4, 1), "brute", time_limit=0.2)
    assert count(hexagon(3, 2), time_limit=60) == count(hexagon(3, 2))
    with pytest.raises(LimitError, match="too wide"):
        count(hexagon(18, 2), "frontier", time_limit=60)
    with pytest.raises(LimitError, match="backtracking"):
        count(generate(FAMILIES["strip"], {"size": 1001}, 0), "brute")
    with pytest.raises(InputError, match="negative"):
        sample(hexagon(2, 2), -1)


def test_samples():
    instance = hexagon(3, 3)
    drawn = sample(instance, 4, seed=2)
    assert len(drawn) == 4
    assert drawn == sample(instance, 4, seed=2, time_limit=60)
    assert all(placement_faults(instance, placement) == [] for placement in drawn)
    assert sample(instance, 0) == []
    cells = Board.from_cells(shapes.parallelogram(5, 1)).cells
    with pytest.raises(InputError, match="nothing to draw from"):
        sample(Instance.build(cells, list("babaa"), [("a", "a", 1), ("b", "b", 1)]), 1)


def test_boards_too_wide_for_a_sweep_are_sampled_by_pfaffians(monkeypatch):
    instance = hexagon(3, 2)
    monkeypatch.setattr(sweep, "MAX_STATES", 50)
    assert counted(instance).solver == "pfaffian"
    drawn = sample(instance, 3, seed=2)
    assert len(set(drawn)) == 3
    assert all(placement_faults(instance, placement) == [] for placement in drawn)
    assert drawn == sample(instance, 4, seed=2, time_limit=60)[:3]
    with pytest.raises(LimitError, match=r"^frontier: too wide.*; pfaffian: too large"):
        sample(hexagon(18, 3), 1)


def test_probabilities_are_exact():
    row = Instance.build([(q, 0) for q in range(5)], list("aaaaa"), [("a", "a", 2)])
    found = edge_probabilities(row)
    third = Fraction(1, 3)
    assert found.total == 3
    assert list(found.edges.values()) == [2 * third, third, third, 2 * third]
    assert list(found.empties.values()) == [third, 0, third, 0, third]
    document = found.to_json()
    assert document["count"] == "3"
    assert document["edges"][0] == {"cells": [[0, 0], [1, 0]], "fraction": "2/3", "probability": 2 / 3}
    nothing = Instance.build([(q, 0) for q in range(5)], list("babaa"), [("a", "a", 1), ("b", "b", 1)])
    assert set(edge_probabilities(nothing).edges.values()) == {Fraction(0)}
