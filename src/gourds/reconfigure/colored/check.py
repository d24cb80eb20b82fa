"""The check of a solution of the colored puzzle: it shares no code with what finds solutions.

The plan is replayed move by move (:mod:`gourds.replaying`), where it ends is compared with the instance from the
definition of a placement, and the color of every end with that of the cell under it, one by one.
"""

from __future__ import annotations

from gourds.configuration import Configuration
from gourds.errors import InternalError
from gourds.instance import Instance
from gourds.moves import Walk
from gourds.placement import Placement, placement_faults
from gourds.replaying import replay


def solved_position(
    instance: Instance, start: Configuration, walk: Walk, placement: Placement | None = None
) -> Configuration:
    """The configuration that a plan leads to; InternalError if it is wrong or the puzzle is not solved."""
    followed = replay(start, walk)
    if not followed:
        raise InternalError(f"the plan is wrong: {followed.faults[0]}")
    final = followed.final
    reached = final.placement()
    if faults := placement_faults(instance, reached):
        raise InternalError(f"the plan does not end with a placement: {faults[0]}")
    if placement is not None and reached != placement:
        raise InternalError("the plan leads to another placement than was asked for")
    color_of = dict(
        zip(instance.board.cell_list(), map(instance.colors.__getitem__, instance.cell_colors), strict=True)
    )
    for number, ends, colors in zip(final.ids, final.end_cells(), final.colors or (), strict=True):
        for cell, color in zip(ends, colors, strict=True):
            if color_of[cell] != color:
                raise InternalError(f"an end of gourd {number} has color {color} and is on {cell}")
    return final
