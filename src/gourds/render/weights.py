"""A step of a linear proof as a picture: the weight of every cell, and the odd sets with theirs.

Below the board stands the sum that makes the proof: what a placement can pay at most.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from gourds.instance import Instance
from gourds.render.geometry import Layout, arrange, hexagon_path, number
from gourds.render.legend import INK, SOFT
from gourds.render.palette import tones
from gourds.render.text import FONT, clean, width, xml

_MARGIN = 20.0
_LINE = 21.0


def weights_svg(instance: Instance, step: Mapping[str, Any], title: str) -> str:
    """One step of a certificate of kind ``linear``, as SVG."""
    layout = arrange(instance.board.cells, 54.0)
    lines = words_of(instance, step)
    top = _MARGIN + 34
    wide = max(layout.width, *(width(line, 14) for line in lines), width(title, 18) * 1.05) + 2 * _MARGIN
    low = top + layout.height + 30
    w, h = math.ceil(wide), math.ceil(low + _LINE * (len(lines) - 1) + _MARGIN)
    text = [
        f'<text x="{number(_MARGIN)}" y="{number(low + _LINE * k)}" font-size="14" class="soft" fill="{SOFT}">'
        f"{xml(line)}</text>"
        for k, line in enumerate(lines)
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{w}" height="{h}" viewBox="0 0 {w} {h}"'
            f' font-family="{FONT}">',
            f"<title>{xml(clean(title))}</title>",
            f'<rect class="paper" width="{w}" height="{h}" fill="#ffffff"/>',
            f'<text class="ink" x="{number(_MARGIN)}" y="{number(_MARGIN + 14)}" font-size="18" font-weight="700"'
            f' fill="{INK}">{xml(clean(title))}</text>',
            f'<g transform="translate({number((wide - layout.width) / 2)} {number(top)})">',
            *_tiles(instance, step, layout),
            *_sets(instance, step, layout),
            "</g>",
            *text,
            "</svg>\n",
        ]
    )


def words_of(instance: Instance, step: Mapping[str, Any]) -> list[str]:
    """Prices and the limit in words, a line each."""
    colors = instance.colors
    classes = {(i, j): weight for i, j, weight in step["classes"]}
    spent = sum(weight * instance.budgets.get(pair, 0) for pair, weight in classes.items())
    cells = sum(row[2] for row in step["cells"])
    held = sum(row[0] * ((len(row) - 1) // 4) for row in step["sets"])
    budgets = ", ".join(
        f"({colors[i]}, {colors[j]}) {_signed(weight)}, budget {instance.budgets.get((i, j), 0)}"
        for (i, j), weight in classes.items()
    )
    limit = held - cells - spent - step["empty"]
    return [
        f"Weights of gourds: {budgets}; of the empty cell: {_signed(step['empty'])}",
        "Price of a gourd: the sets around it, less its cells, less its kind. No price is below zero.",
        f"A placement pays at most {held} (sets) − {_bracketed(cells)} (cells) − {_bracketed(spent)} (gourds)"
        f" − {_bracketed(step['empty'])} (empty) = {_signed(limit)}",
    ]


def _signed(value: int) -> str:
    return f"−{-value}" if value < 0 else str(value)


def _bracketed(value: int) -> str:
    return f"({_signed(value)})" if value < 0 else str(value)


def _tiles(instance: Instance, step: Mapping[str, Any], layout: Layout) -> list[str]:
    """The cells in their colors, with their weights; cells without one are fainter."""
    shades = tones(instance.colors)
    weight = {(q, r): value for q, r, value in step["cells"]}
    parts = []
    cells = zip(instance.board.cell_list(), instance.cell_colors.tolist(), layout.centers(), strict=True)
    for cell, color, (x, y) in cells:
        tone, value = shades[color], weight.get(cell, 0)
        parts.append(
            f'<g opacity="{1 if value else 0.4}"><path d="{hexagon_path(x, y, layout.cell * 0.955)}" fill="{tone.cell}"'
            f' stroke="{tone.border}"><title>{cell} {xml(instance.colors[color])}</title></path>'
            f'<text x="{number(x)}" y="{number(y - 0.33 * layout.cell)}" font-size="10" text-anchor="middle"'
            f' fill="{INK}">{xml(instance.colors[color])}</text></g>'
        )
        if value:
            parts.append(
                f'<text x="{number(x)}" y="{number(y + 0.15 * layout.cell)}" font-size="19" font-weight="700"'
                f' text-anchor="middle" fill="{INK}">{_signed(value)}</text>'
            )
    return parts


def _sets(instance: Instance, step: Mapping[str, Any], layout: Layout) -> list[str]:
    """Every odd set as a dark band through its cells; the weight stands in the middle."""
    places = dict(zip(instance.board.cell_list(), layout.centers(), strict=True))
    parts = []
    for weight, *flat in step["sets"]:
        members = [places[q, r] for q, r in zip(flat[::2], flat[1::2], strict=True)]
        near = 1.1 * layout.cell
        lines = "".join(
            f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}"
            for k, a in enumerate(members)
            for b in members[:k]
            if math.dist(a, b) < near
        )
        x, y = (sum(part) / len(members) for part in zip(*members, strict=True))
        parts.append(
            f'<path d="{lines}" stroke="{INK}" stroke-width="{number(0.62 * layout.cell)}" stroke-linecap="round"'
            f' stroke-linejoin="round" opacity=".16" fill="none"/>'
            f'<circle cx="{number(x)}" cy="{number(y)}" r="9" fill="{INK}"/>'
            f'<text x="{number(x)}" y="{number(y + 4.5)}" font-size="13" font-weight="700" text-anchor="middle"'
            f' fill="#ffffff">{weight}</text>'
        )
    return parts
