"""All processes below this one: adopt them, measure them, kill them.

On Linux a *subreaper* becomes the parent of every orphan below it. So a process of the work may fork, leave its group
and session, and let its parent die: it stays below the subreaper, and when the subreaper has no child left, nothing is
left of the work. Elsewhere only the process group of the work is known.
"""

from __future__ import annotations

import contextlib
import math
import os
import resource
import signal
import sys
import time
from typing import Final

_DEATH_SIGNAL: Final = 1
_CHILD_SUBREAPER: Final = 36
_SHARED_COUNTED: Final = 16
"""Up to this many processes, memory that they share is counted once; it takes too long to find out for more."""
_RARELY: Final = 50
"""That takes milliseconds for a large process, so it is done again only after this many times as long: between, growth
counts as memory of its own."""
_PATIENCE: Final = 10.0
"""Seconds after which a process that does not even die when killed (it waits for a device) is left to the kernel."""


class Tree:
    """A child and everything below it, as far as this process can see."""

    def __init__(self, child: int) -> None:
        self.child = child
        self.status = 0
        """How the child ended, once it has."""
        self.peak_mb = 0.0
        """The largest resident size of all processes together that was seen."""
        self.cpu_s = 0.0
        """Their processor time at the last look."""
        self._is_running = True
        self._earlier = ended_seconds()
        self._memory = _Memory()

    def look(self, *, processor: bool) -> bool:
        """Measure memory and, if wanted, processor time; is the child still running?"""
        pids = descendants(os.getpid())
        if pids:
            self.peak_mb = max(self.peak_mb, self._memory.resident_mb(pids))
        self._reap()
        if processor:
            self.cpu_s = ended_seconds() - self._earlier + sum(map(_used_seconds, pids))
        return self._is_running

    def kill(self) -> None:
        """Kill all and wait until none is left."""
        give_up = time.monotonic() + _PATIENCE
        pause = 0.0005
        if self._is_running:
            with contextlib.suppress(OSError):
                os.killpg(self.child, signal.SIGKILL)
            with contextlib.suppress(OSError):
                os.kill(self.child, signal.SIGKILL)
        while self._reap() and time.monotonic() < give_up:
            time.sleep(pause)
            pause = min(2 * pause, 0.002)
            # Killing orphans what is below: it becomes our child, and the next round finds it.
            for pid in descendants(os.getpid()):
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)

    def _reap(self) -> bool:
        """Collect the children that ended; True while there are others."""
        while True:
            try:
                pid, status, used = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                self._is_running = False
                return False
            if pid == 0:
                return True
            if pid == self.child:
                self._is_running = False
                self.status = status
                unit = 2**20 if sys.platform == "darwin" else 2**10
                self.peak_mb = max(self.peak_mb, used.ru_maxrss / unit)


def adopt_orphans() -> None:
    """Become the parent of all orphans below this process."""
    _prctl(_CHILD_SUBREAPER, 1)


def die_with_parent(parent: int) -> None:
    """On Linux, ask to be killed when the parent dies, however it dies; it may have died before the question.

    For the kernel a parent is a thread: the one that started this process has to stay.
    """
    _prctl(_DEATH_SIGNAL, signal.SIGKILL)
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)


def outlive_parent() -> None:
    """Take that back."""
    _prctl(_DEATH_SIGNAL, 0)


def set_kernel_limits(cpu: float | None) -> None:
    """In the work: the kernel's own limits. No core files; processor time as a second line of defense."""
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if cpu is not None:
        soft = math.ceil(cpu) + 1
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_CPU, (soft, soft + 1))


def _prctl(option: int, value: int) -> None:
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def descendants(root: int) -> list[int]:
    """The processes below a process; empty where there is no /proc."""
    found: list[int] = []
    stack = [root]
    while stack:
        folder = f"/proc/{stack.pop()}/task"
        for task in _listed(folder):
            below = [int(pid) for pid in _read(f"{folder}/{task}/children").split()]
            found += below
            stack += below
    return found


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _read(path: str) -> bytes:
    try:
        with open(path, "rb", buffering=0) as file:
            return file.read()
    except OSError:
        return b""


class _Memory:
    """How much memory processes hold together, what they share counted once where that can be found out."""

    def __init__(self) -> None:
        self._pids: list[int] = []
        self._extra = 0.0  # megabytes that are counted more than once in the sum of the sizes
        self._next = 0.0  # when to find out again

    def resident_mb(self, pids: list[int]) -> float:
        """The resident memory of these processes, in megabytes."""
        whole = _pages_mb(pids)
        if not 1 < len(pids) <= _SHARED_COUNTED:
            return whole
        begin = time.monotonic()
        if pids != self._pids or begin >= self._next:
            shares = [_proportional_kb(pid) for pid in pids]
            self._extra = max(0.0, whole - sum(shares) / 2**10) if any(shares) else 0.0
            self._pids, self._next = pids, begin + _RARELY * (time.monotonic() - begin)
        return whole - self._extra


def _pages_mb(pids: list[int]) -> float:
    """The sum of the resident sizes."""
    pages = sum(int(fields[1]) for pid in pids if len(fields := _read(f"/proc/{pid}/statm").split()) > 1)
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def _proportional_kb(pid: int) -> int:
    """Resident memory, with every page divided by the number of processes that share it."""
    for line in _read(f"/proc/{pid}/smaps_rollup").splitlines():
        if line.startswith(b"Pss:"):
            return int(line.split()[1])
    return 0


def _used_seconds(pid: int) -> float:
    """Processor time of a process and of its children that ended."""
    fields = _read(f"/proc/{pid}/stat").rpartition(b")")[2].split()
    if len(fields) < 15:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def ended_seconds() -> float:
    """Processor time of all children of this process that ended, and of theirs."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
