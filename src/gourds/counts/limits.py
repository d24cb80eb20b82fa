"""Work within limits of time and memory, by one approach or by several in turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from gourds.errors import LimitError
from gourds.instance import Instance
from gourds.running.isolation import run_limited
from gourds.solvers import registry

T = TypeVar("T")


def limited(
    function: Callable[..., T], *args: Any, time_limit: float | None = None, memory_limit: float | None = None
) -> T:
    """Call a function, in a process of its own if there are limits; LimitError when one is reached."""
    if time_limit is None and memory_limit is None:
        return function(*args)
    ended = run_limited(function, *args, time_limit=time_limit, memory_limit=memory_limit)
    if ended.cause != "done":
        raise LimitError(ended.how)
    value: T = ended.value
    return value


@dataclass(frozen=True)
class Answered(Generic[T]):
    """An answer, and who gave it."""

    value: T
    solver: str
    time_s: float


@dataclass(frozen=True)
class _Declined:
    reason: str


def in_turn(
    approaches: Mapping[str, Callable[[Instance], T]],
    instance: Instance,
    time_limit: float | None = None,
    memory_limit: float | None = None,
) -> Answered[T]:
    """The answer of the first solver that does not decline by a LimitError; the approaches are named by solvers.

    Raises LimitError when all decline, or when a limit is reached. What solvers load does not count as work.
    """
    declined: dict[str, str] = {}
    spent = 0.0
    for name, approach in approaches.items():
        registry()[name].load(instance)
        left = None if time_limit is None else max(time_limit - spent, 0.01)
        start = time.perf_counter()
        found = limited(_tried, approach, instance, time_limit=left, memory_limit=memory_limit)
        spent += time.perf_counter() - start
        if not isinstance(found, _Declined):
            return Answered(found, name, spent)
        declined[name] = found.reason
    reasons = [f"{name}: {reason}" for name, reason in declined.items()]
    raise LimitError("; ".join(reasons) if len(reasons) > 1 else next(iter(declined.values())))


def _tried(approach: Callable[[Instance], T], instance: Instance) -> T | _Declined:
    try:
        return approach(instance)
    except LimitError as error:
        return _Declined(str(error))
