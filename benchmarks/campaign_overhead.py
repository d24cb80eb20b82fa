"""What a campaign adds to every run: its processes, limits, checks and the store, beyond what the solver takes.

One job; a solver that burns a known time, and the time from the start of one run to that of the next. Promised: at most
50 ms for every run, 5 % of a run of one second, in a process that has OR-Tools, numba and PySAT loaded. The number of
runs may follow the name.
"""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

RUNS = 200
ALLOWED = 0.05
BUSY = 0.02
PLUGIN = f"""
import time
import numba, pysat.solvers
from ortools.sat.python import cp_model
from gourds.solvers import Solver
from gourds.solvers.brute import SOLVER as BRUTE

def run(instance, options):
    end = time.perf_counter() + {BUSY}
    while time.perf_counter() < end:
        pass
    return BRUTE.run(instance, options)

SOLVER = Solver("busy", "takes a known time", run)
"""
CAMPAIGN = """
name = "overhead"
plugins = ["busy_solver"]
seeds = {{ from = 1, to = {runs} }}
[limits]
wall = 10
cpu = 10
memory = 4000
[[instances]]
files = ["bundled:drawn/spectacles.txt"]
[[solvers]]
name = "busy"
"""


def main(runs: int) -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "busy_solver.py").write_text(PLUGIN)
        (folder / "overhead.toml").write_text(CAMPAIGN.format(runs=runs))
        command = [sys.executable, "-m", "gourds", "bench", "run", "overhead.toml", "--jobs", "1"]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        connection = sqlite3.connect(folder / "overhead.sqlite")
        rows = connection.execute("SELECT started, ended, wall_s, solve_s FROM run ORDER BY started").fetchall()
        connection.close()
    begins = [row[0] for row in rows]
    solving = [row[3] for row in rows]
    gaps = sorted(later - earlier - took for earlier, later, took in zip(begins, begins[1:], solving, strict=False))
    median, tenth = gaps[len(gaps) // 2], gaps[len(gaps) // 10]
    starting = sorted(row[2] - row[3] for row in rows)[len(rows) // 2]
    print(f"{runs:,} runs; from one run to the next, less the solver's own time: median {1000 * median:.1f} ms,")
    print(f"a tenth below {1000 * tenth:.1f} ms; of that starting the process and its answer {1000 * starting:.1f} ms")
    print(f"allowed {1000 * ALLOWED:.0f} ms: {'kept' if median <= ALLOWED else 'NOT KEPT'}")
    return 0 if median <= ALLOWED else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else RUNS))
