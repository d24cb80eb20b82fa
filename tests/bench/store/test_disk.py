"""Full disks and folders that cannot be written: what is done is kept and said, and reading needs no right to write."""

from __future__ import annotations

import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import warnings
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from gourds.bench.store.store import Store
from gourds.cli.app import run
from gourds.errors import InputError
from tests.bench.campaigns import FOLDER, TINY, Witness, new_store, run_all
from tests.bench.stores import made_up

SEEDS = "seeds = { from = 1, to = 40 }\n"
BRUTE = '[[solvers]]\nname = "brute"\n'
CAMPAIGN = 'name = "full"\n' + SEEDS + TINY + BRUTE
NOBODY = 65534


def count(path):
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        return connection.execute("SELECT COUNT(*) FROM run").fetchone()[0]


# -- full disks -----------------------------------------------------------------------------------------------


def test_a_full_disk_keeps_what_is_done(tmp_path):
    path = tmp_path / "s.sqlite"
    store = new_store(path, SEEDS + TINY + BRUTE)
    (pages,) = store.connection.execute("PRAGMA page_count").fetchone()
    store.connection.execute(f"PRAGMA max_page_count = {pages}")
    witness = Witness()
    with pytest.raises(
        InputError, match="cannot be written: database or disk is full; what is in it is kept"
    ) as caught:
        run_all(store, witness, jobs=1)
    assert caught.value.source == str(path)
    store.close()
    assert 0 < count(path) == len(witness.records) < 40
    store = Store.open(path)
    summary = run_all(store, jobs=1)
    assert (summary.ran, summary.done) == (40 - len(witness.records), 40)
    store.close()


def limited(args, folder, size):
    """The command line with no file growing beyond a size, which is what a full disk is like."""
    command = [sys.executable, "-m", "gourds", "bench", *args]
    limit = (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))) if size else None
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=120, preexec_fn=limit
    )


def test_no_room_at_the_command_line(tmp_path):
    (tmp_path / "c.toml").write_text(CAMPAIGN)
    done = limited(["run", "c.toml"], tmp_path, 20_000)
    assert done.returncode == 2
    assert done.stderr.startswith("gourds: c.sqlite: cannot be made: ")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c.toml"]
    done = limited(["run", "c.toml", "--jobs", "1"], tmp_path, 120_000)
    assert done.returncode == 2, done.stderr
    error = done.stderr.splitlines()[-1]
    assert error.startswith("gourds: c.sqlite: cannot be written: ")
    assert error.endswith("what is in it is kept, and 'gourds bench resume c.sqlite' goes on")
    kept = count(tmp_path / "c.sqlite")
    assert 0 < kept < 40
    done = limited(["resume", "c.sqlite", "--json"], tmp_path, 0)
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert (summary["ran"], summary["done"]) == (40 - kept, 40)


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 4 MB; skipped where this user may not mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(folder)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        warnings.warn("no small disk can be mounted here, so a disk that is really full is not tested", stacklevel=1)
        pytest.skip("needs the right to mount a disk")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_disk_that_is_really_full(small_disk):
    new_store(small_disk / "s.sqlite", SEEDS + TINY + BRUTE).close()
    (small_disk / "c.toml").write_text(CAMPAIGN)
    room = shutil.disk_usage(small_disk).free
    (small_disk / "filler").write_bytes(bytes(room))
    done = limited(["run", "c.toml"], small_disk, 0)
    assert done.returncode == 2
    assert done.stderr == "gourds: c.sqlite: cannot be made: database or disk is full\n"
    resume = ["resume", "s.sqlite", "--plugin", str(FOLDER / "bench_plugin.py"), "--jobs", "1", "--json"]
    done = limited(resume, small_disk, 0)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    os.truncate(small_disk / "filler", room - 100_000)  # for a few runs
    done = limited(resume, small_disk, 0)
    assert done.returncode == 2, done.stderr
    assert "gourds: s.sqlite: cannot be written: " in done.stderr.splitlines()[-1]
    kept = count(small_disk / "s.sqlite")
    assert 0 < kept < 40
    (small_disk / "filler").unlink()
    done = limited(resume, small_disk, 0)
    assert done.returncode == 0, done.stderr
    summary = json.loads(done.stdout)
    assert (summary["ran"], summary["done"]) == (40 - kept, 40)


# -- folders that cannot be written ---------------------------------------------------------------------------


@contextmanager
def without_rights():
    """Inside, root is an ordinary user; others are that anyway."""
    if os.geteuid():
        yield
        return
    try:
        os.seteuid(NOBODY)
    except OSError:
        warnings.warn("root cannot become another user here, so read-only folders are not tested", stacklevel=1)
        pytest.skip("needs another user than root")
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def closed_folder():
    """Where everybody may read and nobody may write, once a test has closed it; all imports are done."""
    folder = Path(tempfile.mkdtemp())
    (folder / "open").mkdir(mode=0o777)
    (folder / "open").chmod(0o777)
    (folder / "closed").mkdir()
    (folder / "other").mkdir()
    folder.chmod(0o755)
    made_up(folder / "other" / "s.sqlite", lambda *_: ("feasible", 0.1))
    assert run(["bench", "report", str(folder / "other" / "s.sqlite")]) == 0
    yield folder
    (folder / "closed").chmod(0o755)
    shutil.rmtree(folder)


def close(folder):
    for path in folder.iterdir():
        path.chmod(0o444)
    folder.chmod(0o555)
    return sorted(path.name for path in folder.iterdir())


def answers(*_):
    return "feasible", 0.1


def test_a_report_needs_no_right_to_write(closed_folder, capsys):
    path, page = closed_folder / "closed" / "s.sqlite", closed_folder / "open" / "page.html"
    made_up(path, answers)
    before = close(path.parent)
    assert before == ["s.sqlite"]
    capsys.readouterr()
    with without_rights():
        assert run(["bench", "report", str(path), "-o", str(page)]) == 0
        assert run(["bench", "compare", str(path), str(path)]) == 0
        shown = capsys.readouterr()
        assert "6 of 6 runs" in shown.out
        assert run(["bench", "report", str(path)]) == 2  # its page would lie there
        assert capsys.readouterr().err.startswith(f"gourds: {path.with_suffix('.html')}: cannot be written: Permission")
        assert run(["bench", "resume", str(path)]) == 2
        assert capsys.readouterr().err == f"gourds: {path}: cannot be written: Permission denied\n"
    path.chmod(0o666)
    with without_rights():
        assert run(["bench", "resume", str(path)]) == 2
        assert capsys.readouterr().err == f"gourds: {path}: cannot be written: its folder is read-only\n"
    assert close(path.parent) == before
    assert "Campaign test" in page.read_text()


@pytest.mark.parametrize("has_index", [False, True])
def test_a_log_that_a_killed_runner_left_is_read_too(closed_folder, capsys, has_index, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(closed_folder / "open"))  # where nobody else makes anything
    path = closed_folder / "closed" / "s.sqlite"
    other = closed_folder / "other" / "s.sqlite"
    store = new_store(path, TINY + BRUTE)
    store.close()
    with closing(Store.open(other)) as writer:  # while it is open, what it writes is in the log only
        writer.connection.execute("PRAGMA wal_autocheckpoint = 0")
        writer.connection.execute("DELETE FROM run WHERE plan_id = 1")
        assert Path(f"{other}-wal").stat().st_size
        for end in ("", "-wal", *(["-shm"] if has_index else [])):
            shutil.copy(f"{other}{end}", f"{path}{end}")
    before = close(path.parent)
    copies = set(Path(tempfile.gettempdir()).glob("gourds-*"))
    capsys.readouterr()
    with without_rights():
        assert run(["bench", "report", str(path), "-o", str(closed_folder / "open" / "page.html")]) == 0
    assert "5 of 6 runs" in capsys.readouterr().out
    assert close(path.parent) == before
    assert set(Path(tempfile.gettempdir()).glob("gourds-*")) <= copies


def test_a_store_that_may_not_be_read(closed_folder, capsys):
    path = closed_folder / "closed" / "s.sqlite"
    made_up(path, answers)
    path.chmod(0)
    capsys.readouterr()
    with without_rights():
        assert run(["bench", "report", str(path)]) == 2
    assert capsys.readouterr().err == f"gourds: {path}: cannot be opened: Permission denied\n"
    path.parent.chmod(0)
    with without_rights():
        for command in ("report", "resume"):
            assert run(["bench", command, str(path)]) == 2
            assert capsys.readouterr().err.endswith(": Permission denied\n")
