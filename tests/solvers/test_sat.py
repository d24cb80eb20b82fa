from __future__ import annotations

import pytest

from gourds.certificates.verify import verify_certificate
from gourds.encodings.cnf import CARDINALITIES
from gourds.errors import InputError
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.solvers import Status, solve
from gourds.solvers.sat import NATIVE, PROVING, SOLVER, VARIANTS, available_variants
from tests.encodings.small_instances import fair_shares, is_feasible
from tests.reduction_boards import is_satisfiable, planted_cubic, random_cubic, reduction_board, unsatisfiable_cubic

pytest.importorskip("pysat.solvers")

AVAILABLE = [variant for variant in VARIANTS if variant in available_variants()]


def run(instance: Instance, variant: str = "", **options: object):
    return solve(instance, f"sat:{variant}" if variant else "sat", isolate=False, **options)


def agrees(instance: Instance, status: Status) -> bool:
    return status is (Status.FEASIBLE if is_feasible(instance) else Status.INFEASIBLE)


@pytest.mark.parametrize("variant", AVAILABLE)
def test_variants_agree_with_brute(variant):
    for k, instance in enumerate(fair_shares(200)):
        assert agrees(instance, run(instance, variant, seed=k % 3).status)
        if k % 4 == 0:
            assert agrees(instance, run(instance, variant, encoding="textbook", presolve=False).status)


@pytest.mark.parametrize("cardinality", CARDINALITIES)
def test_cardinalities_agree_with_brute(cardinality):
    variant = "minicard" if cardinality == "native" else "cadical195"
    for instance in fair_shares(200):
        for encoding in ("textbook", "reduced"):
            result = run(instance, variant, encoding=encoding, settings={"cardinality": cardinality})
            assert agrees(instance, result.status)


@pytest.mark.parametrize("variant", [variant for variant in AVAILABLE if variant in PROVING])
def test_proofs_pass_the_checker(variant):
    kinds = set()
    boards = [instance for instance in fair_shares(120) if not is_feasible(instance)]
    formula = unsatisfiable_cubic(6)
    assert not is_satisfiable(formula)
    for instance in [*boards, reduction_board(formula)]:
        certificate = run(instance, variant, proof=True).certificate
        assert certificate is not None
        kinds.add(certificate.kind)
        assert verify_certificate(instance, certificate), certificate.kind
    assert kinds == {"counting", "drat"}


def test_proofs_are_of_the_direct_formula_whatever_is_asked():
    instance = reduction_board(unsatisfiable_cubic(6))
    asked = {"encoding": "textbook", "settings": {"cardinality": "seqcounter"}, "seed": 5, "proof": True}
    certificate = run(instance, **asked).certificate
    assert certificate is not None
    assert certificate.data["cnf"] == "direct-1"
    assert certificate.data["solver"] == "cadical195"
    assert verify_certificate(instance, certificate)
    proof = certificate.data["proof"]
    for lines in ([], proof[: len(proof) // 2], ["0"], [line for line in proof if line != "0"]):
        assert not verify_certificate(
            instance, Certificate("drat", instance.digest, {"cnf": "direct-1", "proof": lines})
        )


@pytest.mark.parametrize("variant", AVAILABLE)
def test_without_proof_an_infeasible_answer_is_claimed(variant):
    instance = reduction_board(unsatisfiable_cubic(6))
    result = run(instance, variant)
    assert result.status is Status.INFEASIBLE
    assert result.certificate == Certificate("claimed", instance.digest, {"by": f"sat:{variant}"})
    assert {"variables", "clauses", "conflicts", "decisions", "encode_s", "search_s"} <= set(result.stats)


def test_a_cell_that_nothing_can_cover_is_proved_too():
    """Its clause is empty; solvers leave the last line of such proofs out."""
    instance = Instance.build([(0, 0), (1, 0), (2, 0)], list("abb"), [("b", "b", 1)])
    assert run(instance).status is Status.FEASIBLE
    instance = Instance.build([(q, 0) for q in range(5)], list("abbcc"), [("b", "c", 1), ("a", "c", 1)])
    result = run(instance, proof=True)
    assert result.status is Status.INFEASIBLE
    assert result.certificate is not None
    assert verify_certificate(instance, result.certificate)


def test_reduction_boards():
    for formula in (random_cubic(6, 0), unsatisfiable_cubic(6), planted_cubic(30, 1), random_cubic(30, 1)):
        expected = Status.FEASIBLE if is_satisfiable(formula) else Status.INFEASIBLE
        assert run(reduction_board(formula)).status is expected


def test_seeds_repeat_and_differ():
    instance = reduction_board(planted_cubic(12, 1))
    runs = {seed: [run(instance, seed=seed) for _ in range(2)] for seed in (0, 1, 2)}
    for first, second in runs.values():
        assert first.placement == second.placement
        assert first.stats["conflicts"] == second.stats["conflicts"]
    assert len({first.placement for first, _ in runs.values()}) > 1


@pytest.mark.parametrize(
    ("variant", "options", "message"),
    [
        ("cadical195", {"settings": {"cardinality": "abacus"}}, "abacus"),
        ("cadical195", {"settings": {"cardinality": "native"}}, "minicard"),
        ("cadical195", {"encoding": "rot13"}, "rot13"),
        ("zchaff", {}, "zchaff"),
    ],
)
def test_bad_options_are_named(variant, options, message):
    with pytest.raises(InputError, match=message):
        run(reduction_board(unsatisfiable_cubic(6)), variant, **options)


def test_what_it_says_of_itself():
    assert SOLVER.variants[0] == "cadical195"
    assert set(NATIVE) <= set(VARIANTS)
    assert "prove" in SOLVER.abilities
    assert SOLVER.version().startswith("python-sat 1.")
