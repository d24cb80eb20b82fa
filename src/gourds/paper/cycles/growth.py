"""How a number of moves grows with the number of gourds: a power law fitted, with confidence, and drawn.

On double logarithmic paper a power law is a line. Its slope, by least squares, is the exponent; the 95 % confidence
interval is that of the slope if the deviations are independent and normal, by Student's t. Measured moves deviate for
reasons that are no chance, such as terms of lower order, so the interval is a measure of scatter, and a claim O(nᵈ) is
not called wrong because it ends a little above d.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gourds.paper.claim import Picture
from gourds.paper.fitting import fitted_exponent

SLACK: Final = 0.25
"""An exponent that is larger than claimed by more than this, with confidence, contradicts the claim."""

_STUDENT: Final = (12.71, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145)
"""The 97.5 % quantiles of Student's t for 1, 2, … degrees of freedom; beyond, 1.96 · (1 + 1.3 / df) is close enough."""
_COLORS: Final = ("#0b62b8", "#c8553d", "#1b7f4b", "#7b3294", "#8a6d1d")
_WIDE, _HIGH, _LEFT, _LOW = 560.0, 330.0, 70.0, 46.0


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


def draw_growth(growths: Mapping[str, Growth], degree: int, caption: str) -> Picture:
    """Moves against gourds on double logarithmic paper, a color for each name, and a gray line of slope ``degree``."""
    from gourds.render.geometry import number
    from gourds.render.svg import on_paper
    from gourds.render.tags import Block
    from gourds.render.text import xml

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
    line = "L".join(f"{number(x)} {number(y)}" for x, y in ends)
    parts.append(f'<path d="M{line}" stroke="#8d969e" stroke-width="1.4" stroke-dasharray="5 4" fill="none"/>')
    for k, (name, growth) in enumerate(growths.items()):
        color = _COLORS[k % len(_COLORS)]
        for n, count in zip(growth.gourds, growth.moves, strict=True):
            x, y = place(n, count)
            parts.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="3.4" fill="{color}" fill-opacity=".75"/>')
        y = 26 + 19 * k
        parts.append(f'<circle cx="{number(_LEFT + 16)}" cy="{number(y - 4)}" r="4" fill="{color}"/>')
        parts.append(
            f'<text x="{number(_LEFT + 26)}" y="{number(y)}" font-size="13" fill="#1d1d1d">'
            f"{xml(f'{name}: n to the power {growth}')}</text>"
        )
    return Picture(on_paper(Block(parts, _WIDE + 10, _HIGH + 4), caption), caption)


def _text(x: float, y: float, text: str, anchor: str) -> str:
    from gourds.render.geometry import number

    return f'<text x="{number(x)}" y="{number(y)}" stroke="none" text-anchor="{anchor}">{text}</text>'
