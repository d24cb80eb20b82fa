"""A wrong solver is caught, whatever it is wrong about, and shrunk to a tiny board that still shows it."""

from __future__ import annotations

import json
import time
from functools import cache

import pytest

from gourds import files
from gourds.crosscheck import checking, crosscheck, load_subjects
from gourds.crosscheck.saving import save_report
from gourds.instance import Instance
from gourds.placement import placement_faults
from gourds.running.checking import Tier
from gourds.solvers import Status, registry, solve
from tests.conftest import ROOT
from tests.crosscheck import wrong_solvers as wrong

FEASIBLE = ROOT / "instances/drawn/nine-gourds.txt"
INFEASIBLE = ROOT / "instances/drawn/nine-other-gourds.txt"
STAR = ROOT / "instances/drawn/star-of-david.txt"
SEARCHED = ROOT / "tests/crosscheck/needs-search.txt"
"""Infeasible, and not by propagation alone."""
LIAR = "liar"


@pytest.fixture(autouse=True)
def _time_to_shrink(monkeypatch):
    """As much as it takes: on a busy machine many small runs take more than the usual minute, and one of them more than its two seconds."""
    monkeypatch.setattr(checking, "SHRINK_SECONDS", 600.0)
    monkeypatch.setattr(checking, "SHRINK_RUN", 60.0)


def check(path, solver=None, counters=None, **options):
    subjects = load_subjects([path])
    approaches = wrong.plugged(*([solver] if solver else []), beside=options.pop("beside", ("auto", "sat")))
    return crosscheck(subjects, approaches=approaches, counters=counters or {}, jobs=2, **options)


CASES = {
    "says infeasible on everything": (FEASIBLE, wrong.always_no, (), "verdicts", 1),
    "says probably infeasible on everything": (FEASIBLE, wrong.probable_no, ("randomized",), "verdicts", 1),
    "is wrong in a rare case": (STAR, wrong.no_with_two_alike, (), "verdicts", 5),
    "says feasible without a placement": (INFEASIBLE, wrong.always_yes, (), "placement", 1),
    "says feasible wrongly, with a placement": (INFEASIBLE, wrong.crossing, (), "placement", 5),
    "leaves a wrong cell empty": (FEASIBLE, wrong.shifted, (), "placement", 3),
    "forges a counting certificate": (FEASIBLE, wrong.forged, (), "certificate", 1),
    "forges a counting certificate of an infeasible instance": (INFEASIBLE, wrong.forged, (), "certificate", 1),
    "forges a proof": (SEARCHED, wrong.forged_proof, ("prove",), "certificate", 9),
    "contradicts itself when it proves": (INFEASIBLE, wrong.other_when_proving, ("prove",), "placement", 1),
}


@cache
def report_of(case):
    path, run, abilities, _, _ = CASES[case]
    return check(path, wrong.make(LIAR, run, *abilities))


@pytest.mark.parametrize("case", CASES)
def test_a_wrong_solver_is_caught_and_shrunk(case, tmp_path):
    _, _, _, kind, most_cells = CASES[case]
    report = report_of(case)
    assert not report.agrees
    disagreement = report.disagreement
    assert disagreement is not None
    assert disagreement.finding.kind == kind
    assert {name.removesuffix("+proof") for name in disagreement.finding.accused} == {LIAR}
    assert disagreement.why_not_smaller == ""
    small = disagreement.instance
    assert small.board.size <= most_cells
    assert any(finding.kind == kind and LIAR in finding.text for finding in disagreement.smallest.findings)

    paths = {path.name: path for path in save_report(report, tmp_path / "report")}
    stem = next(name for name in paths if name.startswith("disagreement")).removesuffix(".json")
    saved = files.load_instance(paths[f"{stem}.json"])
    drawn = files.load_instance(paths[f"{stem}.txt"])
    assert saved.digest == drawn.digest == small.digest
    assert paths[f"{stem}.svg"].read_text().startswith("<svg")
    assert paths[f"{stem}.png"].read_bytes().startswith(b"\x89PNG")
    page = paths["report.html"].read_text()
    assert "The smallest instance that still disagrees" in page
    assert page.index("Disagreements") < page.index("Every instance, every approach")
    assert json.loads(paths["report.json"].read_text())["disagreement"]["cells"] == small.board.size


def test_the_smallest_instance_shows_the_same_disagreement_and_no_other():
    report = check(STAR, wrong.make(LIAR, wrong.wrong_in_two_ways))
    assert report.disagreement.finding.kind == "verdicts"
    assert report.disagreement.instance.board.size == 7
    assert [finding.kind for finding in report.disagreement.smallest.findings] == ["verdicts"]


def test_an_approach_that_contradicts_itself_is_caught_without_any_other():
    report = check(FEASIBLE, wrong.make(LIAR, wrong.yes_when_proving, "prove"), beside=())
    finding = report.disagreement.finding
    assert (finding.kind, finding.accused, finding.witnesses) == ("verdicts", (LIAR,), (f"{LIAR}+proof",))
    assert report.disagreement.instance.board.size == 1


def test_the_whole_instance_is_run_again_with_all_the_time_there_is(tmp_path, monkeypatch):
    seven = tmp_path / "seven.txt"
    seven.write_text("gourds drawing 1\nboard:\n  a b\n a b a\n  b a\ngourds:\n a b 3\n")
    monkeypatch.setattr(checking, "SHRINK_RUN", 1e-6)  # nothing smaller can be tried in that time
    disagreement = check(seven, wrong.make(LIAR, wrong.yes_when_proving, "prove"), beside=()).disagreement
    assert disagreement.tries > 1
    assert disagreement.instance.board.size == 7


def test_an_honest_solver_beside_them_is_not_accused():
    honest = wrong.make("honest", wrong.right)
    assert check(FEASIBLE, honest).agrees
    assert check(INFEASIBLE, honest).agrees


def test_a_randomized_no_is_reported_with_its_bound():
    report = report_of("says probably infeasible on everything")
    finding = report.disagreement.finding
    assert finding.error_bound == 1e-9
    assert "error probability of at most 1e-09" in finding.text
    assert "the randomized answer is wrong" in finding.text
    answer = next(answer for answer in report.records[0].answers if answer.approach == LIAR)
    assert (answer.tier, answer.error_bound) == (Tier.PROBABILITY, 1e-9)


@pytest.mark.parametrize("counter", [wrong.one_more, wrong.two_at_least])
@pytest.mark.parametrize("path", [FEASIBLE, INFEASIBLE])
def test_a_wrong_count_is_caught_and_shrunk(counter, path):
    right = registry()["frontier"]
    counters = {"frontier": lambda instance: solve_count(instance), "brute": counter}
    report = crosscheck(
        load_subjects([path]), approaches={"frontier": right, "brute": registry()["brute"]}, counters=counters, jobs=2
    )
    if path == FEASIBLE and counter is wrong.two_at_least:
        assert report.agrees  # it has eight
        return
    assert report.disagreement is not None
    assert report.disagreement.finding.kind in ("counts", "count and verdict")
    assert report.disagreement.finding.accused == ("brute",)
    assert report.disagreement.instance.board.size == 1


def solve_count(instance):
    from gourds.counts.placements import count

    return count(instance, "frontier")


def test_a_wrong_manifest_is_reported_but_not_shrunk(tmp_path):
    (tmp_path / "puzzle.txt").write_text(FEASIBLE.read_text())
    entry = '[[instance]]\nfile = "puzzle.txt"\nverdict = "infeasible"\nplacements = 0\nwhy = "made up"\n'
    (tmp_path / "MANIFEST.toml").write_text(entry)
    report = check(tmp_path / "puzzle.txt", beside=("auto", "sat", "cpsat"))
    assert [finding.kind for finding in report.records[0].findings] == ["known"]
    assert "the manifest says infeasible: made up" in report.disagreement.finding.text
    assert report.disagreement.instance.board.size == 19
    assert "not between approaches" in report.disagreement.why_not_smaller


def test_a_wrong_number_in_the_manifest(tmp_path):
    (tmp_path / "puzzle.txt").write_text(FEASIBLE.read_text())
    entry = '[[instance]]\nfile = "puzzle.txt"\nverdict = "feasible"\nplacements = 7\n'
    (tmp_path / "MANIFEST.toml").write_text(entry)
    report = check(tmp_path / "puzzle.txt", counters={"frontier": solve_count}, beside=("auto", "frontier"))
    assert [finding.kind for finding in report.records[0].findings] == ["known count"]
    assert not report.agrees


def test_the_first_disagreement_ends_the_run():
    paths = [INFEASIBLE, FEASIBLE, *sorted((ROOT / "instances/drawn").glob("*.txt"))]
    report = crosscheck(
        load_subjects(paths), approaches=wrong.plugged(wrong.make(LIAR, wrong.always_no)), counters={}, jobs=2
    )
    assert report.disagreement.record.subject.path == str(FEASIBLE)
    assert not report.is_complete
    assert report.records[0].findings == ()


def test_runs_of_later_instances_are_not_waited_for():
    def sleep_on_large_boards(instance, options):
        if instance.board.size > 15:
            time.sleep(60)
        return wrong.right(instance, options)

    sleeper = wrong.make("sleeper", sleep_on_large_boards)
    approaches = wrong.plugged(wrong.make(LIAR, wrong.always_no), sleeper, beside=("auto",))
    start = time.monotonic()
    paths = [ROOT / "instances/drawn/garden.txt", FEASIBLE]
    report = crosscheck(load_subjects(paths), approaches=approaches, counters={}, jobs=3, time_limit=60)
    assert time.monotonic() - start < 20
    assert [record.subject.instance.board.size for record in report.records] == [15]
    assert report.disagreement is not None


def test_a_crash_is_no_disagreement_but_no_success():
    def crash(instance, options):
        raise ZeroDivisionError("by design")

    report = check(FEASIBLE, wrong.make(LIAR, crash))
    assert report.findings == []
    assert report.is_complete
    assert not report.agrees
    assert report.failures == [(report.records[0], LIAR, "ZeroDivisionError: by design")]
    assert report.records[0].verdict is Status.FEASIBLE


def test_shrunk_feasible_instances_stay_feasible():
    """A solver that errs only on feasible boards leads to a feasible one, with the placement in the picture."""
    report = report_of("is wrong in a rare case")
    small = report.disagreement.instance
    assert isinstance(small, Instance)
    assert not placement_faults(small, solve(small).placement)
    assert report.disagreement.smallest.placement is not None
