"""An effort that ends after a number of looks at the clock, whatever the time is."""

from __future__ import annotations

from dataclasses import dataclass, field

from gourds.paper.claim import Effort


@dataclass(frozen=True)
class Looks(Effort):
    """Over after ``looks`` looks."""

    looks: int = 10
    seen: list[int] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        self.seen.append(1)
        return len(self.seen) > self.looks
