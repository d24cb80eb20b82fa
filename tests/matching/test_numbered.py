from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gourds.families import FAMILIES, generate
from gourds.instance import Instance
from gourds.matching.numbered import is_numbered, place_numbered
from gourds.placement import Placement, placement_faults
from tests.strategies import SEEDS


@given(st.integers(1, 60), SEEDS)
def test_planted_numbered_instances_are_placed(half, seed):
    family = FAMILIES["random-proper"]
    instance = generate(family, {"size": 2 * half + 1, "coloring": "numbered"}, seed)
    assert is_numbered(instance)
    placement = place_numbered(instance)
    assert placement is not None
    assert placement_faults(instance, placement) == []


@given(SEEDS, st.booleans())
def test_agrees_with_trying_everything(seed, repeated):
    """Five cells, two gourds of random ends; sometimes the empty cell shares its number with an end."""
    rng = random.Random(seed)
    cells = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0)]
    colors = ["1", "2", "3", "4", "4" if repeated else "5"]
    rng.shuffle(colors)
    ends = ["1", "2", "3", "4"]
    rng.shuffle(ends)
    instance = Instance.build(cells, colors, [(ends[0], ends[1], 1), (ends[2], ends[3], 1)])
    edges = [(instance.board.cell_list()[i], instance.board.cell_list()[j]) for i, j in instance.board.edges.tolist()]
    exists = False
    for first, second in itertools.permutations(edges, 2):
        left = set(cells) - set(first) - set(second)
        exists |= len(left) == 1 and not placement_faults(instance, Placement.build(left.pop(), [first, second]))
    assert is_numbered(instance)
    placement = place_numbered(instance)
    assert (placement is not None) == exists
    if placement is not None:
        assert placement_faults(instance, placement) == []


def test_only_numbered_instances_are_taken():
    instance = Instance.build([(0, 0), (1, 0), (0, 1)], ["1", "1", "1"], [("1", "1", 1)])
    assert not is_numbered(instance)
    with pytest.raises(ValueError, match="not numbered"):
        place_numbered(instance)
