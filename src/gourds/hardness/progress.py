"""What people see while a search goes on: what is tried, what was found, how much time is left."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import TextIO

from gourds.bench.run.progress import LOG, Progress, clock
from gourds.bench.store.task import Record, Task
from gourds.hardness.frontier import Step
from gourds.hardness.search import Found
from gourds.words import counted


class HardProgress(Progress):
    """Watches a search and reports on standard error."""

    def __init__(self, count: int, stream: TextIO | None = None) -> None:
        super().__init__(stream)
        self.count = count
        self.told: set[str] | None = None

    def begin(self, name: str, planned: int, done: int, to_do: int) -> None:
        """Say what lies behind."""
        self.say(f"{name}: {counted(done, 'run')} done before" if done else f"{name}: a new search")

    def ended(self, task: Task, record: Record) -> None:
        """Count a run."""
        self.ran += 1

    def looks(self, step: Step, cells: int, found: Sequence[Found], left: float) -> None:
        """A run begins."""
        for one in found if self.told is not None else ():
            if one.digest not in (self.told or ()):
                self.say(f"found {one.candidate.name}: {one.cells:,} cells, {one.verdict}")
        self.told = {one.digest for one in found}
        verdicts = Counter(one.verdict for one in found)
        text = (
            f"{clock(left)} left · found {verdicts['feasible']} feasible, {verdicts['infeasible']} infeasible"
            f" of {self.count} · {step.stage}: {step.label} on {cells:,} cells · {step.candidate.name}"
        )
        now = time.monotonic()
        if self.status.on:
            self.status.say(text)
        elif now - self.shown >= LOG:
            self.shown = now
            self.say(text)

    def finish(self) -> None:
        """Remove the line."""
        self.status.clear()
