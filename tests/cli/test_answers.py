"""Partial placements and certificates are files like all others: info, draw and verify know them."""

from __future__ import annotations

import json

import pytest

import gourds
from gourds import files
from gourds.files.certificates import KINDS, RESTS_ON, Certificate
from gourds.instance import Instance
from gourds.placement import PartialPlacement
from gourds.solvers import solve
from tests.solvers.small import small_instance
from tests.whole_boards import beyond

ROW = Instance.build([(q, 0) for q in range(5)], list("aabba"), [("a", "a", 1), ("b", "b", 1)])


@pytest.fixture
def answers(cli):
    """The folder with an instance, answers of all sorts, and a linear proof."""
    files.save(ROW, "row.json")
    files.save(PartialPlacement([((0, 0), (1, 0))]), "partial.json")
    files.save(PartialPlacement([((0, 0), (1, 0)), ((1, 0), (2, 0))]), "wrong.json")
    files.save(gourds.Placement.build((4, 0), [((0, 0), (1, 0)), ((2, 0), (3, 0))]), "placement.json")
    past = beyond(3, 3, 2)
    files.save(past, "past.json")
    proof = solve(past, "polytope", proof=True, isolate=False).certificate
    assert proof is not None
    assert proof.kind == "linear"
    files.save(proof, "linear.json")
    files.save(Certificate("claimed", ROW.digest, {"by": "brute"}), "claimed.json")
    return cli


def test_info_of_a_certificate(answers):
    done = answers("info", "linear.json")
    assert done.code == 0
    for word in ("kind", "linear", RESTS_ON["linear"], files.load("past.json").digest, "steps 1"):
        assert word in done.out
    facts = json.loads(answers("info", "linear.json", "--json").out)
    assert facts["kind"] == "linear"
    assert facts["rests_on"] == RESTS_ON["linear"]
    assert facts["instance"] == files.load("past.json").digest
    assert facts["sizes"] == {"steps": len(files.load("linear.json").data["steps"])}
    assert "nothing to check" in answers("info", "claimed.json").out


def test_info_of_placements_and_formulas(answers):
    assert "2 gourds" in answers("info", "placement.json").out
    assert "(4, 0)" in answers("info", "placement.json").out
    assert "a partial placement" in answers("info", "partial.json").out
    assert json.loads(answers("info", "partial.json", "--json").out) == {
        "format": "gourds-partial-placement",
        "gourds": 1,
    }
    files.save(gourds.Cnf(3, ((1, 2), (-3,))), "f.cnf")
    assert "variables  3" in answers("info", "f.cnf").out
    assert json.loads(answers("info", "f.cnf", "--json").out)["clauses"] == 2


def test_info_of_damaged_answers(answers):
    text = (answers.folder / "linear.json").read_text()
    (answers.folder / "damaged.json").write_text(text.replace("1", "2", 1))
    assert answers.refuses("info", "damaged.json").startswith("gourds: damaged.json: ")
    (answers.folder / "damaged.json").write_text(text[:-3])
    assert "damaged.json: line " in answers.refuses("info", "damaged.json")
    (answers.folder / "damaged.json").write_text('{"format": "gourds-partial-placement", "version": 1, "gourds": 3}')
    for words in (["info", "damaged.json"], ["verify", "row.json", "damaged.json"]):
        assert "damaged.json: gourds: must be a list" in answers.refuses(*words)


def test_verify_partial_placements(answers):
    done = answers("verify", "row.json", "partial.json")
    assert done.code == 0
    assert "1 of 2 gourds placed, 3 cells open" in done.out
    assert json.loads(answers("verify", "row.json", "partial.json", "--json").out) == {
        "valid": True,
        "verdict": "valid",
        "kind": "partial-placement",
        "faults": [],
    }
    done = answers("verify", "row.json", "wrong.json")
    assert done.code == 1
    assert "covered twice" in done.out
    assert "a placement or a certificate is needed here, this is an instance" in answers.refuses(
        "verify", "row.json", "row.json"
    )


def test_what_maximize_writes(answers):
    assert answers("maximize", "past.json", "-o", "most.json", "--time-limit", "20").code == 0
    most = gourds.load("most.json")
    assert isinstance(most, PartialPlacement)
    assert gourds.verify(gourds.load("past.json"), most)
    assert answers("verify", "past.json", "most.json").code == 0
    assert answers("draw", "past.json", "most.json", "-o", "most.svg").code == 0
    assert answers("draw", "most.json", "-o", "alone.svg").code == 0
    assert (answers.folder / "most.svg").read_text() == gourds.draw(gourds.load("past.json"), most)


def test_draw_barriers(answers):
    """One cell for three that only it can be joined with; and an odd part without a cell that may stay empty."""
    cells = [(0, 0), (1, 0), (-1, 1), (0, -1), (2, 0), (3, 0), (4, 0)]
    star = Instance.build(cells, list("caaabbb"), [("a", "c", 1), ("a", "a", 1), ("b", "b", 1)])
    lone = small_instance(10)
    proof = solve(lone, "decompose", proof=True, isolate=False).certificate
    for instance, certificate, title in (
        (
            star,
            Certificate("barrier", star.digest, {"cells": [[0, 0]], "apex": False}),
            "3 odd parts are left without 1 cell",
        ),
        (lone, proof, "has no cell that may stay empty"),
    ):
        files.save(instance, "board.json")
        files.save(certificate, "barrier.json")
        assert answers("draw", "board.json", "barrier.json", "-o", "barrier.svg").code == 0
        drawn = (answers.folder / "barrier.svg").read_text()
        assert title in drawn
        assert drawn == gourds.draw(instance, certificate)


def test_draw_a_linear_proof_in_python(answers):
    instance, proof = gourds.load("past.json"), gourds.load("linear.json")
    assert answers("draw", "past.json", "linear.json", "-o", "proof.svg").code == 0
    assert (answers.folder / "proof.svg").read_text() == gourds.draw(instance, proof, path="again.svg")
    assert (answers.folder / "again.svg").read_text() == (answers.folder / "proof.svg").read_text()


@pytest.mark.parametrize("kind", sorted({*KINDS} - {"linear", "barrier"}))
def test_no_picture_of_other_certificates(answers, kind):
    files.save(Certificate(kind, ROW.digest), "other.json")
    line = answers.refuses("draw", "row.json", "other.json", "-o", "x.svg")
    assert f"other.json: there is no picture of a certificate of kind {kind}" in line


def test_draw_refuses_in_one_line(answers):
    for words, reason in (
        (["linear.json"], "linear.json: a certificate is drawn with its instance"),
        (
            ["row.json", "linear.json"],
            "linear.json: the certificate proves nothing: the certificate belongs to another",
        ),
        (["placement.json", "linear.json"], "the instance of the certificate is needed here, this is a placement"),
    ):
        assert reason in answers.refuses("draw", *words, "-o", "x.svg")
    files.save(PartialPlacement(()), "none.json")
    assert "none.json: a partial placement without gourds shows nothing" in answers.refuses(
        "draw", "none.json", "-o", "x.svg"
    )
