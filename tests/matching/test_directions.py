"""Ends in any direction: what is beyond is refuted, what is at an end is found, what is far from all is left alone."""

from __future__ import annotations

import json
import math
import random
import time

import pytest

from gourds import shapes
from gourds.board import Board
from gourds.certificates.verify import verify_certificate
from gourds.counting import Counting
from gourds.families import FAMILIES, generate
from gourds.families.colorings import color_board
from gourds.files.certificates import Certificate
from gourds.matching.boundary import refute_or_end, search_from_end
from gourds.matching.directions import nearest_end
from gourds.solvers.brute import all_placements
from tests.solvers.small import small_instance
from tests.whole_boards import beyond, slanted


@pytest.mark.parametrize("colors", [3, 5])
def test_an_end_in_another_direction_is_found_and_searched(colors):
    instance = slanted(9, colors, 1)
    end = nearest_end(instance, math.inf)
    assert end is not None
    assert end.refutation() is None
    found = search_from_end(end, max_steps=100_000_000)
    assert found is not None
    assert found.energy == 0


def test_what_is_beyond_is_refuted_without_being_told_where():
    instance = beyond(9, 4, 2)
    end = nearest_end(instance, math.inf)
    assert end is not None
    refutation = end.refutation()
    assert refutation is not None
    certificate = Certificate(refutation.kind, instance.digest, dict(refutation.data))
    assert verify_certificate(instance, certificate)


@pytest.mark.parametrize(("radius", "colors", "seed"), [(12, 5, 1), (18, 8, 2), (26, 3, 1)])
def test_proofs_have_small_slopes(radius, colors, seed):
    instance = generate(FAMILIES["beyond"], {"radius": radius, "colors": colors}, seed)
    end = nearest_end(instance, math.inf)
    assert end is not None
    refutation = end.refutation()
    assert refutation is not None
    assert max(map(abs, end.slopes.values())) <= 12
    assert len(json.dumps(refutation.data)) < 25 * instance.board.size
    assert verify_certificate(instance, Certificate(refutation.kind, instance.digest, dict(refutation.data)))


def test_budgets_that_are_far_from_all_ends_have_none():
    board = Board.from_cells(shapes.hexagon(9))
    instance = color_board(board, coloring="planted", pattern="uniform", colors=4, rng=random.Random(1))
    assert nearest_end(instance, math.inf) is None


def test_no_time_is_no_end():
    assert nearest_end(slanted(9, 5, 1), time.monotonic() - 1) is None


def test_only_what_has_no_placement_is_refuted():
    refuted = 0
    for seed in range(150):
        instance = small_instance(seed)
        if Counting(instance).refutation is not None or getattr(refute_or_end(instance), "kind", "") == "barrier":
            continue
        end = nearest_end(instance, math.inf)
        if end is not None and end.refutation() is not None:
            refuted += 1
            assert next(iter(all_placements(instance)), None) is None
    assert refuted
