"""Bodies in, within limits of size and time; errors out, as one line."""

from __future__ import annotations

import asyncio
from typing import Final

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse

from gourds.errors import one_line

_DRAINED: Final = 4
"""A body that is too large is read to its end if it is at most so many times the limit: then the sender sees why."""
_SHOWN: Final = 500


class RefusedError(Exception):
    """A request that is not answered."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


def refuse(status: int, reason: str) -> JSONResponse:
    """The answer to a request that cannot be used."""
    text = one_line(reason)
    headers = (
        {"Retry-After": "5"} if status in (429, 503) else {"Connection": "close"} if status in (408, 413) else None
    )
    return JSONResponse({"error": text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"}, status, headers)


async def read_body(request: Request, limit: int, seconds: float) -> bytes:
    """The body of a request that says it is JSON. Raises RefusedError."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RefusedError(415, "the body must be JSON, with Content-Type: application/json")
    declared = request.headers.get("content-length", "0")
    is_too_large = not declared.isascii() or not declared.isdigit() or int(declared[:20]) > limit
    if is_too_large and int(declared[:20] if declared.isdigit() else 0) > _DRAINED * limit:
        raise RefusedError(413, _too_large(limit))
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                size += len(part)
                if size > _DRAINED * limit:
                    break
                if size <= limit:
                    parts.append(part)
                else:
                    parts.clear()
    except TimeoutError:
        raise RefusedError(408, f"the body took longer than {seconds:g} s to arrive") from None
    except ClientDisconnect:
        raise RefusedError(400, "the body was cut short") from None
    if is_too_large or size > limit:
        raise RefusedError(413, _too_large(limit))
    return b"".join(parts)


def _too_large(limit: int) -> str:
    return f"the body is larger than {limit / 2**20:g} MB"
