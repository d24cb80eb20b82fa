"""What people see while a campaign runs: one line that is updated, or occasional lines in a log."""

from __future__ import annotations

import time
from collections import Counter
from typing import Final, TextIO

from gourds.bench.store.judging import Trouble
from gourds.bench.store.task import Record, Task
from gourds.terminal import StatusLine, echo, style

_REFRESH: Final = 0.2
"""Seconds between two updates on a terminal."""
LOG: Final = 30.0
"""Seconds between two lines in a log."""


class Progress:
    """Watches a campaign and reports on standard error."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.status = StatusLine(file=stream)
        self.counts: Counter[str] = Counter()
        self.wrong = 0
        self.to_do = self.ran = 0
        self.begun = self.shown = time.monotonic()

    def begin(self, name: str, planned: int, done: int, to_do: int) -> None:
        """Say what lies ahead."""
        already = f", {done:,} done before" if done else ""
        self.say(f"{name}: {planned:,} runs{already}, {to_do:,} to run")
        self.to_do = to_do
        self.begun = self.shown = time.monotonic()

    def ended(self, task: Task, record: Record) -> None:
        """Count a run."""
        self.ran += 1
        self.counts[record.verdict if record.verdict != "unknown" else record.cause] += 1
        now = time.monotonic()
        if self.status.on and (now - self.shown >= _REFRESH or self.ran == self.to_do):
            self.shown = now
            self.status.say(self._text(now))
        elif not self.status.on and now - self.shown >= LOG:
            self.shown = now
            self.say(self._text(now))

    def trouble(self, trouble: Trouble) -> None:
        """Report it at once, in large letters."""
        self.wrong += 1
        word = "WRONG ANSWER" if trouble.plan_id is not None else "CONTRADICTION"
        self.say(style(f"{word}: {trouble.text}", fg="red", bold=True))

    def say(self, text: str) -> None:
        """A line that stays."""
        self.status.clear()
        echo(text, file=self.status.file)

    def finish(self) -> None:
        """Leave the last state on the terminal."""
        if self.status.on and self.ran:
            self.say(self._text(time.monotonic()))

    def _text(self, now: float) -> str:
        left = (now - self.begun) / max(self.ran, 1) * (self.to_do - self.ran)
        parts = [f"{self.ran:,}/{self.to_do:,}", f"{clock(left)} left"]
        parts.append(", ".join(f"{name} {count:,}" for name, count in sorted(self.counts.items())))
        if self.wrong:
            parts.append(f"WRONG {self.wrong:,}")
        return " · ".join(parts)


def clock(seconds: float) -> str:
    """'0:07', '12:30', '3:00:15', '5 days'."""
    whole = round(seconds)
    if whole >= 3 * 86400:
        return f"{whole / 86400:.0f} days"
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
