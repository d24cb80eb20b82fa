from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys

import pytest

from gourds import files
from gourds.cli.app import run
from gourds.crosscheck import approaches
from gourds.files import save
from gourds.solvers import registry
from tests.conftest import ROOT
from tests.crosscheck import wrong_solvers as wrong
from tests.solvers.external.programs import CRASHES, SAYS_NO, SAYS_YES, feasible, write_program

GARDEN = ROOT / "instances/drawn/garden.txt"
OTHER = ROOT / "instances/drawn/nine-other-gourds.txt"
QUICK = ("--solver", "auto", "--solver", "sat", "--solver", "frontier", "--jobs", "2")


def test_plain_lines_summary_and_report(cli, tmp_path):
    done = cli("crosscheck", GARDEN, OTHER, *QUICK)
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[1].split()[:6] == ["instance", "cells", "verdict", "auto", "sat", "frontier"]
    assert "\x1b" not in done.out
    assert "\r" not in done.out + done.err
    assert "✓ 3 approaches agree on 2 instances: 1 feasible, 1 infeasible" in lines
    assert "gourds-crosscheck/report.html" in done.out
    page = (tmp_path / "gourds-crosscheck/report.html").read_text()
    assert "3 approaches agree on 2 instances" in page
    assert sorted(path.name for path in (tmp_path / "gourds-crosscheck").iterdir()) == ["report.html", "report.json"]


def test_json_and_no_report(cli, tmp_path):
    done = cli("crosscheck", "-", *QUICK, "--json", "--no-report", stdin=GARDEN.read_text())
    assert done.code == 0
    document = json.loads(done.out)
    assert (document["agree"], document["files"]) == (True, [])
    (record,) = document["instances"]
    assert (record["name"], record["verdict"], record["count"]) == ("standard input", "feasible", "2")
    assert [answer["approach"] for answer in record["answers"]] == ["auto", "sat", "frontier"]
    assert list(tmp_path.iterdir()) == []


def test_faults_are_one_line(cli, tmp_path):
    (tmp_path / "broken.json").write_text('{"format": "gourds-instance"')
    for args in (["broken.json"], ["nothing.json"], [GARDEN, "--solver", "guess"], [GARDEN, "--jobs", "0"]):
        done = cli("crosscheck", *args, "--no-report")
        assert done.code == 2
        assert done.err.count("\n") == 1
        assert done.out == ""


def test_programs_take_part(cli):
    """A crash is a failure, a lie is a disagreement."""
    save(feasible(), cli.folder / "f.json")
    program = write_program(cli.folder / "program", CRASHES)
    done = cli("crosscheck", "f.json", "--solver", "sat", "--solver", f"external:{program}", "--no-report")
    assert done.code == 1
    assert "failed on f.json: crashed: program: SIGSEGV" in done.out
    for body, words in ((SAYS_NO, "says infeasible"), (SAYS_YES, "its values are no placement")):
        write_program(cli.folder / "program", body)
        done = cli("crosscheck", "f.json", "--solver", "sat", "--solver", f"external:{program}", "--no-report")
        assert done.code == 1
        assert words in done.out


@pytest.fixture
def liar(monkeypatch):
    """A solver among the others that says infeasible on everything."""
    solvers = {**registry(), "liar": wrong.make("liar", wrong.always_no)}
    monkeypatch.setattr(approaches, "registry", lambda: solvers)


def test_a_disagreement_exits_with_1_and_is_saved(liar, capsys, tmp_path):
    folder = tmp_path / "found"
    code = run(["crosscheck", str(OTHER), str(GARDEN), "--solver", "auto", "--solver", "liar", "--report", str(folder)])
    assert code == 1
    shown = capsys.readouterr()
    assert f"✗ Disagreement on {GARDEN}" in shown.out
    assert "liar says infeasible, but auto has a placement that was checked" in shown.out
    assert "smallest instance that still disagrees: 1 of 15 cells" in shown.out
    assert "board:" in shown.out
    (small,) = folder.glob("disagreement-*.json")
    assert files.load_instance(small).board.size == 1
    assert f"gourds solve {small} --solver liar" in shown.err
    assert {path.suffix for path in folder.glob("disagreement-*")} == {".json", ".txt", ".svg", ".png"}


def test_a_disagreement_as_json(liar, capsys):
    args = ["crosscheck", str(GARDEN), "--solver", "auto", "--solver", "liar", "--no-report", "--json"]
    assert run(args) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["agree"] is False
    assert document["disagreement"]["finding"]["accused"] == ["liar"]
    assert document["disagreement"]["smallest"]["cells"] == 1


def test_an_interrupt_ends_it_cleanly_with_a_report(tmp_path):
    command = [sys.executable, "-m", "gourds", "crosscheck", "--solver", "auto", "--solver", "sat"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path) as process:
        for _ in range(4):
            assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Traceback" not in err
    assert b"interrupted after" in out
    document = json.loads((tmp_path / "gourds-crosscheck/report.json").read_text())
    assert document["interrupted"] is True
    assert 2 <= len(document["instances"]) < document["total"]


def test_a_terminal_gets_colors_and_a_line_of_progress(tmp_path):
    command = [sys.executable, "-m", "gourds", "crosscheck", str(GARDEN), *QUICK, "--no-report"]
    here, there = pty.openpty()
    with subprocess.Popen(command, stdin=there, stdout=there, stderr=there, cwd=tmp_path) as process:
        os.close(there)
        shown = b""
        while True:
            try:
                part = os.read(here, 4096)
            except OSError:
                break
            if not part:
                break
            shown += part
    os.close(here)
    assert process.returncode == 0
    text = shown.decode()
    assert "\x1b[32m" in text
    assert "loading solvers" in text
    assert "\r\x1b[K" in text
    assert "3 approaches agree on 1 instance" in text
