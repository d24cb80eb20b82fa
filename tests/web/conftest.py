"""Servers in processes of their own: one that all quick questions share, and others to be treated badly."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

import httpx
import pytest

from tests.web.serving import Served, start_server


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """A server that many tests share; it must be well after each of them."""
    limits = {"unheard_seconds": 1.0, "body_seconds": 1.0, "head_seconds": 1.0, "jobs_waiting": 30}
    with start_server(**limits, preloads=False) as found:
        yield found
        found.end()
        assert found.said() == ""  # whatever was sent


@pytest.fixture(scope="session")
def strict() -> Iterator[Served]:
    """A server that allows little, but waits long for somebody to listen."""
    limits = {"waiting_bytes": 2_000_000, "body_bytes": 2_000_000, "answer_bytes": 2**19, "unheard_seconds": 60.0}
    limits |= {"jobs_running": 2, "jobs_waiting": 1, "connections": 20, "unread_seconds": 0.5}
    with start_server(**limits, preloads=False) as found:
        yield found
        found.end()
        assert found.said() == ""


@pytest.fixture
def client(served: Served) -> Iterator[httpx.Client]:
    """Asks the shared server."""
    with served.client() as found:
        yield found


@pytest.fixture
def serve() -> Iterator[Callable[..., Served]]:
    """``serve(**settings)`` starts another server, which is gone after the test."""
    with contextlib.ExitStack() as stack:
        yield lambda **settings: stack.enter_context(start_server(preloads=False, **settings))
