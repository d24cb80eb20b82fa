"""The server's end of the launcher: orders go out, progress and answers come back; work that is dropped is killed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final

from gourds.errors import one_line
from gourds.web.launcher import CANCEL, ID_BYTES, IN_FULL, START, spell_frame, split_frame

_GRACE: Final = 4.0
"""Seconds that the launcher gets to end everything."""
_AGAIN: Final = 0.2
"""Seconds after which a message that found no room in the socket is sent to the launcher again."""
_GONE: Final = "the process that worked on it is gone"


@dataclass(frozen=True)
class Order:
    """A piece of work."""

    kind: str
    """One of :data:`gourds.web.kinds.TASKS`."""
    seconds: float
    """The time after which it is killed."""
    memory_mb: float
    """The memory of all its processes together."""
    context: dict[str, Any]
    """What the server adds to the body: limits, the folder of campaigns."""
    nice: int = 0
    """Its niceness: how far it yields to other processes."""


@dataclass(frozen=True)
class Reply:
    """What came of it."""

    status: int
    """As in HTTP."""
    content: bytes
    """JSON, or the bytes of a file."""
    media: str = "application/json"
    name: str | None = None
    """The name of a file."""

    @property
    def is_good(self) -> bool:
        """True iff it is an answer, not an error."""
        return self.status < 400

    @classmethod
    def of_error(cls, status: int, reason: str) -> Reply:
        """An error in one line."""
        return cls(status, json.dumps({"error": one_line(reason)}).encode())


class Workers:
    """Starts the launcher and has work done there."""

    def __init__(self, preloads: bool = True) -> None:
        self.preloads = preloads
        self._is_closed = False
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    def start(self) -> None:
        """Start the launcher; it is started again by itself if it dies."""
        ours, theirs = socket.socketpair()
        paths = [path for path in sys.path if path and os.path.exists(path)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        preloading = IN_FULL if self.preloads else "in-part"
        command = [sys.executable, "-P", "-m", "gourds.web.launcher", str(theirs.fileno()), preloading]
        self._process = subprocess.Popen(
            command,
            pass_fds=(theirs.fileno(),),
            stdin=subprocess.DEVNULL,
            env=environment,
            process_group=0,  # an interrupt at the terminal is the server's to answer
        )
        theirs.close()
        ours.setblocking(False)
        self._control = ours

    def close(self) -> None:
        """End all work and the launcher, for good. When this returns, none of their processes is left."""
        self._is_closed = True
        self._stop()

    def _stop(self) -> None:
        if self._control is not None:
            self._control.close()
        if self._process is not None:
            try:
                self._process.wait(_GRACE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._control = self._process = None

    def _send(self, message: bytes, descriptors: list[int]) -> None:
        for is_last in (False, True):
            if self._control is None or self._process is None or self._process.poll() is not None:
                self._stop()
                self.start()
            assert self._control is not None
            try:
                socket.send_fds(self._control, [message], descriptors)
                return
            except OSError:
                if is_last:
                    raise

    async def run(self, order: Order, body: bytes, on_progress: Callable[[str], None] | None = None) -> Reply:
        """Have a piece of work done. If this is cancelled, the work and all its processes are killed."""
        if self._is_closed:
            return Reply.of_error(503, "the server is ending")
        number = secrets.token_hex(ID_BYTES // 2).encode()
        ours, theirs = socket.socketpair()
        reader, writer = os.pipe()
        loop = asyncio.get_running_loop()
        try:
            ours.setblocking(False)
            os.set_blocking(reader, False)
            self._send(START + number, [theirs.fileno(), writer])
            theirs.close()
            os.close(writer)
            writer = -1
            if on_progress is not None:
                loop.add_reader(reader, _tell, loop, reader, on_progress)
            await loop.sock_sendall(ours, spell_frame(asdict(order), body))
            return _reply(*split_frame(await _receive(loop, ours)))
        except (EOFError, OSError):
            return Reply.of_error(503, _GONE)
        finally:
            loop.remove_reader(reader)
            theirs.close()
            ours.close()
            os.close(reader)
            if writer >= 0:
                os.close(writer)
            self._cancel(loop, number)

    def _cancel(self, loop: asyncio.AbstractEventLoop, number: bytes) -> None:
        """Tell the launcher to end a piece of work, as soon as it listens; it ignores work that has ended."""
        if self._control is None:
            return
        try:
            self._control.send(CANCEL + number)
        except BlockingIOError:
            loop.call_later(_AGAIN, self._cancel, loop, number)
        except OSError:
            pass  # it is gone, and the work with it


def _tell(loop: asyncio.AbstractEventLoop, reader: int, on_progress: Callable[[str], None]) -> None:
    """Pass on the newest line of progress."""
    try:
        data = os.read(reader, 1 << 16)
    except BlockingIOError:
        return
    except OSError:
        data = b""
    if not data:
        loop.remove_reader(reader)
        return
    with contextlib.suppress(ValueError):
        on_progress(str(json.loads(data.rstrip(b"\n").rpartition(b"\n")[2])))


async def _receive(loop: asyncio.AbstractEventLoop, connection: socket.socket) -> bytes:
    data = bytearray()
    size = 8
    while len(data) < size:
        part = await loop.sock_recv(connection, 1 << 20)
        if not part:
            raise EOFError
        data += part
        if size == 8 and len(data) >= 8:
            size = 8 + int.from_bytes(data[:8])
    return bytes(data[8:])


def _reply(head: dict[str, Any], content: bytes) -> Reply:
    cause, detail = head["cause"], head["detail"]
    if cause == "done":
        return Reply(head["status"], content, head["media"], head.get("name"))
    status = {"time limit": 503, "memory limit": 503, "out of memory": 503}.get(cause, 500)
    return Reply.of_error(status, f"{cause}: {detail}" if detail else cause)
