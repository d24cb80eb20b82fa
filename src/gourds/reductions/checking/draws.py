"""Placements of one board from many hands, so that a back map cannot be right by luck.

The solver's placement is one of very many, and a search tends to the same corner of each gadget. So a back map also
reads placements drawn *uniformly* among all; *rare* ones, drawn such that every signature of a part of the board comes
as often as any other, however few coverings it has; and those along *walks* by exchanges (:mod:`.walks`). Rare ones
come from the sweep that decides: it remembers which states can be reached, not how often.

Boards whose sweep is too large give no uniform and no rare ones, only walks; the number of each kind is told.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator

from gourds.errors import InternalError, LimitError
from gourds.instance import Instance
from gourds.matching.frontier.placements import Frontier
from gourds.placement import Placement, placement_faults
from gourds.reductions.checking.walks import walk


class Hand(enum.Enum):
    """Where a solution of the target comes from."""

    FORWARD = "forward map"
    SOLVER = "solver"
    UNIFORM = "uniform"
    RARE = "rare"
    WALK = "exchange walk"
    LISTED = "listed"
    """By the target's own search, where no path leads on to a board."""


def draw_placements(
    instance: Instance, start: Placement, count: int, seed: int, *, drawn: bool = True
) -> Iterator[tuple[Hand, Placement]]:
    """Placements of each kind, ``count`` of them; a walk begins at ``start``. If not ``drawn``, there are only walks."""
    for hand, decide in ((Hand.UNIFORM, False), (Hand.RARE, True)) if drawn else ():
        for placement in _drawn(instance, count, seed, decide=decide):
            yield hand, placement
    for placement in walk(instance, start, count, seed):
        yield Hand.WALK, placement


def count_placements(instance: Instance) -> int | None:
    """The exact number of placements; None if the board is too large for that."""
    try:
        return Frontier(instance).total
    except LimitError:
        return None


def _drawn(instance: Instance, count: int, seed: int, *, decide: bool) -> list[Placement]:
    if not count:
        return []
    try:
        placements = Frontier(instance, decide=decide).sample(count, seed)
    except LimitError:
        return []
    for placement in placements:
        if faults := placement_faults(instance, placement):
            raise InternalError(f"a wrong placement was drawn: {faults[0]}")
    return placements
