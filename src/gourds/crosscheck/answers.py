"""What an approach said about an instance: its verdict, and after the check the tier of what that rests on."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from gourds.files.certificates import Certificate
from gourds.placement import Placement
from gourds.running.checking import Tier
from gourds.running.outcome import Status


class Ending(enum.Enum):
    """How a run ended."""

    ANSWERED = "answered"
    """With a verdict or a number."""
    DECLINED = "declined"
    """The approach is not for this instance, and says why."""
    OUT_OF_TIME = "out of time"
    OUT_OF_MEMORY = "out of memory"
    FAILED = "failed"
    """It crashed, or raised something that is not an answer."""


@dataclass(frozen=True)
class Flaw:
    """What is wrong with an answer by itself, whatever other approaches say."""

    kind: str
    """placement, certificate, back map, self-check."""
    text: str
    """In words."""


@dataclass(frozen=True)
class Answer:
    """What one approach said about one instance."""

    approach: str
    ending: Ending
    status: Status = Status.UNKNOWN
    """The verdict; unknown unless answered."""
    tier: Tier | None = None
    """What the verdict rests on; None without a verdict, or if it is wrong by itself."""
    proof_kind: str = ""
    """For a proof that was checked: the certificate's kind."""
    checked_by: tuple[str, ...] = ()
    """The checkers that confirm the verdict, each with its version."""
    error_bound: float = 0.0
    """The stated probability that the verdict is wrong; 0 when it is certain."""
    faults: tuple[Flaw, ...] = ()
    """Everything that is wrong with the answer by itself."""
    reason: str = ""
    """In words: why this verdict, why none."""
    remark: str = ""
    """What kept the verdict from a stronger tier."""
    placement: Placement | None = None
    """As given, right or wrong."""
    certificate: Certificate | None = None
    """Kept only if it was rejected."""
    time_s: float = 0.0
    """Wall time of the run."""
    proof_s: float = 0.0
    """Wall time of the second run that wrote the proof."""
    check_s: float = 0.0
    """Wall time of the checks."""
    peak_mb: float = 0.0
    """The largest resident memory that was measured."""
    stats: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_verdict(self) -> bool:
        """True iff it says feasible or infeasible."""
        return self.status is not Status.UNKNOWN

    def to_json(self) -> dict[str, Any]:
        """Everything but the placement."""
        return {
            "approach": self.approach,
            "ending": self.ending.value,
            "status": self.status.value,
            "certified_by": None if self.tier is None else self.tier.value,
            "proof_kind": self.proof_kind or None,
            "checked_by": list(self.checked_by),
            "error_bound": self.error_bound,
            "faults": [asdict(fault) for fault in self.faults],
            "reason": self.reason or None,
            "remark": self.remark or None,
            "time_s": round(self.time_s, 6),
            "proof_s": round(self.proof_s, 6),
            "check_s": round(self.check_s, 6),
            "peak_mb": round(self.peak_mb, 1),
            "stats": dict(self.stats),
        }


@dataclass(frozen=True)
class Count:
    """What one approach counted."""

    approach: str
    ending: Ending
    number: int | None = None
    """The number of placements; None unless answered."""
    reason: str = ""
    """Why there is no number."""
    time_s: float = 0.0
    """Wall time of the run."""

    def to_json(self) -> dict[str, Any]:
        """The number as decimal text, since it can have more digits than other programs can read."""
        return {
            "approach": self.approach,
            "ending": self.ending.value,
            "count": None if self.number is None else str(self.number),
            "reason": self.reason or None,
            "time_s": round(self.time_s, 6),
        }
