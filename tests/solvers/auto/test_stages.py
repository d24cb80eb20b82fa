"""``auto`` on boards that do not fall apart: every stage, certificates, what is said at a limit, one job repeats."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from gourds import shapes, solvers
from gourds.board import Board
from gourds.certificates.verify import verify_certificate
from gourds.families import FAMILIES, generate
from gourds.families.colorings import color_board
from gourds.instance import Instance
from gourds.placement import placement_faults
from gourds.running.racing import Entrant
from gourds.solvers import Options, Outcome, Status, auto, decompose, exchange, solve
from gourds.solvers.auto import stages
from gourds.solvers.auto.prices import TABLED
from gourds.solvers.auto.racing import Race
from gourds.solvers.brute import SOLVER as BRUTE
from tests.solvers.small import small_instance
from tests.whole_boards import beyond, extreme, slanted


def hexagon(radius: int, colors: int, seed: int = 1) -> Instance:
    board = Board.from_cells(shapes.hexagon(radius))
    return color_board(board, coloring="planted", pattern="uniform", colors=colors, rng=random.Random(seed))


def test_exchange_decides_most_planted_boards():
    result = solve(hexagon(8, 4), "auto", isolate=False)
    assert result.status is Status.FEASIBLE
    assert result.stats["decided_by"] == "exchange"
    assert "race_s" not in result.stats


@pytest.mark.parametrize("proof", [False, True])
def test_the_linear_program_refutes_what_is_beyond_reach(proof, monkeypatch):
    monkeypatch.setattr(stages._Stages, "find_end", lambda self: None)
    instance = beyond(8, 3, 1)
    result = solve(instance, "auto", isolate=False, proof=proof)
    assert result.status is Status.INFEASIBLE
    assert result.stats["decided_by"] == "polytope"
    assert result.certificate is not None
    assert result.certificate.kind == "linear"
    assert verify_certificate(instance, result.certificate)


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_race_is_right_on_small_boards(jobs, monkeypatch):
    """All stages before it switched off, on boards whose verdict exhaustive search knows."""
    monkeypatch.setattr(stages._Stages, "polytope", lambda self: None)
    monkeypatch.setattr(stages._Stages, "tables", lambda self: None)
    verdicts = set()
    for seed in range(0, 90, 3):
        instance = small_instance(seed)
        expected = BRUTE.run(instance, Options()).status
        if decompose.attempt(instance, Options()) is None:
            continue
        outcome = stages.decide_whole(instance, Options(jobs=jobs, time_limit=30.0))
        assert outcome.status is expected, (seed, outcome.reason)
        if outcome.placement is not None:
            assert not placement_faults(instance, outcome.placement)
        verdicts.add(outcome.status)
    assert verdicts == {Status.FEASIBLE, Status.INFEASIBLE}


def test_a_race_with_a_proof_gives_one(monkeypatch):
    monkeypatch.setattr(stages._Stages, "polytope", lambda self: None)
    monkeypatch.setattr(stages._Stages, "tables", lambda self: None)
    instance = beyond(5, 3, 1)
    outcome = stages.decide_whole(instance, Options(proof=True, jobs=2))
    assert outcome.status is Status.INFEASIBLE
    assert outcome.certificate is not None
    assert verify_certificate(instance, outcome.certificate)


def test_at_a_limit_it_says_what_is_known(monkeypatch):
    monkeypatch.setattr(stages._Stages, "polytope", lambda self: None)
    few = Options(settings={"steps": 1000})
    stuck = Entrant("exchange", lambda: exchange.SOLVER.run(hexagon(8, 8), few))
    monkeypatch.setattr(Race, "entrants", lambda self: [stuck])
    outcome = stages.decide_whole(hexagon(8, 8), Options(time_limit=1.0))
    assert outcome.status is Status.UNKNOWN
    assert "gourds fit at best" in (outcome.reason or "")
    assert 50 < outcome.stats["best_gourds"] < 108


def test_one_job_repeats():
    instance = hexagon(6, 6, seed=3)
    options = Options(jobs=1, seed=5)
    first, second = (stages.decide_whole(instance, options) for _ in range(2))
    assert first.placement == second.placement
    other = stages.decide_whole(instance, replace(options, seed=6))
    assert other.status is Status.FEASIBLE


def test_boards_that_fall_apart_load_nothing_heavy(monkeypatch):
    from gourds.matching.exchange import search

    def heavy(instance: Instance | None = None) -> None:
        raise AssertionError("the kernel was loaded")

    monkeypatch.setattr(search, "prepare", heavy)
    assert auto.SOLVER.prepare is not None
    for seed in range(60):
        if (instance := small_instance(seed)).board.size < TABLED:
            auto.SOLVER.prepare(instance)
    with pytest.raises(AssertionError):
        auto.SOLVER.prepare(hexagon(12, 4))


def test_what_is_said_at_once_needs_no_process(monkeypatch):
    def forked(*_: object, **__: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(solvers, "run_limited", forked)
    assert solve(hexagon(12, 4), "auto", time_limit=5.0).status is Status.FEASIBLE
    assert solve(beyond(8, 3, 1), "auto", time_limit=5.0).status is Status.INFEASIBLE
    assert solve(extreme(3, 12, 8), "auto", time_limit=5.0).stats["components"] > 1  # small, and falls apart
    with pytest.raises(AssertionError):
        solve(hexagon(12, 4), "auto", time_limit=5.0, memory_limit=4000.0)  # memory is watched from outside


def test_those_with_limits_of_their_own_get_all_of_it():
    outcome = auto.SOLVER.decide(hexagon(12, 4), Options())
    assert outcome.stats["decided_by"] == "exchange"
    assert "race_s" not in outcome.stats


def test_small_boards_on_the_boundary_are_placed_at_once():
    for colors in (2, 3, 5):
        for mixed in (False, True):
            instance = extreme(7, colors, 2, mixed=mixed)
            outcome = stages.whole_at_once(instance, Options())
            assert outcome is not None, (colors, mixed)
            assert outcome.placement is not None
            assert not placement_faults(instance, outcome.placement)


def test_the_word_of_cpsat_is_no_proof(monkeypatch):
    """Without the linear program, CP-SAT refutes a small board at once: enough only if nobody asks for a proof."""
    monkeypatch.setattr(stages._Stages, "face", lambda self: None)
    monkeypatch.setattr(stages._Stages, "boundary", lambda self: None)
    instance = beyond(5, 5, 1)
    claimed = stages.whole_at_once(instance, Options())
    assert claimed is not None
    assert claimed.certificate is not None
    assert claimed.certificate.kind == "claimed"
    assert stages.whole_at_once(instance, Options(proof=True)) is None


def test_with_one_job_searches_take_turns(monkeypatch):
    monkeypatch.setattr(stages._Stages, "polytope", lambda self: None)
    asked: list[float] = []
    slow = Entrant("slow", lambda: Outcome(Status.UNKNOWN))

    def entrants(self):
        def note() -> Outcome:
            asked.append(self.left())
            return Outcome(Status.UNKNOWN)

        return [slow, Entrant("first", note), Entrant("second", note)]

    monkeypatch.setattr(Race, "entrants", entrants)
    outcome = stages.decide_whole(hexagon(8, 8), Options(time_limit=9.0, jobs=1))
    assert outcome.status is Status.UNKNOWN
    assert asked[0] == pytest.approx(asked[1] / 2, rel=0.05)


@pytest.mark.parametrize("proof", [False, True])
def test_a_heaviest_matching_refutes_what_is_beyond_an_end(proof):
    instance = beyond(12, 3, 1)
    result = solve(instance, "auto", isolate=False, proof=proof)
    assert result.status is Status.INFEASIBLE
    assert result.stats["decided_by"] == "boundary"
    assert result.certificate is not None
    assert verify_certificate(instance, result.certificate)


def test_near_an_end_searches_from_there_come_first():
    near = stages._Stages(extreme(12, 5, 1), Options())
    assert near.find_end() is None
    names = [entrant.name for entrant in sorted(near.racers().entrants(), key=lambda entrant: entrant.delay)]
    assert set(names[:2]) == {"boundary", "end"}
    far = stages._Stages(hexagon(12, 5), Options())
    assert far.find_end() is None
    assert not {"boundary", "end"} & {entrant.name for entrant in far.racers().entrants()}


def test_what_the_end_shows_is_searched():
    """CP-SAT on the edges that heaviest matchings use, where exchanges are not allowed to find anything."""
    near = stages._Stages(extreme(9, 3, 2), Options(time_limit=60.0))
    assert near.find_end() is None
    (end,) = (entrant for entrant in near.racers().entrants() if entrant.name == "end")
    outcome = end.run()
    assert outcome.status is Status.FEASIBLE
    assert placement_faults(near.instance, outcome.placement) == []


def test_the_linear_program_shows_an_end_in_any_direction():
    instance = slanted(10, 3, 1)
    result = solve(instance, "polytope", isolate=False, time_limit=60.0)
    assert result.status is Status.FEASIBLE


def test_traps_of_parity_are_swept():
    trap = generate(FAMILIES["parity"], {"width": 12, "height": 10}, seed=1)
    for proof in (False, True):
        outcome = stages.decide_whole(trap, Options(proof=proof, jobs=1))
        assert outcome.status is Status.INFEASIBLE
        assert outcome.stats["decided_by"] == "sweep"
        assert outcome.certificate is not None
        assert not proof or verify_certificate(trap, outcome.certificate)
