"""The description that goes with a pack, drafted from its data: one or two pages.

It says what the problem is, where the instances come from, how large they are, which verdicts are expected and why, and
how hard they are where that was measured. What is not known is said to be unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gourds.errors import one_line
from gourds.families import FAMILIES
from gourds.packing.description.blocks import Block, Code, Document, Figures, Heading, Items, Paragraph, Table
from gourds.packing.evidence import CLAIMED, NONE, STATED
from gourds.packing.rows import Pack, Row
from gourds.packing.targets import TARGETS
from gourds.words import counted, enumerated

SHOWN_ROWS = 30
"""Instances that the table shows one by one; more are summed up by family."""
SHOWN_COMMANDS = 12
"""Commands that are shown, shared fairly among families; each shows one at least."""
LONGEST = 110
"""Characters of a command; the manifest has all of them in full."""

PROBLEM = (
    "A board is a connected set of 2n + 1 cells of the hexagonal grid, each of which has a color. A gourd is a piece "
    "that covers two neighboring cells; each of its two ends has a color, too. Given are n gourds: for every pair of "
    "colors, the number of gourds with ends of these colors. Colored Gourd Placement asks whether all gourds fit on "
    "the board at once, without overlap and each end on a cell of its own color, so that one cell stays empty. The "
    "problem comes from the sliding-block puzzle Gourds, where a placement is a position to aim for, and is "
    "NP-complete [1]. In other words: is there a matching of the board's graph that leaves out one vertex and has, for "
    "every pair of colors, a given number of edges between them?"
)
REFERENCES = (
    "J. Hamersma, M. van Kreveld, Y. Uno, T. C. van der Zanden. Gourds: a sliding-block puzzle with turning. "
    "arXiv:2011.00968, 2020.",
    "The gourds authors. gourds: a workbench for Colored Gourd Placement and the Gourds sliding-block puzzle. "
    "Software, {version}.",
)
_MODEL = (
    "There is a 0/1 variable for every pair of neighboring cells that some gourd fits (a gourd lies there), and one "
    "for every cell that may stay empty. {posts}: every cell is covered once or is the empty one; exactly one cell "
    "stays empty; {budgets}. Comments on top of each file say what each variable means."
)
_BUDGETS = {
    "reduced": "of every kind of gourd with two different colors, exactly the given number is used (for kinds of one "
    "color, that follows by counting)",
    "textbook": "of every kind of gourd, exactly the given number is used",
}
_POSTS = {
    "cnf": "Clauses say the following, with totalizers that count and variables for their outputs",
    "opb": "Linear equations with coefficients 1 say the following",
    "xcsp": "Constraints sum say the following",
    "mzn": "Linear equations say the following",
    "mps": "Linear equations with coefficients 1 say the following, and the objective is constant",
    "asp": "Facts describe the board and the budgets, and a short program says the following",
}
_STATUSES = ("feasible", "infeasible", "unknown")


def describe(pack: Pack, figures: Sequence[str]) -> Document:
    """The description of a pack, with pictures that lie in these files."""
    count, target = counted(len(pack.rows), "instance"), TARGETS[pack.target]
    blocks: list[Block] = [Heading("The problem"), Paragraph(PROBLEM)]
    if figures:
        blocks.append(Figures(figures, _caption(pack, figures)))
    blocks += [Heading("The instances"), Paragraph(_overview(pack)), *_families(pack)]
    if target.form in _POSTS:
        model = _MODEL.format(posts=_POSTS[target.form], budgets=_BUDGETS[pack.encoding])
        blocks += [Heading("The encoding"), Paragraph(model)]
    blocks += [Heading("Sizes and expected verdicts"), Paragraph(_verdicts(pack.rows)), _table(pack)]
    blocks += [Heading("Expected hardness"), *_hardness(pack.rows)]
    references = [text.format(version=pack.written_by) for text in REFERENCES]
    blocks += [Heading("References"), Items(references, is_numbered=True)]
    return Document(f"{pack.name}: {count} of Colored Gourd Placement", pack.author, blocks)


def _caption(pack: Pack, figures: Sequence[str]) -> str:
    shown = {f"figures/{row.name}.png": row for row in pack.rows}
    words = [
        f"{shown[file].name} ({counted(shown[file].cells, 'cell')}, {counted(shown[file].colors, 'color')})"
        for file in figures
    ]
    shown_words = f"From left to right: {enumerated(words)}." if len(words) > 1 else f"{words[0]}."
    return f"{shown_words} Gourds are drawn where a placement is known; the dashed ring marks the empty cell."


def _overview(pack: Pack) -> str:
    families = dict.fromkeys(row.family for row in pack.rows)
    cells = [row.cells for row in pack.rows]
    span = f"{min(cells):,} to {max(cells):,} cells" if min(cells) < max(cells) else counted(cells[0], "cell")
    return (
        f"There are {counted(len(pack.rows), 'instance')} of {span} from {counted(len(families), 'family')}. "
        "Generators are seeded: the same command gives the same instance on every machine [2]. The file MANIFEST.toml "
        "has the command, the checksums and the verdict of every instance, and sources/ has the instances themselves."
    )


def _families(pack: Pack) -> Iterator[Block]:
    families = dict.fromkeys(row.family for row in pack.rows)
    share = max(1, SHOWN_COMMANDS // len(families))
    for family in families:
        rows = [row for row in pack.rows if row.family == family]
        commands = list(dict.fromkeys(row.command for row in rows if row.command))
        known = f": {FAMILIES[family].summary}" if family in FAMILIES else ""
        other = "" if known or commands else ", not made by a generator"
        yield Paragraph(f"Family {family}, {counted(len(rows), 'instance')}{known}{other}.")
        if commands:
            lines = [_cut(command) for command in commands[:share]]
            yield Code([*lines, *([f"# and {len(commands) - len(lines)} more"] if len(commands) > len(lines) else [])])


def _cut(text: str) -> str:
    plain = one_line(text)
    return plain if len(plain) <= LONGEST else f"{plain[: LONGEST - 4]} ..."


def _verdicts(rows: Sequence[Row]) -> str:
    counts = {status: sum(row.status == status for row in rows) for status in _STATUSES}
    parts = [f"{number} {'is' if number == 1 else 'are'} {status}" for status, number in counts.items() if number]
    words = [f"Of the {counted(len(rows), 'instance')}, {enumerated(parts)}."]
    if checked := sum(row.evidence_file is not None for row in rows):
        words.append(
            f"{counted(checked, 'verdict')} {'comes' if checked == 1 else 'come'} with evidence in evidence/: a "
            "placement, or a certificate that there is none, which a checker that shares no code with the solvers has "
            "accepted."
        )
    for evidence, said in ((STATED, "stated but not checked"), (CLAIMED, "claimed by a solver without a proof")):
        if number := sum(row.evidence == evidence for row in rows):
            words.append(f"{counted(number, 'verdict')} {'is' if number == 1 else 'are'} {said}.")
    return " ".join(words)


def _table(pack: Pack) -> Table:
    rows = pack.rows
    if len(rows) <= SHOWN_ROWS:
        header = ("instance", "cells", "colors", "variables", _posts(pack), "verdict", "rests on")
        lines: list[tuple[str, ...]] = [
            (row.name, *map(_number, (row.cells, row.colors, row.variables, row.constraints)), row.status, _rests(row))
            for row in rows
        ]
        return Table(header, lines, (False, True, True, True, True, False, False))
    names = ("family", "instances", "cells", "colors", "variables", _posts(pack), "feasible", "infeasible")
    by_family = {family: [row for row in rows if row.family == family] for family in {row.family: 0 for row in rows}}
    lines = [
        (
            family,
            str(len(some)),
            *(_span([getattr(row, key) for row in some]) for key in ("cells", "colors", "variables", "constraints")),
            *(str(sum(row.status == status for row in some)) for status in ("feasible", "infeasible")),
        )
        for family, some in by_family.items()
    ]
    return Table(names, lines, (False, *(True,) * 7))


def _posts(pack: Pack) -> str:
    return "clauses" if TARGETS[pack.target].form == "cnf" else "constraints"


def _number(value: int | None) -> str:
    return "" if value is None else f"{value:,}"


def _span(values: Sequence[int | None]) -> str:
    known = [value for value in values if value is not None]
    if not known:
        return ""
    return _number(known[0]) if min(known) == max(known) else f"{min(known):,}–{max(known):,}"


def _rests(row: Row) -> str:
    return "" if row.evidence == NONE else row.evidence


def _hardness(rows: Sequence[Row]) -> Iterator[Block]:
    solvers = sorted({name for row in rows for name in (*row.solved, *row.unsolved)})
    if not solvers:
        yield Paragraph("No running times have been measured.")
        return
    yield Paragraph("Times are seconds of wall time on one machine; they are meant as an order of magnitude.")
    yield Items([_measured(rows, name) for name in solvers])


def _measured(rows: Sequence[Row], solver: str) -> str:
    times = [row.solved[solver] for row in rows if solver in row.solved]
    open_ = [row.unsolved[solver] for row in rows if solver in row.unsolved]
    words = []
    if times:
        words.append(f"{counted(len(times), 'instance')} solved, in {min(times):,.2f} to {max(times):,.2f} s")
    if open_:
        limits = f"{min(open_):g}" if min(open_) == max(open_) else f"{min(open_):g} to {max(open_):g}"
        words.append(f"{counted(len(open_), 'instance')} not solved within {limits} s")
    return f"{solver}: {'; '.join(words)}."
