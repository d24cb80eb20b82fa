"""Kill the runner as hard as can be, again and again: no run is lost, none is there twice, the file is sound."""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import sys
import time

from tests.bench.campaigns import FOLDER, HEAD, TINY, noted, wait_until_gone

RUNS = 60
KILLS = 3
JOBS = 2


def finished(path) -> int:
    if not path.exists():
        return 0
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    try:
        return connection.execute("SELECT COUNT(*) FROM run").fetchone()[0]
    except sqlite3.OperationalError:
        return 0
    finally:
        connection.close()


def test_killed_and_resumed_every_run_is_there_once(tmp_path):
    trace, path = tmp_path / "trace", tmp_path / "c.sqlite"
    shutil.copy(FOLDER / "bench_plugin.py", tmp_path)
    text = HEAD + f"seeds = {{ from = 1, to = {RUNS} }}\n" + TINY
    text += f'[[solvers]]\nname = "wait"\nsettings = {{ seconds = 0.05, trace = "{trace}" }}\n'
    (tmp_path / "c.toml").write_text(text)
    rng = random.Random(6)
    gourds = [sys.executable, "-m", "gourds", "bench"]
    command = [*gourds, "run", "c.toml"]
    before = 0
    for _ in range(KILLS):
        process = subprocess.Popen([*command, f"--jobs={JOBS}"], cwd=tmp_path, stderr=subprocess.DEVNULL)
        wanted = before + rng.randrange(1, RUNS // KILLS - 4)
        end = time.monotonic() + 30
        while finished(path) < wanted and time.monotonic() < end:
            time.sleep(rng.random() * 0.02)
        process.kill()
        process.wait()
        now = finished(path)
        assert before < now < RUNS
        before = now
        assert not wait_until_gone(noted(trace), 1)
        command = [*gourds, "resume", "c.sqlite", "--plugin=bench_plugin.py"]
    done = subprocess.run([*command, f"--jobs={JOBS}"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert f"{RUNS} of {RUNS} runs done" in done.stdout
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    keys = connection.execute("SELECT key FROM run JOIN plan ON plan.id = plan_id").fetchall()
    assert len(keys) == len(set(keys)) == RUNS
    assert connection.execute("SELECT COUNT(*) FROM superseded").fetchone() == (0,)
    assert connection.execute("SELECT DISTINCT judgement FROM judged").fetchall() == [("correct",)]
    connection.close()
    # Only what was in flight was done twice; every session warms up once in each of its processes.
    executions = len(trace.read_text().split())
    assert RUNS <= executions <= RUNS + KILLS * JOBS + (KILLS + 1) * JOBS
