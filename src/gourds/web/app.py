"""The routes. Requests are only checked and passed on here; workers do everything that depends on their data."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from tempfile import TemporaryDirectory
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from gourds.errors import InputError
from gourds.files.json_values import parse_json
from gourds.web.guard import REPORT_POLICY, Guard
from gourds.web.jobs import Job, Jobs, Stream, unless_gone
from gourds.web.kinds import LOOKED_UP, QUICK, read_job
from gourds.web.pages import FRONT, WORKER, load_pages, serve_page
from gourds.web.requests import Bodies, RefusedError, refuse
from gourds.web.settings import Settings
from gourds.web.workers import Order, Reply, Workers

_PARSED_HERE: Final = 2**18
"""The largest body of a job, in bytes, that this process parses, in a few milliseconds. A worker parses longer ones."""
_SAFE_NAME: Final = re.compile(r"[\w.+-]{1,80}", re.ASCII)
Endpoint = Callable[[Request], Awaitable[Response]]


class Workbench:
    """What all requests share."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.workers = Workers(settings.preloads)
        self.jobs = Jobs(settings, self.workers)
        self.bodies = Bodies(settings)
        self.pages = load_pages()
        self.hello: Reply | None = None
        self._quick = asyncio.Semaphore(settings.quick_running)
        self._quick_open = 0
        self._temporary: TemporaryDirectory[str] | None = None

    def start(self) -> None:
        """Start the launcher; make a folder for campaigns if there is none."""
        if self.settings.campaigns is None:
            self._temporary = TemporaryDirectory(prefix="gourds-campaigns-", ignore_cleanup_errors=True)
        self.workers.start()

    async def close(self) -> None:
        """Cancel all jobs, and end all processes."""
        await self.jobs.close()
        self.workers.close()
        if self._temporary is not None:
            self._temporary.cleanup()

    def context(self, **more: Any) -> dict[str, Any]:
        """The settings that tasks need to know."""
        limits = self.settings
        return {
            "board_cells": limits.board_cells,
            "memory_mb": limits.memory_mb,
            "answer_bytes": limits.answer_bytes,
            "folder": str(limits.campaigns) if self._temporary is None else self._temporary.name,
            "is_temporary": self._temporary is not None,
            **more,
        }

    async def work(self, request: Request, kind: str, body: bytes, **more: Any) -> Reply:
        """Have a worker do something that is answered at once. The work is killed if the client disconnects."""
        limits = self.settings
        if self._quick_open >= limits.quick_running + limits.jobs_waiting:
            raise RefusedError(429, "too much is being asked at once; try again later")
        self._quick_open += 1
        order = Order(kind, limits.quick_seconds, limits.memory_mb, self.context(**more))
        try:
            async with self._quick:
                return await unless_gone(request, self.workers.run(order, body))
        finally:
            self._quick_open -= 1

    # -- the page ---------------------------------------------------------------------------------------------------

    async def page(self, request: Request) -> Response:
        """A file of the page."""
        if os.environ.get("GOURDS_DEBUG"):
            self.pages = load_pages()
        return serve_page(self.pages, request.path_params.get("name", FRONT), request)

    async def worker(self, request: Request) -> Response:
        """The service worker."""
        return serve_page(self.pages, WORKER, request)

    # -- quick work -------------------------------------------------------------------------------------------------

    async def say_hello(self, request: Request) -> Response:
        """Versions, limits, and everything that can be chosen; computed once."""
        if self.hello is None:
            reply = await self.work(request, "hello", b"{}", limits=self.settings.shown())
            if not reply.is_good:
                return respond(reply)
            self.hello = reply
        return respond(self.hello)

    def look_up(self, kind: str) -> Endpoint:
        """The endpoint of a kind of work that needs no more than what the address names."""

        async def answer(request: Request) -> Response:
            reply = await self.work(request, kind, b"{}", **request.path_params)
            response = respond(reply)
            if kind == "campaign_report" and reply.is_good:  # a page of its own
                response.headers["Content-Security-Policy"] = REPORT_POLICY
            return response

        return answer

    def quick(self, kind: str) -> Endpoint:
        """The endpoint of a kind of quick work."""

        async def answer(request: Request) -> Response:
            async with self.bodies.read(request) as body:
                return respond(await self.work(request, kind, body))

        return answer

    # -- jobs -------------------------------------------------------------------------------------------------------

    async def submit(self, request: Request) -> Response:
        """A new job."""
        async with self.bodies.read(request) as body:
            kind, seconds = await self._read_job(request, body)
            number = secrets.token_hex(16)
            self.jobs.submit(number, kind, seconds, self.context(seconds=seconds), body)
        return JSONResponse({"id": number}, 202)

    async def _read_job(self, request: Request, body: bytes) -> tuple[str, float]:
        """The kind of a job and the seconds that it gets. Raises RefusedError."""
        longest = self.settings.longest
        if len(body) > _PARSED_HERE:
            reply = await self.work(request, "read_job", body, longest=longest)
            answer = json.loads(reply.content)
            if not reply.is_good:
                raise RefusedError(reply.status, answer["error"])
            kind, seconds = answer
            return kind, seconds
        try:
            return read_job(parse_json(body.decode()), longest)
        except UnicodeDecodeError:
            raise RefusedError(400, "the body is not UTF-8 text") from None
        except InputError as error:
            raise RefusedError(400, str(error)) from None

    def _job(self, request: Request) -> Job:
        job = self.jobs.jobs.get(request.path_params["number"])
        if job is None:
            raise RefusedError(404, "there is no such job")
        return job

    async def events(self, request: Request) -> Response:
        """The events of a job."""
        return Stream(self.jobs, self._job(request))

    async def cancel(self, request: Request) -> Response:
        """End a job."""
        self.jobs.cancel(self._job(request))
        return JSONResponse({})


def respond(reply: Reply) -> Response:
    """The answer of a worker as a response; a file as a download."""
    headers = {}
    if reply.name is not None:
        name = reply.name if _SAFE_NAME.fullmatch(reply.name) else "gourds.bin"
        headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return Response(reply.content, reply.status, headers, reply.media)


# -- errors ---------------------------------------------------------------------------------------------------------


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    return refuse(error.status, error.reason)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {404: "there is nothing here", 405: "this cannot be asked in this way"}
    response = refuse(error.status_code, words.get(error.status_code, str(error.detail)))
    response.headers.update(error.headers or {})
    return response


def make_app(settings: Settings | None = None) -> Starlette:
    """The application; its lifespan starts the launcher and ends all work."""
    bench = Workbench(settings or Settings())

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        bench.start()
        try:
            yield
        finally:
            await bench.close()

    routes = [
        Route("/", bench.page, methods=["GET"]),
        Route(f"/{WORKER}", bench.worker, methods=["GET"]),
        Route("/static/{name:path}", bench.page, methods=["GET"]),
        Route("/api/hello", bench.say_hello, methods=["GET"]),
        *(Route(path, bench.look_up(kind), methods=["GET"]) for path, kind in LOOKED_UP.items()),
        *(Route(path, bench.quick(kind), methods=["POST"]) for path, kind in QUICK.items()),
        Route("/api/jobs", bench.submit, methods=["POST"]),
        Route("/api/jobs/{number}/events", bench.events, methods=["GET"]),
        Route("/api/jobs/{number}", bench.cancel, methods=["DELETE"]),
    ]
    app = Starlette(
        routes=routes,
        middleware=[Middleware(Guard, open_requests=bench.settings.open_requests)],
        exception_handlers={RefusedError: _refused, HTTPException: _http_error},
        lifespan=lifespan,
    )
    app.state.bench = bench
    return app
