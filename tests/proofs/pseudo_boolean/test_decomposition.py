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
from gourds.proofs.convert import pseudo_boolean_proof
from gourds.proofs.pseudo_boolean import modular
from gourds.proofs.pseudo_boolean.choices import sweep
from gourds.solvers import solve
from tests.proofs.pseudo_boolean.decomposed import honest, strange
from tests.proofs.pseudo_boolean.test_producers import INFEASIBLE, expect_proofs
from tests.reduction_boards import reduction_board, unsatisfiable_cubic

SAMPLE = 12
"""Random instances of each kind; 200 of each have passed."""
LARGEST = 600
"""Bundled boards of up to so many cells; all have passed."""
KINDS = ("decomposition", "modular")


@pytest.mark.parametrize("make", [honest, strange])
@pytest.mark.parametrize("kind", KINDS)
def test_random_certificates(kind, make):
    for instance, certificate in make(kind, SAMPLE):
        expect_proofs(instance, certificate)


@pytest.mark.parametrize(
    "entry", [entry for entry in INFEASIBLE if (entry.cells or 0) <= LARGEST], ids=lambda e: e.name
)
def test_bundled_instances(entry: Entry):
    instance = load_instance(entry.path)
    certificate = solve(instance, "decompose", proof=True, isolate=False).certificate
    assert certificate is not None
    if certificate.kind in KINDS:
        expect_proofs(instance, certificate)


def decomposed(n: int) -> tuple[Instance, Certificate]:
    instance = reduction_board(unsatisfiable_cubic(n))
    certificate = solve(instance, "decompose", proof=True, isolate=False).certificate
    assert certificate is not None
    return instance, certificate


# -- proofs of the master problem that no solver of today writes ------------------------------------------------


def with_proof(instance: Instance, certificate: Certificate, lines: list[str]) -> Certificate:
    changed = Certificate(certificate.kind, certificate.digest, {**certificate.data, "proof": lines})
    assert verify_certificate(instance, changed)
    return changed


def test_lemmas_about_a_new_variable_are_redundant_with_a_witness():
    """A new name for a variable of the master problem, and a lemma that uses it: the first two are RAT."""
    tried = 0
    for instance, certificate in honest("decomposition", 6 * SAMPLE):
        lines = certificate.data["proof"]
        if lines == ["0"]:
            continue
        clauses = build_master(Puzzle.of(instance), certificate.data).clauses
        old, new = abs(int(lines[0].split()[0])), 1 + max(abs(literal) for clause in clauses for literal in clause)
        first = [new if int(x) == old else -new if int(x) == -old else int(x) for x in lines[0].split()]
        named = [f"{new} {-old} 0", f"{-new} {old} 0", " ".join(map(str, first)), *lines]
        expect_proofs(instance, with_proof(instance, certificate, named))
        tried += 1
    assert tried


def test_where_a_lemma_is_rat_on_a_variable_of_the_master_it_is_proved_anew(monkeypatch):
    from gourds.proofs.pseudo_boolean import decomposition

    asked = []
    monkeypatch.setattr(decomposition, "_is_rat", lambda step: not asked and bool(step.literals) and not step.deletes)
    solved = decomposition._solved
    monkeypatch.setattr(decomposition, "_solved", lambda master: asked.append(1) or solved(master))
    for instance, certificate in honest("decomposition", 6 * SAMPLE):
        if certificate.data["proof"] != ["0"]:
            asked.clear()
            assert check_pb_proof(instance, pseudo_boolean_proof(instance, certificate))
            if asked:
                return
    raise AssertionError("no proof has a lemma")


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


def test_sizes_grow_with_the_formula():
    """Not faster than the board: the proof has a few hundred lines for each variable of the formula."""
    sizes = [pseudo_boolean_proof(*decomposed(n)).count("\n") for n in (6, 9)]
    assert sizes[1] < 1.7 * sizes[0] < 1.7 * 6_000
