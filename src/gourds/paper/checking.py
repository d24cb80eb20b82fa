"""The run over the claims: each in a process of its own, within a limit, several at a time.

A check gets half of its limit as its deadline. A check that looks at the clock then reports how far it came;
one that does not is ended at the limit, and its claim is undecided. A check that raises an exception counts as failed:
what it rests on, or the check itself, is broken. An interrupt ends the run early and keeps what was finished.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from gourds.paper.claim import Claim, Effort, Finding, Outcome
from gourds.paper.report import Checked, Report
from gourds.running.isolation import Ended, Limits, call_limited
from gourds.running.pool import Done, Pool, usable_cores

TICK: Final = 0.25
"""Seconds between progress reports while no check ends."""
QUICK: Final = 90.0
"""Seconds for a claim in a quick run. On two free cores no claim takes a third of that."""
THOROUGH: Final = 1800.0
"""Seconds for a claim in a thorough run."""
SHARE: Final = 0.5
"""The deadline of a check, as a share of its limit."""


@dataclass(frozen=True)
class Progress:
    """Where a run stands."""

    done: int
    """Claims that are finished."""
    total: int
    """Claims altogether."""
    elapsed: float
    """Seconds since it began."""
    running: tuple[str, ...]
    """The claims that are being checked."""
    finished: tuple[Checked, ...]
    """Claims that can be shown now: finished, as are all before them, and not shown before."""


OnProgress = Callable[[Progress], None]


def check_claims(
    claims: Sequence[Claim],
    *,
    thorough: bool = False,
    seed: int = 0,
    time_limit: float | None = None,
    jobs: int | None = None,
    on_progress: OnProgress | None = None,
) -> Report:
    """Check the claims. ``time_limit`` holds for each of them, and ``jobs`` are checked at a time."""
    limit = time_limit if time_limit is not None else (THOROUGH if thorough else QUICK)
    width = max(jobs if jobs is not None else usable_cores(), 1)
    start, started = time.monotonic(), datetime.now().astimezone().isoformat(timespec="seconds")
    checked: dict[int, Checked] = {}
    shown, is_interrupted = 0, False
    try:
        with Pool.forked(min(width, len(claims)), check_one, claims, thorough, seed, limit) as pool:
            for done in pool.work(range(len(claims)), TICK, is_eager=True):
                if done is not None:
                    lost = Finding(
                        Outcome.UNDECIDED, "not finished", remark=f"The process that checked it {done.error}."
                    )
                    finding, seconds = done.value if done.error is None else (lost, 0.0)
                    checked[done.task] = Checked(claims[done.task], finding, seconds)
                first = shown
                while shown in checked:
                    shown += 1
                if on_progress is not None:
                    finished = tuple(checked[k] for k in range(first, shown))
                    names = tuple(claims[k].name for k in pool.running)
                    elapsed = time.monotonic() - start
                    on_progress(Progress(len(checked), len(claims), elapsed, names, finished))
    except KeyboardInterrupt:
        is_interrupted = True
    return Report(
        checked=tuple(checked[k] for k in sorted(checked)),
        total=len(claims),
        thorough=thorough,
        seed=seed,
        jobs=width,
        time_s=time.monotonic() - start,
        started=started,
        is_interrupted=is_interrupted,
    )


def _found(done: Done) -> tuple[Finding, float]:
    """What a process of the pool found, and in how many seconds."""
    lost = Finding(Outcome.UNDECIDED, "not finished", remark=f"The process that checked it {done.error}.")
    return done.value if done.error is None else (lost, 0.0)


def check_one(claims: Sequence[Claim], thorough: bool, seed: int, limit: float, number: int) -> tuple[Finding, float]:
    """Check one claim in a process of its own: what it found, and in how many seconds."""
    start = time.monotonic()
    ended = call_limited(_perform, claims[number], thorough, seed, SHARE * limit, limits=Limits(wall=limit))
    return _finding_of(ended), time.monotonic() - start


def _perform(claim: Claim, thorough: bool, seed: int, seconds: float) -> Finding:
    return claim.check(Effort(thorough, seed, time.monotonic() + seconds))


def _finding_of(ended: Ended) -> Finding:
    if ended.cause == "done" and isinstance(ended.value, Finding):
        return ended.value
    if ended.cause in ("done", "raised"):
        reason = ended.detail or f"it gave {type(ended.value).__name__}"
        return Finding(Outcome.FAILS, "not finished", remark=f"The check broke off: {reason}")
    return Finding(Outcome.UNDECIDED, "not finished", remark=f"{ended.cause.capitalize()}: {ended.detail}.")
