"""A progress line for work in other processes: their last message, and the time so far.

The work has the writing end of a pipe, in whatever process it runs. A short message is written whole or not at all, and
the writer never waits for a reader. Here an alarm goes off a few times a second; then the pipe is emptied and the line
is painted again. An alarm needs no thread, which could hold a lock during a fork, and children do not inherit it.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from gourds.cli.main import clears_line
from gourds.errors import one_line
from gourds.solvers.base import tell_nobody
from gourds.terminal import StatusLine

PATIENCE: Final = 0.3
"""Seconds before anything is shown, so that quick answers do not flicker."""
TICK: Final = 0.25
"""Seconds between two alarms."""
_LONGEST: Final = 400
"""Bytes of a message: few enough that a pipe takes all of them or none."""
_MUCH: Final = 1 << 16


@contextmanager
def telling(*, quiet: bool = False) -> Iterator[Callable[[str], None]]:
    """Yields a function that takes messages, here and in processes forked inside; a terminal shows them."""
    line = StatusLine(quiet=quiet)
    if not line.on:
        yield tell_nobody
        return
    live = _Live(line)
    before = signal.signal(signal.SIGALRM, lambda *_: live.paint())
    try:
        with clears_line(live.clear):
            signal.setitimer(signal.ITIMER_REAL, PATIENCE, TICK)
            yield live.tell
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        live.clear()
        live.close()


class _Live:
    def __init__(self, line: StatusLine) -> None:
        self.line = line
        self.begun = time.monotonic()
        self.sentence = ""
        self.rest = b""
        self.is_shown = False
        self.reader, self.writer = os.pipe()
        for descriptor in (self.reader, self.writer):
            os.set_blocking(descriptor, False)

    def tell(self, sentence: str) -> None:
        """Write a message to the pipe; it is lost if the pipe is full."""
        with suppress(OSError):
            os.write(self.writer, one_line(sentence).encode()[:_LONGEST] + b"\n")

    def paint(self) -> None:
        """Show the last message and the time."""
        with suppress(OSError):  # there is no message, or the terminal has gone
            *told, self.rest = (self.rest + os.read(self.reader, _MUCH)).split(b"\n")
            self.sentence = told[-1].decode(errors="ignore") if told else self.sentence
        self.is_shown = True
        with suppress(OSError):
            self.line.say(f"{time.monotonic() - self.begun:.1f} s  {self.sentence}", dim=True)

    def clear(self) -> None:
        """Remove the line, if there is one."""
        if self.is_shown:
            with suppress(OSError):
                self.line.clear()

    def close(self) -> None:
        """Close the pipe."""
        os.close(self.reader)
        os.close(self.writer)
