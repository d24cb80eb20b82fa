"""``gourds check-reduction NAME``: what it prints, its report, its exit codes, and mistakes in one line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.reductions.checking.coins import REDUCTION, registered

FEW = ("--yes", "2", "--no", "2", "--samples", "1", "--largest", "3", "--jobs", "1")


@pytest.fixture(autouse=True)
def _coins():
    with registered():
        yield


def test_a_reduction_by_name(cli):
    done = cli("check-reduction", "cubic to placement", *FEW, "--report", "page")
    assert done.code == 0
    assert "2 with a solution, 2 without" in done.out
    assert "1 reduction right on 4" in done.out
    page = Path("page/report.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 1
    assert "http-equiv=refresh" not in page
    assert not re.search(r"(src|href)=[\"']http", page)
    tested = Path("page/tables.md").read_text(encoding="utf-8").splitlines()[2]
    assert re.match(
        r"\| cubic to placement \| 2 \| 2 \| \d+ \| 2 \| 2 \| 2 \| 2 \| .* 4 by cubic, to \d+ \| none \|", tested
    )


def test_the_same_for_programs(cli):
    facts = json.loads(cli("check-reduction", "coins", *FEW, "--json").out)
    (one,) = facts["reductions"]
    assert (one["reduction"], one["yes"], one["no"], one["failure"]) == ("coins to backwards", 2, 2, None)
    assert one["target_solutions_per_solution"] == ["1"]
    assert facts["failed"] == 0


def test_a_failure_has_exit_code_1_and_is_shown(cli, monkeypatch):
    from gourds.reductions import registry
    from tests.reductions.checking.coins import changed

    def boom(applied):
        raise KeyError("boom")

    monkeypatch.setitem(registry.registry().reductions, ("coins", "backwards"), changed(boom))
    done = cli("check-reduction", "coins", *FEW)
    assert done.code == 1
    assert "no target: no instance of the target came out" in done.out
    assert "KeyError: 'boom'" in done.out
    failure = json.loads(cli("check-reduction", "coins", *FEW, "--json").out)["reductions"][0]["failure"]
    assert (failure["flaw"], failure["where"]) == ("no target", REDUCTION.name)


def test_bugs_are_listed_with_what_noticed_them(cli):
    done = cli("check-reduction", "coins", "--mutations", "maps", "--jobs", "1", "--report", "page")
    assert done.code == 0
    assert "all 19 mutants caught" in done.out
    assert "back map: right on the first solution only" in done.out
    bugs = Path("page/tables.md").read_text(encoding="utf-8")
    assert bugs.endswith("| all | caught | 19 of 19 |\n")
    assert "✗" not in bugs
    assert "all 19 bugs noticed" in Path("page/report.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", [(), ("--mutations", "maps")])
def test_an_interrupt_shows_what_was_done(cli, monkeypatch, kind):
    from gourds.terminal import StatusLine

    def interrupt(self, text, **look):
        raise KeyboardInterrupt

    monkeypatch.setattr(StatusLine, "say", interrupt)
    done = cli("check-reduction", "coins", *FEW, *kind)
    assert done.code == 130
    assert "coins to backwards" in done.out
    assert done.err.startswith("interrupted")
    assert "all " not in done.out.splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("coins", "file.1in3"), "cannot be tested in one go"),
        (("backwards",), "no reduction starts there"),
        (("coinz",), "coinz: No such file, and no such problem or reduction; reductions: cubic to placement, "),
        (("coins", "--mutations", "swapped"), "breaks gadgets"),
        (("coins", "--plugin", "none.py"), "none.py"),
    ],
)
def test_mistakes_take_one_line(cli, words, reason):
    done = cli("check-reduction", *words)
    assert done.code == 2
    assert reason in done.err
    assert len(done.err.splitlines()) == 1
