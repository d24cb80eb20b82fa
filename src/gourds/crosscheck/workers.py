"""Tasks in several processes at once, from a parent that stays single-threaded.

Every run forks its own process. Forking from a process with several threads can leave locks in the child that no thread
will ever release. So each worker is a process that takes one task after the other, and the parent only waits. Tasks go
out in order; results come back as they are ready. Workers are forked after everything is loaded, so that they and all
their children share it. A worker is the supervisor of what its tasks start (see
:mod:`gourds.solvers.isolation`), so a run with limits costs one fork.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, Self

from gourds.solvers import isolation
from gourds.solvers.isolation import AbandonedError, Ended, run_limited

Task = Any
"""What the function takes; it can be pickled."""

DIED = "the process that worked on it died"
PATIENCE = 5.0
"""Seconds in which workers may end by themselves before they are killed."""


@dataclass(frozen=True)
class Done:
    """A task with its outcome."""

    task: Task
    """As it was given."""
    value: Any = None
    """What the function returned."""
    error: str | None = None
    """Why it returned nothing."""


@dataclass
class _Worker:
    process: Any
    connection: Connection
    task: Task | None = None


class Workers:
    """Processes that call one function. Use it in a ``with`` statement, which ends them and their children."""

    def __init__(self, count: int, function: Callable[..., Any], *shared: Any) -> None:
        """``function(*shared, task)`` is called for every task."""
        self._context: Any = multiprocessing.get_context("fork")
        self._function = function
        self._shared = shared
        self._count = max(count, 1)
        self._workers: list[_Worker] = []

    def __enter__(self) -> Self:
        try:
            for _ in range(self._count):
                self._workers.append(self._start())
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def _end(self) -> None:
        for worker in self._workers:
            if worker.task is not None:
                worker.process.terminate()  # ends the run that it supervises; without a run, the next line ends it
            with contextlib.suppress(OSError):
                worker.connection.send(None)
            worker.connection.close()
        deadline = time.monotonic() + PATIENCE
        for worker in self._workers:
            worker.process.join(max(deadline - time.monotonic(), 0))
            if worker.process.exitcode is None:
                worker.process.kill()
                worker.process.join()

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        parents = [ours, *(worker.connection for worker in self._workers)]
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, isolation.SIGNALS)  # until the worker has its own handlers
        try:
            args = (os.getpid(), parents, blocked, theirs, self._function, self._shared)
            process = self._context.Process(target=_serve, args=args, daemon=False)
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        theirs.close()
        return _Worker(process, ours)

    @property
    def running(self) -> list[Task]:
        """What is being worked on."""
        return [worker.task for worker in self._workers if worker.task is not None]

    def work(self, tasks: Sequence[Task], is_wanted: Callable[[Task], bool], tick: float) -> Iterator[Done | None]:
        """Yields every task as it is done, skipping those no longer wanted; None when nothing ended for a tick."""
        left = iter(tasks)
        while True:
            self._hand_out(left, is_wanted)
            busy = {worker.connection: worker for worker in self._workers if worker.task is not None}
            if not busy:
                return
            ready = wait(list(busy), tick)
            if not ready:
                yield None
            received = [self._receive(busy[one]) for one in ready if isinstance(one, Connection)]
            self._hand_out(left, is_wanted)
            yield from received

    def _hand_out(self, left: Iterator[Task], is_wanted: Callable[[Task], bool]) -> None:
        for k, worker in enumerate(self._workers):
            if worker.task is None and (task := next((one for one in left if is_wanted(one)), None)) is not None:
                self._workers[k] = self._send(worker, task)

    def _send(self, worker: _Worker, task: Task) -> _Worker:
        """The worker that has the task now: this one, or its replacement if it died while it waited."""
        try:
            worker.connection.send(task)
        except OSError:
            worker = self._start()
            worker.connection.send(task)
        worker.task = task
        return worker

    def _receive(self, worker: _Worker) -> Done:
        task, worker.task = worker.task, None
        try:
            value, error = worker.connection.recv()
        except (EOFError, OSError):
            worker.connection.close()
            worker.process.join()
            self._workers[self._workers.index(worker)] = self._start()
            return Done(task, error=DIED)
        return Done(task, value, error)


_parent: int | None = None
"""In a worker: its parent."""
_private: tuple[int, ...] = ()
"""In a worker: descriptors that the processes of its tasks must not inherit."""


def call_limited(
    function: Callable[..., Any], *args: Any, time_limit: float | None, memory_limit: float | None
) -> Ended:
    """Call a function in its own process, from a worker or from anywhere else. Its exceptions are raised here."""
    if _parent is None:
        return run_limited(function, *args, time_limit=time_limit, memory_limit=memory_limit)
    limits = isolation.Limits(wall=time_limit, memory=memory_limit)
    ended = isolation.open_value(
        isolation.supervise(function, *args, limits=limits, caller=_parent, private=_private, quiet=True)
    )
    if ended.cause == "raised":
        raise ended.value
    return ended


def _serve(
    parent: int,
    parents: Sequence[Connection],
    blocked: set[int],
    connection: Connection,
    function: Callable[..., Any],
    shared: tuple[Any, ...],
) -> None:
    """Take tasks until there is none; leave by ``os._exit``, since what was forked belongs to the parent.

    ``parents`` are the parent's ends of all connections. A worker that kept them would hold its own connection open
    and wait for a parent that no longer exists.
    """
    global _parent, _private
    isolation.become_supervisor(parent)
    signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    _parent, _private = parent, (connection.fileno(),)
    for one in parents:
        one.close()
    try:
        while (task := connection.recv()) is not None:
            connection.send(_outcome(function, shared, task))
    except (AbandonedError, EOFError, OSError):
        pass
    os._exit(0)


def _outcome(function: Callable[..., Any], shared: tuple[Any, ...], task: Task) -> tuple[Any, str | None]:
    try:
        return function(*shared, task), None
    except AbandonedError:
        raise
    except Exception as error:
        return None, f"{type(error).__name__}: {error}"
