"""The report as one HTML page that loads nothing from anywhere and runs no script.

First all claims in one table, which is the table of contents too, then a section for each: the statement, what is
checked, how far, what came out, a table and pictures. Outcomes have a sign and a word besides their color.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from gourds.paper.claim import Outcome, Picture, Rows
from gourds.paper.report import Checked, Report
from gourds.render.report_parts import banner, document, fact_list
from gourds.render.report_style import STYLE
from gourds.render.text import xml
from gourds.running.checking import own_version
from gourds.running.pool import processor_name
from gourds.words import counted

SIGNS: Final = {Outcome.HOLDS: "✓", Outcome.IMPRECISE: "≈", Outcome.FAILS: "✗", Outcome.UNDECIDED: "?"}
"""The sign of each outcome."""
MEANING: Final = {
    Outcome.HOLDS: "true as far as it was checked",
    Outcome.IMPRECISE: "right in essence, but not word for word; a counterexample is shown",
    Outcome.FAILS: "a counterexample was found",
    Outcome.UNDECIDED: "not finished within its time",
}
PARTS: Final = {
    "Introduction": "Introduction",
    "Section 2": "Section 2: Preliminaries",
    "Section 3": "Section 3: Colored Gourd Placement",
    "Section 4": "Section 4: Reconfiguration",
    "Section 4.1": "Section 4.1: An O(n³)-move algorithm",
    "Section 4.2": "Section 4.2: An O(n²)-move algorithm",
    "Section 5": "Section 5: Conclusion",
    "Appendix A": "Appendix A: Basic observations",
    "Appendix B": "Appendix B: Irregular boards",
    "Appendix C": "Appendix C: Boards with holes",
}
"""The parts of the paper, by how the places of claims begin."""

_LOOKS: Final = {
    Outcome.HOLDS: "good",
    Outcome.IMPRECISE: "warn",
    Outcome.FAILS: "bad",
    Outcome.UNDECIDED: "open",
}
LONG: Final = 14
"""Longer tables are folded."""
_NUMBER: Final = re.compile(r"[-−+~≈≤≥<>]? ?[\d.,]+( ?(%|s|ms|MB|moves?|of [\d,]+))?$")

_STYLE: Final = """
main { max-width: 1080px; }
.badge { display: inline-block; padding: 1px 9px; border-radius: 999px; border: 1px solid; font-size: 13px;
  font-weight: 600; white-space: nowrap; }
.badge.good { color: var(--good); background: var(--good-sheet); }
.badge.warn { color: var(--warn); background: var(--warn-sheet); border-style: dashed; }
.badge.bad { color: var(--paper); background: var(--bad); border-color: var(--bad); }
.badge.open { color: var(--soft); background: var(--sheet); border-style: dotted; }
.contents td { vertical-align: top; }
.contents th[scope=row] { font-weight: 500; vertical-align: top; }
.contents .part th { background: var(--sheet); color: var(--ink); padding-top: 10px; }
.contents .far { color: var(--soft); min-width: 24ch; }
.claim { border: 1px solid var(--line); border-radius: 12px; padding: 16px 20px 18px; margin: 16px 0 0; min-width: 0; }
.claim:target { border-color: var(--accent); box-shadow: 0 0 0 2px var(--accent); }
.claim.bad { border: 2px solid var(--bad); }
.claim header { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; }
.claim h3 { font-size: 17px; }
.claim .up { margin-left: auto; font-size: 13px; }
.statement { font-size: 16.5px; line-height: 1.45; margin: 10px 0 12px; padding-left: 14px; max-width: 72ch;
  border-left: 3px solid var(--line); }
.claim dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 3px 16px; margin: 0 0 4px; }
.claim dt { color: var(--soft); } .claim dd { margin: 0; max-width: 78ch; overflow-wrap: anywhere; }
.claim .scroll { margin-top: 12px; width: fit-content; max-width: 100%; }
.claim table { width: auto; }
.claim table th, .claim table td { padding-right: 16px; }
.pictures { display: flex; flex-wrap: wrap; gap: 16px 24px; align-items: flex-end; margin-top: 14px; }
figure { margin: 0; max-width: 100%; min-width: 0; }
figure > div { overflow-x: auto; }
figure svg { display: block; max-width: 100%; height: auto; max-height: 460px; border-radius: 8px; }
figure .paper { fill: var(--paper); } figure .ink { fill: var(--ink); } figure .soft { fill: var(--soft); }
figcaption { font-size: 13.5px; color: var(--soft); margin-top: 6px; }
.claim details { margin-top: 12px; } .claim details .scroll { margin-top: 6px; }
@media (max-width: 640px) {
  .claim { padding: 12px 14px 14px; }
  .claim dl { grid-template-columns: minmax(0, 1fr); gap: 0; } .claim dd { margin-bottom: 6px; }
  .contents .far, .contents .where { display: none; }
  figure svg { max-width: 620px; max-height: none; }
}
@media print { .claim { break-inside: avoid-page; } .claim .up { display: none; } }
"""


def to_page(report: Report) -> str:
    """The HTML page of a report."""
    parts = [
        "<h1>The paper, claim by claim</h1>",
        '<p class="soft">J. Hamersma, M. van Kreveld, Y. Uno, T. C. van der Zanden: <i>Gourds: a sliding-block puzzle'
        f" with turning</i>{xml(_when(report))}</p>",
        _banner(report),
        _facts(report),
        '<h2 id="contents">Claims</h2>',
        _legend(),
        _contents(report.checked),
        *(_part(name, list(found)) for name, found in groupby(report.checked, _part_of)),
        _footer(report),
    ]
    return document(f"The paper, claim by claim: {report.headline()}", parts, style=STYLE + _STYLE)


def badge(outcome: Outcome) -> str:
    """The outcome as a sign and a word."""
    return f'<span class="badge {_LOOKS[outcome]}">{SIGNS[outcome]} {outcome.value}</span>'


def _part_of(one: Checked) -> str:
    """The part of the paper in which a claim stands: 'Section 2', of 'Section 2, Observation 1'."""
    return re.split(r",| and ", one.claim.place)[0].strip()


def _when(report: Report) -> str:
    return f" · checked {report.started.replace('T', ' ')[:16]}" if report.started else ""


def _banner(report: Report) -> str:
    counts = report.counts
    is_open = counts[Outcome.UNDECIDED] or report.is_interrupted
    look, sign = ("bad", "✗") if not report else ("warn", "?") if is_open else ("good", "✓")
    more = "No claim was contradicted."
    if not report:
        failed = [one.claim.name for one in report.checked if one.finding.outcome is Outcome.FAILS]
        more = f"Contradicted: {', '.join(failed)}."
    elif counts[Outcome.IMPRECISE]:
        named = [one.claim.name for one in report.checked if one.finding.outcome is Outcome.IMPRECISE]
        more = f"No claim is wrong in essence. Not word for word: {', '.join(named)}."
    return banner(look, sign, report.headline(), more)


def _facts(report: Report) -> str:
    counts = report.counts
    facts = [(outcome.value.capitalize(), f"{counts[outcome]:,}", MEANING[outcome]) for outcome in Outcome]
    facts = [fact for fact in facts if fact[1] != "0"]
    kind = "thorough" if report.thorough else "quick"
    facts.append(("Time", _seconds(report.time_s), f"{kind}, {counted(report.jobs, 'claim')} at once"))
    return fact_list(facts)


def _legend() -> str:
    listed = "".join(f"<span>{badge(outcome)} {MEANING[outcome]}</span>" for outcome in Outcome)
    return f'<p class="legend">{listed}</p>'


def _contents(checked: Sequence[Checked]) -> str:
    rows = []
    for part, found in groupby(checked, _part_of):
        rows.append(f'<tr class="part"><th colspan="5" scope="colgroup">{xml(PARTS.get(part, part))}</th></tr>')
        rows += [
            f'<tr><th scope="row"><a href="#{xml(one.claim.name)}">{xml(one.claim.name)}</a></th>'
            f'<td class="where">{xml(_within(one))}</td><td>{badge(one.finding.outcome)}</td>'
            f'<td class="far">{xml(one.finding.reach)}</td><td class="n">{_seconds(one.time_s)}</td></tr>'
            for one in found
        ]
    head = '<th scope="col">Claim</th><th scope="col" class="where">Place</th><th scope="col">Outcome</th>'
    head += '<th scope="col" class="far">How far</th><th scope="col" class="n">Time</th>'
    body = "\n".join(rows)
    return (
        f'<div class="scroll"><table class="contents"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def _within(one: Checked) -> str:
    """The place without the part that stands above it."""
    rest = one.claim.place.removeprefix(_part_of(one)).lstrip(", ")
    return rest[:1].upper() + rest[1:]


def _part(name: str, found: Sequence[Checked]) -> str:
    return "\n".join([f"<h2>{xml(PARTS.get(name, name))}</h2>", *map(_section, found)])


def _section(one: Checked) -> str:
    claim, finding = one.claim, one.finding
    rows = [("Where", claim.place), ("Checked", claim.method), ("How far", finding.reach)]
    rows += [("Remark", finding.remark)] if finding.remark else []
    rows.append(("Time", _seconds(one.time_s)))
    listed = "".join(f"<dt>{name}</dt><dd>{_prose(text)}</dd>" for name, text in rows)
    look = " bad" if finding.outcome is Outcome.FAILS else ""
    pictures = "".join(map(_figure, finding.pictures))
    return (
        f'<section class="claim{look}" id="{xml(claim.name)}"><header><h3>{xml(claim.name)}</h3>'
        f'{badge(finding.outcome)}<a class="up" href="#contents">all claims</a></header>'
        f'<p class="statement">{xml(claim.statement)}</p><dl>{listed}</dl>{_table(finding.rows)}'
        + (f'<div class="pictures">{pictures}</div>' if pictures else "")
        + "</section>"
    )


def _prose(text: str) -> str:
    """A text with its `commands` and `files` set as such."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", xml(text))


def _table(rows: Rows) -> str:
    if not rows:
        return ""
    first, *rest = rows
    numeric = [bool(rest) and all(_NUMBER.match(row[k]) for row in rest if row[k]) for k in range(len(first))]

    def cell(kind: str, text: str, k: int) -> str:
        look = ' class="n"' if numeric[k] else ""
        return f"<{kind}{look}>{xml(text)}</{kind.split()[0]}>"

    head = "".join(cell('th scope="col"', text, k) for k, text in enumerate(first))
    body = "".join("<tr>" + "".join(cell("td", text, k) for k, text in enumerate(row)) + "</tr>" for row in rest)
    table = f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    return table if len(rest) <= LONG else f"<details><summary>{len(rest)} rows</summary>{table}</details>"


def _figure(picture: Picture) -> str:
    svg = picture.svg[picture.svg.index("<svg") :].replace(' xmlns="http://www.w3.org/2000/svg"', "")
    found = re.search(r'width="(\d+)', svg)
    wide = max(int(found[1]), 240) if found else 480
    caption = f'<figcaption style="max-width: {wide}px">{xml(picture.caption)}</figcaption>'
    return f"<figure><div>{svg}</div>{caption}</figure>"


def _seconds(seconds: float) -> str:
    if seconds >= 120:
        return f"{seconds / 60:.1f} min"
    return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"


def _footer(report: Report) -> str:
    rows = [
        ("gourds", own_version()),
        ("python", platform.python_version()),
        ("processor", processor_name()),
        ("command", f"gourds paper{' --thorough' if report.thorough else ''} --seed {report.seed}"),
    ]
    listed = "".join(f"<dt>{xml(name)}</dt><dd>{xml(value)}</dd>" for name, value in rows)
    return f"<footer><dl>{listed}</dl></footer>"
