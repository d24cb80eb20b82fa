"""Reading plans of millions of moves.

A general JSON parser makes some 600 bytes of objects out of a move that takes 41 in a table. So the members of the
outermost object are read one by one here, and under "moves" one move at a time: runs of plainly spelled moves by
compiled code, every other one by the general parser at its place. The result is the same as the general way's, faults
included; a test compares the two.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

import numpy as np

from gourds.compiled import compiled
from gourds.errors import Fault, InputError
from gourds.files.json_values import json_faults, no_collecting, unique_keys
from gourds.files.plan_kernel import NAMES, PATTERNS, read_moves
from gourds.files.plans import MAX_FAULTS, ReadMoves, read_move
from gourds.moves import Plan

MANY: Final = 1 << 20
"""Plans of fewer characters are left to the general parser."""

BLOCK: Final = 1 << 24
"""Characters that are looked at as bytes at a time."""

_SHORTEST_MOVE: Final = len('{"gourd":1,"kind":"turn","to":[[0,0],[0,0]]}')
_START: Final = re.compile(r'[ \t\n\r]*\{[ \t\n\r]*"format"[ \t\n\r]*:[ \t\n\r]*"gourds-plan"')
_SPACE: Final = re.compile(r"[ \t\n\r]*")
_DECODER: Final = json.JSONDecoder(object_pairs_hook=unique_keys)


def is_long_plan(text: str) -> bool:
    """True iff the text is long, begins as a plan does, and its characters are bytes."""
    return len(text) > MANY and _START.match(text) is not None and text.isascii()


def parse_long_plan(text: str) -> dict[str, Any]:
    """The JSON object in the text, with the list under "moves" read into a table of moves."""
    with no_collecting(), json_faults():
        members: list[tuple[str, Any]] = []
        at = _expect(text, _skip(text, 0), "{", "Expecting value")
        while True:
            if text[at : at + 1] != '"':
                raise json.JSONDecodeError("Expecting property name enclosed in double quotes", text, at)
            key, at = _DECODER.raw_decode(text, at)
            at = _expect(text, _skip(text, at), ":", "Expecting ':' delimiter")
            is_table = key == "moves" and text[at : at + 1] == "["
            value, at = _parse_moves(text, at + 1) if is_table else _DECODER.raw_decode(text, at)
            members.append((key, value))
            at = _skip(text, at)
            if text[at : at + 1] == "}":
                break
            at = _expect(text, at, ",", "Expecting ',' delimiter")
        document = unique_keys(members)
        at = _skip(text, at + 1)
        if at < len(text):
            raise json.JSONDecodeError("Extra data", text, at)
        return document


def _skip(text: str, at: int) -> int:
    """The place after white space."""
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _expect(text: str, at: int, char: str, message: str) -> int:
    """The place after this character and white space."""
    if text[at : at + 1] != char:
        raise json.JSONDecodeError(message, text, at)
    return _skip(text, at + 1)


def _parse_moves(text: str, at: int) -> tuple[ReadMoves, int]:
    """The moves of a list whose bracket was read, and the place after the list."""
    room = (len(text) - at) // _SHORTEST_MOVE + 1
    gourds = np.empty(room, dtype=np.int64)
    kinds = np.empty(room, dtype=np.uint8)
    to = np.empty((room, 4), dtype=np.int64)
    faults: list[Fault] = []
    read, pattern = compiled(read_moves), next(iter(PATTERNS.values()))
    count = number = 0  # rows of the table; elements of the list
    block, first = np.empty(0, dtype=np.uint8), at
    at = _skip(text, at)
    if text[at : at + 1] == "]":
        return ReadMoves(Plan(gourds[:0], kinds[:0], to[:0]), faults), at + 1
    while True:
        if at >= first + len(block):
            block, first = np.frombuffer(text[at : at + BLOCK].encode("ascii"), dtype=np.uint8), at
        within, now = read(block, at - first, pattern, NAMES, count, gourds, kinds, to)
        at, count, number = first + int(within), int(now), number + int(now) - count
        # Here, after white space, is a move that is not plain, goes beyond the block, or is the last one.
        value, at = _DECODER.raw_decode(text, _skip(text, at))
        found = read_move(value)
        if isinstance(found, tuple):
            gourds[count], kinds[count], to[count] = found[0], found[1], found[2:]
            count += 1
            pattern = PATTERNS.get(tuple(value), pattern)  # the next ones probably have their keys in the same order
        else:
            faults += [Fault(f"moves[{number}]", reason) for reason in found]
            if len(faults) >= MAX_FAULTS:
                raise InputError(faults)
        number += 1
        at = _skip(text, at)
        if text[at : at + 1] == "]":
            return ReadMoves(Plan(gourds[:count], kinds[:count], to[:count]), faults), at + 1
        at = _expect(text, at, ",", "Expecting ',' delimiter")
