"""Two classical plots of a comparison: how many instances are solved within which time, and one solver against another.

The first is often called a cactus plot; here time runs to the right, so that a line that is higher and further left is
better. In a scatter plot a mark below the diagonal is an instance on which the solver of the vertical axis was faster;
what was not solved lies beyond the line of the limit.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from gourds.bench.report.plots import (
    TEXT,
    Axis,
    Frame,
    Look,
    look,
    mark,
    marks,
    polyline,
    sample,
    spread_labels,
    time_axis,
)
from gourds.bench.report.statistics import VBS, Score, best_time
from gourds.bench.report.words import shown_time
from gourds.bench.store.noise import is_clear, measure_scatter
from gourds.bench.store.results import Competitor, Entry, Pairing, Results
from gourds.render.geometry import number
from gourds.render.text import shortened, width, xml
from gourds.words import counted

MAX_SCATTERS: Final = 9
_LABEL: Final = 44
_TOLD: Final = 400
"""In plots with more marks than this, marks have no names."""
_WIDE: Final = 1240.0
_BEST: Final = Look("var(--soft)", "1 3", "ring")
VERDICTS: Final = {
    "feasible": Look("var(--s5)", "", "circle"),
    "infeasible": Look("var(--s6)", "", "diamond"),
    "unknown": Look("var(--s8)", "", "cross"),
}
"""Marks of instances, by what is known about them."""

Anchors = Mapping[int, str]
"""Places on the page that show an instance, by its number."""


def figure(title: str, drawing: str, caption: str = "") -> str:
    """A plot with its title and what it shows."""
    told = f"<figcaption>{caption}</figcaption>" if caption else ""
    return f"<figure><h3>{xml(title)}</h3>{drawing}{told}</figure>"


def legend(items: Sequence[tuple[str, Look]], *, has_line: bool = True, has_mark: bool = True) -> str:
    """What marks and lines stand for."""
    shown = (f"<span>{sample(one, has_line=has_line, has_mark=has_mark)}{xml(text)}</span>" for text, one in items)
    return f'<p class="legend keys">{"".join(shown)}</p>'


def looks(results: Results) -> dict[int, Look]:
    """How each competitor is drawn, the same in all plots."""
    return {competitor.number: look(k) for k, competitor in enumerate(results.competitors)}


# -- solved over time -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Series:
    label: str
    times: list[float]
    look: Look


def draw_cactus(results: Results, scores: Sequence[Score]) -> str:
    """How many instances each competitor solved within which time; empty if nothing is solved."""
    series = [_Series(VBS, _solved([best_time(results, entry) for entry in results.entries]), _BEST)]
    styles = looks(results)
    for score in scores:
        if score.competitor is not None:
            times = _solved([pairing.time for pairing in results.of_competitor(score.competitor)])
            series.append(_Series(score.label, times, styles[score.competitor.number]))
    if not any(one.times for one in series):
        return ""
    floor = results.floor.seconds
    series = [replace(one, times=[max(time, floor) for time in one.times]) for one in series]
    limit = results.campaign.limits.wall
    across = time_axis([time for one in series for time in one.times], limit, "time for one instance (log scale)")
    most = max(len(one.times) for one in series)
    up = Axis(0, most * 1.04, "instances solved")
    named = [f"{shortened(one.label, _LABEL)} · {len(one.times):,}" for one in series]
    room = max(width(text, TEXT) for text in named) + 66
    high = max(380.0, 19.0 * len(series) + 90)
    frame = Frame(across, up, width=_WIDE, height=high, right=room)
    places = spread_labels([frame.at_y(len(one.times)) for one in series], frame.top + 4, high - frame.bottom, TEXT + 6)
    parts = [_noise(frame, floor, is_square=False)]
    parts += [frame.rule(x=limit)] if limit is not None else []
    parts += [
        _curve(frame, one, text, place) for one, text, place in reversed(list(zip(series, named, places, strict=True)))
    ]
    return frame.draw(parts, "Instances solved over time: " + ", ".join(named))


def _solved(times: Sequence[float]) -> list[float]:
    return sorted(time for time in times if math.isfinite(time))


def _curve(frame: Frame, one: _Series, text: str, place: float) -> str:
    """The steps of one competitor, and its label at the right end."""
    end = frame.width - frame.right
    points: list[tuple[float, float]] = []
    for k, time in enumerate(one.times):
        x = frame.at_x(time)
        points += [(x, frame.at_y(k)), (x, frame.at_y(k + 1))]
    marks = ""
    if points:
        last = points[-1][1]
        points.append((end, last))
        step = max(1, math.ceil(len(one.times) / 6))
        chosen = range(step - 1, len(one.times), step)
        marks = "".join(mark(frame.at_x(one.times[k]), frame.at_y(k + 1), one.look) for k in chosen)
    else:
        last = frame.at_y(0)
    lead = f'<path class="lead" d="M{number(end)} {number(last)}L{number(end + 16)} {number(place)}h6"/>'
    head = polyline([(end + 24, place), (end + 48, place)], one.look) + mark(end + 36, place, one.look)
    label = f'<text x="{number(end + 54)}" y="{number(place + 4)}" class="label">{xml(text)}</text>'
    return f'<g class="series">{polyline(_thinned(points), one.look)}{marks}{lead}{head}{label}</g>'


def _thinned(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points without those too close to the one before to be seen."""
    kept: list[tuple[float, float]] = []
    for point in points:
        if not kept or max(abs(point[0] - kept[-1][0]), abs(point[1] - kept[-1][1])) >= 0.4:
            kept.append(point)
    return kept


# -- one against another ----------------------------------------------------------------------------------------


def choose_pairs(scores: Sequence[Score]) -> list[tuple[Competitor, Competitor]]:
    """The best against the second; every solver's best configuration against its others; then against other solvers.

    Within each group, higher-ranked pairs come first, so that the list can be cut short.
    """
    ranked = [score.competitor for score in scores if score.competitor is not None and score.total]
    pairs = [(ranked[0], ranked[1])] if len(ranked) > 1 else []
    by_name: dict[str, list[Competitor]] = {}
    for competitor in ranked:
        by_name.setdefault(competitor.config.name, []).append(competitor)
    rounds = max((len(group) for group in by_name.values()), default=0)
    for k in range(1, rounds):
        pairs += [(group[0], group[k]) for group in by_name.values() if len(group) > k]
        if k == 1:
            pairs += [(ranked[0], group[0]) for group in list(by_name.values())[1:]]
    if rounds == 1:
        pairs += [(ranked[0], other) for other in ranked[1:]]
    return list(dict.fromkeys(pairs))


def draw_scatter(results: Results, one: Competitor, other: Competitor, anchors: Anchors) -> str:
    """The first on the vertical axis against the other on the horizontal one; empty if they share no instance."""
    shared, pairs = [], []
    for entry in results.entries:
        mine = results.pairings.get((entry.number, one.number))
        theirs = results.pairings.get((entry.number, other.number))
        if mine is not None and theirs is not None and mine.runs and theirs.runs:
            shared.append((entry, theirs.time, mine.time))
            pairs.append((theirs, mine))
    names = (other.label, one.label)
    floor = results.floor.seconds
    drawing = plot_against(shared, names, results.campaign.limits.wall, anchors, floor)
    return figure(f"{one.label} against {other.label}", drawing, _counts(pairs, names, floor)) if shared else ""


def plot_against(
    points: Sequence[tuple[Entry, float, float]],
    names: tuple[str, str],
    limit: float | None,
    anchors: Anchors,
    floor: float,
) -> str:
    """Marks for instances with two times, on square axes that are the same; times below the floor lie on its edge."""
    finite = [max(time, floor) for _, x, y in points for time in (x, y) if math.isfinite(time)]
    base = time_axis(finite, limit, "")
    failed, top = base.high * 1.45, base.high * 2.1
    across = Axis(base.low, top, shortened(names[0], _LABEL), is_log=True, unit="s", last=base.high)
    up = Axis(base.low, top, shortened(names[1], _LABEL), is_log=True, unit="s", last=base.high)
    frame = Frame(across, up, width=440, height=420)
    parts = [_noise(frame, floor), frame.rule(x=base.high), frame.rule(y=base.high), _diagonals(frame)]
    parts.append(f'<text x="{number(frame.left + 6)}" y="{number(frame.top + 10)}">not solved</text>')
    many: dict[str, list[tuple[float, float]]] = {}
    for entry, x, y in points:
        at = (frame.at_x(min(max(x, floor), failed)), frame.at_y(min(max(y, floor), failed)))
        verdict = entry.truth or "unknown"
        if len(points) <= _TOLD:
            title = f"{entry.name}: {shown_time(x, floor)} and {shown_time(y, floor)}"
            parts.append(mark(*at, VERDICTS[verdict], 3.6, title, anchors.get(entry.number, "")))
        else:
            many.setdefault(verdict, []).append(at)
    parts += [marks(places, VERDICTS[verdict], 2.2) for verdict, places in many.items()]
    return frame.draw(parts, f"Times on {counted(len(points), 'instance')}: {names[1]} against {names[0]}")


def _noise(frame: Frame, floor: float, *, is_square: bool = True) -> str:
    """A band for times that are too short to tell, along one axis or both."""
    if floor <= frame.x.low:
        return ""
    x, right, bottom = frame.at_x(floor), frame.width - frame.right, frame.height - frame.bottom
    corner = f"V{number(frame.at_y(floor))}H{number(right)}" if is_square else ""
    start = f"M{number(frame.left)} {number(frame.top)}H{number(x)}"
    return f'<path class="floor" d="{start}{corner}V{number(bottom)}H{number(frame.left)}z"/>'


def _diagonals(frame: Frame) -> str:
    """Equal times, and ten times as long."""
    low, high = frame.x.low, frame.x.last
    lines = []
    for factor, kind in ((1.0, "rule solid"), (10.0, "rule faint"), (0.1, "rule faint")):
        start, end = max(low, low / factor), min(high, high / factor)
        if start < end:
            ends = ((frame.at_x(at), frame.at_y(at * factor)) for at in (start, end))
            path = "L".join(f"{number(x)} {number(y)}" for x, y in ends)
            lines.append(f'<path class="{kind}" d="M{path}"/>')
    return "".join(lines)


def _counts(pairs: Sequence[tuple[Pairing, Pairing]], names: tuple[str, str], floor: float) -> str:
    """In words: who was faster, and who solved what the other did not."""
    both = [(x, y) for x, y in pairs if x.is_solved and y.is_solved]
    scatters = measure_scatter((x for x, _ in both), floor), measure_scatter((y for _, y in both), floor)
    clear = [y.time < x.time for x, y in both if is_clear(x, y, scatters, floor)]
    faster = sum(clear), len(clear) - sum(clear)
    only = sum(y.is_solved > x.is_solved for x, y in pairs), sum(x.is_solved > y.is_solved for x, y in pairs)
    words = [f"↕ <b>{xml(names[1])}</b>: clearly faster on {faster[0]:,}, alone solves {only[0]:,}."]
    words.append(f"↔ <b>{xml(names[0])}</b>: clearly faster on {faster[1]:,}, alone solves {only[1]:,}.")
    words.append(
        f"About equal on {len(both) - len(clear):,}; solved by neither {len(pairs) - len(both) - sum(only):,}."
    )
    return "<br>".join(words)
