"""Programs within bounds, and folders that go with the work."""

from __future__ import annotations

import os
import time
from functools import partial

import pytest

from gourds.running.isolation import Limits, call_limited
from gourds.running.programs import run_program
from gourds.running.scratch import scratch_folder


def shell(text, folder, **more):
    return run_program(["sh", "-c", text], folder, **more)


def test_output_errors_and_codes(tmp_path):
    ran = shell("echo out; echo first >&2; echo last >&2; echo >&2; exit 7", tmp_path)
    assert (ran.code, ran.output, ran.how) == (7, b"out\n", "exit code 7: last")
    ran = shell("kill -ABRT $$", tmp_path)
    assert ran.how == "SIGABRT"


@pytest.mark.parametrize("text", ["yes", "yes & sleep 30"])
def test_endless_output_is_stopped(tmp_path, text):
    ran = call_limited(partial(shell, text, tmp_path, most_output=2**20), limits=Limits(30)).value
    assert ran.is_endless
    assert len(ran.output) == 2**20


def test_endless_errors_cost_nothing(tmp_path):
    ran = shell("head -c 3000000 /dev/zero | tr '\\0' 'x' >&2; echo >&2; echo done >&2", tmp_path)
    assert (ran.code, ran.complaint) == (0, "done")


def test_what_is_left_behind_is_not_waited_for(tmp_path):
    start = time.monotonic()
    ran = call_limited(shell, "sleep 60 & echo said", tmp_path, limits=Limits(40)).value
    assert (ran.code, ran.output) == (0, b"said\n")
    assert time.monotonic() - start < 20


def test_temporary_files_go_into_the_folder(tmp_path):
    assert shell('printf %s "$TMPDIR"', tmp_path).output.decode() == str(tmp_path)


def fill(inside=None):
    with scratch_folder() as folder:
        (folder / "file").touch()
        if inside is not None:
            call_limited(fill, limits=Limits(30))
            call_limited(inside, limits=Limits(30))
        else:
            time.sleep(30)


def leave():
    with scratch_folder() as folder:
        (folder / "file").touch()
        os._exit(0)


@pytest.mark.parametrize("work", [fill, leave, lambda: fill(leave)], ids=["killed", "gone", "nested"])
def test_nothing_stays_of_work_that_is_killed(tmp_path, monkeypatch, work):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    ended = call_limited(work, limits=Limits(0.5))
    assert ended.cause in ("time limit", "crashed")
    assert os.listdir(tmp_path) == []


def test_a_folder_without_supervisor(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with scratch_folder() as folder:
        assert folder.parent == tmp_path
        assert os.listdir(folder) == []
    assert os.listdir(tmp_path) == []


def test_a_place_that_cannot_be_used_is_none(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path / "nowhere" / "at all"))
    (tmp_path / "nowhere").touch()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert call_limited(_name, limits=Limits(30)).value.startswith(str(tmp_path))
    assert os.listdir(tmp_path) == ["nowhere"]


def _name():
    with scratch_folder() as folder:
        return str(folder)
