"""How much memory texts will need, estimated before they are read: 300 MB of ``[],`` are 15 GB of Python lists.

The bytes that start or end a value are counted. Each is charged with the memory of the Python object that it may stand
for. The sum is an upper bound, about 1.5 times the truth for sound files: an instance of three million cells passes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.errors import InputError

MAX_MEMORY: Final = 5 * 2**28
"""No text may need more bytes than this, itself included."""

_CHUNK: Final = 2**18
"""How many characters are counted at a time: few enough to stay in the processor's cache."""

_WORD: Final = 130
_LINE: Final = 70
_LARGEST: Final = 200


def _weights(weights: dict[str, int]) -> NDArray[np.int64]:
    table = np.zeros(256, dtype=np.int64)
    for chars, weight in weights.items():
        table[list(chars.encode())] = weight
    return table


_JSON: Final = _weights({"[": 128, "{": _LARGEST, ":": 130, ",": 40, '"': 32})
_LINES: Final = _weights({"\n\r\x0b\x0c\x1c\x1d\x1e": _LINE})
_LINES[0xC0:] = _WORD  # may be a space or the end of a line
_IS_SPACE: Final = np.arange(256) <= ord(" ")


def check_json(text: str, room: int | None = None, at: int = 0, end: int | None = None) -> None:
    """Raise InputError if the values in a part of a JSON text would need more bytes than there is room for."""
    room = MAX_MEMORY if room is None else room
    length = (len(text) if end is None else end) - at
    if _LARGEST * length > room and json_bytes(text, at, end) > room:
        raise _too_large()


def json_bytes(text: str, at: int = 0, end: int | None = None) -> int:
    """The most bytes that a part of the text and its values need; strings count as they stand in the text."""
    values = sum(int(np.bincount(chunk, minlength=256) @ _JSON) for chunk in _chunks(text, at, end))
    return values + sys.getsizeof(text) * ((len(text) if end is None else end) - at) // max(len(text), 1)


def check_lines(text: str) -> None:
    """Raise InputError if the lines and words of a text, and what is made of them, would need too many bytes."""
    least = sys.getsizeof(text)
    if least + _WORD * len(text) <= MAX_MEMORY:
        return
    for chunk in _chunks(text):
        is_space = _IS_SPACE[chunk]
        words = int(np.count_nonzero(is_space[:-1] & ~is_space[1:])) + 1
        least += words * _WORD + int(np.bincount(chunk, minlength=256) @ _LINES)
    if least > MAX_MEMORY:
        raise _too_large()


def _chunks(text: str, at: int = 0, end: int | None = None) -> Iterator[NDArray[Any]]:
    end = len(text) if end is None else min(end, len(text))
    for first in range(at, end, _CHUNK):
        part = text[first : min(first + _CHUNK, end)]
        yield np.frombuffer(part.encode("utf-8", "replace"), dtype=np.uint8)


def _too_large() -> InputError:
    return InputError(f"too large: to read it would take more than {MAX_MEMORY >> 20:,} MiB of memory")
