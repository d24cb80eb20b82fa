"""Processes with a mark in their environment, by which all that they start is found.

Wherever it went: into another group, into another session, to another parent.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

MARK = "GOURDS_TEST_MARK"
SOON = 30.0
"""Seconds within which all must be gone; by itself it would stay for a minute, or for ever."""
START = 180.0
"""Seconds within which something must be at work, also on a machine that has much else to do."""


class Marked:
    """A process in a session of its own. To be used in a ``with``, which kills what is left."""

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        self.mark = uuid.uuid4().hex
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, MARK: self.mark},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        for pid in self.pids():
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        with self.process:  # closes its streams
            pass

    def pids(self) -> list[int]:
        """The process and all that it started; what has ended and was not collected does not count."""
        entry = f"{MARK}={self.mark}".encode()
        pids = [int(name) for name in os.listdir("/proc") if name.isdigit()]
        return [pid for pid in pids if entry in _read(pid, "environ") and _fields(pid)[:1] not in ([b"Z"], [b"X"])]


def used_seconds(pid: int) -> float:
    """Processor time of a process."""
    return sum(map(int, _fields(pid)[11:13])) / os.sysconf("SC_CLK_TCK")


def _fields(pid: int) -> list[bytes]:
    """What the system says of a process, from its state on."""
    return _read(pid, "stat").rpartition(b")")[2].split()


def _read(pid: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:  # it is gone
        return b""


def wait_for(condition: Callable[[], bool], seconds: float) -> None:
    """Wait until something holds. To look through all processes costs, so it looks less and less often."""
    end, pause = time.monotonic() + seconds, 0.02
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(pause)
        pause = min(1.2 * pause, 0.1)
