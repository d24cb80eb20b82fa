"""Runs with hard limits: the work is done in a process of its own, which is killed when a limit is reached.

    caller ── supervisor ── work ── whatever the work starts

Native solvers hold the interpreter's lock and cannot be interrupted from inside, so nothing less is reliable. The
work is forked, so that it finds all packages and its instance in memory. The supervisor stands between caller and work:
every orphan below it becomes its own child (it is a *subreaper*), so nothing that the work starts gets away, whatever
sessions, groups and signal handlers it makes; and if the caller dies, however it dies, the supervisor notices, kills
all that is below it, and ends. While a supervisor has no work, the kernel kills it together with its caller.

:func:`run_limited` and :func:`call_limited` fork a supervisor for one call. A process that has nothing else to do can
be the supervisor itself (:func:`become_supervisor`); then they fork the work alone. Wall time, processor time and
resident memory of all processes of the work together are looked at every 20 ms. A call costs two forks (3 ms each for
a caller of 150 MB), a supervisor's one.
Away from Linux there are no subreapers: there, what left the process group of the work is not found.
"""

from __future__ import annotations

import contextlib
import gc
import math
import os
import pickle
import select
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from multiprocessing.connection import Pipe
from typing import Any, Final, Never, TypeVar

from gourds.running import process_tree, scratch

T = TypeVar("T")

POLL: Final = 0.02
"""Seconds between two looks at the work."""
SIGNALS: Final = {signal.SIGINT, signal.SIGTERM}
"""Blocked while a supervisor is forked, until it has handlers of its own."""
_HEAD: Final = 8
"""A message starts with its length in this many bytes."""


@dataclass(frozen=True)
class Limits:
    """What a piece of work may use; None is no limit."""

    wall: float | None = None
    """Seconds by the clock."""
    cpu: float | None = None
    """Seconds of processor time, all processes together."""
    memory: float | None = None
    """Megabytes of resident memory, all processes together."""


@dataclass(frozen=True)
class Ended:
    """How a limited run ended."""

    value: Any
    """What the function returned, or raised; None unless ``cause`` is 'done' or 'raised'."""
    cause: str
    """done, time limit, cpu limit, memory limit, out of memory, crashed; of :func:`call_limited` also: raised."""
    detail: str = ""
    """More words on the cause."""
    peak_mb: float = 0.0
    """The largest resident size."""
    wall_s: float = 0.0
    """From the start of the process to its answer or its end."""
    cpu_s: float = 0.0
    """Processor time of all processes of the run."""

    @property
    def how(self) -> str:
        """The cause and its details."""
        return f"{self.cause}: {self.detail}" if self.detail else self.cause


class FailedError(Exception):
    """The function raised, or returned what cannot be handed over: carries what the child said."""


class AbandonedError(Exception):
    """The work is no longer waited for."""


def run_limited(
    function: Callable[..., T],
    *args: Any,
    time_limit: float | None = None,
    memory_limit: float | None = None,
    cpu_limit: float | None = None,
) -> Ended:
    """Call a function in a child process and return how it ended. An exception of the function is raised here."""
    ended = call_limited(function, *args, limits=Limits(time_limit, cpu_limit, memory_limit))
    if ended.cause == "raised":
        raise ended.value
    return ended


def call_limited(function: Callable[..., Any], *args: Any, limits: Limits) -> Ended:
    """The same, but an exception of the function is the value of what ended, and the cause is 'raised'.

    In a supervisor the work has no output.
    """
    if _supervising is not None and _supervising.process == os.getpid():
        caller, private = _supervising.caller, _supervising.private
        return open_value(supervise(function, *args, limits=limits, caller=caller, private=private, quiet=True))
    return open_value(_call_supervisor(function, args, limits))


def _call_supervisor(function: Callable[..., Any], args: tuple[Any, ...], limits: Limits) -> Ended:
    receiver, sender = Pipe(duplex=False)
    caller = os.getpid()
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)  # no exception between the fork and the try
    supervisor = os.fork()
    if supervisor == 0:
        receiver.close()  # or it would wait for itself to read its answer
        _run_supervisor(sender, caller, blocked, function, args, limits)
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        sender.close()
        ended = pickle.loads(receiver.recv_bytes())
        assert isinstance(ended, Ended)
    except EOFError:
        ended = Ended(None, "crashed", "the supervisor was killed from outside")
    finally:
        receiver.close()
        with contextlib.suppress(OSError):
            os.kill(supervisor, signal.SIGTERM)  # it ends its work and itself; it has done so if it has answered
        with contextlib.suppress(OSError):
            os.waitpid(supervisor, 0)
    return ended


def _run_supervisor(
    sender: Any, caller: int, blocked: set[int], function: Callable[..., Any], args: tuple[Any, ...], limits: Limits
) -> Never:
    try:
        os.setpgid(0, 0)  # an interrupt at the terminal is the caller's to answer
        become_supervisor(caller)
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        ended = supervise(function, *args, limits=limits, caller=caller, private=(sender.fileno(),))
        sender.send_bytes(pickle.dumps(ended))
    except AbandonedError:
        pass
    except BaseException as error:
        with contextlib.suppress(OSError):
            sender.send_bytes(pickle.dumps(Ended(None, "crashed", f"the supervisor failed: {error!r}")))
    finally:
        os._exit(0)


@dataclass(frozen=True)
class _Supervising:
    """That a process is a supervisor."""

    process: int
    """The process itself: what it forks is none."""
    caller: int
    """Its parent."""
    private: tuple[int, ...]
    """Descriptors that are no business of the work."""


_supervising: _Supervising | None = None
"""Set in a supervisor, and in what it forks."""


def become_supervisor(caller: int, private: Sequence[int] = ()) -> None:
    """Make this process a supervisor; SIGTERM then ends the work, which raises AbandonedError.

    ``caller`` is its parent. This process must have no children: it dies with its parent. The work of
    :func:`call_limited` does not see the descriptors ``private``.
    """
    global _supervising
    _supervising = _Supervising(os.getpid(), caller, tuple(private))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: _abandoned.append(True))  # an exception could come at a bad moment
    process_tree.adopt_orphans()
    process_tree.die_with_parent(caller)


_abandoned: list[bool] = []
"""Not empty once this process was asked to end; a list, since appending to it is safe in a signal handler."""


def supervise(
    function: Callable[..., Any],
    *args: Any,
    limits: Limits,
    caller: int,
    private: Sequence[int] = (),
    quiet: bool = False,
) -> Ended:
    """Call a function in a child of this process, which must be a supervisor and have no other children.

    ``caller`` is the parent of this process: when it is gone, the work is killed and AbandonedError raised. The work
    does not see the descriptors ``private``, and if ``quiet`` its output goes nowhere. When this returns, no process
    of the work is left, and none of its files in :mod:`gourds.running.scratch`. The value is still packed, see
    :func:`open_value`.
    """
    process_tree.outlive_parent()  # long enough to kill what is below
    reader, writer = os.pipe()
    earlier = process_tree.ended_seconds()
    start = time.monotonic()
    me = os.getpid()
    folder = scratch.choose_folder()
    child = os.fork()
    if child == 0:
        scratch.use_folder(folder)
        _work(me, writer, (reader, *private), quiet, limits, function, args)
    os.close(writer)
    tree = process_tree.Tree(child)
    try:
        ended = _watch(tree, reader, start, limits, caller)
    finally:
        tree.kill()
        os.close(reader)
        scratch.remove_folder(folder)
    process_tree.die_with_parent(caller)
    cpu = process_tree.ended_seconds() - earlier
    if ended.cause in ("crashed", "out of memory") and limits.cpu is not None and cpu >= limits.cpu:
        ended = replace(ended, cause="cpu limit", detail=f"{limits.cpu:g} s of processor time were reached")
    return replace(ended, peak_mb=max(ended.peak_mb, tree.peak_mb), cpu_s=cpu)


def _watch(tree: process_tree.Tree, reader: int, start: float, limits: Limits, caller: int) -> Ended:
    """Wait for the answer, a limit, or the end of the work."""
    deadline = math.inf if limits.wall is None else start + limits.wall
    poller = select.poll()
    poller.register(reader, select.POLLIN)
    data = bytearray()
    look = start
    is_open = True

    def ended(cause: str, detail: str = "", value: Any = None) -> Ended:
        return Ended(value, cause, detail, tree.peak_mb, time.monotonic() - start)

    while True:
        now = time.monotonic()
        pause = min(look + POLL, deadline) - now
        if poller.poll(max(0, math.ceil(pause * 1000))) and is_open:
            chunk = os.read(reader, 1 << 20)
            data += chunk
            if len(data) >= _HEAD and len(data) - _HEAD == int.from_bytes(data[:_HEAD]):
                return ended("done", value=bytes(data[_HEAD:]))
            if not chunk:
                is_open = False
                poller.unregister(reader)
                look = 0.0
        now = time.monotonic()
        if now >= deadline:
            return ended("time limit", f"{limits.wall:g} s were reached")
        if now < look + POLL:
            continue
        look = now
        if _abandoned or os.getppid() != caller:
            raise AbandonedError
        is_running = tree.look(processor=limits.cpu is not None)
        if limits.memory is not None and tree.peak_mb > limits.memory:
            return ended("memory limit", f"{limits.memory:g} MB were reached")
        if limits.cpu is not None and tree.cpu_s > limits.cpu:
            return ended("cpu limit", f"{limits.cpu:g} s of processor time were reached")
        if not is_running and not (is_open and poller.poll(0)):
            return ended(*_how(tree.status))


def _how(status: int) -> tuple[str, str]:
    """Why a process ended that gave no answer."""
    code = os.waitstatus_to_exitcode(status)
    if code == -signal.SIGKILL:
        return "out of memory", "the process was killed from outside, probably for its memory"
    return "crashed", signal.Signals(-code).name if code < 0 else f"exit code {code}"


def open_value(ended: Ended) -> Ended:
    """The same with what the function returned or raised."""
    if ended.cause != "done":
        return ended
    kind, value = pickle.loads(ended.value)
    if kind == "value":
        return replace(ended, value=value)
    if isinstance(value, MemoryError):
        return replace(ended, value=None, cause="out of memory", detail=str(value))
    return replace(ended, value=value, cause="raised", detail=f"{type(value).__name__}: {value}")


def _work(
    supervisor: int,
    writer: int,
    private: Sequence[int],
    quiet: bool,
    limits: Limits,
    function: Callable[..., Any],
    args: tuple[Any, ...],
) -> Never:
    """What the child does; it never returns into the code of its parent."""
    try:
        with contextlib.suppress(OSError):
            os.setpgid(0, 0)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the caller decides what an interrupt means
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        process_tree.die_with_parent(supervisor)
        process_tree.set_kernel_limits(limits.cpu)
        for descriptor in private:
            os.close(descriptor)
        if quiet:
            nowhere = os.open(os.devnull, os.O_RDWR)
            for descriptor in range(3):
                os.dup2(nowhere, descriptor)
        gc.freeze()  # what the parent made is not looked at again, so its memory stays shared
        try:
            message: tuple[str, Any] = ("value", function(*args))
        except BaseException as error:
            message = ("error", error)
        _send(writer, _packed(message))
    finally:
        os._exit(0)  # no clean-up of what the parent owns


def _packed(message: tuple[str, Any]) -> bytes:
    try:
        data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
        if message[0] == "error":
            pickle.loads(data)  # some exceptions can be packed, but not unpacked
        return data
    except Exception as error:
        return pickle.dumps(("error", FailedError(f"{message[1]!r} ({error})")))


def _send(writer: int, data: bytes) -> None:
    left = memoryview(len(data).to_bytes(_HEAD) + data)
    while left:
        left = left[os.write(writer, left) :]
