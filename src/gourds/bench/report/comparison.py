"""Two campaigns compared: what was newly solved, what was lost, how much faster or slower, and whether verdicts
agree.

Instances are matched by their digests, solvers by their labels. Ratios are old time over new time, so that more than
1 means faster now. They are geometric means over the instances that both solved, with a 95 % confidence interval that
treats instances as drawn at random. Whether that is a difference at all says :mod:`gourds.bench.report.paired`; times
below the floor of either store count as the floor. A contradiction is a verdict in one store against one in the
other: by the same solver, or against what the other store knows.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from gourds.bench.report.paired import Paired, drift_of, run_paired
from gourds.bench.report.statistics import penalized_mean, rounded
from gourds.bench.report.words import tell_troubles
from gourds.bench.store.noise import is_clear, log_ratio, measure_scatter
from gourds.bench.store.results import Entry, Pairing, Results

MIN_INTERVAL: Final = 5
"""With fewer ratios no interval is given."""


@dataclass(frozen=True)
class Ratio:
    """A geometric mean of ratios."""

    mean: float
    low: float
    high: float
    """The interval; NaN if there are too few."""
    count: int

    def to_json(self) -> dict[str, Any]:
        """Plain JSON."""
        values = {"mean": self.mean, "low": self.low, "high": self.high}
        return {**{name: rounded(value) for name, value in values.items()}, "count": self.count}


def mean_ratio(logs: Sequence[float]) -> Ratio | None:
    """The geometric mean of ratios given by their logarithms; None if there are none."""
    if not logs:
        return None
    n = len(logs)
    mean = sum(logs) / n
    if n < MIN_INTERVAL:
        return Ratio(math.exp(mean), math.nan, math.nan, n)
    error = 1.96 * math.sqrt(sum((value - mean) ** 2 for value in logs) / (n - 1) / n)
    return Ratio(math.exp(mean), math.exp(mean - error), math.exp(mean + error), n)


@dataclass(frozen=True)
class Match:
    """The same solver on the same instance in both stores, with runs that ended in both."""

    label: str
    entry: Entry
    """As in the new store."""
    old: Pairing
    new: Pairing
    floor: float
    """Seconds: the higher floor of the two stores."""

    @property
    def change(self) -> str:
        """verdict, gained, lost, both or neither."""
        if "unknown" not in (self.old.verdict, self.new.verdict) and self.old.verdict != self.new.verdict:
            return "verdict"
        if self.old.is_solved != self.new.is_solved:
            return "gained" if self.new.is_solved else "lost"
        return "both" if self.new.is_solved else "neither"

    @property
    def log_ratio(self) -> float:
        """The logarithm of old time over new time."""
        return log_ratio(self.old.time, self.new.time, self.floor)


def _means(pairings: Sequence[Pairing], floor: float) -> list[float]:
    """The mean logarithm of the time in each repetition, over what was solved in all of them; empty if nothing was."""
    numbers = {run.repetition for pairing in pairings for run in pairing.runs}
    sums = dict.fromkeys(sorted(numbers), 0.0)
    count = 0
    for pairing in pairings:
        by_number: dict[int, list[float]] = {}
        for run in pairing.runs:
            if run.is_solved:
                by_number.setdefault(run.repetition, []).append(math.log(max(run.time, floor)))
        if len(by_number) == len(sums):
            count += 1
            for number, logs in by_number.items():
                sums[number] += sum(logs) / len(logs)
    return [value / count for value in sums.values()] if count else []


@dataclass(frozen=True)
class Row:
    """A solver, or all of them, on some instances in both stores."""

    name: str
    matches: tuple[Match, ...]
    limits: tuple[float | None, float | None]
    """Wall limits of the stores."""
    comparisons: int = 1
    """Of how many rows this is one."""

    def select(self, change: str) -> list[Match]:
        """Those that changed in this way."""
        return [match for match in self.matches if match.change == change]

    @cached_property
    def ratio(self) -> Ratio | None:
        """Old time over new time where both solved."""
        return mean_ratio([match.log_ratio for match in self.select("both")])

    @cached_property
    def test(self) -> Paired:
        """Whether there is a difference on what both solved; above zero it is faster now."""
        both = self.select("both")
        drift = drift_of(
            _means([match.old for match in both], both[0].floor if both else 0.0),
            _means([match.new for match in both], both[0].floor if both else 0.0),
        )
        return run_paired([match.log_ratio for match in both], least=drift, comparisons=self.comparisons)

    @property
    def faster(self) -> int:
        """Instances that are clearly faster now."""
        return sum(match.new.time < match.old.time for match in self._clear)

    @property
    def slower(self) -> int:
        """Instances that are clearly slower now."""
        return sum(match.old.time < match.new.time for match in self._clear)

    @cached_property
    def _clear(self) -> list[Match]:
        """What differs by more than noise."""
        both = self.select("both")
        floor = both[0].floor if both else 0.0
        scatters = (measure_scatter((m.old for m in both), floor), measure_scatter((m.new for m in both), floor))
        return [match for match in both if is_clear(match.old, match.new, scatters, floor)]

    @property
    def par2(self) -> tuple[float | None, float | None]:
        """PAR2 on these instances, in both stores."""
        old = penalized_mean([match.old for match in self.matches], 0, self.limits[0])
        return old, penalized_mean([match.new for match in self.matches], 0, self.limits[1])

    def to_json(self) -> dict[str, Any]:
        """Plain JSON."""
        old, new = self.par2
        return {
            "name": self.name,
            "instances": len(self.matches),
            **{change: len(self.select(change)) for change in ("both", "gained", "lost", "neither", "verdict")},
            "old_over_new": None if self.ratio is None else self.ratio.to_json(),
            "test": self.test.to_json(),
            "clearly_faster": self.faster,
            "clearly_slower": self.slower,
            "par2_old_s": rounded(old),
            "par2_new_s": rounded(new),
        }


@dataclass(frozen=True)
class Comparison:
    """What changed between two stores."""

    old: Results
    new: Results
    matches: tuple[Match, ...]
    contradictions: tuple[str, ...]
    """In words; also wrong answers within either store."""

    def __repr__(self) -> str:
        return f"<Comparison of {self.old!r} and {self.new!r}>"

    @property
    def limits(self) -> tuple[float | None, float | None]:
        """The wall limits."""
        return self.old.campaign.limits.wall, self.new.campaign.limits.wall

    @cached_property
    def rows(self) -> list[Row]:
        """A row for every solver that both have."""
        labels = dict.fromkeys(match.label for match in self.matches)
        return [self._row(label, (m for m in self.matches if m.label == label), len(labels)) for label in labels]

    @cached_property
    def total(self) -> Row:
        """All solvers together."""
        return self._row("all", self.matches)

    def by_family(self, row: Row) -> dict[str, Row]:
        """A row divided by the families of its instances."""
        families = dict.fromkeys(match.entry.family for match in self.matches)
        parts = {family: [m for m in row.matches if m.entry.family == family] for family in families}
        return {family: self._row(family, part, len(families)) for family, part in parts.items()}

    def _row(self, name: str, matches: Iterable[Match], comparisons: int = 1) -> Row:
        return Row(name, tuple(matches), self.limits, comparisons)

    @cached_property
    def notes(self) -> list[str]:
        """What makes the two stores hard to compare, and what has no counterpart."""
        found = []
        if self.old.campaign.limits != self.new.campaign.limits:
            found.append("The limits differ, so newly solved and lost may be due to them.")
        if _machines(self.old) != _machines(self.new):
            found.append("The machines differ, so ratios of times are also those of the machines.")
        old, new = ({entry.digest for entry in one.entries} for one in (self.old, self.new))
        found += _unmatched("instance", len(old - new), len(new - old))
        labels = [{one.label for one in side.competitors} for side in (self.old, self.new)]
        found += _unmatched("solver", len(labels[0] - labels[1]), len(labels[1] - labels[0]))
        found += [
            f"{name} is unfinished: {len(side.runs):,} of {side.planned:,} runs."
            for name, side in (("OLD", self.old), ("NEW", self.new))
            if not side.is_complete
        ]
        return found

    def to_json(self) -> dict[str, Any]:
        """The object that ``gourds bench compare --json`` prints."""

        def told(change: str) -> list[dict[str, Any]]:
            return [
                {
                    "solver": m.label,
                    "instance": m.entry.name,
                    "old_s": rounded(m.old.time),
                    "new_s": rounded(m.new.time),
                }
                for m in self.total.select(change)
            ]

        return {
            "old": str(self.old.path),
            "new": str(self.new.path),
            "agree": not self.contradictions,
            "contradictions": list(self.contradictions),
            "notes": self.notes,
            "all": self.total.to_json(),
            "solvers": [
                {**row.to_json(), "families": [part.to_json() for part in self.by_family(row).values()]}
                for row in self.rows
            ],
            "newly_solved": told("gained"),
            "lost": told("lost"),
        }


def _machines(results: Results) -> set[tuple[str, str, int]]:
    used = {run.machine for run in results.runs}
    return {(one.host, one.processor, one.cores) for one in results.machines if one.number in used}


def _unmatched(noun: str, old: int, new: int) -> list[str]:
    return [f"{noun.capitalize()}s without a counterpart: {old:,} in OLD, {new:,} in NEW."] if old or new else []


def compare(old: Results, new: Results) -> Comparison:
    """Match two stores and see what changed."""
    before = {entry.digest: entry for entry in old.entries}
    labels = {one.label: one.number for one in old.competitors}
    floor = max(old.floor.seconds, new.floor.seconds)
    matches = []
    for competitor in new.competitors:
        for entry in new.entries:
            earlier = before.get(entry.digest)
            if competitor.label not in labels or earlier is None:
                continue
            first = old.pairings.get((earlier.number, labels[competitor.label]))
            second = new.pairings.get((entry.number, competitor.number))
            if first is not None and second is not None and first.runs and second.runs:
                matches.append(Match(competitor.label, entry, first, second, floor))
    return Comparison(old, new, tuple(matches), tuple(_contradictions(old, new, matches)))


def _contradictions(old: Results, new: Results, matches: Sequence[Match]) -> list[str]:
    """Every pair of verdicts that cannot both be right, in words; each once."""
    found = []
    changed = [match for match in matches if match.change == "verdict"]
    for match in changed:
        entry, said = match.entry, (match.old.verdict, match.new.verdict)
        truth = f"; it is {entry.truth} ({entry.truth_why})" if entry.truth else ""
        found.append(f"{match.label} said {said[0]} on {entry.name} in OLD, and {said[1]} in NEW{truth}")
    told = {(match.label, match.entry.digest) for match in changed}
    after = {entry.digest: entry for entry in new.entries}
    for entry in old.entries:
        other = after.get(entry.digest)
        if other is None:
            continue
        if entry.truth and other.truth and entry.truth != other.truth:
            earlier, later = f"{entry.truth} in OLD ({entry.truth_why})", f"{other.truth} in NEW ({other.truth_why})"
            found.append(f"{other.name} is {earlier}, and {later}")
        else:
            found += _against(old, entry, other, ("OLD", "NEW"), told) + _against(
                new, other, entry, ("NEW", "OLD"), told
            )
    return found + _within(old, "OLD", told) + _within(new, "NEW", told)


def _within(results: Results, name: str, told: set[tuple[str, str]]) -> list[str]:
    """The troubles within one store that were not reported already."""
    labels = {one.number: one.label for one in results.competitors}
    digests = {entry.number: entry.digest for entry in results.entries}
    known = {run.plan_id for run in results.runs if (labels[run.competitor], digests[run.instance]) in told}
    return [f"within {name}: {text}" for text, trouble in tell_troubles(results) if trouble.plan_id not in known]


def _against(
    results: Results, entry: Entry, other: Entry, names: tuple[str, str], told: set[tuple[str, str]]
) -> list[str]:
    """Answers that only what the other store knows contradicts."""
    labels = {one.number: one.label for one in results.competitors}
    return [
        f"{labels[pairing.competitor]} said {pairing.verdict} on {entry.name} in {names[0]}; {names[1]} knows that it"
        f" is {other.truth} ({other.truth_why})"
        for pairing in results.of_instance(entry)
        if pairing.is_solved
        and other.truth is not None
        and pairing.verdict != other.truth
        and (labels[pairing.competitor], entry.digest) not in told
    ]
