"""Reading plans of millions of moves.

A general JSON parser makes some 600 bytes of objects out of a move that takes 41 in a table. So the members of the
outermost object are read one by one here, and under "moves" one move at a time: runs of plainly spelled moves by
compiled code, every other one by the general parser where it stands. The result is the same as the general parser's,
faults included; a test compares the two.

The compiled code takes only moves that are spelled plainly: objects of exactly the keys gourd, kind and to, in one
order for all, with JSON's white space anywhere, and whole numbers without exponents. Everything else, sound or not,
is left to the general parser, so that nothing is accepted here that it would refuse.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import permutations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.compiled import compiled
from gourds.errors import Fault, Faults, InputError
from gourds.files import sizes
from gourds.files.json_values import Decoder, json_faults, no_collecting, unique_keys
from gourds.files.plans import ReadMoves, read_move
from gourds.hexgrid import COORDINATE_LIMIT
from gourds.moves import KINDS, Plan

MANY: Final = 1 << 20
"""Plans with fewer characters are left to the general parser."""

BLOCK: Final = 1 << 24
"""How many characters are converted to bytes at a time."""

_SHORTEST_MOVE: Final = len('{"gourd":1,"kind":"turn","to":[[0,0],[0,0]]}')
_START: Final = re.compile(r'[ \t\n\r]*\{[ \t\n\r]*"format"[ \t\n\r]*:[ \t\n\r]*"gourds-plan"')
_GAP: Final = re.compile(r"[ \t\n\r]*")
WINDOW: Final = 1 << 12
"""The size of the first window, in characters, in which a value is looked for."""
_GROWTH: Final = 16
_MEMBER: Final = 200
"""Bytes that a member of the outermost object takes besides key and value."""


def is_long_plan(text: str) -> bool:
    """True iff the text is long, begins as a plan does, and its characters are bytes."""
    return len(text) > MANY and _START.match(text) is not None and text.isascii()


def parse_long_plan(text: str) -> dict[str, Any]:
    """The JSON object in the text, with the list under "moves" read into a table of moves."""
    with no_collecting(), json_faults():
        return _Reader(text).document()


def prepare() -> None:
    """Compile the code that reads the moves; this takes some seconds, once on a machine."""
    move = '{"gourd":1,"kind":"slide","to":[[0,0],[1,0]]}'
    parse_long_plan(f'{{"moves":[{move},{move}]}}')


class _Reader:
    """Reads the members of one text, which together may take as much memory as those of any other."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.room = sizes.MAX_MEMORY
        self.decoder = Decoder(text)
        self.odd: InputError | None = None
        """What is wrong with the first value that JSON does not have."""

    def document(self) -> dict[str, Any]:
        text = self.text
        members: list[tuple[str, Any]] = []
        at = _expect(text, _skip(text, 0), "{", "Expecting value")
        while True:
            if text[at : at + 1] != '"':
                raise json.JSONDecodeError("Expecting property name enclosed in double quotes", text, at)
            first = at
            key, at = self.decode(at)
            at = _expect(text, _skip(text, at), ":", "Expecting ':' delimiter")
            value: Any
            if key == "moves" and text[at : at + 1] == "[":
                unique_keys([*(pair for pair in members if pair[0] == key), (key, None)])  # one table is enough
                value, at = self.moves(at + 1)
            else:
                value, at = self.decode(at)
                self.note({key: value})
                self.room -= sizes.json_bytes(text, first, at) + _MEMBER
            members.append((key, value))
            at = _skip(text, at)
            if text[at : at + 1] == "}":
                break
            at = _expect(text, at, ",", "Expecting ',' delimiter")
        document = unique_keys(members)
        at = _skip(text, at + 1)
        if at < len(text):
            raise json.JSONDecodeError("Extra data", text, at)
        if self.odd is not None:
            raise self.odd
        return document

    def note(self, value: object, place: str = "") -> None:
        """Keep a fault of a value until the whole text is known to have no syntax errors."""
        try:
            self.decoder.check(value, place)
        except InputError as error:
            self.odd = self.odd or error

    def decode(self, at: int) -> tuple[Any, int]:
        """The value at a place, and the place after it.

        Most values are short. So that no value is decoded for which there is no room, a window is looked at, and
        a larger one if the value does not end inside.
        """
        text, size = self.text, WINDOW
        while at + size < len(text):
            sizes.check_json(text, self.room, at, at + size)
            try:
                value, length = self.decoder.raw_decode(text[at : at + size])
                if length < size:
                    return value, at + length
            except json.JSONDecodeError as error:
                # What only goes beyond the window is a string without an end, or an error at the window's end.
                if error.pos < size // 2 and not error.msg.startswith("Unterminated"):
                    raise json.JSONDecodeError(error.msg, text, at + error.pos) from None
            size *= _GROWTH
        sizes.check_json(text, self.room, at)
        value, at = self.decoder.raw_decode(text, at)
        return value, at

    def moves(self, at: int) -> tuple[ReadMoves, int]:
        """The moves of a list whose bracket was read, and the place after the list."""
        text = self.text
        room = (len(text) - at) // _SHORTEST_MOVE + 1
        gourds = np.empty(room, dtype=np.int64)
        kinds = np.empty(room, dtype=np.uint8)
        to = np.empty((room, 4), dtype=np.int64)
        faults = Faults()
        read, pattern = compiled(_read_moves), next(iter(_PATTERNS.values()))
        count = number = 0  # rows of the table; elements of the list
        block, first = np.empty(0, dtype=np.uint8), at
        at = _skip(text, at)
        if text[at : at + 1] == "]":
            return ReadMoves(Plan(gourds[:0], kinds[:0], to[:0]), faults), at + 1
        while True:
            if at >= first + len(block):
                block, first = np.frombuffer(text[at : at + BLOCK].encode("ascii"), dtype=np.uint8), at
            within, now = read(block, at - first, pattern, _NAMES, count, gourds, kinds, to)
            at, count, number = first + int(within), int(now), number + int(now) - count
            # Here, after white space, is a move that is not plain, goes beyond the block, or is the last one.
            value, at = self.decode(_skip(text, at))
            self.note(value, f"moves[{number}]")
            found = read_move(value)
            if isinstance(found, tuple):
                gourds[count], kinds[count], to[count] = found[0], found[1], found[2:]
                count += 1
                pattern = _PATTERNS.get(tuple(value), pattern)  # the next ones probably have their keys in that order
            else:
                faults += [Fault(f"moves[{number}]", reason) for reason in found]
            number += 1
            at = _skip(text, at)
            if text[at : at + 1] == "]":
                return ReadMoves(Plan(gourds[:count], kinds[:count], to[:count]), faults), at + 1
            at = _expect(text, at, ",", "Expecting ',' delimiter")


def _skip(text: str, at: int) -> int:
    """The place after white space."""
    found = _GAP.match(text, at)
    return found.end() if found else at


def _expect(text: str, at: int, char: str, message: str) -> int:
    """The place after this character and white space."""
    if text[at : at + 1] != char:
        raise json.JSONDecodeError(message, text, at)
    return _skip(text, at + 1)


# -- the kernel -----------------------------------------------------------------------------------------------


_SPACE, _NUMBER, _KIND = 1, 2, 3
_DIGITS: Final = 18  # this many digits always fit into 64 bits
_BLANK, _TAB, _LINE, _RETURN, _MINUS, _ZERO, _NINE = b" \t\n\r-09"

_VALUES: Final = {"gourd": "0", "kind": "?", "to": "[ [ 2 , 3 ] , [ 4 , 5 ] ]"}


def _pattern(keys: Iterable[str]) -> NDArray[np.uint8]:
    """Shape (length, 2): what must stand there, and the column of its value."""
    members = " , ".join(f'"{key}" : {_VALUES[key]}' for key in keys)
    codes = {" ": (_SPACE, 0), "?": (_KIND, 1), **{str(column): (_NUMBER, column) for column in range(6)}}
    return np.array([codes.get(char, (ord(char), 0)) for char in f"{{ {members} }} , "], dtype=np.uint8)


_PATTERNS: Final = {keys: _pattern(keys) for keys in permutations(_VALUES)}
"""A move and the comma after it, for each order of its keys.

Bytes stand for themselves; there are codes for white space, a number, the name of a kind.
"""

_NAMES: Final = np.array([list(f'"{kind}"'.encode().ljust(8, b"\0")) for kind in KINDS], dtype=np.uint8)
"""The names of the kinds by their codes, in quotes; zeros follow each."""


def _read_moves(
    data: Any, at: int, pattern: Any, names: Any, count: int, gourds: Any, kinds: Any, to: Any
) -> tuple[int, int]:
    """Read moves that are followed by a comma, from ``at`` on, into the rows from ``count`` on.

    The first move that is not plain, not complete or not followed by a comma ends this. Gives where it starts, and the
    number of rows. It is one function because calls that pass arrays cost more than all that is done here.
    """
    size = len(data)
    row = np.empty(6, dtype=np.int64)
    while count < len(gourds):
        here = at
        is_plain = True
        for k in range(len(pattern)):
            code, column = pattern[k, 0], pattern[k, 1]
            if code == _SPACE:
                while here < size and (
                    data[here] == _BLANK or data[here] == _LINE or data[here] == _RETURN or data[here] == _TAB
                ):
                    here += 1
            elif code == _NUMBER:
                is_negative = here < size and data[here] == _MINUS
                if is_negative:
                    here += 1
                first = here
                value = 0
                while here < size and _ZERO <= data[here] <= _NINE and here - first <= _DIGITS:
                    value = 10 * value + int(data[here]) - _ZERO
                    here += 1
                digits = here - first
                is_plain = 0 < digits <= _DIGITS and not (digits > 1 and data[first] == _ZERO)
                is_plain = is_plain and (column == 0 or value < COORDINATE_LIMIT)
                row[column] = -value if is_negative else value
            elif code == _KIND:
                is_plain = False
                for which in range(len(names)):
                    length = 0
                    while (
                        names[which, length] != 0
                        and here + length < size
                        and data[here + length] == names[which, length]
                    ):
                        length += 1
                    if names[which, length] == 0:
                        row[column] = which
                        here += length
                        is_plain = True
                        break
            else:
                is_plain = here < size and data[here] == code
                here += 1
            if not is_plain:
                break
        if not is_plain:
            break
        gourds[count] = row[0]
        kinds[count] = row[1]
        for k in range(4):
            to[count, k] = row[2 + k]
        count += 1
        at = here
    return at, count
