"""Outputs of clingo and clasp on answer set programs: the atoms ``x(k)`` that are true, below a line ``Answer: 1``.

The output of competitions (``--outf=1``) has ``ANSWER`` there and a period after every atom. With ``-V0`` the line of
atoms stands by itself. Other atoms are passed over: somebody may have changed the program so that it shows more.
"""

from __future__ import annotations

import re
from typing import Final

from gourds.decoding.answer import Answer, Reading, place, variable_of
from gourds.errors import quoted

_HEAD: Final = re.compile(r"Answer: [0-9]+\b.*|ANSWER\s*")
_LOG: Final = re.compile(r"(?:% )?(?:py)?cl(?:ingo|asp) version .*")
_END: Final = re.compile(r"\s*(?:(?:UN)?SATISFIABLE|OPTIMUM FOUND|UNKNOWN|INCONSISTENT|INCOHERENT)\s*")
_ATOMS: Final = re.compile(r"\s*x\([0-9]+\)(?:[.\s].*)?")


def is_answer_set(lines: list[str]) -> bool:
    """True iff an answer is announced, or a line starts with an atom, or the solver gives its name."""
    marks = (_HEAD, _LOG, _ATOMS)
    known = any(pattern.fullmatch(line) for line in lines for pattern in marks)
    return known or any(line.strip() in ("INCONSISTENT", "INCOHERENT") for line in lines)


def read_answer_sets(lines: list[str]) -> Answer:
    """What the answer sets say; the first is read."""
    reading = Reading()
    is_announced = False
    for number, line in enumerate(lines, start=1):
        if is_announced or _ATOMS.fullmatch(line):
            is_announced = False
            reading.begin()
            _take(reading, line, number)
        elif _HEAD.fullmatch(line):
            is_announced = True
        elif _END.fullmatch(line):
            reading.say(line)
    return reading.answer(lacking="there is neither an answer set nor a verdict in it")


def _take(reading: Reading, line: str, number: int) -> None:
    for word in line.split():
        atom = word.removesuffix(".")
        variable = variable_of(atom)
        if variable is not None:
            reading.set(variable, 1.0, number)
        elif atom.startswith("x("):
            reading.faults.add(place(number), f"{quoted(atom)} is no atom of an exported file; those are x(1), x(2), …")
