"""Parts of the report page about single instances: a card for each, and the disagreement with its pictures."""

from __future__ import annotations

from gourds.crosscheck.answers import Answer
from gourds.crosscheck.judging import Record, short
from gourds.crosscheck.report import Disagreement, Report, bare
from gourds.crosscheck.table import mark, seconds
from gourds.files import to_text
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.render.board.thumbnails import thumbnail
from gourds.render.report_parts import named_list
from gourds.render.text import xml
from gourds.running.checking import Tier
from gourds.running.outcome import Status
from gourds.words import counted

_LOOKS = {Status.FEASIBLE: "yes", Status.INFEASIBLE: "no", Status.UNKNOWN: "unknown"}
_DRAWN = 200
"""The largest board, in cells, that is also shown as a text drawing."""


def card(record: Record, anchor: str) -> str:
    """The card of one instance."""
    instance, known = record.subject.instance, record.subject.known
    sizes = ", ".join((counted(instance.board.size, "cell"), counted(len(instance.colors), "color")))
    rows = [("verdict", f'<span class="{_LOOKS[record.verdict]}">{record.verdict.value}</span>')]
    rows.append(("rests on", xml(record.rests_on())))
    if record.number is not None:
        counters = sum(count.number is not None for count in record.counts)
        rows.append(("placements", f"{short(record.number)}, by {counted(counters, 'count')}"))
    if known is not None:
        rows.append(("known", f"{known.verdict.value}; {xml(known.why)}"))
    wrong = "".join(f'<p class="error">✗ {xml(finding.text)}</p>' for finding in record.findings)
    wrong += "".join(f'<p class="error">! {xml(name)} crashed: {xml(why)}</p>' for name, why in record.failures())
    return (
        f'<section class="card" id="{anchor}"><h3>{xml(record.subject.name)}</h3><div class="soft">{sizes}</div>'
        f'<div class="picture">{picture(instance, record.placement)}</div><dl>{named_list(rows)}</dl>{wrong}'
        f"<details><summary>{counted(len(record.answers), 'answer')}</summary>{answer_table(record)}</details>"
        "</section>"
    )


def picture(instance: Instance, placement: Placement | None, *, labels: bool = False) -> str:
    """The board, or a note on why it is missing."""
    drawn = thumbnail(instance, placement, labels=labels)
    return drawn or f'<span class="none">{instance.board.size:,} cells: too many for a small picture</span>'


def answer_table(record: Record) -> str:
    """What every approach said about an instance, in words."""
    rows = [
        f'<tr><td>{mark(record, answer)}</td><th scope="row">{xml(answer.approach)}</th>'
        f'<td>{_said(answer)}</td><td class="n">{seconds(answer.time_s)}</td></tr>'
        for answer in record.answers
    ]
    rows += [
        f'<tr><td>{"" if count.number is None else "#"}</td><th scope="row">{xml(count.approach)}</th>'
        f"<td>{'' if count.number is None else short(count.number) + ' placements'}{xml(count.reason[:160])}</td>"
        f'<td class="n">{seconds(count.time_s)}</td></tr>'
        for count in record.counts
    ]
    return f'<div class="scroll"><table><tbody>{"".join(rows)}</tbody></table></div>'


def _said(answer: Answer) -> str:
    if not answer.is_verdict:
        return xml(f"{answer.ending.value}: {answer.reason}"[:240])
    words = [answer.status.value]
    if answer.tier is not None:
        kind = f" ({answer.proof_kind})" if answer.proof_kind else ""
        by = f" by {', '.join(answer.checked_by)}" if answer.checked_by else ""
        words.append(f"{answer.tier.words}{kind}{by}")
    if answer.tier is Tier.PROBABILITY:
        words.append(f"at most {answer.error_bound:.2g}")
    words += [fault.text for fault in answer.faults]
    if answer.proof_s:
        words.append(f"proof in {seconds(answer.proof_s)}")
    if answer.remark:
        words.append(answer.remark)
    return xml("; ".join(words)[:400])


def disagreement_section(report: Report) -> str:
    """Everything that is wrong, shown first; empty if nothing is."""
    parts = []
    if report.findings:
        parts.append("<h2>Disagreements</h2><ul>")
        parts += [
            f"<li><b>{xml(record.subject.name)}</b>: {xml(finding.text)}</li>" for record, finding in report.findings
        ]
        parts.append("</ul>")
    if report.disagreement is not None:
        parts.append(_shrunk(report.disagreement))
    if report.failures:
        parts.append("<h2>Crashes</h2><ul>")
        parts += [
            f"<li><b>{xml(name)}</b> on {xml(record.subject.name)}: {xml(why)}</li>"
            for record, name, why in report.failures
        ]
        parts.append("</ul>")
    return "\n".join(parts)


def _shrunk(disagreement: Disagreement) -> str:
    """The smallest instance that disagrees: picture, drawing, and what was said about it."""
    instance, smallest = disagreement.instance, disagreement.smallest
    original = disagreement.record.subject.instance.board.size
    text = f"<pre>{xml_lines(to_text(bare(instance), 'text'))}</pre>" if instance.board.size <= _DRAWN else ""
    steps = f"From {counted(original, 'cell')} to {instance.board.size:,} in {counted(disagreement.tries, 'try')}."
    why = disagreement.why_not_smaller
    more = f" It was not made smaller: {why}." if why else " Nothing smaller that was tried shows it."
    said = "".join(f"<li>{xml(finding.text)}</li>" for finding in smallest.findings)
    given = next((answer.placement for answer in smallest.answers if answer.faults and answer.placement), None)
    shown = given or smallest.placement
    caption = "the placement that was given, and is wrong" if given else "a placement that was checked" if shown else ""
    return (
        f'<div class="disagreement"><h3>The smallest instance that still disagrees</h3>'
        f'<p class="soft">{xml(steps + more)}</p><div class="sides">'
        f'<div><div class="picture">{picture(instance, shown, labels=True)}</div><p class="soft">{caption}</p></div>'
        f"<div><ul>{said}</ul>{answer_table(smallest)}{text}</div></div></div>"
    )


def xml_lines(text: str) -> str:
    """Text of several lines as it stands in HTML."""
    return "\n".join(xml(line) for line in text.splitlines())
