"""``gourds bench`` from outside: exit codes, output for people and programs, errors in one line, interrupts."""

from __future__ import annotations

import json
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

from gourds.cli.app import run
from tests.bench.campaigns import FOLDER, HEAD, TINY, noted, wait_until_gone
from tests.processes import SOON, START

BRUTE = '[[solvers]]\nname = ["brute", "sat"]\n'


@pytest.fixture
def folder(tmp_path):
    """A folder with the bad solvers and a campaign ``c.toml``."""
    shutil.copy(FOLDER / "bench_plugin.py", tmp_path)
    (tmp_path / "c.toml").write_text(HEAD + "seeds = [1, 2]\n" + TINY + BRUTE)
    return tmp_path


def test_run_and_resume(gourds, folder):
    done = gourds("bench", "run", "c.toml", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("c.sqlite: 4 of 4 runs done\n")
    assert "no wrong answers" in done.stdout
    assert "test: 4 runs, 4 to run\n" in done.stderr
    again = gourds("bench", "resume", "c.sqlite", "--plugin", FOLDER / "bench_plugin.py", "--json", cwd=folder)
    assert again.returncode == 0
    summary = json.loads(again.stdout)
    assert summary["planned"] == summary["done"] == 4
    assert summary["ran"] == 0
    assert summary["judgements"] == {"correct": 4}
    assert summary["troubles"] == []


def test_dry_run_lists_everything_and_writes_nothing(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    assert run(["bench", "run", "c.toml", "--dry-run", "--jobs", "2", "--time-limit", "3"]) == 0
    shown = capsys.readouterr()
    assert len(shown.out.splitlines()) == 4
    assert "4 runs of 2 solvers on 1 instance" in shown.err
    assert "at most 0:06 with 2 at a time" in shown.err
    assert run(["bench", "run", "c.toml", "--dry-run", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert {run["solver"] for run in listed["runs"]} == {"brute", "sat:cadical195"}
    assert sorted(path.name for path in folder.iterdir() if path.suffix == ".sqlite") == []


def test_a_wrong_answer_is_exit_code_one(gourds, folder):
    (folder / "c.toml").write_text(HEAD + TINY + '[[solvers]]\nname = "say-infeasible"\n')
    done = gourds("bench", "run", "c.toml", cwd=folder)
    assert done.returncode == 1
    assert (
        "WRONG ANSWER: say-infeasible says infeasible on bundled:drawn/spectacles.txt, which is feasible" in done.stderr
    )
    assert "1 wrong answer:" in done.stdout
    assert gourds(*RESUME, cwd=folder).returncode == 1


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("run", "none.toml"), "none.toml: No such file or directory"),
        (("run", "bad.toml"), "bad.toml: name: is missing; it must be a text; solvers"),
        (("run", "c.toml", "-o", "old.sqlite"), "old.sqlite: exists already and cannot be used (is not a store of a"),
        (
            ("run", "unknown.toml"),
            "unknown.toml: solvers[0].settings.cardinalty: is no setting of solver 'sat'; did you",
        ),
        (("run", "c.toml", "-o", "no/where.sqlite"), "no/where.sqlite: cannot be written: No such file or directory"),
        (("resume", "none.sqlite"), "none.sqlite: there is no such file"),
        (("resume", "old.sqlite"), "old.sqlite: is not a store of a campaign"),
        (("run", "c.toml", "--jobs", "2", "--cluster", "x"), "--jobs is for this machine"),
        (("run", "c.toml", "--jobs", "0"), "Invalid value for '--jobs'"),
    ],
)
def test_errors_are_one_line_and_exit_code_two(folder, args, message, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    (folder / "bad.toml").write_text(TINY)
    (folder / "old.sqlite").write_text("not a database" * 100)
    unknown = '[[solvers]]\nname = "sat"\nsettings = { cardinalty = "totalizer" }\n'
    (folder / "unknown.toml").write_text(HEAD + TINY + unknown)
    assert run(["bench", *args]) == 2
    errors = capsys.readouterr().err
    assert message in errors
    assert len(errors.splitlines()) == 1


RESUME = ["bench", "resume", "c.sqlite", "--plugin", str(FOLDER / "bench_plugin.py")]


def test_an_edited_campaign_is_not_resumed_without_a_word(folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    assert run(["bench", "run", "c.toml", "--jobs", "1"]) == 0
    assert run(["bench", "run", "c.toml"]) == 2
    assert "c.sqlite: exists already; 'gourds bench resume c.sqlite' goes on with it\n" in capsys.readouterr().err
    assert run(["bench", "run", "c.toml", "--time-limit", "3"]) == 2
    assert "c.sqlite: exists already, with another limit; -o takes another name" in capsys.readouterr().err
    assert run(RESUME) == 0
    (folder / "c.toml").write_text(HEAD + "seeds = [1, 2, 3]\n" + TINY + BRUTE)
    capsys.readouterr()
    assert run(["bench", "run", "c.toml"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "c.sqlite: exists already, with another text of the campaign; -o takes another name" in line
    assert run(RESUME) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"gourds: c.sqlite: the campaign's file has changed since ({folder / 'c.toml'}); ")
    assert "--old-text goes on with the old one" in line
    assert run([*RESUME, "--old-text"]) == 0
    assert "4 of 4 runs done" in capsys.readouterr().out
    assert run(["bench", "run", "c.toml", "-o", "d.sqlite"]) == 0
    assert "6 of 6 runs done" in capsys.readouterr().out
    (folder / "c.toml").write_bytes(b"\xff")
    assert run(RESUME) == 2
    (folder / "c.toml").unlink()
    assert run(RESUME) == 0


def test_an_interrupt_keeps_what_is_done_and_says_how_to_go_on(folder):
    trace = folder / "trace"
    solver = f'[[solvers]]\nname = "wait"\nsettings = {{ seconds = 0.2, trace = "{trace}" }}\n'
    (folder / "c.toml").write_text(HEAD + "seeds = { from = 1, to = 100 }\n" + TINY + solver)
    command = [sys.executable, "-m", "gourds", "bench", "run", "c.toml", "--jobs", "2"]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + START
    while len(noted(trace)) < 6 and time.monotonic() < end:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    start = time.monotonic()
    output, errors = process.communicate(timeout=SOON)
    assert time.monotonic() - start < 7  # all runs take ten seconds
    assert process.returncode == 130
    assert "interrupted; runs that had ended are kept" in errors
    assert "gourds bench resume c.sqlite" in errors
    assert "of 100 runs done" in output
    assert "Traceback" not in errors
    assert not wait_until_gone(noted(trace), SOON)
    connection = sqlite3.connect(folder / "c.sqlite")
    (count,) = connection.execute("SELECT COUNT(*) FROM run").fetchone()
    connection.close()
    assert 0 < count < 100
