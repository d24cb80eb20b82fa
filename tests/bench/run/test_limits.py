"""Limits hold for whole trees of processes, whatever they do, and the record says which limit it was."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

from tests.bench.campaigns import FOLDER, HEAD, TINY, new_store, noted, results, run_all, wait_until_gone
from tests.conftest import lateness
from tests.processes import SOON, START

WALL = 0.6
CPU = 0.6
MEMORY = 330
BY_WALL = ["loop", "loop-natively", "ignore-signals", "fork", "daemonize", "run-away"]
BY_MEMORY = ["allocate", "allocate-in-children"]


def solvers(names, trace) -> str:
    return f'[[solvers]]\nname = {names}\nsettings = {{ trace = "{trace}" }}\n'


def test_the_wall_limit_ends_all_processes_within_a_second(tmp_path):
    text = "".join(solvers([name], tmp_path / name) for name in BY_WALL)
    store = new_store(tmp_path / "s.sqlite", TINY + f"[limits]\nwall = {WALL}\n" + text)
    run_all(store)
    rows = {row["solver"]: row for row in results(store).values()}
    store.close()
    assert set(rows) == set(BY_WALL)
    for name, row in rows.items():
        assert (row["cause"], row["verdict"], row["judgement"]) == ("time limit", "unknown", "unknown")
        assert row["ended"] - row["started"] < WALL + 1 + lateness()
        pids = noted(tmp_path / name)
        assert len(pids) >= {"loop": 1, "loop-natively": 1, "ignore-signals": 1, "run-away": 10}.get(name, 2)
        left = wait_until_gone(pids, 0)
        assert not left, name


def test_the_memory_limit_holds_for_all_processes_together(tmp_path):
    trace = tmp_path / "trace"
    limits = f"[limits]\nwall = 30\nmemory = {MEMORY}\n"
    store = new_store(tmp_path / "s.sqlite", TINY + limits + solvers(BY_MEMORY, trace))
    run_all(store)
    rows = results(store)
    store.close()
    assert len(rows) == 2
    for row in rows.values():
        assert row["cause"] == "memory limit"
        assert MEMORY < row["peak_mb"] < 3 * MEMORY
        assert row["ended"] - row["started"] < 20
    left = wait_until_gone(noted(trace), 0)
    assert not left


def test_the_processor_limit_counts_children(tmp_path):
    trace = tmp_path / "trace"
    limits = f"[limits]\nwall = 60\ncpu = {CPU}\n"
    store = new_store(tmp_path / "s.sqlite", TINY + limits + solvers(["burn-in-children", "loop"], trace))
    run_all(store, jobs=1)
    rows = results(store)
    store.close()
    for row in rows.values():
        assert row["cause"] == "cpu limit"
        assert CPU <= row["cpu_s"] < CPU + 0.5 + lateness()
        assert row["ended"] - row["started"] < 20
    assert not wait_until_gone(noted(trace), 0)


def test_the_other_ends(tmp_path):
    names = ["crash", "leave", "fail", "decline", "give-nonsense", "kill-parent", "leave-daemon", "be-late"]
    trace = tmp_path / "trace"
    store = new_store(tmp_path / "s.sqlite", TINY + "[limits]\nwall = 0.5\n" + solvers(names, trace))
    run_all(store, jobs=2)
    ends = {row["solver"]: (row["cause"], row["verdict"], row["judgement"]) for row in results(store).values()}
    details = {row["solver"]: row["detail"] for row in results(store).values()}
    store.close()
    assert ends == {
        "crash": ("crashed", "unknown", "error"),
        "leave": ("crashed", "unknown", "error"),
        "fail": ("error", "unknown", "error"),
        "decline": ("declined", "unknown", "unknown"),
        "give-nonsense": ("error", "unknown", "error"),
        "kill-parent": ("crashed", "unknown", "error"),
        "leave-daemon": ("done", "feasible", "correct"),
        "be-late": ("time limit", "unknown", "unknown"),
    }
    assert details["crash"] == "SIGABRT"
    assert details["leave"] == "exit code 3"
    assert "on purpose" in details["fail"]
    assert "int instead of an outcome" in details["give-nonsense"]
    pids = noted(trace)
    assert len(pids) >= 2
    left = wait_until_gone(pids, 0)
    assert not left


@pytest.mark.parametrize("name", ["daemonize", "run-away", "fork"])
def test_nothing_is_left_when_the_campaign_itself_is_killed(name, tmp_path):
    trace = tmp_path / "trace"
    text = HEAD + TINY + "[limits]\nwall = 100\n" + solvers([name], trace)
    (tmp_path / "bench_plugin.py").write_text((FOLDER / "bench_plugin.py").read_text())
    (tmp_path / "c.toml").write_text(text)
    command = [sys.executable, "-m", "gourds", "bench", "run", "c.toml", "--jobs", "1"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + START
    while len(noted(trace)) < 2 and time.monotonic() < end:
        time.sleep(0.05)
    time.sleep(0.2)
    process.send_signal(signal.SIGKILL)
    process.wait()
    time.sleep(0.1)
    pids = noted(trace)
    assert len(pids) >= 2
    left = wait_until_gone(pids, SOON)
    moved = noted(trace) - pids
    assert not left
    assert not wait_until_gone(moved, SOON)
