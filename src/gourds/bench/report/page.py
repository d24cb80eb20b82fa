"""A campaign's report as one HTML page that loads nothing from anywhere.

Wrong answers and contradictions come first, in large letters; then who won, what was run, tables and plots, every
run, every instance, some pictures, and at the end the campaign's own text. One script, whose hash the page's policy
names, makes runs sortable and searchable; without it the page is complete but for that section. With 100,000 runs the
page stays below five megabytes. Larger campaigns show a selection in tables and plots, and hold 200,000 runs for the
script; the page says so, and stays below ten megabytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from gourds.bench.report.explorer.section import explorer_script, explorer_section, head
from gourds.bench.report.sections.charts import (
    MAX_SCATTERS,
    VERDICTS,
    Anchors,
    choose_pairs,
    draw_cactus,
    draw_scatter,
    legend,
)
from gourds.bench.report.sections.gallery import choose_drawn, gallery_section
from gourds.bench.report.sections.growth import growth_section
from gourds.bench.report.sections.matrix import matrix_section
from gourds.bench.report.sections.parameters import parameter_section
from gourds.bench.report.sections.setup import configuration_section, setup_list, warnings
from gourds.bench.report.sections.tables import family_table, solver_table, spread_table, status_table, tier_table
from gourds.bench.report.standing import Standing, stand
from gourds.bench.report.statistics import Score, score_all, score_best
from gourds.bench.report.style import STYLE
from gourds.bench.report.words import excluded, moment, seconds, shout, span_of, tell_troubles, who_won, why_won
from gourds.bench.store.results import Results
from gourds.bench.store.store import Store
from gourds.render.report_parts import banner, document, fact_list, notes
from gourds.render.text import xml
from gourds.words import counted

_TROUBLES: Final = 12
"""How many troubles are shown without unfolding the rest."""
_MOST_TROUBLES: Final = 500
"""How many troubles are listed at most."""
_TOPICS: Final = {
    "solvers": "Solvers",
    "statuses": "How runs ended",
    "cactus": "Solved over time",
    "scatter": "One against another",
    "growth": "Growth",
    "parameters": "Where hardness lies",
    "families": "Families",
    "certificates": "Evidence",
    "repetitions": "Repetitions",
    "runs": "Every run",
    "instances": "Instances",
    "pictures": "Pictures",
    "configurations": "Configurations",
}


def to_page(results: Results, store: Store | None) -> str:
    """The HTML page; without a store it has no pictures."""
    scores, best, standing = score_all(results), score_best(results), stand(results)
    drawn = choose_drawn(results) if store is not None else []
    anchors = {entry.number: f"i{entry.number}" for entry in drawn}
    sections = [""]
    if results.runs:
        sections = [
            solver_table(results, scores, best, standing.winner),
            status_table(results),
            _cactus(results, scores),
            _scatters(results, scores, anchors),
            growth_section(results, anchors),
            parameter_section(results),
            family_table(results),
            tier_table(results),
            spread_table(results),
            explorer_section(results),
        ]
    sections += [matrix_section(results, anchors), gallery_section(results, store, drawn, anchors)]
    sections.append(configuration_section(results))
    name = results.campaign.name
    parts = [
        f'<h1>Campaign {xml(name)}</h1><p class="soft lead">{xml(results.campaign.description)}</p>',
        trouble_section(results, anchors),
        _banner(results, scores, standing),
        _facts(results, best),
        notes(warnings(results)),
        setup_list(results),
        _contents(sections),
        *sections,
    ]
    return document(f"gourds campaign: {name}", parts, head=head(), style=STYLE, end=explorer_script(results, store))


def trouble_section(results: Results, anchors: Anchors) -> str:
    """All wrong answers and contradictions; empty if there are none."""
    if not results.troubles:
        return ""
    instances = {run.plan_id: run.instance for run in results.runs if run.judgement == "wrong"}
    told = tell_troubles(results)
    lines = []
    for text, trouble in told[:_MOST_TROUBLES]:
        anchor = anchors.get(instances.get(trouble.plan_id or 0, 0))
        link = f' <a href="#{anchor}">picture</a>' if anchor else ""
        lines.append(f"<li>{xml(text)}{link}</li>")
    lines += [f"<li>and {len(told) - _MOST_TROUBLES:,} more</li>"] if len(told) > _MOST_TROUBLES else []
    shown = f"<ul>{''.join(lines[:_TROUBLES])}</ul>"
    if len(told) > _TROUBLES:
        rest = "".join(lines[_TROUBLES:])
        shown += f"<details><summary>{len(told) - _TROUBLES:,} more</summary><ul>{rest}</ul></details>"
    return f'<section class="trouble" role="alert"><h2>✗ {shout(results)}</h2>{shown}</section>'


def _banner(results: Results, scores: Sequence[Score], standing: Standing) -> str:
    more = excluded(scores)
    if not results.troubles and results.runs:
        verdicts = sum(run.is_solved for run in results.runs)
        more = f"No wrong answer among {counted(verdicts, 'verdict')}."
    more = f"{more} {why_won(results, standing)}".strip()
    look = "bad" if results.troubles else "good" if results.is_complete else "warn"
    sign = {"bad": "!", "good": "★", "warn": "…"}[look]
    return banner(look, sign, who_won(results, scores, standing), more)


def _facts(results: Results, best: Score) -> str:
    runs = results.runs
    feasible = sum(entry.truth == "feasible" for entry in results.entries)
    infeasible = sum(entry.truth == "infeasible" for entry in results.entries)
    open_ones = len(results.entries) - feasible - infeasible
    cells = [entry.cells for entry in results.entries]
    known = sum(entry.expected is not None for entry in results.entries)
    limits = results.campaign.limits
    memory = f", {limits.memory:,.0f} MB" if limits.memory is not None else ""
    processor = f", {seconds(limits.cpu)} processor" if limits.cpu is not None else ""
    wall = "none" if limits.wall is None else f"{limits.wall:g} s"
    done = "all have ended" if results.is_complete else f"of {results.planned:,} planned"
    span = f"{moment(min(run.started for run in runs))[:10]}" if runs else "not begun"
    facts = [
        ("Instances", f"{len(results.entries):,}", f"{span_of(cells)} cells, {known:,} with known verdict"),
        ("Verdicts", f"{feasible:,} + {infeasible:,}", f"feasible + infeasible, {open_ones:,} open"),
        ("Solvers", f"{len(results.competitors):,}", f"together they solve {best.solved:,}"),
        ("Runs", f"{len(runs):,}", f"{done}, {counted(results.repeats, 'run')} per pair"),
        ("Limit", wall, f"wall time a run{processor}{memory}"),
        ("Date", span, f"{seconds(sum(run.time for run in runs))} in solvers"),
    ]
    return fact_list(facts)


def _contents(sections: Sequence[str]) -> str:
    text = "\n".join(sections)
    links = (f'<a href="#{key}">{name}</a>' for key, name in _TOPICS.items() if f'<h2 id="{key}">' in text)
    return f'<nav class="toc" aria-label="Sections">{"".join(links)}</nav>'


def _cactus(results: Results, scores: Sequence[Score]) -> str:
    drawing = draw_cactus(results, scores)
    if not drawing:
        return ""
    return (
        '<h2 id="cactus">Solved over time</h2><p class="soft lead">How many instances each solver decided within the'
        " time on the axis, each instance on its own. Higher and further left is better. Point at a line or a name to"
        f' see it better. In the gray band times are too short to tell.</p><div class="wide">{drawing}</div>'
    )


def _scatters(results: Results, scores: Sequence[Score], anchors: Anchors) -> str:
    pairs = choose_pairs(scores)
    drawn = [text for one, other in pairs[:MAX_SCATTERS] if (text := draw_scatter(results, one, other, anchors))]
    if not drawn:
        return ""
    left = len(pairs) - MAX_SCATTERS
    more = f'<p class="soft">{counted(left, "more pair")} left out.</p>' if left > 0 else ""
    shown = {entry.truth or "unknown" for entry in results.entries}
    keys = [(verdict, one) for verdict, one in VERDICTS.items() if verdict in shown]
    return (
        '<h2 id="scatter">One against another</h2><p class="soft lead">The best against the second, then configurations'
        " of the same solver and other solvers, each against the best. Every mark is an instance; below the diagonal"
        " the solver on the vertical axis is faster, the dotted lines are ten times as long. Beyond the dashed"
        " lines lies what was not solved; in the gray bands times are too short to tell. <i>Clearly</i> is by more than"
        f" 10 % and more than noise.</p>{legend(keys, has_line=False)}"
        f'<div class="plots">{"".join(drawn)}</div>{more}'
    )
