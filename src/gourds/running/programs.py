"""Other people's programs: run one, and keep what it says within bounds.

This is called in work that is supervised (:mod:`gourds.running.isolation`), which limits time and memory of the program
and of all that it starts. Here the rest is bounded: what it prints, of which too much ends the program, and the files
that it writes. Of its complaints the last line is kept.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from gourds.errors import one_line

MOST_OUTPUT: Final = 2**26
"""Bytes that a program may print; the values of two million variables need a quarter of that."""
MOST_FILE: Final = 2**31
"""Bytes of the longest file that it may write."""
_TAIL: Final = 2**12
"""Bytes of the complaints that are kept."""
_CHUNK: Final = 2**16
_POLL: Final = 0.05
"""Seconds between two looks whether a program has ended while something else keeps its output open."""
_SHOWN: Final = 120


@dataclass(frozen=True)
class Ran:
    """How a program ended."""

    code: int
    """Its exit code; the negative number of a signal if one ended it."""
    output: bytes
    """What it printed."""
    complaint: str
    """The last line of what it printed as errors; empty if there is none."""
    is_endless: bool
    """Whether it was stopped because it printed too much."""
    wall_s: float
    """Seconds from its start to its end."""

    @property
    def how(self) -> str:
        """The end in words: ``exit code 1: cannot open file`` or ``SIGSEGV``."""
        ended = signal_name(-self.code) if self.code < 0 else f"exit code {self.code}"
        return f"{ended}: {self.complaint}" if self.complaint else ended


def signal_name(number: int) -> str:
    """``SIGSEGV`` for 11."""
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal
        return f"signal {number}"


def run_program(words: Sequence[str], folder: Path, *, most_output: int = MOST_OUTPUT) -> Ran:
    """Run a program without input until it ends. Its temporary files go into the folder. Raises OSError."""
    start = time.perf_counter()
    process = subprocess.Popen(
        list(words),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(folder)},
    )
    _limit_files(process.pid)
    output, complaints, is_endless = bytearray(), bytearray(), False
    assert process.stdout is not None
    assert process.stderr is not None
    with process, selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ, output)
        selector.register(process.stderr, selectors.EVENT_READ, complaints)
        while selector.get_map():
            ready = selector.select(_POLL)
            for key, _ in ready:
                chunk = _read(key.fileobj)
                key.data.extend(chunk)
                if not chunk:
                    selector.unregister(key.fileobj)
            del complaints[:-_TAIL]
            if len(output) > most_output:
                is_endless = True
                break
            if not ready and process.poll() is not None:
                break  # what it left behind may keep its output open for ever
        if is_endless:
            process.kill()
        code = process.wait()
    wall_s = time.perf_counter() - start
    return Ran(code, bytes(output[:most_output]), _last_line(complaints), is_endless, wall_s)


def _read(stream: object) -> bytes:
    assert hasattr(stream, "fileno")
    return os.read(stream.fileno(), _CHUNK)


def _limit_files(pid: int) -> None:
    """The kernel ends a program with SIGXFSZ that writes a longer file."""
    import resource

    if hasattr(resource, "prlimit"):
        try:
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (MOST_FILE, MOST_FILE))
        except (OSError, ValueError):  # it has ended already, or its limit is lower
            return


def read_bounded(file: IO[bytes], most: int = MOST_OUTPUT) -> bytes | None:
    """The content of a file that a program wrote; None if it is longer than allowed."""
    data = file.read(most + 1)
    return data if len(data) <= most else None


def _last_line(complaints: bytearray) -> str:
    lines = [line.strip() for line in complaints.decode("utf-8", "replace").splitlines()]
    return one_line(next((line for line in reversed(lines) if line), ""))[:_SHOWN]
