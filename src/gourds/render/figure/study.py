"""Pictures of what was found out about drawn gadgets: the gadgets, their signatures, what breaks them, where it fails.

Parts are blocks, so that one picture can hold all of them, and a page each by itself. Everything is drawn as far as it
is known: a gadget with faults without its coverings, its faulty cells marked.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from gourds.reductions.gadgets.drawing import Gadget
from gourds.reductions.gadgets.proof import Condition, Failure
from gourds.reductions.gadgets.study import Sheet, Study
from gourds.reductions.gadgets.tables import groups_of
from gourds.reductions.gadgets.witness import Witness
from gourds.render.figure.board import assignment_block
from gourds.render.figure.gadgets import gadget_panels, kinds_of, symbols_scene, table_panel
from gourds.render.figure.panels import Panel, columns_that_fit, panel_grid, words_of
from gourds.render.legend import INK, SOFT
from gourds.render.svg import heading_block, moved, titled
from gourds.render.tags import Block, text_tag
from gourds.render.text import clean, in_lines, width
from gourds.words import counted

MOST_DRAWN: Final = 60
"""So many signatures of a gadget are drawn at most."""
MOST_FAILURES: Final = 12
"""So many failures of a condition are drawn at most."""
_GAP: Final = 34.0
_SIZE: Final = 13.0
_LINE: Final = 18.0
_ROOM: Final = 860.0


def study_figure(found: Study) -> str:
    """All of it in one picture, as SVG."""
    parts = [(f"The {sheet.name} gadget", sheet_block(sheet)) for sheet in found.sheets]
    for condition in found.proof.broken if found.proof is not None else ():
        block = failures_block(condition, found)
        if block is not None:
            parts.append((f"Broken: {condition.name}", block))
    if found.witness is not None:
        parts.append((witness_title(found.witness), witness_block(found.witness)))
    covered = [sheet for sheet in found.sheets if sheet.table is not None and sheet.table.count]
    parts += [(signatures_title(sheet), signatures_block(sheet)) for sheet in covered]
    body = _stacked(parts)
    names = " and ".join(sheet.name for sheet in found.sheets)
    title = f"The {names} gadget{'s' if len(found.sheets) > 1 else ''}: {found.verdict}"
    return titled(body, title, "")


# -- gadgets --------------------------------------------------------------------------------------------------


def sheet_block(sheet: Sheet) -> Block:
    """The gadget, its faulty cells marked, and the coverings that it states."""
    draft = sheet.draft
    if sheet.table is not None and not draft.faults:
        panels = gadget_panels(sheet.table)
        return panel_grid(panels, columns_that_fit(panels))
    faulty = {fault.place for fault in draft.faults}
    lines = {fault.place for fault in draft.faults if "," not in fault.place}
    marked = [c for c, place in draft.places.items() if place in faulty or place.split(",")[0] in lines]
    said = [f"{fault}" for fault in draft.faults[:8]] + ([sheet.remark] if sheet.remark else [])
    if not draft.symbols:
        return _text_block(said)
    scene = symbols_scene(draft.name, draft.symbols, marked=marked)
    first, *rest = kinds_of(draft.gadget.gourds)
    return panel_grid([Panel("As far as it can be read", [f"with {first}", *rest], scene, prose=said)], 1)


def signatures_title(sheet: Sheet) -> str:
    """How many coverings and signatures there are, in words."""
    assert sheet.table is not None
    many = f"{counted(sheet.table.total, 'covering')}, {counted(len(sheet.table.count), 'signature')}"
    return f"All the {sheet.name} gadget can do: {many}"


def signatures_block(sheet: Sheet) -> Block:
    """An example of every signature, in groups by what they take of the gourds that gadgets share."""
    assert sheet.table is not None
    blocks: list[Block] = []
    drawn = 0
    for group in groups_of(sheet.table):
        shown = group.signatures[: max(MOST_DRAWN - drawn, 0)]
        drawn += len(shown)
        if not shown:
            continue
        title = group.title[0].upper() + group.title[1:] + (f" – {group.reading}" if group.reading else "")
        panels = [table_panel(sheet.table, signature) for signature in shown]
        blocks += [_text_block([title], is_bold=True), panel_grid(panels, 3, is_framed=True)]
    rest = len(sheet.table.count) - drawn
    if rest:
        blocks.append(_text_block([f"… and {counted(rest, 'more signature')}"]))
    return _column(blocks, 10.0)


# -- failures -------------------------------------------------------------------------------------------------


def failures_block(condition: Condition, found: Study) -> Block | None:
    """What breaks a condition, each failure on its gadget; None if the gadgets are not there."""
    if found.gadgets is None:
        return None
    panels = [
        _failure_panel(failure, found.gadgets.variable if failure.gadget == "variable" else found.gadgets.clause)
        for failure in condition.failures[:MOST_FAILURES]
        if failure.covering or failure.cells
    ]
    texts = [
        f"Expected: {failure.expected}. Found: {failure.found}."
        for failure in condition.failures[:MOST_FAILURES]
        if not failure.covering and not failure.cells
    ]
    blocks = [_text_block(texts)] if texts else []
    if panels:
        blocks.append(panel_grid(panels, min(2, len(panels)), is_framed=True))
    rest = len(condition.failures) - MOST_FAILURES
    if rest > 0:
        blocks.append(_text_block([f"… and {rest:,} more"]))
    return _column(blocks, 12.0)


def _failure_panel(failure: Failure, gadget: Gadget) -> Panel:
    scene = symbols_scene(gadget.name, gadget.symbol_at, failure.covering or (), failure.cells)
    said = (f"Expected: {failure.expected}.", f"Found: {failure.found}.")
    return Panel(f"The {gadget.name} gadget", (), scene, prose=said)


def witness_title(witness: Witness) -> str:
    """What fails on the smallest board, in words."""
    return f"The smallest board that fails: {witness.failure}"


def witness_block(witness: Witness) -> Block:
    """The board with the assignment that fails, and why it fails."""
    said = [f"Formula: {spell_formula(witness)}."]
    if witness.values:
        said.append(f"Assignment: {witness.assignment}.")
    said += [f"{_sentence(reason)}." for reason in witness.reasons]
    board = assignment_block(witness.board, witness.values or None, witness.gourds)
    return _column([_text_block(said), board], 14.0)


def _sentence(text: str) -> str:
    """The text with a capital, unless it begins with a variable."""
    return text if re.match(r"x\d", text) else text[0].upper() + text[1:]


def spell_formula(witness: Witness) -> str:
    """The clauses of a formula as sums.

    The same clause several times is said once.
    """
    many = Counter(" + ".join(f"x{v}" for v in clause) + " = 1" for clause in witness.formula.clauses)
    times = {1: "", 2: ", twice", 3: ", three times"}
    return "; ".join(text + times.get(count, f", {count} times") for text, count in many.items())


# -- putting together -----------------------------------------------------------------------------------------


def _text_block(lines: Sequence[str], *, is_bold: bool = False) -> Block:
    """Sentences, broken into lines where they must."""
    broken = [line for text in lines for line in in_lines(words_of(text), _SIZE, _ROOM)]
    bold = {"class": "ink", "fill": INK, "font_weight": "600"}
    look = bold if is_bold else {"class": "soft", "fill": SOFT}
    parts = [text_tag(line, **look, font_size=_SIZE, y=(k + 1) * _LINE - 5) for k, line in enumerate(broken)]
    wide = max((width(clean(line), _SIZE) for line in broken), default=0.0)
    return Block(parts, wide * (1.05 if is_bold else 1), len(broken) * _LINE)


def _column(blocks: Sequence[Block], gap: float) -> Block:
    parts: list[str] = []
    y = 0.0
    for block in blocks:
        parts += moved(block.parts, 0, y)
        y += block.height + gap
    return Block(parts, max((block.width for block in blocks), default=0.0), max(y - gap, 0.0))


def _stacked(parts: Sequence[tuple[str, Block]]) -> Block:
    """The parts one below the other, each with its title."""
    return _column([_column([heading_block(title, "", 0.9), block], 2.0) for title, block in parts], _GAP)
