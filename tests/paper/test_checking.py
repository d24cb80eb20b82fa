"""The run over claims: processes, limits, order, and what became of each."""

from __future__ import annotations

import os
import signal
import time

import pytest

from gourds.errors import InputError
from gourds.paper.catalogue import all_claims, find_claims
from gourds.paper.checking import check_claims
from gourds.paper.claim import Claim, Effort, Finding, Outcome


def claim(name: str, check) -> Claim:
    return Claim(name, "Section 2", f"{name} is true.", "Nothing.", check)


def holds(effort: Effort) -> Finding:
    return Finding(Outcome.HOLDS, f"seed {effort.seed}, {'long' if effort.thorough else 'short'}", (("a", "b"),))


def fails(effort: Effort) -> Finding:
    return Finding(Outcome.FAILS, "one board")


def breaks(effort: Effort) -> Finding:
    raise AssertionError("the ground is gone")


def dies(effort: Effort) -> Finding:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def sleeps(effort: Effort) -> Finding:
    time.sleep(600)
    raise AssertionError


def waits(effort: Effort) -> Finding:
    while not effort.is_over:
        time.sleep(0.01)
    return Finding(Outcome.HOLDS, "until the deadline")


def test_each_claim_ends_in_its_own_way_and_they_keep_their_order():
    claims = [claim("late", waits), claim("yes", holds), claim("no", fails), claim("odd", breaks), claim("end", dies)]
    claims.append(claim("long", sleeps))
    shown = []
    found = check_claims(claims, seed=7, time_limit=0.8, jobs=3, on_progress=lambda told: shown.extend(told.finished))
    outcomes = [one.finding.outcome.value for one in found.checked]
    assert outcomes == ["holds", "holds", "fails", "fails", "undecided", "undecided"]
    assert [one.claim.name for one in found.checked] == [one.name for one in claims]
    assert list(found.checked) == shown
    assert found.checked[0].finding.reach == "until the deadline"
    assert found.checked[1].finding.reach == "seed 7, short"
    assert "the ground is gone" in found.checked[3].finding.remark
    assert "Time limit" in found.checked[5].finding.remark
    assert not found
    assert found.headline() == "6 claims: 2 hold, 2 fail and 2 undecided"


def test_a_report_without_failures_is_true():
    found = check_claims([claim("yes", holds)], thorough=True, jobs=1)
    assert found
    assert found.headline() == "1 claim: 1 holds"
    document = found.to_json()
    assert document["claims"][0]["reach"] == "seed 0, long"
    assert document["claims"][0]["table"] == [["a", "b"]]
    assert document["outcomes"] == {"holds": 1, "imprecise": 0, "fails": 0, "undecided": 0}


def test_an_interrupt_keeps_what_was_finished():
    def stop(told):
        if told.done:
            raise KeyboardInterrupt

    found = check_claims([claim("yes", holds), claim("long", sleeps)], jobs=2, on_progress=stop)
    assert found.is_interrupted
    assert [one.claim.name for one in found.checked] == ["yes"]
    assert found.headline() == "2 claims, interrupted after 1: 1 holds"


def test_the_catalogue():
    claims = all_claims()
    names = [one.name for one in claims]
    assert len(set(names)) == len(names)
    for one in claims:
        assert one.name.replace("-", "").isalnum()
        assert one.name == one.name.lower()
        assert one.place.startswith(("Introduction", "Section ", "Appendix "))
        assert one.statement.endswith(".")
        assert one.method.endswith(".")
    assert find_claims(["star-of-david", "pivots"]) == tuple(
        one for one in claims if one.name in ("star-of-david", "pivots")
    )
    assert find_claims([]) == claims
    with pytest.raises(InputError, match="no claim is named 'pivot'"):
        find_claims(["pivot"])
