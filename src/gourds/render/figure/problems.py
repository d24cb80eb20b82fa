"""The graph of problems: a box for each, arrows for reductions, from the left to the board at the right end.

A problem stands in the column of its distance to the board, counted in reductions along its path. Problems without a
path are left of all others.
"""

from __future__ import annotations

from typing import Final

from gourds.reductions.catalogue import Catalogue
from gourds.render.geometry import number
from gourds.render.legend import INK, SOFT
from gourds.render.svg import heading_block, on_paper
from gourds.render.tags import Block, tag, text_tag
from gourds.render.text import clean, shortened, width

_NAME: Final = 14.0
_TITLE: Final = 11.0
_PAD: Final = 10.0
_HIGH: Final = 46.0
_ACROSS: Final = 54.0
_DOWN: Final = 18.0
_LONGEST: Final = 34


def problem_graph(known: Catalogue) -> str:
    """The picture as SVG."""
    distance = {path.problems[0]: len(path.problems) - 1 for path in known.paths}
    lost = max(distance.values(), default=0) + 1
    columns: dict[int, list[str]] = {}
    for problem in known.problems:
        far = 0 if problem.name == "placement" else distance.get(problem.name, lost)
        columns.setdefault(far, []).append(problem.name)
    titles = {problem.name: shortened(clean(problem.title), _LONGEST) for problem in known.problems}
    boxes: dict[str, tuple[float, float, float]] = {}
    x, tallest = 0.0, max(map(len, columns.values()))
    for far in sorted(columns, reverse=True):
        names = columns[far]
        wide = max(max(width(name, _NAME), width(titles[name], _TITLE)) for name in names) + 2 * _PAD
        top = (tallest - len(names)) * (_HIGH + _DOWN) / 2
        for k, name in enumerate(names):
            boxes[name] = (x, top + k * (_HIGH + _DOWN), wide)
        x += wide + _ACROSS
    parts = [
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        f'<path d="M0 0 L8 4 L0 8 z" fill="{SOFT}"/></marker></defs>'
    ]
    parts += [_arrow(boxes[one.source], boxes[one.target]) for one in known.reductions]
    for name, box in boxes.items():
        parts += _box(name, titles[name], box)
    body = Block(parts, x - _ACROSS, tallest * (_HIGH + _DOWN) - _DOWN)
    return on_paper(body, "Problems and the reductions between them", heading_block("Problems and reductions", "", 1))


def _box(name: str, title: str, box: tuple[float, float, float]) -> list[str]:
    x, y, wide = box
    middle, bold = x + wide / 2, {"font_weight": "700", "fill": INK}
    return [
        tag("rect", x=x, y=y, width=wide, height=_HIGH, rx=6, fill="#ffffff", stroke=INK),
        text_tag(name, text_anchor="middle", x=middle, y=y + 19, font_size=_NAME, **bold),
        text_tag(title, text_anchor="middle", x=middle, y=y + 36, font_size=_TITLE, fill=SOFT),
    ]


def _arrow(start: tuple[float, float, float], end: tuple[float, float, float]) -> str:
    """From the right side of a box to the left side of another; a curve that is level at both ends."""
    x, y, wide = start
    a, b = x + wide, y + _HIGH / 2
    c, d = end[0], end[1] + _HIGH / 2
    bend = max(abs(c - a) / 2, 20.0)
    points = f"M{number(a)} {number(b)} C{number(a + bend)} {number(b)} {number(c - bend)} {number(d)}"
    return f'<path d="{points} {number(c)} {number(d)}" fill="none" stroke="{SOFT}" marker-end="url(#head)"/>'
