"""The report's table of all instances and all competitors, with marks and median times.

Of a campaign with very many instances only the most telling are shown: those with wrong answers, then those that some
competitor did not solve, then the slowest ones. The CSV file has all of them.
"""

from __future__ import annotations

import math
from typing import Final

from gourds.bench.report.sections.charts import Anchors
from gourds.bench.report.sections.tables import breakable
from gourds.bench.report.statistics import best_time
from gourds.bench.report.words import SIGNS, seconds, shown_time, time_range
from gourds.bench.store.results import Entry, Pairing, Results
from gourds.render.report_parts import columns, number_columns, table
from gourds.render.text import shortened, xml
from gourds.words import counted

MAX_FIELDS: Final = 3_000
"""The largest number of fields in the table; each takes some 100 bytes."""
_SHADES: Final = (0.002, 0.02, 0.1, 0.4)
"""Borders between the shades of times, as shares of the wall limit."""
_KNOWN: Final = 90
"""Characters of a reason that are shown."""


def matrix_section(results: Results, anchors: Anchors) -> str:
    """The section with the table."""
    most = max(50, MAX_FIELDS // max(len(results.competitors), 1))
    entries = choose_entries(results, most)
    note = ""
    if len(entries) < len(results.entries):
        note = (
            f'<p class="soft">{len(entries):,} of {counted(len(results.entries), "instance")}: those with wrong'
            " answers, then those that not all solved, then the slowest. The CSV file has all.</p>"
        )
    head = columns("Instance") + number_columns(["Cells"]) + columns("Verdict", "Known from")
    head += number_columns(breakable(one.label) for one in results.competitors)
    rows = []
    family = None
    for entry in entries:
        if entry.family != family and len(results.families) > 1:
            rows.append(f'<tr class="group"><th colspan="{4 + len(results.competitors)}">{xml(entry.family)}</th></tr>')
        family = entry.family
        rows.append(_row(results, entry, anchors, is_grouped=len(results.families) > 1))
    title = '<h2 id="instances">Every instance, every solver</h2>'
    return "\n".join([title, _legend(results), note, table(head, rows, "matrix wrapped")])


def choose_entries(results: Results, most: int) -> list[Entry]:
    """The most telling instances, up to a number; in the order of the campaign, by family."""
    entries = list(results.entries)
    if len(entries) > most:
        entries = sorted(entries, key=lambda entry: _interest(results, entry))[:most]
    order = {family: k for k, family in enumerate(results.families)}
    return sorted(entries, key=lambda entry: (order[entry.family], entry.number))


def _interest(results: Results, entry: Entry) -> tuple[bool, int, float]:
    """A sort key: small for instances that people want to see."""
    pairings = results.of_instance(entry)
    failed = sum(pairing.outcome in ("unknown", "error") for pairing in pairings)
    time = best_time(results, entry)
    return entry.number not in results.troubled, -failed, -time if math.isfinite(time) else -1e9


def _legend(results: Results) -> str:
    signs = {"✓": "solved", "?": "solved, unconfirmed", "≈": "with an error probability", "✗": "wrong"}
    signs |= {"t": "out of time", "m": "out of memory", "·": "declined", "!": "error"}
    signs |= {"…": "still to come"} if not results.is_complete else {}
    marks = "".join(f"<span><b>{sign}</b> {words}</span>" for sign, words in signs.items())
    limit = results.campaign.limits.wall or 10.0
    shades = [f"&lt; {seconds(share * limit)}" for share in _SHADES] + ["more"]
    shown = "".join(f'<i class="t{k}"></i>{text}&ensp;' for k, text in enumerate(shades, 1))
    spread = "<span>Below the median: shortest and longest time</span>" if results.repeats > 1 else ""
    noise = f'<span class="floor">{xml(shown_time(0, results.floor.seconds))}: too short to tell</span>'
    return f'<p class="legend">{marks}{spread}<span>{shown}</span>{noise}</p>'


def _row(results: Results, entry: Entry, anchors: Anchors, *, is_grouped: bool) -> str:
    name = xml(entry.name.removeprefix(f"{entry.family} ") if is_grouped else entry.name)
    anchor = anchors.get(entry.number)
    shown = f'<a href="#{anchor}">{name}</a>' if anchor else name
    looks = {"feasible": "yes", "infeasible": "no", None: "unknown"}
    known = entry.truth_why or ""
    if entry.truth is not None and entry.expected == entry.truth and entry.why and entry.why != known:
        known = f"{known}; {entry.why}"
    told = f' title="{xml(known)}"' if len(known) > _KNOWN else ""
    fields = "".join(
        _field(results.pairings.get((entry.number, one.number)), results.campaign.limits.wall, results.floor.seconds)
        for one in results.competitors
    )
    return (
        f'<tr><th scope="row" data-instance="{entry.number}">{shown}</th><td>{entry.cells:,}</td>'
        f'<td class="verdict {looks[entry.truth]}">{entry.truth or "unknown"}</td>'
        f'<td class="known"{told}>{xml(shortened(known, _KNOWN))}</td>{fields}</tr>'
    )


def sign_of(pairing: Pairing) -> str:
    """One character for the outcome of a pairing."""
    outcome = pairing.outcome
    if outcome == "solved":
        if any(run.error_bound for run in pairing.runs):
            return "≈"
        return "✓" if any(run.judgement == "correct" for run in pairing.runs) else "?"
    return {"wrong": "✗", "error": "!", "pending": "…"}.get(outcome) or SIGNS.get(pairing.cause, "?")


def _field(pairing: Pairing | None, limit: float | None, floor: float) -> str:
    if pairing is None:
        return '<td class="none" title="left out"></td>'
    sign = sign_of(pairing)
    if pairing.outcome == "pending":
        return f'<td class="pending">{sign}</td>'
    if pairing.outcome != "solved":
        look = {"wrong": "wrong", "error": "wrong"}.get(pairing.outcome, "none" if sign == "·" else "limit")
        some = f"<small>{len(pairing.times)} of {len(pairing.runs)} solved</small>" if pairing.times else ""
        title = f"{pairing.verdict}, which is wrong" if pairing.outcome == "wrong" else pairing.cause
        return f'<td class="{look}" title="{xml(title)}">{sign}{some}</td>'
    spread = ""
    if pairing.time < floor:
        return f'<td class="floor"><span class="sign">{sign}</span>{xml(shown_time(pairing.time, floor))}</td>'
    if len(pairing.runs) > 1:
        spread = f"<small>{time_range(pairing.times[0], pairing.times[-1])}</small>"
        if len(pairing.times) < len(pairing.runs):
            spread = f"<small>{len(pairing.times)} of {len(pairing.runs)} solved</small>"
    shade = 1 + sum(pairing.time >= share * (limit or 10.0) for share in _SHADES)
    return f'<td class="t{shade}"><span class="sign">{sign}</span>{seconds(pairing.time)}{spread}</td>'
