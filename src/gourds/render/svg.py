"""Putting a picture together: heading, board, legend, and the sizes of everything."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from gourds.placement import PartialPlacement, Placement
from gourds.render import compact, detail
from gourds.render import legend as legends
from gourds.render.geometry import Layout, arrange, caption_size, number
from gourds.render.palette import stronger
from gourds.render.scene import Drawable, Gourds, Highlight, scene_of
from gourds.render.text import FONT, clean, shortened, width, xml

COMPACT = 1500
"""Boards with more cells are drawn compactly, unless labels or coordinates are asked for."""
MARGIN = 18.0
_SPACE = 30.0
_TITLE = 18.0
_FACTS = 13.0
_TITLE_LIMIT = 100


def to_svg(
    value: Drawable,
    placement: Placement | PartialPlacement | None = None,
    *,
    title: str | None = None,
    legend: bool = True,
    labels: bool | None = None,
    coordinates: bool = False,
    partial: Gourds | None = None,
    highlight: Highlight | None = None,
    budgets: Collection[tuple[int, int]] | None = None,
) -> str:
    """An SVG picture of a board, an instance or a placement; the same input gives the same bytes.

    - ``placement``: gourds to draw on a board or an instance.
    - ``title``: the heading; by default an instance's name. ``""`` for none.
    - ``legend``: colors, budgets and sizes, beside the board or below it.
    - ``labels``: short names of the colors in the cells; by default on boards of up to 1,500 cells.
    - ``coordinates``: the axial coordinates q,r in each cell.
    - ``partial``: pairs of cells, gourds to draw instead of a placement; the cells that they leave open get rings.
    - ``highlight``: indices of cells that are outlined, or their regions by number; all other cells fade.
    - ``budgets``: pairs of colors (as indices) whose budgets stand out in the legend.

    Raises InputError if the placement has cells off the board or ends that are not adjacent.
    """
    scene = scene_of(value, placement, partial, highlight, budgets)
    is_compact = scene.board.size > COMPACT and not labels and not coordinates
    layout = arrange(scene.board.cells, _cell_width(scene.board.size, is_compact, coordinates))
    if is_compact:
        scene = replace(scene, tones=tuple(stronger(tone) for tone in scene.tones))
        drawing = compact.draw(scene, layout)
    else:
        drawing = detail.draw(scene, layout, labels=labels is not False, coordinates=coordinates)
    drawing += captions(layout)
    # Headings and legends grow along with large boards, which are looked at from farther away.
    grow = min(max(layout.width / 1300, 1.0), 2.5)
    body = Block(drawing, layout.width, layout.height)
    if legend and (scene.is_colored or scene.empty is not None):
        mark = compact.empty_mark if is_compact else detail.empty_mark
        body = with_legend(legends.sections_of(scene, mark), body, grow)
    heading = heading_block(scene.name if title is None else title, scene.facts() if legend else "", grow)
    return on_paper(heading, body, clean(title or scene.name).strip() or scene.facts())


@dataclass(frozen=True)
class Block:
    """A part of the picture with its upper left corner at (0, 0)."""

    parts: list[str]
    width: float
    height: float


def moved(parts: list[str], x: float, y: float, scale: float = 1.0) -> list[str]:
    """The parts in a group at another place."""
    turn = f"translate({number(x)} {number(y)})" + (f" scale({number(scale)})" if scale != 1 else "")
    return [f'<g transform="{turn}">', *parts, "</g>"]


def _cell_width(cells: int, is_compact: bool, coordinates: bool) -> float:
    """The width of a cell in pixels: large where texts must fit into it, small where there are many."""
    if is_compact:
        return 16.0 if cells <= 6000 else 12.0 if cells <= 60_000 else 8.0
    wide = 54.0 if cells <= 61 else 44.0 if cells <= 400 else 34.0
    return max(wide, 54.0) if coordinates else wide


def captions(layout: Layout) -> list[str]:
    """The small texts above the bands of a folded board."""
    if not layout.captions:
        return []
    texts = [f'<text x="{number(c.x)}" y="{number(c.y)}">{xml(c.text)}</text>' for c in layout.captions]
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
        parts.append(
            f'<text class="ink" fill="{legends.INK}" font-size="{number(_TITLE * grow)}" font-weight="700"'
            f' y="{number((y - 2) * grow)}">{xml(title)}</text>'
        )
    if facts:
        y += _FACTS + 6
        parts.append(
            f'<text class="soft" fill="{legends.SOFT}" font-size="{number(_FACTS * grow)}"'
            f' y="{number((y - 4) * grow)}">{xml(facts)}</text>'
        )
    wide = max(1.05 * width(title, _TITLE), width(facts, _FACTS)) * grow
    return Block(parts, wide, (y + 12) * grow if parts else 0.0)


def on_paper(heading: Block, body: Block, name: str) -> str:
    """The whole picture on white paper."""
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
