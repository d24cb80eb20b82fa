"""The launcher: a process that loads what work may need, and forks a killable process tree for every piece of work.

    server ── launcher ── supervisor ── work ── whatever the work starts

The server has sockets, a loop and perhaps threads, which a forked child must not inherit; so it starts this process
anew, and sends it two descriptors for each piece of work: a socket for the order and the answer, and a pipe for
progress. The launcher forks a supervisor (:mod:`gourds.running.isolation`), which reads the order, lets the work be
done within limits, and writes the answer. Packages are loaded one at a time while the server is idle
(:mod:`gourds.web.preloading`); every fork after that finds them in memory.

This is not a :mod:`gourds.running.pool`. The server is asynchronous and cannot wait for workers; each piece of work has
its own limits, tells its progress and can be cancelled; and in a pool short questions would wait behind long jobs.

Nothing outlives the server: when its end of the control socket closes, however that happens, the launcher ends all
supervisors, which kill what is below them; and if the launcher dies, every supervisor notices and does the same.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import select
import signal
import socket
import sys
import time
from typing import Any, Final, Never

from gourds.running import isolation, process_tree
from gourds.web.preloading import preload

ID_BYTES: Final = 16
"""The length of an id, hexadecimal."""
IN_FULL: Final = "in-full"
"""The argument with which large packages and kernels are loaded ahead."""
START: Final = b"+"
CANCEL: Final = b"-"
_POLL: Final = 0.1
"""Seconds between two looks at supervisors that may have ended."""
_LONG: Final = 5.0
_PATIENCE: Final = 3.0
"""Seconds that supervisors get to end their work when the launcher ends."""


def main(control: socket.socket, preloads: bool) -> None:
    """Fork for the process at the other end of the control socket, until that closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    process_tree.die_with_parent(os.getppid())  # even while it is loading; the supervisors notice
    running: dict[bytes, int] = {}
    steps = preload(preloads)
    quiet: float | None = 0.0
    asked = time.monotonic()  # the time of the last request, or of the last loading
    poller = select.poll()
    poller.register(control, select.POLLIN)
    try:
        while True:
            _reap(running)
            left = math.inf if quiet is None else asked + quiet - time.monotonic()
            if not poller.poll(1000 * max(0.0, min(left, _POLL if running else _LONG))):
                if left <= 0:
                    if not running:
                        quiet = next(steps, None)
                    asked = time.monotonic()
                continue
            asked = time.monotonic()
            data, descriptors, _, _ = socket.recv_fds(control, 1 + ID_BYTES, 2)
            if len(data) < 1 + ID_BYTES:
                return
            number = data[1:]
            if data[:1] == START:
                if pid := _fork(control, descriptors):
                    running[number] = pid
            elif number in running:
                _terminate(running[number])
    finally:
        steps.close()
        _end_all(running)


def _fork(control: socket.socket, descriptors: list[int]) -> int | None:
    """Start a supervisor, which then owns the descriptors; None if the system cannot start a process."""
    caller = os.getpid()
    pid = None
    with contextlib.suppress(OSError, ValueError):  # no process can be started, or descriptors are missing
        connection, progress = descriptors
        pid = os.fork()
    if pid == 0:
        control.close()
        _supervise(caller, connection, progress)
    for descriptor in descriptors:
        os.close(descriptor)  # once the last copy is closed, the server notices
    return pid


def _supervise(caller: int, connection: int, progress: int) -> Never:
    """What the supervisor does: read the order, let it be carried out, write the answer."""
    try:
        os.setpgid(0, 0)
        isolation.become_supervisor(caller)
        order, body = read_frame(connection)
        limits = isolation.Limits(wall=order["seconds"], memory=order["memory_mb"])
        ended = isolation.supervise(
            _perform,
            order,
            body,
            progress,
            limits=limits,
            caller=caller,
            private=(connection,),
            quiet=True,
        )
        ended = isolation.open_value(ended)
        if ended.cause == "done":
            head, content = ended.value
        else:
            head, content = {}, b""
        write_frame(connection, {"cause": ended.cause, "detail": ended.detail[:400], **head}, content)
    except (isolation.AbandonedError, OSError, EOFError):
        pass
    finally:
        os._exit(0)


def _perform(order: dict[str, Any], body: bytes, progress: int) -> tuple[dict[str, Any], bytes]:
    os.nice(order["nice"])
    from gourds.web.tasks import perform

    return perform(order, body, _Teller(progress).say)


class _Teller:
    """Sends lines of progress, at a limited rate, and never waits for a reader."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor
        self.last = 0.0
        os.set_blocking(descriptor, False)

    def say(self, text: str) -> None:
        """Report progress."""
        now = time.monotonic()
        if now - self.last < 0.1:
            return
        self.last = now
        line = json.dumps(text[:100])[:500]  # short enough that a pipe takes all of it or nothing
        with contextlib.suppress(OSError):
            os.write(self.descriptor, line.encode() + b"\n")


# -- frames: a length, a line of JSON, the rest ---------------------------------------------------------------------


def spell_frame(head: dict[str, Any], content: bytes) -> bytes:
    """The bytes of a frame."""
    line = json.dumps(head).encode() + b"\n"
    return (len(line) + len(content)).to_bytes(8) + line + content


def split_frame(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Head and content of a frame without its length."""
    line, _, content = data.partition(b"\n")
    head: dict[str, Any] = json.loads(line)
    return head, content


def read_frame(descriptor: int) -> tuple[dict[str, Any], bytes]:
    """A frame from a descriptor that blocks. Raises EOFError if it ends early."""
    size = int.from_bytes(_read(descriptor, 8))
    return split_frame(_read(descriptor, size))


def write_frame(descriptor: int, head: dict[str, Any], content: bytes) -> None:
    """Write a frame to a descriptor that blocks."""
    left = memoryview(spell_frame(head, content))
    while left:
        left = left[os.write(descriptor, left) :]


def _read(descriptor: int, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        part = os.read(descriptor, min(size - len(data), 1 << 20))
        if not part:
            raise EOFError
        data += part
    return bytes(data)


# -- ending ---------------------------------------------------------------------------------------------------------


def _terminate(pid: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(pid, signal.SIGTERM)


def _reap(running: dict[bytes, int]) -> None:
    """Collect supervisors that ended."""
    for number, pid in list(running.items()):
        if os.waitpid(pid, os.WNOHANG)[0]:
            del running[number]


def _end_all(running: dict[bytes, int]) -> None:
    """End all supervisors and wait until their work is gone."""
    for pid in running.values():
        _terminate(pid)
    give_up = time.monotonic() + _PATIENCE
    while running and time.monotonic() < give_up:
        _reap(running)
        time.sleep(0.005)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])), sys.argv[2] == IN_FULL)
