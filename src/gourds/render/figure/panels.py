"""Small pictures in a grid, each with a caption above it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gourds.render.board import detail
from gourds.render.geometry import arrange
from gourds.render.legend import INK, SOFT
from gourds.render.scene import Scene
from gourds.render.svg import MARGIN, moved
from gourds.render.tags import Block, tag, text_tag
from gourds.render.text import clean, in_lines, width

PAGE: Final = 900 - 2 * MARGIN
"""The width of a grid in pixels: what fits well into a text."""
LARGEST: Final = 36.0
"""No cell is wider."""
READABLE: Final = 26.0
"""Cells of this width have labels that are read with ease."""
SMALLEST: Final = 12.0
"""No cell is narrower: rather a wider page."""
_PLAIN_FRAME: Final = {"stroke": "#d8dde2"}
_MARKED_FRAME: Final = {"stroke": "#0072b2", "stroke_width": "2.5"}
_GAP: Final = 26.0
_PAD: Final = 12.0
_HEADING: Final = 14.0
_KINDS: Final = 12.5
_LINE: Final = 17.0
_PROSE: Final = 300.0
"""Sentences get this much room, or the room of the picture."""


@dataclass(frozen=True)
class Panel:
    """A picture and its caption."""

    heading: str
    kinds: Sequence[str]
    """What stands below the heading, separated by commas; lines break only between them."""
    scene: Scene
    is_marked: bool = False
    """True: the frame stands out, if there are frames."""
    prose: Sequence[str] = ()
    """Sentences below the heading, each broken into lines where it must."""

    @property
    def columns(self) -> float:
        """The width of the picture in cells."""
        return arrange(self.scene.board.cells, 1.0, folds=False).width


def columns_that_fit(panels: Sequence[Panel]) -> int:
    """The number of panels side by side: as many as are readable and make full rows."""
    least = max(map(_least, panels)) + _GAP
    full = [k for k in range(len(panels), 1, -1) if len(panels) % k == 0 and k * least <= PAGE + _GAP]
    return next((k for k in full if _cell_width(panels, k, 0.0) >= READABLE), 1)


def panel_grid(panels: Sequence[Panel], columns: int, *, is_framed: bool = False) -> Block:
    """The panels in rows, all cells of the same width."""
    pad = _PAD if is_framed else 0.0
    cell = _cell_width(panels, columns, pad)
    across = max(max(cell * panel.columns, _least(panel)) for panel in panels)
    step = across + 2 * pad + _gap(pad)
    parts: list[str] = []
    y = 0.0
    for start in range(0, len(panels), columns):
        row = [(panel, _caption(panel, across), _picture(panel, cell)) for panel in panels[start : start + columns]]
        low = max(caption.height for _, caption, _ in row)
        high = low + max(picture.height for _, _, picture in row) + 2 * pad
        for k, (panel, caption, picture) in enumerate(row):
            frame = [_frame(across + 2 * pad, high, panel.is_marked)] if is_framed else []
            inside = [*caption.parts, *moved(picture.parts, 0, low)]
            parts += moved([*frame, *moved(inside, pad, pad)], k * step, y)
        y += high + _gap(pad)
    return Block(parts, columns * step - _gap(pad), y - _gap(pad))


def _picture(panel: Panel, cell: float) -> Block:
    """The cells in one piece, however wide they are."""
    layout = arrange(panel.scene.board.cells, cell, folds=False)
    return Block(detail.draw(panel.scene, layout, labels=True, coordinates=False), layout.width, layout.height)


def _gap(pad: float) -> float:
    """The room between panels: less if they have frames."""
    return _PAD if pad else _GAP


def _cell_width(panels: Sequence[Panel], columns: int, pad: float) -> float:
    """The width of a cell that fills the page with this many panels side by side."""
    room = (PAGE - (columns - 1) * _gap(pad)) / columns - 2 * pad
    return min(LARGEST, max(SMALLEST, room / max(panel.columns for panel in panels)))


def _least(panel: Panel) -> float:
    """The width that the caption needs."""
    pieces = [width(clean(piece) + ",", _KINDS) for piece in panel.kinds]
    prose = [min(_PROSE, width(clean(text), _KINDS)) for text in panel.prose]
    return max([1.05 * width(clean(panel.heading), _HEADING), *pieces, *prose])


def _caption(panel: Panel, room: float) -> Block:
    """The heading, and kinds and sentences in as many lines as they need."""
    last = len(panel.kinds) - 1
    lines = in_lines((piece + ("," if k < last else "") for k, piece in enumerate(panel.kinds)), _KINDS, room)
    for text in panel.prose:
        lines += in_lines(words_of(text), _KINDS, room)
    parts = [text_tag(panel.heading, class_="ink", fill=INK, font_size=_HEADING, font_weight="700", y=_HEADING - 2)]
    for k, line in enumerate(lines, start=1):
        parts.append(text_tag(line, class_="soft", fill=SOFT, font_size=_KINDS, y=_HEADING - 2 + k * _LINE))
    return Block(parts, room, _HEADING + len(lines) * _LINE + 8)


def words_of(text: str) -> list[str]:
    """The words of a text; kinds of gourds stay together.

    >>> words_of("with 2 (X, V) given")
    ['with', '2 (X, V)', 'given']
    """
    return re.split(r"\s+(?![^()]*\))(?!\()", text.strip())


def _frame(wide: float, high: float, is_marked: bool) -> str:
    """The line around a panel."""
    line = _MARKED_FRAME if is_marked else _PLAIN_FRAME
    return tag("rect", class_="frame", width=wide, height=high, rx=6, fill="none", **line)
