"""The report's section on parameters: where hardness lies in a grid of a family.

A *sweep* is a parameter with three or more numbers as its values. For each value the share of feasible instances and
the median time of every competitor are shown; the other parameters that vary divide a sweep into facets, a plot each,
as long as there are few of these.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Final

from gourds.bench.report.plots import Axis, Frame, look, mark, polyline, time_axis, value_axis
from gourds.bench.report.sections.charts import figure, legend, looks
from gourds.bench.report.words import shown_time
from gourds.bench.store.results import Competitor, Entry, Results
from gourds.render.text import xml
from gourds.words import counted

MIN_VALUES: Final = 3
MAX_FACETS: Final = 6
MAX_SWEEPS: Final = 8


@dataclass(frozen=True)
class Facet:
    """The instances of a sweep that agree in the other parameters."""

    name: str
    """Those parameters; empty if there are none, or too many."""
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Sweep:
    """A parameter of a family over its values."""

    family: str
    parameter: str
    values: tuple[float, ...]
    facets: tuple[Facet, ...]
    over: tuple[str, ...]
    """Parameters that vary within a facet."""

    @property
    def entries(self) -> list[Entry]:
        """All its instances."""
        return [entry for facet in self.facets for entry in facet.entries]


def find_sweeps(results: Results) -> list[Sweep]:
    """All sweeps of a campaign."""
    found = []
    for family, entries in results.families.items():
        varying = _varying(entries)
        for name, values in varying.items():
            if len(values) >= MIN_VALUES and all(_is_number(value) for value in values):
                others = {other: several for other, several in varying.items() if other != name}
                facets, over = _facets(entries, others)
                found.append(Sweep(family, name, tuple(sorted(values)), facets, over))
    return found


def _varying(entries: Sequence[Entry]) -> dict[str, set[Any]]:
    """The parameters that have several values."""
    names = dict.fromkeys(name for entry in entries for name in entry.parameters)
    values = {name: {_plain(entry.parameters.get(name)) for entry in entries} for name in names}
    return {name: found for name, found in values.items() if len(found) > 1}


def _plain(value: Any) -> Any:
    return value if isinstance(value, str | int | float | bool) else str(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _facets(entries: Sequence[Entry], others: dict[str, set[Any]]) -> tuple[tuple[Facet, ...], tuple[str, ...]]:
    """Groups that agree in the other parameters; those with most values are given up until there are few groups."""
    chosen = dict(others)
    while True:
        groups: dict[str, list[Entry]] = {}
        for entry in entries:
            name = ", ".join(f"{other} {_shown(entry.parameters.get(other))}" for other in chosen)
            groups.setdefault(name, []).append(entry)
        if len(groups) <= MAX_FACETS:
            facets = tuple(Facet(name, tuple(group)) for name, group in groups.items())
            return facets, tuple(other for other in others if other not in chosen)
        del chosen[max(chosen, key=lambda other: len(others[other]))]


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def share_feasible(facet: Facet, parameter: str) -> list[tuple[float, float, int]]:
    """For every value with known verdicts: the value, the share of feasible instances, how many are known."""
    points = []
    for value in sorted({entry.parameters[parameter] for entry in facet.entries}):
        known = [e.truth for e in facet.entries if e.parameters[parameter] == value and e.truth is not None]
        if known:
            points.append((value, known.count("feasible") / len(known), len(known)))
    return points


def median_times(results: Results, facet: Facet, parameter: str, competitor: Competitor) -> list[tuple[float, float]]:
    """For every value on which a competitor was tried: the value and its median time, infinite if unsolved."""
    times: dict[float, list[float]] = {}
    for entry in facet.entries:
        pairing = results.pairings.get((entry.number, competitor.number))
        if pairing is not None and pairing.runs:
            times.setdefault(entry.parameters[parameter], []).append(pairing.time)
    return [(value, median(times[value])) for value in sorted(times)]


# -- drawing ------------------------------------------------------------------------------------------------------


def parameter_section(results: Results) -> str:
    """The section; empty if the campaign has no grid."""
    sweeps = find_sweeps(results) if results.runs else []
    if not sweeps:
        return ""
    styles = looks(results)
    parts = [
        '<h2 id="parameters">Where hardness lies</h2>',
        '<p class="soft lead">Median times over the instances with one value of a parameter. A mark above the dashed'
        " line, the limit, means that half of these instances or more were not solved.</p>",
        legend([(one.label, styles[one.number]) for one in results.competitors]),
    ]
    for sweep in sweeps[:MAX_SWEEPS]:
        up = _time_axis(results, sweep)
        plots = [_draw_shares(sweep)] + [_draw_times(results, sweep, facet, up) for facet in sweep.facets]
        over = f", over all {' and '.join(sweep.over)}" if sweep.over else ""
        parts.append(f"<h3>{xml(sweep.family)} over {xml(sweep.parameter + over)}</h3>")
        parts.append(f'<div class="plots">{"".join(plots)}</div>')
    left = len(sweeps) - MAX_SWEEPS
    parts.append(f'<p class="soft">{counted(left, "more parameter")} left out.</p>' if left > 0 else "")
    return "\n".join(parts)


def _draw_shares(sweep: Sweep) -> str:
    """The share of feasible instances, a line for every facet; empty if all verdicts are the same."""
    if len({entry.truth for entry in sweep.entries if entry.truth is not None}) < 2:
        return ""
    across = value_axis(sweep.values, sweep.parameter)
    frame = Frame(across, Axis(-0.04, 1.04, "share of feasible instances", unit="%"), width=420, height=300)
    lines, shown = [], []
    for k, facet in enumerate(sweep.facets):
        style = look(k)
        points = share_feasible(facet, sweep.parameter)
        lines.append(polyline([(frame.at_x(x), frame.at_y(share)) for x, share, _ in points], style))
        lines += [
            mark(frame.at_x(x), frame.at_y(share), style, 4, f"{sweep.parameter} {x:g}: {share:.0%} of {known}")
            for x, share, known in points
        ]
        shown.append((facet.name, style))
    unknown = sum(entry.truth is None for entry in sweep.entries)
    caption = f"{counted(unknown, 'instance')} without a known verdict left out." if unknown else ""
    keys = legend(shown) if len(shown) > 1 else ""
    title = f"Share of feasible instances of {sweep.family} over {sweep.parameter}"
    return figure("Share of feasible instances", frame.draw(lines, title), keys + caption)


def _time_axis(results: Results, sweep: Sweep) -> Axis:
    """The same for all facets, with room above the limit for what was not solved."""
    times = [
        max(time, results.floor.seconds)
        for facet in sweep.facets
        for competitor in results.competitors
        for _, time in median_times(results, facet, sweep.parameter, competitor)
    ]
    base = time_axis(times, results.campaign.limits.wall, "median time (log scale)")
    return Axis(base.low, base.high * 2.1, base.label, is_log=True, unit="s", last=base.high)


def _draw_times(results: Results, sweep: Sweep, facet: Facet, up: Axis) -> str:
    """Median times in one facet, a line for every competitor."""
    styles = looks(results)
    failed, floor = up.last * 1.45, results.floor.seconds
    frame = Frame(value_axis(sweep.values, sweep.parameter), up, width=420, height=300)
    parts = [frame.rule(y=up.last)]
    for competitor in results.competitors:
        style, points = styles[competitor.number], median_times(results, facet, sweep.parameter, competitor)
        places = [(frame.at_x(x), frame.at_y(min(max(time, floor), failed))) for x, time in points]
        marks = "".join(
            mark(*place, style, 4, f"{competitor.label}, {sweep.parameter} {x:g}: {_told(time, floor)}")
            for place, (x, time) in zip(places, points, strict=True)
        )
        parts.append(f'<g class="series">{polyline(places, style)}{marks}</g>')
    name = facet.name or sweep.family
    title = f"Median time over {sweep.parameter}, {name}"
    return figure(name, frame.draw(parts, title), f"{counted(len(facet.entries), 'instance')}.")


def _told(time: float, floor: float) -> str:
    return shown_time(time, floor) if math.isfinite(time) else "not solved"
