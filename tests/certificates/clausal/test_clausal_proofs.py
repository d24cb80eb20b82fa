"""Proofs about exported formulas: the formula is the file's, honest proofs pass, and no forged one of a feasible instance."""

from __future__ import annotations

import functools
import random

import pytest

from gourds.certificates.clausal.drat import ProofVerdict, check_drat
from gourds.certificates.clausal.steps import ProofError, binary_steps, is_binary, text_steps
from gourds.certificates.formula import exported_formula
from gourds.certificates.proofs import check_proof
from gourds.certificates.puzzle import Puzzle
from gourds.errors import InputError
from gourds.instance import Instance
from gourds.proofs.clausal.drat import exported_clauses, header, pack_drat, run_solver, spell_step
from gourds.proofs.clausal.lrat import with_hints
from tests.encodings.small_instances import is_feasible, near_miss
from tests.forging.lrat import change_lrat
from tests.forging.proofs import change_proof
from tests.reduction_boards import random_cubic, reduction_board

pytest.importorskip("pysat.solvers")
VALID, INVALID = ProofVerdict.VALID, ProofVerdict.INVALID
ENCODINGS = ("reduced", "textbook")
BASES = 15
FORGERIES = 300
"""Of each format."""


def test_the_formulas_are_those_of_the_files():
    instances = [near_miss(seed, 11) for seed in range(80)]
    instances.append(reduction_board(random_cubic(6, 1)))
    trivial = 0
    for instance in instances:
        for encoding in ENCODINGS:
            clauses = exported_formula(Puzzle.of(instance), encoding)
            assert clauses == exported_clauses(instance, encoding)
            trivial += clauses == [[]]
    assert 5 < trivial < 60


# -- binary -----------------------------------------------------------------------------------------------------------


def test_binary_and_text_say_the_same():
    rng = random.Random(1)
    for _ in range(200):
        lines = []
        for _ in range(rng.randrange(6)):
            size = rng.randrange(1, 5)
            literals = [rng.choice((1, -1)) * rng.randrange(1, 2 ** rng.randrange(1, 30)) for _ in range(size)]
            lines.append(" ".join(map(str, [*rng.choice((["d"], [])), *literals, 0])))
        lines.append("0")
        data = pack_drat(lines)
        assert is_binary(data)
        assert list(binary_steps(data)) == list(text_steps(lines))
        assert [spell_step(step) for step in binary_steps(data)] == lines


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"a\x02", "byte 2: cut off"),
        (b"a\x02\x80", "byte 3: cut off"),
        (b"a\x82\x00\x00", "byte 2: a number of more bytes than it may have"),
        (b"a\x80\x80\x80\x80\x80\x01\x00", "byte 2: a number of more bytes than it may have"),
        (b"b\x02\x00", "step 1: begins with the byte 98"),
        (b"a\x02\x00\x00", "step 2: begins with the byte 0"),
        (b"a\x02\x00a\x01\x00", "step 2: a literal of no variable"),
        (b"a\xff\xff\xff\xff\x0f\x00", "step 1: a variable above"),
    ],
)
def test_binary_is_read_strictly(data, reason):
    with pytest.raises(ProofError) as caught:
        list(binary_steps(data))
    assert str(caught.value).startswith(reason)
    assert check_drat([[1], [-1]], data).reason.startswith(reason)


def test_verdicts_name_the_step():
    square = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
    assert check_drat(square, pack_drat(["1 0", "0"])).verdict is VALID
    assert check_drat(square[:3], pack_drat(["1 0", "0"])).reason == "step 2: the empty clause does not follow"
    assert check_drat(square, b"d\x00").reason == "step 1: deletes the empty clause"
    assert check_drat(square, b"").reason.startswith("step 0: the proof ends without the empty clause")


# -- what comments say ----------------------------------------------------------------------------------------------


@functools.cache
def infeasible() -> Instance:
    seeds = (near_miss(seed) for seed in range(1000))
    return next(i for i in seeds if [] not in exported_clauses(i, "reduced") and not is_feasible(i))


def proof_about(instance: Instance, encoding: str) -> list[str]:
    proof = run_solver(exported_clauses(instance, encoding))
    assert proof is not None
    return proof


def said(instance: Instance, lines: list[str], encoding: str | None = None) -> str:
    check = check_proof(instance, "\n".join(lines).encode(), "drat", encoding)
    return f"{check.verdict.value}: {check.reason}"


def test_comments_choose_the_formula():
    instance = infeasible()
    proofs = {encoding: proof_about(instance, encoding) for encoding in ENCODINGS}
    assert said(instance, proofs["reduced"]) == "valid: the empty clause was derived; reduced encoding"
    assert said(instance, proofs["textbook"], "textbook") == "valid: the empty clause was derived; textbook encoding"
    assert said(instance, proofs["textbook"]).startswith("invalid: line ")
    marked = [*header(instance, "textbook"), *proofs["textbook"]]
    assert said(instance, marked) == "valid: the empty clause was derived; textbook encoding"
    assert said(instance, marked, "reduced") == (
        "invalid: the proof says that it is about the textbook encoding, not the reduced one"
    )
    other = near_miss(3)
    assert said(other, marked) == "invalid: the proof says that it is about another instance"


def test_a_formula_with_the_empty_clause_needs_no_proof():
    """Solvers write nothing then, or deletions only."""
    refuted = next(i for i in map(near_miss, range(100)) if exported_clauses(i, "reduced") == [[]])
    for data in (b"", b"0\n", b"d 1 0\nd 0\n", b"d\x00", pack_drat(["0"])):
        assert check_proof(refuted, data, "drat")
        assert not check_proof(refuted, data + b"x", "drat")
    for data in (b"", b"2 0 1 0\n"):
        assert check_proof(refuted, data, "lrat")


def test_what_is_no_proof_at_all():
    instance = infeasible()
    for form in ("drat", "lrat", "pbp"):
        for data in (b"", b"\xff\xfe", b"a\x02", b"{}", b"\x00", b"p cnf 1 1\n", b"v 1 0\n"):
            assert check_proof(instance, data, form).verdict is INVALID
    with pytest.raises(InputError, match="the empty clause does not follow"):
        with_hints([[1, 2]], ["0"])


# -- forgeries --------------------------------------------------------------------------------------------------------


@functools.cache
def bases() -> list[tuple[Instance, str, list[str], list[str]]]:
    """Feasible instances, each with a DRAT and an LRAT proof that rests on axioms from nowhere.

    The axioms say that what a placement uses is not used, until there is none left. Then a solver proves that. In the
    forged proof they are lemmas.
    """
    rng, found, seed = random.Random(5), [], 0
    while len(found) < BASES:
        instance, encoding = near_miss(seed, 11), ENCODINGS[seed % 2]
        seed += 1
        if instance.board.size < 7 or not is_feasible(instance):
            continue
        clauses = exported_clauses(instance, encoding)
        axioms = _axioms(clauses, rng)
        proof = run_solver([*clauses, *axioms])
        assert proof is not None
        hinted = with_hints([*clauses, *axioms], proof)
        assert check_drat([*clauses, *axioms], proof).verdict is VALID
        claims = [f"{axiom[0]} 0" for axiom in axioms]
        first, some = len(clauses) + 1, rng.sample(range(1, len(clauses) + 1), 3)
        named = [f"{first + k} {claim} {' '.join(map(str, some[: k % 4]))} 0" for k, claim in enumerate(claims)]
        found.append((instance, encoding, [*claims, *proof], [*named, *hinted]))
    return found


def _axioms(clauses: list[list[int]], rng: random.Random) -> list[list[int]]:
    from pysat.solvers import Solver

    axioms: list[list[int]] = []
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        while solver.solve():
            used = rng.choice([literal for literal in solver.get_model() if literal > 0])
            axioms.append([-used])
            solver.add_clause([-used])
    return axioms


@pytest.mark.parametrize("form", ["drat", "binary", "lrat"])
def test_no_proof_of_a_feasible_instance(form):
    rng = random.Random(form)
    for k in range(FORGERIES):
        instance, encoding, plain, hinted = bases()[k % BASES]
        lines = list(hinted if form == "lrat" else plain)
        for _ in range(k // BASES % 5):
            (change_lrat if form == "lrat" else change_proof)(rng, lines)
        if form == "binary":
            data = bytearray(pack_drat(lines))
            for _ in range(rng.choice((0, 0, 1, 2))):
                at = rng.randrange(len(data))
                data[at : at + rng.randrange(2)] = rng.choice([b"", b"\x00", b"a", b"d", bytes([rng.randrange(256)])])
        else:
            data = bytearray("\n".join(lines), "ascii")
        check = check_proof(instance, bytes(data), "lrat" if form == "lrat" else "drat", encoding)
        assert check.verdict is INVALID, (instance, lines)
        assert any(word in check.reason for word in ("line", "step", "byte", "variable"))


def test_a_proof_moved_to_another_instance():
    honest = infeasible()
    lines = {encoding: proof_about(honest, encoding) for encoding in ENCODINGS}
    for instance, encoding, _, _ in bases():
        assert said(instance, lines[encoding], encoding).startswith("invalid: ")
        hinted = with_hints(exported_clauses(honest, encoding), lines[encoding])
        assert not check_proof(instance, "\n".join(hinted).encode(), "lrat", encoding)


@pytest.mark.parametrize("form", ["drat", "lrat"])
def test_the_forger_finds_a_hole(form, monkeypatch):
    """With the axioms in the formula, the forged proofs are right: a checker that believed them would accept."""
    from gourds.certificates.clausal import check

    instance, encoding, plain, _ = bases()[0]
    forged = [[int(word) for word in line.split()[:-1]] for line in plain if line.count(" ") == 1][:50]
    real = exported_formula(Puzzle.of(instance), encoding)
    monkeypatch.setattr(check, "exported_formula", lambda *_: [*real, *forged])
    lines = plain
    if form == "lrat":
        lines = with_hints([*real, *forged], plain)
    assert check_proof(instance, "\n".join(lines).encode(), form, encoding)
