"""What every solver must do, in one table: agree with exhaustive search, give right placements, keep its word."""

from __future__ import annotations

import json
from functools import cache

import pytest

from gourds.certificates.verify import verify_certificate
from gourds.families import FAMILIES, generate
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.placement import placement_faults
from gourds.solvers import Options, Status, find_solver, registry, solve
from gourds.solvers.brute import all_placements
from tests.solvers.small import small_instance

COUNT = 2000
"""Instances for every approach."""
FEW = 200
"""Instances for every variant of every approach."""
DECIDERS = [name for name, solver in registry().items() if "decide" in solver.abilities and name != "brute"]
FINDERS = [name for name, solver in registry().items() if "decide" not in solver.abilities]
"""These only find: what they do not find may be there all the same."""
VARIANTS = [f"{name}:{variant}" for name, solver in registry().items() for variant in solver.variants[1:]]
PROVING = {"exchange": {"counting"}, "boundary": {"counting", "barrier", "linear"}}
"""What their infeasible answers rest on."""
EXPECTED = {
    *("auto", "decompose", "exchange", "boundary", "polytope", "sat"),
    *("cpsat", "ilp", "algebraic", "pfaffian", "frontier", "brute"),
}
FEW_COLORS = {"algebraic", "pfaffian"}
"""These cost exponentially much in the number of colors, and may decline where there are more than three."""

RELAXED = {"polytope"}
"""These say unknown where their relaxation settles nothing; never where there is no placement, on these instances."""


@cache
def oracle(seed: int) -> tuple[Instance, bool]:
    instance = small_instance(seed)
    return instance, next(all_placements(instance), None) is not None


def check(seed: int, solver: str, **more: object) -> Status:
    instance, feasible = oracle(seed)
    result = solve(instance, solver, isolate=False, **more)
    if result.status is Status.UNKNOWN and solver in FEW_COLORS:
        assert len(instance.colors) > 3
        assert result.reason
        return result.status
    if result.status is Status.UNKNOWN and solver in RELAXED:
        assert feasible, seed
        assert result.reason
        return result.status
    assert result.status is (Status.FEASIBLE if feasible else Status.INFEASIBLE), (seed, solver)
    if "randomized" in find_solver(solver)[0].abilities and not feasible:
        assert result.error_bound <= 2**-60
    else:
        assert result.error_bound == 0
    if feasible:
        assert result.placement is not None
        assert placement_faults(instance, result.placement) == []
        assert result.certificate is None
    else:
        assert result.placement is None
        assert result.certificate is not None
        assert result.certificate.digest == instance.digest
        assert result.reason
    json.dumps(result.to_json())
    return result.status


class Noting(dict):
    """Settings that note what is asked for."""

    asked: set[str]

    def __init__(self):
        super().__init__()
        self.asked = set()

    def get(self, key, default=None):
        self.asked.add(key)
        return default

    def __contains__(self, key):
        self.asked.add(key)
        return False


@pytest.mark.parametrize("name", registry())
def test_the_settings_that_a_solver_asks_for_are_those_that_it_declares(name):
    settings = Noting()
    for presolve in (True, False):
        options = Options(settings=settings, presolve=presolve, variant=find_solver(name)[1])
        find_solver(name)[0].run(generate(FAMILIES["hexagon"], {"radius": 2, "colors": 2}, seed=1), options)
    declared = find_solver(name)[0].settings
    assert declared is not None
    assert settings.asked <= set(declared)
    assert settings.asked == set(declared) or name in ("auto", "decompose")  # these hand over what sat declares


def test_all_named_approaches_are_there():
    assert set(registry()) >= EXPECTED
    for solver in registry().values():
        assert solver.version()
        assert solver.abilities <= {"decide", "find", "count", "prove", "randomized"}
        assert ("count" in solver.abilities) == (solver.count is not None)


def test_the_instances_are_of_all_sorts():
    kinds = [oracle(seed) for seed in range(COUNT)]
    feasible = sum(answer for _, answer in kinds)
    assert 0.3 * COUNT < feasible < 0.7 * COUNT
    boards = [instance.board for instance, _ in kinds]
    assert min(board.size for board in boards) == 3
    assert max(board.size for board in boards) == 25
    assert sum(not board.is_hole_free for board in boards) > COUNT // 20
    assert sum(bool(board.cut_cells) for board in boards) > COUNT // 10


@pytest.mark.parametrize("solver", DECIDERS)
def test_every_approach_agrees_with_exhaustive_search(solver):
    answers = [check(seed, solver) for seed in range(COUNT)]
    assert answers.count(Status.UNKNOWN) <= COUNT // 4


@pytest.mark.parametrize("solver", FINDERS)
def test_what_only_finds_is_never_wrong_and_misses_little(solver):
    missed = 0
    for seed in range(COUNT):
        instance, feasible = oracle(seed)
        result = solve(instance, solver, isolate=False, settings={"steps": 50_000})
        if result.status is Status.INFEASIBLE:
            assert result.certificate is not None
            assert result.certificate.kind in PROVING[solver], (seed, result.reason)
            assert verify_certificate(instance, result.certificate)
        elif result.status is Status.FEASIBLE:
            assert result.placement is not None
            assert placement_faults(instance, result.placement) == []
        else:
            assert result.reason
        assert (result.status is Status.FEASIBLE) <= feasible, seed
        assert (result.status is Status.INFEASIBLE) <= (not feasible), seed
        missed += feasible and result.status is Status.UNKNOWN
        json.dumps(result.to_json())
    assert missed <= COUNT // 200, f"{missed} placements were not found"


@pytest.mark.parametrize("solver", VARIANTS)
def test_every_variant_agrees_too(solver):
    for seed in range(FEW):
        check(seed, solver)


@pytest.mark.parametrize("solver", ["sat", "cpsat", "ilp"])
@pytest.mark.parametrize("encoding", ["textbook", "reduced"])
@pytest.mark.parametrize("presolve", [True, False])
def test_every_model_agrees_too(solver, encoding, presolve):
    for seed in range(FEW):
        check(seed, solver, encoding=encoding, presolve=presolve)


@pytest.mark.parametrize("solver", [name for name in DECIDERS if "prove" in registry()[name].abilities])
def test_what_can_be_proved_is_proved(solver):
    """With a proof asked for, every 'no' has a certificate that the checker accepts, through its file too."""
    kinds = set()
    for seed in range(FEW * 3):
        instance, feasible = oracle(seed)
        if feasible:
            continue
        result = solve(instance, solver, isolate=False, proof=True)
        assert result.certificate is not None
        assert result.certificate.kind != "claimed", (seed, result.reason)
        again = Certificate.from_text(result.certificate.to_text())
        outcome = verify_certificate(instance, again)
        assert outcome, (seed, again.kind, outcome.reason)
        kinds.add(again.kind)
    assert {"counting"} < kinds


@pytest.mark.parametrize("solver", [*DECIDERS, *FINDERS, "brute", *VARIANTS])
def test_runs_are_repeatable(solver):
    for seed in range(0, 60, 3):
        instance, _ = oracle(seed)
        first, second = (solve(instance, solver, seed=7, isolate=False) for _ in range(2))
        assert first.placement == second.placement


def test_an_unknown_name_is_refused():
    for name in ("nonsense", "sat:nonsense", "brute:x", ""):
        with pytest.raises(Exception, match=r"there is no solver|has no variant"):
            find_solver(name)
