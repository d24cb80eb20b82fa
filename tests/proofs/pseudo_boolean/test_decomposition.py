"""Decompositions and modular certificates become pseudo-Boolean proofs, whatever way they are written in."""

from __future__ import annotations

import pytest

from gourds.certificates.decomposition import build_master
from gourds.certificates.pseudo_boolean.check import check_pb_proof
from gourds.certificates.puzzle import Puzzle
from gourds.certificates.verify import verify_certificate
from gourds.errors import LimitError
from gourds.files import load_instance
from gourds.files.certificates import Certificate
from gourds.files.manifest import Entry
from gourds.instance import Instance
from gourds.proofs.clausal.lrat import with_hints
from gourds.proofs.convert import pseudo_boolean_proof
from gourds.proofs.pseudo_boolean import decomposition, modular
from gourds.proofs.pseudo_boolean.choices import sweep
from gourds.proofs.pseudo_boolean.clausal import Step, read_step
from gourds.proofs.pseudo_boolean.writer import VERSIONS
from gourds.solvers import solve
from tests.forging.targets import equations_from
from tests.proofs.pseudo_boolean.decomposed import honest, strange
from tests.proofs.pseudo_boolean.test_producers import BUNDLED, INFEASIBLE, expect_proofs, renamed
from tests.reduction_boards import random_cubic, reduction_board

SAMPLE = 4
"""Random instances of each kind and sort; 200 of each have passed."""
LARGEST = 300
"""Bundled boards of up to so many cells, without those made to be hard; all have passed."""
SMALL = [one for one in INFEASIBLE if (one.cells or 0) <= LARGEST and not one.name.startswith("hard/")]
KINDS = ("decomposition", "modular")


@pytest.mark.parametrize("make", [honest, strange])
@pytest.mark.parametrize("kind", KINDS)
def test_random_certificates(kind, make):
    for instance, certificate in make(kind, SAMPLE):
        expect_proofs(instance, certificate)


@pytest.mark.parametrize("entry", SMALL, ids=lambda e: e.name)
def test_bundled_instances(entry: Entry):
    instance = load_instance(entry.path)
    certificate = solve(instance, "decompose", proof=True, isolate=False).certificate
    assert certificate is not None
    if certificate.kind in KINDS:
        expect_proofs(instance, certificate)


# -- proofs of the master problem that no solver of today writes ------------------------------------------------


@pytest.fixture(scope="module")
def searched() -> tuple[Instance, Certificate]:
    """A master problem that unit propagation alone does not refute, so that lemmas are needed."""
    instance = reduction_board(random_cubic(10, 0))
    with equations_from(10**9):
        certificate = solve(instance, "decompose", proof=True, isolate=False).certificate
    assert certificate is not None
    return instance, certificate


def test_definitions():
    """The chain's boards have definitions, and lemmas that rest on what a definition excludes."""
    instance = load_instance(BUNDLED / "chain/pigeonhole-1.json.gz")
    certificate = solve(instance, "decompose", proof=True, isolate=False).certificate
    assert certificate is not None
    assert certificate.data["definitions"]
    for version in VERSIONS:
        assert check_pb_proof(instance, pseudo_boolean_proof(instance, certificate, version=version))


def test_lemmas_that_define_a_variable_are_redundant_with_a_witness(searched):
    """A lemma that is needed is about a new name for one of its variables, which two more lemmas define."""
    instance, certificate = searched
    clauses = build_master(Puzzle.of(instance), certificate.data).clauses
    trimmed = [step for line in with_hints(clauses, certificate.data["proof"]) if (step := read_step(line))]
    lemmas = [step.literals for step in trimmed if not step.deletes]
    name = 1 + max(abs(literal) for clause in clauses for literal in clause)
    changed = Certificate("decomposition", instance.digest, {**certificate.data, "proof": renamed(lemmas, name)})
    assert verify_certificate(instance, changed)
    expect_proofs(instance, changed)
    before, after = (pseudo_boolean_proof(instance, c).count("\nred ") for c in (certificate, changed))
    assert after > before


def test_where_a_lemma_is_rat_on_a_variable_of_the_master_it_is_proved_anew(searched, monkeypatch):
    asked = []
    solved = decomposition.run_solver
    is_rat = property(lambda step: not asked and bool(step.literals) and not step.deletes)
    monkeypatch.setattr(Step, "is_rat", is_rat)
    monkeypatch.setattr(decomposition, "run_solver", lambda *given: asked.append(1) or solved(*given))
    instance, certificate = searched
    assert check_pb_proof(instance, pseudo_boolean_proof(instance, certificate))
    assert asked


# -- limits -----------------------------------------------------------------------------------------------------


def test_too_many_states_are_said_to_be(monkeypatch):
    instance, certificate = next(iter(honest("decomposition", 1)))
    monkeypatch.setattr(sweep, "MAX_STATES", 0)
    with pytest.raises(LimitError, match=r"states.*--proof FILE\.json"):
        pseudo_boolean_proof(instance, certificate)


def test_too_many_unknowns_are_said_to_be(monkeypatch):
    instance, certificate = next(iter(honest("modular", 1)))
    monkeypatch.setattr(modular, "MAX_UNKNOWN", -1)
    with pytest.raises(LimitError, match="unknowns are left"):
        pseudo_boolean_proof(instance, certificate)
