"""What the check of reductions found, as one page that loads nothing from anywhere and runs no script."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, Final

from gourds.reductions.checking.draws import Hand
from gourds.reductions.checking.mutants import MapOutcome
from gourds.reductions.checking.report import MapReport
from gourds.reductions.checking.route import MEANING, FlawError, Route
from gourds.reductions.checking.trial import Trial
from gourds.reductions.registry import AnyReduction, find_problem, reductions
from gourds.render.board.picture import to_svg
from gourds.render.report_parts import banner, document, named_list, number_cells
from gourds.render.report_style import STYLE
from gourds.render.text import xml
from gourds.words import counted

DRAWN: Final = 3000
"""Boards of at most this many cells are drawn."""
_WIDE: Final = """
figure { margin: 8px 0 16px; } figure svg { max-width: 100%; height: auto; }
th { white-space: normal; } th, td { vertical-align: top; } tbody th { white-space: nowrap; color: var(--ink); }
"""


def maps_page(reports: Sequence[MapReport], outcomes: Sequence[MapOutcome] = ()) -> str:
    """The page of some reports, and of mutants if there are any."""
    survived = sum(outcome.has_survived for outcome in outcomes)
    failed = [report for report in reports if not report]
    sign, look = ("✗", "bad") if failed or survived else ("✓", "good")
    parts = [
        "<h1>Reductions, tested</h1>",
        banner(look, sign, _headline(reports, failed, outcomes, survived)),
        _table(reports),
        *(_failure(report) for report in failed),
        _mutants(outcomes),
        _gallery(reports),
    ]
    return document("gourds: reductions tested", parts, style=STYLE + _WIDE)


def _headline(
    reports: Sequence[MapReport], failed: Sequence[MapReport], outcomes: Sequence[MapOutcome], survived: int
) -> str:
    words = []
    if reports:
        trials = sum(len(report.trials) for report in reports)
        good = f"{counted(len(reports), 'reduction')} right on {counted(trials, 'instance')}"
        words.append(f"{counted(len(failed), 'reduction')} failed" if failed else good)
    if outcomes:
        caught = f"all {counted(len(outcomes), 'bug')} noticed"
        words.append(f"{survived} of {counted(len(outcomes), 'bug')} not noticed" if survived else caught)
    return "; ".join(words)


# -- reductions -----------------------------------------------------------------------------------------------


def _table(reports: Sequence[MapReport]) -> str:
    if not reports:
        return ""
    hands = [hand for hand in Hand if any(hand in report.read for report in reports)]
    heads = ["reduction", "yes", "no", "sent forward", *(f"read back: {hand.value}" for hand in hands), "largest board"]
    head = "".join(f"<th>{xml(text)}</th>" for text in (*heads, "each “no” rests on", "solutions for one"))
    rows = []
    for report in reports:
        yes = sum(trial.is_yes for trial in report.trials)
        sent = sum(trial.sent for trial in report.trials)
        cells = max((trial.cells or 0 for trial in report.trials), default=0)
        evidence = ", ".join(f"{count:,} {kind}" for kind, count in report.evidence.items())
        numbers = [yes, len(report.trials) - yes, sent, *(report.read.get(hand, 0) for hand in hands)]
        sign = '<span class="yes">✓</span>' if report else '<span class="error">✗</span>'
        rows.append(
            f'<tr><th scope="row">{sign} {xml(report.reduction)}</th>'
            + number_cells(f"{number:,}" for number in numbers)
            + f'<td class="n">{counted(cells, "cell") if cells else "–"}</td><td>{xml(evidence)}</td>'
            f"<td>{xml(spell_parsimony(report))}</td></tr>"
        )
    lead = (
        "Instances with a solution and without go through each reduction and on to a board. A “no” counts with a"
        " certificate that the checker accepts. Solutions go forward and come back. The back map reads the solver's"
        " placement, placements drawn uniformly, those of rare coverings, and those along walks of exchanges."
    )
    return (
        f'<p class="soft lead">{lead}</p><div class="scroll"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def spell_parsimony(report: MapReport) -> str:
    """How many solutions of the target, and placements, there are for one solution of the source."""
    found = []
    if ratios := report.parsimony:
        low, high = min(ratios), max(ratios)
        found.append(
            f"{_short(low)} of the target" if low == high else f"{_short(low)} to {_short(high)} of the target"
        )
    if by_size := report.placements_per_solution:
        uneven = [cells for cells, ratios in by_size.items() if len(ratios) > 1]
        number = len(by_size)
        same = f"placements: the same on all boards of one size ({counted(number, 'size')})"
        found.append(same if not uneven else f"placements: different on boards of {uneven[0]:,} cells")
    return "; ".join(found) or "not counted"


def _short(value: Fraction) -> str:
    return f"{float(value):.3g}" if value.denominator > 1 or value >= 10**6 else f"{value.numerator:,}"


def _failure(report: MapReport) -> str:
    trial = report.failure
    if trial is None or trial.failure is None:
        return ""
    failure = trial.failure
    rows = [
        ("what", f"{failure.flaw.value}: {MEANING[failure.flaw]}"),
        ("where", failure.where),
        ("detail", failure.detail),
        ("solution from", failure.hand.value if failure.hand else ""),
        ("found on", report.found_on.origin if report.found_on else ""),
    ]
    listed = named_list((name, xml(text)) for name, text in rows if text)
    return (
        f'<section class="disagreement"><h2>{xml(report.reduction)} fails</h2><dl class="card">{listed}</dl>'
        f"<pre>{xml(trial.text[:4000])}</pre>{_figure(report, trial)}</section>"
    )


# -- pictures -------------------------------------------------------------------------------------------------


def _gallery(reports: Sequence[MapReport]) -> str:
    found = []
    for report in reports:
        drawn = [t for t in report.trials if t.placement is not None and t.cells and t.failure is None]
        if report and drawn and (figure := _figure(report, min(drawn, key=lambda trial: trial.cells or 0))):
            found.append(f"<h3>{xml(report.reduction)}</h3>{figure}")
    return "<h2>Placements that were drawn</h2>" + "".join(found) if found else ""


def _figure(report: MapReport, trial: Trial) -> str:
    reduction = next((one for one in reductions() if one.name == report.reduction), None)
    if reduction is None or trial.cells is None or trial.cells > DRAWN:
        return ""
    board = _board(reduction, trial)
    if board is None:
        return ""
    svg = to_svg(board, trial.placement, title="", legend=False)
    caption = f"{trial.origin}; {counted(trial.cells, 'cell')}, {counted(len(board.colors), 'color')}"
    return f"<figure>{svg[svg.index('<svg') :]}<figcaption>{xml(caption)}</figcaption></figure>"


def _board(reduction: AnyReduction, trial: Trial) -> Any:
    try:
        source = find_problem(reduction.source).parse(trial.text)
        routes = (Route.of(reduction, source, smallest=smallest) for smallest in (False, True))
        return next((route.board for route in routes if route.cells == trial.cells), None)
    except FlawError:
        return None


# -- mutants --------------------------------------------------------------------------------------------------


def _mutants(outcomes: Sequence[MapOutcome]) -> str:
    if not outcomes:
        return ""
    rows = []
    for name, mine in groupby(outcomes, key=lambda outcome: outcome.reduction):
        listed = list(mine)
        for k, outcome in enumerate(listed):
            head = f'<th scope="row" rowspan="{len(listed)}">{xml(name)}</th>' if not k else ""
            fate = '<td class="error">✗ not noticed</td>' if outcome.flaw is None else f"<td>{outcome.flaw.value}</td>"
            hand = outcome.hand.value if outcome.hand else ""
            rows.append(
                f"<tr>{head}<td>{xml(outcome.part)}</td><td>{xml(outcome.change)}</td>{fate}"
                f'<td>{xml(hand)}</td><td class="n">{outcome.tries}</td></tr>'
            )
    heads = ("reduction", "wrong part", "what is wrong", "noticed as", "solution from", "instances")
    head = "".join(f"<th>{text}</th>" for text in heads)
    return (
        "<h2>Bugs put in on purpose</h2>"
        f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
    )
