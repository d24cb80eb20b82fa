"""Every kind of certificate becomes a pseudo-Boolean proof that the checker accepts, about both models."""

from __future__ import annotations

from pathlib import Path

import pytest

from gourds.certificates.pseudo_boolean.check import check_pb_proof
from gourds.certificates.puzzle import Puzzle
from gourds.certificates.verify import verify_certificate
from gourds.counting import Counting
from gourds.encodings.cnf import direct_cnf
from gourds.errors import InputError
from gourds.files import load_instance
from gourds.files.certificates import Certificate
from gourds.files.manifest import Entry, read_manifest
from gourds.instance import Instance
from gourds.proofs.clausal.lrat import with_hints
from gourds.proofs.convert import pseudo_boolean_proof
from gourds.proofs.pseudo_boolean.clausal import prove_steps, read_step
from gourds.proofs.pseudo_boolean.writer import VERSIONS, ProofWriter
from gourds.solvers import solve
from tests.proofs.pseudo_boolean.samples import KINDS, certified

SAMPLE = 6
"""Random instances of each kind; 200 have passed."""
LARGEST = 100
"""Bundled boards of up to so many cells."""

ENCODINGS = ("reduced", "textbook")
BUNDLED = Path(__file__).parents[3] / "instances"
INFEASIBLE = [entry for entry in read_manifest(BUNDLED) if entry.verdict == "infeasible"]


def expect_proofs(instance: Instance, certificate: Certificate) -> None:
    for encoding in ENCODINGS:
        for version in VERSIONS:
            text = pseudo_boolean_proof(instance, certificate, encoding, version)
            check = check_pb_proof(instance, text, encoding)
            assert check, (encoding, version, check.reason)


@pytest.mark.parametrize("kind", KINDS)
def test_random_certificates(kind):
    found = list(certified(kind, SAMPLE))
    for instance, certificate in found:
        expect_proofs(instance, certificate)
    if kind == "barrier":
        assert {certificate.data["apex"] for _, certificate in found} == {True, False}


@pytest.mark.parametrize(
    "entry", [entry for entry in INFEASIBLE if (entry.cells or 0) <= LARGEST], ids=lambda e: e.name
)
def test_bundled_instances(entry: Entry):
    instance = load_instance(entry.path)
    for solver in ("auto", "sat"):
        certificate = solve(instance, solver, proof=True, presolve=solver == "auto", isolate=False).certificate
        assert certificate is not None
        if certificate.kind in KINDS:
            expect_proofs(instance, certificate)


ODD_PARTS = [
    ([(1, -2), (-1, -1), (0, -1), (1, -1), (0, 0), (1, 0), (0, 1)], "cbdabcc", ["ab", "bc", "cd"]),
    ([(2, -2), (1, -1), (2, -1), (0, 0), (1, 0), (-1, 1), (0, 1)], "accabba", ["aa", "ab", "bc"]),
]
"""One part is odd, and no cell of it has the color of the empty cell."""


@pytest.mark.parametrize(("cells", "colors", "gourds"), ODD_PARTS)
def test_the_odd_part_without_the_empty_color(cells, colors, gourds):
    instance = Instance.build(cells, list(colors), [(a, b, 1) for a, b in gourds])
    certificate = Certificate("counting", instance.digest)
    assert verify_certificate(instance, certificate)
    assert Counting(instance).refutation is None
    expect_proofs(instance, certificate)


def test_a_cell_that_nothing_can_cover_is_said_in_the_file():
    """The equation of the last cell has no variable; the file says x1 = 2."""
    instance = Instance.build([(q, 0) for q in range(5)], list("aabac"), [("a", "a", 1), ("b", "c", 1)])
    for encoding in ENCODINGS:
        text = pseudo_boolean_proof(instance, Certificate("counting", instance.digest), encoding)
        assert check_pb_proof(instance, text, encoding)
        assert "pol" not in text


# -- several steps ----------------------------------------------------------------------------------------------


def leaf_steps(instance: Instance) -> list[dict]:
    """A cell with one partner, which is not of the empty color, closes all other edges of that partner."""
    puzzle = Puzzle.of(instance)
    steps, seen = [], set()
    for cell, (*partners,) in puzzle.partners.items():
        if len(partners) == 1 and puzzle.color[cell] != puzzle.empty_color() and not seen & {cell, *partners}:
            (partner,) = partners
            if len(puzzle.partners[partner]) > 1:
                seen |= {cell, partner, *puzzle.partners[partner]}
                weights = [[*cell, 1], [*partner, -1]]
                steps.append({"cells": weights, "classes": [], "empty": 0, "sets": []})
    return steps


def test_steps_that_close_edges():
    several = 0
    for instance, certificate in certified("linear", 3 * SAMPLE):
        steps = leaf_steps(instance)
        longer = Certificate("linear", instance.digest, {"steps": [*steps, *certificate.data["steps"]]})
        if steps and verify_certificate(instance, longer):
            expect_proofs(instance, longer)
            several += len(steps) > 1
    assert several


# -- clauses ----------------------------------------------------------------------------------------------------


def renamed(lemmas: list[list[int]], name: int) -> list[str]:
    """A proof that calls the first variable of its first lemma by a new name, which two lemmas define; they are RAT."""
    variable = abs(lemmas[0][0])
    image = {variable: name, -variable: -name}
    lines = [[name, -variable], [-name, variable], *([image.get(lit, lit) for lit in lemma] for lemma in lemmas)]
    return [" ".join(map(str, [*line, 0])) for line in lines]


def test_lemmas_that_define_a_variable_are_redundant_with_a_witness():
    tried = 0
    for instance, certificate in certified("drat", 4 * SAMPLE):
        formula = direct_cnf(instance)
        trimmed = map(read_step, with_hints(formula.clauses(), certificate.data["proof"]))
        lemmas = [step.literals for step in trimmed if step and not step.deletes]
        if not lemmas[0]:
            continue
        lines = with_hints(formula.clauses(), renamed(lemmas, formula.variable_count + 1))
        steps = [step for line in lines if (step := read_step(line))]
        for encoding in ENCODINGS:
            for version in VERSIONS:
                writer = ProofWriter(instance, encoding, version)
                text = writer.conclude(prove_steps(writer, steps))
                assert check_pb_proof(instance, text, encoding)
                tried += f"x{writer.fresh() - 1} -> 0" in text
        if tried:
            return
    raise AssertionError("no proof was long enough")


def test_rat_on_a_variable_of_the_model_is_refused():
    instance, _ = next(certified("drat", 1))
    step = read_step("1000 1 2 0 -1 2 0")
    assert step is not None
    with pytest.raises(InputError, match="RAT on variable 1"):
        prove_steps(ProofWriter(instance), [step])
