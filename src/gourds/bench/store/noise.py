"""What repeated runs say about the noise of times: how much a run scatters, and below which time nothing can be told.

Times are compared as logarithms. The *scatter* of a competitor is the standard deviation of the logarithm of a run's
time, pooled over its instances: the squares of the distances to the mean of each pairing, over the degrees of freedom
(runs minus pairings). Other seeds count as repetitions here: what a seed decides is chance, too.

Very short times are mostly the work of the clock, the scheduler and the caches. The *floor* is a time at which this
noise is half of the time itself: twice the deviation from the median that nine in ten repetitions with equal seeds
stay within, taken over runs of up to 50 ms. It is kept between 1 and 20 ms. With fewer than 20 such repetitions it is
not measured, and 5 ms are taken. Reports show shorter times as "< 5 ms", ratios take them as the floor, fits leave
them out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gourds.bench.store.results import Pairing

FLOOR: Final = 0.005
"""Seconds, where it is not measured."""
_LEAST_FLOOR: Final = 0.001
_MOST_FLOOR: Final = 0.02
_SHORT: Final = 0.05
"""Longer runs do not tell the noise of short ones."""
_ENOUGH: Final = 20
"""Repetitions for a measured floor."""
_WITHIN: Final = 0.9
_CLEAR: Final = math.log(1.1)


@dataclass(frozen=True)
class Floor:
    """The time below which nothing can be told."""

    seconds: float
    repetitions: int
    """Short runs that it was measured from; 0 if it was not."""

    @property
    def is_measured(self) -> bool:
        """True iff repetitions told it."""
        return self.repetitions > 0


def measure_floor(pairings: Iterable[Pairing]) -> Floor:
    """The floor of a campaign, from its repetitions if there are enough."""
    deviations: list[float] = []
    for pairing in pairings:
        by_seed: dict[int, list[float]] = {}
        for run in pairing.runs:
            if run.is_solved:
                by_seed.setdefault(run.seed, []).append(run.time)
        for times in by_seed.values():
            if len(times) > 1 and max(times) <= _SHORT:
                middle = median(times)
                deviations += (abs(time - middle) for time in times)
    if len(deviations) < _ENOUGH:
        return Floor(FLOOR, 0)
    deviations.sort()
    high = deviations[math.ceil(_WITHIN * len(deviations)) - 1]
    return Floor(min(max(2 * high, _LEAST_FLOOR), _MOST_FLOOR), len(deviations))


def measure_scatter(pairings: Iterable[Pairing], floor: float) -> float | None:
    """The standard deviation of the logarithm of a run's time; None if nothing above the floor was repeated."""
    squares, freedom = 0.0, 0
    for pairing in pairings:
        if len(pairing.times) > 1 and pairing.times[0] >= floor:
            logs = [math.log(time) for time in pairing.times]
            mean = sum(logs) / len(logs)
            squares += sum((value - mean) ** 2 for value in logs)
            freedom += len(logs) - 1
    return math.sqrt(squares / freedom) if freedom else None


def log_ratio(time: float, other: float, floor: float = 1e-4) -> float:
    """The logarithm of the ratio of two times; times below the floor count as the floor."""
    return math.log(max(time, floor) / max(other, floor))


def is_clear(one: Pairing, other: Pairing, scatters: tuple[float | None, float | None], floor: float) -> bool:
    """Whether two solved pairings differ by more than noise.

    That is by more than 10 %, by more than the floor, and by more than two standard deviations of the difference of
    their means, as far as repetitions tell.
    """
    error = math.hypot(
        *((scatter or 0.0) / math.sqrt(len(side.times)) for side, scatter in zip((one, other), scatters, strict=True))
    )
    apart = abs(max(one.time, floor) - max(other.time, floor))
    return apart > floor and abs(log_ratio(one.time, other.time, floor)) > max(_CLEAR, 2 * error)
