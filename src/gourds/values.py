"""What values from outside must be, whether they come from a file or from a caller in Python."""

from __future__ import annotations

from numbers import Integral
from typing import Any


def is_whole(value: object) -> bool:
    """True iff the value is a whole number of Python or numpy; a truth value is none, nor is 1.0.

    >>> is_whole(3), is_whole(True), is_whole(3.0)
    (True, False, False)
    """
    return type(value) is int or (isinstance(value, Integral) and not isinstance(value, bool))


def is_text(value: object) -> bool:
    """True iff the value is a string that can be written as UTF-8: lone surrogates cannot."""
    if not isinstance(value, str):
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def listed(values: Any) -> list[Any] | None:
    """The values of anything that can be iterated over, else None."""
    try:
        return list(values)
    except TypeError:
        return None
