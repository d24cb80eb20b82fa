"""``gourds gadget``: words, pictures, JSON, watching; and what ``check-reduction`` says of broken gadgets."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gourds.cli.formulas import gadget as command
from tests.processes import SOON
from tests.reductions.gadgets.broken import BROKEN, PAPER

FEW = ["--exhaustive", 3, "--random", 0, "--cnfs", 0]


@pytest.fixture
def own(cli) -> Path:
    return BROKEN["one gourd too many"].write(cli.folder / "own")


def test_a_gadget_that_is_right(cli):
    done = cli("gadget", str(PAPER))
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("right for every cubic formula\n")
    assert "168 coverings, 21 signatures, by exhaustion" in done.out
    assert "uses 2 (X, V), 0 (Y, V), 0 (Z, V): X true" in done.out
    assert done.out.count("X───X") > 5
    found = json.loads(cli("gadget", str(PAPER), "--json").out)
    assert found["proved"] is True
    assert found["budgets"]["changes"] == []
    assert [len(found["gadgets"][name]["signatures"]) for name in ("variable", "clause")] == [2, 21]


def test_a_gadget_that_is_wrong(cli, own):
    done = cli("gadget", "own/clause.txt", "-o", "all.svg", "--report", "page.html")
    assert done.code == 1
    assert "the variable gadget is own/variable.txt" in done.out
    assert "clause, gourds: 'V V 5' instead of 'V V 6'" in done.out
    assert "assignment  x1 = true, x2 = x3 = false" in done.out
    assert done.out.endswith("'balance' does not hold\n")
    assert Path("all.svg").read_text(encoding="utf-8").startswith("<svg")
    assert "Budgets that make it work" in Path("page.html").read_text(encoding="utf-8")
    report = json.loads(cli("gadget", "own", "--json").out)
    assert report["failure"]["assignment"] == [True, False, False]
    failed = [condition for condition in report["proof"] if not condition["holds"]]
    assert [condition["condition"] for condition in failed] == ["balance"]
    assert {"expected", "found", "covering", "cells", "gadget"} == set(failed[0]["failures"][0])
    files = report["budgets"]["files"]
    for name, text in files.items():
        (own / f"{name}.txt").write_text(text, encoding="utf-8")
    assert cli("gadget", "own").code == 0


def test_faults_are_named_and_the_rest_is_shown(cli):
    BROKEN["unknown symbol"].write(cli.folder / "own")
    done = cli("gadget", "own", "-o", "all.png")
    assert done.code == 2
    assert done.err.endswith("own/clause.txt: line 6, column 10: symbol 'W' is none of X, Y, Z, V, F\n")
    assert "[W]" in done.out
    assert Path("all.png").read_bytes().startswith(b"\x89PNG")
    assert cli("gadget", "own", "--json").code == 2


def test_what_is_no_gadget(cli, own):
    (own / "other.txt").write_text("hello")
    assert "own/other.txt: line 1: not a gadget" in cli.refuses("gadget", "own/other.txt")
    assert "nowhere.txt: No such file" in cli.refuses("gadget", "nowhere.txt")
    Path("empty").mkdir()
    assert "neither variable.txt nor clause.txt" in cli.refuses("gadget", "empty")
    assert "must end in .svg, .png or .html" in cli.refuses("gadget", "own", "-o", "x.gif")
    assert "are the same file" in cli.refuses("gadget", "own", "-o", "own/clause.txt")
    assert "--watch" in cli.refuses("gadget", "own", "--watch", "--json")


def test_a_gadget_from_standard_input(cli):
    text = (PAPER / "clause.txt").read_text(encoding="utf-8")
    done = cli("gadget", "-", stdin=text)
    assert done.code == 0
    assert "the variable gadget is the paper's" in done.out


def test_watching(own):
    """Every change is shown, faults too, and an interrupt ends it without complaint."""
    process = subprocess.Popen(
        [sys.executable, "-m", "gourds", "gadget", "clause.txt", "--watch", "-o", "all.svg"],
        cwd=own,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        assert "'balance' does not hold" in _until_watching(process)
        for text, words in (("rubbish", "not a gadget"), ((PAPER / "clause.txt").read_text(), "right for every")):
            (own / "new").write_text(text, encoding="utf-8")
            os.replace(own / "new", own / "clause.txt")
            assert words in _until_watching(process)
        process.send_signal(signal.SIGINT)
        assert process.wait(SOON) == 0
    finally:
        process.kill()
        _, said = process.communicate()
    assert b"Traceback" not in said


def _until_watching(process: subprocess.Popen[bytes]) -> str:
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        if line.startswith(b"watching"):
            break
        lines.append(line.decode())
    return "".join(lines)


def test_time_is_limited(cli, own, monkeypatch):
    monkeypatch.setattr(command, "TIME_LIMIT", 1.0)
    done = cli("gadget", "own", "--time-limit", "0.000001")
    assert done.code == 1
    assert "no board was decided: no time was left" in done.out or "no time left" in done.out


# -- check-reduction ------------------------------------------------------------------------------------------


def test_no_comparison_is_claimed_that_was_not_made(cli):
    own = cli.folder / "own"
    own.mkdir()
    (own / "clause.txt").write_bytes((PAPER / "clause.txt").read_bytes())
    done = cli("check-reduction", "--gadgets", "own", *FEW)
    assert done.code == 0
    assert "as in the table beside the drawing" not in done.out
    assert done.out.count("no table beside the drawing to compare with") == 2
    report = json.loads(cli("check-reduction", "--gadgets", "own", *FEW, "--json").out)
    assert report["gadgets"]["clause"]["differs_from_table"] is None
    assert "as in the table beside the drawing" in cli("check-reduction", *FEW).out


def test_broken_conditions_are_explained_with_the_assignment_that_fails(cli):
    BROKEN["clauses that take too much"].write(cli.folder / "own")
    done = cli("check-reduction", "--gadgets", "own", *FEW, "--report", "report")
    assert done.code == 1
    assert "expected  a true variable to leave 9 (x, V) for its three clauses" in done.out
    assert "found     it leaves 6" in done.out
    assert "assignment  x1 = x2 = true, x3 = false" in done.out
    assert "1 assignment there" not in done.out or "1 assignments" not in done.out
    assert Path("report/clause.svg").exists()
    page = Path("report/gadgets.html").read_text(encoding="utf-8")
    assert "Broken: no excess" in page
    assert "Assignment: x1 = x2 = true, x3 = false." in page
    assert "Assignment: x1 = x2 = true" in Path("report/failure.svg").read_text(encoding="utf-8")
    failure = json.loads(cli("check-reduction", "--gadgets", "own", *FEW, "--json").out)["failure"]
    assert failure["assignment"] == [True, True, False]


def test_a_missing_covering_does_not_hide_the_gadgets_picture(cli):
    BROKEN["missing covering"].write(cli.folder / "own")
    assert cli("check-reduction", "--gadgets", "own", *FEW, "--report", "report").code == 1
    assert "no such covering" in Path("report/clause.svg").read_text(encoding="utf-8")


def test_gadgets_that_give_no_instance_are_sent_to_the_drawing_board(cli, own):
    said = cli.refuses("check-reduction", "--gadgets", "own", *FEW)
    assert "241 cells take 120 gourds, the budgets sum to 123; 'gourds gadget own' shows why" in said
