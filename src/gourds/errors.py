"""The exceptions of the package, and faults: what is wrong with an input, and where.

    GourdsError
    ├── InputError      a file, drawing or argument that cannot be used; carries every fault found
    ├── LimitError      more work or memory than was allowed
    └── InternalError   a self-check failed: two computations disagree

Infeasible and out of time are statuses of a result, never exceptions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

SHOWN_FAULTS = 3


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
        self.faults: tuple[Fault, ...] = (faults,) if isinstance(faults, Fault) else tuple(faults)
        self.source = source
        super().__init__(str(self))

    def __str__(self) -> str:
        shown = "; ".join(str(fault) for fault in self.faults[:SHOWN_FAULTS])
        more = len(self.faults) - SHOWN_FAULTS
        line = f"{self.source}: {shown}" if self.source else shown
        return one_line(line if more <= 0 else f"{line} (and {more} more faults)")

    def in_source(self, source: str) -> InputError:
        """The same faults, said of a named file."""
        return type(self)(self.faults, source)


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
    text = ascii(value) if isinstance(value, str) and not value.isprintable() else repr(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"
