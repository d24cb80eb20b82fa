"""The report as one HTML page that loads nothing from anywhere and runs no script.

It says whether all agree, then shows disagreements, what the verdicts rest on, the table of instances and approaches,
what each approach did, and a card with a picture for every instance.
"""

from __future__ import annotations

from gourds.crosscheck.answers import Answer
from gourds.crosscheck.cards import card, disagreement_section
from gourds.crosscheck.judging import Record, short
from gourds.crosscheck.report import Report, Tally, machine
from gourds.crosscheck.table import headline, mark, seconds
from gourds.render.report_parts import (
    banner,
    columns,
    document,
    fact_list,
    named_list,
    number_cells,
    number_columns,
    table,
    table_row,
)
from gourds.render.text import xml
from gourds.running.checking import Tier
from gourds.running.outcome import Status
from gourds.words import counted

TIER_HELP = {
    Tier.PLACEMENT: "the placement was checked cell by cell, from the definition",
    Tier.PROOF: "the certificate was accepted by a checker that shares no code with the solvers",
    Tier.COUNT: "the exact number of placements was found",
    Tier.PROBABILITY: "a randomized “no”, with a bound on the probability that it is wrong",
    Tier.CLAIM: "the word of a solver",
}


def to_page(report: Report) -> str:
    """The HTML page of a report."""
    anchors = {record.subject.name: f"i{k}" for k, record in enumerate(report.records, 1)}
    parts = [
        "<h1>Cross-check of exact approaches</h1>",
        f'<p class="soft">Colored Gourd Placement · {xml(_when(report))}</p>',
        _banner(report),
        _facts(report),
        disagreement_section(report),
        _certification(report),
        _matrix(report, anchors),
        _approaches(report),
        _slowest(report, anchors),
        "<h2>Instances</h2>",
        '<p class="soft lead">Where there is a placement, the picture shows one that was checked. The ring is'
        " around the cell that stays empty.</p>",
        '<div class="gallery">',
        *(card(record, anchors[record.subject.name]) for record in report.records),
        "</div>",
        _footer(report),
    ]
    return document(f"gourds cross-check: {headline(report, _plain)}", parts)


def _plain(text: str, look: str) -> str:
    return text


def _when(report: Report) -> str:
    return report.started.replace("T", " ")[:16] if report.started else ""


def _banner(report: Report) -> str:
    text = headline(report, _plain)
    sign, _, words = text.partition(" ") if text[:1] in "✓✗!" else ("–", "", text)
    is_whole = report.is_complete and not report.verdicts()[Status.UNKNOWN]
    look = "bad" if not report.agrees else "good" if is_whole else "warn"
    more = ""
    if report.is_interrupted:
        more = f"Interrupted after {len(report.records):,} of {counted(report.total, 'instance')}."
    elif report.disagreement is not None:
        cells = counted(report.disagreement.instance.board.size, "cell")
        more = f"The run was stopped. The smallest instance that shows it has {cells}: see below."
    elif report.agrees:
        more = "No approach contradicts another, a placement, a proof, a count, or what was known beforehand."
    return banner(look, sign, words, more)


def _facts(report: Report) -> str:
    verdicts = report.verdicts()
    answers = report.tiers_of_answers()
    numbers = sum(count.number is not None for record in report.records for count in record.counts)
    checked = f"{answers[Tier.PLACEMENT]:,} placements and {answers[Tier.PROOF]:,} proofs checked"
    known = sum(record.subject.known is not None for record in report.records)
    formulas = sum(answer.approach == "formula" for record in report.records for answer in record.answers)
    open_ones = f", {verdicts[Status.UNKNOWN]} unknown" if verdicts[Status.UNKNOWN] else ""
    beside = f"{known} with a known verdict" + (f", {formulas} with a formula" if formulas else "")
    facts = [
        ("Instances", f"{len(report.records):,}", beside),
        (
            "Verdicts",
            f"{verdicts[Status.FEASIBLE]} + {verdicts[Status.INFEASIBLE]}",
            f"feasible + infeasible{open_ones}",
        ),
        ("Approaches", f"{len(report.approaches):,}", f"at most {report.limits.time:g} s a run"),
        ("Answers", f"{sum(answers.values()):,}", checked),
        ("Exact counts", f"{numbers:,}", "numbers of placements, all compared"),
        ("Time", f"{report.time_s:.0f} s", f"{counted(report.jobs, 'run')} at once"),
    ]
    return fact_list(facts)


def _certification(report: Report) -> str:
    if not report.records:
        return ""
    lines = [
        "<h2>What the answers rest on</h2>",
        '<p class="soft lead">Strongest first. The verdict on an instance is as good as the best answer about it.</p>',
        '<div class="bars">',
        f"<span>Verdicts</span>{_bar(report.tiers_of_verdicts(), 'verdict')}",
        f"<span>Answers</span>{_bar(report.tiers_of_answers(), 'answer')}",
        "</div>",
        '<p class="legend">',
        *(
            f'<span><i class="tier{tier.rank + 1}"></i><b>{tier.words.capitalize()}</b>: {TIER_HELP[tier]}</span>'
            for tier in Tier
        ),
        "</p>",
    ]
    return "\n".join(lines)


def _bar(tiers: dict[Tier, int], noun: str) -> str:
    spans = [
        f'<span class="tier{tier.rank + 1}" style="flex:{number}" title="{tier.words}: {counted(number, noun)}">'
        f"{number:,}</span>"
        for tier, number in tiers.items()
        if number
    ]
    words = ", ".join(f"{counted(number, noun)}: {tier.words}" for tier, number in tiers.items() if number)
    return f'<div class="bar" role="img" aria-label="{xml(words)}">{"".join(spans)}</div>'


def _matrix(report: Report, anchors: dict[str, str]) -> str:
    head = columns("Instance") + number_columns(["Cells"]) + columns("Verdict", "Rests on")
    head += number_columns([*map(xml, report.names), "Placements"])
    rows = [_row(record, report.names, anchors[record.subject.name]) for record in report.records]
    return "\n".join(["<h2>Every instance, every approach</h2>", _matrix_legend(), table(head, rows, "matrix")])


def _matrix_legend() -> str:
    signs = {
        "✓": "agrees",
        "≈": "agrees, with a stated error probability",
        "✗": "disagrees",
        "·": "declined",
        "t": "out of time",
        "m": "out of memory",
        "!": "crashed",
    }
    times = ("&lt; 0.01", "&lt; 0.1", "&lt; 1", "&lt; 5", "more")
    shades = "".join(f'<i class="t{k}"></i>{text}&ensp;' for k, text in enumerate(times, 1))
    marks = "".join(f"<span><b>{sign}</b> {words}</span>" for sign, words in signs.items())
    return f'<p class="legend">{marks}<span>Seconds: {shades}</span></p>'


def _row(record: Record, names: list[str], anchor: str) -> str:
    answers = {answer.approach: answer for answer in reversed(record.answers)}
    cells = "".join(_cell(record, answers.get(name)) for name in names)
    looks = {Status.FEASIBLE: "yes", Status.INFEASIBLE: "no", Status.UNKNOWN: "unknown"}
    name = xml(record.subject.name)
    rests = "" if record.tier is None else record.tier.value
    return (
        f'<tr><th scope="row" title="{name}"><a href="#{anchor}">{name}</a></th>'
        f'<td>{record.subject.instance.board.size:,}</td><td class="verdict {looks[record.verdict]}">'
        f'{record.verdict.value}</td><td class="rests" title="{xml(record.rests_on())}">{rests}</td>{cells}'
        f"<td>{'' if record.number is None else short(record.number)}</td></tr>"
    )


def _cell(record: Record, answer: Answer | None) -> str:
    if answer is None:
        return "<td></td>"
    sign = mark(record, answer)
    words = answer.reason or (answer.tier.words if answer.tier is not None else answer.ending.value)
    title = xml(
        f"{answer.approach}: {answer.status.value if answer.is_verdict else answer.ending.value}; {words}"[:300]
    )
    if sign == "·":
        return f'<td class="none" title="{title}">·</td>'
    look = "wrong" if sign in "✗!" else "limit" if sign in "tm" else _shade(answer.time_s)
    return f'<td class="{look}" title="{title}"><span class="sign">{sign}</span>{seconds(answer.time_s)}</td>'


def _shade(time_s: float) -> str:
    return f"t{1 + sum(time_s >= bound for bound in (0.01, 0.1, 1.0, 5.0))}"


def _approaches(report: Report) -> str:
    tallies = report.tallies()
    longest = max((tally.time_s for tally in tallies), default=0.0) or 1.0
    numbers = ("Answered", "Declined", "At a limit", "Placements", "Proofs", "Counts", "Median", "Slowest", "Total")
    head = columns("Approach", "Stands on") + number_columns(numbers) + columns("")
    return (
        '<h2>What each approach did</h2>\n<p class="soft lead">Times are wall times. The total includes proofs, their'
        f" checks, and counting.</p>\n{table(head, [_tally_row(tally, longest) for tally in tallies])}"
    )


def _tally_row(tally: Tally, longest: float) -> str:
    ends = {ending.value: number for ending, number in tally.endings.items()}
    failed = f' <span class="error">{ends["failed"]} crashed</span>' if ends.get("failed") else ""
    numbers = [
        f"{ends.get('answered', 0)}{failed}",
        ends.get("declined", 0) or "",
        ends.get("out of time", 0) + ends.get("out of memory", 0) or "",
        tally.tiers.get(Tier.PLACEMENT, 0) or "",
        tally.tiers.get(Tier.PROOF, 0) or "",
        tally.counts or "",
        seconds(tally.median_s),
        "" if tally.slowest is None else seconds(tally.slowest.time_s),
        f"{tally.time_s:.1f}s",
    ]
    meter = f'<td class="meter"><i style="width:{100 * tally.time_s / longest:.1f}%"></i></td>'
    version = f'<td class="soft">{xml(tally.version)}</td>'
    return table_row(xml(tally.name), f"{version}{number_cells(numbers)}{meter}")


def _slowest(report: Report, anchors: dict[str, str]) -> str:
    runs = [
        f'{xml(answer.approach)} on <a href="#{anchors[record.subject.name]}">{xml(record.subject.name)}</a>'
        f" ({seconds(answer.time_s)})"
        for record, answer in report.slowest(5)
    ]
    return f'<p class="soft">Slowest runs: {", ".join(runs)}.</p>' if runs else ""


def _footer(report: Report) -> str:
    limits = report.limits
    memory = "no limit of memory" if limits.memory is None else f"{limits.memory:g} MB"
    rows = [*machine().items(), ("limits", f"{limits.time:g} s and {memory} for every run, seed {limits.seed}")]
    return f"<footer><dl>{named_list((name, xml(text)) for name, text in rows)}</dl></footer>"
