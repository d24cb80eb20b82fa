from __future__ import annotations

import json

import pytest

from gourds import files
from gourds.instance import Instance
from gourds.solvers import registry
from tests.reduction_boards import planted_cubic, reduction_board, unsatisfiable_cubic

KEYS = {"status", "solver", "placement", "certificate", "error_bound", "reason", "time_s", "stats"}


@pytest.fixture
def folder(tmp_path):
    """A feasible board, an infeasible one that needs a proof, and one that counting refutes."""
    files.save(reduction_board(planted_cubic(6, 1)), tmp_path / "feasible.json")
    files.save(reduction_board(unsatisfiable_cubic(6)), tmp_path / "infeasible.txt")
    wrong = Instance.build([(0, 0), (1, 0), (0, 1)], "aab", [("b", "b", 1)])
    files.save(wrong, tmp_path / "wrong.json")
    return tmp_path


def test_feasible(gourds, folder):
    done = gourds("solve", "feasible.json", "-o", "placement.json", "--json", cwd=folder)
    assert done.returncode == 10
    report = json.loads(done.stdout)
    assert set(report) == KEYS
    assert (report["status"], report["solver"], report["certificate"], report["error_bound"]) == (
        "feasible",
        "auto",
        None,
        0,
    )
    assert report["placement"]["format"] == "gourds-placement"
    assert report["time_s"] > 0
    assert gourds("verify", "feasible.json", "placement.json", cwd=folder).returncode == 0
    (folder / "same.json").write_text(json.dumps(report["placement"]))
    assert gourds("verify", "feasible.json", "same.json", cwd=folder).returncode == 0
    shown = gourds("solve", "feasible.json", cwd=folder)
    assert shown.stdout.startswith("feasible in ")
    assert "240 gourds, checked" in shown.stdout


@pytest.mark.parametrize("solver", ["auto", "sat", "sat:glucose4", "decompose"])
def test_infeasible_with_certificate(gourds, folder, solver):
    done = gourds("solve", "infeasible.txt", "--solver", solver, "--proof", "certificate.json", "--json", cwd=folder)
    assert done.returncode == 20
    report = json.loads(done.stdout)
    assert report["status"] == "infeasible"
    assert report["certificate"]["checkable"] is True
    assert "proof" not in report["certificate"]
    checked = gourds("verify", "infeasible.txt", "certificate.json", cwd=folder)
    assert checked.returncode == 0
    assert checked.stdout.startswith("valid: there is no placement")
    other = gourds("verify", "feasible.json", "certificate.json", cwd=folder)
    assert other.returncode == 1
    assert "belongs to another instance" in other.stdout
    text = (folder / "certificate.json").read_text()
    (folder / "damaged.json").write_text(text.replace("1", "2", 1))
    damaged = gourds("verify", "infeasible.txt", "damaged.json", cwd=folder)
    assert damaged.returncode == 2
    assert damaged.stderr.count("\n") == 1


def test_infeasible_by_counting(gourds, folder):
    done = gourds("solve", "wrong.json", "--proof", "certificate.json", cwd=folder)
    assert done.returncode == 20
    assert "rests on  a counting law" in done.stdout
    report = json.loads(gourds("verify", "wrong.json", "certificate.json", "--json", cwd=folder).stdout)
    assert (report["valid"], report["verdict"], report["kind"]) == (True, "valid", "counting")


def test_claimed_answers_say_so(gourds, folder):
    done = gourds("solve", "infeasible.txt", "--solver", "cpsat", "--proof", "certificate.json", cwd=folder)
    assert done.returncode == 20
    assert "the solver's word alone" in done.stdout
    checked = gourds("verify", "infeasible.txt", "certificate.json", cwd=folder)
    assert checked.returncode == 1
    assert "only claimed" in checked.stdout


def test_limits(gourds, folder):
    done = gourds("solve", "infeasible.txt", "--solver", "brute", "--time-limit", 0.3, "--json", cwd=folder)
    assert done.returncode == 0
    report = json.loads(done.stdout)
    assert report["status"] == "unknown"
    assert report["reason"].startswith("time limit")


def test_solvers(gourds):
    listed = json.loads(gourds("solvers", "--json").stdout)["solvers"]
    assert {entry["name"] for entry in listed} == set(registry())
    for entry in listed:
        assert set(entry) == {
            "name",
            "summary",
            "version",
            "variants",
            "decide",
            "find",
            "count",
            "prove",
            "randomized",
        }
    shown = gourds("solvers").stdout
    assert "python-sat 1.9" in shown
    assert "ortools 9." in shown


@pytest.mark.parametrize(
    "args",
    [
        ["--solver", "nonsense"],
        ["--solver", "sat:nonsense"],
        ["--encoding", "nonsense"],
        ["--time-limit", "-1"],
        ["--time-limit", "soon"],
        ["--set", "nonsense"],
        ["--solver", "sat", "--set", "cardinality=nonsense"],
        ["-o", "/no/such/folder/x.json"],
    ],
    ids=lambda args: "-".join(args).replace("/", "_"),
)
def test_bad_usage(gourds, folder, args):
    done = gourds("solve", "feasible.json", *args, cwd=folder)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
