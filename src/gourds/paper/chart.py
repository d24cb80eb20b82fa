"""A chart of growth: measurements on logarithmic axes, with the fitted line through them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gourds.paper.fitting import fitted_exponent
from gourds.render.geometry import number
from gourds.render.legend import INK, SOFT
from gourds.render.svg import on_paper
from gourds.render.tags import Block
from gourds.render.text import xml

WIDE, HIGH = 460.0, 250.0
"""The measures of the field in pixels."""
_LEFT, _BELOW = 64.0, 44.0
_COLORS: Final = ("#0b62b8", "#b4530b", "#3f7d3a")
_MARKS: Final = ("circle", "square", "triangle")


@dataclass(frozen=True)
class Series:
    """Measurements of one kind."""

    name: str
    sizes: Sequence[float]
    values: Sequence[float]


def growth_chart(series: Sequence[Series], across: str, up: str) -> str:
    """The measurements as SVG; series differ in color and in mark, and each is named with its power."""
    xs = [size for one in series for size in one.sizes]
    ys = [value for one in series for value in one.values]
    left, right = math.log10(min(xs)) - 0.08, math.log10(max(xs)) + 0.08
    low, high = math.log10(min(ys)) - 0.15, math.log10(max(ys)) + 0.15

    def place(x: float, y: float) -> tuple[float, float]:
        return (
            _LEFT + WIDE * (math.log10(x) - left) / (right - left),
            HIGH - HIGH * (math.log10(y) - low) / (high - low),
        )

    parts = [
        f'<g fill="none" stroke="{SOFT}" stroke-width="1"><path d="M{_LEFT} 0V{HIGH}H{_LEFT + WIDE}"/></g>',
        f'<g class="soft" fill="{SOFT}" font-size="12">',
    ]
    for value in _ticks(left, right):
        x, _ = place(value, ys[0])
        parts.append(f'<text x="{number(x)}" y="{HIGH + 18}" text-anchor="middle">{_shown(value)}</text>')
    for value in _ticks(low, high):
        _, y = place(xs[0], value)
        parts.append(f'<text x="{_LEFT - 8}" y="{number(y + 4)}" text-anchor="end">{_shown(value)}</text>')
    parts.append(f'<text x="{_LEFT + WIDE}" y="{HIGH + 38}" text-anchor="end">{xml(across)}</text>')
    parts.append(f'<text x="{_LEFT + 8}" y="12">{xml(up)}</text></g>')
    for k, one in enumerate(series):
        color, mark = _COLORS[k % 3], _MARKS[k % 3]
        slope = fitted_exponent(one.sizes, one.values)
        shift = sum(math.log(v) - slope * math.log(s) for s, v in zip(one.sizes, one.values, strict=True))
        base = math.exp(shift / len(one.sizes))
        ends = [place(size, base * size**slope) for size in (min(one.sizes), max(one.sizes))]
        line = "L".join(f"{number(x)} {number(y)}" for x, y in ends)
        parts.append(f'<path d="M{line}" fill="none" stroke="{color}" stroke-width="2" stroke-dasharray="6 4"/>')
        parts += [_mark(*place(s, v), mark, color) for s, v in zip(one.sizes, one.values, strict=True)]
        y = 32 + 19 * k
        parts.append(_mark(_LEFT + 16, y - 4, mark, color))
        text = f"{one.name}: power {slope:.2f}"
        parts.append(f'<text class="ink" fill="{INK}" font-size="13" x="{_LEFT + 28}" y="{y}">{xml(text)}</text>')
    return on_paper(Block(parts, _LEFT + WIDE + 8, HIGH + _BELOW), f"{up} against {across}")


def _ticks(low: float, high: float) -> list[float]:
    """Powers of ten in the range of logarithms, with 2 and 5 between them if there are few."""
    whole = range(math.floor(low), math.ceil(high) + 1)
    steps = (1, 2, 5) if high - low < 2.2 else (1,)
    return [step * 10.0**k for k in whole for step in steps if low <= math.log10(step * 10.0**k) <= high]


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


def _mark(x: float, y: float, kind: str, color: str) -> str:
    if kind == "circle":
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="4.5" fill="{color}"/>'
    if kind == "square":
        return f'<rect x="{number(x - 4)}" y="{number(y - 4)}" width="8" height="8" fill="{color}"/>'
    return f'<path d="M{number(x - 5)} {number(y + 4)}h10l-5 -9z" fill="{color}"/>'
