"""The report's section on growth: time over cells on logarithmic axes, a plot for every competitor, and exponents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from gourds.bench.report.growth import MIN_POINTS, MIN_RANGE, MIN_SIZES, TOGETHER, Growth, all_growths
from gourds.bench.report.plots import Axis, Frame, Look, look, mark, marks, polyline, size_axis, time_axis
from gourds.bench.report.sections.charts import Anchors, figure, legend
from gourds.bench.report.words import seconds
from gourds.bench.store.results import Competitor, Results
from gourds.render.report_parts import columns, number_columns, table, table_row
from gourds.render.text import xml
from gourds.words import counted

MAX_PANELS: Final = 24
_TOLD: Final = 150
"""In plots with more marks than this, marks have no names."""


def growth_section(results: Results, anchors: Anchors) -> str:
    """The section; empty if there is nothing that a line could be fitted to."""
    growths = all_growths(results)
    fitted = {one.competitor for family in growths.values() for one in family if one.law is not None}
    if not fitted:
        return ""
    families = [family for family in growths if family != TOGETHER] or list(growths)
    styles = {family: look(k) for k, family in enumerate(families)}
    solved = [point for family in families for one in growths[family] if one.law is not None for point in one.points]
    solved = solved or [point for one in growths[TOGETHER] for point in one.points]
    limit = results.campaign.limits.wall
    across = size_axis([cells for cells, _ in solved], "cells of the board (log scale)")
    up = time_axis([time for _, time in solved], limit, "time (log scale)")
    drawn = {
        competitor: [growths[family][k] for family in families if growths[family][k].law is not None]
        for k, competitor in enumerate(results.competitors)
    }
    panels = [
        _panel(results, competitor, some, styles, (across, up), anchors) for competitor, some in drawn.items() if some
    ]
    left = len(panels) - MAX_PANELS
    panels = panels[:MAX_PANELS]
    return "\n".join(
        [
            '<h2 id="growth">Growth over the size of the board</h2>',
            '<p class="soft lead">Each mark is a solved instance, each line a power law fitted to its family by least'
            " squares over the logarithms. What was not solved is missing from the fit, so where much is missing the"
            " true exponent is larger. Times below the noise floor are left out, and what has no fit is not drawn.</p>",
            _table(results, growths),
            legend([(family, styles[family]) for family in families], has_line=True) if panels else "",
            f'<div class="plots">{"".join(panels)}</div>' if panels else "",
            f'<p class="soft">{counted(left, "more plot")} left out.</p>' if left > 0 else "",
        ]
    )


def _panel(
    results: Results,
    competitor: Competitor,
    growths: Sequence[Growth],
    styles: Mapping[str, Look],
    axes: tuple[Axis, Axis],
    anchors: Anchors,
) -> str:
    frame = Frame(*axes, width=420, height=300)
    limit = results.campaign.limits.wall
    parts = [frame.rule(y=limit, text="limit")] if limit is not None else []
    for growth in growths:
        style = styles[growth.family]
        places = [(frame.at_x(cells), frame.at_y(time)) for cells, time in growth.points]
        if len(places) > _TOLD:
            parts.append(marks(places, style, 2.2))
            continue
        for place, (_, time), entry in zip(places, growth.points, growth.entries, strict=True):
            title = f"{entry.name}: {seconds(time)}"
            parts.append(mark(*place, style, 3.4, title, anchors.get(entry.number, "")))
    parts += [_line(frame, growth, styles[growth.family]) for growth in growths]
    fits = [f"{xml(one.family)} {_exponent(one)}" for one in growths]
    missing = sum(growth.missing for growth in growths)
    caption = f"Exponents: {', '.join(fits)}."
    caption += f" Not solved: {missing:,}." if missing else ""
    points = sum(len(growth.points) for growth in growths)
    return figure(competitor.label, frame.draw(parts, f"Time over cells: {competitor.label}, {points} points"), caption)


def _line(frame: Frame, growth: Growth, style: Look) -> str:
    """The fit between the smallest and the largest solved board, as far as it is inside of the plot."""
    law = growth.law
    assert law is not None
    low, high = min(cells for cells, _ in growth.points), max(cells for cells, _ in growth.points)
    xs = [low * (high / low) ** (k / 40) for k in range(41)]
    inside = [(x, law.at(x)) for x in xs if frame.y.low <= law.at(x) <= frame.y.high]
    return polyline([(frame.at_x(x), frame.at_y(y)) for x, y in inside], style)


def _exponent(growth: Growth) -> str:
    law = growth.law
    assert law is not None
    return f"{law.exponent:.2f} ± {law.error:.2f}".replace("-", "−")


def _table(results: Results, growths: Mapping[str, Sequence[Growth]]) -> str:
    head = columns("Exponent of time over cells") + number_columns(map(xml, growths))
    rows = [
        table_row(xml(competitor.label), "".join(_table_cell(growths[family][k]) for family in growths))
        for k, competitor in enumerate(results.competitors)
    ]
    return (
        f'{table(head, rows, "exponents")}<p class="soft">± is the standard error; n the number of solved instances, R²'
        f" how much of the scatter the line explains. A fit needs {MIN_POINTS} points of {MIN_SIZES} sizes,"
        f" the largest {MIN_RANGE:g} times the smallest.</p>"
    )


def _table_cell(growth: Growth) -> str:
    missing = f", {growth.missing} not solved" if growth.missing else ""
    if growth.law is None:
        return f'<td class="n none">–<small>{growth.why_not}{missing}</small></td>'
    facts = f"n = {growth.law.points}, R² = {growth.law.determination:.2f}{missing}"
    return f'<td class="n"><b>{_exponent(growth)}</b><small>{facts}</small></td>'
