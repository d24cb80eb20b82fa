"""Reads the moves of a long plan from bytes, with compiled code.

It takes only moves that are spelled plainly: objects of exactly the keys gourd, kind and to, in one order for all, with
JSON's white space anywhere, and whole numbers without exponents. Everything else, sound or not, is left to the general
reader, so that nothing is accepted here that it would refuse.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.hexgrid import COORDINATE_LIMIT
from gourds.moves import KINDS

_SPACE, _NUMBER, _KIND = 1, 2, 3
_DIGITS: Final = 18  # this many digits always fit into 64 bits
_BLANK, _TAB, _LINE, _RETURN, _MINUS, _ZERO, _NINE = b" \t\n\r-09"

_VALUES: Final = {"gourd": "0", "kind": "?", "to": "[ [ 2 , 3 ] , [ 4 , 5 ] ]"}


def _pattern(keys: Iterable[str]) -> NDArray[np.uint8]:
    """Shape (length, 2): what must stand there, and the column of its value."""
    members = " , ".join(f'"{key}" : {_VALUES[key]}' for key in keys)
    codes = {" ": (_SPACE, 0), "?": (_KIND, 1), **{str(column): (_NUMBER, column) for column in range(6)}}
    return np.array([codes.get(char, (ord(char), 0)) for char in f"{{ {members} }} , "], dtype=np.uint8)


PATTERNS: Final = {keys: _pattern(keys) for keys in permutations(_VALUES)}
"""A move and the comma after it, for each order of its keys.

Bytes stand for themselves; there are codes for white space, a number, the name of a kind.
"""

NAMES: Final = np.array([list(f'"{kind}"'.encode().ljust(8, b"\0")) for kind in KINDS], dtype=np.uint8)
"""The names of the kinds by their codes, in quotes; zeros follow each."""


def read_moves(
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
