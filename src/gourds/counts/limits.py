"""Work within limits of time and memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from gourds.errors import LimitError
from gourds.solvers.isolation import run_limited

T = TypeVar("T")


def limited(
    function: Callable[..., T], *args: Any, time_limit: float | None = None, memory_limit: float | None = None
) -> T:
    """Call a function, in a process of its own if there are limits; LimitError when one is reached."""
    if time_limit is None and memory_limit is None:
        return function(*args)
    ended = run_limited(function, *args, time_limit=time_limit, memory_limit=memory_limit)
    if ended.cause != "done":
        raise LimitError(f"{ended.cause}: {ended.detail}" if ended.detail else ended.cause)
    value: T = ended.value
    return value
