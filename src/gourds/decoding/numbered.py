"""Outputs that list values by the number of the column, without names.

Columns have numbers in the order in which the solver met them. In an MPS file that is the order of the variables; in
an LP file a variable comes when the first row has it. :mod:`gourds.decoding.decode` knows both orders.
"""

from __future__ import annotations

import re
from typing import Final

from gourds.decoding.answer import Answer, Reading, place
from gourds.errors import quoted

_STATUS: Final = re.compile(r"\s*status:\s*\"?(\w+)\"?\s*")
_SOLUTION: Final = re.compile(r"solution:\s*(\S.*)")
_GLPK_WORDS: Final = {"o": "optimal", "f": "feasible", "n": "infeasible", "i": "infeasible", "u": "undefined"}
_COLUMN: Final = re.compile(r"[0-9]{1,18}")


def read_glpk_raw(lines: list[str]) -> Answer:
    """A file of ``glpsol -w``: ``s mip ROWS COLUMNS STATUS OBJECTIVE``, then ``i ROW VALUE`` and ``j COLUMN VALUE``.

    In files of the simplex method (``s bas``) a letter stands before the value.
    """
    reading = Reading()
    reading.begin()
    kind = "mip"
    for number, line in enumerate(lines, start=1):
        words = line.split()
        if words[:1] == ["s"] and len(words) >= 5:
            kind = words[1]
            reading.say(_GLPK_WORDS.get(words[4], ""))
        elif words[:1] == ["j"]:
            at = 3 if kind == "bas" else 2
            if len(words) <= at or not _COLUMN.fullmatch(words[1]):
                reading.faults.add(place(number), f"must be a column and its value, not {quoted(line.strip())}")
            else:
                reading.column(int(words[1]), words[at], number)
    return reading.answer(by_column=True)


def is_cpsat(lines: list[str]) -> bool:
    """True iff the lines ``status:`` and perhaps ``solution:`` of a response are there."""
    return any(_STATUS.fullmatch(line) for line in lines[:50]) and any(
        _SOLUTION.fullmatch(line.strip()) or line.strip().startswith(("wall_time:", "walltime:")) for line in lines
    )


def read_cpsat(lines: list[str]) -> Answer:
    """The text of a ``CpSolverResponse``: a line ``solution: VALUE`` for every variable of the model, in order.

    A list in brackets on one line is read as well.
    """
    reading = Reading()
    reading.begin()
    count = 0
    for number, line in enumerate(lines, start=1):
        if match := _STATUS.fullmatch(line):
            reading.say(match[1])
        elif match := _SOLUTION.fullmatch(line.strip()):
            for word in re.split(r"[\s,]+", match[1].strip("[] ")):
                count += 1
                reading.column(count, word, number)
    return reading.answer(by_column=True, is_cnf=True)


def is_old_highs(lines: list[str]) -> bool:
    """True iff this is what HiGHS wrote before it had styles."""
    return bool(lines) and "Number of columns and rows for primal or dual solution" in lines[0]


def read_old_highs(lines: list[str]) -> Answer:
    """Bare values between ``Columns`` and ``Rows``."""
    reading = Reading()
    reading.begin()
    is_inside = False
    count = 0
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if text in ("Columns", "Rows"):
            is_inside = text == "Columns"
        elif is_inside and text:
            count += 1
            reading.column(count, text.split()[0], number)
    return reading.answer(by_column=True)
