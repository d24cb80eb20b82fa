"""What a search says about an instance: a verdict, with a placement or a certificate."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from gourds.files.certificates import Certificate
from gourds.placement import Placement


class Status(enum.Enum):
    """What is known about an instance."""

    FEASIBLE = "feasible"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Outcome:
    """What a solver's run returns."""

    status: Status
    placement: Placement | None = None
    """For a feasible instance."""
    certificate: Certificate | None = None
    """What an infeasible answer rests on."""
    error_bound: float = 0.0
    """The probability that the answer is wrong; 0 when it is certain."""
    reason: str | None = None
    """In words: why infeasible, why unknown, why this solver."""
    stats: Mapping[str, Any] = field(default_factory=dict)
    """Figures of the run."""
    failure: Literal["error", "crashed"] | None = None
    """Of somebody else's program: it gave no answer, or none that can be read; ``reason`` says more."""
    time_s: float | None = None
    """Seconds that count, if not all of the run's: those of somebody else's program."""
