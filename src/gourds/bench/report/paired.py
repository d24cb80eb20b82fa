"""Is a difference one? A paired test on the logarithms of times, and the noise of repetitions.

Take n instances and d_i, the logarithm of the first time over the second on the i-th. If the two sides are equal,
each d_i is as likely as −d_i, whatever the instance; so all 2^n choices of signs are equally likely. The test is
Wilcoxon's: the sum of the ranks of |d_i| over the positive d_i, compared with all choices of signs, exactly up to 60
differences (a dynamic program over the sums; ranks are doubled so that ties stay integers), by its normal limit
beyond. Zeros are left out. With fewer than six differences no p is below 5 %, so no difference is ever called.

That alone is not enough. A machine that is busier in one campaign than in the other shifts *all* d_i, and the test
then finds what is no property of the solvers. So the effect, the mean of the d_i, must also exceed what repetitions
vary by:

- Two campaigns: let c_r be the mean of the logarithms in repetition r. Its variance s², pooled over both campaigns
  with ν = R + R' − 2 degrees of freedom, holds both kinds of noise, that of the single runs and that of the whole
  hour. The effect must exceed t(ν) · s · √(1/R + 1/R'), with the 97.5 % quantile t of Student's distribution.
- Two solvers of one campaign ran in turns, instance by instance, so a busy hour hits both. Here each repetition by
  itself must point in the same direction.
- Without repetitions the noise is unknown. Then only a difference of 15 % with p below 1 % is called one.

No difference of less than 2 % is called one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from gourds.bench.report.statistics import rounded
from gourds.words import counted

LEVEL: Final = 0.05
"""How often equal sides are called different at most."""
UNKNOWN_LEVEL: Final = 0.01
"""The same if the noise is unknown."""
LEAST: Final = math.log(1.02)
UNKNOWN_LEAST: Final = math.log(1.15)
"""The smallest effect that is called one: with repetitions, and without."""
FEWEST: Final = 6
"""With fewer differences, p is 1/16 or more."""
_EXACT: Final = 60
_QUANTILES: Final = {1: 12.706, 2: 4.303}


@dataclass(frozen=True)
class Paired:
    """What the test says about the logarithms of ratios."""

    count: int
    """Instances."""
    effect: float
    """The mean of the logarithms."""
    p: float
    """Of Wilcoxon's test; 1 if there is nothing to test."""
    level: float
    """p must not exceed it."""
    least: float
    """What the effect must exceed."""
    is_repeated: bool
    """Whether repetitions tell the noise."""
    is_steady: bool = True
    """Whether each repetition points in the same direction."""

    @property
    def is_difference(self) -> bool:
        """Whether the difference is called one."""
        return self.is_steady and self.p <= self.level and abs(self.effect) > self.least

    @property
    def why_not(self) -> str:
        """Why it is not, in a few words; empty if it is."""
        if self.is_difference:
            return ""
        if self.count < FEWEST:
            return f"{counted(self.count, 'instance')} {'is' if self.count == 1 else 'are'} too few for a test"
        if self.p > self.level:
            return f"p = {told_p(self.p)}"
        if not self.is_steady:
            return "repetitions contradict each other"
        noise = "what repetitions vary by" if self.is_repeated else "15 %, and nothing was repeated"
        return f"not more than {noise}"

    def to_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "is_difference": self.is_difference,
            "count": self.count,
            "ratio": rounded(math.exp(self.effect)),
            "p": rounded(self.p),
            "level": rounded(self.level),
            "least_ratio": rounded(math.exp(self.least)),
            "noise_known": self.is_repeated,
            "why_not": self.why_not,
        }


def told_p(p: float) -> str:
    """'0.23', '0.004', '< 0.001'."""
    return "< 0.001" if p < 0.001 else f"{p:.3f}" if p < 0.0995 else f"{p:.2f}"


def run_paired(logs: Sequence[float], *, least: float | None, is_steady: bool = True, comparisons: int = 1) -> Paired:
    """Test logarithms of ratios; ``least`` is what repetitions vary by, None if nothing was repeated.

    ``comparisons`` divides the level (Bonferroni): of so many tests together at most one in twenty is called wrongly.
    """
    effect = math.fsum(logs) / len(logs) if logs else 0.0
    level, needed = (UNKNOWN_LEVEL, UNKNOWN_LEAST) if least is None else (LEVEL, max(LEAST, least))
    p = signed_rank_p(logs)
    return Paired(len(logs), effect, p, level / max(comparisons, 1), needed, least is not None, is_steady)


def signed_rank_p(values: Sequence[float]) -> float:
    """The two-sided p of Wilcoxon's signed-rank test; zeros are left out, ties get the mean of their ranks.

    >>> signed_rank_p([1.0, 2.0, 3.0])
    0.25
    """
    array = np.asarray([value for value in values if value], dtype=np.float64)
    n = array.size
    if not n:
        return 1.0
    _, places, counts = np.unique(np.abs(array), return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    ranks = (2 * ends - counts + 1)[places]  # doubled: first rank plus last rank of each tie
    total = int(ranks.sum())
    above = int(ranks[array > 0].sum())
    extreme = max(above, total - above)
    if n > _EXACT:
        spread = math.sqrt(float((ranks.astype(np.float64) ** 2).sum()) / 4)
        return min(1.0, math.erfc(max(extreme - 1 - total / 2, 0.0) / spread / math.sqrt(2)))
    ways = np.zeros(total + 1)
    ways[0] = 1.0
    for rank in ranks.tolist():
        ways[rank:] += ways[:-rank].copy()
    return min(1.0, 2 * float(ways[extreme:].sum()) / 2.0**n)


def student_quantile(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution, to one in a hundred (Cornish and Fisher's expansion)."""
    if freedom in _QUANTILES:
        return _QUANTILES[freedom]
    z = 1.959964
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    return z + first / freedom + second / freedom**2 + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384 / freedom**3


def drift_of(old: Sequence[float], new: Sequence[float]) -> float | None:
    """What the effect between two campaigns must exceed, from the means of their repetitions; None without any."""
    freedom = len(old) + len(new) - 2
    if len(old) < 2 or len(new) < 2:
        return None
    squares = sum(sum((value - sum(side) / len(side)) ** 2 for value in side) for side in (old, new))
    return student_quantile(freedom) * math.sqrt(squares / freedom * (1 / len(old) + 1 / len(new)))
