"""Timings side by side: the tasks take turns, so that what else the machine does hits all of them alike."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping
from statistics import median


def interleaved(tasks: Mapping[str, Callable[[], object]], repetitions: int) -> dict[str, list[float]]:
    """Seconds of every repetition of every task, after one round that does not count."""
    times: dict[str, list[float]] = {name: [] for name in tasks}
    for round_number in range(repetitions + 1):
        for name, task in tasks.items():
            gc.collect()
            start = time.perf_counter()
            result = task()
            elapsed = time.perf_counter() - start
            del result
            if round_number:
                times[name].append(elapsed)
    return times


def report(times: Mapping[str, list[float]], limit: float) -> int:
    """Print a table against the first task; 1 if any of the others takes more than ``limit`` times as long.

    The ratio is the median of the ratios within a round.
    """
    names = list(times)
    base = times[names[0]]
    width = max(map(len, names))
    failed = False
    print(f"{'':{width}}  {'median':>9}  {'fastest':>9}  {'ratio':>6}")
    for name in names:
        ratio = median(mine / theirs for mine, theirs in zip(times[name], base, strict=True))
        failed |= ratio > limit
        print(f"{name:{width}}  {median(times[name]) * 1e3:6.1f} ms  {min(times[name]) * 1e3:6.1f} ms  {ratio:6.2f}")
    print(f"{len(base)} rounds; the limit is {limit:g}: {'exceeded' if failed else 'kept'}")
    return int(failed)
