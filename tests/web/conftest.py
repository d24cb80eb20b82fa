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
    with start_server(unheard_seconds=1.0, body_seconds=1.0) as found:
        yield found


@pytest.fixture
def client(served: Served) -> Iterator[httpx.Client]:
    """Asks the shared server."""
    with served.client() as found:
        yield found


@pytest.fixture
def serve() -> Iterator[Callable[..., Served]]:
    """``serve(**settings)`` starts another server, which is gone after the test."""
    with contextlib.ExitStack() as stack:
        yield lambda **settings: stack.enter_context(start_server(**settings))
