"""Running and resuming: every run once, wrong answers shouted, later proofs judge earlier answers, one runner at a time."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace

import pytest

from gourds.bench.store.machine import this_machine
from gourds.bench.store.store import Store
from gourds.bench.store.task import Record, unpack_instance
from gourds.errors import InputError
from tests.bench.campaigns import TINY, Witness, new_store, results, run_all

TINY_NO = '[[instances]]\nfiles = ["bundled:drawn/nine-other-gourds.txt"]\n'
MISS = '[[instances]]\nfamily = "hexagon"\nseeds = [5]\nparameters = { colors = 2, coloring = "near-miss" }\n'
"""A feasible instance of which nobody knows that beforehand."""


def test_real_solvers_agree_and_everything_is_recorded(tmp_path):
    text = (
        "seeds = [7]\n" + TINY + TINY_NO + '[[solvers]]\nname = ["auto", "sat", "cpsat", "ilp", "algebraic", "brute"]\n'
        '[[solvers]]\nname = "sat"\nproof = true\nlabel = "proof"\n[limits]\nwall = 20\ncpu = 20\nmemory = 4000\n'
    )
    store = new_store(tmp_path / "s.sqlite", text)
    witness = Witness()
    summary = run_all(store, witness, jobs=1)
    assert summary.planned == summary.done == summary.ran == witness.to_do == len(witness.records) == 14
    assert summary.judgements == {"correct": 14}
    assert summary.verdicts == {"feasible": 7, "infeasible": 7}
    assert not summary.troubles
    rows = [dict(row) for row in _rows(store, "SELECT * FROM result")]
    for row in rows:
        assert row["cause"] == "done"
        assert row["seed"] == 7
        assert 0 < row["solve_s"] < row["wall_s"] < 20
        assert 0 < row["cpu_s"] < 20
        assert 10 < row["peak_mb"] < 2000
        assert row["load_s"] > 0
        assert row["verify_s"] >= 0
        assert row["started"] < row["ended"]
        assert row["placement_check"] == ("valid" if row["verdict"] == "feasible" else None)
        json.loads(row["stats"])
    by = {row["label"]: row for row in rows if row["instance"].endswith("nine-other-gourds.txt")}
    assert (by["proof"]["certificate"], by["proof"]["certificate_check"]) == ("drat", "valid")
    assert (by["cpsat"]["certificate"], by["cpsat"]["certificate_check"]) == ("claimed", None)
    assert by["sat:cadical195"]["presolve_s"] > 0
    assert by["sat:cadical195"]["search_s"] > 0
    (machine,) = _rows(store, "SELECT * FROM machine")
    assert machine["cores"] >= 1
    assert "python-sat" in json.loads(machine["versions"])
    (instance,) = _rows(store, "SELECT * FROM instance WHERE name LIKE '%spectacles%'")
    assert unpack_instance(instance["data"]).digest == instance["digest"]
    assert (instance["cells"], instance["colors"], instance["gourds"]) == (11, 3, 5)
    store.close()


def judgement(store: Store, plan_id: int) -> str:
    return store.connection.execute("SELECT judgement FROM judged WHERE plan_id = ?", (plan_id,)).fetchone()[0]


def _rows(store: Store, query: str):
    cursor = store.connection.execute(query)
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]


def test_imports_and_compiled_kernels_are_not_counted(tmp_path):
    """The first run of a solver is as fast as the others: importing OR-Tools or loading a kernel takes much longer."""
    store = new_store(tmp_path / "s.sqlite", TINY + '[[solvers]]\nname = ["cpsat", "algebraic"]\n')
    run_all(store, jobs=1)
    for row in results(store).values():
        assert row["cpu_s"] < 0.2
    store.close()


def test_wrong_answers_are_shouted_at_once(tmp_path):
    names = ["say-infeasible", "place-nothing", "prove-wrongly", "brute"]
    store = new_store(tmp_path / "s.sqlite", TINY + f"[[solvers]]\nname = {names}\n")
    witness = Witness()
    summary = run_all(store, witness)
    assert summary.judgements == {"correct": 1, "wrong": 3}
    texts = sorted(trouble.text for trouble in witness.troubles)
    assert len(texts) == len(summary.troubles) == 3
    assert texts[0].startswith(
        "place-nothing says feasible on bundled:drawn/spectacles.txt, and its placement is wrong"
    )
    assert texts[1].startswith("prove-wrongly says infeasible on bundled:drawn/spectacles.txt, which is feasible")
    assert texts[2].startswith("say-infeasible says infeasible on bundled:drawn/spectacles.txt, which is feasible")
    # Who comes later to the same store hears of it too.
    later = Witness()
    assert run_all(store, later).ran == 0
    assert len(later.troubles) == 3
    store.close()


def test_a_later_proof_judges_earlier_answers(tmp_path):
    text = MISS + '[[solvers]]\nname = ["say-infeasible", "brute"]\n'
    store = new_store(tmp_path / "s.sqlite", text)
    plans = dict(store.connection.execute("SELECT label, plan.id FROM plan JOIN solver ON solver.id = solver_id"))
    now = Record(this_machine(), "infeasible", "done", certificate="claimed", started=1.0, ended=2.0)
    store.record(plans["say-infeasible"], now)
    assert judgement(store, plans["say-infeasible"]) == "unconfirmed"
    assert not store.troubles()
    placed = replace(now, verdict="feasible", certificate=None, placement_check="valid")
    assert store.record(plans["brute"], placed) == store.troubles()  # told at once
    assert judgement(store, plans["say-infeasible"]) == "wrong"
    assert judgement(store, plans["brute"]) == "correct"
    (trouble,) = store.troubles(plans["brute"])
    assert trouble.text.endswith("which is feasible (a checked placement)")
    store.close()


def test_proofs_against_what_was_expected_are_shouted(tmp_path):
    store = new_store(tmp_path / "s.sqlite", TINY_NO + '[[solvers]]\nname = ["brute", "sat"]\n')
    now = Record(this_machine(), "feasible", "done", placement_check="valid", started=1.0, ended=2.0)
    store.record(1, now)
    (trouble,) = store.troubles()
    assert "was expected to be infeasible" in trouble.text
    assert judgement(store, 1) == "correct"
    refuted = replace(now, verdict="infeasible", placement_check=None, certificate="drat", certificate_check="valid")
    store.record(2, refuted)
    assert any("both a checked placement and a checked certificate" in found.text for found in store.troubles())
    store.close()


def test_resuming_runs_just_what_is_missing(tmp_path):
    trace = tmp_path / "trace"
    seeds = "seeds = { from = 1, to = 8 }\n"
    solver = f'[[solvers]]\nname = "wait"\nsettings = {{ trace = "{trace}" }}\n'
    store = new_store(tmp_path / "s.sqlite", seeds + TINY + solver)

    class Impatient(Witness):
        def ended(self, task, record):
            super().ended(task, record)
            if len(self.records) == 3:
                raise KeyboardInterrupt

    summary = run_all(store, Impatient(), jobs=1)
    assert summary.interrupted
    assert (summary.ran, summary.done) == (3, 3)
    store.close()
    store = Store.open(tmp_path / "s.sqlite")
    assert store.count_missing() == 5
    summary = run_all(store, jobs=1)
    assert not summary.interrupted
    assert (summary.ran, summary.done) == (5, 8)
    before = trace.read_text()
    assert run_all(store).ran == 0
    assert trace.read_text() == before
    assert len(before.split()) <= 8 + 1 + 2  # eight runs, one that was interrupted, and a warm-up for each session
    store.close()


def test_retrying_keeps_what_failed(tmp_path):
    mended = tmp_path / "mended"
    solver = f'[[solvers]]\nname = "fail-once"\nsettings = {{ mended = "{mended}" }}\n[[solvers]]\nname = "brute"\n'
    store = new_store(tmp_path / "s.sqlite", TINY + solver)
    assert run_all(store).judgements == {"correct": 1, "error": 1}
    assert run_all(store).ran == 0
    assert run_all(store, retry_failed=True).judgements == {"correct": 1, "error": 1}
    mended.touch()
    summary = run_all(store, retry_failed=True)
    assert (summary.ran, summary.done) == (1, 2)
    assert summary.judgements == {"correct": 2}
    attempts = store.connection.execute("SELECT attempt, cause FROM superseded ORDER BY attempt").fetchall()
    assert attempts == [(1, "crashed"), (2, "crashed")]
    assert store.connection.execute("SELECT attempt FROM run ORDER BY attempt").fetchall() == [(1,), (3,)]
    assert run_all(store, retry_failed=True).ran == 0
    store.close()


def test_one_runner_at_a_time(tmp_path):
    store = new_store(tmp_path / "s.sqlite", TINY + '[[solvers]]\nname = "brute"\n')
    other = Store.open(tmp_path / "s.sqlite")
    with store.locked(), pytest.raises(InputError, match="another runner is at work on it"):
        run_all(other)
    assert run_all(other).ran == 1
    other.close()
    store.close()


def test_readers_see_a_store_while_it_is_written(tmp_path):
    store = new_store(tmp_path / "s.sqlite", TINY + '[[solvers]]\nname = "brute"\n')
    reader = Store.open(tmp_path / "s.sqlite", read_only=True)
    store.connection.execute("BEGIN IMMEDIATE")
    assert reader.size() == (1, 0)
    store.connection.execute("ROLLBACK")
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader.connection.execute("DELETE FROM plan")
    reader.close()
    store.close()


def test_files_that_are_no_stores(tmp_path):
    path = tmp_path / "s.sqlite"
    with pytest.raises(InputError, match="there is no such file"):
        Store.open(path)
    path.write_text("hello" * 1000)
    with pytest.raises(InputError, match="is not a store of a campaign"):
        Store.open(path)
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE t (x)")
    connection.close()
    with pytest.raises(InputError, match="is an SQLite file, but not a store"):
        Store.open(path)
    path.unlink()
    new_store(path, TINY + '[[solvers]]\nname = "brute"\n').close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 2")
    connection.close()
    with pytest.raises(InputError, match="has schema version 2; this program works with 1"):
        Store.open(path)
    with pytest.raises(InputError, match="exists already"):
        new_store(path, TINY + '[[solvers]]\nname = "brute"\n')


def test_a_campaign_without_runs_is_refused(tmp_path):
    with pytest.raises(InputError, match="there is nothing to run"):
        new_store(tmp_path / "s.sqlite", TINY + '[[solvers]]\nname = "brute"\nmax_cells = 1\n')
    assert not (tmp_path / "s.sqlite").exists()
