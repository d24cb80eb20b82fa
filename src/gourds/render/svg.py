"""Putting a picture together: a heading and what is below it, a board and its legend, all on white paper."""

from __future__ import annotations

import math
from collections.abc import Sequence

from gourds.render import legend as legends
from gourds.render.geometry import Layout, caption_size, number
from gourds.render.tags import Block, text_tag
from gourds.render.text import FONT, clean, shortened, width, xml

MARGIN = 18.0
_SPACE = 30.0
_TITLE = 18.0
_FACTS = 13.0
_TITLE_LIMIT = 100


def moved(parts: list[str], x: float, y: float, scale: float = 1.0) -> list[str]:
    """The parts in a group at another place."""
    turn = f"translate({number(x)} {number(y)})" + (f" scale({number(scale)})" if scale != 1 else "")
    return [f'<g transform="{turn}">', *parts, "</g>"]


def captions(layout: Layout) -> list[str]:
    """The small texts above the bands of a folded board."""
    if not layout.captions:
        return []
    texts = [text_tag(c.text, x=c.x, y=c.y) for c in layout.captions]
    return [f'<g class="soft" fill="{legends.SOFT}" font-size="{number(caption_size(layout.cell))}">', *texts, "</g>"]


def with_legend(sections: Sequence[legends.Section], board: Block, grow: float) -> Block:
    """The board with the sections of a legend to its right, or below it if the board is wide."""
    style = f'<g class="ink" fill="{legends.INK}" font-size="{number(legends.SIZE)}">'
    if board.width < min(1.4 * board.height + 160, 1400):
        box = legends.lay_beside(sections, board.height / grow)
        x, height = board.width + _SPACE * grow, max(board.height, box.height * grow)
        placed = moved(board.parts, 0, (height - board.height) / 2)
        return Block([*placed, *moved([style, *box.parts, "</g>"], x, 0, grow)], x + box.width * grow, height)
    box = legends.lay_below(sections, max(board.width / grow, 420.0))
    y = board.height + 0.8 * _SPACE * grow
    parts = [*board.parts, *moved([style, *box.parts, "</g>"], 0, y, grow)]
    return Block(parts, max(board.width, box.width * grow), y + box.height * grow)


def heading_block(title: str, facts: str, grow: float) -> Block:
    """The title and the facts below it."""
    title = shortened(clean(title).strip(), _TITLE_LIMIT)
    parts: list[str] = []
    y = 0.0
    if title:
        y += _TITLE
        bold = {"class": "ink", "fill": legends.INK}
        parts.append(text_tag(title, **bold, font_size=_TITLE * grow, font_weight="700", y=(y - 2) * grow))
    if facts:
        y += _FACTS + 6
        parts.append(text_tag(facts, class_="soft", fill=legends.SOFT, font_size=_FACTS * grow, y=(y - 4) * grow))
    wide = max(1.05 * width(title, _TITLE), width(facts, _FACTS)) * grow
    return Block(parts, wide, (y + 12) * grow if parts else 0.0)


def growth(wide: float, most: float = 2.5) -> float:
    """How much larger headings and legends are on large pictures, which are looked at from farther away."""
    return min(max(wide / 1300, 1.0), most)


def titled(body: Block, title: str | None, facts: str, name: str = "", grow: float = 1.0) -> str:
    """A picture under its title and facts; it is called by its title, or by the name or the facts if it has none."""
    called = clean(title or "").strip() or name or facts
    return on_paper(body, called, heading_block(title or "", facts, grow))


def on_paper(body: Block, name: str, heading: Block | None = None) -> str:
    """The whole picture on white paper."""
    heading = heading or Block([], 0, 0)
    w = math.ceil(max(heading.width, body.width) + 2 * MARGIN)
    h = math.ceil(heading.height + body.height + 2 * MARGIN)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{w}" height="{h}"'
        f' viewBox="0 0 {w} {h}" font-family="{FONT}">',
        f"<title>{xml(name)}</title>",
        f'<rect class="paper" width="{w}" height="{h}" fill="#ffffff"/>',
        *moved(heading.parts, MARGIN, MARGIN),
        *moved(body.parts, MARGIN, MARGIN + heading.height),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"
