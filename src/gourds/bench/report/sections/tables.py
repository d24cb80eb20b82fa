"""Tables of the report: what each competitor did, what its answers rest on, families, how much repeated runs differ."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

from gourds.bench.report.statistics import TIERS, Score, checkers_of, count_tiers, score_all, spread_of, status_of
from gourds.bench.report.words import floor_note, ratio, reasons, seconds, shown_time, span_of, time_range
from gourds.bench.store.results import Results
from gourds.files.json_values import spell_json
from gourds.render.text import xml
from gourds.words import counted

TIER_WORDS: Final = {
    "placement": ("Placement checked", "cell by cell, from the definition"),
    "drat": ("Proof checked: drat", "an unsatisfiable formula, refuted step by step"),
    "decomposition": ("Proof checked: decomposition", "tables of the components, and a refutation of the rest"),
    "modular": ("Proof checked: modular", "tables of the components, and equations without a solution modulo a number"),
    "diagram": ("Proof checked: diagram", "all states of a sweep over the board, none of them left in the end"),
    "linear": ("Proof checked: linear", "integer weights that add up to a contradiction"),
    "barrier": ("Proof checked: barrier", "too many odd parts"),
    "counting": ("Proof checked: counting", "a counting law fails"),
    "count": ("Exact count of zero", "all placements were counted; there are none"),
    "probability": ("Stated error probability", "a randomized no, with a bound on its error"),
    "claim": ("Claimed only", "the word of the solver"),
    "wrong": ("Wrong", "refuted by a proof, a check, or what was known"),
}


def breakable(label: str) -> str:
    """A label that may be broken after its colon and its equals signs."""
    return xml(label).replace(":", ":<wbr>").replace("=", "=<wbr>")


def way(**words: str) -> str:
    """An attribute: the script of the page makes this a way to the runs with these words."""
    return f' data-find="{xml(spell_json(words))}"'


def status_table(results: Results) -> str:
    """How runs ended, by competitor; counted in runs."""
    counts = {
        one: Counter(status_of(run) for pairing in results.of_competitor(one) for run in pairing.runs)
        for one in results.competitors
    }
    total = sum(counts.values(), Counter[str]())
    shown = sorted(total, key=lambda status: (status != "solved", status != "wrong", -total[status]))
    heads = "".join(
        f'<th scope="col" class="n"{way(status=status)}>{xml(status.capitalize())}</th>' for status in shown
    )
    rows = [
        f'<tr><th scope="row"{way(solver=one.label)}>{xml(one.label)}</th>'
        + "".join(_status_cell(one.label, status, counts[one][status]) for status in shown)
        + f'<td class="n">{counts[one].total():,}</td></tr>'
        for one in results.competitors
    ]
    sums = "".join(f'<td class="n"{way(status=status)}>{total[status]:,}</td>' for status in shown)
    if len(rows) > 1:
        rows.append(f'<tr class="best"><th scope="row">all</th>{sums}<td class="n">{total.total():,}</td></tr>')
    return (
        '<h2 id="statuses">How runs ended</h2><p class="soft lead">Counted in runs: solved, or why there is no'
        " verdict.</p>"
        f'<div class="scroll"><table class="wrapped"><thead><tr><th scope="col">Solver</th>{heads}'
        f'<th scope="col" class="n">All</th></tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
    )


def _status_cell(label: str, status: str, count: int) -> str:
    if not count:
        return '<td class="n none">·</td>'
    look = "n error" if status == "wrong" else "n"
    return f'<td class="{look}"{way(solver=label, status=status)}>{count:,}</td>'


def solver_table(results: Results, scores: Sequence[Score], best: Score, winner: Score | None) -> str:
    """The main table, best first, the virtual best solver last; the winner is marked, if there is one."""
    has = {
        "left out": any(score.left_out for score in scores),
        "pending": any(score.pending for score in scores),
    }
    limit = results.campaign.limits.wall
    heads = ["Solved", "Feasible", "Infeasible", "Wrong", "Unknown", "Errors"]
    heads += [name.capitalize() for name, shown in has.items() if shown]
    heads += ["PAR2", "Median", "Total time", "Only it solved", "As fast as best", "Times the best"]
    cells = "".join(f'<th scope="col" class="n">{head}</th>' for head in heads)
    won, floor = "" if winner is None else winner.label, results.floor.seconds
    rows = [_score_row(score, has, "first" if score.label == won else "", floor) for score in scores]
    if len(scores) > 1:
        rows.append(_score_row(best, has, "best", floor))
    par2 = "no limit" if limit is None else f"without a verdict {seconds(2 * limit)}, twice the limit"
    return (
        '<h2 id="solvers">Solvers</h2><p class="soft lead">Best first: most instances solved, then the smallest PAR2'
        f" (mean time; {par2}). The virtual best solver picks the best on every instance; <i>as fast as best</i> is"
        " within 10 % or 5 ms of it, <i>times the best</i> the geometric mean of the ratio over what was solved."
        f" {xml(floor_note(results))}</p>"
        '<div class="scroll"><table class="wrapped"><thead><tr><th scope="col">Solver</th>'
        f"{cells}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>{_unconfirmed(scores)}"
    )


def _score_row(score: Score, has: dict[str, bool], look: str, floor: float) -> str:
    numbers = [
        f"<b>{score.solved:,}</b> / {score.total:,}",
        f"{score.feasible:,}",
        f"{score.infeasible:,}",
        f'<span class="error">✗ {score.wrong:,}</span>' if score.wrong else "0",
        reasons(score) or "0",
        f'<span class="error">! {score.errors:,}</span>' if score.errors else "0",
        *([f"{score.left_out:,}"] if has["left out"] else []),
        *([f"{score.pending:,}"] if has["pending"] else []),
        xml(shown_time(score.par2, floor)),
        xml(shown_time(score.median, floor)),
        seconds(score.spent),
        f"{score.unique:,}" if score.competitor is not None else "",
        f"{score.close:,}",
        ratio(score.slowdown),
    ]
    cells = "".join(f'<td class="n">{value}</td>' for value in numbers)
    opening = f'<tr class="{look}">' if look else "<tr>"
    link = way(solver=score.label) if score.competitor is not None else ""
    return f'{opening}<th scope="row"{link}>{xml(score.label)}</th>{cells}</tr>'


def _unconfirmed(scores: Sequence[Score]) -> str:
    most = max((score.unconfirmed for score in scores), default=0)
    if not most:
        return ""
    return (
        f'<p class="soft">Unconfirmed are up to {counted(most, "answer")} of a solver: infeasible by the word of'
        " solvers alone, with no proof that was checked and no verdict known beforehand.</p>"
    )


def tier_table(results: Results) -> str:
    """What the answers rest on, by competitor and kind; counted in runs."""
    counts = {
        one: count_tiers((run for pairing in results.of_competitor(one) for run in pairing.runs), one.approach)
        for one in results.competitors
    }
    shown = [tier for tier in TIERS if any(found[tier] for found in counts.values())]
    if not shown:
        return ""
    heads = "".join(f'<th scope="col" class="n">{xml(TIER_WORDS[tier][0])}</th>' for tier in shown)
    rows = [
        f'<tr><th scope="row"{way(solver=one.label)}>{xml(one.label)}</th>'
        + "".join(_tier_cell(one.label, tier, counts[one][tier]) for tier in shown)
        + "</tr>"
        for one in results.competitors
    ]
    words = " ".join(f"<span><b>{xml(TIER_WORDS[tier][0])}</b>: {xml(TIER_WORDS[tier][1])}</span>" for tier in shown)
    return (
        '<h2 id="certificates">What the answers rest on</h2><p class="soft lead">Runs with a verdict, strongest'
        f" evidence first. Placements and proofs are checked by {xml(' and '.join(checkers_of(results)))}, with code"
        " that it does not share with the solvers.</p>"
        '<div class="scroll"><table class="wrapped"><thead><tr><th scope="col">Solver</th>'
        f'{heads}</tr></thead><tbody>{"".join(rows)}</tbody></table></div><p class="legend">{words}</p>'
    )


def _tier_cell(label: str, tier: str, count: int) -> str:
    if not count:
        return '<td class="n none">·</td>'
    link = way(solver=label, evidence=TIER_WORDS[tier][0])
    return f'<td class="n error"{link}>✗ {count:,}</td>' if tier == "wrong" else f'<td class="n"{link}>{count:,}</td>'


def family_table(results: Results) -> str:
    """Solved and PAR2 of every competitor on every family; the best of a row has a star."""
    families = results.families
    if len(families) < 2:
        return ""
    heads = "".join(f'<th scope="col" class="n">{breakable(one.label)}</th>' for one in results.competitors)
    rows = []
    for family, entries in families.items():
        scores = score_all(results, entries)
        first = scores[0] if scores[0].solved and not scores[0].wrong and len(scores) > 1 else None
        by_label = {score.label: score for score in scores}
        cells = "".join(
            _family_cell(family, by_label[one.label], first, results.floor.seconds) for one in results.competitors
        )
        facts = f"{counted(len(entries), 'instance')}, {span_of([entry.cells for entry in entries])} cells"
        link = way(family=family)
        rows.append(f'<tr><th scope="row"><span{link}>{xml(family)}</span><small>{facts}</small></th>{cells}</tr>')
    return (
        '<h2 id="families">Families</h2><p class="soft lead">Solved instances and PAR2. ★ marks the best of a row: most'
        ' solved, then PAR2.</p><div class="scroll"><table class="wrapped"><thead><tr><th scope="col">Family</th>'
        f"{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _family_cell(family: str, score: Score, first: Score | None, floor: float) -> str:
    if not score.total:
        return '<td class="n none">·</td>'
    wrong = f' <span class="error">✗ {score.wrong}</span>' if score.wrong else ""
    look, star = ("n top", " <i>★</i>") if score is first else ("n", "")
    link = way(family=family, solver=score.label)
    solved = f"<span{link}>{score.solved:,}/{score.total:,}</span>"
    return f'<td class="{look}">{solved}{star}{wrong}<small>{xml(shown_time(score.par2, floor))}</small></td>'


def spread_table(results: Results) -> str:
    """How much repeated runs differ; empty if nothing is repeated."""
    if results.repeats < 2:
        return ""
    names = {entry.number: entry.name for entry in results.entries}
    rows = []
    for one in results.competitors:
        spread = spread_of(results.of_competitor(one))
        where = ""
        if spread.worst is not None:
            times = spread.worst.times
            where = f"{xml(names[spread.worst.instance])} ({time_range(times[0], times[-1])})"
        mixed = f'<span class="no">{spread.mixed:,}</span>' if spread.mixed else "0"
        rows.append(
            f'<tr><th scope="row">{xml(one.label)}</th><td class="n">{spread.pairings:,}</td>'
            f'<td class="n">{_factor(spread.typical)}</td><td class="n">{_factor(spread.high)}</td>'
            f'<td class="n">{_factor(spread.largest)}</td><td>{where}</td><td class="n">{mixed}</td></tr>'
        )
    return (
        f'<h2 id="repetitions">Repetitions</h2><p class="soft lead">Every solver ran {results.repeats} times on every'
        " instance; all times are medians. The spread is the longest time over the shortest on the same instance.</p>"
        '<div class="scroll"><table><thead><tr><th scope="col">Solver</th><th scope="col" class="n">Instances</th>'
        '<th scope="col" class="n">Median spread</th><th scope="col" class="n">90 % within</th>'
        '<th scope="col" class="n">Largest</th><th scope="col">Where</th>'
        '<th scope="col" class="n">Solved in some runs only</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _factor(value: float) -> str:
    return ratio(value) if math.isfinite(value) else "–"
