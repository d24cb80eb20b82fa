"""A sweep: all small cases, size by size, until the time is up; it knows how far it came."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from gourds.paper.claim import Effort, Outcome
from gourds.words import counted

T = TypeVar("T")


@dataclass
class Sweep(Generic[T]):
    """The cases of each size in turn, each with its size."""

    effort: Effort
    """Says when to stop."""
    sizes: Iterable[int]
    """The sizes, increasing."""
    cases: Callable[[int], Iterable[T]]
    """All cases of a size."""
    counts: Counter[int] = field(default_factory=Counter)
    """How many of each size were given so far."""
    is_cut: bool = False
    """True if the time was up before the last case."""

    def __iter__(self) -> Iterator[tuple[int, T]]:
        for size in self.sizes:
            for case in self.cases(size):
                if self.effort.is_over:
                    self.is_cut = True
                    return
                self.counts[size] += 1
                yield size, case

    @property
    def total(self) -> int:
        """How many were given."""
        return self.counts.total()

    @property
    def outcome(self) -> Outcome:
        """If nothing was wrong with any of them: the claim holds, unless there was no time for even one."""
        return Outcome.HOLDS if self.counts else Outcome.UNDECIDED

    def label(self, size: int) -> str:
        """The size, and whether not all of it was seen."""
        return f"{size} (not all)" if self.is_cut and size == max(self.counts) else str(size)

    def reach(self, noun: str) -> str:
        """'all 1,635 boards of up to 13 cells', or where it was cut off."""
        if not self.counts:
            return "nothing, for lack of time"
        last = max(self.counts)
        if not self.is_cut:
            return f"all {counted(self.total, noun)} of up to {last} cells"
        whole = self.total - self.counts[last]
        before = f"all {counted(whole, noun)} of fewer than {last} cells and " if whole else ""
        return f"{before}{self.counts[last]:,} of {last} cells"
