"""The legend: what the colors are called, how many cells and ends they have, and how many gourds of each kind.

Its sections stand one below the other if that is not much higher than the board. Otherwise each section has
columns of its own, all about equally long: beside the board as many as its height asks for, below it as many as
its width allows. Long sections keep their most frequent members and say how many more there are.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gourds.render.geometry import half_gourd_path, hexagon_path
from gourds.render.palette import OUTLINE
from gourds.render.scene import FADED, Scene
from gourds.render.tags import CENTER, Block, centered_text, tag, text_tag
from gourds.render.text import clean, label_size, shortened, width, xml

ROW = 29.0
HEAD = 25.0
GAP = 18.0
COLUMN_GAP = 36.0
SIZE = 13.0
"""The font size of names and numbers."""
SHOWN = 24
"""At most this many colors, and this many kinds of gourds, are listed."""
INK = "#24292e"
SOFT = "#6a737d"
_LEAST = HEAD + 7 * ROW
_SWATCH = 28.0
_GOURD = 29.0
_MIDDLE = 13.0
_NAME_LIMIT = 28

Draw = Callable[[float, float], str]
"""Draws something with its upper left corner at a point."""
Mark = Callable[[float, float, float], str]
"""Draws the mark of the empty cell around a point, for cells of a width."""


@dataclass(frozen=True)
class Section:
    """Rows of one kind under a heading."""

    title: str
    heads: tuple[tuple[float, str], ...]
    """What stands over the numbers, and where they end; repeated over every column with numbers."""
    numbered: int
    """The number of rows with such numbers; they come first."""
    rows: tuple[Draw, ...]
    width: float


def lay_beside(sections: Sequence[Section], height: float) -> Block:
    """Sections in columns that are about ``height`` pixels high."""
    height = max(height, _LEAST)
    if _pile(sections).height <= height * 1.08:
        return _pile(sections)
    return _columns(sections, int((height * 1.08 - HEAD) / ROW))


def lay_below(sections: Sequence[Section], across: float) -> Block:
    """Sections as low as they can be within ``across`` pixels."""
    tries = (_columns(sections, rows) for rows in range(2, SHOWN + 3))
    return next((legend for legend in tries if legend.width <= across), _pile(sections))


def sections_of(scene: Scene, mark: Mark) -> list[Section]:
    """The legend of a scene: its colors, and its budgets."""
    return [section for section in (_colors(scene, mark), _gourds(scene)) if section]


def _pile(sections: Sequence[Section]) -> Block:
    """All sections one below the other."""
    parts: list[str] = []
    y = -GAP
    for section in sections:
        parts.append(_head(section, 0, y + GAP, 0))
        y += GAP + HEAD
        parts += [row(0, y + ROW * k) for k, row in enumerate(section.rows)]
        y += ROW * len(section.rows)
    return Block(parts, max((section.width for section in sections), default=0.0), y)


def _columns(sections: Sequence[Section], most: int) -> Block:
    """Every section in columns of its own with at most this many rows."""
    parts: list[str] = []
    x = bottom = 0.0
    for section in sections:
        count = -(-len(section.rows) // most)
        rows = -(-len(section.rows) // count)
        for k, row in enumerate(section.rows):
            left = x + k // rows * (section.width + COLUMN_GAP)
            if k % rows == 0:
                parts.append(_head(section, left, 0, k))
            parts.append(row(left, HEAD + k % rows * ROW))
        x += -(-len(section.rows) // rows) * (section.width + COLUMN_GAP)
        bottom = max(bottom, HEAD + rows * ROW)
    return Block(parts, x - COLUMN_GAP, bottom)


def _text(x: float, y: float, text: str, *, anchor: str = "", soft: bool = False, bold: bool = False) -> str:
    look = {"class": "soft", "fill": SOFT} if soft else {}
    return text_tag(text, x=x, y=y, text_anchor=anchor or None, **look, font_weight="700" if bold else None)


def beside_text(x: float, y: float, text: str, *, anchor: str = "", soft: bool = False) -> str:
    """A text in a row whose upper edge is at y."""
    return _text(x, y + _MIDDLE + SIZE * CENTER, text, anchor=anchor, soft=soft)


def swatch_text(x: float, y: float, label: str, wide: float, color: str) -> str:
    """The label of a color in a swatch of a width."""
    size = label_size(label, wide)
    return centered_text(x, y, label, size, font_weight="500", text_anchor="middle", fill=color)


def _head(section: Section, x: float, y: float, row: int) -> str:
    """The heading of the column that starts with a row; only the first one has the title."""
    title = "" if row else _text(x, y + 13, section.title, bold=True)
    heads = section.heads if row < section.numbered else ()
    return title + "".join(_text(x + right, y + 13, text, anchor="end", soft=True) for right, text in heads)


def marked(title: str, rows: Sequence[tuple[Draw, str]], left: float, wide: float = 0.0) -> Section:
    """Marks, and beside each what it means; at least so wide."""

    def row(mark: Draw, words: str) -> Draw:
        return lambda x, y: mark(x, y) + beside_text(x + left, y, words)

    wide = max(wide, left + max((width(words, SIZE) for _, words in rows), default=0.0))
    return Section(title, (), 0, tuple(row(*each) for each in rows), wide)


def more(count: int, what: str) -> Draw:
    """A row that says how many are left out."""
    return lambda x, y: beside_text(x, y, f"and {count:,} more {what}", soft=True)


def natural(text: str) -> list[tuple[int, str]]:
    """A key that puts x2 before x10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d{1,18})", text)]


def _most(counts: Sequence[int]) -> list[int]:
    """The indices to show: all, or the most frequent ones if they are too many."""
    return sorted(range(len(counts)), key=lambda k: (-counts[k], k))[:SHOWN]


def _colors(scene: Scene, mark: Mark) -> Section | None:
    """The colors with their numbers of cells and ends, and the empty cell."""
    if not scene.is_colored:
        return None if scene.empty is None else Section("Empty cell", (), 0, (_empty(scene, mark, ""),), 110.0)
    shown = sorted(_most(scene.cells_of), key=lambda k: (natural(scene.names[k]), k))
    names = {k: shortened(clean(scene.names[k]).strip() or f"“{clean(scene.names[k])}”", _NAME_LIMIT) for k in shown}
    left = _SWATCH + 10
    wide = max(width(name, SIZE) for name in names.values())
    if scene.empty is not None:
        wide = max(wide, width(_empty_text(scene), SIZE) - 60)
    cells = left + wide + 18 + max(32, *(width(f"{scene.cells_of[k]:,}", SIZE) for k in shown))
    ends = cells + 14 + max(30, *(width(f"{scene.ends_of[k]:,}", SIZE) for k in shown))

    def row(k: int) -> Draw:
        def draw(x: float, y: float) -> str:
            tone, label, name = scene.tones[k], scene.labels[k], names[k]
            full = f"<title>{xml(scene.names[k])}</title>" if name != scene.names[k] else ""
            spot = x + _SWATCH / 2, y + _MIDDLE
            return (
                f"<g>{full}"
                + tag("path", d=hexagon_path(*spot, _SWATCH * 0.84), fill=tone.cell, stroke=tone.border)
                + swatch_text(*spot, label, _SWATCH, tone.on_cell)
                + beside_text(x + left, y, name)
                + beside_text(x + cells, y, f"{scene.cells_of[k]:,}", anchor="end")
                + beside_text(x + ends, y, f"{scene.ends_of[k]:,}", anchor="end")
                + "</g>"
            )

        return draw

    rows = [row(k) for k in shown]
    if len(shown) < len(scene.names):
        rows.append(more(len(scene.names) - len(shown), "colors"))
    if scene.empty is not None:
        rows.append(_empty(scene, mark, "empty cell "))
    return Section("Colors", ((cells, "cells"), (ends, "ends")), len(shown), tuple(rows), max(ends, 140.0))


def _empty_text(scene: Scene, before: str = "empty cell ") -> str:
    q, r = scene.board.cells[scene.empty].tolist()
    return f"{before}({q}, {r})"


def _empty(scene: Scene, mark: Mark, before: str) -> Draw:
    """The mark of the empty cell and where it is."""

    def draw(x: float, y: float) -> str:
        return mark(x + _SWATCH / 2, y + _MIDDLE, _SWATCH) + beside_text(
            x + _SWATCH + 10, y, _empty_text(scene, before)
        )

    return draw


def _gourds(scene: Scene) -> Section | None:
    """The budgets."""
    if not scene.budgets:
        return None
    marked = scene.marked_budgets
    stands_out = [marked is None or (i, j) in marked for i, j, _ in scene.budgets]
    # What stands out is shown before anything else.
    first = len(scene.budgets) * max(count for _, _, count in scene.budgets)
    shown = _most([count + first * stands_out[k] for k, (_, _, count) in enumerate(scene.budgets)])
    shown.sort(key=lambda k: (not stands_out[k], [natural(scene.names[color]) for color in scene.budgets[k][:2]], k))
    right = 2 * _GOURD + 8 + max(width(f"× {count:,}", SIZE) for _, _, count in scene.budgets)

    def row(i: int, j: int, count: int, clear: bool) -> Draw:
        def draw(x: float, y: float) -> str:
            parts = mini_gourd(scene, i, j, x + _GOURD * 0.42, y + _MIDDLE) + beside_text(
                x + 2 * _GOURD + 4, y, f"× {count:,}"
            )
            return parts if clear else f'<g opacity="{FADED}">{parts}</g>'

        return draw

    rows = [row(*scene.budgets[k], stands_out[k]) for k in shown]
    hidden = len(scene.budgets) - len(shown)
    if hidden:
        rows.append(more(hidden, "kinds"))
    least = width(f"and {hidden:,} more kinds", SIZE) if hidden else 60.0
    return Section("Gourds", (), 0, tuple(rows), max(right, least))


def mini_gourd(scene: Scene, i: int, j: int, x: float, y: float) -> str:
    """A small gourd with ends of two colors, the first one's center at a point."""
    parts = [f'<g stroke="{OUTLINE}" stroke-width="1.2">']
    ends = ((x, i, (1.0, 0.0)), (x + _GOURD, j, (-1.0, 0.0)))
    parts += [f'<path d="{half_gourd_path(at, y, way, _GOURD)}" fill="{scene.tones[k].disc}"/>' for at, k, way in ends]
    parts.append('</g><g text-anchor="middle" font-weight="500">')
    for at, k, _ in ends:
        label, ink = scene.labels[k], scene.tones[k].on_disc
        parts.append(centered_text(at, y, label, label_size(label, _GOURD), fill=ink))
    return "".join([*parts, "</g>"])
