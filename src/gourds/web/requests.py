"""Bodies in, within limits of size and time; errors out, as one line."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Final

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse

from gourds.errors import one_line
from gourds.web.settings import Settings

_DRAINED: Final = 4
"""A refused body of up to this many times the limit is still read to its end, so that the sender sees the reason."""
_SHOWN: Final = 500


class RefusedError(Exception):
    """A request that is refused."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


def refuse(status: int, reason: str) -> JSONResponse:
    """The answer to a request that cannot be used."""
    text = one_line(reason)
    headers = {}
    if status in (429, 503):
        headers["Retry-After"] = "5"
    if status in (408, 413, 503):
        headers["Connection"] = "close"
    return JSONResponse({"error": text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"}, status, headers)


class Bodies:
    """The bodies of all requests that are open."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.held = 0
        """The total number of bytes."""

    @contextlib.asynccontextmanager
    async def read(self, request: Request) -> AsyncIterator[bytes]:
        """The body of a request that declares JSON; it counts as held until the context ends. Raises RefusedError."""
        limits = self.settings
        refused = _refusal(request, limits.body_bytes)
        parts: list[bytes] = []
        size = kept = 0
        try:
            try:
                async with asyncio.timeout(limits.body_seconds):
                    async for part in request.stream():
                        size += len(part)
                        if size > limits.body_bytes:
                            refused = RefusedError(413, _too_large(limits.body_bytes))
                        elif self.held + len(part) > limits.waiting_bytes:
                            refused = RefusedError(503, "all bodies together are too large; try again later")
                        if size > _DRAINED * limits.body_bytes:
                            break
                        if refused is not None:
                            self.held -= kept
                            kept = 0
                            parts.clear()
                        else:
                            self.held += len(part)
                            kept += len(part)
                            parts.append(part)
            except TimeoutError:
                raise RefusedError(408, f"the body took longer than {limits.body_seconds:g} s to arrive") from None
            except ClientDisconnect:
                raise RefusedError(400, "the body was cut short") from None
            if refused is not None:
                raise refused
            body = b"".join(parts)
            parts.clear()
            yield body
        finally:
            self.held -= kept


def _refusal(request: Request, limit: int) -> RefusedError | None:
    """Why the head of a request rules out its body. Raises RefusedError if the body need not even be read."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RefusedError(415, "the body must be JSON, with Content-Type: application/json")
    if request.headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise RefusedError(415, "the body must not be compressed")
    declared = int(request.headers.get("content-length", "0"))
    too_large = RefusedError(413, _too_large(limit))
    if declared > _DRAINED * limit:
        raise too_large
    return too_large if declared > limit else None


def _too_large(limit: int) -> str:
    return f"the body is larger than {limit / 2**20:g} MB"
