"""A campaign of 1,000 runs, killed with SIGKILL ten times at random moments and resumed each time.

Promised: every run is in the store exactly once, none is lost, the file is sound, at most the runs in flight were done
twice, and no process is left behind. Another number of runs may follow the name.
"""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 1000
KILLS = 10
JOBS = 2
CAMPAIGN = """
name = "killed"
seeds = {{ from = 1, to = {seeds} }}
[limits]
wall = 10
[[instances]]
files = ["bundled:drawn/nine-*.txt", "bundled:drawn/garden.txt", "bundled:drawn/dumbbell.txt"]
[[solvers]]
name = ["brute", "sat", "decompose", "frontier", "sat:glucose4"]
"""
"""Four instances and five solvers: twenty runs for every seed."""


def finished(path: Path) -> int:
    """How many runs the store holds."""
    if not path.exists():
        return 0
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    try:
        return int(connection.execute("SELECT COUNT(*) FROM run").fetchone()[0])
    except sqlite3.OperationalError:
        return 0
    finally:
        connection.close()


def below(pid: int) -> set[int]:
    """The processes below a process."""
    found, stack = set(), [pid]
    while stack:
        try:
            text = Path(f"/proc/{stack[-1]}/task/{stack.pop()}/children").read_text()
        except OSError:
            continue
        children = [int(word) for word in text.split()]
        found |= set(children)
        stack += children
    return found


def is_running(pid: int) -> bool:
    """Whether a process is there and not dead; a dead one is only listed until somebody asks how it ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def main(runs: int) -> int:
    rng = random.Random(time.time_ns())
    gourds = [sys.executable, "-m", "gourds", "bench"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "killed.sqlite"
        (folder / "killed.toml").write_text(CAMPAIGN.format(seeds=runs // 20))
        command = [*gourds, "run", "killed.toml", "--jobs", str(JOBS)]
        orphans = 0
        for kill in range(1, KILLS + 1):
            process = subprocess.Popen(command, cwd=folder, stderr=subprocess.DEVNULL)
            wanted = finished(path) + rng.randrange(1, 2 * runs // KILLS - 20)
            limit = time.monotonic() + 120
            while finished(path) < min(wanted, runs - 1) and time.monotonic() < limit:
                time.sleep(rng.random() * 0.03)
            children = below(process.pid)
            process.kill()
            process.wait()
            time.sleep(1)
            orphans += sum(map(is_running, children))
            print(f"kill {kill}: {finished(path):,} of {runs:,} runs are there")
            command = [*gourds, "resume", "killed.sqlite", "--jobs", str(JOBS)]
        done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
        connection = sqlite3.connect(path)
        sound = connection.execute("PRAGMA integrity_check").fetchone()[0]
        keys = [row[0] for row in connection.execute("SELECT key FROM run JOIN plan ON plan.id = plan_id")]
        verdicts = dict(connection.execute("SELECT judgement, COUNT(*) FROM judged GROUP BY judgement").fetchall())
        connection.close()
        size = os.path.getsize(path)
    print(
        f"rows {len(keys):,}, different {len(set(keys)):,}, judged {verdicts}, integrity {sound}, left over {orphans}"
    )
    print(f"{size:,} bytes, {size / len(keys):.0f} for every run with its instances and the plan")
    kept = done.returncode == 0 and len(keys) == len(set(keys)) == runs and sound == "ok" and not orphans
    print("kept" if kept else "NOT KEPT")
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS))
