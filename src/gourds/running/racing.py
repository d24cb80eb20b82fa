"""A race: several searches at the same time, each in a process of its own; the first certain answer ends it.

    caller ── searcher, searcher, …

The searchers are forked, so that they find the instance and all packages in memory. They die with the caller, however
it dies. As soon as one has an answer the others are killed: native code cannot be asked to stop. With one process at a
time there is nothing to fork: the searches run here, one after the other, and repeat exactly.
"""

from __future__ import annotations

import math
import os
import pickle
import select
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Never

from gourds.errors import GourdsError
from gourds.running import process_tree
from gourds.running.outcome import Outcome, Status


@dataclass(frozen=True)
class Entrant:
    """A search that takes part."""

    name: str
    """As in the figures."""
    run: Callable[[], Outcome]
    """The search."""
    delay: float = 0.0
    """Seconds after the start of the race at which it enters, or as soon as no other is left that runs."""
    nice: int = 0
    """How far it gives way to the others where there are not enough processors, as in ``os.nice``."""


@dataclass(frozen=True)
class Finish:
    """How a race ended."""

    name: str = ""
    """The winner; empty if there is none."""
    outcome: Outcome | None = None
    """The winner's."""
    unknown: dict[str, Outcome] = field(default_factory=dict)
    """What those said that ended without an answer."""
    failed: dict[str, str] = field(default_factory=dict)
    """What those said that broke down."""


def is_answer(outcome: Outcome) -> bool:
    """Whether an outcome is certain."""
    return outcome.status is not Status.UNKNOWN and outcome.error_bound == 0


def race(entrants: Sequence[Entrant], jobs: int, seconds: float | None = None) -> Finish:
    """Run the entrants, ``jobs`` at a time, in their order, until one has a certain answer or the time is over.

    With one job they have to keep to the time by themselves.
    """
    return _run_here(entrants) if jobs < 2 or len(entrants) < 2 else _Race(entrants, jobs, seconds).run()


def _run_here(entrants: Sequence[Entrant]) -> Finish:
    unknown: dict[str, Outcome] = {}
    for entrant in entrants:
        outcome = entrant.run()
        if is_answer(outcome):
            return Finish(entrant.name, outcome, unknown)
        unknown[entrant.name] = outcome
    return Finish(unknown=unknown)


class _Race:
    def __init__(self, entrants: Sequence[Entrant], jobs: int, seconds: float | None) -> None:
        self.waiting = sorted(entrants, key=lambda entrant: entrant.delay)
        self.jobs = jobs
        self.begun = time.monotonic()
        self.seconds = math.inf if seconds is None else seconds
        self.running: dict[int, tuple[int, Entrant]] = {}
        """By the reading end of its pipe: the process of an entrant, and the entrant."""
        self.poller = select.poll()
        self.said: dict[int, bytearray] = {}

    def run(self) -> Finish:
        """Start, wait, listen, until one has an answer or all have ended."""
        unknown: dict[str, Outcome] = {}
        failed: dict[str, str] = {}
        try:
            while (self.waiting or self.running) and (left := self.seconds - (time.monotonic() - self.begun)) > 0:
                wait = min(left, self._start_waiting())
                for reader, _ in self.poller.poll(None if wait == math.inf else math.ceil(1000 * wait)):
                    chunk = os.read(reader, 1 << 20)
                    self.said[reader] += chunk
                    if chunk:
                        continue
                    name, outcome = self._end(reader)
                    if isinstance(outcome, str):
                        failed[name] = outcome
                    elif is_answer(outcome):
                        return Finish(name, outcome, unknown, failed)
                    else:
                        unknown[name] = outcome
            return Finish(unknown=unknown, failed=failed)
        finally:
            for reader in list(self.running):
                self._end(reader)

    def _start_waiting(self) -> float:
        """Start those whose time has come, as far as there is room; seconds to the next one, if there is any."""
        while self.waiting and len(self.running) < self.jobs:
            left = self.waiting[0].delay - (time.monotonic() - self.begun)
            if left > 0 and self.running:
                return left
            self._start(self.waiting.pop(0))
        return math.inf

    def _start(self, entrant: Entrant) -> None:
        reader, writer = os.pipe()
        caller = os.getpid()
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
        child = os.fork()
        if child == 0:
            _search(writer, [reader, *self.running], caller, entrant)
        self.running[reader] = (child, entrant)
        self.said[reader] = bytearray()
        self.poller.register(reader, select.POLLIN)
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        os.close(writer)

    def _end(self, reader: int) -> tuple[str, Outcome | str]:
        """End a process, if it has not ended by itself; what it said, or why it said nothing."""
        child, entrant = self.running.pop(reader)
        self.poller.unregister(reader)
        os.close(reader)
        with suppress(OSError):
            os.kill(child, signal.SIGKILL)
        with suppress(OSError):
            os.waitpid(child, 0)
        data = self.said.pop(reader)
        if not data:
            return entrant.name, "ended without a word"
        try:
            said: Outcome | str = pickle.loads(bytes(data))
        except (EOFError, pickle.UnpicklingError):
            return entrant.name, "was killed while it spoke"
        return entrant.name, said


def _search(writer: int, others: Sequence[int], caller: int, entrant: Entrant) -> Never:
    """What a searcher does; it never returns into the code of its parent."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the caller decides what an interrupt means
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT, signal.SIGTERM})
        process_tree.die_with_parent(caller)
        for descriptor in others:
            os.close(descriptor)
        if entrant.nice:
            os.nice(entrant.nice)
        try:
            said: Outcome | str = entrant.run()
        except (GourdsError, MemoryError) as error:
            said = f"{type(error).__name__}: {error}"
        except Exception as error:
            said = f"failed with {type(error).__name__}: {error}"
        left = memoryview(pickle.dumps(said, protocol=pickle.HIGHEST_PROTOCOL))
        while left:
            left = left[os.write(writer, left) :]
    finally:
        os._exit(0)
