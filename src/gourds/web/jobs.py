"""Long work: a queue, progress, and an end to jobs without listeners; clients that may disconnect at any time.

The server cancels a job, and kills all its processes, when the page asks for that, when the last listener of its event
stream disconnects, or when it has had no listener for some seconds. It keeps a result for the same time.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Coroutine
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from gourds.web.kinds import ALONE
from gourds.web.requests import RefusedError
from gourds.web.settings import Settings
from gourds.web.workers import Order, Reply, Workers

BEAT: Final = 1.0
"""Seconds between two events while nothing happens."""
_GRACE: Final = 3.0
"""Seconds after a job's own time limit in which it can still hand over what it knows."""

_NICE: Final = 5
"""The niceness of jobs, so that requests that are answered at once come first."""
STOP_BY_THEMSELVES: Final = ("plan", "play_out")
"""Kinds of jobs that keep their own time limit, but may have to compile something once before they start."""

Event = tuple[str, bytes]
"""The name of an event and its data, JSON in one line."""
ENDINGS: Final = ("result", "failed", "cancelled")


class Job:
    """One piece of work."""

    def __init__(self, number: str, order: Order, body: bytes) -> None:
        self.number = number
        self.order = order
        self.body = body
        self.text = "waiting"
        self.started: float | None = None
        self.ending: Event | None = None
        self.listeners: set[asyncio.Queue[Event]] = set()
        self.task: asyncio.Task[None] | None = None
        self.watch: asyncio.TimerHandle | None = None

    @property
    def held(self) -> int:
        """The bytes of its body, later of its result."""
        return len(self.body) if self.ending is None else len(self.ending[1])

    def progress(self) -> Event:
        """Its progress."""
        seconds = 0.0 if self.started is None else time.monotonic() - self.started
        return "progress", json.dumps({"text": self.text, "seconds": round(seconds, 2)}).encode()

    def say(self, text: str) -> None:
        """Tell all listeners."""
        self.text = text
        self._tell(self.progress())

    def end(self, event: Event) -> None:
        """Tell all listeners how it ended; the first ending counts."""
        if self.ending is None:
            self.ending = event
            self.body = b""
            self._tell(event)

    def _tell(self, event: Event) -> None:
        for queue in self.listeners:
            queue.put_nowait(event)


class Jobs:
    """All jobs of the server."""

    def __init__(self, settings: Settings, workers: Workers) -> None:
        self.settings = settings
        self.workers = workers
        self.jobs: dict[str, Job] = {}
        self._turn = asyncio.Semaphore(settings.jobs_running)
        self._is_closed = False

    def submit(self, number: str, kind: str, seconds: float, context: dict[str, object], body: bytes) -> Job:
        """A new job. Raises RefusedError if there are too many."""
        limits = self.settings
        active = [job for job in self.jobs.values() if job.ending is None]
        if self._is_closed:
            raise RefusedError(503, "the server is ending")
        if len(active) >= limits.jobs_running + limits.jobs_waiting:
            raise RefusedError(429, f"{len(active)} jobs are running or waiting; try again later")
        if kind in ALONE and any(job.order.kind == kind for job in active):
            raise RefusedError(409, "another one is running; wait for it or cancel it")
        if sum(job.held for job in self.jobs.values()) + len(body) > limits.waiting_bytes:
            raise RefusedError(429, "the jobs and results that are kept are too large together; try again later")
        wall = limits.job_seconds if kind in STOP_BY_THEMSELVES else seconds
        order = Order(kind, wall + _GRACE, limits.memory_mb + 256, context, nice=_NICE)
        job = Job(number, order, body)
        self.jobs[number] = job
        job.task = asyncio.create_task(self._run(job))
        self._watch(job)
        return job

    async def _run(self, job: Job) -> None:
        try:
            async with self._turn:
                job.started = time.monotonic()
                job.say("running")
                reply = await self.workers.run(job.order, job.body, job.say)
            job.end(("result" if reply.is_good else "failed", reply.content))
        except asyncio.CancelledError:
            job.end(("cancelled", b"{}"))
        except Exception as error:
            job.end(("failed", json.dumps({"error": f"internal error: {type(error).__name__}"}).encode()))
        finally:
            self._watch(job)

    def cancel(self, job: Job) -> None:
        """Kill the work; nothing if it has ended."""
        if job.task is not None and job.ending is None:
            job.task.cancel()

    def _watch(self, job: Job) -> None:
        """If there is no listener, start the wait for one."""
        if job.watch is not None:
            job.watch.cancel()
            job.watch = None
        if not job.listeners and not self._is_closed:
            loop = asyncio.get_running_loop()
            job.watch = loop.call_later(self.settings.unheard_seconds, self._give_up, job)

    def _give_up(self, job: Job) -> None:
        """No listener came: cancel the job, or forget how it ended."""
        if job.ending is None:
            self.cancel(job)
        else:
            self.jobs.pop(job.number, None)

    async def listen(self, job: Job) -> AsyncIterator[Event]:
        """The events of a job; the last one is its end. A caller that stops early must close this; that cancels it."""
        queue: asyncio.Queue[Event] = asyncio.Queue()
        job.listeners.add(queue)
        self._watch(job)
        try:
            yield job.progress()
            if job.ending is not None:
                yield job.ending
                return
            while True:
                try:
                    # Not wait_for: in Python 3.11 it swallows a cancellation that arrives together with an event.
                    async with asyncio.timeout(BEAT):
                        event = await queue.get()
                except TimeoutError:
                    event = job.ending or job.progress()
                yield event
                if event[0] in ENDINGS:
                    return
        finally:
            job.listeners.discard(queue)
            if not job.listeners:
                self.cancel(job)
            self._watch(job)

    async def close(self) -> None:
        """Cancel everything; listeners hear of it."""
        self._is_closed = True
        tasks = [job.task for job in self.jobs.values() if job.task is not None and job.ending is None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for job in self.jobs.values():
            if job.watch is not None:
                job.watch.cancel()


# -- clients that may disconnect ---------------------------------------------------------------------------------------


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
