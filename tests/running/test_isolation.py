"""Limited runs from the caller's side: an interrupt at any moment ends the work, and nothing is left behind."""

from __future__ import annotations

import os
import signal
import time

import pytest

from gourds.running.isolation import run_limited
from gourds.running.process_tree import descendants
from tests.conftest import lateness


class Interrupted(Exception):  # noqa: N818
    pass


def interrupt(*_: object) -> None:
    raise Interrupted


def start_daemon() -> None:
    """A grandchild in a session of its own; then wait."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(20)
        os._exit(0)
    time.sleep(20)


def run_interrupted(work: tuple[object, ...], delay: float) -> None:
    """A limited run of the work, with a signal to this process after some time."""
    me = os.getpid()
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})  # os.fork would swallow the exception
    clock = os.fork()
    if clock == 0:
        time.sleep(delay)
        os.kill(me, signal.SIGTERM)
        os._exit(0)
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
        run_limited(*work, time_limit=20)
    finally:
        os.waitpid(clock, 0)


@pytest.mark.parametrize("work", [(time.sleep, 20), (start_daemon,)])
def test_a_signal_at_any_moment_ends_the_work(work):
    others = descendants(os.getpid())
    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        for k in range(40):
            start = time.monotonic()
            with pytest.raises(Interrupted):
                run_interrupted(work, 0.0005 * k)
            assert time.monotonic() - start < 2 + lateness()
            assert set(descendants(os.getpid())) <= set(others)
    finally:
        signal.signal(signal.SIGTERM, before)


def test_processor_time_is_limited_and_measured():
    ended = run_limited(burn, 10.0, cpu_limit=0.3)
    assert ended.cause == "cpu limit"
    assert 0.3 <= ended.cpu_s < 0.8 + lateness()
    ended = run_limited(burn, 0.2)
    assert ended.cause == "done"
    assert 0.1 < ended.cpu_s < ended.wall_s + 0.1


def burn(seconds: float) -> None:
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
