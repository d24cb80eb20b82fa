"""The comparison of two campaigns as one HTML page that loads nothing from anywhere, and in one sentence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from gourds.bench.report.comparison import Comparison, Match, Ratio, Row
from gourds.bench.report.sections.charts import VERDICTS, figure, legend, plot_against
from gourds.bench.report.sections.tables import breakable
from gourds.bench.report.style import STYLE
from gourds.bench.report.words import moment, ratio, seconds, shown_time
from gourds.bench.store.results import Results
from gourds.render.report_parts import (
    banner,
    columns,
    document,
    named_list,
    notes,
    number_cells,
    number_columns,
    table,
    table_row,
)
from gourds.render.text import xml
from gourds.words import counted

_LISTED: Final = 100
"""How many instances are listed for each kind of change."""
_PLOTS: Final = 24


def sentence(comparison: Comparison) -> str:
    """What changed, in one sentence."""
    total = comparison.total
    if not total.matches:
        return "Nothing to compare: no solver ran on the same instance in both."
    parts = [f"{len(total.select('gained')):,} newly solved", f"{len(total.select('lost')):,} lost"]
    if total.ratio is not None:
        parts.append(f"{speed(total)} on {counted(total.ratio.count, 'pair')} solved in both")
    return f"{', '.join(parts)}."


def speed(row: Row) -> str:
    """'1.20× as fast', 'no difference in speed'."""
    if row.test.is_difference and row.ratio is not None:
        return f"{ratio(row.ratio.mean)} as fast"
    return "no difference in speed that a paired test confirms"


def told_difference(row: Row) -> str:
    """'faster', 'slower', or why no difference is called."""
    if row.ratio is None:
        return "–"
    return ("faster" if row.test.effect > 0 else "slower") if row.test.is_difference else f"none: {row.test.why_not}"


def noise_note(row: Row) -> str:
    """What a difference must exceed."""
    if row.ratio is None:
        return ""
    if not row.test.is_repeated:
        return (
            "Not everything was repeated, so the noise is unknown: only differences of 15 % with p below 1 % are called"
            " one. Repetitions in both campaigns show smaller ones."
        )
    percent = f"{100 * math.expm1(row.test.least):.1f} %"
    return f"By their repetitions, all times of a campaign together vary by up to {percent}; less is no difference."


def told_ratio(found: Ratio | None) -> str:
    """'1.20× (1.10–1.31)', '–' if there is none."""
    if found is None:
        return "–"
    interval = f" ({found.low:.2f}–{found.high:.2f})" if math.isfinite(found.low) else ""
    return f"{ratio(found.mean)}{interval}"


def to_comparison_page(comparison: Comparison) -> str:
    """The HTML page."""
    old, new = comparison.old, comparison.new
    title = f"{old.campaign.name} compared with {new.campaign.name}"
    if old.campaign.name == new.campaign.name:
        title = f"{new.campaign.name}: old and new"
    parts = [
        f"<h1>{xml(title)}</h1>",
        _shout(comparison),
        _banner(comparison),
        notes(comparison.notes),
        f'<dl class="setup">{named_list([("OLD", _side(old)), ("NEW", _side(new))])}</dl>',
        *(_sections(comparison) if comparison.matches else []),
    ]
    return document(f"gourds campaigns: {title}", parts, style=STYLE)


def _shout(comparison: Comparison) -> str:
    found = comparison.contradictions
    if not found:
        return ""
    lines = "".join(f"<li>{xml(text)}</li>" for text in found[:_LISTED])
    more = f"<li>and {len(found) - _LISTED:,} more</li>" if len(found) > _LISTED else ""
    head = f"{len(found):,} CONTRADICTION{'S' * (len(found) > 1)}"
    return f'<section class="trouble" role="alert"><h2>✗ {head}</h2><ul>{lines}{more}</ul></section>'


def _banner(comparison: Comparison) -> str:
    total = comparison.total
    look = "bad" if comparison.contradictions else "warn" if total.select("lost") or not total.matches else "good"
    sign = {"bad": "✗", "warn": "!", "good": "✓"}[look]
    verdicts = "" if comparison.contradictions else "No verdict contradicts another."
    return banner(look, sign, sentence(comparison), verdicts)


def _side(results: Results) -> str:
    limit = results.campaign.limits.wall
    words = [str(results.path), counted(len(results.runs), "run")]
    words += [f"limit {limit:g} s"] if limit is not None else []
    words += [f"from {moment(min(run.started for run in results.runs))}"] if results.runs else []
    used = {run.machine for run in results.runs}
    for one in results.machines:
        if one.number in used:
            versions = ", ".join(f"{package} {version}" for package, version in one.versions.items())
            words.append(f"{one.host}: {one.processor}, {counted(one.cores, 'core')}; {versions}")
    return xml(", ".join(words))


def _sections(comparison: Comparison) -> list[str]:
    rows = comparison.rows
    plots = [_scatter(comparison, row) for row in rows[:_PLOTS]]
    keys = legend(list(VERDICTS.items()), has_line=False)
    return [
        '<h2 id="solvers">Solvers</h2><p class="soft lead">The ratio is old time over new time, a geometric mean over'
        " what both solved: more than 1 is faster now. In parentheses an interval for it, if there is enough to tell."
        " <i>Difference</i> says whether a paired test calls it one, in view of what repetitions vary by; other ratios"
        " are gray. <i>Clearly</i> means by more than 10 % and more than noise."
        f" {xml(noise_note(comparison.total))}</p>",
        _row_table([*rows, comparison.total] if len(rows) > 1 else rows),
        _family_table(comparison),
        f'<h2 id="scatter">Old against new</h2><p class="soft lead">Below the diagonal it is faster now.</p>{keys}'
        f'<div class="plots">{"".join(plots)}</div>',
        _list("Newly solved", comparison.total.select("gained")),
        _list("Lost", comparison.total.select("lost")),
        _list("Slower, most first", _slowest(comparison.total)),
    ]


def _row_table(rows: Sequence[Row]) -> str:
    heads = ["In both stores", "Solved in both", "Newly solved", "Lost", "Verdict changed", "Old over new"]
    heads += ["Difference", "Clearly faster", "Clearly slower", "PAR2 old", "PAR2 new"]
    lines = []
    for row in rows:
        old, new = row.par2
        lost, verdict = len(row.select("lost")), len(row.select("verdict"))
        before, after = ("<b>", "</b>") if row.test.is_difference else ('<span class="soft">', "</span>")
        figures = [
            f"{len(row.matches):,}",
            f"{len(row.select('both')):,}",
            f"{len(row.select('gained')):,}",
            f'<span class="no">{lost:,}</span>' if lost else "0",
            f'<span class="error">✗ {verdict:,}</span>' if verdict else "0",
            f"{before}{told_ratio(row.ratio)}{after}",
            f"{before}{xml(told_difference(row))}{after}",
            f"{row.faster:,}",
            f"{row.slower:,}",
            seconds(old),
            seconds(new),
        ]
        look = "best" if row is not rows[0] and row is rows[-1] and row.name == "all" else ""
        lines.append(table_row(xml(row.name), number_cells(figures), look))
    return table(columns("Solver") + number_columns(heads), lines, "wrapped")


def _family_table(comparison: Comparison) -> str:
    families = comparison.by_family(comparison.total)
    if len(families) < 2:
        return ""
    head = columns("Family") + number_columns(breakable(row.name) for row in comparison.rows)
    parts = [comparison.by_family(row) for row in comparison.rows]
    lines = [table_row(xml(family), "".join(_family_cell(part[family]) for part in parts)) for family in families]
    return (
        '<h2 id="families">Families</h2><p class="soft lead">Old time over new time; what was gained and lost. Gray: a'
        f" paired test calls it no difference.</p>{table(head, lines, 'wrapped')}"
    )


def _family_cell(row: Row) -> str:
    gained, lost = len(row.select("gained")), len(row.select("lost"))
    changed = " ".join(([f"+{gained}"] if gained else []) + ([f"−{lost}"] if lost else []))
    count = f"n = {row.ratio.count}" if row.ratio is not None else ""
    more = ", ".join(filter(None, (count, changed)))
    look = "n" if row.test.is_difference else "n soft"
    return f'<td class="{look}">{told_ratio(row.ratio)}<small>{more}</small></td>'


def _scatter(comparison: Comparison, row: Row) -> str:
    points = [(match.entry, match.old.time, match.new.time) for match in row.matches]
    limits = [limit for limit in comparison.limits if limit is not None]
    drawing = plot_against(points, ("old time", "new time"), max(limits, default=None), {}, row.matches[0].floor)
    return figure(row.name, drawing, f"{counted(len(points), 'instance')}; old over new {told_ratio(row.ratio)}")


def _slowest(row: Row) -> list[Match]:
    """What both solved and is much slower now."""
    slower = [match for match in row.select("both") if match.log_ratio < math.log(0.8) and match.new.time > 0.02]
    return sorted(slower, key=lambda match: match.log_ratio)


def _list(title: str, matches: Sequence[Match]) -> str:
    if not matches:
        return ""
    rows = []
    for match in matches[:_LISTED]:
        times = (xml(shown_time(pairing.time, match.floor)) for pairing in (match.old, match.new))
        rows.append(table_row(xml(match.label), f"<td>{xml(match.entry.name)}</td>{number_cells(times)}"))
    more = len(matches) - _LISTED
    rest = f'<p class="soft">and {more:,} more</p>' if more > 0 else ""
    head = columns("Solver", "Instance") + number_columns(("Old", "New"))
    return f"<h2>{title}: {len(matches):,}</h2>{table(head, rows)}{rest}"
