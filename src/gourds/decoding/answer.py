"""What a reader of outputs gives: the values of variables, the lines they stand on, what the solver says of itself."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Final, Literal

from gourds.errors import Fault, Faults, InputError, one_line, quoted

Verdict = Literal["feasible", "infeasible", "unknown"]

NUMBER: Final = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
"""A number as solvers write them; neither infinite nor 'nan'."""
VARIABLE: Final = r"x(?:_|#)?([0-9]{1,18})|x[\[(]([0-9]{1,18})[\])]"
"""The names of variable k: ``xk`` in OPB, ``x_k`` in LP and MPS, and how others spell an entry of an array x."""

_NUMBER: Final = re.compile(NUMBER)
_VARIABLE: Final = re.compile(VARIABLE)
_ROW: Final = re.compile(r"[cb]_[0-9]+|c_empty|obj|rhs|RHS|R[0-9]+")
_TRUTH: Final = {"true": 1.0, "false": 0.0}
_VERDICTS: Final[tuple[tuple[str, Verdict], ...]] = (
    (r"limit|stopp|unknown|undef|indet|interrupt|unfinished|timeout|timed out|abort|not.?solved|invalid", "unknown"),
    (r"infeas|unsat|empty|inconsistent|incoherent|\bno (?:(?:integer|primal) )?(?:feasible )?solution", "infeasible"),
    (r"optim|feasib|\bsat", "feasible"),
)
_MOST_WORDS: Final = 80


@dataclass(frozen=True)
class Value:
    """The value of a variable, and where it stands."""

    amount: float
    """As the output gives it."""
    line: int
    """Counted from 1; 0 where the output has no lines."""


@dataclass(frozen=True)
class Answer:
    """What an output says."""

    verdict: Verdict | None
    """What the solver says of the file; None if it does not say."""
    words: str
    """The line with which it says so."""
    values: dict[int, Value]
    """By the number of the variable or, if ``by_column``, of the column in the file that the solver read."""
    by_column: bool = False
    """Columns are numbered as they appear in the file, which in an LP is not the order of the variables."""
    is_cnf: bool = False
    """Variables are bare numbers, so the ones that count in a CNF may be among them."""
    further: int = 0
    """How many further solutions follow; only the first is read."""


class Reading:
    """Values as a reader comes across them, and what is wrong with the output, line by line."""

    def __init__(self) -> None:
        self.values: dict[int, Value] = {}
        self.faults = Faults()
        self.solutions = 0
        self._verdict: Verdict | None = None
        self._words = ""

    def begin(self) -> None:
        """A solution begins; from the second one on, values are passed over."""
        self.solutions += 1

    def say(self, words: str) -> None:
        """The solver says what it found. The first words that are understood count."""
        verdict = verdict_of(words)
        if verdict is not None and self._verdict is None:
            self._verdict, self._words = verdict, one_line(words.strip())[:_MOST_WORDS]

    def set(self, number: int, amount: float, line: int) -> None:
        """A variable, or a column, has a value."""
        if self.solutions > 1:
            return
        known = self.values.setdefault(number, Value(amount, line))
        if known.amount != amount:
            reason = f"variable {number} is {_spelled(amount)} here, and {_spelled(known.amount)} on line {known.line}"
            self.faults.add(place(line), reason)

    def take(self, word: str, line: int) -> float | None:
        """The number that a word is; anything else is a fault."""
        amount = _TRUTH.get(word)
        if amount is None and _NUMBER.fullmatch(word):
            amount = float(word)
        if amount is None or not math.isfinite(amount):
            self.faults.add(place(line), f"{quoted(word)} is no value of a variable")
            return None
        return amount

    def name(self, name: str, word: str, line: int) -> None:
        """A named variable has a value. Rows are passed over; any other name is a fault: the file is not ours."""
        number = variable_of(name)
        if number is not None:
            self.column(number, word, line)
        elif not _ROW.fullmatch(name):
            self.faults.add(place(line), f"{quoted(name)} is no variable of an exported file; those are x_1, x_2, …")

    def column(self, number: int, word: str, line: int) -> None:
        """A column, or a variable known by its number, has a value."""
        amount = self.take(word, line)
        if amount is not None:
            self.set(number, amount, line)

    def answer(self, *, by_column: bool = False, is_cnf: bool = False, lacking: str = "") -> Answer:
        """What was read. Raises InputError if something was wrong, or if nothing was read and ``lacking`` says what."""
        self.faults.check()
        if lacking and self._verdict is None and not self.values:
            raise no_answer(lacking)
        further = max(0, self.solutions - 1)
        return Answer(self._verdict, self._words, self.values, by_column, is_cnf, further)


def variable_of(name: str) -> int | None:
    """The number of the variable with this name, None if it is none of an exported file.

    >>> variable_of("x12"), variable_of("x_12"), variable_of("x[12]"), variable_of("c_12")
    (12, 12, 12, None)
    """
    match = _VARIABLE.fullmatch(name)
    return int(match[1] or match[2]) if match else None


def verdict_of(words: str) -> Verdict | None:
    """What the words of a solver mean; None if nothing known is among them.

    >>> verdict_of("s UNSATISFIABLE"), verdict_of("Optimal - objective value 0"), verdict_of("time limit reached")
    ('infeasible', 'feasible', 'unknown')
    """
    said = words.lower()
    return next((verdict for pattern, verdict in _VERDICTS if re.search(pattern, said)), None)


def place(line: int) -> str:
    """Where something stands."""
    return f"line {line}" if line else ""


def no_answer(reason: str) -> InputError:
    """The error for an output that cannot be read in the chosen format."""
    return InputError(Fault("", reason))


def _spelled(amount: float) -> str:
    return f"{amount:g}"
