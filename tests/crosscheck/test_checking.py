"""Cross-checks of right solvers: what is run, what answers rest on, and that silence is no disagreement."""

from __future__ import annotations

import os
import time

import pytest

from gourds import files
from gourds.crosscheck import (
    Ending,
    Known,
    Subject,
    Tier,
    bundled_suite,
    checking,
    crosscheck,
    load_subjects,
    running,
    select_approaches,
)
from gourds.crosscheck.approaches import BRUTE_CELLS, Limits
from gourds.errors import InputError, InternalError, LimitError
from gourds.formulas.formula import OneInThree
from gourds.instance import Instance
from gourds.reductions.reduction import reduce
from gourds.running.checking import own_version
from gourds.shapes import hexagon
from gourds.solvers import Outcome, Status, registry
from tests.conftest import ROOT
from tests.crosscheck import wrong_solvers as wrong

DRAWN = ROOT / "instances/drawn"
SATISFIABLE = OneInThree(3, ((1, 2, 3), (1, 2, 3), (1, 2, 3)))


@pytest.fixture(scope="module")
def report():
    """All approaches on a feasible and an infeasible board, a board of one cell, and one that counting refutes."""
    names = ["nine-gourds.txt", "nine-other-gourds.txt", "single-cell.txt", "../counting/no-room.txt"]
    return crosscheck(load_subjects([DRAWN / name for name in names]), jobs=2)


def answers_of(record):
    return {answer.approach: answer for answer in record.answers}


def test_every_approach_answers_and_agrees(report):
    assert report.agrees
    assert report.is_complete
    assert {approach.name for approach in report.approaches} == set(registry())
    for record in report.records:
        assert set(answers_of(record)) == set(registry())
        silent = {answer.approach for answer in record.answers if answer.ending is not Ending.ANSWERED}
        assert silent <= {"exchange", "boundary"}  # which find, or refute at an end of what is possible, and no more
        assert [count.approach for count in record.counts] == ["pfaffian", "frontier", "brute"]
    assert [record.verdict.value for record in report.records] == ["feasible", "infeasible", "feasible", "infeasible"]
    assert [record.number for record in report.records] == [8, 0, 1, 0]


def test_what_each_answer_rests_on(report):
    yes, no, _, counted = map(answers_of, report.records)
    assert {answer.tier for answer in yes.values()} == {Tier.PLACEMENT}
    for name, kind in (("auto", "decomposition"), ("decompose", "decomposition"), ("sat", "drat")):
        assert (no[name].tier, no[name].proof_kind) == (Tier.PROOF, kind)
        assert no[name].proof_s > 0
    assert (no["polytope"].tier, no["polytope"].proof_kind) == (Tier.PROOF, "linear")
    assert (no["frontier"].tier, no["frontier"].proof_kind) == (Tier.PROOF, "diagram")
    assert {no[name].tier for name in ("pfaffian", "brute")} == {Tier.COUNT}
    assert {no[name].tier for name in ("cpsat", "ilp")} == {Tier.CLAIM}
    assert {answer.proof_kind for name, answer in counted.items() if name != "brute"} == {"counting"}
    assert report.records[1].rests_on() == f"proof checked (decomposition, diagram, drat, linear) by {own_version()}"
    assert {answer.checked_by for answer in yes.values()} == {(own_version(),)}
    assert {no[name].checked_by for name in ("cpsat", "brute")} == {()}


@pytest.mark.parametrize(("verdict", "is_fault"), [("s VERIFIED", False), ("s NOT VERIFIED", True), ("c hm", True)])
def test_other_checkers_have_to_accept_proofs_too(verdict, is_fault, tmp_path, monkeypatch):
    tool = tmp_path / "drat-trim"
    tool.write_text(f"#!/bin/sh\necho '{verdict}'\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(checking, "SHRINK_SECONDS", 0.0)  # what is smaller says no more here
    near_miss = load_subjects([DRAWN / "nine-other-gourds.txt"])
    report = crosscheck(near_miss, names=["sat"], outside=["drat-trim"], jobs=1)
    (answer,) = report.records[0].answers
    assert bool(answer.faults) is is_fault is not report.agrees
    assert answer.checked_by == ((own_version(),) if is_fault else (own_version(), "drat-trim"))


def test_known_verdicts_come_from_the_manifest(report):
    assert all(record.subject.known is not None for record in report.records)
    assert report.records[0].subject.known == Known(
        Status.FEASIBLE, "exhaustive search: finds every placement", placements=8
    )


def test_the_report_as_json(report):
    document = report.to_json()
    assert document["agree"] is True
    assert document["verdicts"] == {"feasible": 2, "infeasible": 2, "unknown": 0}
    assert document["certified_by"]["verdicts"]["placement"] == 2
    assert document["disagreement"] is None
    first = document["instances"][0]
    assert (first["cells"], first["count"], first["placement"]["format"]) == (19, "8", "gourds-placement")
    assert {tally["name"] for tally in document["approaches"]} == set(registry())


def test_the_bundled_suite_is_the_manifest():
    suite = bundled_suite()
    assert len(suite) >= 29
    assert all(subject.known is not None for subject in suite)
    assert suite[0].name == "drawn/nine-gourds"


# -- silence ----------------------------------------------------------------------------------------------------------


def sleep(instance, options):
    time.sleep(60)


def decline(instance, options):
    raise LimitError("too large for me")


def eat(instance, options):
    hoard = []
    while True:
        hoard.append(bytearray(b"x") * 10_000_000)


def notice(instance, options):
    raise InternalError("two computations disagree")


def nonsense(instance, options):
    return "feasible"


def one(run, **limits):
    approaches = wrong.plugged(wrong.make("odd", run), beside=("auto",))
    report = crosscheck(load_subjects([DRAWN / "garden.txt"]), approaches=approaches, counters={}, jobs=2, **limits)
    return report, answers_of(report.records[0])["odd"]


def test_limits_are_kept_and_are_no_disagreement():
    start = time.monotonic()
    report, answer = one(sleep, time_limit=0.3)
    assert time.monotonic() - start < 30
    assert answer.ending is Ending.OUT_OF_TIME
    assert report.agrees
    report, answer = one(eat, memory_limit=600)
    assert answer.ending is Ending.OUT_OF_MEMORY
    assert report.agrees


def test_declining_is_no_disagreement():
    report, answer = one(decline)
    assert (answer.ending, answer.reason) == (Ending.DECLINED, "too large for me")
    assert report.agrees


def test_a_failed_self_check_is_a_disagreement():
    report, _ = one(notice)
    assert report.disagreement.finding.kind == "self-check"
    assert report.disagreement.instance.board.size == 1


def test_nonsense_is_a_crash():
    report, answer = one(nonsense)
    assert answer.ending is Ending.FAILED
    assert not report.agrees
    assert report.findings == []


def test_a_proof_that_takes_too_long_leaves_a_claim(monkeypatch):
    monkeypatch.setattr(running, "PROOF_SHARE", 1.0)

    def slow_proof(instance, options):
        if options.proof:
            time.sleep(60)
        return wrong.always_no(instance, options)

    approaches = wrong.plugged(wrong.make("slow", slow_proof, "prove"), beside=())
    infeasible = load_subjects([DRAWN / "nine-other-gourds.txt"])
    report = crosscheck(infeasible, approaches=approaches, counters={}, time_limit=0.5)
    answer = report.records[0].answers[0]
    assert (answer.tier, answer.ending) == (Tier.CLAIM, Ending.ANSWERED)
    assert answer.remark.startswith("no proof: time limit")
    assert report.agrees


# -- formulas -----------------------------------------------------------------------------------------------------------


def test_reduced_instances_are_compared_with_their_formula():
    report = crosscheck([reduce(SATISFIABLE)], names=["auto", "sat"], jobs=2)
    answer = answers_of(report.records[0])["formula"]
    assert (answer.status, answer.tier) == (Status.FEASIBLE, Tier.PLACEMENT)
    assert report.agrees
    assert report.names == ["auto", "sat", "formula"]


def test_a_formula_of_another_board_is_not_compared():
    instance = reduce(SATISFIABLE)
    source = dict(instance.source)
    source["formula"] = {"kind": "1in3", "variables": 3, "clauses": [[1, 2, 3], [1, 2, 3]]}
    foreign = Instance(instance.board, instance.colors, instance.cell_colors, instance.budgets, None, source)
    report = crosscheck([foreign], names=["auto"], jobs=1)
    assert answers_of(report.records[0])["formula"].ending is Ending.DECLINED
    assert report.agrees


def test_a_verdict_against_the_formula_is_caught():
    approaches = {"liar": wrong.make("liar", wrong.always_no)}
    report = crosscheck([reduce(SATISFIABLE)], approaches=approaches, counters={}, jobs=1)
    finding = report.disagreement.finding
    assert (finding.accused, finding.witnesses) == (("liar",), ("formula",))
    assert "formula has a placement that was checked" in finding.text


# -- which approaches ---------------------------------------------------------------------------------------------------


def test_all_variants():
    names = [approach.name for approach in select_approaches(all_variants=True)]
    assert len(names) == len(set(names))
    assert {"sat", "sat:glucose4", "sat:glucose4/textbook", "cpsat/textbook", "ilp:scip/textbook"} <= set(names)
    assert len(names) == len(registry()) - 3 + 2 * (len(registry()["sat"].variants) + 1 + 2)
    assert [one.name for one in select_approaches(names=["ilp"], all_variants=True)] == [
        *("ilp", "ilp:scip", "ilp/textbook", "ilp:scip/textbook")
    ]


def test_approaches_by_name():
    chosen = select_approaches(names=["sat:glucose4", "brute", "sat:glucose4"])
    assert [(one.name, one.variant, one.is_named) for one in chosen] == [
        ("sat:glucose4", "glucose4", True),
        ("brute", "", True),
    ]
    with pytest.raises(InputError, match="there is no solver 'guess'"):
        select_approaches(names=["guess"])
    with pytest.raises(InputError, match="no variant 'none'"):
        select_approaches(names=["ilp:none"])


def test_boards_that_are_too_large_are_not_begun():
    large = files.load_instance(ROOT / "instances/shapes/comb-43.txt")
    assert large.board.size > BRUTE_CELLS
    (brute,) = [one for one in select_approaches() if one.name == "brute"]
    assert brute.unsuited(large, Limits(time=1000)) is not None
    whole = Instance.build(hexagon(15), ["a"] * 721, [("a", "a", 360)])
    cpsat = next(one for one in select_approaches() if one.name == "cpsat")
    assert "parts of more than 600 cells" in cpsat.unsuited(whole, Limits())
    assert cpsat.unsuited(whole, Limits(time=20)) is None
    assert (
        cpsat.unsuited(files.load_instance(ROOT / "instances/reduction/planted-9-alternating.json"), Limits()) is None
    )
    (named,) = select_approaches(names=["brute"])
    assert named.unsuited(large, Limits()) is None


def test_variants_agree_on_a_small_instance():
    report = crosscheck(load_subjects([DRAWN / "garden.txt"]), names=["sat", "cpsat", "ilp"], all_variants=True, jobs=2)
    assert report.agrees
    assert {answer.status for answer in report.records[0].answers} == {Status.FEASIBLE}


def test_names_are_made_different():
    row = Instance.build([(0, 0)], "a", [], name="dot")
    report = crosscheck([row, row, Subject("dot", row)], names=["brute"], jobs=1)
    assert [record.subject.name for record in report.records] == ["dot", "dot (2)", "dot (3)"]


def test_progress_is_told():
    told = []
    crosscheck(load_subjects([DRAWN / "garden.txt"]), names=["auto", "brute"], on_progress=told.append)
    assert told[0].stage == "loading"
    assert told[-1].record is not None
    assert (told[-1].done, told[-1].total) == (1, 1)
    assert any("on " in text for progress in told for text in progress.running)


def test_an_interrupt_keeps_what_was_finished():
    def interrupt(progress):
        if progress.record is not None:
            raise KeyboardInterrupt

    report = crosscheck(
        load_subjects([DRAWN / "garden.txt", DRAWN / "dumbbell.txt"]), names=["brute"], on_progress=interrupt, jobs=1
    )
    assert report.is_interrupted
    assert [record.subject.path for record in report.records] == [str(DRAWN / "garden.txt")]
    assert (report.total, report.is_complete, report.agrees) == (2, False, True)


def test_outcomes_are_checked_here_and_not_only_by_solve():
    """A solver's own word that a placement is right does not count: nothing but the check does."""
    report = crosscheck(
        load_subjects([DRAWN / "garden.txt"]),
        approaches={"blind": wrong.make("blind", lambda instance, options: Outcome(Status.FEASIBLE, "rubbish"))},
        counters={},
        jobs=1,
    )
    assert report.disagreement.finding.kind == "placement"
