"""What a cross-check found: a record for every instance, and what follows from all of them together."""

from __future__ import annotations

import os
import platform
import statistics
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gourds.crosscheck.answers import Answer, Ending
from gourds.crosscheck.approaches import Approach, Limits
from gourds.crosscheck.judging import Finding, Record
from gourds.crosscheck.running import FORMULA
from gourds.instance import Instance
from gourds.running.checking import Tier, own_version
from gourds.running.outcome import Status
from gourds.running.pool import processor_name


@dataclass(frozen=True)
class Disagreement:
    """The disagreement that ended the run, on the smallest instance on which it was seen."""

    record: Record
    """The instance on which it was found, with what all approaches said."""
    finding: Finding
    smallest: Record
    """The smallest instance that still shows it, with what the approaches in question say about it."""
    tries: int
    """How many instances were tried on the way."""
    why_not_smaller: str = ""
    """Why the search for smaller instances was skipped or not finished; empty if it was finished."""

    @property
    def instance(self) -> Instance:
        """The smallest instance."""
        return self.smallest.subject.instance

    def to_json(self) -> dict[str, Any]:
        """Plain JSON; ``smallest`` is the record of the smallest instance."""
        return {
            "name": self.record.subject.name,
            "finding": self.finding.to_json(),
            "cells": self.instance.board.size,
            "tries": self.tries,
            "why_not_smaller": self.why_not_smaller or None,
            "smallest": self.smallest.to_json(),
        }


@dataclass(frozen=True)
class Tally:
    """What one approach did over all instances."""

    name: str
    version: str
    """What does the work."""
    endings: dict[Ending, int]
    """How often it ended in each way."""
    tiers: dict[Tier, int]
    """How often its answer rests on each tier."""
    counts: int
    """How many numbers of placements it gave."""
    time_s: float
    """Wall time of all its runs, proofs and checks and counts included."""
    median_s: float
    """Of the runs that ended with an answer."""
    slowest: Answer | None

    def to_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "name": self.name,
            "version": self.version,
            **{ending.value: self.endings.get(ending, 0) for ending in Ending},
            "certified_by": {tier.value: self.tiers.get(tier, 0) for tier in Tier},
            "counts": self.counts,
            "time_s": round(self.time_s, 6),
            "median_s": round(self.median_s, 6),
        }


@dataclass(frozen=True)
class Report:
    """The whole cross-check."""

    records: tuple[Record, ...]
    """One for every instance that was finished, in the order given."""
    approaches: tuple[Approach, ...]
    """What was run."""
    limits: Limits
    """Of every run."""
    jobs: int
    """How many runs were active at once."""
    total: int
    """How many instances there were."""
    time_s: float
    """Wall time of it all."""
    disagreement: Disagreement | None = None
    """What ended the run."""
    is_interrupted: bool = False
    """Whether the user ended it."""
    started: str = ""
    """When it began, in ISO format."""

    def __repr__(self) -> str:
        fate = "agreement" if self.agrees else "disagreement"
        return f"<Report on {len(self.records)} of {self.total} instances: {fate}>"

    @cached_property
    def findings(self) -> list[tuple[Record, Finding]]:
        """All disagreements."""
        return [(record, finding) for record in self.records for finding in record.findings]

    @cached_property
    def failures(self) -> list[tuple[Record, str, str]]:
        """Approaches that crashed: instance, approach, reason."""
        return [(record, *failure) for record in self.records for failure in record.failures()]

    @property
    def agrees(self) -> bool:
        """True iff there is no disagreement, and nothing crashed."""
        return not self.findings and not self.failures

    @property
    def is_complete(self) -> bool:
        """True iff every instance was finished."""
        return len(self.records) == self.total

    @property
    def names(self) -> list[str]:
        """The columns of the table: approaches, and the formula if some instance has one."""
        has_formula = any(answer.approach == FORMULA for record in self.records for answer in record.answers)
        return [approach.name for approach in self.approaches] + ([FORMULA] if has_formula else [])

    def verdicts(self) -> dict[Status, int]:
        """How many instances have each verdict."""
        found = Counter(record.verdict for record in self.records)
        return {status: found[status] for status in Status}

    def tiers_of_verdicts(self) -> dict[Tier, int]:
        """How many verdicts rest on each tier at best."""
        found = Counter(record.tier for record in self.records)
        return {tier: found[tier] for tier in Tier}

    def tiers_of_answers(self) -> dict[Tier, int]:
        """How many answers rest on each tier."""
        found = Counter(answer.tier for record in self.records for answer in record.answers)
        return {tier: found[tier] for tier in Tier}

    def tallies(self) -> list[Tally]:
        """What each approach did."""
        versions = {approach.name: approach.solver.version() for approach in self.approaches}
        return [self._tally(name, versions.get(name, own_version())) for name in self.names]

    def _tally(self, name: str, version: str) -> Tally:
        answers = [a for r in self.records for a in r.answers if a.approach in (name, f"{name}+proof")]
        counts = [count for record in self.records for count in record.counts if count.approach == name]
        answered = [answer for answer in answers if answer.ending is Ending.ANSWERED]
        spent = sum(a.time_s + a.proof_s + a.check_s for a in answers) + sum(count.time_s for count in counts)
        return Tally(
            name,
            version,
            dict(Counter(answer.ending for answer in answers)),
            dict(Counter(answer.tier for answer in answers if answer.tier is not None)),
            sum(count.number is not None for count in counts),
            spent,
            statistics.median(answer.time_s for answer in answered) if answered else 0.0,
            max(answered, key=lambda answer: answer.time_s, default=None),
        )

    def slowest(self, most: int = 5) -> list[tuple[Record, Answer]]:
        """The runs that took longest."""
        runs = [(record, answer) for record in self.records for answer in record.answers]
        return sorted(runs, key=lambda run: -run[1].time_s)[:most]

    def to_json(self) -> dict[str, Any]:
        """Everything, plain JSON."""
        from gourds.counts.large_numbers import all_digits

        with all_digits():
            return {
                "agree": self.agrees,
                "complete": self.is_complete,
                "interrupted": self.is_interrupted,
                "started": self.started,
                "time_s": round(self.time_s, 3),
                "limits": {"time_s": self.limits.time, "memory_mb": self.limits.memory, "seed": self.limits.seed},
                "jobs": self.jobs,
                "machine": machine(),
                "total": self.total,
                "verdicts": {status.value: number for status, number in self.verdicts().items()},
                "certified_by": {
                    "verdicts": {tier.value: number for tier, number in self.tiers_of_verdicts().items()},
                    "answers": {tier.value: number for tier, number in self.tiers_of_answers().items()},
                },
                "approaches": [tally.to_json() for tally in self.tallies()],
                "findings": [{"name": r.subject.name, **finding.to_json()} for r, finding in self.findings],
                "failures": [{"name": r.subject.name, "approach": a, "reason": why} for r, a, why in self.failures],
                "disagreement": None if self.disagreement is None else self.disagreement.to_json(),
                "instances": [record.to_json() for record in self.records],
            }


def bare(instance: Instance) -> Instance:
    """The instance without name and source."""
    return Instance(instance.board, instance.colors, instance.cell_colors, instance.budgets)


def machine() -> dict[str, str]:
    """What the run used: versions of gourds and Python, system, processor."""
    return {
        "gourds": own_version(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "processor": f"{processor_name()}, {os.cpu_count()} cores",
    }
