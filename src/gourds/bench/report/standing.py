"""Who is best: judged on what was hard, and only where a paired test says that there is a difference.

An instance is *hard* if somebody did not solve it, or took more than a tenth of the wall limit (a second if there is
no limit). Solvers that skip a board or decline it say nothing about how hard it is, nor do those that gave wrong
answers. If nothing was hard, or nobody solved what was, all instances are looked at, and reports say so.

The first of the ranking is compared with each other solver by :mod:`gourds.bench.report.paired`. What was not solved
counts as the limit there, which is the least that it would have taken. The first is chosen because it looks best, so
the level of the tests is divided by the number of all pairs: if all solvers are equal, a winner is named in one
campaign of twenty at most. Solvers that are not told apart from the first are level with it.
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


@dataclass(frozen=True)
class Standing:
    """The ranking on what was hard."""

    hard: tuple[Entry, ...]
    threshold: float
    """Seconds; more is hard."""
    entries: tuple[Entry, ...]
    """What was looked at: the hard instances, or all."""
    ranked: tuple[Score, ...]
    """Competitors with runs and without wrong answers, on these; the best first."""
    tests: tuple[Paired, ...]
    """The first against each of the others."""

    @property
    def is_on_hard(self) -> bool:
        """Whether only the hard ones were looked at."""
        return bool(self.hard) and len(self.entries) == len(self.hard)

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
    hard = tuple(entry for entry in results.entries if is_hard(results, entry, threshold))
    entries = hard
    ranked = _rank(results, hard)
    if not ranked or not ranked[0].solved:
        entries = results.entries
        ranked = _rank(results, entries)
    pairs = len(ranked) * (len(ranked) - 1) // 2
    timings = Timings(results, entries)
    chosen = [score.competitor for score in ranked if score.competitor is not None]
    tests = tuple(timings.compare(chosen[0], other, comparisons=pairs) for other in chosen[1:])
    return Standing(hard, threshold, entries, ranked, tests)


def _rank(results: Results, entries: Sequence[Entry]) -> tuple[Score, ...]:
    wrong = results.disqualified
    scores = score_all(results, entries) if entries else []
    return tuple(
        one for one in scores if one.total and one.competitor is not None and one.competitor.number not in wrong
    )


def is_hard(results: Results, entry: Entry, threshold: float) -> bool:
    """Whether somebody did not solve it, or took longer than this."""
    return any(
        pairing.time > threshold
        for pairing in results.of_instance(entry)
        if pairing.runs
        and pairing.competitor not in results.disqualified
        and (pairing.is_solved or pairing.cause != "declined")
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
