"""What forgers have in common: a case, the verdicts on it, and a way to describe it.

A forger takes something honest, changes it a little, and asks two parties whether it is still right: the checkers of
the package, by every route that leads to them, and a definition that is written out in plain Python in the forger's
own module and imports nothing of the package. All must say the same. Each forger is a function
``forge(rng) -> Forgery`` that gives one random case.
"""

from __future__ import annotations

import json
import random
import time
import warnings
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gourds.errors import InputError

Document = dict[str, Any]


@dataclass(frozen=True)
class Forgery:
    """One case."""

    made_from: str
    """What it was made from, honest."""
    changes: tuple[str, ...]
    """The names of the changes that were made; none, and it is honest still."""
    documents: Mapping[str, Any]
    """The case itself, as plain JSON."""
    is_right: bool
    """What the definition says."""
    verdicts: Mapping[str, bool | str]
    """What the checkers say, by route: whether they accept it, or with what exception they broke down."""

    @property
    def is_accepted(self) -> bool:
        """True iff some route accepts it."""
        return True in self.verdicts.values()

    @property
    def is_crash(self) -> bool:
        """True iff some route broke down."""
        return any(isinstance(verdict, str) for verdict in self.verdicts.values())

    @property
    def is_disputed(self) -> bool:
        """True iff some route does not say what the definition says."""
        return any(verdict is not self.is_right for verdict in self.verdicts.values())

    def describe(self) -> str:
        """Everything that is needed to look into it."""
        lines = [
            f"made from {self.made_from}; changes: {', '.join(self.changes) or 'none'}",
            f"the definition says {self.is_right}, the checkers {dict(self.verdicts)}",
            *(f"{name}: {json.dumps(document)}" for name, document in self.documents.items()),
        ]
        return "\n".join(lines)


@dataclass
class Tally:
    """The figures of a run."""

    tried: int = 0
    accepted: int = 0
    """Accepted by all."""
    rejected: int = 0
    """Rejected by all."""
    disputed: list[Forgery] = field(default_factory=list)
    """Accepted by some and rejected by others, or a route broke down."""
    changes: Counter[str] = field(default_factory=Counter)
    """How often each change was made."""
    survived: Counter[str] = field(default_factory=Counter)
    """How often each change was made in a case that was accepted all the same."""

    def add(self, case: Forgery) -> None:
        """Count a case."""
        self.tried += 1
        self.changes.update(set(case.changes))
        if case.is_disputed:
            self.disputed.append(case)
        elif case.is_right:
            self.accepted += 1
            self.survived.update(set(case.changes))
        else:
            self.rejected += 1

    def __str__(self) -> str:
        crashed = sum(case.is_crash for case in self.disputed)
        return (
            f"{self.tried:,} tried, {self.accepted:,} accepted by all, {self.rejected:,} rejected by all, "
            f"{len(self.disputed) - crashed:,} disputed, {crashed:,} crashed"
        )


def run(
    forge: Callable[[random.Random], Forgery], seed: int, *, count: int | None = None, minutes: float | None = None
) -> Tally:
    """Many cases: so many, or for so long; the same for a seed if counted."""
    rng, tally = random.Random(seed), Tally()
    end = float("inf") if minutes is None else time.monotonic() + 60 * minutes
    most = float("inf") if count is None else count
    while tally.tried < most and time.monotonic() < end:
        tally.add(forge(rng))
    return tally


def is_found_out(forge: Callable[[random.Random], Forgery], seed: int = 1, count: int = 2000) -> bool:
    """True iff one of so many cases is disputed; for tests of the forgers, with a checker that is wrong on purpose."""
    rng = random.Random(seed)
    return any(forge(rng).is_disputed for _ in range(count))


def verdict(route: Callable[[], bool]) -> bool | str:
    """What a route says; bad input is a no, any other exception or warning a breakdown."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return bool(route())
    except InputError:
        return False
    except Exception as error:
        return f"{type(error).__name__}: {error}"


STEPS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
ODDITIES: list[Any] = [True, False, None, "0", "", 0.0, 1.0, 0.5, [], {}, 2**30, -(2**30), 2**63, -(2**63), 2**70]


def is_whole(value: object) -> bool:
    """True iff the value is an integer, and no boolean."""
    return type(value) is int


def is_cell(value: object) -> bool:
    """True iff the value is a list of two integers below 2³⁰ in size."""
    return isinstance(value, list) and len(value) == 2 and all(is_whole(x) and -(2**30) < x < 2**30 for x in value)


def is_pair(value: object) -> bool:
    """True iff the value is a list of two cells."""
    return isinstance(value, list) and len(value) == 2 and all(map(is_cell, value))


def are_near(a: Any, b: Any) -> bool:
    """True iff two cells are neighbors."""
    return (a[0] - b[0], a[1] - b[1]) in STEPS


def nudged(cell: list[int], rng: random.Random) -> list[int]:
    """A neighbor of a cell."""
    q, r = rng.choice(STEPS)
    return [cell[0] + q, cell[1] + r]


def map_cells(value: Any, image: Callable[[int, int], tuple[int, int]]) -> Any:
    """A copy of a document in which every list that starts with two whole numbers has them replaced by their image."""
    if isinstance(value, dict):
        return {key: map_cells(item, image) for key, item in value.items()}
    if not isinstance(value, list):
        return value
    if len(value) >= 2 and is_whole(value[0]) and is_whole(value[1]):
        return [*image(value[0], value[1]), *value[2:]]
    return [map_cells(item, image) for item in value]


IMAGES: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "shifted": lambda q, r: (q + 1, r),
    "turned": lambda q, r: (-r, q + r),
    "turned around": lambda q, r: (-q, -r),
    "mirrored": lambda q, r: (r, q),
}
"""Symmetries of the grid; what is right stays right if all its documents go through the same."""
