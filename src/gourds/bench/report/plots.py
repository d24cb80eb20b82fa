"""Plots as inline SVG: axes with ticks, lines, marks, labels that do not overlap.

Made for screens, paper and color-blind readers: every series has a color of Okabe and Ito, a shape for its marks, a
pattern for its line, and a label beside it or in a legend. Colors are variables of the page's style sheet, so that they
suit light and dark pages. Text is at least 12 pixels high; a plot has the size that it states and is never enlarged.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from gourds.render.geometry import number
from gourds.render.text import width, xml

COLORS: Final = 8
"""The number of colors; further series reuse them with other shapes and patterns."""
_DASHES: Final = ("", "7 3", "2 3", "9 3 2 3", "12 4", "4 2", "9 3 2 3 2 3", "1 2")
_SHAPES: Final = ("circle", "square", "up", "diamond", "down", "plus", "cross", "ring")
TEXT: Final = 12.0
"""Height of labels in pixels."""


@dataclass(frozen=True)
class Look:
    """How a series is drawn."""

    color: str
    dash: str
    shape: str


def look(index: int) -> Look:
    """Different for the first 64 series."""
    turn, k = divmod(index, COLORS)
    return Look(f"var(--s{k + 1})", _DASHES[(k + turn) % 8], _SHAPES[(k + 3 * turn) % 8])


@dataclass(frozen=True)
class Axis:
    """A scale from low to high."""

    low: float
    high: float
    label: str
    is_log: bool = False
    unit: str = ""
    """How ticks are written: 's' for seconds and milliseconds, '%' for shares, else as plain numbers."""
    values: tuple[float, ...] = ()
    """Where ticks are to be, if not at round numbers."""
    last: float = math.inf
    """There are no ticks beyond this value."""

    def share(self, value: float) -> float:
        """The place of a value: 0 for low, 1 for high; values outside are moved to the nearer end."""
        value = min(max(value, self.low), self.high)
        if self.is_log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[tuple[float, str]]:
        """Where the ticks are, and their numbers."""
        if self.values:
            return [(value, f"{value:,g}") for value in self.values]
        values = _log_ticks(self.low, self.high) if self.is_log else _linear_ticks(self.low, self.high)
        shown = [value for value in values if value <= self.last * (1 + 1e-9)]
        return [(value, self._text(value)) for value in shown]

    def _text(self, value: float) -> str:
        if self.unit == "s":
            return time_text(value)
        return f"{value:.0%}".replace("%", " %") if self.unit == "%" else f"{value:,.6g}"


def _log_ticks(low: float, high: float) -> list[float]:
    """Powers of ten; numbers between them if there are few."""
    first, last = math.floor(math.log10(low) - 1e-9), math.ceil(math.log10(high) + 1e-9)
    for steps in ((1,), (1, 3), (1, 2, 5)):
        values = [step * 10.0**k for k in range(first, last + 1) for step in steps]
        inside = [value for value in values if low * (1 - 1e-9) <= value <= high * (1 + 1e-9)]
        if len(inside) >= 3:
            return inside[:: -(-len(inside) // 8)]
    return inside if len(inside) > 1 else _linear_ticks(low, high)


def _linear_ticks(low: float, high: float) -> list[float]:
    rough = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * k for k in (1, 2, 5, 10) if power * k >= rough * 0.999)
    return [step * k for k in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def time_axis(times: Iterable[float], limit: float | None, label: str) -> Axis:
    """A logarithmic axis of seconds around these times and up to the limit."""
    finite = [time for time in times if math.isfinite(time)]
    top = limit if limit is not None else max(finite, default=1.0) * 1.1
    low = max(min(finite, default=top / 100), 1e-4)
    # A fifth of a decade of room below, and never less than two decades.
    return Axis(min(low / 1.6, top / 100), max(top, low * 10), label, is_log=True, unit="s")


def size_axis(sizes: Iterable[float], label: str) -> Axis:
    """A logarithmic axis around these sizes."""
    found = sorted(set(sizes)) or [1.0]
    return Axis(found[0] / 1.15, max(found[-1] * 1.15, found[0] * 1.5), label, is_log=True)


def value_axis(values: Iterable[float], label: str) -> Axis:
    """An axis for the values of a parameter, with ticks there if they are few; logarithmic if they span decades."""
    found = sorted(set(values))
    first, last = found[0], found[-1]
    is_log = first > 0 and last >= 10 * first
    shown = tuple(found) if len(found) <= 8 else ()
    if is_log:
        return Axis(first / 1.2, last * 1.2, label, is_log=True, values=shown)
    room = max(0.06 * (last - first), 1e-9 * max(abs(first), abs(last))) or 1.0
    return Axis(first - room, last + room, label, values=shown)


def time_text(seconds: float) -> str:
    """'0.3 ms', '20 ms', '0.5 s', '1,500 s'."""
    if seconds < 0.0995:
        return f"{seconds * 1000:.3g} ms"
    return f"{seconds:,.3g} s" if seconds < 1000 else f"{seconds:,.0f} s"


@dataclass(frozen=True)
class Frame:
    """The rectangle of a plot, its axes, and room around it."""

    x: Axis
    y: Axis
    width: float = 460.0
    height: float = 320.0
    left: float = 62.0
    right: float = 16.0
    top: float = 14.0
    bottom: float = 46.0

    def at_x(self, value: float) -> float:
        """The horizontal place of a value."""
        return self.left + (self.width - self.left - self.right) * self.x.share(value)

    def at_y(self, value: float) -> float:
        """The vertical place of a value."""
        return self.height - self.bottom - (self.height - self.top - self.bottom) * self.y.share(value)

    def draw(self, parts: Iterable[str], title: str) -> str:
        """The whole plot as an SVG element; the title is for screen readers."""
        return (
            f'<svg class="plot" viewBox="0 0 {number(self.width)} {number(self.height)}" width="{number(self.width)}"'
            f' height="{number(self.height)}" role="img" aria-label="{xml(title)}">{self._axes()}{"".join(parts)}</svg>'
        )

    def _axes(self) -> str:
        right, bottom = self.width - self.right, self.height - self.bottom
        lines, texts = [], []
        last = -math.inf
        for value, text in self.x.ticks():
            x = self.at_x(value)
            lines.append(f"M{number(x)} {number(self.top)}V{number(bottom)}")
            if x - width(text, TEXT) / 2 >= last:
                texts.append(f'<text x="{number(x)}" y="{number(bottom + 17)}" class="mid">{xml(text)}</text>')
                last = x + width(text, TEXT) / 2 + 6
        for value, text in self.y.ticks():
            y = self.at_y(value)
            lines.append(f"M{number(self.left)} {number(y)}H{number(right)}")
            texts.append(f'<text x="{number(self.left - 7)}" y="{number(y + 4)}" class="end">{xml(text)}</text>')
        across = number((self.left + right) / 2)
        middle = number((self.top + bottom) / 2)
        return (
            f'<path class="grid" d="{"".join(lines)}"/>'
            f'<path class="axis" d="M{number(self.left)} {number(self.top)}V{number(bottom)}H{number(right)}"/>'
            f'<text x="{across}" y="{number(self.height - 8)}" class="mid name">{xml(self.x.label)}</text>'
            f'<text transform="translate(13 {middle}) rotate(-90)" class="mid name">{xml(self.y.label)}</text>'
            + "".join(texts)
        )

    def rule(self, *, x: float | None = None, y: float | None = None, text: str = "") -> str:
        """A dashed line across the whole plot, with a word."""
        if x is not None:
            at = number(self.at_x(x))
            word = f'<text x="{number(self.at_x(x) - 5)}" y="{number(self.top + 12)}" class="end">{xml(text)}</text>'
            return f'<path class="rule" d="M{at} {number(self.top)}V{number(self.height - self.bottom)}"/>{word}'
        assert y is not None
        at = number(self.at_y(y))
        word = f'<text x="{number(self.left + 6)}" y="{number(self.at_y(y) + 14)}">{xml(text)}</text>'
        return f'<path class="rule" d="M{number(self.left)} {at}H{number(self.width - self.right)}"/>{word}'


def polyline(points: Sequence[tuple[float, float]], style: Look) -> str:
    """A line through pixels."""
    if len(points) < 2:
        return ""
    path = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    dash = f' stroke-dasharray="{style.dash}"' if style.dash else ""
    return f'<path class="line" stroke="{style.color}"{dash} d="{path}"/>'


def mark(x: float, y: float, style: Look, size: float = 4.0, title: str = "", link: str = "") -> str:
    """A mark at a pixel, with a text to show on hovering, and a link."""
    told = f"<title>{xml(title)}</title>" if title else ""
    drawn = f'<path {_paint(style)} d="{_shape(x, y, style.shape, size)}">{told}</path>'
    return f'<a href="#{link}">{drawn}</a>' if link else drawn


def marks(places: Iterable[tuple[float, float]], style: Look, size: float = 4.0) -> str:
    """Many marks as one path of dots, each pixel once; round for circles, else square. A dot takes nine bytes."""
    pixels = sorted({(round(x), round(y)) for x, y in places})
    if not pixels:
        return ""
    path = "".join(f"M{x} {y}h0" for x, y in pixels)
    is_round = style.shape in ("circle", "ring")
    cap, wide = ("round", 2 * size) if is_round else ("square", 1.7 * size)
    return (
        f'<path class="dots" stroke="{style.color}" stroke-linecap="{cap}" stroke-width="{number(wide)}" d="{path}"/>'
    )


def _paint(style: Look) -> str:
    is_hollow = style.shape in ("plus", "cross", "ring")
    return f'class="hollow" stroke="{style.color}"' if is_hollow else f'class="full" fill="{style.color}"'


def _shape(x: float, y: float, shape: str, r: float) -> str:
    a, b = number(x), number(y)
    if shape in ("circle", "ring"):
        d, half = number(2 * r), number(r)
        return f"M{number(x - r)} {b}a{half} {half} 0 1 0 {d} 0a{half} {half} 0 1 0 -{d} 0z"
    if shape == "square":
        s = 0.9 * r
        return f"M{number(x - s)} {number(y - s)}h{number(2 * s)}v{number(2 * s)}h{number(-2 * s)}z"
    if shape == "diamond":
        s = 1.25 * r
        return f"M{a} {number(y - s)}l{number(s)} {number(s)}l{number(-s)} {number(s)}l{number(-s)} {number(-s)}z"
    if shape in ("up", "down"):
        s = 1.15 * r if shape == "up" else -1.15 * r
        return f"M{a} {number(y - s)}L{number(x + 1.1 * r)} {number(y + 0.8 * s)}H{number(x - 1.1 * r)}z"
    if shape == "plus":
        s = 1.2 * r
        return f"M{number(x - s)} {b}h{number(2 * s)}M{a} {number(y - s)}v{number(2 * s)}"
    return (
        f"M{number(x - r)} {number(y - r)}l{number(2 * r)} {number(2 * r)}"
        f"M{number(x - r)} {number(y + r)}l{number(2 * r)} {number(-2 * r)}"
    )


def sample(style: Look, *, has_line: bool = True, has_mark: bool = True) -> str:
    """A piece of a series, for legends."""
    line = polyline([(2, 8), (34, 8)], style) if has_line else ""
    point = mark(18, 8, style) if has_mark else ""
    return f'<svg class="sample" viewBox="0 0 36 16" width="36" height="16" aria-hidden="true">{line}{point}</svg>'


def spread_labels(wanted: Sequence[float], low: float, high: float, gap: float) -> list[float]:
    """Places near the wanted ones, in the same order and so far apart that labels do not touch.

    Labels that touch become one block, whose middle is the mean of what its members want (the least squares).
    """
    order = sorted(range(len(wanted)), key=lambda k: wanted[k])
    gap = min(gap, (high - low) / max(len(wanted) - 1, 1))
    blocks: list[list[float]] = []  # first place if it could choose, number of labels
    for place in (wanted[k] for k in order):
        blocks.append([place, 1.0])
        while len(blocks) > 1 and blocks[-2][0] + gap * blocks[-2][1] > blocks[-1][0]:
            start, count = blocks.pop()
            before = blocks[-1]
            total = before[1] + count
            before[0] = (before[0] * before[1] + (start - gap * before[1]) * count) / total
            before[1] = total
    places = [start + gap * k for start, count in blocks for k in range(int(count))]
    for k in range(len(places)):
        places[k] = max(places[k], low + gap * k)
    for k in reversed(range(len(places))):
        places[k] = min(places[k], high - gap * (len(places) - 1 - k))
    found = [0.0] * len(wanted)
    for k, place in zip(order, places, strict=True):
        found[k] = place
    return found
