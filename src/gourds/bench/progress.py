"""What people see while a campaign runs: one line that is kept up to date, or a line now and then in a log."""

from __future__ import annotations

import shutil
import sys
import time
from collections import Counter
from typing import Final, TextIO

from gourds.bench.judging import Trouble
from gourds.bench.task import Record, Task

_REFRESH: Final = 0.2
"""Seconds between two updates on a terminal."""
_LOG: Final = 30.0
"""Seconds between two lines in a log."""


class Progress:
    """Watches a campaign and reports on standard error."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream or sys.stderr
        self.is_live = self.stream.isatty()
        self.counts: Counter[str] = Counter()
        self.wrong = 0
        self.to_do = self.ran = 0
        self.begun = self.shown = time.monotonic()
        self.line = ""

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
        if self.is_live and (now - self.shown >= _REFRESH or self.ran == self.to_do):
            self.shown = now
            self._draw(self._text(now))
        elif not self.is_live and now - self.shown >= _LOG:
            self.shown = now
            self.say(self._text(now))

    def trouble(self, trouble: Trouble) -> None:
        """Shout."""
        from click import style

        self.wrong += 1
        word = "WRONG ANSWER" if trouble.plan_id is not None else "CONTRADICTION"
        text = f"{word}: {trouble.text}"
        self.say(style(text, fg="red", bold=True) if self.is_live else text)

    def say(self, text: str) -> None:
        """A line that stays."""
        self._draw("")
        self.stream.write(text + "\n")
        self.stream.flush()

    def finish(self) -> None:
        """Leave the last state on the terminal."""
        if self.is_live and self.ran:
            self._draw(self._text(time.monotonic()))
            self.stream.write("\n")
            self.stream.flush()
            self.line = ""

    def _text(self, now: float) -> str:
        left = (now - self.begun) / max(self.ran, 1) * (self.to_do - self.ran)
        parts = [f"{self.ran:,}/{self.to_do:,}", f"{clock(left)} left"]
        parts.append(", ".join(f"{name} {count:,}" for name, count in sorted(self.counts.items())))
        if self.wrong:
            parts.append(f"WRONG {self.wrong:,}")
        return " · ".join(parts)

    def _draw(self, text: str) -> None:
        """Put a text in the place of the last one."""
        if not self.is_live:
            return
        text = text[: shutil.get_terminal_size().columns - 1]
        self.stream.write("\r" + text.ljust(len(self.line)) + ("" if text else "\r"))
        self.stream.flush()
        self.line = text


def clock(seconds: float) -> str:
    """'0:07', '12:30', '3:00:15', '5 days'."""
    whole = round(seconds)
    if whole >= 3 * 86400:
        return f"{whole / 86400:.0f} days"
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
