"""Stores that are damaged in all kinds of ways: every command says so in one line with exit code 2, or goes on."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tracemalloc
import zlib
from contextlib import closing

import pytest

from gourds.bench.run import performing, runner
from gourds.bench.store.checking import check_store
from gourds.bench.store.machine import this_machine
from gourds.bench.store.schema import SCHEMA, TABLES
from gourds.bench.store.store import Store
from gourds.bench.store.task import Record
from gourds.cli.app import run
from tests.bench.campaigns import FOLDER, HEAD
from tests.bench.damage import damage
from tests.bench.stores import BOARDS, SOLVERS, made_up

TEXT = "repetitions = 2\n" + BOARDS + SOLVERS
SEEDS = 240
PLUGIN = ("--plugin", str(FOLDER / "bench_plugin.py"))


def answers(label, cells, repetition):
    """All kinds of them, and one that is still to come."""
    if (label, cells, repetition) == ("B", 37, 2):
        return None
    return {7: ("feasible", 0.1), 19: ("time limit", 10.0), 37: ("crashed", 1.0)}[cells]


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A folder with a sound store and its campaign."""
    folder = tmp_path_factory.mktemp("sound")
    shutil.copy(FOLDER / "bench_plugin.py", folder)
    (folder / "c.toml").write_text(HEAD + TEXT)
    return made_up(folder / "sound.sqlite", answers, TEXT)


@pytest.fixture
def pretend(monkeypatch):
    """Runs that only load their instance, so that no processes have to be started."""

    def run_locally(session, jobs):
        while (task := session.next_task()) is not None:
            performing.load(task.instance)
            session.end(task, Record(this_machine(), "unknown", "declined", started=1e9, ended=1e9))

    monkeypatch.setattr(runner, "run_locally", run_locally)


def rows(path):
    """How many results there are, None if nobody can tell."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            return connection.execute("SELECT COUNT(*) FROM run").fetchone()[0]
    except (sqlite3.Error, UnicodeDecodeError):
        return None


def commands(sound, path, seed):
    """What is done with a damaged store, one of these for every seed."""
    out = path.parent / "out"
    found = (
        ("report", path, "-o", out),
        ("resume", path, *PLUGIN),
        ("compare", sound, path, "-o", f"{out}.html"),
        ("resume", path, *PLUGIN, "--retry-failed"),
        ("report", path, "-o", f"{out}.html"),
        ("run", sound.parent / "c.toml", "-o", path),
    )
    return ["bench", *map(str, found[seed % len(found)])]


@pytest.mark.usefixtures("pretend")
@pytest.mark.parametrize("first", range(0, SEEDS, 40))
def test_damage_is_said_in_one_line(sound, tmp_path, capsys, first):
    said = 0
    for seed in range(first, first + 40):
        folder = tmp_path / str(seed)
        folder.mkdir()
        path = folder / "s.sqlite"
        what = damage(sound, path, seed)
        before, args = rows(path), commands(sound, path, seed)
        code = run(args)
        errors = [line for line in capsys.readouterr().err.splitlines() if line.startswith("gourds: ")]
        told = f"seed {seed}: {' '.join(args)} after {what}: {code}, {errors}"
        assert code in (0, 1, 2), told
        if code == 2:
            assert len(errors) == 1, told
            assert f"{path}: " in errors[0], told
            assert before is None or rows(path) >= before, told
            said += 1
        else:
            assert not errors, told
            assert rows(path) >= before, told
    assert said > 15


@pytest.mark.usefixtures("pretend")
@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("UPDATE run SET wall_s = 'x' WHERE plan_id = 3", "table run, row 3, wall_s: must be a number from 0"),
        (
            "UPDATE plan SET solver_id = 9 WHERE id = 2",
            "table plan, row 2: refers to a row of solver that is not there",
        ),
        ("UPDATE solver SET settings = '[]'", "table solver, row 1, settings: must be an object, not a list"),
        ("UPDATE campaign SET plugins = '{'", "table campaign, plugins: line 1, column 2: not JSON"),
        ("ALTER TABLE machine DROP COLUMN cores", "table machine: is not as it is in a store"),
        ("DROP VIEW judged", "view judged: is missing"),
        ("DELETE FROM instance", "table instance: is empty"),
        ("UPDATE instance SET data = x'00' WHERE cells = 37", "table instance, row 3, data: damaged"),
        ("UPDATE instance SET data = (SELECT data FROM instance WHERE id = 1)", "data: holds another instance than"),
    ],
)
@pytest.mark.parametrize("command", ["report", "resume"])
def test_file_place_and_reason_are_named(sound, tmp_path, capsys, command, script, message):
    path = tmp_path / "s.sqlite"
    shutil.copy(sound, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(f"PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON; {script}")
    before = rows(path)
    assert run(["bench", command, str(path), *(PLUGIN if command == "resume" else ())]) == 2
    error = capsys.readouterr().err.splitlines()[-1]
    assert error.startswith(f"gourds: {path}: ")
    assert message in error
    assert rows(path) == before


def test_a_damaged_instance_ends_a_campaign_and_is_no_solvers_error(gourds, sound, tmp_path):
    """With the processes that do the runs: the slot finds it, the runner says it, nothing is recorded."""
    path = tmp_path / "s.sqlite"
    shutil.copy(sound, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE instance SET data = ? WHERE cells = 37", (zlib.compress(b"{}"),))
    done = gourds("bench", "resume", path, *PLUGIN)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith(f"gourds: {path}: table instance, row 3, data: format: must be")
    assert rows(path) == 11


@pytest.mark.parametrize("name", ["nothing", "folder", "pipe", "x" * 300, "empty"])
@pytest.mark.parametrize("command", ["report", "resume"])
def test_what_is_no_file_is_no_store(tmp_path, capsys, command, name):
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty").touch()
    os.mkfifo(tmp_path / "pipe")
    page = ["-o", str(tmp_path / "page.html")] if command == "report" else []
    assert run(["bench", command, str(tmp_path / name), *page]) == 2
    (error,) = capsys.readouterr().err.splitlines()
    assert f"{tmp_path / name}: " in error


def test_a_bomb_in_a_store_does_not_go_off(sound, tmp_path, capsys):
    path = tmp_path / "s.sqlite"
    shutil.copy(sound, path)
    bomb = zlib.compress(b"[" + b"[]," * 8_000_000 + b"[]]", 9)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE instance SET data = ? WHERE cells = 37", (bomb,))
    tracemalloc.start()
    code = run(["bench", "report", str(path)])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert code == 2
    assert "table instance, row 3, data: too large: more than 1,058,048 bytes when unpacked" in capsys.readouterr().err
    assert peak < 50_000_000


def test_instances_that_are_not_drawn_are_not_unpacked(sound, tmp_path):
    path = tmp_path / "s.sqlite"
    shutil.copy(sound, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE instance SET cells = 100001, data = x'00' WHERE cells = 37")
    assert run(["bench", "report", str(path)]) == 0


def test_stores_from_before_the_campaigns_file_was_noted_are_read(sound, tmp_path):
    path = tmp_path / "s.sqlite"
    shutil.copy(sound, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("ALTER TABLE campaign DROP COLUMN file")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'campaign'", (OLD_CAMPAIGN,))
    with closing(Store.open(path, read_only=True)) as store:
        assert store.file is None
        check_store(store.connection)


OLD_CAMPAIGN = """CREATE TABLE campaign (
    id           INTEGER PRIMARY KEY CHECK (id = 1),
    name         TEXT NOT NULL,
    description  TEXT NOT NULL,
    toml         TEXT NOT NULL,
    digest       TEXT NOT NULL,
    folder       TEXT NOT NULL,
    plugins      TEXT NOT NULL,
    wall_limit   REAL,
    cpu_limit    REAL,
    memory_limit REAL,
    repetitions  INTEGER NOT NULL,
    seeds        TEXT NOT NULL,
    created      REAL NOT NULL
)"""


def test_all_tables_are_checked():
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(SCHEMA)
        named = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    assert sorted(named) == sorted(TABLES)
