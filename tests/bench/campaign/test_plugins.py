"""Plugins are code: a store that names one does not get it loaded; the command line does."""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
from contextlib import closing

import pytest

from gourds.bench.campaign.plugins import Plugin, load_plugins, plugin_of
from gourds.cli.app import run
from gourds.errors import InputError
from tests.bench.campaigns import FOLDER, TINY
from tests.conftest import Gourds

PLUGIN = """
from pathlib import Path
from gourds.solvers import Solver
from gourds.solvers.brute import SOLVER as BRUTE
Path(__file__).with_name("loaded").touch()
SOLVER = Solver("stranger", "like brute", BRUTE.run)
"""
CAMPAIGN = f'name = "plugged"\nplugins = ["stranger_plugin"]\n{TINY}[[solvers]]\nname = ["stranger", "brute"]\n'


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A store whose campaign uses a plugin, which notes that it is loaded, with one run that is missing."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "stranger_plugin.py").write_text(PLUGIN)
    (folder / "c.toml").write_text(CAMPAIGN)
    done = Gourds()("bench", "run", "c.toml", cwd=folder)
    assert done.returncode == 0, done.stderr
    (folder / "loaded").unlink()
    with closing(sqlite3.connect(folder / "c.sqlite", isolation_level=None)) as connection:
        connection.execute("UPDATE instance SET placed_by = NULL")
        connection.execute("DELETE FROM run WHERE plan_id = 1")
    return folder


@pytest.fixture
def store(made, tmp_path, monkeypatch):
    """A copy of it, in the folder where the test is."""
    folder = shutil.copytree(made, tmp_path / "stranger")
    monkeypatch.chdir(folder)
    return folder / "c.sqlite"


def test_a_store_does_not_load_code(store, gourds):
    done = gourds("bench", "resume", "c.sqlite", cwd=store.parent)
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert line.startswith("gourds: c.sqlite: its campaign needs the plugin 'stranger_plugin': a plugin is code")
    assert "--plugin FILE.py" in line
    for command in (["report", "c.sqlite"], ["compare", "c.sqlite", "c.sqlite"]):
        assert gourds("bench", *command, cwd=store.parent).returncode == 0
    assert not (store.parent / "loaded").exists()


def test_a_plugin_on_the_command_line_is_loaded(store, gourds):
    done = gourds("bench", "resume", "c.sqlite", "--plugin", "stranger_plugin.py", "--json", cwd=store.parent)
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert (summary["ran"], summary["done"], summary["judgements"]) == (1, 2, {"correct": 2})
    assert (store.parent / "loaded").exists()


@pytest.mark.parametrize(
    ("plugin", "message"),
    [
        ("none.py", "none.py: No such file or directory"),
        ("no_such_module", "c.sqlite: its campaign needs the plugin 'stranger_plugin'"),
        (str(FOLDER / "bench_plugin.py"), "c.sqlite: its campaign needs the plugin 'stranger_plugin'"),
    ],
)
def test_another_plugin_is_not_enough(store, capsys, plugin, message):
    assert run(["bench", "resume", "c.sqlite", "--plugin", plugin]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line


def test_a_plugin_of_another_place_is_not_taken_for_the_file(tmp_path):
    shutil.copy(FOLDER / "bench_plugin.py", tmp_path / "json.py")
    path = list(sys.path)
    (fault,) = load_plugins([plugin_of(str(tmp_path / "json.py"))])
    sys.path[:] = path
    assert fault.reason.startswith("Python finds another module json first: ")


def test_what_a_plugin_is_called(tmp_path):
    assert plugin_of("package.module") == Plugin("package.module")
    (tmp_path / "mine.py").touch()
    assert plugin_of(str(tmp_path / "mine.py")) == Plugin("mine", str(tmp_path.resolve()), is_file=True)
    with pytest.raises(InputError, match="No such file"):
        plugin_of(str(tmp_path / "other.py"))
