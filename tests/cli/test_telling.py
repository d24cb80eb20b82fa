"""The line of progress of ``gourds solve``, on a terminal."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gourds import files, shapes
from gourds.instance import Instance
from gourds.solvers import Options
from gourds.solvers.base import tell_nobody

SOLVER = """
import os, sys, time
from gourds.cli import telling
from gourds.cli.main import main
from gourds.solvers import Outcome, Solver, Status, registry

def run(instance, options):
    options.tell("one process says this")
    time.sleep(float(os.environ["SECONDS"]) / 2)
    if os.fork() == 0:
        options.tell("another says \\x1b[31m 3 of 9")
        os._exit(0)
    time.sleep(float(os.environ["SECONDS"]) / 2)
    return Outcome(Status.UNKNOWN, reason="slept enough")

telling.PATIENCE = float(os.environ.get("PATIENCE", telling.PATIENCE))
registry()["slow"] = Solver("slow", "sleeps", run)
main()
"""
CLEAR = "\r\x1b[K"


@pytest.fixture
def puzzle(tmp_path) -> Path:
    files.save(Instance.build(shapes.hexagon(1), list("aabbabb"), [("a", "b", 2), ("b", "b", 1)]), tmp_path / "p.json")
    return tmp_path / "p.json"


def on_a_terminal(puzzle: Path, *args: str, seconds: float, interrupt: float | None = None) -> tuple[int, str]:
    """The exit code, and what is shown while the solver sleeps; it may be interrupted once it shows something."""
    here, there = pty.openpty()
    command = [sys.executable, "-c", SOLVER, "solve", str(puzzle), "--solver", "slow", *args]
    environment = {**os.environ, "SECONDS": str(seconds), "NO_COLOR": "1", "COLUMNS": "100"}
    shown = ""
    with subprocess.Popen(command, stdin=there, stdout=there, stderr=there, env=environment) as process:
        os.close(there)
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if not select.select([here], [], [], 0.1)[0]:
                continue
            try:
                part = os.read(here, 4096)
            except OSError:  # the other side is closed
                break
            if not part:
                break
            shown += part.decode()
            if interrupt is not None and "one process" in shown:
                time.sleep(interrupt)
                process.send_signal(signal.SIGINT)
                interrupt = None
        code = process.wait(timeout=60)
    os.close(here)
    return code, shown


def lines(shown: str) -> list[str]:
    return [part for part in re.sub(r"\x1b\[[0-9;]*m", "", shown.replace(CLEAR, "\n")).split("\n") if part]


def test_the_last_word_of_any_process_and_the_time_are_shown(puzzle):
    code, shown = on_a_terminal(puzzle, seconds=2.0)
    told, answer = shown.rsplit(CLEAR, 1)
    assert code == 0
    assert float(answer.split()[2]) >= 2.0
    painted = lines(told)
    assert all(re.fullmatch(r"\d\.\d s  .*", line) for line in painted)
    times = [float(line.split()[0]) for line in painted]
    assert len(times) >= 4  # it ticks, though little is told
    assert times == sorted(times)
    assert times[0] >= 0.3
    words = list(dict.fromkeys(line.split("  ", 1)[1] for line in painted))
    assert words == ["one process says this", "another says \\x1b[31m 3 of 9"]


def test_quick_answers_do_not_flicker(puzzle, monkeypatch):
    """They come while there is patience, of which a busy machine takes more."""
    monkeypatch.setenv("PATIENCE", "30")
    _, shown = on_a_terminal(puzzle, seconds=0.0)
    assert CLEAR not in shown
    assert shown.startswith("unknown in ")


def test_an_interrupt_leaves_no_line(puzzle):
    code, shown = on_a_terminal(puzzle, seconds=60.0, interrupt=0.1)
    assert code == 130
    assert shown.endswith(f"{CLEAR}gourds: interrupted\r\n")


def test_a_time_limit_leaves_no_line(puzzle):
    code, shown = on_a_terminal(puzzle, "--time-limit", "0.8", seconds=60.0)
    assert code == 0
    assert shown.rsplit(CLEAR, 1)[1].startswith("unknown in ")
    assert "0.8 s were reached" in shown


def test_programs_see_nothing_of_it(puzzle):
    _, shown = on_a_terminal(puzzle, "--json", seconds=0.8)
    assert shown.startswith("{")
    command = [sys.executable, "-c", SOLVER, "solve", str(puzzle), "--solver", "slow"]
    environment = {**os.environ, "SECONDS": "0.8"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("unknown in ")
    assert "says" not in done.stderr


def test_options_are_compared_without_whom_they_tell():
    assert Options(tell=print) == Options()
    assert Options().tell is tell_nobody
    assert "tell" not in repr(Options())
