"""The entries of a certificate, read strictly: what is not exactly of its form is rejected, never mended.

A certificate comes from anybody. Its numbers are used as indices and names, where Python is generous: True is 1, 1.0 is
1, and −1 is the last one. So every number must be an integer and nothing else, every row has its length, and there is
no entry that the checker does not read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Row = list[int]
Entries = Mapping[str, Any]
REMARKS = frozenset({"reason"})
"""What most kinds of certificates may say besides; nothing rests on it."""


class RejectedError(Exception):
    """The certificate proves nothing; says why."""


def expect_keys(entries: Entries, needed: set[str], remarks: frozenset[str] = frozenset()) -> None:
    """Reject entries that are missing or unknown; ``remarks`` are texts that may be there and say nothing."""
    for key in sorted(needed - entries.keys()):
        raise RejectedError(f"the entry {key!r} is missing")
    for key in sorted(entries.keys() - needed - remarks):
        raise RejectedError(f"there is no entry {key[:40]!r} in this kind of certificate")
    for key in sorted(remarks & entries.keys()):
        if not isinstance(entries[key], str):
            raise RejectedError(f"{key} must be a string")


def rows(entries: Entries, key: str, width: int | None = None) -> list[Row]:
    """A list of lists of integers, each with ``width`` of them (two or more if None)."""
    found = _rows(entries[key], key)
    for k, row in enumerate(found):
        if len(row) != width if width is not None else len(row) < 2:
            raise RejectedError(f"{key}[{k}] must have {width or 'two or more'} numbers")
    return found


def tables(entries: Entries, key: str) -> list[list[Row]]:
    """A list of lists of lists of integers."""
    return [_rows(table, f"{key}[{k}]") for k, table in enumerate(_list(entries[key], key))]


def _list(found: object, place: str) -> list[Any]:
    if not isinstance(found, list):
        raise RejectedError(f"{place} must be a list")
    return found


def _rows(found: object, place: str) -> list[Row]:
    for k, row in enumerate(_list(found, place)):
        if not isinstance(row, list) or not all(type(number) is int for number in row):
            raise RejectedError(f"{place}[{k}] must be a list of integers")
    return found  # type: ignore[return-value]


def lines(entries: Entries, key: str) -> list[str]:
    """A list of strings."""
    found = entries[key]
    if not isinstance(found, list) or not all(isinstance(line, str) for line in found):
        raise RejectedError(f"{key} must be a list of strings")
    return found
