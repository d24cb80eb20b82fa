"""What a store holds, as values: the campaign, its competitors, its instances, its machines, and how every run ended.

A *pairing* is one competitor on one instance with all its runs, over seeds and repetitions. It counts as solved if more
than half of its runs that ended gave a verdict and none of them was wrong; its time is then the median, with runs
that gave no verdict taken as slower than all others.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import Any

from gourds.bench.campaign.definition import SolverConfig
from gourds.bench.store.judging import Trouble
from gourds.bench.store.machine import Machine
from gourds.bench.store.noise import Floor, measure_floor
from gourds.errors import quoted
from gourds.running.isolation import Limits


@dataclass(frozen=True, slots=True)
class Run:
    """How one run ended."""

    plan_id: int
    instance: int
    competitor: int
    machine: int
    verdict: str
    """feasible, infeasible or unknown."""
    cause: str
    """How it ended: done, time limit, declined, …"""
    judgement: str
    """correct, wrong, unknown, unconfirmed or error."""
    placement_check: str | None
    certificate: str | None
    certificate_check: str | None
    error_bound: float
    time: float
    """Seconds within the solver; if it never returned, until it was stopped."""
    peak_mb: float
    started: float
    ended: float
    seed: int = 0
    """Of the solver."""
    repetition: int = 1

    @property
    def is_solved(self) -> bool:
        """True iff it gave a verdict that nothing contradicts."""
        return self.judgement in ("correct", "unconfirmed")


@dataclass(frozen=True, eq=False)
class Competitor:
    """A solver with its options."""

    number: int
    """In the store."""
    config: SolverConfig
    package: str | None
    """The distribution that does the work."""

    @property
    def label(self) -> str:
        """What reports call it."""
        return self.config.label

    @property
    def approach(self) -> str:
        """The solver's name without its variant."""
        return self.config.name.partition(":")[0]


@dataclass(frozen=True, eq=False)
class Entry:
    """An instance of the campaign."""

    number: int
    """In the store."""
    digest: str
    name: str
    family: str
    """Its family; 'files' for instances without a recipe."""
    parameters: Mapping[str, Any]
    seed: int | None
    file: str | None
    cells: int
    colors: int
    gourds: int
    expected: str | None
    why: str | None
    """Why that was expected."""
    truth: str | None
    """What is known now: proven by a run, or expected."""
    truth_why: str | None
    is_contradicted: bool
    """Whether proofs contradict each other, or what was expected."""

    @property
    def is_known(self) -> bool:
        """False for a task that was imported by its name alone: its cells, colors and gourds are 0 then."""
        return self.cells > 0


@dataclass(frozen=True)
class MachineFacts(Machine):
    """Where runs took place."""

    number: int
    """By which runs name it."""


@dataclass(frozen=True)
class CampaignFacts:
    """The campaign itself."""

    name: str
    description: str
    toml: str
    digest: str
    limits: Limits
    repetitions: int
    seeds: tuple[int, ...]
    created: float


@dataclass(frozen=True)
class Pairing:
    """One competitor on one instance: all its runs."""

    instance: int
    competitor: int
    planned: int
    """How many runs are planned."""
    runs: tuple[Run, ...]
    """Those that ended."""

    @cached_property
    def times(self) -> tuple[float, ...]:
        """Of the runs that solved it, sorted."""
        return tuple(sorted(run.time for run in self.runs if run.is_solved))

    @cached_property
    def outcome(self) -> str:
        """solved, wrong, error, unknown or pending."""
        judgements = {run.judgement for run in self.runs}
        if not self.runs:
            return "pending"
        if "wrong" in judgements:
            return "wrong"
        if 2 * len(self.times) > len(self.runs):
            return "solved"
        return "error" if "error" in judgements else "unknown"

    @property
    def is_solved(self) -> bool:
        """True iff more than half of its runs solved it and none is wrong."""
        return self.outcome == "solved"

    @cached_property
    def time(self) -> float:
        """The median; infinite unless solved."""
        return median([*self.times, *[math.inf] * (len(self.runs) - len(self.times))]) if self.is_solved else math.inf

    @property
    def verdict(self) -> str:
        """Its verdict; unknown if it gave none."""
        return next((run.verdict for run in self.runs if run.verdict != "unknown"), "unknown")

    @property
    def cause(self) -> str:
        """The most frequent cause among its runs without a verdict."""
        return Counter(run.cause for run in self.runs if not run.is_solved).most_common(1)[0][0]

    @property
    def spent(self) -> float:
        """Seconds of all runs together."""
        return sum(run.time for run in self.runs)

    def penalized(self, penalty: float) -> float:
        """The mean over its runs; a run that did not solve the instance counts as ``penalty`` seconds."""
        return sum(run.time if run.is_solved else penalty for run in self.runs) / len(self.runs)


@dataclass(frozen=True)
class Results:
    """Everything that a report says something about."""

    path: Path
    campaign: CampaignFacts
    machines: tuple[MachineFacts, ...]
    competitors: tuple[Competitor, ...]
    entries: tuple[Entry, ...]
    pairings: Mapping[tuple[int, int], Pairing]
    """By the numbers of instance and competitor; those that were never planned are missing."""
    troubles: tuple[Trouble, ...]
    """Wrong answers and contradictions."""

    def __repr__(self) -> str:
        return f"<Results of {quoted(self.campaign.name)}: {len(self.runs):,} of {self.planned:,} runs>"

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """All runs that ended."""
        return tuple(run for pairing in self.pairings.values() for run in pairing.runs)

    @property
    def planned(self) -> int:
        """How many runs there are to be."""
        return sum(pairing.planned for pairing in self.pairings.values())

    @property
    def is_complete(self) -> bool:
        """True iff every planned run has ended."""
        return len(self.runs) == self.planned

    @property
    def repeats(self) -> int:
        """The largest number of runs of a pairing."""
        return max((pairing.planned for pairing in self.pairings.values()), default=0)

    @cached_property
    def families(self) -> dict[str, list[Entry]]:
        """The instances by family, in order of appearance."""
        found: dict[str, list[Entry]] = {}
        for entry in self.entries:
            found.setdefault(entry.family, []).append(entry)
        return found

    @cached_property
    def troubled(self) -> set[int]:
        """The instances with a wrong answer or a contradiction."""
        contradicted = {entry.number for entry in self.entries if entry.is_contradicted}
        return contradicted | {run.instance for run in self.runs if run.judgement == "wrong"}

    @cached_property
    def disqualified(self) -> set[int]:
        """The competitors that gave a wrong answer; the others are not measured against them."""
        return {run.competitor for run in self.runs if run.judgement == "wrong"}

    @cached_property
    def floor(self) -> Floor:
        """The time below which nothing can be told."""
        return measure_floor(self.pairings.values())

    def of_instance(self, entry: Entry) -> list[Pairing]:
        """What all competitors did on an instance, without those that skipped it."""
        found = (self.pairings.get((entry.number, one.number)) for one in self.competitors)
        return [pairing for pairing in found if pairing is not None]

    def of_competitor(self, competitor: Competitor) -> list[Pairing]:
        """What a competitor did on all instances."""
        found = (self.pairings.get((entry.number, competitor.number)) for entry in self.entries)
        return [pairing for pairing in found if pairing is not None]
