"""Limits hold for every solver, and nothing of a solver outlives its command line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gourds import files
from gourds.formulas.threshold import balanced_formula
from gourds.instance import Instance
from gourds.solvers import Status, registry, solve
from tests.conftest import lateness
from tests.processes import SOON, START, wait_for
from tests.reduction_boards import reduction_board, unsatisfiable_cubic

NAMES = [*registry(), "sat:minisat22", "sat:minicard", "ilp:scip"]
"""Limits hold from outside, the same for all variants; these differ most."""


@pytest.fixture(scope="module")
def hard() -> Instance:
    """307,681 cells of a formula at the threshold, which neither CaDiCaL nor equations decide in a minute."""
    return reduction_board(balanced_formula(900, 1))


@pytest.mark.parametrize("name", NAMES)
def test_a_limit_ends_every_solver(name, hard):
    if name == "brute":
        hard = reduction_board(unsatisfiable_cubic(6))
    start = time.monotonic()
    result = solve(hard, name, time_limit=0.4)
    assert result.status is Status.UNKNOWN
    assert result.reason is not None
    declines = name in ("algebraic", "pfaffian", "frontier")  # three thousand colors are too many from the start
    assert "time limit" in result.reason or declines
    assert time.monotonic() - start < 2 + lateness()


@pytest.mark.parametrize("name", NAMES)
def test_any_whole_number_is_a_seed(name):
    row = Instance.build([(0, 0), (1, 0), (2, 0)], ["red", "red", "blue"], [("blue", "red", 1)])
    for seed in (-1, 1 << 70):
        assert solve(row, name, seed=seed).status is Status.FEASIBLE


def test_a_memory_limit_gives_unknown_with_a_reason(hard):
    result = solve(hard, "sat", encoding="textbook", presolve=False, memory_limit=400)
    assert result.status is Status.UNKNOWN
    assert result.reason is not None
    assert result.reason.startswith("memory limit: 400 MB")
    assert result.stats["peak_mb"] >= 400


@pytest.fixture
def at_work(tmp_path, hard):
    """A command line whose child is at work on the instance, and that child."""
    files.save(hard, tmp_path / "hard.json")
    command = [sys.executable, "-m", "gourds", "solve", "hard.json", "--solver", "sat"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        try:
            wait_for(lambda: bool(children.read_text()), START)
            yield process, children.read_text().split()
        finally:
            process.kill()


def test_no_solver_outlives_a_killed_command_line(at_work):
    """Kill the command line as hard as can be: the child that does the work must go too."""
    process, children = at_work
    process.kill()
    process.wait()
    wait_for(lambda: not any(os.path.exists(f"/proc/{child}") for child in children), SOON)


def test_interrupting_the_command_line_stops_at_once(at_work):
    process, _ = at_work
    process.send_signal(signal.SIGINT)
    start = time.monotonic()
    _, errors = process.communicate(timeout=SOON)
    assert process.returncode == 130
    assert errors.strip() == "gourds: interrupted"
    assert time.monotonic() - start < 2 + lateness()
