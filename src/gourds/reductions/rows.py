"""Text files of numbers in the manner of DIMACS, for problems that have no format of their own.

    c a comment
    p x3c 6 2
    1 2 3 0
    4 5 6 0

After comments comes the header with one number or more, then rows of numbers that end with 0, one to a line. What
solves an instance is often a choice among its parts: lines ``v 1 2 0`` name the chosen ones.

>>> rows = read_rows("p x3c 6 2\\n1 2 3 0\\n4 5 6 0\\n", "p x3c", 2)
>>> rows.counts, rows.rows
((6, 2), ((1, 2, 3), (4, 5, 6)))
>>> spell_rows("p x3c", rows.counts, rows.rows) == "p x3c 6 2\\n1 2 3 0\\n4 5 6 0\\n"
True
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gourds.errors import Faults, InputError, quoted

_INTEGER: Final = re.compile(r"[+-]?[0-9]+")
_DIGITS: Final = 18
"""Numbers with more digits than this are refused."""


@dataclass(frozen=True)
class Rows:
    """What a file holds."""

    counts: tuple[int, ...]
    """The numbers of the header."""
    rows: tuple[tuple[int, ...], ...]
    """The rows, each without the 0 at its end."""
    lines: tuple[int, ...]
    """The line of each row, for faults: ``line 7``."""


def read_rows(text: str, header: str, counts: int) -> Rows:
    """The rows in a text whose header is followed by that many numbers. Raises InputError with every fault."""
    faults = Faults()
    found: list[tuple[int, tuple[int, ...]]] = []
    head: tuple[int, ...] | None = None
    for number, line in _lines(text):
        words = line.split()
        place = f"line {number}"
        if head is None:
            start = header.split()
            if words[: len(start)] != start or len(words) != len(start) + counts:
                shown = " ".join([header, *"NMKL"[:counts]])
                raise InputError(f"{place}: must be '{shown}', not {quoted(line.strip())}")
            head = tuple(_numbers(words[len(start) :], place, faults))
            if any(value < 0 for value in head):
                faults.add(place, "the numbers of a header are not negative")
            faults.check()
            continue
        before = len(faults)
        row = _numbers(words, place, faults)
        if len(faults) > before:
            continue
        if not row or row[-1] != 0 or 0 in row[:-1]:
            faults.add(place, f"must be numbers and then one 0, not {quoted(line.strip())}")
        else:
            found.append((number, tuple(row[:-1])))
    if head is None:
        raise InputError(f"no line '{header} …'")
    faults.check()
    return Rows(head, tuple(row for _, row in found), tuple(number for number, _ in found))


def read_clauses(text: str, header: str, *, is_triples: bool = False) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """The number of variables, and clauses of literals, three in each or one and more. Raises InputError."""
    found = read_rows(text, header, 2)
    variables, many = found.counts
    faults = Faults()
    for line, row in zip(found.lines, found.rows, strict=True):
        if is_triples and len(row) != 3:
            faults.add(f"line {line}", f"a clause has three literals, not {len(row)}")
        elif not row:
            faults.add(f"line {line}", "a clause has one literal or more")
        for literal in row:
            if abs(literal) > variables:
                faults.add(f"line {line}", f"variable {abs(literal)} is larger than {variables}")
    if len(found.rows) != many and not faults:
        faults.add("", f"the number of clauses is {len(found.rows)}, not {many} as announced")
    faults.check()
    return variables, found.rows


def spell_rows(header: str, counts: Sequence[int], rows: Iterable[Sequence[int]]) -> str:
    """The text of a file."""
    lines = [" ".join([header, *map(str, counts)]), *(" ".join(map(str, (*row, 0))) for row in rows)]
    return "\n".join(lines) + "\n"


def read_choice(text: str, most: int) -> tuple[int, ...]:
    """The chosen parts, numbered from 1, in ascending order. Raises InputError with every fault."""
    faults = Faults()
    found: set[int] = set()
    for number, line in _lines(text):
        words = line.split()
        place = f"line {number}"
        for value in _numbers(words[1:] if words[0] == "v" else words, place, faults):
            if value < 0 or value > most:
                faults.add(place, f"{value} is not among the {most} that can be chosen")
            elif value in found:
                faults.add(place, f"{value} is chosen twice")
            elif value:
                found.add(value)
    faults.check()
    return tuple(sorted(found))


def spell_choice(chosen: Iterable[int]) -> str:
    """One ``v`` line.

    >>> spell_choice((1, 3))
    'v 1 3 0\\n'
    """
    return " ".join(("v", *map(str, chosen), "0")) + "\n"


def is_comment(line: str) -> bool:
    """True iff a line is a comment: it starts with ``c``."""
    return line.lstrip()[:1] == "c"


def _lines(text: str) -> Iterable[tuple[int, str]]:
    """The lines that say something, with their numbers."""
    lines = re.sub("\r\n?", "\n", text).split("\n")
    return [(k, line) for k, line in enumerate(lines, start=1) if line.strip() and not is_comment(line)]


def _numbers(words: Iterable[str], place: str, faults: Faults) -> list[int]:
    """The numbers among words; those that cannot be used are noted as faults and left out."""
    found = []
    for word in words:
        if not _INTEGER.fullmatch(word):
            faults.add(place, f"{quoted(word)} is not a whole number")
        elif len(word) > _DIGITS:
            faults.add(place, f"the number {quoted(word)} is too large")
        else:
            found.append(int(word))
    return found
