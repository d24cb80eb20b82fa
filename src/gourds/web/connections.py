"""A connection that also ends when uvicorn would wait forever: clients that are too slow, and data that is not HTTP.

uvicorn sets no limit for a request that never becomes complete, for a body that continues after its answer, or for an
answer that the client does not read. It answers invalid data in plain text, and it raises an exception if such data
arrives while an answer is being sent. This class handles each case:

- the head of a request must arrive within ``head_seconds`` of the connection or of its first byte;
- data sent after the answer is discarded for the same time, and then the connection is cut;
- a reader that takes nothing for ``unread_seconds`` is cut off;
- more connections than ``connections``, or than half of what the system lets this process open, are refused;
- requests sent ahead, before the answer, do not hide that their sender has disconnected;
- data that is not HTTP is answered with JSON, like everything else, and ends the request that it interrupts.

No option of uvicorn does this: ``limit_concurrency`` counts a connection only after a whole request has arrived on it,
and ``timeout_keep_alive`` begins after an answer. An application sees no connection before there is a request, and no
transport. So this is a subclass of uvicorn's own class, and ``pyproject.toml`` names the versions that it suits.
"""

from __future__ import annotations

import asyncio
import sys
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol

from gourds.web.guard import HEADERS
from gourds.web.requests import refuse
from gourds.web.settings import Settings

_AHEAD: Final = 2**16
"""Bytes sent ahead, before an earlier request is answered, that are read so that a disconnect is noticed."""


def connections_of(settings: Settings) -> type[H11Protocol]:
    """The class of the connections of a server with these limits."""
    most = min(settings.connections, _files_allowed() // 2)

    class Limited(_Connection):
        limits = settings
        most_open = most

    return Limited


def _files_allowed() -> int:
    """The number of descriptors that may be open at once."""
    try:
        import resource
    except ImportError:  # missing on Windows, where sockets are not counted
        return sys.maxsize
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


class _Connection(H11Protocol):
    limits: Settings
    most_open: int

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._head_timer: asyncio.TimerHandle | None = None
        self._read_timer: asyncio.TimerHandle | None = None

    # -- beginning and end --------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.most_open:
            self._refuse(503, "too many connections are open")
        else:
            self._wait_for_a_request()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self._stop_watching_the_reader()
        super().connection_lost(exc)

    # -- clients that send too slowly, or nonsense ---------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()
            if self.conn.their_state is h11.DONE and len(self.conn.trailing_data[0]) < _AHEAD:
                self.flow.resume_reading()
        else:
            self._wait_for_a_request()

    def _wait_for_a_request(self) -> None:
        """Cut the connection unless a whole request arrives in time; further bytes of it give no more time."""
        if self._head_timer is None:
            self._head_timer = self.loop.call_later(self.limits.head_seconds, self._give_up)

    def _stop_waiting(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _give_up(self) -> None:
        if self.conn.our_state is h11.IDLE and self.conn.trailing_data[0]:
            self._refuse(408, f"the request took longer than {self.limits.head_seconds:g} s to arrive")
        else:
            self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        error = sys.exception()
        hint = error.error_status_hint if isinstance(error, h11.RemoteProtocolError) else 400
        self._refuse(hint, "this is not HTTP as this server knows it" if hint == 400 else STATUS_PHRASES[hint].decode())

    def _refuse(self, status: int, reason: str) -> None:
        """Say why, unless an answer is on its way already; then close, which also ends the work on the request."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()
            return
        response = refuse(status, reason)
        response.headers.update({**HEADERS, "Connection": "close"})
        self.transport.write(
            b"".join(
                self.conn.send(event) or b""
                for event in (
                    h11.Response(status_code=status, headers=response.raw_headers, reason=STATUS_PHRASES[status]),
                    h11.Data(data=bytes(response.body)),
                    h11.EndOfMessage(),
                )
            )
        )
        self.transport.close()

    def shutdown(self) -> None:
        if not self.transport.is_closing():
            super().shutdown()

    # -- clients that read too slowly ----------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_the_reader()

    def resume_writing(self) -> None:
        self._stop_watching_the_reader()
        super().resume_writing()

    def _watch_the_reader(self) -> None:
        """Cut the connection if the client has read nothing of the waiting answer for a while."""
        left = self.transport.get_write_buffer_size()

        def look() -> None:
            if self.transport.get_write_buffer_size() < left:
                self._watch_the_reader()
            else:
                self.transport.abort()

        self._read_timer = self.loop.call_later(self.limits.unread_seconds, look)

    def _stop_watching_the_reader(self) -> None:
        if self._read_timer is not None:
            self._read_timer.cancel()
            self._read_timer = None
