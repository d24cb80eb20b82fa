"""What a run over the claims found, as a value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gourds.display import brief
from gourds.paper.claim import Claim, Finding, Outcome
from gourds.words import counted, enumerated


@dataclass(frozen=True)
class Checked:
    """A claim with what was found."""

    claim: Claim
    """The claim."""
    finding: Finding
    """What the check found."""
    time_s: float
    """Seconds by the clock."""

    def to_json(self) -> dict[str, Any]:
        """Plain JSON; of pictures the captions."""
        claim, finding = self.claim, self.finding
        return {
            "name": claim.name,
            "place": claim.place,
            "statement": claim.statement,
            "method": claim.method,
            "outcome": finding.outcome.value,
            "reach": finding.reach,
            "remark": finding.remark,
            "table": [list(row) for row in finding.rows],
            "pictures": [picture.caption for picture in finding.pictures],
            "time_s": round(self.time_s, 3),
        }


@dataclass(frozen=True)
class Report:
    """What a run found. True in conditions iff no claim fails."""

    checked: tuple[Checked, ...]
    """The claims that were finished, in the order of the paper."""
    total: int
    """How many claims were asked for."""
    thorough: bool
    """Whether it went on for minutes at each."""
    seed: int
    """Of all random choices."""
    jobs: int
    """Claims at a time."""
    time_s: float
    """Seconds altogether."""
    started: str = ""
    """When, as ISO 8601."""
    is_interrupted: bool = False
    """True if not all claims were finished."""

    __repr__ = brief

    def __bool__(self) -> bool:
        return not self.counts[Outcome.FAILS]

    @property
    def counts(self) -> Mapping[Outcome, int]:
        """How many claims had each outcome."""
        return Counter(one.finding.outcome for one in self.checked)

    def headline(self) -> str:
        """All in one line: '23 claims: 21 hold, 2 imprecise'."""
        counts = self.counts
        words = {Outcome.HOLDS: "holds" if counts[Outcome.HOLDS] == 1 else "hold", Outcome.FAILS: "fail"}
        if counts[Outcome.FAILS] == 1:
            words[Outcome.FAILS] = "fails"
        parts = [f"{counts[outcome]:,} {words.get(outcome, outcome.value)}" for outcome in Outcome if counts[outcome]]
        early = f", interrupted after {len(self.checked):,}" if self.is_interrupted else ""
        return f"{counted(self.total, 'claim')}{early}: {enumerated(parts) or 'none finished'}"

    def to_json(self) -> dict[str, Any]:
        """The object that ``gourds paper --json`` prints."""
        return {
            "holds": bool(self),
            "outcomes": {outcome.value: self.counts[outcome] for outcome in Outcome},
            "claims": [one.to_json() for one in self.checked],
            "total": self.total,
            "thorough": self.thorough,
            "seed": self.seed,
            "jobs": self.jobs,
            "time_s": round(self.time_s, 3),
            "interrupted": self.is_interrupted,
        }
