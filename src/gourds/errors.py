"""The exceptions of the package, and faults: what is wrong with an input, and where.

    GourdsError
    ├── InputError      a file, drawing or argument that cannot be used; carries every fault found
    ├── LimitError      more work or memory than was allowed
    └── InternalError   a self-check failed: two computations disagree

Infeasible and out of time are statuses of a result, never exceptions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from reprlib import Repr
from typing import Final

SHOWN_FAULTS: Final = 3
KEPT_FAULTS: Final = 300
"""This many faults of an input are kept; a list of more gets no clearer, and may not fit into memory."""
COUNTED_FAULTS: Final = 100_000
"""This many faults are counted; then reading ends."""


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong, and where."""

    place: str
    """Where, in the words of the format: ``cells[3]``, ``line 7, column 12``; empty for the whole input."""
    reason: str
    """What is wrong there."""

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}" if self.place else self.reason


class GourdsError(Exception):
    """Any error that this package raises on purpose."""


class InputError(GourdsError):
    """An input that cannot be used. ``str`` gives one line that names the source, the place and the reason."""

    def __init__(self, faults: str | Fault | Iterable[Fault], source: str = "") -> None:
        if isinstance(faults, str):
            faults = Fault("", faults)
        self.found = faults if isinstance(faults, Faults) else Faults([faults] if isinstance(faults, Fault) else faults)
        self.source = source
        super().__init__(str(self))

    @property
    def faults(self) -> tuple[Fault, ...]:
        """The first KEPT_FAULTS that were found."""
        return tuple(self.found.kept)

    def __str__(self) -> str:
        shown = "; ".join(str(fault) for fault in self.found.kept[:SHOWN_FAULTS])
        line = f"{self.source}: {shown}" if self.source else shown
        more = self.found.count - SHOWN_FAULTS
        than = "more than " if self.found.count >= COUNTED_FAULTS else ""
        return one_line(line if more <= 0 else f"{line} (and {than}{more:,} more faults)")

    def in_source(self, source: str) -> InputError:
        """The same faults, said of a named file."""
        return type(self)(self.found, source)


class Faults:
    """What is wrong with an input, as it is found: the first few hundred faults are kept, the others counted.

    Raises InputError by itself when there are COUNTED_FAULTS of them: a small file can unpack to millions.
    """

    def __init__(self, faults: Iterable[Fault] = ()) -> None:
        self.kept: list[Fault] = []
        self.count = 0
        self += faults

    def add(self, place: str, reason: str) -> None:
        """One more fault."""
        self += (Fault(place, reason),)

    def __iadd__(self, faults: Iterable[Fault]) -> Faults:
        if isinstance(faults, Faults):
            self.kept += faults.kept[: max(KEPT_FAULTS - self.count, 0)]
            self.count += faults.count
            return self
        for fault in faults:
            self.count += 1
            if self.count <= KEPT_FAULTS:
                self.kept.append(fault)
            elif self.count >= COUNTED_FAULTS:
                raise InputError(self)
        return self

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Fault]:
        return iter(self.kept)

    def within(self, place: str) -> Faults:
        """The same faults, said of the value at a place."""
        found = Faults(Fault(f"{place}.{fault.place}" if fault.place else place, fault.reason) for fault in self.kept)
        found.count = self.count
        return found

    def check(self) -> None:
        """Raise InputError if there are any."""
        if self.count:
            raise InputError(self)


class LimitError(GourdsError):
    """More work or memory was needed than was allowed."""


class InternalError(GourdsError):
    """A self-check of this package failed."""


def one_line(text: str) -> str:
    """The text without line breaks, control characters or anything else that a terminal cannot print."""
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def quoted(value: object, limit: int = 40) -> str:
    """A value from an input as it may be shown in a message: short, printable, in quotes if it is a string."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**limit:
        return "a huge number"
    if isinstance(value, str):
        value = value[: limit + 1]
        text = repr(value) if value.isprintable() else ascii(value)
    else:
        try:
            text = _SHORT.repr(value)
        except Exception:  # whatever the representation of somebody's class does
            text = f"a {type(value).__name__}"
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _short() -> Repr:
    """Representations that look at a few parts of a value only, however many it has."""
    short = Repr()
    short.maxlevel, short.maxlong = 3, 100
    short.maxlist = short.maxtuple = short.maxdict = short.maxset = short.maxstring = short.maxother = 60
    return short


_SHORT: Final = _short()
