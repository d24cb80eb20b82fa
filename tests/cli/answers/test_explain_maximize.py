from __future__ import annotations

import json

import pytest

from gourds import files
from gourds.certificates.verify import verify_certificate
from gourds.cli.app import run
from gourds.cli.main import COMMANDS
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from tests.reduction_boards import planted_cubic, reduction_board, unsatisfiable_cubic


@pytest.fixture(autouse=True)
def _known(monkeypatch):
    """Also before the two stand in the table of commands."""
    monkeypatch.setitem(COMMANDS, "Why not", {"explain": "why", "maximize": "how many"})


@pytest.fixture
def boards(tmp_path):
    row = [(q, 0) for q in range(5)]
    files.save(Instance.build(row, list("aabba"), [("a", "a", 1), ("b", "b", 1)]), tmp_path / "feasible.json")
    crowded = Instance.build([*row, (5, 0), (6, 0)], list("babcaca"), [("a", "b", 2), ("a", "c", 1)])
    files.save(crowded, tmp_path / "class.json")
    files.save(Instance.build(row, list("aabbc"), [("b", "b", 2)]), tmp_path / "totals.txt")
    files.save(reduction_board(unsatisfiable_cubic(6)), tmp_path / "no.json")
    files.save(reduction_board(planted_cubic(6, 1)), tmp_path / "yes.json")
    return tmp_path


def test_help(capsys):
    for name in ("explain", "maximize"):
        assert run([name, "--help"]) == 0
        text = capsys.readouterr().out
        assert "Example" in text
        assert f"gourds {name}" in text


def test_nothing_to_explain(boards, capsys):
    for name in ("feasible.json", "yes.json"):
        assert run(["explain", str(boards / name), "-o", str(boards / "why.svg")]) == 0
        done = capsys.readouterr()
        assert "nothing to explain: feasible" in done.out
        assert "not written" in done.err
        assert not (boards / "why.svg").exists()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("class.json", ["only one fits", "cover"]),
        ("totals.txt", ["cells and ends must agree"]),
        ("no.json", ["exactly 6 (V, x", "cells must be covered", "without any one of these"]),
    ],
)
def test_explain(boards, capsys, name, words):
    assert run(["explain", str(boards / name), "-o", str(boards / "why.svg")]) == 0
    done = capsys.readouterr()
    assert "no placement" in done.out
    assert all(word in done.out for word in words)
    svg = (boards / "why.svg").read_text()
    assert 'class="region"' in svg
    assert "No placement" in svg or "Not together" in svg


SUMS = "instances/shapes/random-25-near-miss.json"
"""Four cells, and only three of them can be dealt with."""


def test_explain_by_sums(tmp_path, capsys):
    assert run(["explain", SUMS, "-o", str(tmp_path / "why.svg")]) == 0
    done = capsys.readouterr()
    assert "each of these 4 cells needs the one (b, c)-gourd or a gourd inside a triangle" in done.out
    rows = done.out.splitlines()[2:]
    assert [row[:12].strip() for row in rows] == ["cells", "gourds", "odd sets", "sums"]
    assert "4 cells ask for 1 each: (0, -2)" in rows[0]
    assert "4 asked for, 3 offered at most" in rows[-1]
    assert "--proof" in done.err
    assert "--minimal" in done.err
    drawn = (tmp_path / "why.svg").read_text()
    assert "There is no placement: each of these 4 cells needs" in drawn
    assert drawn.count('class="region"') == 1
    assert run(["explain", SUMS, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["kind"], found["checked"]) == ("linear", True)
    instance = files.load(SUMS)
    assert verify_certificate(instance, Certificate("linear", instance.digest, {"steps": found["steps"]}))
    assert run(["explain", SUMS, "--minimal", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["kind"], found["minimal"], found["steps"]) == ("budgets", True, [])


def test_explain_json(boards, capsys):
    assert run(["explain", str(boards / "no.json"), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["status"], found["kind"], found["minimal"], found["checked"]) == ("infeasible", "budgets", True, True)
    assert found["budgets"]
    assert found["region"]
    assert run(["explain", str(boards / "no.json"), "--json", "--time-limit", "0.001"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["status"] == "unknown"
    assert "time limit" in found["reason"]
    assert run(["explain", str(boards / "no.json"), "--time-limit", "0.001"]) == 0
    assert "unknown" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "placed"), [("feasible.json", 2), ("class.json", 2), ("totals.txt", 1), ("yes.json", 240)]
)
def test_maximize(boards, capsys, name, placed):
    out, drawing = boards / "partial.json", boards / "partial.svg"
    assert run(["maximize", str(boards / name), "--json", "-o", str(out), "--picture", str(drawing)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["placed"] == found["upper_bound"] == placed == len(found["placement"]["gourds"])
    assert found["optimal"] is True
    assert set(found["bounds"]) == {"gourds", "matching", "classes", "lp"}
    assert json.loads(out.read_text()) == found["placement"]
    assert found["placement"]["format"] == "gourds-partial-placement"
    assert f"{placed} of " in drawing.read_text()


def test_maximize_for_people(boards, capsys):
    assert run(["maximize", str(boards / "feasible.json")]) == 0
    assert "2 of 2 gourds, all of them: feasible" in capsys.readouterr().out
    assert run(["maximize", str(boards / "class.json")]) == 0
    text = capsys.readouterr().out
    assert "2 of 3 gourds, the most that fit" in text
    assert "1 (a, b)" in text
    assert run(["maximize", str(boards / "no.json"), "--time-limit", "0.001"]) == 0
    assert "at most 240 fit; time limit" in capsys.readouterr().out


@pytest.mark.parametrize("args", [["explain", "-o", "why.pdf"], ["maximize", "--picture", "why.pdf"]])
def test_bad_picture_names_are_told_at_once(boards, capsys, args):
    assert run([*args, str(boards / "no.json")]) == 2
    assert "must end in .svg, .png or .html" in capsys.readouterr().err


def test_bad_usage(boards, capsys):
    assert run(["explain", str(boards / "none.json")]) == 2
    assert run(["maximize", str(boards / "no.json"), "--time-limit", "0"]) == 2
    assert capsys.readouterr().err.count("\n") == 2
