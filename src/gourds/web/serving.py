"""The server itself: a free port on 127.0.0.1, signals, and a shutdown that leaves no process behind."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections.abc import Callable
from typing import Any, Final

import uvicorn

from gourds.errors import InputError
from gourds.terminal import echo
from gourds.web.app import make_app
from gourds.web.connections import connections_of
from gourds.web.settings import Settings

ADDRESS: Final = "127.0.0.1"
_TRIES: Final = 20
"""The number of ports that are tried, one after the other."""


def bind(port: int) -> socket.socket:
    """A socket that listens on this machine alone, on the port or the next free one. 0 takes any."""
    for candidate in range(port, min(port + _TRIES, 65_536)):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((ADDRESS, candidate))
            return listener
        except OSError as error:
            listener.close()
            if error.errno == errno.EACCES:
                raise InputError(f"port {candidate} may not be used: {error.strerror}") from None
            if error.errno != errno.EADDRINUSE:
                raise InputError(f"port {candidate} cannot be used: {error.strerror}") from None
    others = min(_TRIES, 65_536 - port) - 1
    raise InputError(f"port {port} is taken" + (f", and so are the next {others}" if others else ""))


class _Trouble:
    """Reports in one line an error outside of any request, such as too few descriptors; each only once.

    Silent while the server shuts down, when remaining listeners find their sockets closed.
    """

    def __init__(self) -> None:
        self.said: set[str] = set()
        self.is_silent = False

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Called by the loop."""
        error = context.get("exception")
        text = f"{context['message']}: {error}" if error else context["message"]
        if text not in self.said and not self.is_silent:
            self.said.add(text)
            echo(f"gourds serve: {text}", err=True)


class _Server(uvicorn.Server):
    """Ends event streams and all work before it waits for connections to close."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.on_ready = on_ready
        self.trouble = _Trouble()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        if not os.environ.get("GOURDS_DEBUG"):
            asyncio.get_running_loop().set_exception_handler(self.trouble)
        await super().startup(sockets)
        if self.started:
            self.on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.trouble.is_silent = True
        await self.config.app.state.bench.close()  # type: ignore[union-attr]
        await super().shutdown(sockets)


def serve(listener: socket.socket, settings: Settings, on_ready: Callable[[], None]) -> None:
    """Answer requests until a signal arrives."""
    config = uvicorn.Config(
        make_app(settings),
        log_level="critical",
        access_log=False,
        lifespan="on",
        http=connections_of(settings),
        ws="none",
        loop="asyncio",
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
        backlog=64,
        h11_max_incomplete_event_size=32 * 1024,
        server_header=False,
        proxy_headers=False,
    )
    _Server(config, on_ready).run(sockets=[listener])
