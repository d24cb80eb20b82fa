"""What reports say in words, the same on the terminal and on the page: numbers, times, who won."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Final

from gourds.bench.report.statistics import Score, is_close
from gourds.bench.store.judging import Trouble
from gourds.bench.store.results import Results
from gourds.words import counted, enumerated

UNKNOWN: Final = {
    "time limit": "time",
    "cpu limit": "processor time",
    "memory limit": "memory",
    "out of memory": "memory",
    "declined": "declined",
    "done": "no verdict",
    "nobody": "by none",
}
"""Short words for why there is no verdict."""
SIGNS: Final = {
    "time limit": "t",
    "cpu limit": "t",
    "memory limit": "m",
    "declined": "·",
    "done": "?",
}
"""Marks for the same."""


def seconds(value: float | None) -> str:
    """A time in a few characters: '0.4 ms', '12 ms', '1.23 s', '123 s', '2,000 s'; '–' if there is none."""
    if value is None or not math.isfinite(value):
        return "–"
    if value < 0.00995:
        return f"{value * 1000:.1f} ms"
    if value < 0.9995:
        return f"{value * 1000:.0f} ms"
    return f"{value:.2f} s" if value < 9.995 else f"{value:.1f} s" if value < 99.95 else f"{value:,.0f} s"


def span_of(numbers: Sequence[int]) -> str:
    """'11', '11 to 37'; 0 is a board that is not known, see :attr:`gourds.bench.store.results.Entry.is_known`."""
    known = [number for number in numbers if number]
    if not known:
        return "an unknown number of"
    low, high = min(known), max(known)
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"


def time_range(low: float, high: float) -> str:
    """'221–287 ms', '0.9–1.2 s', '950 ms – 1.20 s'; one time if both look the same."""
    first, last = seconds(low), seconds(high)
    if first == last:
        return first
    if first.split()[-1] == last.split()[-1]:
        return f"{first.split()[0]}–{last}"
    return f"{first} – {last}"


def ratio(value: float | None) -> str:
    """'1.00×', '12×', '3,000×'."""
    if value is None or not math.isfinite(value):
        return "–"
    return f"{value:.2f}×" if value < 9.995 else f"{value:,.0f}×"


def moment(stamp: float) -> str:
    """A date and a time of day, in UTC."""
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(stamp))


def reasons(score: Score) -> str:
    """Why there was no verdict: '8 time, 1 declined'."""
    shown: dict[str, int] = {}
    for cause, count in score.unknown.items():
        word = UNKNOWN.get(cause, cause)
        shown[word] = shown.get(word, 0) + count
    return ", ".join(f"{count:,} {word}" for word, count in shown.items())


def who_won(results: Results, scores: Sequence[Score]) -> str:
    """In one sentence: who won, and by how much."""
    if not results.runs:
        return f"No run has ended yet; {counted(results.planned, 'run')} planned."
    so_far = "" if results.is_complete else "So far: "
    ranked = [score for score in scores if score.total and not score.wrong]
    if not ranked:
        return f"{so_far}there is no winner, as every solver gave a wrong answer."
    first = ranked[0]
    if not first.solved:
        return f"{so_far}no solver solved any instance."
    result = f"{first.solved:,} of {counted(first.total, 'instance')} solved"
    level = [score for score in ranked if _is_level(score, first)]
    if len(scores) == 1:
        return f"{so_far}{first.label}: {result}{_par2(first)}."
    if len(level) > 1:
        if len(level) > 4:
            names = f"{', '.join(score.label for score in level[:3])} and {len(level) - 3} more"
        else:
            names = enumerated([score.label for score in level])
        par2 = [score.par2 for score in level if score.par2 is not None]
        span = f", PAR2 {seconds(min(par2))} to {seconds(max(par2))}" if par2 else ""
        return f"{so_far}{names} are level: {result}{span}."
    text = f"{so_far}{first.label} {'won' if results.is_complete else 'leads'}: {result}{_par2(first)}"
    if len(ranked) > 1:
        count = (
            f"{ranked[1].solved:,}"
            if ranked[1].total == first.total
            else f"{ranked[1].solved:,} of {ranked[1].total:,}"
        )
        text += f"; next is {ranked[1].label} with {count}{_par2(ranked[1])}"
    return f"{text}."


def _par2(score: Score) -> str:
    return f", PAR2 {seconds(score.par2)}" if score.par2 is not None else ""


def _is_level(score: Score, first: Score) -> bool:
    if score is first or score.unsolved != first.unsolved:
        return score is first
    return score.par2 is not None and first.par2 is not None and is_close(score.par2, first.par2)


def shout(results: Results) -> str:
    """The number of troubles: '2 WRONG ANSWERS and 1 CONTRADICTION'."""
    wrong = sum(trouble.plan_id is not None for trouble in results.troubles)
    counts = {"WRONG ANSWER": wrong, "CONTRADICTION": len(results.troubles) - wrong}
    return " and ".join(f"{count:,} {noun}{'S' * (count > 1)}" for noun, count in counts.items() if count)


def tell_troubles(results: Results) -> list[tuple[str, Trouble]]:
    """The troubles in words; what several runs did alike is reported once, with their number."""
    groups: dict[str, list[Trouble]] = {}
    for trouble in results.troubles:
        groups.setdefault(trouble.text, []).append(trouble)
    return [(f"{text} ({len(some)} runs)" if len(some) > 1 else text, some[0]) for text, some in groups.items()]


def excluded(scores: Sequence[Score]) -> str:
    """The competitors that gave wrong answers and therefore cannot win."""
    wrong = [score.label for score in scores if score.wrong]
    return f"Out of the ranking for wrong answers: {enumerated(wrong)}." if wrong else ""
