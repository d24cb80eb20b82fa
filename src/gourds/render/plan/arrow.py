"""The arrow of a move: from the leading end to the empty cell, along the way that the end takes."""

from __future__ import annotations

import math

import numpy as np

from gourds.board import Board
from gourds.moves import Kind
from gourds.render.board.configuration import ACCENT
from gourds.render.geometry import Layout, number, points
from gourds.render.plan.course import Motion

BEGIN, TIP, NECK = 0.42, 1.06, 0.84
"""Where the arrow begins and ends and where its head begins, in parts of the way from cell to cell."""
HALF_HEAD = 0.17
"""Half the width of the head, for cells of width 1."""


def arrow(motion: Motion, board: Board, layout: Layout) -> list[str]:
    """The arrow with a light halo, on a layout that is not folded."""
    places, centers = _places(motion), layout.centers()
    found = board.indices(np.array(list(places.values()))).tolist()
    at = {name: centers[k] for name, k in zip(places, found, strict=True)}
    line, head = arrow_paths(at["from"], at["to"], at.get("about"), layout.cell)
    parts = []
    for color, wide in (("#ffffff", 0.2), (ACCENT, 0.095)):
        width = number(layout.cell * wide)
        edge = number(layout.cell * (wide - 0.06))
        parts.append(
            f'<g fill="{color}" stroke="{color}" stroke-linejoin="round" stroke-linecap="round" pointer-events="none">'
            f'<path d="{line}" fill="none" stroke-width="{width}"/><path d="{head}" stroke-width="{edge}"/></g>'
        )
    return parts


def _places(motion: Motion) -> dict[str, tuple[int, int]]:
    """The cells that the arrow leads from and to, and the one that a pivot is about."""
    places = {"from": motion.before[motion.lead], "to": motion.empty}
    if motion.kind is Kind.PIVOT:
        places["about"] = motion.after[1 - motion.lead]
    return places


def arrow_paths(
    start: tuple[float, float], to: tuple[float, float], about: tuple[float, float] | None, cell: float
) -> tuple[str, str]:
    """The shaft and the head of an arrow between neighbors' centers, straight or on a circle about a third center."""
    if about is None:
        (ax, ay), (bx, by) = start, to

        def at(part: float, aside: float = 0.0) -> tuple[float, float]:
            return ax + part * (bx - ax) - aside * (by - ay), ay + part * (by - ay) + aside * (bx - ax)

        shaft = f"M{points(*at(BEGIN))}L{points(*at(NECK))}"
    else:
        cx, cy = about
        first = math.atan2(start[1] - cy, start[0] - cx)
        turn = (math.atan2(to[1] - cy, to[0] - cx) - first + math.pi) % (2 * math.pi) - math.pi
        way = 1 if turn > 0 else -1

        def at(part: float, aside: float = 0.0) -> tuple[float, float]:
            angle, radius = first + part * turn, cell * (1 - way * aside)
            return cx + radius * math.cos(angle), cy + radius * math.sin(angle)

        radius = number(cell)
        shaft = f"M{points(*at(BEGIN))}A{radius} {radius} 0 0 {1 if way > 0 else 0} {points(*at(NECK))}"
    corners = (at(TIP), at(NECK - 0.04, HALF_HEAD), at(NECK - 0.04, -HALF_HEAD))
    return shaft, "M" + "L".join(points(*corner) for corner in corners) + "z"
