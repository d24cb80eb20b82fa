"""Limits hold from outside, whatever the work does: loop, allocate, fork, ignore signals, crash."""

from __future__ import annotations

import ctypes
import os
import signal
import time

import pytest

from gourds.errors import InputError
from gourds.running.isolation import run_limited
from tests.conftest import lateness


def spin() -> None:
    while True:
        pass


def spin_natively() -> None:
    """Holds the interpreter's lock in native code, as CaDiCaL does."""
    ctypes.PyDLL(None).sleep(1000)


def ignore_signals() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    spin()


def allocate() -> None:
    held = []
    while True:
        held.append(bytearray(os.urandom(1 << 20)))


def fork_and_write(path: str) -> None:
    """A grandchild that would leave a trace if it lived on."""
    if os.fork() == 0:
        time.sleep(2.5)
        with open(path, "w") as file:
            file.write("still alive")
        os._exit(0)
    spin()


@pytest.mark.parametrize("work", [spin, spin_natively, ignore_signals])
def test_time_limits(work):
    start = time.monotonic()
    assert run_limited(work, time_limit=0.5).cause == "time limit"
    assert time.monotonic() - start < 1.5 + lateness()


def test_memory_limits():
    ended = run_limited(allocate, memory_limit=300, time_limit=60)
    assert ended.cause == "memory limit"
    assert ended.peak_mb < 900


def test_children_of_the_work_end_with_it(tmp_path):
    path = tmp_path / "trace"
    assert run_limited(fork_and_write, str(path), time_limit=0.5).cause == "time limit"
    time.sleep(3)
    assert not path.exists()


def test_other_ends():
    assert run_limited(signal.raise_signal, signal.SIGTERM).detail == "SIGTERM"
    assert run_limited(os._exit, 3).detail == "exit code 3"
    assert run_limited(sum, [1, 2, 3]).value == 6
    with pytest.raises(InputError, match="on purpose"):
        run_limited(fail)
    assert run_limited(kill_self).cause == "out of memory"


def fail() -> None:
    raise InputError("on purpose")


def kill_self() -> None:
    os.kill(os.getpid(), signal.SIGKILL)
