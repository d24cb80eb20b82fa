"""What answers say together; no solver runs here."""

from __future__ import annotations

import pytest

from gourds.crosscheck.answers import Answer, Count, Ending, Flaw
from gourds.crosscheck.judging import judge, short
from gourds.crosscheck.subjects import Known, Subject
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.running.checking import Tier
from gourds.solvers import Status

ROW = Instance.build([(0, 0), (1, 0), (2, 0)], "aab", [("a", "a", 1)], name="row")
PLACED = Placement.build((2, 0), [((0, 0), (1, 0))])
YES = {"status": Status.FEASIBLE, "tier": Tier.PLACEMENT, "placement": PLACED}
NO = {"status": Status.INFEASIBLE, "tier": Tier.CLAIM}
PROVED = {"status": Status.INFEASIBLE, "tier": Tier.PROOF, "proof_kind": "drat"}
PROBABLE = {"status": Status.INFEASIBLE, "tier": Tier.PROBABILITY, "error_bound": 2.0**-60}


def answer(name, **fields):
    return Answer(name, Ending.ANSWERED, **fields)


def silent(name, ending):
    return Answer(name, ending, reason="for a reason")


def count(name, number):
    return Count(name, Ending.ANSWERED, number)


def judged(answers, counts=(), known=None):
    return judge(Subject("row", ROW, known), answers, counts)


def test_agreement_rests_on_the_strongest():
    record = judged([answer("a", **NO), answer("b", **PROBABLE), answer("c", **PROVED)], [count("d", 0)])
    assert (record.verdict, record.tier, record.findings) == (Status.INFEASIBLE, Tier.PROOF, ())
    assert record.rests_on() == "proof checked (drat)"
    record = judged([answer("a", **NO), answer("b", **PROBABLE)], [count("d", 0)])
    assert (record.tier, record.rests_on()) == (Tier.COUNT, "exact count of zero")
    record = judged([answer("a", **NO), answer("b", **PROBABLE)])
    assert record.rests_on() == "stated error probability, at most 8.7e-19"
    assert judged([answer("a", **NO)]).rests_on() == "claimed"
    assert judged([answer("a", **YES)]).rests_on() == "placement checked"


@pytest.mark.parametrize("ending", [Ending.DECLINED, Ending.OUT_OF_TIME, Ending.OUT_OF_MEMORY, Ending.FAILED])
def test_silence_is_no_disagreement(ending):
    record = judged([answer("a", **YES), silent("b", ending)], [count("c", 8), Count("d", ending)])
    assert record.findings == ()
    assert record.verdict is Status.FEASIBLE
    assert record.number == 8
    record = judged([silent("b", ending)], known=Known(Status.FEASIBLE))
    assert (record.verdict, record.tier, record.findings) == (Status.UNKNOWN, None, ())
    assert bool(record.failures()) == (ending is Ending.FAILED)


@pytest.mark.parametrize("no", [NO, PROVED])
def test_a_placement_outweighs_every_no(no):
    record = judged([answer("a", **no), answer("b", **YES), answer("c", **no)])
    assert record.verdict is Status.FEASIBLE
    (finding,) = record.findings
    assert (finding.kind, finding.accused, finding.witnesses) == ("verdicts", ("a", "c"), ("b",))
    assert finding.text == "a and c say infeasible, but b has a placement that was checked"


def test_probable_and_certain_wrong_answers_are_told_apart():
    record = judged([answer("a", **NO), answer("r", **PROBABLE), answer("b", **YES)])
    certain, probable = record.findings
    assert (certain.accused, certain.error_bound) == (("a",), 0)
    assert (probable.accused, probable.error_bound) == (("r",), 2.0**-60)


def test_an_answer_that_is_wrong_by_itself_is_no_evidence():
    bad = answer("a", status=Status.FEASIBLE, faults=(Flaw("placement", "gave a wrong placement"),))
    record = judged([bad, answer("b", **PROVED)])
    assert record.verdict is Status.INFEASIBLE
    assert [(finding.kind, finding.accused) for finding in record.findings] == [("placement", ("a",))]


def test_counts():
    agreed = judged([answer("a", **YES)], [count("x", 8), count("y", 8)])
    assert (agreed.findings, agreed.number) == ((), 8)
    two_to_one = judged([], [count("x", 8), count("y", 9), count("z", 8)])
    (finding,) = two_to_one.findings
    assert (finding.kind, finding.accused, finding.witnesses) == ("counts", ("y",), ("x", "z"))
    assert two_to_one.number is None
    (tie,) = judged([], [count("x", 8), count("y", 9)]).findings
    assert tie.accused == ("x", "y")
    known = judged([], [count("x", 8), count("y", 9)], Known(Status.FEASIBLE, placements=9))
    assert [(one.kind, one.accused) for one in known.findings] == [("counts", ("x",)), ("known count", ("x",))]


def test_counts_against_verdicts():
    (finding,) = judged([answer("a", **YES)], [count("x", 0)]).findings
    assert (finding.kind, finding.accused, finding.witnesses) == ("count and verdict", ("x",), ("a",))
    (finding,) = judged([answer("a", **PROVED)], [count("x", 3)]).findings
    assert finding.accused == ("x",)
    (finding,) = judged([answer("a", **NO)], [count("x", 3)]).findings
    assert finding.accused == ("x", "a")


def test_what_is_known_beforehand():
    assert judged([answer("a", **YES)], [count("x", 8)], Known(Status.FEASIBLE, "planted", 8)).findings == ()
    (finding,) = judged([answer("a", **YES)], known=Known(Status.INFEASIBLE, "made up")).findings
    assert (finding.kind, finding.accused) == ("known", ())
    (finding,) = judged([answer("a", **YES)], [count("x", 8)], Known(Status.FEASIBLE, "planted", 7)).findings
    assert (finding.kind, finding.accused) == ("known count", ("x",))


def test_back_maps_count_only_where_the_board_is_the_formulas():
    lost = answer("a", **YES, faults=(Flaw("back map", "its placement does not lead back"),))
    own = answer("formula", **YES)
    assert [finding.kind for finding in judged([lost, own]).findings] == ["back map"]
    assert judged([lost, silent("formula", Ending.DECLINED)]).findings == ()


def test_short():
    shown = {0: "0", 561_087: "561,087", 10**9 - 1: "999,999,999", 10**9: "1.0e9", 999_999_999_999: "1.0e12"}
    shown |= {12 * 10**50: "1.2e51", 7 * 10**5000: "7.0e5000"}
    assert [short(number) for number in shown] == list(shown.values())
    assert short(None) == "nothing"
