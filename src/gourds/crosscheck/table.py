"""A cross-check as text for people: a line for every instance as it finishes, and the closing summary.

How much a line says depends on how wide it may be: times of all approaches, marks of all approaches, or only how many
did what. This module knows nothing about terminals; ``style`` may add colors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from gourds.crosscheck.answers import Answer, Ending
from gourds.crosscheck.judging import Record, short
from gourds.crosscheck.report import Report
from gourds.running.checking import Tier
from gourds.running.outcome import Status
from gourds.words import counted, enumerated

Style = Callable[[str, str], str]
"""Text and one of good, bad, warn, dim, bold; gives the text as it is shown."""

MARKS: Final = {
    Ending.DECLINED: "·",
    Ending.OUT_OF_TIME: "t",
    Ending.OUT_OF_MEMORY: "m",
    Ending.FAILED: "!",
}
LEGEND: Final = "✓ agrees  ≈ agrees but for an error probability  ✗ disagrees  · declined  t, m at a limit"
_LOOKS: Final = {"✓": "good", "≈": "good", "✗": "bad", "!": "bad", "·": "dim", "t": "warn", "m": "warn"}
_NAME: Final = 24
_LONGEST_NAME: Final = 40
_MANY: Final = 14


def mark(record: Record, answer: Answer) -> str:
    """One character for what an approach said."""
    if answer.faults or any(answer.approach in finding.accused for finding in record.findings):
        return "✗"
    if answer.is_verdict:
        return "≈" if answer.tier is Tier.PROBABILITY else "✓"
    return MARKS[answer.ending]


def seconds(value: float) -> str:
    """A time in at most five characters: '12ms', '1.2s', '12s', '3min'."""
    if value < 0.9995:
        return f"{value * 1000:.0f}ms"
    if value < 9.95:
        return f"{value:.1f}s"
    return f"{value:.0f}s" if value < 600 else f"{value / 60:.0f}min"


class Table:
    """Lines of one width for all instances."""

    def __init__(self, approaches: Sequence[str], names: Sequence[str], width: int | None, style: Style) -> None:
        """``width`` is the number of characters in a line, None for as many as it takes."""
        self.approaches = approaches
        self.style = style
        longest = min(max(map(len, names), default=0), _LONGEST_NAME)
        fixed = 1 + 7 + 1 + 10 + 2 + 8
        wide = [max(len(name), 6) for name in approaches]
        medium = [6] * len(approaches)
        room = 10_000 if width is None else width - fixed
        self.detail = "times"
        if len(approaches) > _MANY:
            self.detail, self.widths = "numbers", [30]
        elif room - sum(wide) - len(wide) >= longest:
            self.widths = wide
        elif room - sum(medium) - len(medium) >= min(longest, _NAME):
            self.widths = medium
        else:
            self.detail, self.widths = "marks", [2] * len(approaches)
        left = room - sum(self.widths) - len(self.widths)
        self.name_width = max(min(longest, left), 8)

    def header(self) -> str:
        """The names of the columns."""
        heads = ["approaches"] if self.detail == "numbers" else self.approaches
        cells = [_cut(head, width).rjust(width) for head, width in zip(heads, self.widths, strict=True)]
        line = f"{'instance':<{self.name_width}} {'cells':>7} {'verdict':<10} {' '.join(cells)}  {'count':>8}"
        return self.style(line.rstrip(), "dim")

    def line(self, record: Record) -> str:
        """What was said about one instance."""
        name = _cut(record.subject.name, self.name_width, at_front=True).ljust(self.name_width)
        size = f"{record.subject.instance.board.size:,}".rjust(7)
        looks = {Status.FEASIBLE: "good", Status.INFEASIBLE: "warn", Status.UNKNOWN: "dim"}
        verdict = self.style(record.verdict.value.ljust(10), "bad" if record.findings else looks[record.verdict])
        count = "differ" if record.number is None and any(c.number is not None for c in record.counts) else ""
        count = count or ("" if record.number is None else short(record.number))
        return f"{name} {size} {verdict} {' '.join(self._cells(record))}  {count:>8}".rstrip()

    def _cells(self, record: Record) -> list[str]:
        answers = {answer.approach: answer for answer in reversed(record.answers)}
        if self.detail == "numbers":
            marks = Counter(mark(record, answer) for answer in record.answers)
            shown = [self.style(f"{marks[one]}{one}", look) for one, look in _LOOKS.items() if marks[one]]
            plain = len(" ".join(f"{marks[one]}{one}" for one in _LOOKS if marks[one]))
            return [" " * (self.widths[0] - plain) + " ".join(shown)]
        cells = []
        for name, width in zip(self.approaches, self.widths, strict=True):
            answer = answers.get(name)
            sign = "" if answer is None else mark(record, answer)
            text = sign
            if answer is not None and self.detail == "times" and (answer.is_verdict or sign in "✗tm"):
                text = f"{sign}{seconds(answer.time_s):>5}"
            cells.append(self.style(text.rjust(width), _LOOKS.get(sign, "dim")))
        return cells


def _cut(text: str, width: int, *, at_front: bool = False) -> str:
    if len(text) <= width:
        return text
    return f"…{text[len(text) - width + 1 :]}" if at_front else text[:width]


def summary(report: Report, style: Style) -> list[str]:
    """The closing lines: who agreed, what the verdicts rest on, how long it took."""
    lines = ["", headline(report, style)]
    rows = [("verdicts", _tiers(report.tiers_of_verdicts())), ("answers", _tiers(report.tiers_of_answers()))]
    rows.append(("checked by", _checkers(report)))
    numbers = sum(count.number is not None for record in report.records for count in record.counts)
    known = [record.subject.known for record in report.records if record.subject.known is not None]
    formulas = sum(answer.approach == "formula" for record in report.records for answer in record.answers)
    rows.append(("counts", f"{counted(numbers, 'exact number')} of placements compared"))
    beside = [counted(len(known), "verdict") + " of the manifest"] if known else []
    beside += [counted(formulas, "source formula")] if formulas else []
    rows += [("compared with", enumerated(beside))] if beside else []
    rows.append(("time", f"{report.time_s:.1f} s, {counted(report.jobs, 'run')} at once"))
    lines += [f"  {style(name.ljust(13), 'dim')}  {text}" for name, text in rows]
    lines += ["", *_tally_lines(report, style)]
    slowest = [f"{a.approach} on {r.subject.name} {seconds(a.time_s)}" for r, a in report.slowest(3)]
    lines += ["", f"  {style('slowest runs ', 'dim')}  {', '.join(slowest)}"] if slowest else []
    return lines


def headline(report: Report, style: Style) -> str:
    """In one line: do they agree?"""
    done = counted(len(report.records), "instance")
    if report.findings:
        wrong = enumerated(list(dict.fromkeys(record.subject.name for record, _ in report.findings)))
        return style(f"✗ Disagreement on {wrong}", "bad")
    if report.failures:
        return style(f"! {counted(len(report.failures), 'run')} crashed; all answers agree on {done}", "bad")
    if not report.records:
        return style("No instance was finished", "warn")
    verdicts = report.verdicts()
    silent = verdicts.pop(Status.UNKNOWN)
    decided = counted(sum(verdicts.values()), "instance")
    shown = ", ".join(f"{number} {status.value}" for status, number in verdicts.items() if number)
    who = f"{len(report.approaches)} approaches agree" if len(report.approaches) > 1 else "No contradiction"
    text = f"✓ {who} on {decided}{': ' if shown else ''}{shown}"
    text += f"; {silent} without a verdict" if silent else ""
    text += "" if report.is_complete else f" ({len(report.records):,} of {report.total:,} finished)"
    return style(text, "good" if report.is_complete and not silent else "warn")


def _tiers(tiers: dict[Tier, int]) -> str:
    return ", ".join(f"{number} {tier.words}" for tier, number in tiers.items() if number) or "none"


def _checkers(report: Report) -> str:
    """How many answers each checker confirmed."""
    by = Counter(name for record in report.records for answer in record.answers for name in answer.checked_by)
    return ", ".join(f"{name} ({number:,})" for name, number in by.most_common()) or "nobody"


def _tally_lines(report: Report, style: Style) -> list[str]:
    tallies = report.tallies()
    width = max((len(tally.name) for tally in tallies), default=8)
    head = (
        f"  {'approach':<{width}} {'answered':>9} {'declined':>9} {'limit':>6} {'counts':>7} {'total':>8} {'median':>7}"
    )
    lines = [style(head, "dim")]
    for tally in tallies:
        ends = tally.endings
        limits = ends.get(Ending.OUT_OF_TIME, 0) + ends.get(Ending.OUT_OF_MEMORY, 0)
        failed = f"  {ends[Ending.FAILED]} crashed" if ends.get(Ending.FAILED) else ""
        numbers = f"{ends.get(Ending.ANSWERED, 0):>9} {ends.get(Ending.DECLINED, 0):>9} {limits:>6} {tally.counts:>7}"
        times = f"{tally.time_s:>7.1f}s {seconds(tally.median_s):>7}"
        lines.append(f"  {tally.name:<{width}} {numbers} {times}{style(failed, 'bad')}")
    return lines
