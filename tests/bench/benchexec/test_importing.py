from __future__ import annotations

import os
import sqlite3
from contextlib import closing

import pytest

import gourds
from gourds.bench.benchexec.filling import import_results
from gourds.bench.store.reading import read_results, snapshot
from gourds.errors import InputError
from tests.bench.benchexec.result_files import result, rows, run, write

ENDS = result(
    run("yes", "true", "correct", expectedVerdict="true"),
    run("no", "false", "correct", expectedVerdict="false"),
    run("wrong", "true", "wrong", expectedVerdict="false"),
    run("rejected", "true", "wrong", expectedVerdict="true"),
    run("rejected no", "false", "wrong"),
    run("unconfirmed", "false", "missing"),
    run("other question", "false(x)", "unknown", expectedVerdict="false(y)"),
    run("unknown", "unknown", "unknown"),
    run("slow", "TIMEOUT", "error", terminationreason="walltime"),
    run("busy", "TIMEOUT (true)", "error", terminationreason="cputime"),
    run("large", "OUT OF MEMORY", "error", terminationreason="memory"),
    run("dead", "SEGMENTATION FAULT", "error", exitsignal="11"),
    run("broken", "ERROR (1)", "error"),
    run("never ended", None),
)


def test_every_end_is_told_in_our_words(tmp_path):
    store = tmp_path / "s.sqlite"
    found = import_results([write(tmp_path, "a.results.xml", ENDS)], store)
    assert (found.runs, found.unfinished, found.instances, found.known, found.solvers) == (13, 1, 13, 0, ("Kissat",))
    assert rows(store, "instance, verdict, cause, judgement") == [
        ("yes", "feasible", "done", "correct"),
        ("no", "infeasible", "done", "correct"),
        ("wrong", "feasible", "done", "wrong"),
        ("rejected", "feasible", "done", "wrong"),
        ("rejected no", "infeasible", "done", "wrong"),
        ("unconfirmed", "infeasible", "done", "unconfirmed"),
        ("other question", "unknown", "declined", "unknown"),
        ("unknown", "unknown", "declined", "unknown"),
        ("slow", "unknown", "time limit", "unknown"),
        ("busy", "unknown", "cpu limit", "unknown"),
        ("large", "unknown", "memory limit", "unknown"),
        ("dead", "unknown", "crashed", "error"),
        ("broken", "unknown", "error", "error"),
    ]
    assert set(rows(store, "wall_s, cpu_s, peak_mb, solve_s, host")) == {(2.5, 1.5, 100.0, None, "measuring")}


def test_nothing_counts_as_checked(tmp_path):
    """Whatever a file says: it is no placement and no certificate."""
    text = result(run("a", "true", "correct", **{"rests on": "placement, valid"}), run("b", "false", "correct"))
    store = tmp_path / "s.sqlite"
    import_results([write(tmp_path, "a.results.xml", text)], store)
    assert set(rows(store, "placement_check, certificate_check")) == {(None, None)}
    assert [row[0] for row in rows(store, "certificate")] == [None, "claimed"]
    with closing(sqlite3.connect(store)) as connection:
        assert set(connection.execute("SELECT placed_by, refuted_by FROM instance")) == {(None, None)}


def test_tasks_become_instances_where_these_are(tmp_path):
    folder = tmp_path / "boards"
    (folder / "more").mkdir(parents=True)
    puzzle = gourds.generate("hexagon", radius=1, colors=2)
    for name in ("a.json", "more/twin.txt"):
        gourds.save(puzzle, folder / name)
    gourds.save(gourds.generate("hexagon", radius=2, colors=2), folder / "b.json")
    write(folder, "no.json", "{}")
    os.mkfifo(folder / "pipe.json")
    names = ("a.json", "more/twin.txt", "b.json", "no.json", "pipe.json", "gone.json", "../../../../../../dev/zero")
    runs = [run(f"../boards/{name}.yml", "true", files=f"[../boards/{name}]") for name in names]
    (tmp_path / "out").mkdir()
    path = write(tmp_path / "out", "a.results.xml", result(*runs, run("two", "true", files="[../boards/a.json, x]")))
    store = tmp_path / "s.sqlite"
    found = import_results([path], store)
    assert (found.instances, found.known) == (7, 2)
    named = rows(store, "instance, cells, repetition")
    assert named[1] == (named[0][0], 7, 2)  # the same puzzle once more
    assert [cells for _, cells, _ in named] == [7, 7, 19, 0, 0, 0, 0, 0]
    with snapshot(store) as opened:
        results = read_results(opened)
        assert [entry.is_known for entry in results.entries] == [True, True, *[False] * 5]
        assert results.entries[0].digest == puzzle.digest
    page = tmp_path / "page.html"
    gourds.bench_report(store, output=page)
    assert "Kissat" in page.read_text()


def test_several_files(tmp_path):
    """Tools with their options are solvers, the same again is a repetition, the same run in two files counts once."""
    one = run("a", "true", starttime="2026-01-01T10:00:00")
    later = run("a", "true", starttime="2026-01-01T11:00:00")
    texts = [
        result(one, run("b", "true", starttime="2026-01-01T10:00:03"), name="fast.boards", block="boards"),
        result(one, name="fast.all", block="all"),
        result(later, name="fast.boards", block="boards"),
        result(one, name="fast.boards", block="boards", version="5.0"),
        result(one, name="slow.boards", block="boards", options="--slow"),
        result(one, tool="Other", host="elsewhere"),
    ]
    paths = [write(tmp_path, f"{k}.results.xml", text) for k, text in enumerate(texts)]
    store = tmp_path / "s.sqlite"
    found = import_results(paths, store)
    assert found.solvers == ("Kissat fast", "Kissat fast 5.0", "Kissat slow", "Other")
    assert (found.runs, found.repeated) == (6, 1)
    assert rows(store, "label, instance, repetition, host") == [
        ("Kissat fast", "a", 1, "measuring"),
        ("Kissat fast", "b", 1, "measuring"),
        ("Kissat fast", "a", 2, "measuring"),
        ("Kissat fast 5.0", "a", 1, "measuring"),
        ("Kissat slow", "a", 1, "measuring"),
        ("Other", "a", 1, "elsewhere"),
    ]
    with pytest.raises(InputError, match="there is no solver 'Kissat'"):
        gourds.bench_resume(store)


def test_files_of_old_versions_and_of_clusters(tmp_path):
    """Units with spaces, <sourcefile>, memUsage, sat and unsat; hosts that no systeminfo describes."""
    text = (
        '<?xml version="1.0" ?>\n<test tool="Old" timelimit="10 s" memlimit="100 MB">\n'
        '<systeminfo hostname="a"><os name="Linux"/><cpu cores="8" model="m"/><ram size="1048576 kB"/></systeminfo>\n'
        '<sourcefile name="x"><column title="status" value="sat"/><column title="cputime" value="2"/>'
        '<column title="memUsage" value="10485760"/><column title="category" value="correct"/></sourcefile>\n'
        '<sourcefile name="y"><column title="status" value="unsat"/><column title="walltime" value="3 s"/>'
        '<column title="host" value="b"/><column title="category" value="error"/></sourcefile></test>\n'
    )
    store = tmp_path / "s.sqlite"
    import_results([write(tmp_path, "a.xml", text)], store)
    columns = "verdict, cause, detail, judgement, wall_s, cpu_s, peak_mb, host"
    assert rows(store, columns) == [
        ("feasible", "done", "sat", "correct", 2.0, 2.0, 10.0, "a"),
        ("unknown", "declined", "unsat", "unknown", 3.0, 0.0, 0.0, "b"),
    ]
    with closing(sqlite3.connect(store)) as connection:
        assert connection.execute("SELECT cpu_limit, memory_limit FROM campaign").fetchone() == (10.0, 1e8 / 2**20)
        assert connection.execute("SELECT host, memory_mb FROM machine").fetchall() == [("a", 1000), ("b", 0)]


def test_runs_of_gourds_under_benchexec_name_their_solver(tmp_path):
    tool = {"tool": "gourds", "toolmodule": "gourds.bench.benchexec.tool_info", "name": "reduced"}
    text = result(run("a", "true"), **tool, options="--solver sat:glucose4 --encoding=textbook --seed 3 --jobs 1")
    store = tmp_path / "s.sqlite"
    import_results([write(tmp_path, "a.results.xml", text)], store)
    assert rows(store, "label, solver, seed") == [("sat:glucose4 textbook options=--jobs 1", "sat:glucose4", 3)]


FAULTS = {
    "limits": (
        [result(run("a", "true")), result(run("a", "true"), timelimit="60s")],
        "1.results.xml: has other limits than",
    ),
    "verdicts": (
        [result(run("a", "true", expectedVerdict=told), tool=told) for told in ("true", "false")],
        "1.results.xml: line 7, run 'a': expects infeasible, but expected in 0.results.xml: feasible",
    ),
    "times": ([result(run("a", "true", walltime="soon"))], "line 7, run 'a', walltime: must be a time in seconds"),
    "memory": ([result(run("a", "true", memory="much"))], "line 7, run 'a', memory: must be a number of bytes"),
    "limit": ([result(run("a", "true"), timelimit="never")], "attribute timelimit: must be a time"),
    "nothing": ([result(run("a", None))], "there is no run with a status in these files"),
}


@pytest.mark.parametrize(("texts", "said"), FAULTS.values(), ids=FAULTS)
def test_faults(tmp_path, texts, said):
    paths = [write(tmp_path, f"{k}.results.xml", text) for k, text in enumerate(texts)]
    with pytest.raises(InputError) as caught:
        import_results(paths, tmp_path / "s.sqlite")
    assert said in str(caught.value)
    assert sorted(tmp_path.iterdir()) == paths


def test_a_store_that_is_there_stays(tmp_path):
    path = write(tmp_path, "s.sqlite", "kept")
    with pytest.raises(InputError, match="exists already; an import makes a new store"):
        gourds.bench_import(write(tmp_path, "a.results.xml", ENDS), path)
    assert path.read_text() == "kept"
