"""``gourds decode`` and ``gourds verify --with``: exit codes, files, pipes."""

from __future__ import annotations

import json

import pytest

from gourds.files import load_placement, save
from gourds.instance import Instance

ROW = Instance.build([(q, 0) for q in range(5)], list("aabba"), [("a", "b", 1), ("a", "a", 1)])
SOLVED = "s SATISFIABLE\nv x1 -x2 x3 x4 -x5\n"


@pytest.fixture
def row(tmp_path):
    path = tmp_path / "row.json"
    save(ROW, path)
    return path


def test_a_placement_is_written_and_verified(gourds, row, tmp_path):
    output = tmp_path / "placement.json"
    done = gourds("decode", row, "-", "-o", output, stdin=SOLVED)
    assert (done.returncode, done.stdout.splitlines()[0]) == (
        0,
        "feasible: 2 gourds placed, (2, 0) stays empty, checked",
    )
    assert load_placement(output).empty == (2, 0)
    assert gourds("verify", row, output).returncode == 0


def test_a_placement_on_standard_output_stands_alone(gourds, row):
    done = gourds("decode", row, "-", "-o", "-", stdin=SOLVED)
    assert json.loads(done.stdout)["empty"] == [2, 0]
    assert "read as pb" in done.stderr


@pytest.mark.parametrize(
    ("text", "status", "words"),
    [
        ("v x1 -x2 -x3 x4 -x5\n", "wrong", "cell (3, 0) is neither covered nor empty"),
        ("s UNSATISFIABLE\n", "infeasible", "words alone prove nothing"),
        ("s UNKNOWN\n", "unknown", "the output says 's UNKNOWN'"),
        ("s SATISFIABLE\n", "unknown", "has no values"),
    ],
)
def test_without_a_placement_the_exit_code_is_1_and_nothing_is_written(text, status, words, gourds, row, tmp_path):
    output = tmp_path / "placement.json"
    done = gourds("decode", row, "-", "-o", output, stdin=text)
    assert done.returncode == 1
    assert done.stdout.startswith(f"{status}: ")
    assert words in done.stdout
    assert not output.exists()
    report = json.loads(gourds("decode", row, "-", "--json", stdin=text).stdout)
    assert (report["status"], report["placement"]) == (status, None)
    assert words in report["reason"]
    if status == "infeasible":
        assert f"gourds verify {row} PROOF.drat" in done.stderr


def test_what_cannot_be_read_names_file_and_line(gourds, row, tmp_path):
    log = tmp_path / "solver.log"
    log.write_text("s SATISFIABLE\nv x1 x99\n")
    done = gourds("decode", row, log)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"gourds: {log}: line 2: variable 99 does not exist in the reduced model")
    assert gourds("decode", row, log, "--from", "cplex").returncode == 2
    assert gourds("decode", row, log, "--from", "fax").returncode == 2
    assert "cannot both be standard input" in gourds("decode", "-", "-", stdin=SOLVED).stderr
    assert gourds("decode", row, log, "-o", log).returncode == 2
    assert log.read_text().startswith("s SATISFIABLE")


def test_verify_with_a_program_that_is_not_ours(gourds, row, tmp_path, monkeypatch):
    proof = tmp_path / "proof.drat"
    proof.write_text("0\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    done = gourds("verify", row, proof, "--with", "drat-trim")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "drat-trim is not on the PATH" in done.stderr
    tool = tmp_path / "drat-trim"
    tool.write_text("#!/bin/sh\necho 's VERIFIED'\n")
    tool.chmod(0o755)
    done = gourds("verify", row, proof, "--with", "drat-trim")
    assert done.returncode == 1
    assert "the checkers disagree" in done.stdout
    report = json.loads(gourds("verify", row, proof, "--with", "drat-trim", "--no-own-check", "--json").stdout)
    assert (report["valid"], report["checkers"]) == (True, {"drat-trim": "s VERIFIED"})
    assert gourds("verify", row, proof, "--no-own-check").returncode == 2
    certificate = tmp_path / "placement.json"
    gourds("decode", row, "-", "-o", certificate, stdin=SOLVED)
    assert "proofs about exported files" in gourds("verify", row, certificate, "--with", "drat-trim").stderr
