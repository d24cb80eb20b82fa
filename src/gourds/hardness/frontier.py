"""The frontier of one track: the smallest size of a line at which the first solver of ``hard_for`` fails.

A *track* is a line with a verdict: feasible and infeasible boards of the same size can differ by orders of magnitude.
Its next run follows from what is known, in three stages:

1. *Climb*: sizes grow by a third. At each size the first seed whose board has the verdict is probed, with a
   small part of the time. The climb ends where a probe fails, where quick answers fail too, or where boards become
   too large.
2. *Bisect*: full attacks. The first goes where the times of the climb, extrapolated, reach the bracket (log time
   is taken as linear in cells). Then the interval between the largest size that was solved and the smallest that was
   not is halved. By majority if a size has been attacked with several seeds.
3. *Harvest*: further seeds at the frontier. If more of them are solved than not, the frontier moves up.

Answers come first, since they are cheap and an instance that nobody solves is of no use: an attack is only paid for
on boards whose verdict is proved and wanted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from gourds.hardness.axes import Line
from gourds.hardness.knowledge import Candidate, Knowledge

LEAST: Final = 1
"""No family makes anything of this size; from here up to the first size, boards are looked at if the first is hard."""
STEP: Final = 1.3
"""Sizes grow by this factor in a climb."""
SEEDS: Final = 4
"""So many boards of a size are asked for their verdict before the size is given up."""
UNSOLVED: Final = 2
"""So many boards of a size without an answer end a climb."""
BARREN: Final = 2
"""A track is given up after so many sizes in a row without a board of its verdict."""
VOID: Final = 3
"""A track is given up after so many attacks that say nothing."""
HARVEST: Final = 40
"""At most so many seeds of a size are used."""
FINE: Final = 0.04
"""Sizes that differ by less than this part are not told apart."""
FASTEST: Final = 0.05
"""Shorter times say nothing about growth."""
NOBODY: Final = "nobody answers in time"
"""Why a track ends where quick answers fail; long ones may take it further."""
FURTHEST: Final = 1.5
"""An extrapolation goes at most this much beyond the largest size that was tried."""


@dataclass(frozen=True)
class Track:
    """A line and a verdict."""

    line: Line
    verdict: str


@dataclass(frozen=True)
class Step:
    """A run that a track asks for."""

    candidate: Candidate
    label: str
    """Of the solver."""
    stage: str
    """climb, bisect, harvest or insist."""


@dataclass(frozen=True)
class State:
    """How a track stands."""

    step: Step | None
    """What it asks for next; None if it waits or is done."""
    reason: str
    """In a few words."""
    cells: float
    """Of the smallest board that is expected to be hard; infinite if there is none."""
    is_waiting: bool = False
    """Whether it asks again once its runs have ended."""


@dataclass(frozen=True)
class _Look:
    """What is known about one size."""

    kind: str
    """large, absent, barren, open, easy, tough, wait or ask."""
    cells: int = 0
    seconds: float = 0.0
    """How long the probe took."""
    step: Step | None = None


def state_of(track: Track, known: Knowledge, *, insists: bool = False, hurries: bool = False) -> State:
    """What a track asks for next.

    With ``insists``, long answers are asked for where quick ones failed. With ``hurries``, the interval is no longer
    halved once there is a hard board: more seeds at that size are the surer way to more of them.
    """
    easy: list[tuple[int, int, float]] = []
    value, top, tough, barren = track.line.first, 0, 0, 0
    while not top and not tough:
        look = _look(track, value, known, insists=insists)
        if look.kind in ("ask", "wait"):
            expected = _expected(known, easy, look.cells)
            return State(look.step, f"climbs, {look.cells:,} cells", expected, look.kind == "wait")
        if look.kind in ("barren", "absent"):
            barren += 1
            if barren >= BARREN * (2 if look.kind == "absent" else 1):
                return State(None, f"no {track.verdict} boards", math.inf)
        else:
            barren = 0
        if look.kind == "easy":
            easy.append((value, look.cells, look.seconds))
        elif look.kind == "tough":
            tough = value
        elif look.kind in ("large", "open"):
            top = value
            reason = "the largest boards are easy" if look.kind == "large" else NOBODY
        value = value + 1 if look.kind == "absent" else max(value + 1, round(value * STEP))
    lowest = easy[-1][0] if easy else LEAST
    if top and not easy and lowest + 1 >= top:
        return State(None, reason, math.inf)
    if top:
        # The last easy size may be far below what is allowed or answered: look for the largest such size.
        edge = _edge(track, lowest, top, known, insists=insists)
        if isinstance(edge, State):
            return edge
        if edge[0] == lowest or edge[1].kind == "easy":
            return State(None, reason, math.inf)
        tough = edge[0]
    return _attack(track, known, easy, lowest, tough, insists=insists, hurries=hurries)


def _edge(track: Track, low: int, top: int, known: Knowledge, *, insists: bool) -> State | tuple[int, _Look]:
    """The largest size below the top that can be probed, with its look; or the state in which that is being found."""
    found = low, _Look("easy")
    while top - low > max(1, FINE * low):
        middle = (low + top) // 2
        look = _look(track, middle, known, insists=insists)
        if look.kind in ("ask", "wait"):
            return State(look.step, f"climbs, {look.cells:,} cells", look.cells, look.kind == "wait")
        if look.kind == "tough":
            return middle, look
        if look.kind == "easy":
            low, found = middle, (middle, look)
        else:
            top = middle
    return found


def _look(track: Track, value: int, known: Knowledge, *, insists: bool) -> _Look:
    """What is known about a size from its first seeds, or what has to be run to know it."""
    unsolved, cells = 0, 0
    for candidate in _candidates(track, value, known, SEEDS):
        found = known.cells(candidate)
        if found is None:
            continue
        if found > known.question.max_cells:
            return _Look("large", found)
        cells = cells or found
        if known.verdict(candidate) is None:
            step = _answer_step(candidate, known, "climb", insists=insists)
            if step is not None:
                return _Look("wait" if known.is_under_way(candidate) else "ask", found, step=step)
            unsolved += 1
            if unsolved == UNSOLVED:
                return _Look("open", found)
        elif known.verdict(candidate) == track.verdict:
            return _probed(candidate, found, known)
    return _Look("barren" if cells else "absent", cells)


def _probed(candidate: Candidate, cells: int, known: Knowledge) -> _Look:
    """What a probe of a board says; a full attack says more."""
    for label in (known.question.attack, known.question.probe):
        ending = known.ending(candidate, label)
        if ending is not None:
            if ending.verdict == "unknown" and not ending.is_stopped:
                return _Look("open", cells)  # it failed for another reason than time
            easy = ending.verdict != "unknown" and ending.effort <= known.question.probe_seconds
            return _Look("easy" if easy else "tough", cells, ending.effort)
    kind = "wait" if known.is_under_way(candidate) else "ask"
    return _Look(kind, cells, step=Step(candidate, known.question.probe, "climb"))


def _attack(
    track: Track,
    known: Knowledge,
    easy: list[tuple[int, int, float]],
    low: int,
    tough: int,
    *,
    insists: bool,
    hurries: bool,
) -> State:
    """The next full attack: the interval halved, then more seeds at its upper end."""
    hits, misses, void = _majorities(track, known)
    if void >= VOID and void > len(hits):
        return State(
            None, "attacks end without having had their time: a crowded machine, or a failing solver", math.inf
        )
    low = max([low, *misses])
    above = [value for value in hits if value > low]
    top, reason = known.top(track.line), "no more boards to attack"
    if above:
        high = min(above)
        gap = high - low
        is_fine = hurries or gap <= max(1, FINE * high)
        value, stage = (high, "harvest") if is_fine else ((low + high) // 2, "bisect")
    else:
        points = [(cells, seconds) for _, cells, seconds in easy] + _missed(track, known)
        value, stage = _extrapolated(track, known, points, low, tough, top), "bisect"
    while value < top:
        found = _attack_at(track, value, known, stage, insists=insists)
        if found is None:
            value, stage = value + 1, "harvest"  # nothing more to attack at this size
        elif found.reason == NOBODY and value > max(low + 1, tough):
            value, top, reason = (max(low + 1, tough) + value) // 2, value, NOBODY  # too far: back to smaller ones
        else:
            return found
    return State(None, reason, math.inf)


def _attack_at(track: Track, value: int, known: Knowledge, stage: str, *, insists: bool) -> State | None:
    """The next run at a size; None if all of its seeds are used up."""
    answered = unsolved = 0
    for candidate in _candidates(track, value, known, HARVEST):
        cells = known.cells(candidate)
        if cells is None or cells > known.question.max_cells:
            continue
        verdict = known.verdict(candidate)
        step = None
        if verdict is None:
            step = _answer_step(candidate, known, stage, insists=insists)
            if step is None:
                unsolved += 1
                if unsolved > max(UNSOLVED, answered):
                    return State(None, NOBODY, math.inf)
        else:
            answered += 1
            step = attack_step(candidate, known, stage) if verdict == track.verdict else None
        if step is not None and not known.is_under_way(candidate):
            return State(step, f"{stage}s, {cells:,} cells", cells)
    return None


def attack_step(candidate: Candidate, known: Knowledge, stage: str) -> Step | None:
    """The next attack on a board whose verdict is wanted; None if one succeeded, or all are done."""
    for label in known.question.attacks:
        ending = known.ending(candidate, label)
        if ending is None:
            return Step(candidate, label, stage)
        if not known.is_hard(candidate, label):
            return None
    return None


def _answer_step(candidate: Candidate, known: Knowledge, stage: str, *, insists: bool) -> Step | None:
    """The next answer to ask for; None if all were asked."""
    quick, long = known.question.answers
    for label in (*quick, *(long if insists else ())):
        if known.ending(candidate, label) is None:
            return Step(candidate, label, stage if label in quick else "insist")
    return None


def _candidates(track: Track, value: int, known: Knowledge, count: int) -> Iterator[Candidate]:
    first = known.question.seed
    return (Candidate(track.line, value, seed) for seed in range(first, first + count))


def _all_known(track: Track, known: Knowledge) -> list[Candidate]:
    """The boards of a track that were made and have its verdict; of equal ones the first."""
    found: dict[str, Candidate] = {}
    for candidate in known.made(track.line):
        if known.verdict(candidate) == track.verdict:
            found.setdefault(known.digest(candidate), candidate)
    return list(found.values())


def _majorities(track: Track, known: Knowledge) -> tuple[list[int], list[int], int]:
    """The sizes at which most full attacks of the lead failed, those at which most succeeded, how many say nothing."""
    balance: dict[int, int] = {}
    void = 0
    for candidate in _all_known(track, known):
        ending = known.ending(candidate, known.question.attack)
        is_hard = known.is_hard(candidate, known.question.attack)
        if ending is not None and (is_hard or ending.verdict != "unknown"):
            balance[candidate.value] = balance.get(candidate.value, 0) + (1 if is_hard else -1)
        elif ending is not None:
            void += 1
    return [v for v, one in balance.items() if one >= 0], [v for v, one in balance.items() if one < 0], void


def _missed(track: Track, known: Knowledge) -> list[tuple[int, float]]:
    """Cells and seconds of full attacks that succeeded."""
    found = []
    for candidate in _all_known(track, known):
        ending = known.ending(candidate, known.question.attack)
        if ending is not None and ending.verdict != "unknown":
            found.append((known.cells(candidate) or 0, ending.effort))
    return found


def _extrapolated(
    track: Track, known: Knowledge, points: list[tuple[int, float]], low: int, tough: int, top: int
) -> int:
    """The size at which the lead should just fail: at or above the one where a probe failed."""
    value = max(low + 1, tough)
    wanted = _expected(known, points, math.inf)
    last = min(max(value, int(FURTHEST * value)), top - 1)
    while value < last:
        cells = known.cells(Candidate(track.line, value, known.question.seed))
        if wanted == math.inf or (cells is not None and cells >= wanted):
            break
        value += 1
    return value


def _expected(
    known: Knowledge, points: list[tuple[int, float]] | list[tuple[int, int, float]], default: float
) -> float:
    """The number of cells at which the lead takes its whole time, from its two last times that say something."""
    told = sorted((point[-2], point[-1]) for point in points if point[-1] >= FASTEST)[-2:]
    if len(told) < 2:
        return default
    (near, quick), (far, slow) = told
    if far == near or slow <= quick:
        return default
    return far + (far - near) * math.log(known.question.lead.seconds / slow) / math.log(slow / quick)
