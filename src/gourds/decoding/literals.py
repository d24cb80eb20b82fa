"""Outputs of SAT and pseudo-Boolean solvers: literals.

In competitions a solver prints lines ``c`` (comments), ``o`` (objective), ``s`` (what it found) and ``v`` (literals:
``1 -2 … 0`` of a CNF, ``x1 -x2`` or ``x1 ~x2`` of an OPB), and anything else is a log. MiniSat and its kin write a file
with ``SAT`` on its first line and the literals on the next. A solver that enumerates prints several solutions; each
ends with 0 or with a line that is none of values.
"""

from __future__ import annotations

import re
from typing import Final

from gourds.decoding.answer import Answer, Reading, place
from gourds.errors import quoted

_LITERAL: Final = re.compile(r"([-+~]?)(x_?)?([0-9]{1,18})")
_MINISAT: Final = re.compile(r"(?i)\s*(SAT|SATISFIABLE|UNSAT|UNSATISFIABLE|INDET|INDETERMINATE|UNKNOWN)\s*")


def is_minisat(lines: list[str]) -> bool:
    """True iff the first line that says something is a verdict of MiniSat."""
    first = next((line for line in lines if line.strip()), "")
    return _MINISAT.fullmatch(first) is not None


def read_competition(lines: list[str]) -> Answer:
    """What lines ``s`` and ``v`` say."""
    found = _Literals()
    for number, line in enumerate(lines, start=1):
        words = line.split()
        if words[:1] == ["v"]:
            found.take(words[1:], number)
        else:
            found.pause()
            if words[:1] == ["s"]:
                found.reading.say(line)
    return found.answer()


def read_minisat(lines: list[str]) -> Answer:
    """What a result file of MiniSat says."""
    found = _Literals()
    for number, line in enumerate(lines, start=1):
        if _MINISAT.fullmatch(line):
            found.reading.say(line)
        elif line.strip() and line.split()[0] != "c":
            found.take(line.split(), number)
    return found.answer()


class _Literals:
    """Literals as they are read."""

    def __init__(self) -> None:
        self.reading = Reading()
        self.has_ended = True
        self.is_cnf = False

    def pause(self) -> None:
        """A line between values: what follows may be another solution."""
        self.has_ended = True

    def take(self, words: list[str], line: int) -> None:
        """The literals of a line."""
        for word in words:
            match = _LITERAL.fullmatch(word)
            if match is None:
                self.reading.faults.add(place(line), f"{quoted(word)} is no literal")
                continue
            sign, name, digits = match.groups()
            number = int(digits)
            if number == 0:
                if name or sign:
                    self.reading.faults.add(place(line), f"{quoted(word)} is no literal: variables are numbered from 1")
                self.has_ended = True
                continue
            if self.has_ended:
                self.has_ended = False
                if not self.reading.values or number in self.reading.values:
                    self.reading.begin()
            self.is_cnf = self.is_cnf or not name
            self.reading.set(number, 0.0 if sign in ("-", "~") else 1.0, line)

    def answer(self) -> Answer:
        """What was read."""
        return self.reading.answer(is_cnf=self.is_cnf, lacking="there is neither a line 's …' nor a value in it")
