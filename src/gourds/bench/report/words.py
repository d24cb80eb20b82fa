"""What reports say in words, the same on the terminal and on the page: numbers, times, who won."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Final

from gourds.bench.report.paired import told_p
from gourds.bench.report.standing import Standing, stand
from gourds.bench.report.statistics import Score
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


def shown_time(value: float | None, floor: float) -> str:
    """A time; '< 5 ms' if it is below the floor."""
    if value is not None and value < floor:
        return f"< {floor * 1000:.2g} ms"
    return seconds(value)


def floor_note(results: Results) -> str:
    """Which times are too short to be told apart, and how that is known."""
    floor = results.floor
    known = f"measured from {counted(floor.repetitions, 'short run')}" if floor.is_measured else "an assumption"
    return f"Times below {floor.seconds * 1000:.2g} ms are noise ({known}): ratios take them as that."


def who_won(results: Results, scores: Sequence[Score], standing: Standing | None = None) -> str:
    """In one sentence: who won, and by how much; or who is level."""
    if not results.runs:
        return f"No run has ended yet; {counted(results.planned, 'run')} planned."
    so_far = "" if results.is_complete else "So far: "
    whole = {score.label: score for score in scores if score.total and not score.wrong}
    if not whole:
        return f"{so_far}there is no winner, as every solver gave a wrong answer."
    if not any(score.solved for score in whole.values()):
        return f"{so_far}no solver solved any instance."
    standing = standing or stand(results)
    first, *others = (whole[score.label] for score in standing.level)
    if len(scores) == 1:
        return f"{so_far}{first.label}: {_result(first)}{_par2([first])}."
    level = [first, *(score for score in others if score.unsolved == first.unsolved)]
    if len(level) > 1:
        names = [score.label for score in level]
        told = enumerated(names if len(names) <= 4 else [*names[:3], f"{len(names) - 3} more"])
        return f"{so_far}{told} are level: {_result(first)}{_par2(level)}."
    if others:
        are = " is" if len(others) == 1 else f" and {counted(len(others) - 1, 'other')} are"
        close = f"{others[0].label} with {_count(others[0], first)}{_par2(others[:1])}{are} not clearly behind"
        return f"{so_far}{first.label} is first: {_result(first)}{_par2([first])}; {close}."
    text = f"{so_far}{first.label} {'won' if results.is_complete else 'leads'}: {_result(first)}{_par2([first])}"
    if len(standing.ranked) > 1:
        second = whole[standing.ranked[1].label]
        text += f"; next is {second.label} with {_count(second, first)}{_par2([second])}"
    return f"{text}."


def _count(score: Score, first: Score) -> str:
    return f"{score.solved:,}" if score.total == first.total else f"{score.solved:,} of {score.total:,}"


def why_won(results: Results, standing: Standing) -> str:
    """What the judgement rests on: which instances were looked at, and what the tests said."""
    if not results.runs or len(standing.ranked) < 2 or not standing.ranked[0].solved:
        return ""
    hard, all_of_them = len(standing.hard), counted(len(results.entries), "instance")
    rule = f"not solved by all, or more than {seconds(standing.threshold)} for some solver"
    if len(standing.entries) == hard:
        basis = f"Judged on what was hard: {hard:,} of {all_of_them}, {rule}."
    else:
        looked = len(standing.entries)
        on = f"the {looked:,} hardest of {all_of_them}" if looked < len(results.entries) else all_of_them
        basis = f"Judged on {on}: {hard or 'none'} {'was' if hard < 2 else 'were'} hard ({rule})."
    tests = standing.tests
    noise = "" if tests[0].is_repeated else " Nothing was repeated, so the noise is unknown, and more is asked for."
    if standing.winner is not None:
        worst = max(test.p for test in tests)
        return f"{basis} Paired tests against {counted(len(tests), 'other solver')}: p {_at_most(worst)}.{noise}"
    k = next(k for k, test in enumerate(tests) if not test.is_difference)
    pair = f"{standing.ranked[0].label} and {standing.ranked[k + 1].label}"
    return f"{basis} A paired test finds no difference between {pair}: {tests[k].why_not}.{noise}"


def _at_most(p: float) -> str:
    return told_p(p) if p < 0.001 else f"≤ {told_p(p)}"


def _result(score: Score) -> str:
    return f"{score.solved:,} of {counted(score.total, 'instance')} solved"


def _par2(scores: Sequence[Score]) -> str:
    values = [score.par2 for score in scores if score.par2 is not None]
    if not values:
        return ""
    low, high = seconds(min(values)), seconds(max(values))
    return f", PAR2 {low}" if low == high else f", PAR2 {low} to {high}"


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
