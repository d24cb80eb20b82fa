"""Gadgets in words and text drawings, for terminals: what ``gadget`` and ``check-reduction`` show."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Sequence
from typing import Final

from gourds.cli.printing import bad, good, print_rows
from gourds.errors import one_line
from gourds.reductions.gadgets.budgets import Budgets, NoBudgets
from gourds.reductions.gadgets.coverings import Signature, Table
from gourds.reductions.gadgets.drawing import Gadget, GadgetSet
from gourds.reductions.gadgets.ledger import spell_gourds, spell_kind, spell_number
from gourds.reductions.gadgets.proof import Condition, Failure, Proof
from gourds.reductions.gadgets.study import Sheet, Study, count_faults
from gourds.reductions.gadgets.tables import groups_of
from gourds.reductions.gadgets.witness import Witness
from gourds.render.figure.study import spell_formula
from gourds.render.figure.text import draw_gadget, side_by_side
from gourds.terminal import echo, style
from gourds.words import counted

MOST_DRAWN: Final = 24
"""So many signatures of a gadget are drawn on a terminal; the others are listed."""
MOST_LISTED: Final = 200
MOST_FAILURES: Final = 6
"""So many failures of a condition are shown on a terminal."""
WIDEST: Final = 240
"""Gadgets that need more columns are not drawn as text."""


def show_study(found: Study, *, is_short: bool = False) -> None:
    """Everything that was found out about gadgets; in short: what only gadgets that are wrong would use is listed."""
    for sheet in found.sheets:
        _show_sheet(sheet, is_short)
    if found.partner:
        echo(style(found.partner, dim=True))
    for fault in found.faults:
        echo(bad(fault.reason))
    _show_counts(found)
    if found.proof is not None and found.gadgets is not None:
        echo(style("conditions", bold=True))
        show_conditions(found.proof, found.gadgets)
    _show_budgets(found)
    for remark in found.remarks:
        echo(remark)
    if found.witness is not None:
        show_witness(found.witness)
    echo(good(found.verdict) if found else bad(found.verdict))


# -- one gadget -----------------------------------------------------------------------------------------------


def _show_sheet(sheet: Sheet, is_short: bool) -> None:
    draft, table = sheet.draft, sheet.table
    echo(style(f"{sheet.name} gadget", bold=True) + style(f"  {sheet.file}", dim=True))
    faulty = {fault.place for fault in draft.faults}
    _print_lines(
        _fitting(draw_gadget(draft.symbols, marked=[c for c, place in draft.places.items() if place in faulty]))
    )
    rows = [(fault.place or "fault", bad(fault.reason)) for fault in draft.faults]
    if draft.is_whole:
        gadget = draft.gadget
        size = f"{counted(gadget.width, 'column')}, {counted(gadget.height, 'row')}"
        rows.append(("size", f"{size}, {counted(len(gadget.inner), 'cell')} besides the filler"))
    rows.append(("gourds", spell_gourds(draft.gadget.gourds)))
    if table is not None:
        many = f"{counted(table.total, 'covering')}, {counted(len(table.count), 'signature')}"
        rows.append(
            ("coverings", f"{many}, by {'exhaustion' if table.method == 'exhaustion' else f'a {table.method}'}")
        )
    elif sheet.remark:
        rows.append(("coverings", bad(sheet.remark)))
    print_rows(rows)
    if table is not None:
        _show_signatures(table, is_short)


def _show_signatures(table: Table, is_short: bool) -> None:
    """The signatures in groups, drawn; where there are many, the rest is listed."""
    drawn = listed = 0
    for group in groups_of(table):
        echo("  " + style(group.title, underline=True) + (f": {group.reading}" if group.reading else ""))
        room = 0 if is_short and not group.is_extreme else max(MOST_DRAWN - drawn, 0)
        shown = group.signatures[:room]
        drawn += len(shown)
        _print_lines(side_by_side(_examples(table, shown), _width() - 4))
        for signature in group.signatures[len(shown) :]:
            listed += 1
            if listed <= MOST_LISTED:
                echo(f"    {spell_gourds(dict(signature))}: {counted(table.count[signature], 'covering')}")
    if listed > MOST_LISTED:
        echo(f"    … and {counted(listed - MOST_LISTED, 'more signature')}")


def _examples(table: Table, signatures: Sequence[Signature]) -> list[list[str]]:
    """A drawing of each signature below its name, its number of coverings and its gourds."""
    heads = []
    for signature in signatures:
        name, count = table.meaning(signature), counted(table.count[signature], "covering")
        heads.append([f"{name}: {count}" if name else count, *_broken(spell_gourds(dict(signature)), 36)])
    high = max(map(len, heads), default=0)
    blocks = []
    for head, signature in zip(heads, signatures, strict=True):
        drawn = _fitting(draw_gadget(table.gadget.symbol_at, table.example[signature], is_cropped=True))
        blocks.append([*head, *[""] * (high - len(head)), *drawn])
    return blocks


def _show_counts(found: Study) -> None:
    faults = count_faults(found)
    if not faults and not found.books:
        return
    echo(style("counts", bold=True))
    for fault in faults:
        echo(f"  {bad(fault)}")
    rows = []
    for entry in found.books:
        figures = f"{spell_number(entry.given)} given, {spell_number(entry.used)} used"
        said = good("even") if entry.is_even else bad(entry.off)
        rows.append((spell_kind(entry.kind), f"{figures}: {said}  {style(entry.when.rstrip(','), dim=True)}"))
    print_rows(rows)


# -- conditions -----------------------------------------------------------------------------------------------


def show_gadgets(gadgets: GadgetSet) -> None:
    """Both gadgets, drawn side by side."""
    drawn = [[gadget.name, *draw_gadget(gadget.symbol_at)] for gadget in (gadgets.variable, gadgets.clause)]
    _print_lines(side_by_side(drawn, _width() - 4))


def show_conditions(proof: Proof, gadgets: GadgetSet) -> None:
    """The conditions; of each broken one what was expected and found, and the covering that breaks it."""
    wide = max(len(condition.name) for condition in proof.conditions)
    for condition in proof.conditions:
        verdict = good("holds") if condition.holds else bad("fails")
        echo(f"  {style(condition.name.ljust(wide), dim=True)}  {verdict}: {condition.detail}")
        if not condition.holds:
            _show_failures(condition, gadgets)


def _show_failures(condition: Condition, gadgets: GadgetSet) -> None:
    for failure in condition.failures[:MOST_FAILURES]:
        echo(f"    {style('expected', dim=True)}  {failure.expected}")
        echo(f"    {style('found   ', dim=True)}  {failure.found}")
        if failure.covering or failure.cells:
            gadget: Gadget = getattr(gadgets, failure.gadget)
            _print_lines(_drawn_failure(failure, gadget), 14)
    rest = len(condition.failures) - MOST_FAILURES
    if rest > 0:
        echo(f"    … and {counted(rest, 'more failure')} of this condition")


def _drawn_failure(failure: Failure, gadget: Gadget) -> list[str]:
    covering = failure.covering or ()
    return _fitting(draw_gadget(gadget.symbol_at, covering, failure.cells, is_cropped=not failure.cells))


def show_witness(witness: Witness) -> None:
    """The smallest board that fails, in words."""
    echo(style("smallest board that fails", bold=True))
    rows = [("formula", spell_formula(witness)), ("failure", bad(witness.failure))]
    if witness.values:
        rows.append(("assignment", witness.assignment))
    rows += [("why", reason) for reason in witness.reasons]
    print_rows(rows)


def _show_budgets(found: Study) -> None:
    if isinstance(found.budgets, NoBudgets):
        echo(style("budgets", bold=True))
        unmet = bad(f"'{found.budgets.condition}' cannot be met")
        echo(f"  no gourds and coverings make it work: {unmet}")
        echo(f"  {found.budgets.reason}")
    elif isinstance(found.budgets, Budgets) and found.budgets.changes:
        echo(style("budgets that make it work", bold=True))
        for change in found.budgets.changes:
            stated = f"'{change.stated}'" if change.stated else "nothing"
            wanted = good(f"'{change.wanted}'") if change.wanted else good("nothing")
            echo(f"  {change.gadget}, {change.section}: {wanted} instead of {stated}")


# -- lines ----------------------------------------------------------------------------------------------------


def _width() -> int:
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 100


def _fitting(lines: Sequence[str]) -> list[str]:
    """The lines of a drawing, or a word instead if they are too long."""
    return [*lines] if max(map(len, lines), default=0) <= WIDEST else ["(too wide to be drawn here; use -o)"]


def _print_lines(lines: Sequence[str], indent: int = 4) -> None:
    for line in lines:
        echo(" " * indent + one_line(line) if line else "")


def _broken(text: str, room: int) -> list[str]:
    """A list of gourds in lines, broken between kinds."""
    lines = [""]
    for piece in re.split(r"(?<=\)), ", text):
        longer = f"{lines[-1]}, {piece}" if lines[-1] else piece
        if lines[-1] and len(longer) > room:
            lines[-1] += ","
            lines.append(piece)
        else:
            lines[-1] = longer
    return lines
