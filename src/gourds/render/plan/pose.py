"""Where a gourd is while it moves, as a rigid piece: its middle and its angle.

A slide moves the middle along the axis. A turn moves the middle along a straight line while the gourd turns by 60°:
both ends stay within 0.07 of a cell's width of the bend that they follow. A pivot turns the gourd about the end that
stays. ``moves.js`` does the same in pages.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from gourds.configuration import Ends
from gourds.hexgrid import Cell
from gourds.moves import Kind
from gourds.render.plan.course import Motion

Pose = tuple[float, float, float]
"""The middle of a gourd in pixels, and the direction from end 0 to end 1 in degrees, clockwise from the right."""
Place = Callable[[Cell], tuple[float, float]]
"""The center of a cell in pixels."""


def resting_pose(ends: Ends, place: Place, near: float = 0.0) -> Pose:
    """A gourd that lies on its cells; its angle is within half a turn of ``near``."""
    (ax, ay), (bx, by) = map(place, ends)
    angle = math.degrees(math.atan2(by - ay, bx - ax))
    return (ax + bx) / 2, (ay + by) / 2, near + (angle - near + 180) % 360 - 180


def moving_pose(motion: Motion, part: float, place: Place, near: float = 0.0) -> Pose:
    """A gourd after a part of its move, from 0 to 1; before the move its angle is within half a turn of ``near``."""
    x, y, angle = resting_pose(motion.before, place, near)
    to_x, to_y, to_angle = resting_pose(motion.after, place, angle)
    now = angle + part * (to_angle - angle)
    if motion.kind is not Kind.PIVOT:
        return x + part * (to_x - x), y + part * (to_y - y), now
    still = 1 - motion.lead
    px, py = place(motion.after[still])
    # The middle lies half a gourd from the end that stays: ahead of end 0, behind end 1.
    radius = math.hypot(x - px, y - py) * (-1 if still else 1)
    return px + radius * math.cos(math.radians(now)), py + radius * math.sin(math.radians(now)), now
