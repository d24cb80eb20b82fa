"""Claims are proved once more if a proof is asked for, within the time that is left; and nothing is slower otherwise."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from gourds.certificates.verify import verify_certificate
from gourds.errors import InternalError
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.solvers import Options, Outcome, Status, solve
from gourds.solvers.auto import reproving
from gourds.solvers.brute import all_placements
from tests.reduction_boards import reduction_board, unsatisfiable_cubic
from tests.solvers.small import small_instance
from tests.whole_boards import beyond

CLAIMING = ["cpsat", "ilp:highs", "ilp:scip", "algebraic", "pfaffian", "brute", "sat:minicard"]
ROW = Instance.build([(q, 0) for q in range(5)], list("abbab"), [("a", "b", 2)])
"""It has placements."""


@cache
def infeasible(count):
    """Small instances without a placement, though frontier finds no counting law that fails."""
    zero = "the exact number of placements is 0"
    found = (small_instance(seed) for seed in range(5000))
    return [*islice((one for one in found if solve(one, "frontier", isolate=False).reason == zero), count)]


@pytest.mark.parametrize("solver", CLAIMING)
def test_every_claim_becomes_a_certificate(solver):
    kinds = set()
    for instance in infeasible(12):
        plain = solve(instance, solver, isolate=False)
        if plain.status is Status.UNKNOWN:
            continue  # too many colors
        assert "reprove_s" not in plain.stats
        result = solve(instance, solver, isolate=False, proof=True)
        assert result.status is Status.INFEASIBLE
        assert result.error_bound == 0
        assert verify_certificate(instance, result.certificate)
        kinds.add(result.certificate.kind)
        if not reproving.is_unproved(Outcome(plain.status, certificate=plain.certificate)):
            continue
        assert result.stats["proved_by"]
        assert result.reason.startswith(plain.reason[:30])
        assert "proved once more by" in result.reason
    assert kinds & {"diagram", "linear", "decomposition"}


def test_the_linear_program_comes_first_and_the_formula_last(monkeypatch):
    board, past = reduction_board(unsatisfiable_cubic(6)), beyond(3, 3, 2)
    assert solve(past, "cpsat", proof=True).certificate.kind == "linear"
    assert solve(board, "cpsat", proof=True).certificate.kind == "diagram"
    monkeypatch.setattr(reproving, "FEW_STATES", 10)
    assert solve(board, "cpsat", proof=True).certificate.kind in ("decomposition", "modular", "drat")


def test_without_time_the_claim_stays():
    """The verdict is not lost, and the reason says that there is no proof."""
    board = reduction_board(unsatisfiable_cubic(6))
    claim = Outcome(Status.INFEASIBLE, certificate=Certificate("claimed", board.digest, {"by": "x"}), reason="no")
    for limit in (0.0, 0.01, reproving.SPARE):
        found = reproving.reproved(board, Options(time_limit=limit), claim, "x", 1.0, isolate=True)
        assert found.status is Status.INFEASIBLE
        assert found.certificate == claim.certificate
        assert found.reason.startswith("no; no proof was found in")


def test_a_wrong_claim_is_found_out():
    claim = Outcome(Status.INFEASIBLE, certificate=Certificate("claimed", ROW.digest, {"by": "x"}), reason="no")
    for isolate in (False, True):
        with pytest.raises(InternalError, match="found a placement"):
            reproving.reproved(ROW, Options(), claim, "x", 1.0, isolate=isolate)


def test_pfaffian_has_a_second_opinion(monkeypatch):
    """Where there is no proof: the certificate stays claimed, and the reason says with what probability both are wrong."""
    monkeypatch.setattr(reproving, "_prove", lambda *_: None)
    board = next(one for one in infeasible(12) if solve(one, "algebraic", isolate=False).error_bound)
    assert next(all_placements(board), None) is None
    for isolate in (False, True):
        result = solve(board, "pfaffian", proof=True, isolate=isolate)
        assert result.certificate == Certificate("claimed", board.digest, {"by": "pfaffian"})
        assert result.stats["agreed_by"] == "algebraic"
        assert "algebraic agrees, wrong with probability at most 2^-" in result.reason
        assert result.error_bound == 0
    monkeypatch.setattr(reproving.algebraic, "SOLVER", replace(reproving.algebraic.SOLVER, run=_unknown))
    result = solve(board, "pfaffian", proof=True, isolate=False)
    assert "agreed_by" not in result.stats


def _unknown(instance, options):
    return Outcome(Status.UNKNOWN, reason="too many points")
