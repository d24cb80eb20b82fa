"""The report on drawn gadgets: one HTML page with words, tables and pictures, without scripts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gourds.reductions.gadgets.budgets import Budgets, NoBudgets
from gourds.reductions.gadgets.drawing import bundled_gadgets
from gourds.reductions.gadgets.ledger import spell_gourds, spell_kind, spell_number
from gourds.reductions.gadgets.study import Sheet, Study, count_faults
from gourds.render.figure.study import (
    failures_block,
    sheet_block,
    signatures_block,
    signatures_title,
    witness_block,
    witness_title,
)
from gourds.render.report_style import HEAD, STYLE
from gourds.render.svg import on_paper
from gourds.render.tags import Block
from gourds.render.text import xml

_STYLE = """
.figure { background: #fff; border: 1px solid var(--line); border-radius: 10px; overflow-x: auto; margin: 10px 0 18px; }
.figure svg { display: block; max-width: 100%; height: auto; }
h3 { margin: 22px 0 4px; }
.scroll { max-width: 900px; }
"""


def study_page(found: Study) -> str:
    """The whole report as HTML."""
    names = " and ".join(sheet.name for sheet in found.sheets)
    title = f"The {names} gadget{'s' if len(found.sheets) > 1 else ''}"
    look, sign = ("good", "✓") if found else ("bad", "✗")
    verdict = found.verdict[0].upper() + found.verdict[1:]
    note = f"<small>{xml(found.partner[0].upper() + found.partner[1:])}.</small>" if found.partner else ""
    parts = [
        f'<h1>{xml(title)}</h1>\n<div class="banner {look}"><span class="sign">{sign}</span>'
        f"<span>{xml(verdict)}{note}</span></div>",
        *_faults(found),
        *_conditions(found),
        *_witness(found),
        *_budgets(found),
        *_books(found),
    ]
    for sheet in found.sheets:
        parts += _sheet(sheet)
    body = "\n".join(parts)
    style = f"<style>{STYLE}{_STYLE}</style>"
    return f"{HEAD}<title>{xml(title)}</title>\n{style}\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"


def _figure(block: Block, title: str) -> str:
    svg = on_paper(block, title).replace(' xmlns="http://www.w3.org/2000/svg"', "", 1)
    return f'<div class="figure">{svg}</div>'


def _list(lines: Iterable[str]) -> str:
    return "<ul>" + "".join(f"<li>{xml(line)}</li>" for line in lines) + "</ul>"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f"<th>{xml(cell)}</th>" for cell in head)
    lines = "".join("<tr>" + "".join(f"<td>{xml(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table></div>'


def _faults(found: Study) -> list[str]:
    lines = [f"{sheet.file}: {fault}" for sheet in found.sheets for fault in sheet.draft.faults]
    lines += [str(fault) for fault in found.faults]
    return [f"<h2>Faults of the drawings</h2>{_list(lines)}"] if lines else []


def _conditions(found: Study) -> list[str]:
    if found.proof is None:
        return [f"<h2>Conditions</h2>{_list(found.remarks)}"] if found.remarks else []
    rows = [("holds" if c.holds else "fails", c.name, c.detail) for c in found.proof.conditions]
    parts = [f"<h2>Conditions</h2>{_table(('', 'condition', 'figures'), rows)}"]
    for condition in found.proof.broken:
        block = failures_block(condition, found)
        if block is not None:
            parts.append(f"<h3>Broken: {xml(condition.name)}</h3>{_figure(block, condition.name)}")
    return parts


def _witness(found: Study) -> list[str]:
    if found.witness is None:
        return [f"<h2>Boards</h2>{_list(found.remarks)}"] if found.remarks and found.proof is not None else []
    title = witness_title(found.witness)
    return [f"<h2>{xml(title)}</h2>{_figure(witness_block(found.witness), title)}"]


def _budgets(found: Study) -> list[str]:
    if isinstance(found.budgets, NoBudgets):
        said = f"No gourds and coverings make these gadgets work: '{found.budgets.condition}' cannot be met. "
        return [f"<h2>Budgets</h2><p>{xml(said + found.budgets.reason[0].upper() + found.budgets.reason[1:])}.</p>"]
    if not isinstance(found.budgets, Budgets) or not found.budgets.changes:
        return []
    rows = [(c.gadget, c.section, c.stated or "–", c.wanted or "remove the line") for c in found.budgets.changes]
    table = _table(("gadget", "section", "stated", "should be"), rows)
    return [f"<h2>Budgets that make it work</h2><p>With these changes all five conditions hold.</p>{table}"]


def _books(found: Study) -> list[str]:
    faults = count_faults(found)
    rows = [
        (spell_kind(e.kind), e.when.rstrip(","), spell_number(e.given), spell_number(e.used), e.off)
        for e in found.books
    ]
    parts = [f"<h2>Counts</h2>{_list(faults)}"] if faults else ["<h2>Counts</h2>"] if rows else []
    if rows:
        parts.append(_table(("gourds", "for", "given", "used", ""), rows))
    return parts


def _sheet(sheet: Sheet) -> list[str]:
    paper = bundled_gadgets()
    known = " (the paper's)" if sheet.draft.gadget in (paper.variable, paper.clause) else ""
    parts = [
        f"<h2>The {sheet.name} gadget{known}</h2>"
        f'<p class="soft">{xml(sheet.file)} · given: {xml(spell_gourds(sheet.draft.gadget.gourds))}</p>'
        + _figure(sheet_block(sheet), f"The {sheet.name} gadget")
    ]
    if sheet.table is not None and sheet.table.count:
        title = signatures_title(sheet)
        how = "" if sheet.table.method == "exhaustion" else f'<p class="soft">Counted by a {sheet.table.method}.</p>'
        parts.append(f"<h3>{xml(title)}</h3>{how}{_figure(signatures_block(sheet), title)}")
    return parts
