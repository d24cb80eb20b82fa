"""Reading clausal proofs, strictly: DRAT as text and in binary, LRAT as text.

A step of **DRAT** text is a line: ``1 -2 0`` adds a lemma, ``d 1 -2 0`` deletes a clause. In binary every number is a
chain of bytes, the lowest seven bits first, all but the last with the high bit set: first the byte ``a`` or ``d``,
then the literals (2·v for v, 2·v + 1 for -v), then 0. So every step of a binary proof ends with a byte 0, which no
text has: that tells the two apart.

A line of **LRAT** is ``ID literals 0 hints 0`` for a lemma, or ``ID d IDs 0`` for deletions, where the first ID says
nothing.

Blank lines and comments (``c …``) are skipped. Nothing else is mended or passed over: :class:`ProofError` says what
is wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from gourds.certificates.entries import RejectedError

MAX_VARIABLE = 2**30 - 1
"""The largest variable that a clause may name; coded literals then fit in 32 bits."""
MAX_ID = 2**62
"""The largest name of a clause in LRAT."""
ALLOWED = frozenset("0123456789- \t\r\n")
"""`int` takes more than the formats allow: underscores, plus signs, digits of other scripts."""
ADDS, DELETES = ord("a"), ord("d")


class ProofError(RejectedError):
    """The proof is at fault; says where and why."""


class Step(NamedTuple):
    """A step of a DRAT proof."""

    place: int
    """The number of its line, or of the step in a binary proof; from 1."""
    deletes: bool
    """True: the clause is deleted; False: it is added."""
    literals: list[int]
    """Its literals."""


class LratStep(NamedTuple):
    """A line of an LRAT proof."""

    place: int
    """The number of the line, from 1."""
    deletes: bool
    """True: ``hints`` are clauses that are deleted. False: a lemma."""
    name: int
    """The lemma's ID."""
    literals: list[int]
    """The lemma's literals."""
    hints: list[int]
    """IDs of clauses; negative where one begins the part for a clause to resolve with."""


def in_range(literals: list[int]) -> bool:
    """Say whether no literal is beyond the largest variable."""
    return not literals or (max(literals) <= MAX_VARIABLE and min(literals) >= -MAX_VARIABLE)


def is_skipped(text: str) -> bool:
    """Say whether a line without blanks around it is empty or a comment."""
    return not text or text == "c" or text.startswith("c ")


def text_steps(lines: Iterable[str]) -> Iterator[Step]:
    """The steps of a DRAT proof in text."""
    for place, line in enumerate(lines, 1):
        text = line.strip()
        if is_skipped(text):
            continue
        deletes = text.startswith("d ")
        numbers = _numbers(text[2:] if deletes else text, line, place, "a DRAT")
        if not numbers or numbers.pop() != 0:
            raise ProofError(f"line {place}: cut off: no 0 at the end")
        if 0 in numbers:
            raise ProofError(f"line {place}: 0 before the end of the line")
        _check_literals(numbers, f"line {place}")
        yield Step(place, deletes, numbers)


def is_binary(data: bytes) -> bool:
    """Say whether this is a proof in binary and not in text."""
    return b"\0" in data


def binary_steps(data: bytes) -> Iterator[Step]:
    """The steps of a DRAT proof in binary.

    The letter at the head of a step is a number of one byte like any other, so the whole file is numbers.
    """
    raw = np.frombuffer(data, dtype=np.uint8)
    last = np.flatnonzero(raw < 128)
    if len(raw) and (not len(last) or last[-1] != len(raw) - 1 or raw[-1] != 0):
        raise ProofError(f"byte {len(raw)}: cut off: no 0 at the end")
    first = np.concatenate((np.zeros(1, dtype=np.int64), last[:-1] + 1)) if len(last) else last
    size = last - first + 1
    for wrong in np.flatnonzero((size > 5) | ((size > 1) & (raw[last] == 0)))[:1].tolist():
        raise ProofError(f"byte {int(first[wrong]) + 1}: a number of more bytes than it may have")
    numbers = np.zeros(len(last), dtype=np.int64)
    for k in range(5):
        longer = size > k
        numbers[longer] |= (raw[first[longer] + k] & 127).astype(np.int64) << (7 * k)
    literals = np.where(numbers & 1, -(numbers >> 1), numbers >> 1).tolist()
    marks = numbers.tolist()
    begin = 0
    for place, end in enumerate(np.flatnonzero(numbers == 0).tolist(), 1):
        if marks[begin] not in (ADDS, DELETES):
            raise ProofError(f"step {place}: begins with the byte {marks[begin]}, neither 'a' nor 'd'")
        deletes, found = marks[begin] == DELETES, literals[begin + 1 : end]
        if 0 in found:
            raise ProofError(f"step {place}: a literal of no variable")
        _check_literals(found, f"step {place}")
        yield Step(place, deletes, found)
        begin = end + 1


def lrat_steps(lines: Iterable[str]) -> Iterator[LratStep]:
    """The lines of an LRAT proof."""
    for place, line in enumerate(lines, 1):
        text = line.strip()
        if is_skipped(text):
            continue
        head, mark, rest = text.partition(" d ")
        if mark:
            name, hints = _numbers(head, line, place, "an LRAT"), _numbers(rest, line, place, "an LRAT")
            if len(name) != 1 or name[0] < 0:
                raise ProofError(f"line {place}: a line that deletes begins with one number and 'd'")
            if not hints or hints.pop() != 0:
                raise ProofError(f"line {place}: cut off: no 0 at the end")
            if hints and not (min(hints) > 0 and max(hints) <= MAX_ID):
                raise ProofError(f"line {place}: deletes a clause without a proper ID")
            yield LratStep(place, True, 0, [], hints)
            continue
        numbers = _numbers(text, line, place, "an LRAT")
        if numbers.count(0) != 2 or numbers[-1] != 0 or numbers[0] == 0:
            raise ProofError(f"line {place}: must be an ID, literals, 0, hints and 0")
        middle = numbers.index(0)
        name_, literals, hints = numbers[0], numbers[1:middle], numbers[middle + 1 : -1]
        if not 0 < name_ <= MAX_ID or (hints and max(max(hints), -min(hints)) > MAX_ID):
            raise ProofError(f"line {place}: an ID is negative or too large")
        _check_literals(literals, f"line {place}")
        yield LratStep(place, False, name_, literals, hints)


def _numbers(text: str, line: str, place: int, form: str) -> list[int]:
    try:
        if ALLOWED.issuperset(text):
            return [int(token) for token in text.split()]
    except ValueError:
        pass
    raise ProofError(f"line {place}: not a line of {form} proof: {line[:60]!r}")


def _check_literals(literals: list[int], place: str) -> None:
    if not in_range(literals):
        raise ProofError(f"{place}: a variable above {MAX_VARIABLE}")
