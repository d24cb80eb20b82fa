"""Probabilities as a heat map: a bar for every edge, darker and wider the more placements have a gourd there.

The ramp is viridis from yellow (rare) to violet (always): lightness falls evenly along it, so that it can be read
with any color vision and in print; the width of the bars says the same once more. Rings show where the empty cell is.
"""

from __future__ import annotations

import math

from gourds.counts.probabilities import Probabilities
from gourds.hexgrid import center
from gourds.instance import Instance
from gourds.render.files import picture_file, picture_form
from gourds.render.geometry import Layout, arrange, hexagon_path, number
from gourds.render.legend import INK, SOFT
from gourds.render.palette import mix, tones
from gourds.render.tags import tag, text_tag
from gourds.render.text import FONT, clean, short_labels, shortened, width, xml

VIRIDIS = "440154 482475 414487 355f8d 2a788e 21918c 22a884 44bf70 7ad151 bddf26 fde725"
RAMP = [f"#{color}" for color in reversed(VIRIDIS.split())]
"""Viridis at 1, 0.9, …, 0."""
_MARGIN = 18.0
_LEGEND = 250.0


def ramp(share: float) -> str:
    """The color of a probability.

    >>> ramp(0), ramp(0.5), ramp(1)
    ('#fde725', '#21918c', '#440154')
    """
    at = min(max(share, 0.0), 1.0) * (len(RAMP) - 1)
    low = min(int(at), len(RAMP) - 2)
    return mix(RAMP[low], RAMP[low + 1], low + 1 - at)


def heat_map(instance: Instance, found: Probabilities, title: str, facts: str, path: str) -> bytes:
    """The bytes of a picture file; the ending of its name chooses SVG, PNG or HTML."""
    return picture_file(heat_map_svg(instance, found, title, facts), picture_form(path), title=title)


def heat_map_svg(instance: Instance, found: Probabilities, title: str, facts: str) -> str:
    """The heat map as SVG."""
    size = instance.board.size
    layout = arrange(instance.board.cells, 54.0 if size <= 61 else 44.0 if size <= 400 else 24.0)
    title = shortened(clean(title).strip(), 80)
    top = _MARGIN + 44
    wide = max(layout.width, _LEGEND, width(title, 18) * 1.05, width(facts, 13)) + 2 * _MARGIN
    low = top + layout.height + 22
    high = low + 62 + _MARGIN
    w, h = math.ceil(wide), math.ceil(high)
    shift = f'<g transform="translate({number((wide - layout.width) / 2)} {number(top)})">'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{w}" height="{h}" viewBox="0 0 {w} {h}"'
            f' font-family="{FONT}">',
            f"<title>{xml(title)}: {xml(facts)}</title>",
            f'<rect class="paper" width="{w}" height="{h}" fill="#ffffff"/>',
            text_tag(title, class_="ink", x=_MARGIN, y=_MARGIN + 16, font_size=18, font_weight="700", fill=INK),
            text_tag(facts, class_="soft", x=_MARGIN, y=_MARGIN + 36, font_size=13, fill=SOFT),
            shift,
            *_tiles(instance, layout),
            *_bars(instance, found, layout),
            *_rings(instance, found, layout),
            "</g>",
            *_legend((wide - _LEGEND) / 2, low),
            "</svg>\n",
        ]
    )


def _tiles(instance: Instance, layout: Layout) -> list[str]:
    shades = tones(instance.colors)
    cells = zip(instance.board.cell_list(), instance.cell_colors.tolist(), layout.centers(), strict=True)
    parts = ['<g stroke-width="1" opacity=".55">']
    for (q, r), color, (x, y) in cells:
        tone = shades[color]
        name = tag("title", f"({q}, {r}) {xml(instance.colors[color])}")
        parts.append(tag("path", name, d=hexagon_path(x, y, layout.cell * 0.955), fill=tone.cell, stroke=tone.border))
    return [*parts, "</g>", *_labels(instance, layout)]


def _labels(instance: Instance, layout: Layout) -> list[str]:
    """The names of the colors, small at the upper corner of each cell, where no bar passes."""
    size = 0.19 * layout.cell
    if size < 6:
        return []
    labels = short_labels(instance.colors)
    parts = [f'<g class="ink" fill="{INK}" font-size="{number(size)}" text-anchor="middle">']
    for color, (x, y) in zip(instance.cell_colors.tolist(), layout.centers(), strict=True):
        parts.append(text_tag(labels[color], x=x, y=y - 0.345 * layout.cell))
    return [*parts, "</g>"]


def _bars(instance: Instance, found: Probabilities, layout: Layout) -> list[str]:
    """Every edge as two halves, each where its cell is; likely ones lie on top."""
    centers = dict(zip(instance.board.cell_list(), layout.centers(), strict=True))
    half = 0.5 * layout.cell
    parts = ['<g fill="none" stroke-linecap="round">']
    for (a, b), share in sorted(found.edges.items(), key=lambda row: row[1]):
        if not share:
            continue
        ux, uy = center((b[0] - a[0], b[1] - a[1]))
        path = ""
        for cell, sign in ((a, 1), (b, -1)):
            x, y = centers[cell]
            path += f"M{number(x)} {number(y)}l{number(sign * ux * half)} {number(sign * uy * half)}"
        value = float(share)
        name, thick = tag("title", f"{a}–{b}: {value:.4g}"), layout.cell * (0.05 + 0.25 * value)
        parts.append(tag("path", name, d=path, stroke=ramp(value), stroke_width=thick))
    return [*parts, "</g>"]


def _rings(instance: Instance, found: Probabilities, layout: Layout) -> list[str]:
    parts = ['<g fill="#ffffff">']
    for cell, (x, y) in zip(instance.board.cell_list(), layout.centers(), strict=True):
        value = float(found.empties[cell])
        if value:
            name, thick = tag("title", f"{cell} empty: {value:.4g}"), layout.cell * (0.045 + 0.08 * value)
            parts.append(tag("circle", name, cx=x, cy=y, r=layout.cell * 0.17, stroke=ramp(value), stroke_width=thick))
    return [*parts, "</g>"]


def _legend(x: float, y: float) -> list[str]:
    """The ramp from 0 to 1 as a wedge, as wide as the bars are, and what the marks mean."""
    steps = 50
    parts = []
    for k in range(steps):
        value = (k + 0.5) / steps
        left, wide, high = x + _LEGEND * k / steps, _LEGEND / steps + 0.4, 4 + 14 * value
        parts.append(tag("rect", x=left, y=y + 18 - high, fill=ramp(value), width=wide, height=high))
    parts.append(f'<g class="ink" fill="{INK}" font-size="11" text-anchor="middle">')
    parts += [text_tag(f"{k / 4:g}", x=x + _LEGEND * k / 4, y=y + 31) for k in range(5)]
    words = "share of all placements with a gourd there; rings: with this cell empty"
    size = min(11.0, 11.0 * (_LEGEND + 2 * _MARGIN - 8) / width(words, 11.0))
    return [*parts, text_tag(words, x=x + _LEGEND / 2, y=y + 49, font_size=size) + "</g>"]
