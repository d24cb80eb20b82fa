"""Who is best: judged on what was hard, and only where a paired test says that there is a difference.

An instance is *hard* if somebody did not solve it, or took more than a tenth of the wall limit (a second if there is
no limit). Solvers that skip a board or decline it say nothing about how hard it is, nor do those that gave wrong
answers. If fewer instances were hard than a test needs, the hardest others join them: those that took somebody
longest. If nobody solved any of these, all instances are looked at. Reports say which it was.

The first of the ranking is compared with each other solver by :mod:`gourds.bench.report.paired`. What was not solved
counts as the limit there, which is the least that it would have taken. Which instances are hard does not change when
two solvers exchange their times, so the choice does not disturb the test. But the first is chosen because it looks
best. So the level of the tests is divided by the number of all pairs: if all solvers are equal, a winner is named in
one campaign of twenty at most. Solvers that are not told apart from the first are level with it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from gourds.bench.report.paired import Paired, run_paired
from gourds.bench.report.statistics import Score, score_all
from gourds.bench.store.results import Competitor, Entry, Pairing, Results

_SHARE: Final = 0.1
"""Of the wall limit: more is hard."""
_NO_LIMIT: Final = 1.0
"""Seconds that are hard without a limit."""
_ENOUGH: Final = 10
"""Instances to judge on, if there are so many; more if there are many solvers."""


@dataclass(frozen=True)
class Standing:
    """The ranking on what was hard."""

    hard: tuple[Entry, ...]
    threshold: float
    """Seconds; more is hard."""
    entries: tuple[Entry, ...]
    """What was looked at: the hard instances, the hardest ones, or all."""
    ranked: tuple[Score, ...]
    """Competitors with runs and without wrong answers, on these; the best first."""
    tests: tuple[Paired, ...]
    """The first against each of the others."""

    @property
    def level(self) -> list[Score]:
        """The first and those that are not told apart from it."""
        others = zip(self.ranked[1:], self.tests, strict=True)
        return [*self.ranked[:1], *(score for score, test in others if not test.is_difference)]

    @property
    def winner(self) -> Score | None:
        """The first, if it is better than all others."""
        return self.ranked[0] if len(self.level) == 1 and self.ranked[0].solved else None


def stand(results: Results) -> Standing:
    """Who is best, and who is level with it."""
    limit = results.campaign.limits.wall
    threshold = _NO_LIMIT if limit is None else _SHARE * limit
    slowest = {entry: slowest_time(results, entry) for entry in results.entries}
    hard = tuple(entry for entry, time in slowest.items() if time > threshold)
    enough = max(_ENOUGH, 8 + 2 * math.ceil(math.log2(max(len(results.competitors), 1))))
    entries = hard
    if len(hard) < enough:
        chosen = set(sorted(slowest, key=lambda entry: -slowest[entry])[:enough])
        entries = tuple(entry for entry in results.entries if entry in chosen)
    ranked = _rank(results, entries)
    if not ranked or not ranked[0].solved:
        entries = results.entries
        ranked = _rank(results, entries)
    pairs = len(ranked) * (len(ranked) - 1) // 2
    timings = Timings(results, entries)
    found = [score.competitor for score in ranked if score.competitor is not None]
    tests = tuple(timings.compare(found[0], other, comparisons=pairs) for other in found[1:])
    return Standing(hard, threshold, entries, ranked, tests)


def _rank(results: Results, entries: Sequence[Entry]) -> tuple[Score, ...]:
    wrong = results.disqualified
    scores = score_all(results, entries) if entries else []
    return tuple(
        one for one in scores if one.total and one.competitor is not None and one.competitor.number not in wrong
    )


def slowest_time(results: Results, entry: Entry) -> float:
    """The time of the slowest on an instance; infinite if somebody did not solve it, 0 if nobody tried."""
    return max(
        (
            pairing.time
            for pairing in results.of_instance(entry)
            if pairing.runs
            and pairing.competitor not in results.disqualified
            and (pairing.is_solved or pairing.cause != "declined")
        ),
        default=0.0,
    )


class Timings:
    """The logarithms of all times on some instances, as arrays with a row for every competitor."""

    def __init__(self, results: Results, entries: Sequence[Entry]) -> None:
        limit, self.floor = results.campaign.limits.wall, results.floor.seconds
        longest = max((run.time for run in results.runs), default=1.0)
        self.ceiling = max(longest if limit is None else limit, self.floor)
        self.rows = {one.number: k for k, one in enumerate(results.competitors)}
        self.rounds = _rounds(results)
        shape = len(self.rows), len(entries)
        self.values = np.full(shape, np.nan)
        self.is_solved = np.zeros(shape, dtype=bool)
        self.by_round = np.full((len(self.rounds), *shape), np.nan)
        for column, entry in enumerate(entries):
            for pairing in results.of_instance(entry):
                if pairing.runs:
                    self._fill(self.rows[pairing.competitor], column, pairing)

    def _fill(self, row: int, column: int, pairing: Pairing) -> None:
        self.is_solved[row, column] = pairing.is_solved
        self.values[row, column] = self._log(pairing.time)
        for k, runs in enumerate(self.rounds):
            logs = [self._log(run.time if run.is_solved else math.inf) for run in pairing.runs if run.plan_id in runs]
            if logs:
                self.by_round[k, row, column] = sum(logs) / len(logs)

    def _log(self, time: float) -> float:
        return math.log(min(max(time, self.floor), self.ceiling))

    def compare(self, one: Competitor, other: Competitor, *, comparisons: int = 1) -> Paired:
        """The first against the second, on what at least one of them solved; below zero the first is faster."""
        a, b = self.rows[one.number], self.rows[other.number]
        differences = self.values[a] - self.values[b]
        used = (self.is_solved[a] | self.is_solved[b]) & ~np.isnan(differences)
        logs: list[float] = differences[used].tolist()
        effect = math.fsum(logs)
        is_steady = True
        for by_row in self.by_round:
            part = (by_row[a] - by_row[b])[used]
            part = part[~np.isnan(part)]
            is_steady = is_steady and (not part.size or float(part.sum()) * effect > 0)
        least = 0.0 if len(self.rounds) > 1 else None
        return run_paired(logs, least=least, is_steady=is_steady or least is None, comparisons=comparisons)


def _rounds(results: Results) -> list[set[int]]:
    """The runs of each repetition; of each seed if nothing was repeated; none if there is only one of both."""
    for by_seed in (False, True):
        found: dict[int, set[int]] = {}
        for run in results.runs:
            found.setdefault(run.seed if by_seed else run.repetition, set()).add(run.plan_id)
        if len(found) > 1:
            return list(found.values())
    return []
