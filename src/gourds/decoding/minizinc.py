"""Outputs of MiniZinc: ``x_3 = 1;`` or ``x = [0, 1, …];`` for each solution, then a line of dashes.

An array is indexed from 1, or from where its ``array1d(1..n, …)`` says. A line of equals signs ends the search, and
words between such signs say why there is no solution.
"""

from __future__ import annotations

import re
from typing import Final

from gourds.decoding.answer import Answer, Reading, place
from gourds.errors import quoted

_ASSIGNMENT: Final = re.compile(r"(\w+)\s*=\s*([^=\s].*)", re.DOTALL)
_ARRAY: Final = re.compile(r"(?:array1d\(\s*([0-9]{1,18})\s*\.\.\s*[0-9]+\s*,\s*)?\[([^\]]*)\]\s*\)?", re.DOTALL)
_SAYS: Final = re.compile(r"=====\s*([A-Z][A-Z ]*)\s*=====")
_END: Final = "-" * 10


def is_minizinc(lines: list[str]) -> bool:
    """True iff a line of dashes or equals signs ends a solution."""
    return any(line.strip() in (_END, "=" * 10) or _SAYS.fullmatch(line.strip()) for line in lines)


def read_minizinc(lines: list[str]) -> Answer:
    """What the assignments say. One assignment may take several lines, up to its semicolon."""
    reading = Reading()
    is_between = True
    started = 0
    statement: list[str] = []
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if match := _SAYS.fullmatch(text):
            reading.say(match[1])
        elif text == _END:
            is_between = True
        elif text and not text.startswith("%") and text != "=" * 10:
            if is_between:
                is_between = False
                reading.begin()
            started = started if statement else number
            statement.append(text)
            if text.endswith(";"):
                _assign(reading, statement, started)
                statement = []
    if statement:
        _assign(reading, statement, started)
    return reading.answer()


def _assign(reading: Reading, statement: list[str], line: int) -> None:
    """``x_3 = 1;`` or an array; of other names than x only single values are passed over."""
    text = "\n".join(statement).removesuffix(";").rstrip()
    match = _ASSIGNMENT.fullmatch(text)
    if match is None:
        reading.faults.add(place(line), f"must be 'name = value;', not {quoted(text)}")
        return
    name, value = match.groups()
    array = _ARRAY.fullmatch(value)
    if array is None:
        if name.startswith("x"):
            reading.name(name, value, line)
    elif name == "x":
        first = int(array[1] or 1)
        words = [word.strip() for word in array[2].split(",")]
        for k, word in enumerate(words if words[-1] else words[:-1], start=first):
            reading.column(k, word, line)
