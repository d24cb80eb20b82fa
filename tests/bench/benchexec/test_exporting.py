"""A store as result files, and what BenchExec's own programs make of them."""

from __future__ import annotations

import csv
import importlib.util
import json
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import gourds
from gourds.bench.store.store import Store
from gourds.errors import InputError
from tests.bench.benchexec.result_files import result, rows, run, write
from tests.bench.campaigns import new_store
from tests.bench.stores import LIMIT, record

ENDS = (
    *("feasible", "infeasible", "proof", "invalid", "declined", "time limit", "cpu limit", "memory limit"),
    *("out of memory", "crashed", "error"),
)
"""How runs of the store end, one solver after the other."""
BOARDS = (
    f'description = "<&>"\nseeds = [0, 7]\nrepetitions = 2\n[limits]\nwall = {LIMIT}\ncpu = 8\nmemory = 500\n'
    '[[instances]]\nfamily = "hexagon"\nparameters = { radius = [1, 2, 3], colors = 2, coloring = "near-miss" }\n'
)


@pytest.fixture(scope="module")
def store(tmp_path_factory) -> Path:
    """Runs with every end: a placement shows that one board is feasible, a proof that one is not, of one nothing is known."""
    path = tmp_path_factory.mktemp("store") / "a.sqlite"
    opened = new_store(path, BOARDS + _solvers())
    plan = opened.connection.execute(
        "SELECT plan.id, label, cells FROM plan JOIN solver ON solver.id = solver_id JOIN instance ON instance.id = instance_id"
    ).fetchall()
    for plan_id, label, cells in plan:
        end = label.rstrip("?")
        if end == "proof" and cells != 19:
            end = "infeasible"
        seconds = 0.25 + plan_id / 64
        made = record("feasible" if end == "invalid" else end, seconds)
        made = replace(made, detail=f"about {end}: <&>", stats={"conflicts": plan_id, "word": "w"}, peak_mb=plan_id / 4)
        if end == "invalid":
            made = replace(made, placement_check="invalid")
        elif end == "feasible":
            made = replace(made, placement_check="valid" if cells == 7 else None, error_bound=0.125)
        opened.record(plan_id, replace(made, solve_s=made.solve_s and seconds / 2))
    opened.close()
    return path


def _solvers() -> str:
    choices = [("reduced", "true"), ("textbook", "true"), ("reduced", "false"), ("textbook", "false")]
    names = ["sat:cadical195", "sat:glucose4", "decompose"]
    options = [(name, *choice) for name in names for choice in choices]
    return "".join(
        f'[[solvers]]\nname = "{name}"\nlabel = "{end}?"\nencoding = "{encoding}"\npresolve = {presolve}\n'
        for end, (name, encoding, presolve) in zip(ENDS, options, strict=False)
    )


SAME = "label, solver, seed, repetition, cells, verdict, cause, judgement, truth, wall_s, cpu_s, solve_s, peak_mb, stats, detail, error_bound"


def test_a_store_comes_back(store, tmp_path):
    """Verdicts, ends, judgements, times, memory, seeds and figures; only checks are claims now."""
    files = gourds.bench_export(store, tmp_path / "table")
    chosen = [file for file in reversed(files) if ".results." in file.name]  # in any order
    found = gourds.bench_import(chosen, tmp_path / "b.sqlite")
    assert (found.runs, found.known, found.unfinished, found.repeated) == (132, 3, 0, 0)
    before, after = (sorted(rows(path, SAME), key=str) for path in (store, tmp_path / "b.sqlite"))
    assert after == before
    assert len({row[7] for row in before}) == 5
    old, new = (Store.open(path, read_only=True) for path in (store, tmp_path / "b.sqlite"))
    assert old.limits == new.limits
    configs = [{one.label: one.identity() for one in opened.solvers.values()} for opened in (old, new)]
    assert configs[0] == configs[1]
    old.close()
    new.close()
    digests = [
        set(rows(path, "(SELECT digest FROM instance WHERE id = instance_id)"))
        for path in (store, tmp_path / "b.sqlite")
    ]
    assert digests[0] == digests[1]


def test_the_same_store_gives_the_same_bytes(store, tmp_path):
    one, two = ({file.name: file.read_bytes() for file in gourds.bench_export(store, tmp_path / name)} for name in "ab")
    assert one == two


def test_tasks_by_name_alone_are_exported_too(store, tmp_path):
    text = result(run("task one", "true", "correct"), run("b", "TIMEOUT", "error", terminationreason="cputime"))
    gourds.bench_import(write(tmp_path, "a.results.xml", text), tmp_path / "a.sqlite")
    files = gourds.bench_export(tmp_path / "a.sqlite", tmp_path / "table")
    assert [file.name.partition(".")[2].partition(".")[2] for file in files] == [
        "results.Kissat.xml",
        "Kissat.logfiles.zip",
    ]
    gourds.bench_import(files[0], tmp_path / "b.sqlite")
    same = "label, solver, instance, verdict, cause, judgement, wall_s, cpu_s, peak_mb"
    assert rows(tmp_path / "a.sqlite", same) == rows(tmp_path / "b.sqlite", same)


def test_a_damaged_store_leaves_nothing_behind(store, tmp_path):
    shutil.copy(store, tmp_path / "a.sqlite")
    with closing(sqlite3.connect(tmp_path / "a.sqlite", isolation_level=None)) as connection:
        connection.execute("UPDATE run SET stats = '[' WHERE plan_id = 44")
    with pytest.raises(InputError, match="table run, row 44, stats"):
        gourds.bench_export(tmp_path / "a.sqlite", tmp_path / "table")
    assert list((tmp_path / "table").iterdir()) == []


def test_table_generator_makes_a_table(store, tmp_path):
    """BenchExec's own program, on statuses of every kind; it finds the logs, the tasks and the property."""
    if importlib.util.find_spec("benchexec") is None:
        pytest.skip("BenchExec is not installed")
    folder = tmp_path / "table"
    files = gourds.bench_export(store, folder)
    chosen = [file for file in files if ".results." in file.name and file.stem.endswith("seed_0_repetition_1")]
    assert len(chosen) == len(ENDS)
    program = "from benchexec.tablegenerator import main; main()"
    names = [str(file.relative_to(folder)) for file in chosen]
    command = [sys.executable, "-c", program, "-n", "made", "--no-diff", "--all-columns", *names]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    assert "ERROR" not in done.stderr
    table = list(csv.reader((folder / "made.table.csv").read_text().splitlines(), delimiter="\t"))
    heads, titles, board = table[1], table[2], table[3]
    found = {(heads[k], titles[k]): board[k] for k in range(len(heads))}
    statuses = {head.partition("?")[0]: value for (head, title), value in found.items() if title == "status"}
    told = {"feasible": "true", "infeasible": "false", "proof": "false", "invalid": "true", "declined": "unknown"}
    told |= dict.fromkeys(("time limit", "cpu limit"), "TIMEOUT") | {"crashed": "CRASHED", "error": "ERROR"}
    assert statuses == told | dict.fromkeys(("memory limit", "out of memory"), "OUT OF MEMORY")
    page = (folder / "made.table.html").read_text()
    data = json.loads(page.partition("const data = ")[2].partition(";\nwindow.data")[0].rstrip())
    row = data["rows"][0]
    judged = [one["category"] for one in row["results"]]
    assert judged[:5] == ["correct", "wrong", "wrong", "wrong", "unknown"]
    assert set(judged[5:]) == {"error"}
    assert row["href"] == "instances/hexagon_radius-1_colors-2_coloring-near-miss_seed-0.yml"
    log = row["results"][0]["href"]
    archive, _, inside = log.partition("/")
    assert b"about feasible" in zipfile.ZipFile(folder / f"{archive}.zip").read(f"{archive}/{inside}")
