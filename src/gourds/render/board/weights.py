"""A step of a linear proof as a picture: what every cell asks for or offers, the odd sets, and the two sums.

Numbers on cells are those of :class:`~gourds.explain.sums.Sums`, as the sentence below the board uses them. Odd
sets are outlined; a dark disc between their cells has their number.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from gourds.explain.sums import Sums, signed
from gourds.instance import Instance
from gourds.render import legend as legends
from gourds.render.board.detail import TILE
from gourds.render.geometry import Layout, arrange, hexagon_path, region_path
from gourds.render.palette import OUTLINE
from gourds.render.scene import FADED, Scene, scene_of
from gourds.render.svg import captions, growth, heading_block, on_paper, with_legend
from gourds.render.tags import Block, centered_text, tag, text_tag
from gourds.render.text import clean, in_lines, label_size, shortened, width, xml

CELL = 54.0
_WEIGHT = 0.37
_LABEL = 0.22
_DISC = 0.2
_LINES = 14.0
"""The font size of the text below the board."""

Point = tuple[float, float]


def weights_svg(instance: Instance, step: Mapping[str, Any], title: str, *, closing: int = 0) -> str:
    """One step of a certificate of kind ``linear``, as SVG; ``closing`` steps before it close edges."""
    sums, scene = Sums.of(instance, step), scene_of(instance)
    layout = arrange(instance.board.cells, CELL)
    grow = growth(layout.width)
    spots = _spots(sums, layout)
    drawing = [*_tiles(scene, sums, layout, spots), *_sets(sums, layout, spots), *captions(layout)]
    board = Block(drawing, layout.width, layout.height)
    body = with_legend(_sections(scene, sums), board, grow)
    texts = [f"There is no placement: {sums.sentence()}.", *words_of(sums)]
    if closing:
        texts.append(
            f"Before that, {closing:,} {'steps' if closing > 1 else 'step'} closed edges that no placement uses."
        )
    size = _LINES * grow
    heading = heading_block(title, scene.facts(), grow)
    wide = max(body.width, heading.width, 480.0)
    lines = [line for text in texts for line in in_lines((shortened(word, 60) for word in text.split()), size, wide)]
    low = body.height + 1.6 * size
    written = [
        text_tag(line, class_="ink", fill=legends.INK, font_size=size, y=low + 1.45 * size * k)
        for k, line in enumerate(lines)
    ]
    whole = Block([*body.parts, *written], wide, low + 1.45 * size * (len(lines) - 1) + 0.4 * size)
    return on_paper(whole, clean(title).strip() or scene.facts(), heading)


def words_of(sums: Sums) -> list[str]:
    """How to read the numbers, a sentence each."""
    if sums.cells_ask:
        more = ", and the number of every odd set that it lies inside" if sums.sets else ""
        rule = f"A gourd gives its two cells no more than the number of its kind{more}. Other kinds give 0."
        verb = "given"
    else:
        more = " and from every odd set that it lies inside" if sums.sets else ""
        rule = f"A gourd takes from its two cells{more} at least the number of its kind. Other kinds may take nothing."
        verb = "offered"
    asked, offered = signed(sums.asked), signed(sums.offered)
    return [rule, f"Every cell is covered or empty: {asked} asked for, {offered} {verb} at most."]


def _tiles(scene: Scene, sums: Sums, layout: Layout, spots: Sequence[Point]) -> list[str]:
    """The cells in their colors, with their numbers; cells without one are fainter.

    The name of the color stands over the number, or below it if the number of a set is at the upper corner.
    """
    parts, taken = [], set(map(_key, spots))
    in_sets = {v for _, cells in sums.sets for v in cells}
    cells = zip(scene.board.cell_list(), scene.color_of.tolist(), layout.centers(), strict=True)
    for v, (cell, color, (x, y)) in enumerate(cells):
        tone, label, value = scene.tones[color], scene.labels[color], sums.cells.get(v, 0)
        turned = _key((x, y - layout.cell / math.sqrt(3))) in taken
        name, figure = (0.34, -0.06) if turned else (-0.3, 0.09)
        size = min(_LABEL * layout.cell, label_size(label, layout.cell))
        title = tag("title", f"{cell} {xml(scene.names[color])}")
        tile = tag("path", title, d=hexagon_path(x, y, layout.cell * TILE), fill=tone.cell, stroke=tone.border)
        text = _text(x, y + name * layout.cell, label, size, tone.on_cell)
        parts.append(tag("g", tile + text, opacity=1 if value else 0.6 if v in in_sets else FADED))
        if value:
            size = _fitting(value, layout.cell)
            parts.append(_text(x, y + figure * layout.cell, signed(value), size, tone.on_cell, bold=True))
    return parts


def _fitting(value: int, cell: float) -> float:
    """The font size of a number in a cell."""
    size = _WEIGHT * cell
    return min(size, size * 0.72 * cell / width(signed(value), size))


def _text(x: float, y: float, text: str, size: float, color: str, *, bold: bool = False) -> str:
    weight = "700" if bold else None
    return centered_text(x, y, text, size, font_weight=weight, text_anchor="middle", fill=color)


def _sets(sums: Sums, layout: Layout, spots: Sequence[Point]) -> list[str]:
    """The outline of every odd set, then all their numbers."""
    thick, lines = 0.06 * layout.cell, []
    for _, cells in sums.sets:
        path = region_path(sums.instance.board, dict.fromkeys(cells, 0), layout)
        line = tag(
            "path", class_="region", d=path, fill="none", stroke=OUTLINE, stroke_width=thick, stroke_linecap="round"
        )
        lines.append(line)
    numbers = (weight for weight, _ in sums.sets)
    return lines + [_disc(x, y, weight, layout.cell) for (x, y), weight in zip(spots, numbers, strict=True)]


def _spots(sums: Sums, layout: Layout) -> list[Point]:
    """Where the number of each odd set stands: between cells of its own, and not on another one if that can be."""
    centers, taken = layout.centers(), set()
    found = []
    for _, cells in sums.sets:
        spots = _between([centers[v] for v in cells], layout.cell)
        spot = next((spot for spot in spots if _key(spot) not in taken), spots[0])
        taken.add(_key(spot))
        found.append(spot)
    return found


def _key(spot: Point) -> tuple[int, int]:
    return round(spot[0]), round(spot[1])


def _disc(x: float, y: float, weight: int, cell: float) -> str:
    size = min(0.27 * cell, 0.27 * cell * 1.5 * _DISC * cell / width(str(weight), 0.27 * cell))
    disc = tag("circle", cx=x, cy=y, r=_DISC * cell, fill=OUTLINE, stroke="#ffffff", stroke_width=1.5)
    return disc + _text(x, y, str(weight), size, "#ffffff", bold=True)


def _between(centers: Sequence[Point], cell: float) -> list[Point]:
    """Points where cells of a set meet, three at a corner before two at a side; the most central first."""
    middle = _mean(centers)
    found: list[Point] = []
    for count in (3, 2):
        meeting = [
            _mean(some)
            for some in combinations(centers, count)
            if all(math.dist(a, b) < 1.1 * cell for a, b in combinations(some, 2))
        ]
        found += sorted(meeting, key=lambda spot: math.dist(spot, middle))
    return found or [middle]


def _mean(spots: Sequence[Point]) -> Point:
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


# -- the legend ----------------------------------------------------------------------------------------------------


def _sections(scene: Scene, sums: Sums) -> list[legends.Section]:
    """What the numbers are; what the kinds of gourds give or ask for; the sums."""
    asks, gives = ("asks for", "gives at most") if sums.cells_ask else ("offers", "asks for")
    rows = [(_sample_cell, f"what a cell {asks}")] if sums.cells else []
    if sums.sets:
        rows.append((_sample_disc, f"what an odd set {'gives' if sums.cells_ask else 'offers'} to a gourd inside"))
    wide = max((width(text, legends.SIZE) for _, text in rows), default=0) + 44
    numbers = legends.marked("Numbers", rows, 38, wide)
    return [section for section in (numbers if rows else None, _kinds(scene, sums, gives)) if section]


def _sample_cell(x: float, y: float) -> str:
    tile = tag("path", d=hexagon_path(x + 14, y + 13, 25), fill="#ffffff", stroke=OUTLINE)
    return tile + _text(x + 14, y + 13, "n", 14, legends.INK, bold=True)


def _sample_disc(x: float, y: float) -> str:
    disc = tag("circle", cx=x + 14, cy=y + 13, r=10.5, fill=OUTLINE)
    return disc + _text(x + 14, y + 13, "n", 13, "#ffffff", bold=True)


def _kinds(scene: Scene, sums: Sums, gives: str) -> legends.Section | None:
    """The kinds of gourds with a number, and how many there are of each; the empty cell with its number."""
    budgets = sums.instance.budgets
    order = sorted(sums.kinds, key=lambda pair: -abs(sums.kinds[pair]) * budgets.get(pair, 0))
    each, total = 152.0, 218.0

    def row(i: int, j: int) -> legends.Draw:
        def draw(x: float, y: float) -> str:
            return (
                legends.mini_gourd(scene, i, j, x + 12, y + 13)
                + legends.beside_text(x + each, y, signed(sums.kinds[i, j]), anchor="end")
                + legends.beside_text(x + total, y, f"× {budgets.get((i, j), 0):,}", anchor="end")
            )

        return draw

    def empty(x: float, y: float) -> str:
        text = legends.beside_text(x, y, "empty cell") + legends.beside_text(
            x + each, y, signed(sums.empty), anchor="end"
        )
        return text + legends.beside_text(x + total, y, "× 1", anchor="end")

    rows = [row(i, j) for i, j in order[: legends.SHOWN]]
    if len(order) > legends.SHOWN:
        rows.append(legends.more(len(order) - legends.SHOWN, "kinds"))
    if sums.empty:
        rows.append(empty)
    if not rows:
        return None
    heads = ((each, gives), (total, "there are"))
    return legends.Section("Gourds", heads, len(rows), tuple(rows), total)
