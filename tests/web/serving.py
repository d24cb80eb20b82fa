"""Servers in processes of their own, and clients that behave badly."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx

from gourds import shapes
from gourds.running.process_tree import descendants

T = TypeVar("T")
SCRIPT = """
import sys
from gourds.web.serving import bind, serve
from gourds.web.settings import Settings
listener = bind(0)
port = listener.getsockname()[1]
serve(listener, Settings(**{settings}), lambda: print(f"http://127.0.0.1:{{port}}/", flush=True))
"""


@dataclass
class Served:
    """A running server."""

    process: subprocess.Popen[str]
    address: str
    _said: str = ""

    @property
    def port(self) -> int:
        return int(self.address.rstrip("/").rpartition(":")[2])

    @property
    def pids(self) -> list[int]:
        """All processes below the server."""
        return descendants(self.process.pid)

    def client(self, **options: Any) -> httpx.Client:
        return httpx.Client(base_url=self.address, timeout=30, **options)

    def end(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(60)

    def said(self) -> str:
        """What it has said on standard error; to be asked after its end."""
        assert self.process.stderr is not None
        self._said += self.process.stderr.read()
        return self._said

    def is_well(self) -> bool:
        """It answers, and nothing but the launcher is below it."""
        with self.client() as client:
            return client.post("/api/shape", json={"shape": "star-of-david"}).status_code == 200


@contextlib.contextmanager
def start_server(command: list[str] | None = None, **settings: object) -> Iterator[Served]:
    """A server that is killed in the end if it still runs."""
    command = command or [sys.executable, "-c", SCRIPT.format(settings=settings)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found, (line, process.stderr and process.stderr.read())
        yield Served(process, found.group())
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()


SOON = 20.0
"""Seconds within which dropped work must be gone, also on a busy machine: it would last for 30 s or more by itself."""


def is_idle(served: Served) -> bool:
    """Nothing but the launcher is below the server."""
    return len(served.pids) <= 1


def wait_for(condition: Callable[[], bool], seconds: float) -> float:
    """Wait until something holds, and say how long it took."""
    start, pause = time.monotonic(), 0.02
    while not condition():
        assert time.monotonic() - start < seconds, "it did not happen in time"
        time.sleep(pause)
        pause = min(1.2 * pause, 0.1)
    return time.monotonic() - start


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not collected does not."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def instance(radius: int = 1, colors: str = "ab") -> dict[str, Any]:
    """A feasible instance on a hexagon, with colors in turns."""
    cells = shapes.hexagon(radius).tolist()
    colored = [[q, r, colors[(q + 2 * r) % len(colors)]] for q, r in cells]
    return {"format": "gourds-instance", "version": 1, "cells": colored, "gourds": [["a", "a", len(cells) // 2]]}


ENDLESS = {
    "kind": "count",
    "solver": "brute",
    "document": {
        "format": "gourds-instance",
        "version": 1,
        "cells": [[q, r, "a"] for q, r in shapes.hexagon(4).tolist()],
        "gourds": [["a", "a", 30]],
    },
}
"""A job that would take years: all placements of a board of 61 cells, one by one."""

SLOW = {"cells": [[q, r, "a"] for q, r in shapes.hexagon(8).tolist()], "exact": True}
"""For ``/api/fill``: a question that is not answered before the time limit of 30 s."""


def raw(port: int, text: str | bytes, seconds: float = 5.0) -> bytes:
    """Send bytes as they are; whatever comes back."""
    data = text.encode() if isinstance(text, str) else text
    with socket.create_connection(("127.0.0.1", port), timeout=seconds) as connection:
        with contextlib.suppress(OSError):
            connection.sendall(data)
        received = b""
        with contextlib.suppress(OSError):
            while part := connection.recv(1 << 16):
                received += part
        return received


def listen(client: httpx.Client, number: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The events of a job."""
    with client.stream("GET", f"/api/jobs/{number}/events") as response:
        assert response.status_code == 200, response.read()
        assert response.headers["content-type"].startswith("text/event-stream")
        name = ""
        for line in response.iter_lines():
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                yield name, json.loads(line.removeprefix("data: "))


def finish(client: httpx.Client, kind: str, **asked: Any) -> tuple[str, dict[str, Any]]:
    """Run a job to its end: the name and the data of the last event."""
    response = client.post("/api/jobs", json={"kind": kind, **asked})
    assert response.status_code == 202, response.text
    *_, last = listen(client, response.json()["id"])
    return last


def run_async(making: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run something asynchronous in a thread: the browser of other tests may have a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(making())).result()


def interrupt_group(process: subprocess.Popen[str]) -> None:
    """What Ctrl-C at a terminal does: every process of the group gets it."""
    os.killpg(process.pid, signal.SIGINT)
