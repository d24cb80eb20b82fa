"""Debian's Firefox, driven through WebDriver BiDi: JSON over a web socket that Firefox itself opens.

Playwright needs a Firefox of its own build, and Debian has no geckodriver; this needs neither.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import re
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest

NAMES = ("firefox-esr", "firefox")


class Firefox:
    """One page in a Firefox without a window."""

    def __init__(self, address: str) -> None:
        self.websocket = pytest.importorskip("tornado.websocket", reason="tornado is not installed")
        self.loop = asyncio.new_event_loop()  # in a thread of its own: playwright's runs in this one
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.numbers = itertools.count(1)
        self.errors: list[str] = []
        """What went wrong on the page."""
        self.socket = self._wait(self._connect(f"{address}/session"))
        self.ask("session.new", capabilities={})
        self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.ask("session.subscribe", events=["log.entryAdded"])

    def _wait(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(90)

    async def _connect(self, address: str) -> Any:
        return await self.websocket.websocket_connect(address)

    def ask(self, method: str, **params: Any) -> Any:
        """The answer to a command."""
        return self._wait(self._ask(method, params))

    async def _ask(self, method: str, params: dict[str, Any]) -> Any:
        number = next(self.numbers)
        await self.socket.write_message(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            text = await self.socket.read_message()
            assert text is not None, "Firefox has closed the connection"
            message = json.loads(text)
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.errors.append(str(message["params"]["text"]))
            if message.get("id") == number:
                assert message["type"] == "success", message
                return message["result"]

    def open(self, address: str) -> None:
        """Go to an address."""
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def resize(self, width: int, height: int) -> None:
        """Another size of the window's inside."""
        self.ask("browsingContext.setViewport", context=self.context, viewport={"width": width, "height": height})

    def evaluate(self, expression: str) -> Any:
        """The value of an expression on the page, as JSON; a promise is waited for."""
        found = self.ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression}) ?? null))()",
            target={"context": self.context},
            awaitPromise=True,
        )
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def close(self) -> None:
        """End the connection."""
        self.loop.call_soon_threadsafe(self.socket.close)
        self.loop.call_soon_threadsafe(self.loop.stop)


@contextlib.contextmanager
def start_firefox() -> Iterator[Firefox]:
    """A Firefox with a profile of its own, closed in the end; without one the test is skipped."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        pytest.skip("there is no firefox")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [path, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        process = subprocess.Popen(
            [*command, "about:blank"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        )
        try:
            assert process.stderr is not None
            found = (re.search(r"WebDriver BiDi listening on (ws://\S+)", line) for line in process.stderr)
            address = next((match[1] for match in found if match), None)
            if address is None:
                pytest.skip("this firefox does not listen")
            page = Firefox(address)
            try:
                yield page
            finally:
                page.close()
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stderr is not None:
                process.stderr.close()
