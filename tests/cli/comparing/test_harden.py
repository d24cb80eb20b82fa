"""``gourds harden`` with real processes: a solver that never answers is to fail, ``auto`` is to succeed."""

from __future__ import annotations

import json

STUCK = """
import time
from gourds.solvers import Outcome, Solver, Status

def run(instance, options):
    while time.process_time() < 0.01:
        pass
    return Outcome(Status.UNKNOWN, reason="time limit: never answers")

SOLVER = Solver("stuck", "never answers", run)
"""


def test_a_search_its_folder_and_its_continuation(cli, tmp_path):
    (tmp_path / "stuck.py").write_text(STUCK)
    where = ("--family", "hexagon", "--max-cells", "200", "--jobs", "1", "--plugin", "stuck.py")
    question = ("--hard-for", "stuck:0.001", "--solved-by", "auto:60", "--feasible", "1", *where, "-o", "hard")
    done = cli("harden", *question, "--count", "1", "--budget", "2m", "--json")
    assert done.code == 0, done.err
    told = json.loads(done.out)
    (found,) = told["found"]
    assert found["verdict"] == "feasible"
    assert found["cells"] <= 200
    file = f"hard/{found['file']}"
    assert cli("verify", file, file.replace(".json.gz", ".placement.json.gz")).code == 0
    assert cli("bench", "report", "hard/store.sqlite", "-o", "report.html").code == 0
    again = cli("harden", "--resume", "hard", "--plugin", "stuck.py")
    assert again.code == 0
    assert "all that was wanted has been found" in again.out
    assert "0 runs in" in again.out
    assert "gourds pack hard --for satcomp" in again.err
    other = cli("harden", *question, "--max-cells", "100")
    assert other.code == 2
    assert "holds another search (max_cells = 200)" in other.err


def test_what_it_refuses(cli, tmp_path):
    assert "--resume FOLDER" in cli.refuses("harden")
    assert "NAME:SECONDS" in cli.refuses("harden", "--hard-for", "minisat", "-o", "hard")
    assert "no family" in cli.refuses("harden", "--family", "cubes", "-o", "hard")
    assert "30m" in cli.refuses("harden", "--budget", "soon", "-o", "hard")
    (tmp_path / "hard").mkdir()
    assert "hard/search.toml" in cli.refuses("harden", "--resume", "hard")
    text = 'hard_for = ["external:rm {cnf}:5"]\nsolved_by = "auto:5"\nmax_cells = 9\nfamilies = []\nseed = 0\n'
    (tmp_path / "hard/search.toml").write_text(text + "count = 1\nfeasible = 1\nbudget = 5\n")
    assert "name it again with --hard-for" in cli.refuses("harden", "--resume", "hard")
