"""Tasks on several processes at once, from a parent that stays single-threaded.

Every run forks a process of its own, and forking from a process with several threads can leave locks behind that
nobody holds. So each worker is a process that takes one task after the other, and all that the parent does is wait.
Tasks go out in order; results come back as they are ready. Workers are forked after everything was loaded, so that
they and all their children share it. A worker is the supervisor of what its tasks start (see
:mod:`gourds.running.isolation`), so a run with limits costs one fork.
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

from gourds.running import isolation
from gourds.running.isolation import AbandonedError

Task = Any
"""Whatever the function takes; plain enough to be sent."""

DIED = "the process that worked on it died"
PATIENCE = 5.0
"""Seconds in which workers may end by themselves before they are killed."""


@dataclass(frozen=True)
class Done:
    """A task with what came out of it."""

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
    """A number of processes that call one function. To be used in a ``with``, which ends them and their children."""

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
                worker.process.terminate()  # ends the run that it supervises; if there is none, the next line ends it
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
        """Every task that is still wanted when its turn comes, as it is done; None when nothing ended for a tick."""
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
        """The worker that has the task now: this one, or a new one in the place of one that died while it waited."""
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


def _serve(
    parent: int,
    parents: Sequence[Connection],
    blocked: set[int],
    connection: Connection,
    function: Callable[..., Any],
    shared: tuple[Any, ...],
) -> None:
    """Take tasks until there is none; leave by ``os._exit``, since what was forked belongs to the parent.

    ``parents`` are the parent's ends of all connections. A worker that kept them would hold its own connection open,
    and wait for a parent that is gone.
    """
    isolation.become_supervisor(parent, private=(connection.fileno(),))
    signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
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
