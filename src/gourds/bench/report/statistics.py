"""Figures of a comparison: solved, PAR2, the virtual best solver, what answers rest on, how times grow and scatter.

PAR2 is the mean time in which an instance that was not solved counts as twice the wall limit; every instance weighs
the same. Instances that a competitor skipped count as not solved; otherwise it would profit from running on small
boards only. Runs that are still to come are not counted. The virtual best solver (VBS) takes on every instance
the competitor that is best there, among those that never gave a wrong answer.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

from gourds.bench.store.noise import log_ratio
from gourds.bench.store.results import Competitor, Entry, Pairing, Results, Run
from gourds.running.checking import Tier, unproved_tier
from gourds.solvers import registry

PENALTY: Final = 2.0
"""The factor of PAR2 on the wall limit."""
CLOSE: Final = (1.1, 0.005)
"""As fast as the best means: within this factor of its time, or at most this many seconds slower."""
VBS: Final = "virtual best"

PROOFS: Final = ("drat", "decomposition", "modular", "diagram", "linear", "barrier", "counting")
"""The kinds of certificates that are checked."""
TIERS: Final = (*(word for tier in Tier for word in (PROOFS if tier is Tier.PROOF else (tier.value,))), "wrong")
"""What answers rest on; for proofs that were checked, the kinds of their certificates."""


@dataclass(frozen=True)
class Score:
    """What a competitor did, or what the virtual best solver would have done."""

    label: str
    competitor: Competitor | None
    """None for the virtual best solver."""
    total: int
    """Instances with at least one ended run, and those that were skipped."""
    feasible: int
    """Solved instances that are feasible."""
    infeasible: int
    wrong: int
    errors: int
    unknown: Mapping[str, int]
    """Instances without a verdict, by cause."""
    left_out: int
    """Larger than its limit of cells."""
    pending: int
    """Instances without any run that ended."""
    unconfirmed: int
    """Solved instances about which nothing but such answers is known."""
    par2: float | None
    """None without wall limit, or without any run."""
    spent: float
    """Seconds of all its runs."""
    median: float
    """Of the times of all instances, those that it did not solve being the slowest; infinite if it solved few."""
    unique: int
    """Instances that no other competitor solved."""
    close: int
    """Instances on which it is nearly as fast as the virtual best solver."""
    slowdown: float | None
    """Geometric mean of its time over that of the virtual best solver, on what it solved."""

    @property
    def solved(self) -> int:
        """Solved instances."""
        return self.feasible + self.infeasible

    @property
    def unsolved(self) -> int:
        """Instances that it did not solve, for whatever reason."""
        return self.total - self.solved

    def to_json(self) -> dict[str, Any]:
        """Plain JSON."""
        return {
            "label": self.label,
            "instances": self.total,
            "solved": self.solved,
            "feasible": self.feasible,
            "infeasible": self.infeasible,
            "unconfirmed": self.unconfirmed,
            "wrong": self.wrong,
            "errors": self.errors,
            "unknown": dict(self.unknown),
            "left_out": self.left_out,
            "pending": self.pending,
            "par2_s": rounded(self.par2),
            "total_s": rounded(self.spent),
            "median_s": rounded(self.median),
            "unique": self.unique,
            "as_fast_as_best": self.close,
            "slowdown": rounded(self.slowdown),
        }


def rounded(value: float | None) -> float | None:
    """A value for JSON, which has no infinity."""
    return None if value is None or not math.isfinite(value) else round(value, 6)


def score_all(results: Results, entries: Sequence[Entry] | None = None) -> list[Score]:
    """All competitors on these instances, the best first: fewest unsolved, then PAR2; wrong answers come last.

    While a campaign runs, some have more runs than others, so the number of solved instances would not be fair.
    """
    entries = results.entries if entries is None else entries
    solvers = {
        entry.number: [pairing.competitor for pairing in _eligible(results, entry) if pairing.is_solved]
        for entry in entries
    }
    best = {entry.number: best_time(results, entry) for entry in entries}
    scores = [_score(results, one, entries, solvers, best) for one in results.competitors]
    return sorted(scores, key=_rank)


def _rank(score: Score) -> tuple[bool, bool, int, float, float, str]:
    par2 = math.inf if score.par2 is None else score.par2
    return score.wrong > 0, not score.total, score.unsolved, par2, score.spent, score.label


def best_time(results: Results, entry: Entry) -> float:
    """The time of the virtual best solver on an instance; infinite if no competitor solved it."""
    return min((pairing.time for pairing in _eligible(results, entry)), default=math.inf)


def _eligible(results: Results, entry: Entry) -> list[Pairing]:
    """What the virtual best solver can choose from: runs that ended, of competitors that were never wrong."""
    found = results.of_instance(entry)
    return [pairing for pairing in found if pairing.runs and pairing.competitor not in results.disqualified]


def _score(
    results: Results,
    competitor: Competitor,
    entries: Sequence[Entry],
    solvers: Mapping[int, Sequence[int]],
    best: Mapping[int, float],
) -> Score:
    pairs = [results.pairings.get((entry.number, competitor.number)) for entry in entries]
    pairings = [pairing for pairing in pairs if pairing is not None and pairing.runs]
    solved = [pairing for pairing in pairings if pairing.is_solved]
    compared = [] if competitor.number in results.disqualified else solved
    ratios = [log_ratio(pairing.time, best[pairing.instance], results.floor.seconds) for pairing in compared]
    outcomes = Counter(pairing.outcome for pairing in pairings)
    return _scored(
        results,
        competitor,
        pairings,
        len(entries),
        left_out=pairs.count(None),
        wrong=outcomes["wrong"],
        errors=outcomes["error"],
        unknown=Counter(pairing.cause for pairing in pairings if pairing.outcome == "unknown"),
        unique=sum(list(solvers[pairing.instance]) == [competitor.number] for pairing in solved),
        close=sum(is_close(pairing.time, best[pairing.instance]) for pairing in compared),
        slowdown=math.exp(sum(ratios) / len(ratios)) if ratios else None,
    )


def score_best(results: Results) -> Score:
    """The virtual best solver."""
    tried = [pairings for entry in results.entries if (pairings := _eligible(results, entry))]
    chosen = [min(pairings, key=lambda one: (one.time, one.spent)) for pairings in tried]
    solved = sum(pairing.is_solved for pairing in chosen)
    unknown = {"nobody": len(chosen) - solved} if len(chosen) > solved else {}
    slowdown = 1.0 if solved else None
    given = {"wrong": 0, "errors": 0, "unknown": unknown, "unique": 0, "close": solved, "slowdown": slowdown}
    return _scored(results, None, chosen, len(results.entries), left_out=0, **given)


def _scored(
    results: Results,
    competitor: Competitor | None,
    pairings: Sequence[Pairing],
    entries: int,
    *,
    left_out: int,
    **compared: Any,
) -> Score:
    """The score of what was chosen for some of these instances; ``compared`` is what others have a part in."""
    solved = [pairing for pairing in pairings if pairing.is_solved]
    times = [pairing.time for pairing in pairings] + [math.inf] * left_out
    return Score(
        label=VBS if competitor is None else competitor.label,
        competitor=competitor,
        total=len(times),
        feasible=sum(pairing.verdict == "feasible" for pairing in solved),
        infeasible=sum(pairing.verdict == "infeasible" for pairing in solved),
        left_out=left_out,
        pending=entries - len(times),
        unconfirmed=sum(all(run.judgement != "correct" for run in pairing.runs) for pairing in solved),
        par2=penalized_mean(pairings, left_out, results.campaign.limits.wall),
        spent=sum(pairing.spent for pairing in pairings),
        median=median(times) if times else math.inf,
        **compared,
    )


def penalized_mean(pairings: Sequence[Pairing], left_out: int, limit: float | None) -> float | None:
    """PAR2 over these pairings, all with runs that ended, and over a number of further, unsolved instances."""
    count = len(pairings) + left_out
    if limit is None or not count:
        return None
    penalty = PENALTY * limit
    return (sum(pairing.penalized(penalty) for pairing in pairings) + penalty * left_out) / count


def is_close(time: float, best: float) -> bool:
    """Nearly as fast as the best."""
    return math.isfinite(time) and (time <= best * CLOSE[0] or time <= best + CLOSE[1])


# -- what answers rest on -------------------------------------------------------------------------------------


def status_of(run: Run) -> str:
    """How a run ended, in a word or two: solved, wrong, or why there is no verdict."""
    if run.judgement == "wrong":
        return "wrong"
    return "solved" if run.is_solved else "no verdict" if run.cause == "done" else run.cause


def tier_of(run: Run, approach: str) -> str | None:
    """What the answer of a run rests on, one of :data:`TIERS`; None without an answer."""
    if run.judgement == "wrong":
        return "wrong"
    if not run.is_solved:
        return None
    if run.placement_check == "valid":
        return Tier.PLACEMENT.value
    if run.certificate_check == "valid":
        return run.certificate if run.certificate in PROOFS else Tier.CLAIM.value
    solver = registry().get(approach)
    has_counted = solver is not None and "count" in solver.abilities
    return unproved_tier(run.error_bound, has_counted=has_counted).value


def checkers_of(results: Results) -> list[str]:
    """Whose checkers saw the placements and certificates: gourds, in the versions of the machines with runs."""
    used = {run.machine for run in results.runs}
    versions = [one.versions.get("gourds") for one in results.machines if one.number in used]
    return list(dict.fromkeys(f"gourds {version}" if version else "gourds" for version in versions))


def count_tiers(runs: Iterable[Run], approach: str) -> Counter[str]:
    """How many answers rest on each of :data:`TIERS`."""
    return Counter(tier for tier in (tier_of(run, approach) for run in runs) if tier is not None)


# -- spread ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Spread:
    """How much the runs of a competitor on the same instance differ."""

    pairings: int
    """Solved more than once."""
    typical: float
    """The median of the ratios of the longest time to the shortest."""
    high: float
    """The ratio that nine in ten do not exceed."""
    largest: float
    worst: Pairing | None
    """Where the largest is."""
    mixed: int
    """Instances that some runs solved and others did not."""


def spread_of(pairings: Iterable[Pairing]) -> Spread:
    """How much the runs of a competitor differ."""
    pairings = list(pairings)
    mixed = sum(0 < len(pairing.times) < len(pairing.runs) for pairing in pairings)
    ratios = [(math.exp(log_ratio(one.times[-1], one.times[0])), one) for one in pairings if len(one.times) > 1]
    ratios.sort(key=lambda pair: pair[0])
    if not ratios:
        return Spread(0, math.nan, math.nan, math.nan, None, mixed)
    values = [ratio for ratio, _ in ratios]
    high = values[min(len(values) - 1, math.ceil(0.9 * len(values)) - 1)]
    return Spread(len(values), median(values), high, values[-1], ratios[-1][1], mixed)
