"""The server's end of the launcher, and the launcher, without a server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
from collections.abc import AsyncIterator

import pytest

from gourds.running.process_tree import descendants
from gourds.web import launcher
from gourds.web.workers import Order, Reply, Workers
from tests.web.serving import ENDLESS, SOON, run_async, wait_for

CONTEXT = {"board_cells": 50_000, "memory_mb": 100.0, "answer_bytes": 2**20, "seconds": 60.0}


@contextlib.asynccontextmanager
async def started() -> AsyncIterator[Workers]:
    workers = Workers(preloads=False)
    workers.start()
    try:
        yield workers
    finally:
        workers.close()


def test_limits_and_the_end():
    """Work that takes too long or too much is killed; after the end there is no work, and no new launcher."""
    body = json.dumps(ENDLESS).encode()

    async def work() -> list[Reply]:
        async with started() as workers:
            orders = [Order("count", 60.0, 10.0, CONTEXT), Order("count", 1.0, 1000.0, CONTEXT)]
            replies = [await workers.run(order, body) for order in orders]
        return [*replies, await workers.run(orders[0], body)]

    before = set(descendants(os.getpid()))
    memory, late, ended = run_async(work)
    assert [memory.status, late.status, ended.status] == [503, 503, 503]
    assert b"memory limit" in memory.content
    assert b"time limit" in late.content
    assert json.loads(ended.content) == {"error": "the server is ending"}
    wait_for(lambda: set(descendants(os.getpid())) <= before, SOON)


def test_errors_are_one_line():
    assert "\n" not in json.loads(Reply.of_error(500, "raised: Error: first\nsecond").content)["error"]


def test_a_launcher_that_is_busy_hears_of_a_cancelled_job_later():
    async def cancel() -> bytes:
        workers = Workers()
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        workers._control = ours
        with contextlib.suppress(BlockingIOError):
            while True:
                ours.send(b"x" * 1000)
        workers._cancel(asyncio.get_running_loop(), b"0123456789abcdef")
        theirs.setblocking(False)
        received = b""
        for _ in range(int(SOON / 0.05)):
            await asyncio.sleep(0.05)
            with contextlib.suppress(BlockingIOError):
                while part := theirs.recv(1 << 20):
                    received = received[-20:] + part
            if received.endswith(b"-0123456789abcdef"):
                break
        ours.close()
        theirs.close()
        return received[-17:]

    assert run_async(cancel) == b"-0123456789abcdef"


@pytest.mark.parametrize("count", [0, 1, 2])
def test_a_launcher_that_cannot_fork_goes_on(monkeypatch, count):
    """Whether the system gives no process or too few descriptors: whoever asked sees his connection close."""

    def refuse() -> int:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(launcher.os, "fork", refuse)
    monkeypatch.setattr(launcher, "preload", lambda preloads: (step for step in ()))
    monkeypatch.setattr(launcher.signal, "signal", lambda *_: None)
    ours, control = socket.socketpair()
    asker, asked = socket.socketpair()
    with ours, control, asker:
        socket.send_fds(ours, [launcher.START + b"0" * launcher.ID_BYTES], [asked.fileno()] * count)
        asked.close()
        ours.shutdown(socket.SHUT_WR)
        launcher.main(control, preloads=False)
        asker.settimeout(SOON)
        assert asker.recv(1) == b""


def test_preloading_in_full_or_not(monkeypatch):
    from gourds.web import preloading

    loaded: list[str] = []
    monkeypatch.setattr(preloading, "_load", loaded.append)
    monkeypatch.setattr(preloading, "_helper", lambda: iter(()))
    monkeypatch.setattr(preloading, "_plan", lambda: loaded.append("kernels"))
    assert set(preloading.preload(False)) == {0.0}
    tasks = len(loaded)
    assert "gourds.web.tasks.answers" in loaded
    assert "kernels" not in loaded
    assert preloading.LONG_QUIET in list(preloading.preload(True))
    assert loaded[2 * tasks :] == [*preloading.PACKAGES, "kernels"]
