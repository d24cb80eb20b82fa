"""What reports are made of, whatever they report on: the page around it, its banner, facts, lists and tables.

Text is escaped here where a parameter is called so: titles, words of banners, facts. Cells of tables are HTML already.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gourds.render.report_style import HEAD, STYLE
from gourds.render.text import xml


def document(title: str, parts: Iterable[str], *, head: str = HEAD, style: str = STYLE, end: str = "") -> str:
    """The whole page: parts that are not empty, one to a line, and at the ``end`` what is not shown."""
    start = f"<title>{xml(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n<main>"
    return "\n".join(part for part in (head, start, *parts, "</main>", end, "</body>\n</html>\n") if part)


def banner(look: str, sign: str, text: str, more: str | None = None) -> str:
    """The outcome in large letters, and in small ones what follows from it; ``look`` is good, warn or bad."""
    small = "" if more is None else f"<small>{xml(more)}</small>"
    return (
        f'<div class="banner {look}" role="status"><span class="sign" aria-hidden="true">{sign}</span>'
        f"<span>{xml(text)}{small}</span></div>"
    )


def fact_list(facts: Iterable[tuple[str, str, str]]) -> str:
    """The main figures: what each is of, the figure, and what to know about it."""
    shown = (
        f"<div><dt>{name}</dt><dd>{xml(figure)}<small>{xml(more)}</small></dd></div>" for name, figure, more in facts
    )
    return f'<dl class="facts">{"".join(shown)}</dl>'


def named_list(rows: Iterable[tuple[str, str]]) -> str:
    """The inside of a list of names with HTML that says more."""
    return "".join(f"<dt>{name}</dt><dd>{text}</dd>" for name, text in rows)


def notes(texts: Sequence[str]) -> str:
    """What readers should know before they believe the figures; empty if there is nothing."""
    return f'<ul class="notes">{"".join(f"<li>{xml(text)}</li>" for text in texts)}</ul>' if texts else ""


# -- tables ---------------------------------------------------------------------------------------------------


def columns(*names: str) -> str:
    """Heads of columns of text."""
    return "".join(f'<th scope="col">{name}</th>' for name in names)


def number_columns(names: Iterable[str]) -> str:
    """Heads of columns of numbers."""
    return "".join(f'<th scope="col" class="n">{name}</th>' for name in names)


def number_cells(values: Iterable[object]) -> str:
    """Cells with numbers."""
    return "".join(f'<td class="n">{value}</td>' for value in values)


def table_row(name: str, cells: str, look: str = "", *, link: str = "") -> str:
    """A row: its name, with more attributes as ``link``, and its cells."""
    opening = f'<tr class="{look}">' if look else "<tr>"
    return f'{opening}<th scope="row"{link}>{name}</th>{cells}</tr>'


def table(head: str, rows: Sequence[str], look: str = "") -> str:
    """A table that scrolls sideways where it is too wide."""
    opening = f'<table class="{look}">' if look else "<table>"
    return f'<div class="scroll">{opening}<thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
