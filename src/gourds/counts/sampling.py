"""Placements drawn exactly uniformly."""

from __future__ import annotations

from gourds.counts.limits import limited
from gourds.errors import InputError, InternalError
from gourds.instance import Instance
from gourds.matching.frontier.placements import sample_placements
from gourds.placement import Placement, placement_faults


def sample(
    instance: Instance, k: int, seed: int = 0, time_limit: float | None = None, memory_limit: float | None = None
) -> list[Placement]:
    """Draw k placements, each exactly uniform among all and independent of the others, every one checked.

    The same seed gives the same placements, and the first ones are the same for every k. An instance without
    placements is an InputError.
    """
    if k < 0:
        raise InputError(f"the number of placements must not be negative, here it is {k}")
    drawn = limited(sample_placements, instance, max(k, 1), seed, time_limit=time_limit, memory_limit=memory_limit)
    if not drawn:
        raise InputError("there is nothing to draw from: the exact number of placements is 0")
    for placement in drawn:
        faults = placement_faults(instance, placement)
        if faults:
            raise InternalError(f"a wrong placement was drawn: {faults[0]}")
    return drawn[:k]
