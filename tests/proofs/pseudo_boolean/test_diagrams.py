"""Diagrams as pseudo-Boolean proofs that the checker accepts, about both models; counts have none."""

from __future__ import annotations

import pytest

from gourds import files
from gourds.certificates.pseudo_boolean.check import check_pb_proof
from gourds.counts.certifying import certify_count
from gourds.errors import InputError
from gourds.families import FAMILIES, generate
from gourds.files.certificates import Certificate
from gourds.matching.frontier.diagram import refuting_diagram
from gourds.proofs.convert import convert, pseudo_boolean_proof
from gourds.proofs.pseudo_boolean.writer import VERSIONS
from tests.conftest import ROOT
from tests.reduction_boards import reduction_board, unsatisfiable_cubic
from tests.solvers.small import small_instance, twin_instance

SEEDS = 120
"""Instances are made from so many seeds; 2,000 have passed."""


def expect_proofs(instance, data):
    certificate = Certificate("diagram", instance.digest, data)
    for encoding in ("reduced", "textbook"):
        for version in VERSIONS:
            text = pseudo_boolean_proof(instance, certificate, encoding, version)
            check = check_pb_proof(instance, text, encoding)
            assert check, (encoding, version, check.reason)


def test_random_diagrams():
    tried = 0
    for seed in range(SEEDS):
        for instance in (small_instance(seed), twin_instance(seed)):
            data = refuting_diagram(instance)
            if data is not None:
                expect_proofs(instance, data)
                tried += 1
    assert tried > 5


@pytest.mark.parametrize("name", ["drawn/nine-other-gourds.txt", "shapes/random-25-near-miss.json"])
def test_bundled_instances(name):
    instance = files.load_instance(ROOT / "instances" / name)
    expect_proofs(instance, refuting_diagram(instance))


def test_a_board_that_falls_apart_and_an_order_that_is_cut_off():
    board = reduction_board(unsatisfiable_cubic(6))
    data = refuting_diagram(board)
    expect_proofs(board, data)
    row = files.load_instance(ROOT / "instances" / "shapes" / "random-25-near-miss.json")
    data = refuting_diagram(row)
    expect_proofs(row, {**data, "order": data["order"][: len(data["layers"]) + 1]})


def test_a_number_has_no_proof_of_infeasibility():
    hexagon = generate(FAMILIES["hexagon"], {"radius": 2, "colors": 3}, seed=1)
    for form in ("pbp", "drat", "lrat"):
        with pytest.raises(InputError, match="kind count does not say"):
            convert(hexagon, certify_count(hexagon), form)
