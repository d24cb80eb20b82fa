"""What the arguments of the API must be. A wrong one is an InputError of one sentence."""

from __future__ import annotations

import os
from collections.abc import Iterable
from numbers import Real
from typing import Any, TypeVar, overload

from gourds.errors import InputError, quoted
from gourds.values import is_whole, listed

T = TypeVar("T")


@overload
def need(value: object, kind: type[T], name: str) -> T: ...


@overload
def need(value: T, kind: tuple[type, ...], name: str) -> T: ...


def need(value: Any, kind: type | tuple[type, ...], name: str) -> Any:
    """The value if it is of the kind; InputError in one sentence if not.

    >>> need("puzzle.json", int, "a number")
    Traceback (most recent call last):
        ...
    gourds.errors.InputError: a number is needed here, not 'puzzle.json'; gourds.load reads files
    """
    if isinstance(value, kind):
        return value
    hint = "; gourds.load reads files" if isinstance(value, str | os.PathLike) else ""
    raise InputError(f"{name} is needed here, not {quoted(value)}{hint}")


def need_list(values: Iterable[T], name: str) -> list[T]:
    """The values in a list; InputError if they cannot be iterated over."""
    found = listed(values)
    if found is None:
        raise InputError(f"{name} is needed here, not {quoted(values)}")
    return found


def need_number(value: object, name: str) -> None:
    """Raise InputError unless the value is None or a number that is not negative."""
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    if value is not None and not (is_number and float(value) >= 0):  # type: ignore[arg-type]
        raise InputError(f"{name} must be a number that is not negative, not {quoted(value)}")


def need_whole(value: object, name: str, least: int | None = None) -> int:
    """The whole number; InputError if the value is none, or less than ``least``."""
    if not is_whole(value):
        raise InputError(f"{name} must be a whole number, not {quoted(value)}")
    number = int(value)  # type: ignore[call-overload]
    if least is not None and number < least:
        raise InputError(f"{name} must be at least {least}, not {quoted(value)}")
    return int(number)


def need_limits(time_limit: object, memory_limit: object = None, seed: object = 0, jobs: object = None) -> None:
    """Raise InputError unless these can be limits, a seed, and a number of processes or None."""
    need_number(time_limit, "time_limit")
    need_number(memory_limit, "memory_limit")
    need_whole(seed, "seed")
    if jobs is not None:
        need_whole(jobs, "jobs", 1)


def need_one_of(value: object, known: Iterable[str], name: str) -> None:
    """Raise InputError unless the value is one of the names, with the one that may be meant."""
    names = list(known)
    if value in names:
        return
    from difflib import get_close_matches

    close = get_close_matches(value, names, 1) if isinstance(value, str) else []
    meant = f"; did you mean '{close[0]}'?" if close else ""
    raise InputError(f"{name} must be one of {', '.join(names)}, not {quoted(value)}{meant}")
