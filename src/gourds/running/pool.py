"""Workers: processes that do one task after the other, from a parent that stays single-threaded.

    parent ── worker ── limited work ── whatever that starts

Every limited run forks a process of its own, and forking from a process with several threads can leave locks behind
that nothing releases. So each worker is a process with one thread, and all the parent does is wait. A worker is the
supervisor of what its tasks start (:mod:`gourds.running.isolation`), so a run with limits costs one fork. When the
parent ends, for any reason, its workers kill what they run and end.

A :class:`ForkedWorker` shares all that was loaded before, functions and values that cannot be sent included. A
:class:`SpawnedWorker` is a Python process of its own, whatever threads and connections its starter has. A
:class:`Pool` hands tasks to workers of either kind, in order, and gives results as they are ready. It replaces workers
that die, and tells which task died with one.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import platform
import signal
import socket
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any, Final, Never, Self

from gourds.running.isolation import SIGNALS, AbandonedError, become_supervisor

Task = Any
"""Whatever the function of a worker takes; plain enough to be sent."""

_WORDS: Final = 5.0
"""Seconds in which a worker whose connection ended should be gone, so that one can say how."""


def usable_cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def processor_name() -> str:
    """What the processors of this machine are called."""
    with contextlib.suppress(OSError), open("/proc/cpuinfo", encoding="utf-8") as file:
        for line in file:
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


class WorkerLostError(Exception):
    """The process of a worker ended, and with it the task that it had. Says how: 'ended with exit code −9'."""


class Worker(ABC):
    """The starter's side of a worker. At most one task is in it."""

    patience = 5.0
    """Seconds in which it may end by itself before it is killed."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.task: Task | None = None
        """What it works on, in a pool."""
        self.answers = 0
        """How many tasks it has done."""

    @property
    @abstractmethod
    def pid(self) -> int:
        """The number of its process."""

    @abstractmethod
    def wait(self, seconds: float) -> int | None:
        """Wait for the end of the process, so long at most; its exit code, None if it is still there."""

    def submit(self, task: Task) -> None:
        """Hand over a task. Raises WorkerLostError."""
        try:
            self.connection.send(task)
        except OSError:
            raise WorkerLostError(self._how()) from None

    def receive(self) -> tuple[Any, str | None]:
        """Wait for what came of the task: a value, or what the function raised, in words. Raises WorkerLostError."""
        try:
            value, error = self.connection.recv()
        except (EOFError, OSError):
            raise WorkerLostError(self._how()) from None
        self.answers += 1
        return value, error

    def terminate(self) -> None:
        """Have it end its task and itself."""
        self._signal(signal.SIGTERM)
        self.connection.close()  # whether or not it heard that, it ends when the other end is closed

    def stop(self, waited: float = 0.0) -> None:
        """End the process and all that it runs; ``waited`` seconds of its patience are gone."""
        self.terminate()
        if self.wait(max(self.patience - waited, 0.0)) is None:
            self._signal(signal.SIGKILL)
            self.wait(self.patience)

    @property
    def is_broken(self) -> bool:
        """True if the process ended by itself before it did anything: trying again will not help."""
        return not self.answers and (self.wait(0) or 0) > 0

    def _signal(self, number: int) -> None:
        if self.wait(0) is None:
            with contextlib.suppress(OSError):
                os.kill(self.pid, number)

    def _how(self) -> str:
        code = self.wait(_WORDS)
        return "does not answer" if code is None else f"ended with exit code {code}"


class ForkedWorker(Worker):
    """A worker that calls ``function(*shared, task)`` for every task, forked from this process."""

    def __init__(self, function: Callable[..., Any], shared: tuple[Any, ...], others: Sequence[Worker] = ()) -> None:
        """``others`` are those forked before. A worker that kept their connections would hold them open."""
        context: Any = multiprocessing.get_context("fork")
        ours, theirs = context.Pipe()
        super().__init__(ours)
        parents = [ours, *(worker.connection for worker in others)]
        blocked = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)  # until the worker has its own handlers
        try:
            args = (os.getpid(), parents, blocked, theirs, function, shared)
            self.process = context.Process(target=_serve_forked, args=args, daemon=False)
            self.process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        theirs.close()

    @property
    def pid(self) -> int:
        """The number of its process."""
        return int(self.process.pid)

    def wait(self, seconds: float) -> int | None:
        """Wait for the end of the process, so long at most; its exit code, None if it is still there."""
        self.process.join(seconds)
        code: int | None = self.process.exitcode
        return code


class SpawnedWorker(Worker):
    """A worker that is a Python process of its own: a module whose main calls :func:`serve_spawned`."""

    patience = 15.0

    def __init__(self, module: str) -> None:
        ours, theirs = socket.socketpair()
        super().__init__(Connection(ours.detach()))
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-m", module, str(theirs.fileno()), str(os.getpid())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,  # the starter handles interrupts at the terminal
            )

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self.process.pid

    def wait(self, seconds: float) -> int | None:
        """Wait for the end of the process, so long at most; its exit code, None if it is still there."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(seconds)
        return self.process.returncode


# -- in the worker --------------------------------------------------------------------------------------------------


def _serve_forked(
    parent: int,
    parents: Sequence[Connection],
    blocked: set[int],
    connection: Connection,
    function: Callable[..., Any],
    shared: tuple[Any, ...],
) -> Never:
    """``parents`` are the parent's ends of all connections: kept, they would hold the worker's own open."""
    become_supervisor(parent, private=(connection.fileno(),))
    signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    for one in parents:
        one.close()
    _serve(connection, lambda task: function(*shared, task), None)


def serve_spawned(function: Callable[[Task], Any], idle: float | None = None) -> Never:
    """Do tasks as long as the other end is open, or until this many seconds have passed without one."""
    descriptor, parent = int(sys.argv[1]), int(sys.argv[2])
    become_supervisor(parent, private=(descriptor,))
    os.set_inheritable(descriptor, False)
    _serve(Connection(descriptor), function, idle)


def _serve(connection: Connection, function: Callable[[Task], Any], idle: float | None) -> Never:
    """Take tasks; leave by ``os._exit``, since what was forked belongs to the parent."""
    with contextlib.suppress(AbandonedError, EOFError, OSError):
        while connection.poll(idle):
            connection.send(_outcome(function, connection.recv()))
    os._exit(0)


def _outcome(function: Callable[[Task], Any], task: Task) -> tuple[Any, str | None]:
    try:
        return function(task), None
    except AbandonedError:
        raise
    except Exception as error:
        return None, f"{type(error).__name__}: {error}"


# -- many -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Done:
    """A task with what came out of it."""

    task: Task
    """As it was given."""
    value: Any = None
    """What the function returned."""
    error: str | None = None
    """Why it returned nothing: what it raised, or how its worker ended."""
    is_lost: bool = False
    """True if its worker ended."""
    is_broken: bool = False
    """True if that worker ended by itself before it did anything: trying again will not help."""


class Pool:
    """A number of workers. To be used in a ``with``, which ends them and their children."""

    def __init__(self, count: int, start: Callable[[Sequence[Worker]], Worker]) -> None:
        """``start`` makes a worker; it is told those that there are."""
        self._count = max(count, 1)
        self._start = start
        self._workers: list[Worker] = []

    @classmethod
    def forked(cls, count: int, function: Callable[..., Any], *shared: Any) -> Self:
        """Workers that call ``function(*shared, task)`` for every task."""
        return cls(count, lambda others: ForkedWorker(function, shared, others))

    def __enter__(self) -> Self:
        try:
            for _ in range(self._count):
                self._workers.append(self._start(self._workers))
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
            worker.terminate()  # all at once, so that they end in parallel
        start = time.monotonic()
        for worker in self._workers:
            worker.stop(time.monotonic() - start)

    @property
    def running(self) -> list[Task]:
        """What is being worked on."""
        return [worker.task for worker in self._workers if worker.task is not None]

    def work(
        self, tasks: Iterable[Task], tick: float | None = None, *, is_eager: bool = False
    ) -> Iterator[Done | None]:
        """Every task, as it is done; None when nothing ended for a tick. A task is taken when a worker is free.

        A result is given before the next task is begun, so that an interrupt finds it in the caller's hands. If
        ``is_eager``, the worker begins the next task first.
        """
        left = iter(tasks)
        while True:
            self._hand_out(left)
            busy = {worker.connection: worker for worker in self._workers if worker.task is not None}
            if not busy:
                return
            ready = wait(list(busy), tick)
            if not ready:
                yield None
            for connection in ready:
                assert isinstance(connection, Connection)
                done = self._receive(busy[connection])
                if is_eager:
                    self._hand_out(left)
                yield done

    def _hand_out(self, left: Iterator[Task]) -> None:
        for worker in list(self._workers):
            if worker.task is None and (task := next(left, None)) is not None:
                self._give(worker, task)

    def _give(self, worker: Worker, task: Task) -> None:
        try:
            worker.submit(task)
        except WorkerLostError:  # it died, with its last task or while it waited
            worker = self._replace(worker)
            with contextlib.suppress(WorkerLostError):  # its connection is at its end then, and that is received
                worker.submit(task)
        worker.task = task

    def _receive(self, worker: Worker) -> Done:
        task, worker.task = worker.task, None
        try:
            value, error = worker.receive()
        except WorkerLostError as lost:
            worker.stop()
            return Done(task, error=str(lost), is_lost=True, is_broken=worker.is_broken)
        return Done(task, value, error)

    def _replace(self, worker: Worker) -> Worker:
        worker.stop()
        self._workers.remove(worker)
        self._workers.append(self._start(self._workers))
        return self._workers[-1]
