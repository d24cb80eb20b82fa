"""Several values at once, as people write them: ``8``, ``1..20``, ``1..20..5`` in steps of five, ``2,3,5..9``.

>>> read_numbers("2,3,5..9"), read_numbers("1..20..5")
((2, 3, 5, 6, 7, 8, 9), (1, 6, 11, 16))
"""

from __future__ import annotations

import re
from typing import Final

from gourds.errors import InputError, quoted

MOST: Final = 1_000_000
"""No range may have more numbers than this."""
_PART: Final = re.compile(r"(-?[0-9]{1,18})(?:\.\.(-?[0-9]{1,18})(?:\.\.([0-9]{1,18}))?)?", re.ASCII)


def read_numbers(text: str) -> tuple[int, ...]:
    """The numbers in the order in which they are given, each once. Raises InputError."""
    numbers: dict[int, None] = {}
    for part in text.split(","):
        found = _PART.fullmatch(part.strip())
        if found is None:
            raise InputError(f"{quoted(text)} is not a whole number, a range such as 1..20 or a list such as 2,3,5")
        first = int(found[1])
        last = first if found[2] is None else int(found[2])
        step = 1 if found[3] is None else int(found[3])
        if step < 1:
            raise InputError(f"the step of {quoted(part.strip())} must be at least 1")
        if first > last:
            raise InputError(f"there is nothing from {first} to {last}")
        if (last - first) // step + len(numbers) >= MOST:
            raise InputError(f"{quoted(text)} has more than {MOST:,} numbers")
        numbers |= dict.fromkeys(range(first, last + 1, step))
    return tuple(numbers)


def is_range(value: object) -> bool:
    """Whether a value is a text that is meant as a range or a list of numbers; one number in quotes is not."""
    return isinstance(value, str) and (".." in value or "," in value)
