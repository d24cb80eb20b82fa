"""Claims of the paper, and what became of checking them.

A claim is a sentence of the paper in our own words, and a function that checks it. The function gets an
:class:`Effort`, which says how far to go, and gives a :class:`Finding`: whether the claim holds, on what it was
checked, a small table, and pictures. A claim about infinitely many boards is never proved by looking at some of them;
``reach`` says which ones were looked at.
"""

from __future__ import annotations

import enum
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Final, TypeVar

T = TypeVar("T")

PLENTY: Final = math.inf
"""No end of time."""


class Outcome(enum.StrEnum):
    """What became of a claim."""

    HOLDS = "holds"
    """True as far as it was checked."""
    IMPRECISE = "imprecise"
    """Right in essence, but the paper's words do not hold as they stand; a counterexample is shown."""
    FAILS = "fails"
    """A counterexample was found."""
    UNDECIDED = "undecided"
    """Out of time, out of memory, or an error."""


@dataclass(frozen=True)
class Effort:
    """How much is done for a claim."""

    thorough: bool = False
    """Go on for minutes instead of seconds."""
    seed: int = 0
    """Of all random choices."""
    deadline: float = PLENTY
    """When to come to an end, on the clock of ``time.monotonic``."""

    def pick(self, quick: T, thorough: T) -> T:
        """The one value for a quick run, the other for a thorough one."""
        return thorough if self.thorough else quick

    def chance(self, name: str) -> Random:
        """A source of random numbers: the same for the same seed and name."""
        return Random(f"{name} {self.seed}")

    @property
    def left(self) -> float:
        """Seconds until the deadline."""
        return self.deadline - time.monotonic()

    def within(self, share: float) -> Effort:
        """The same with a nearer deadline: a share of the time that is left."""
        return replace(self, deadline=time.monotonic() + share * self.left)

    @property
    def is_over(self) -> bool:
        """True once the deadline has passed: report what was checked so far."""
        return self.left <= 0


@dataclass(frozen=True)
class Picture:
    """A drawing for the report."""

    svg: str
    """A whole SVG document."""
    caption: str
    """One or two sentences."""


Rows = tuple[tuple[str, ...], ...]
"""A table; the first row is its header."""


@dataclass(frozen=True)
class Finding:
    """What the check of a claim found."""

    outcome: Outcome
    """Whether the claim holds."""
    reach: str
    """How far it was checked: "all 1,635 boards of up to 13 cells; 200 random ones of up to 91"."""
    rows: Rows = ()
    """A small table, header first."""
    remark: str = ""
    """What else there is to say: why it is imprecise, what was measured."""
    pictures: tuple[Picture, ...] = ()
    """An example, or the counterexample."""


@dataclass(frozen=True)
class Claim:
    """A sentence of the paper that can be checked."""

    name: str
    """What people type: ``star-of-david``."""
    place: str
    """Where it stands: "Section 2, Observation 1"."""
    statement: str
    """The claim in our own words, in one or two sentences."""
    method: str
    """What is checked, and how."""
    check: Callable[[Effort], Finding]
    """Checks it. Looks at ``effort.is_over`` in its loops and then reports how far it came."""


def failing(reach: str, remark: str, *pictures: Picture, rows: Rows = ()) -> Finding:
    """The finding that a claim is wrong."""
    return Finding(Outcome.FAILS, reach, rows, remark, pictures)
