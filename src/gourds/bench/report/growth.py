"""How times grow with the size of the board: power laws fitted by least squares.

A fit is a straight line through the logarithms: time = factor · cells^exponent. One point stands for one solved
instance (the median of its runs). What was not solved within the limit is missing, so the exponent of a competitor that
fails on large boards comes out too low; every fit states the number of missing points. Times below the noise floor are
left out, as they say nothing about the board. Few points, or sizes that are
too much alike, give no fit at all rather than a wrong one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from gourds.bench.report.statistics import rounded
from gourds.bench.store.results import Competitor, Entry, Results

TOGETHER: Final = "all families"
MIN_POINTS: Final = 4
MIN_SIZES: Final = 3
"""Different sizes."""
MIN_RANGE: Final = 2.0
"""The largest size over the smallest."""
_MOST_LOG: Final = 700.0
"""The logarithm of a factor; more is beyond what a number can hold."""

Points = Sequence[tuple[float, float]]


@dataclass(frozen=True)
class PowerLaw:
    """y = factor · x^exponent."""

    exponent: float
    factor: float
    error: float
    """Standard error of the exponent."""
    determination: float
    """R²: the share of the variance of log y that the line explains."""
    points: int

    def at(self, x: float) -> float:
        """The value on the line."""
        return math.exp(math.log(self.factor) + self.exponent * math.log(x))


@dataclass(frozen=True)
class Growth:
    """A competitor on the instances of a family."""

    competitor: Competitor
    family: str
    points: tuple[tuple[int, float], ...]
    """Cells and seconds of the solved instances that took longer than the noise floor."""
    entries: tuple[Entry, ...]
    """The instances of the points."""
    missing: int
    """Instances that were tried and not solved."""
    law: PowerLaw | None

    @property
    def why_not(self) -> str:
        """Why there is no fit."""
        return "" if self.law is not None else why_no_fit(self.points)

    def to_json(self) -> dict[str, Any]:
        """Plain JSON."""
        law = self.law
        return {
            "label": self.competitor.label,
            "family": self.family,
            "points": len(self.points),
            "missing": self.missing,
            "exponent": None if law is None else rounded(law.exponent),
            "error": None if law is None else rounded(law.error),
            "factor": None if law is None else law.factor,
            "r2": None if law is None else rounded(law.determination),
        }


def why_no_fit(points: Points) -> str:
    """Why these points give no fit; empty if they do."""
    sizes = {x for x, _ in points}
    if len(points) < MIN_POINTS:
        return f"too few: {len(points)} point{'s' * (len(points) != 1)}"
    if len(sizes) < MIN_SIZES:
        return f"too few sizes: {len(sizes)}"
    return "sizes too much alike" if max(sizes) < MIN_RANGE * min(sizes) else ""


def fit_power_law(points: Points) -> PowerLaw | None:
    """The least-squares line through the logarithms; None if there is too little data."""
    if why_no_fit(points):
        return None
    xs = [math.log(x) for x, _ in points]
    ys = [math.log(max(y, 1e-6)) for _, y in points]
    n = len(xs)
    x_mean, y_mean = sum(xs) / n, sum(ys) / n
    xx = sum((x - x_mean) ** 2 for x in xs)
    yy = sum((y - y_mean) ** 2 for y in ys)
    slope = sum((x - x_mean) * (y - y_mean) for x, y in zip(xs, ys, strict=True)) / xx
    start = y_mean - slope * x_mean
    if abs(start) > _MOST_LOG:
        return None
    rest = sum((y - start - slope * x) ** 2 for x, y in zip(xs, ys, strict=True))
    error = math.sqrt(rest / (n - 2) / xx)
    return PowerLaw(slope, math.exp(start), error, 1 - rest / yy if yy > 1e-18 else 1.0, n)


def growth_of(results: Results, competitor: Competitor, family: str, entries: Sequence[Entry]) -> Growth:
    """How a competitor's time grows over the instances of a family."""
    known = [entry for entry in entries if entry.is_known]
    pairs = [(entry, results.pairings.get((entry.number, competitor.number))) for entry in known]
    solved = [(entry, pairing) for entry, pairing in pairs if pairing is not None and pairing.is_solved]
    tried = sum(pairing is not None and bool(pairing.runs) for _, pairing in pairs)
    told = [(entry, pairing) for entry, pairing in solved if pairing.time >= results.floor.seconds]
    points = tuple((entry.cells, pairing.time) for entry, pairing in told)
    chosen = tuple(entry for entry, _ in told)
    return Growth(competitor, family, points, chosen, tried - len(solved), fit_power_law(points))


def all_growths(results: Results) -> dict[str, list[Growth]]:
    """The growth of every competitor on each family with three or more sizes, and on several families together."""
    families: dict[str, Sequence[Entry]] = dict(results.families)
    if len(families) > 1:
        families[TOGETHER] = results.entries
    return {
        family: [growth_of(results, competitor, family, entries) for competitor in results.competitors]
        for family, entries in families.items()
        if len({entry.cells for entry in entries if entry.is_known}) >= MIN_SIZES
    }
