"""Clients that may disconnect at any time: events sent to them, and work that is dropped when they do."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gourds.web.jobs import Job, Jobs
from gourds.web.workers import Reply


class Stream(Response):
    """Server-sent events of a job; the stream closes as soon as the client disconnects."""

    def __init__(self, jobs: Jobs, job: Job) -> None:
        super().__init__(media_type="text/event-stream")
        self.jobs = jobs
        self.job = job

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the job ends or the client disconnects."""
        headers = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"x-accel-buffering", b"no")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        listening = asyncio.create_task(self._send_events(send))
        leaving = asyncio.create_task(_wait_until_gone(receive))
        try:
            await asyncio.wait((listening, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (listening, leaving):
                task.cancel()
            await asyncio.gather(listening, leaving, return_exceptions=True)

    async def _send_events(self, send: Send) -> None:
        async with contextlib.aclosing(self.jobs.listen(self.job)) as events:  # type: ignore[type-var]
            async for name, data in events:
                content = b"event: " + name.encode() + b"\ndata: " + data + b"\n\n"
                await send({"type": "http.response.body", "body": content, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


async def unless_gone(request: Request, working: Coroutine[Any, Any, Reply]) -> Reply:
    """Wait for work; cancel it if the client disconnects meanwhile."""
    work = asyncio.create_task(working)
    leaving = asyncio.create_task(_wait_until_gone(request.receive))
    try:
        await asyncio.wait((work, leaving), return_when=asyncio.FIRST_COMPLETED)
        if work.done():
            return work.result()
        return Reply.of_error(499, "the client went away")
    finally:
        for task in (work, leaving):
            task.cancel()
        await asyncio.gather(work, leaving, return_exceptions=True)


async def _wait_until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
