"""JSON values and what may be wrong with them; shared by the readers of all documents."""

from __future__ import annotations

import gc
import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any, Final

import numpy as np

from gourds.errors import Fault, InputError, quoted
from gourds.files.sizes import check_json
from gourds.hexgrid import COORDINATE_LIMIT, Cell, CellArray
from gourds.values import is_text

_SHOWN: Final = 40


def parse_json(text: str) -> Any:
    """Any JSON value.

    Raises InputError for syntax errors, repeated keys, absurd nesting, absurd numbers and texts that are too large, and
    for values that Python's parser accepts but JSON does not have, see :class:`Decoder`.
    """
    check_json(text)
    with no_collecting(), json_faults():
        decoder = Decoder(text)
        value = decoder.decode(text)
        decoder.check(value)
        return value


class Decoder(json.JSONDecoder):
    """Decodes JSON, and notes whether it may contain a value that JSON does not have.

    Those are NaN, infinite numbers (``1e999`` is one), and strings with half of a surrogate pair, which no UTF-8 text
    can hold. Code that writes, hashes or prints them would fail later.
    """

    def __init__(self, text: str) -> None:
        super().__init__(
            object_pairs_hook=unique_keys, parse_float=self._parse_number, parse_constant=self._parse_number
        )
        self._is_odd = _has_surrogates(text)

    def _parse_number(self, spelled: str) -> float:
        value = float(spelled)
        self._is_odd = self._is_odd or not math.isfinite(value)
        return value

    def check(self, value: Any, place: str = "") -> None:
        """Raise InputError with the place of the first such value inside a decoded one."""
        if self._is_odd and (found := _find_odd(value)):
            where, reason = found
            raise InputError(Fault((place + where).removeprefix("."), reason))


def _has_surrogates(text: str) -> bool:
    """True iff the text contains surrogates, or escapes that may stand for some."""
    has_escapes = "\\" in text and ("\\ud" in text or "\\uD" in text)
    return has_escapes or not (text.isascii() or is_text(text))


def _find_odd(value: object) -> tuple[str, str] | None:
    """The place of the first value that JSON does not have, in the order of the text, and what it is."""
    if isinstance(value, float) and not math.isfinite(value):
        return "", f"numbers must be finite, not {quoted(value)}"
    if isinstance(value, str) and not is_text(value):
        return "", f"{quoted(value)} is not valid Unicode"
    if isinstance(value, list):
        for k, item in enumerate(value):
            if found := _find_odd(item):
                return f"[{k}]{found[0]}", found[1]
    elif isinstance(value, dict):
        for key, item in value.items():
            if not is_text(key):
                return "", f"the key {quoted(key)} is not valid Unicode"
            if found := _find_odd(item):
                name = key if len(key) <= _SHOWN and key.isprintable() else quoted(key)
                return f".{name}{found[0]}", found[1]
    return None


@contextmanager
def json_faults() -> Iterator[None]:
    """Turns what a JSON decoder raises inside into an InputError with its place."""
    try:
        yield
    except json.JSONDecodeError as error:
        raise InputError(Fault(f"line {error.lineno}, column {error.colno}", f"not JSON: {error.msg}")) from None
    except RecursionError:
        raise InputError("nested too deeply") from None
    except ValueError as error:  # an integer with thousands of digits
        raise InputError(f"not usable as JSON: {str(error).split(';')[0]}") from None


@contextmanager
def no_collecting() -> Iterator[None]:
    """Pauses the garbage collector while many small lists are made, none of which is garbage."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these keys and values. Raises InputError if a key appears twice."""
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise InputError(Fault(quoted(twice), "this key stands twice in one object"))
    return result


def kind_of_value(value: object) -> str:
    """What a value is, in a few words: 'a list'."""
    names = {dict: "an object", list: "a list", str: "a string", bool: "a boolean", type(None): "null"}
    return names.get(type(value)) or (quoted(value) if isinstance(value, int | float) else "something else")


class _Escapes(dict[int, str]):
    """By code point: itself, or its escape in JSON if it is not printable.

    Lone surrogates stay, so that no file is written that could not be read again.
    """

    def __missing__(self, code: int) -> str:
        char = chr(code)
        stays = char.isprintable() or char == "\n" or "\ud800" <= char <= "\udfff"
        self[code] = char if stays else json.dumps(char)[1:-1]
        return self[code]


_ESCAPES = _Escapes()


def spell_json(value: object, **settings: Any) -> str:
    """A value as JSON: letters of all languages as they are, but no characters that steer a terminal.

    JSON requires few escapes. Here characters that end a line, are invisible or turn the direction are escaped too.
    """
    return json.dumps(value, ensure_ascii=False, **settings).translate(_ESCAPES)


def list_at(document: dict[str, Any], key: str) -> list[Any]:
    """The list under a key. Raises InputError if there is none."""
    if key not in document:
        raise InputError(Fault(key, "is missing"))
    value = document[key]
    if not isinstance(value, list):
        raise InputError(Fault(key, f"must be a list, not {kind_of_value(value)}"))
    return value


def is_cell(value: object) -> bool:
    """True iff the value is a list of two whole numbers within the range of cells."""
    return (
        isinstance(value, list) and len(value) == 2 and all(type(x) is int and abs(x) < COORDINATE_LIMIT for x in value)
    )


def is_pair_of_cells(value: object) -> bool:
    """True iff the value is a list of two cells."""
    return isinstance(value, list) and len(value) == 2 and is_cell(value[0]) and is_cell(value[1])


def is_number(value: object) -> bool:
    """True iff the value is a whole number that fits into 64 bits."""
    return type(value) is int and -(2**63) <= value < 2**63


def cell_of(value: list[int]) -> Cell:
    """The cell that a list of two numbers is."""
    return value[0], value[1]


def spell_rows(cells: CellArray, spelled: list[str]) -> str:
    """A JSON list of cells that are in scan order: one row of the board to a line."""
    cuts = [0, *(np.flatnonzero(np.diff(cells[:, 1])) + 1).tolist(), len(spelled)]
    return "[\n  " + ",\n  ".join(", ".join(spelled[a:b]) for a, b in pairwise(cuts)) + "]"
