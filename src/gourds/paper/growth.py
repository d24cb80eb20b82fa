"""How something grows: a power law fitted to measurements, with confidence, and charts on logarithmic axes.

On double logarithmic paper a power law is a line. Its slope, by least squares, is the exponent; the 95 % confidence
interval is that of the slope if the deviations are independent and normal, by Student's t. Measured moves deviate for
reasons that are no chance, such as terms of lower order, so the interval is a measure of scatter, and a claim O(nᵈ) is
not called wrong because it ends a little above d.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import linear_regression
from typing import Final

from gourds.paper.claim import Picture
from gourds.render.geometry import closed_path, number
from gourds.render.legend import INK, SOFT
from gourds.render.svg import on_paper
from gourds.render.tags import Block, tag, text_tag

SLACK: Final = 0.25
"""An exponent that is larger than claimed by more than this, with confidence, contradicts the claim."""

_STUDENT: Final = (12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145)
"""The 97.5 % quantiles of Student's t for 1, 2, … degrees of freedom; beyond, 1.96 · (1 + 1.3 / df) is close enough."""


def fitted_exponent(sizes: Sequence[float], values: Sequence[float]) -> float:
    """The slope of the line through (log size, log value), by least squares.

    >>> round(fitted_exponent([1, 2, 4, 8], [3, 12, 48, 192]), 3)
    2.0
    """
    return linear_regression([math.log(size) for size in sizes], [math.log(value) for value in values]).slope


@dataclass(frozen=True)
class Growth:
    """Moves for numbers of gourds, and the exponent of the power law through them."""

    gourds: tuple[int, ...]
    """n, increasing."""
    moves: tuple[int, ...]
    """The moves for each n."""
    exponent: float
    """The slope."""
    low: float
    """Where its 95 % confidence interval begins."""
    high: float
    """Where it ends."""

    @classmethod
    def fit(cls, points: Sequence[tuple[int, int]]) -> Growth:
        """The power law through three or more points (gourds, moves) of two or more sizes."""
        points = sorted(points)
        gourds, moves = tuple(n for n, _ in points), tuple(count for _, count in points)
        slope = fitted_exponent(gourds, moves)
        xs, ys = [math.log(n) for n in gourds], [math.log(count) for count in moves]
        mean_x, mean_y = math.fsum(xs) / len(xs), math.fsum(ys) / len(ys)
        left = math.fsum((y - mean_y - slope * (x - mean_x)) ** 2 for x, y in zip(xs, ys, strict=True))
        freedom = len(points) - 2
        student = _STUDENT[freedom - 1] if freedom <= len(_STUDENT) else 1.96 * (1 + 1.3 / freedom)
        width = student * math.sqrt(left / freedom / math.fsum((x - mean_x) ** 2 for x in xs))
        return cls(gourds, moves, slope, slope - width, slope + width)

    def exceeds(self, degree: int) -> bool:
        """True iff the exponent is larger than claimed, with confidence."""
        return self.low > degree + SLACK

    def ratio(self, degree: int) -> float:
        """The largest moves / nᵈ."""
        return max(count / math.pow(n, degree) for n, count in zip(self.gourds, self.moves, strict=True))

    def __str__(self) -> str:
        return f"{self.exponent:.2f} ({self.low:.2f} to {self.high:.2f})"


_COLORS: Final = ("#0b62b8", "#c8553d", "#1b7f4b", "#7b3294", "#8a6d1d")
_WIDE, _HIGH, _LEFT, _LOW = 560.0, 330.0, 70.0, 46.0


def draw_growth(growths: Mapping[str, Growth], degree: int, caption: str) -> Picture:
    """Moves against gourds on double logarithmic paper, a color for each name, and a gray line of slope ``degree``."""
    every = [(n, count) for one in growths.values() for n, count in zip(one.gourds, one.moves, strict=True)]
    gourds, moves = [math.log10(n) for n, _ in every], [math.log10(count) for _, count in every]
    low_x, high_x = math.floor(min(gourds)), math.floor(max(gourds)) + 1
    low_y, high_y = math.floor(min(moves)), math.floor(max(moves)) + 1

    def place(n: float, count: float) -> tuple[float, float]:
        x = _LEFT + (_WIDE - _LEFT) * (math.log10(n) - low_x) / (high_x - low_x)
        return x, (_HIGH - _LOW) * (high_y - math.log10(count)) / (high_y - low_y) + 8

    parts = ['<g stroke="#d8dde2" stroke-width="1" font-size="12" fill="#3c4650">']
    for power in range(low_x, high_x + 1):
        x, y = place(10**power, 10**low_y)
        parts.append(f'<path d="M{number(x)} 8V{number(y)}"/>')
        parts.append(_text(x, y + 18, f"{10**power:,}", "middle"))
    for power in range(low_y, high_y + 1):
        x, y = place(10**low_x, 10**power)
        parts.append(f'<path d="M{number(x)} {number(y)}H{number(_WIDE)}"/>')
        parts.append(_text(x - 8, y + 4, f"{10**power:,}", "end"))
    parts += [_text((_LEFT + _WIDE) / 2, _HIGH - 2, "gourds n", "middle"), "</g>"]
    n, count = max(every, key=lambda point: point[1] / point[0] ** degree)
    left = max(10.0**low_x, n * (10.0**low_y / count) ** (1 / degree))
    right = min(10.0**high_x, n * (10.0**high_y / count) ** (1 / degree))
    ends = [place(at, count * (at / n) ** degree) for at in (left, right)]
    dashes = {"stroke_dasharray": "5 4", "fill": "none"}
    parts.append(tag("path", d=closed_path(ends)[:-1], stroke="#8d969e", stroke_width=1.4, **dashes))
    for k, (name, growth) in enumerate(growths.items()):
        color = _COLORS[k % len(_COLORS)]
        for n, count in zip(growth.gourds, growth.moves, strict=True):
            x, y = place(n, count)
            parts.append(tag("circle", cx=x, cy=y, r=3.4, fill=color, fill_opacity=".75"))
        y = 26 + 19 * k
        parts.append(tag("circle", cx=_LEFT + 16, cy=y - 4, r=4, fill=color))
        text = f"{name}: n to the power {growth}"
        parts.append(text_tag(text, x=_LEFT + 26, y=y, font_size=13, fill="#1d1d1d"))
    return Picture(on_paper(Block(parts, _WIDE + 10, _HIGH + 4), caption), caption)


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return text_tag(text, x=x, y=y, stroke="none", text_anchor=anchor)


# -- several kinds, each with a line of its own ------------------------------------------------------------------

WIDE, HIGH = 460.0, 250.0
"""The measures of the field in pixels."""
_AXIS, _BELOW = 64.0, 44.0
_INKS: Final = ("#0b62b8", "#b4530b", "#3f7d3a")
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
            _AXIS + WIDE * (math.log10(x) - left) / (right - left),
            HIGH - HIGH * (math.log10(y) - low) / (high - low),
        )

    parts = [
        f'<g fill="none" stroke="{SOFT}" stroke-width="1"><path d="M{_AXIS} 0V{HIGH}H{_AXIS + WIDE}"/></g>',
        f'<g class="soft" fill="{SOFT}" font-size="12">',
    ]
    for value in _ticks(left, right):
        x, _ = place(value, ys[0])
        parts.append(f'<text x="{number(x)}" y="{HIGH + 18}" text-anchor="middle">{_shown(value)}</text>')
    for value in _ticks(low, high):
        _, y = place(xs[0], value)
        parts.append(f'<text x="{_AXIS - 8}" y="{number(y + 4)}" text-anchor="end">{_shown(value)}</text>')
    parts.append(text_tag(across, x=f"{_AXIS + WIDE}", y=f"{HIGH + 38}", text_anchor="end"))
    parts.append(text_tag(up, x=f"{_AXIS + 8}", y=12) + "</g>")
    for k, one in enumerate(series):
        color, mark = _INKS[k % 3], _MARKS[k % 3]
        slope = fitted_exponent(one.sizes, one.values)
        shift = sum(math.log(v) - slope * math.log(s) for s, v in zip(one.sizes, one.values, strict=True))
        base = math.exp(shift / len(one.sizes))
        ends = [place(size, base * size**slope) for size in (min(one.sizes), max(one.sizes))]
        line = closed_path(ends)[:-1]
        parts.append(tag("path", d=line, fill="none", stroke=color, stroke_width=2, stroke_dasharray="6 4"))
        parts += [_mark(*place(s, v), mark, color) for s, v in zip(one.sizes, one.values, strict=True)]
        y = 32 + 19 * k
        parts.append(_mark(_AXIS + 16, y - 4, mark, color))
        text = f"{one.name}: power {slope:.2f}"
        parts.append(text_tag(text, class_="ink", fill=INK, font_size=13, x=f"{_AXIS + 28}", y=y))
    return on_paper(Block(parts, _AXIS + WIDE + 8, HIGH + _BELOW), f"{up} against {across}")


def _ticks(low: float, high: float) -> list[float]:
    """Powers of ten in the range of logarithms, with 2 and 5 between them if there are few."""
    whole = range(math.floor(low), math.ceil(high) + 1)
    steps = (1, 2, 5) if high - low < 2.2 else (1,)
    return [step * 10.0**k for k in whole for step in steps if low <= math.log10(step * 10.0**k) <= high]


def _shown(value: float) -> str:
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


def _mark(x: float, y: float, kind: str, color: str) -> str:
    if kind == "circle":
        return tag("circle", cx=x, cy=y, r=4.5, fill=color)
    if kind == "square":
        return tag("rect", x=x - 4, y=y - 4, width=8, height=8, fill=color)
    return tag("path", d=f"M{number(x - 5)} {number(y + 4)}h10l-5 -9z", fill=color)
