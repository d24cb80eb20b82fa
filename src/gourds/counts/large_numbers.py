"""Numbers of placements in words and digits; they can have thousands of digits."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

SHOWN_DIGITS: Final = 60
"""Numbers with more digits are not written in full."""


def number_text(count: int) -> str:
    """A number of placements for people: in full while it can be read, then by its first digits.

    >>> number_text(561087), number_text(0), number_text(1)
    ('561,087 placements', 'no placement', 'exactly 1 placement')
    >>> number_text(7 * 10**99)
    'about 7.000 × 10^99 placements (100 digits)'
    """
    if count < 2:
        return "exactly 1 placement" if count else "no placement"
    exponent = log10(count)
    if exponent < SHOWN_DIGITS:
        more = f" (about 10^{exponent:.2f})" if exponent >= 9 else ""
        return f"{count:,} placements{more}"
    whole = math.floor(exponent)
    return f"about {10 ** (exponent - whole):.3f} × 10^{whole:,} placements ({whole + 1:,} digits)"


def log10(count: int) -> float:
    """The decimal logarithm of a positive integer of any size."""
    spare = max(count.bit_length() - 900, 0)
    return math.log10(count >> spare) + spare * math.log10(2)


@contextmanager
def all_digits() -> Iterator[None]:
    """Within, integers of any length can be written as decimals; Python refuses more than 4,300 digits otherwise."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)
