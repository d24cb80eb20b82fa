"""Runs with hard limits: the work is done in a process of its own, which is killed when a limit is reached.

Native solvers hold the interpreter's lock and cannot be interrupted from inside, so nothing less is reliable. The
child is forked where the platform allows (a few milliseconds) and leads a process group of its own; killing the
group ends whatever it started. Memory is watched as resident size every 20 ms.
"""

from __future__ import annotations

import contextlib
import gc
import multiprocessing
import os
import pickle
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

T = TypeVar("T")

POLL = 0.02


@dataclass(frozen=True)
class Ended:
    """How a limited run ended."""

    value: Any
    """What the function returned, None unless ``cause`` is 'done'."""
    cause: str
    """done, time limit, memory limit, out of memory, crashed."""
    detail: str = ""
    """More words on the cause."""
    peak_mb: float = 0.0
    """The largest resident size seen."""


class FailedError(Exception):
    """The function raised: carries what the child said."""


def run_limited(
    function: Callable[..., T], *args: Any, time_limit: float | None = None, memory_limit: float | None = None
) -> Ended:
    """Call a function in a child process and return how it ended. An exception of the function is raised here."""
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
    context: Any = multiprocessing.get_context(method)
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=_child, args=(sender, function, args), daemon=False)
    child.start()
    sender.close()
    deadline = None if time_limit is None else time.monotonic() + time_limit
    peak = 0.0
    try:
        while True:
            timeout = POLL if memory_limit is not None else 0.5
            if deadline is not None:
                timeout = min(timeout, max(0.0, deadline - time.monotonic()))
            if wait([receiver], timeout):
                return _receive(receiver, child, peak)
            peak = max(peak, _resident_mb(child.pid))
            if memory_limit is not None and peak > memory_limit:
                return Ended(None, "memory limit", f"{memory_limit:g} MB were reached", peak)
            if deadline is not None and time.monotonic() >= deadline:
                return Ended(None, "time limit", f"{time_limit:g} s were reached", peak)
    finally:
        _kill(child)
        receiver.close()


def _receive(receiver: Connection, child: Any, peak: float) -> Ended:
    try:
        data = receiver.recv_bytes()
    except (EOFError, OSError):
        child.join(1)
        code = child.exitcode
        if code == -signal.SIGKILL:
            return Ended(None, "out of memory", "the process was killed from outside, probably for its memory", peak)
        how = signal.Signals(-code).name if code is not None and code < 0 else f"exit code {code}"
        return Ended(None, "crashed", how, peak)
    kind, value, resident = pickle.loads(data)
    peak = max(peak, resident)
    if kind == "value":
        return Ended(value, "done", peak_mb=peak)
    if isinstance(value, MemoryError):
        return Ended(None, "out of memory", str(value), peak)
    raise value


def _child(sender: Connection, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
    with contextlib.suppress(OSError):
        os.setpgid(0, 0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides what an interrupt means
    _die_with_parent()
    gc.freeze()  # what the parent made is not looked at again, so its memory stays shared
    try:
        message = ("value", function(*args))
    except BaseException as error:
        message = ("error", error)
    resident = _resident_mb(os.getpid())
    try:
        data = pickle.dumps((*message, resident), protocol=pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        data = pickle.dumps(("error", FailedError(f"{message[1]!r} ({error})"), resident))
    sender.send_bytes(data)
    sender.close()
    os._exit(0)  # no clean-up of what the parent owns


def _die_with_parent() -> None:
    """On Linux, ask to be killed when the parent dies, however it dies."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    set_death_signal = 1
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL, 0, 0, 0)


def _kill(child: Any) -> None:
    with contextlib.suppress(OSError):
        os.killpg(child.pid, signal.SIGKILL)
    child.kill()
    child.join()


def _resident_mb(pid: int | None) -> float:
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    except (OSError, IndexError, ValueError):
        return 0.0
