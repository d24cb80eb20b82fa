"""Tables of the report: what each competitor did, what its answers rest on, families, how much repeated runs differ."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from gourds.bench.report.statistics import TIERS, Score, checkers_of, count_tiers, score_all, spread_of, status_of
from gourds.bench.report.words import floor_note, ratio, reasons, seconds, shown_time, span_of, time_range
from gourds.bench.store.results import Results
from gourds.files.json_values import spell_json
from gourds.render.report_parts import columns, number_cells, number_columns, table, table_row
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
    heads = (f'<th scope="col" class="n"{way(status=status)}>{xml(status.capitalize())}</th>' for status in shown)
    rows = [
        _solver_row(
            one.label,
            *(
                _count(counts[one][status], is_wrong=status == "wrong", solver=one.label, status=status)
                for status in shown
            ),
            number_cells([f"{counts[one].total():,}"]),
        )
        for one in results.competitors
    ]
    if len(rows) > 1:
        sums = "".join(f'<td class="n"{way(status=status)}>{total[status]:,}</td>' for status in shown)
        rows.append(table_row("all", sums + number_cells([f"{total.total():,}"]), "best"))
    return (
        '<h2 id="statuses">How runs ended</h2><p class="soft lead">Counted in runs: solved, or why there is no'
        f" verdict.</p>{table(columns('Solver') + ''.join(heads) + number_columns(['All']), rows, 'wrapped')}"
    )


def _solver_row(label: str, *cells: str) -> str:
    """A row whose name leads to the runs of a solver."""
    return table_row(xml(label), "".join(cells), link=way(solver=label))


def _count(count: int, sign: str = "", *, is_wrong: bool, **words: str) -> str:
    """A number of runs that leads to them; a dot if there are none."""
    if not count:
        return '<td class="n none">·</td>'
    return f'<td class="n{" error" * is_wrong}"{way(**words)}>{sign}{count:,}</td>'


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
        f"{table(columns('Solver') + number_columns(heads), rows, 'wrapped')}{_unconfirmed(scores)}"
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
    link = way(solver=score.label) if score.competitor is not None else ""
    return table_row(xml(score.label), number_cells(numbers), look, link=link)


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
    rows = [
        _solver_row(one.label, *(_tier_cell(one.label, tier, counts[one][tier]) for tier in shown))
        for one in results.competitors
    ]
    head = columns("Solver") + number_columns(xml(TIER_WORDS[tier][0]) for tier in shown)
    words = " ".join(f"<span><b>{xml(TIER_WORDS[tier][0])}</b>: {xml(TIER_WORDS[tier][1])}</span>" for tier in shown)
    return (
        '<h2 id="certificates">What the answers rest on</h2><p class="soft lead">Runs with a verdict, strongest'
        f" evidence first. Placements and proofs are checked by {xml(' and '.join(checkers_of(results)))}, with code"
        f' that it does not share with the solvers.</p>{table(head, rows, "wrapped")}<p class="legend">{words}</p>'
    )


def _tier_cell(label: str, tier: str, count: int) -> str:
    is_wrong = tier == "wrong"
    return _count(count, "✗ " * is_wrong, is_wrong=is_wrong, solver=label, evidence=TIER_WORDS[tier][0])


def family_table(results: Results) -> str:
    """Solved and PAR2 of every competitor on every family; the best of a row has a star."""
    families = results.families
    if len(families) < 2:
        return ""
    head = columns("Family") + number_columns(breakable(one.label) for one in results.competitors)
    rows = []
    for family, entries in families.items():
        scores = score_all(results, entries)
        first = scores[0] if scores[0].solved and not scores[0].wrong and len(scores) > 1 else None
        by_label = {score.label: score for score in scores}
        cells = "".join(
            _family_cell(family, by_label[one.label], first, results.floor.seconds) for one in results.competitors
        )
        facts = f"{counted(len(entries), 'instance')}, {span_of([entry.cells for entry in entries])} cells"
        rows.append(table_row(f"<span{way(family=family)}>{xml(family)}</span><small>{facts}</small>", cells))
    return (
        '<h2 id="families">Families</h2><p class="soft lead">Solved instances and PAR2. ★ marks the best of a row: most'
        f" solved, then PAR2.</p>{table(head, rows, 'wrapped')}"
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
        figures = number_cells([f"{spread.pairings:,}", *map(ratio, (spread.typical, spread.high, spread.largest))])
        rows.append(table_row(xml(one.label), f"{figures}<td>{where}</td>{number_cells([mixed])}"))
    head = columns("Solver") + number_columns(["Instances", "Median spread", "90 % within", "Largest"])
    head += columns("Where") + number_columns(["Solved in some runs only"])
    return (
        f'<h2 id="repetitions">Repetitions</h2><p class="soft lead">Every solver ran {results.repeats} times on every'
        " instance; all times are medians. The spread is the longest time over the shortest on the same instance.</p>"
        f"{table(head, rows)}"
    )
