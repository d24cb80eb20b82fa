"""Small pictures for the report: a board with its placement, without heading and legend.

Boards of up to a few hundred cells are drawn cell by cell without labels, larger ones in runs of one color, which
takes a few kilobytes. A picture is decoration for screen readers: the text beside it says the same.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Final

from gourds.errors import InputError
from gourds.instance import Instance
from gourds.placement import Placement
from gourds.render.board import compact, detail
from gourds.render.geometry import arrange, number
from gourds.render.palette import stronger
from gourds.render.scene import scene_of

LARGEST: Final = 2_500
"""Boards with more cells get no picture."""
DETAILED: Final = 130
"""Boards with more cells are drawn in runs."""
_TITLES: Final = re.compile(r"<title>.*?</title>")
_MARGIN: Final = 3.0
_RING: Final = 22.0
"""Room around boards drawn in runs: the ring of the empty cell is larger than the cell."""


def thumbnail(instance: Instance, placement: Placement | None, *, labels: bool = False) -> str | None:
    """The picture as inline SVG; None if the board is too large. A placement that cannot be drawn is left out."""
    if instance.board.size > LARGEST:
        return None
    try:
        scene = scene_of(instance, placement)
    except InputError:
        scene = scene_of(instance)
    margin = _MARGIN
    if instance.board.size > DETAILED:
        margin = _RING
        layout = arrange(scene.board.cells, 16.0)
        drawing = compact.draw(replace(scene, tones=tuple(map(stronger, scene.tones))), layout)
    else:
        layout = arrange(scene.board.cells, 44.0)
        drawing = detail.draw(scene, layout, labels=labels, coordinates=False)
    wide, high = math.ceil(layout.width + 2 * margin), math.ceil(layout.height + 2 * margin)
    body = _TITLES.sub("", "".join(drawing))
    move = f"translate({number(margin)} {number(margin)})"
    return (
        f'<svg class="board" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" aria-hidden="true">'
        f'<g transform="{move}">{body}</g></svg>'
    )
