"""Outputs with a name and its value on every line.

Each of these formats has its own frame around the same thing, and its own words for how the search ended.
Variables that are not listed are 0: many solvers write the others only. What is no value is passed over, since people
keep logs in the same file; but a line that starts like one of our variables must give it a value.
"""

from __future__ import annotations

import re
from typing import Final

from gourds.decoding.answer import NUMBER, VARIABLE, Answer, Reading, place
from gourds.errors import quoted

_PAIR: Final = re.compile(r"\s*(\S+)\s+(\S+)(?:\s.*)?")
_CBC_HEAD: Final = re.compile(r"\s*[A-Z][\w ,()-]*- objective value\b.*")
_CBC_LINE: Final = re.compile(r"\s*(?:\*\*)?\s*[0-9]+\s+(\S+)\s+(\S+)\s+\S+\s*")
_GLPK_LINE: Final = re.compile(rf"\s*[0-9]+\s+(\S+)\s+(?:\*|B|NL|NU|NF|NS)?\s*({NUMBER})(?:\s.*)?")
_LOOSE: Final = re.compile(rf"\s*((?:{VARIABLE}))(?:\s*(?:=|:=|:|,)\s*|\s+)([^\s;,]+)\s*[;,]?(?:\s.*)?")
_OURS: Final = re.compile(rf"\s*(?:{VARIABLE})(?![\w.])")
_LOOSE_WORDS: Final = re.compile(
    r"(?i)\W*+(?:result|status|(?:model|problem|solution|solve) status|"
    r"(?:this |the )?(?:problem|model)(?: is| has)?)?\W*+"
    r"(?:proven |integer |primal )?(?:optimal|feasible|infeasible|unsat|sat|unsatisfiable|satisfiable|unknown|"
    r"no (?:integer |primal )?feasible solution)\b.*"
)


# -- SCIP, Gurobi -----------------------------------------------------------------------------------------------


def read_scip(lines: list[str]) -> Answer:
    """``x_3   1  (obj:0)`` after a line ``objective value:``; zeros are left out."""
    reading = Reading()
    is_inside = False
    for number, line in enumerate(lines, start=1):
        head, colon, rest = line.partition(":")
        if line.strip() == "no solution available":
            reading.say("unknown: no solution available")
        elif head.strip().lower() in ("solution status", "scip status"):
            reading.say(rest)
        elif colon and head.strip() == "objective value":
            reading.begin()
            is_inside = True
        elif is_inside and not line.strip():
            is_inside = not reading.values
        elif is_inside:
            _take_pair(reading, line, number)
    return reading.answer()


def read_gurobi(lines: list[str]) -> Answer:
    """``x_3 1`` after comments ``#``."""
    reading = Reading()
    reading.begin()
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            _take_pair(reading, line, number)
    return reading.answer()


def _take_pair(reading: Reading, line: str, number: int) -> None:
    match = _PAIR.fullmatch(line)
    if match is None:
        reading.faults.add(place(number), f"must be a name and a value, not {quoted(line.strip())}")
    else:
        reading.name(match[1], match[2], number)


# -- HiGHS ------------------------------------------------------------------------------------------------------


def read_highs(lines: list[str]) -> Answer:
    """Both styles: ``x_3 1`` below ``# Columns 13``, or a table with the columns ``Primal`` and ``Name``."""
    reading = Reading()
    section = ""
    ends = (0, 0)
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if section == "status":
            reading.say(text)
            section = ""
        elif text == "Model status":
            section = "status"
        elif text.startswith("Model status:"):
            reading.say(text)
        elif text.startswith("# Columns"):
            reading.begin()
            section = "raw"
        elif text == "Columns":
            reading.begin()
            section = "head"
        elif section == "head" and (upper := line.find("Upper")) >= 0 and (primal := line.find("Primal")) >= 0:
            ends = (upper + len("Upper"), primal + len("Primal"))
            section = "table"
        elif text.startswith("#") or text == "Rows" or not text:
            section = ""
        elif section == "raw":
            _take_pair(reading, line, number)
        elif section == "table" and line[ends[0] : ends[1]].strip():
            reading.name(text.split()[-1], line[ends[0] : ends[1]].strip(), number)
    return reading.answer()


# -- CBC, GLPK --------------------------------------------------------------------------------------------------


def is_cbc(lines: list[str]) -> bool:
    """True iff the first line is what CBC writes over its solutions."""
    return bool(lines) and _CBC_HEAD.fullmatch(lines[0]) is not None


def read_cbc(lines: list[str]) -> Answer:
    """``3 x_4  1  0``: index, name, value, reduced cost; ``**`` in front marks what is infeasible."""
    reading = Reading()
    reading.begin()
    reading.say(lines[0].replace("(no integer solution", "(unknown") if lines else "")
    for number, line in enumerate(lines[1:], start=2):
        match = _CBC_LINE.fullmatch(line)
        if match is not None:
            reading.name(match[1], match[2], number)
        elif line.strip():
            reading.faults.add(place(number), f"must be index, name, value and cost, not {quoted(line.strip())}")
    return reading.answer()


def read_glpk(lines: list[str]) -> Answer:
    """A report of ``glpsol -o``: a table below ``Column name``, which ends with an empty line."""
    reading = Reading()
    is_inside = False
    for number, line in enumerate(lines, start=1):
        if line.startswith("Status:"):
            reading.say(line)
        elif " Column name " in line:
            is_inside = True
            reading.begin()
        elif not line.strip():
            is_inside = False
        elif is_inside and not line.startswith("-"):
            match = _GLPK_LINE.fullmatch(line)
            if match is None:
                reading.faults.add(place(number), f"must be number, name and value, not {quoted(line.strip())}")
            else:
                reading.name(match[1], match[2], number)
    return reading.answer()


# -- everybody else ---------------------------------------------------------------------------------------------


def is_loose(lines: list[str]) -> bool:
    """True iff some line gives a value to one of our variables, or says in plain words how the search ended."""
    return any(_LOOSE.fullmatch(line) or _LOOSE_WORDS.fullmatch(line) for line in lines)


def read_loose(lines: list[str]) -> Answer:
    """``x_3 1``, ``x_3 = 1;`` or ``x_3: 1`` anywhere; the rest is a log, of which only plain words are understood."""
    reading = Reading()
    reading.begin()
    for number, line in enumerate(lines, start=1):
        match = _LOOSE.fullmatch(line)
        if match is not None:
            reading.name(match[1], match[match.lastindex or 1], number)
        elif _OURS.match(line):
            reading.faults.add(place(number), f"must be a name and a value, not {quoted(line.strip())}")
        elif _LOOSE_WORDS.fullmatch(line):
            reading.say(line)
    return reading.answer(lacking="no line gives a value to a variable x_1, x_2, …")
