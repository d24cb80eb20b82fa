"""Placements drawn exactly uniformly.

Narrow boards are drawn from by the sweeps of ``frontier``, boards that are too wide for that by the Pfaffians of
``pfaffian``, if they have few colors: twice the time of counting for a draw.
"""

from __future__ import annotations

from functools import partial

from gourds.counts.limits import in_turn
from gourds.errors import InputError, InternalError
from gourds.instance import Instance
from gourds.matching.frontier import placements as frontier
from gourds.matching.kasteleyn import draw as kasteleyn
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
    number = max(k, 1)
    approaches = {
        "frontier": partial(frontier.sample_placements, count=number, seed=seed),
        "pfaffian": partial(kasteleyn.sample_placements, count=number, seed=seed),
    }
    drawn = in_turn(approaches, instance, time_limit, memory_limit).value
    if not drawn:
        raise InputError("there is nothing to draw from: the exact number of placements is 0")
    for placement in drawn:
        faults = placement_faults(instance, placement)
        if faults:
            raise InternalError(f"a wrong placement was drawn: {faults[0]}")
    return drawn[:k]
