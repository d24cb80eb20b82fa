"""Placements of one board from many hands, so that a back map cannot be right by luck.

The solver's placement is one of very many, and a search tends to the same corner of each gadget. So a back map also
reads placements drawn *uniformly* among all; *rare* ones, drawn such that every signature of a part of the board comes
as often as any other, however few coverings it has; and those along *exchange walks* (:mod:`.walks`). Rare ones come
from the sweep that decides: it remembers which states can be reached, not how often.

A sweep over a large board can take any time. Beyond :data:`SMALL` cells it runs in a process of its own for
:data:`SECONDS` of processor time, beyond :data:`LARGE` not at all. Boards that need more give no uniform or rare ones,
only walks; how many of each kind were read is told.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from gourds.errors import InternalError, LimitError
from gourds.instance import Instance
from gourds.matching.frontier.placements import Frontier
from gourds.placement import Placement, placement_faults
from gourds.reductions.checking.walks import walk
from gourds.running.isolation import Limits, call_limited

T = TypeVar("T")
SMALL: Final = 1000
"""Boards of at most this many cells are swept without a limit."""
LARGE: Final = 12_000
"""Boards with more cells are not swept at all."""
SECONDS: Final = 1.0
"""Processor time for a sweep over a board in between."""


class Hand(enum.Enum):
    """Where a solution of the target comes from."""

    FORWARD = "forward map"
    SOLVER = "solver"
    UNIFORM = "uniform"
    RARE = "rare"
    WALK = "exchange walk"
    LISTED = "listed"
    """By the target's own search: all there are, if the target is small."""


@dataclass(frozen=True)
class Drawn:
    """Placements by the hand that drew them."""

    by_hand: dict[Hand, list[Placement]]
    total: int | None
    """The exact number of placements, if it was found on the way."""


def draw_placements(instance: Instance, start: Placement, count: int, seed: int) -> Drawn:
    """Placements of each kind, ``count`` of them if the board allows; the walk begins at ``start``."""
    total, uniform = _limited(_sample, instance, count, seed, False) or (None, [])
    _, rare = _limited(_sample, instance, count, seed, True) or (None, [])
    for placement in (*uniform, *rare):
        if faults := placement_faults(instance, placement):
            raise InternalError(f"a wrong placement was drawn: {faults[0]}")
    walked = list(walk(instance, start, count, seed))
    return Drawn({Hand.UNIFORM: uniform, Hand.RARE: rare, Hand.WALK: walked}, total)


def count_placements(instance: Instance) -> int | None:
    """The exact number of placements; None if that takes too long."""
    return _limited(_count, instance)


def _sample(instance: Instance, count: int, seed: int, decide: bool) -> tuple[int, list[Placement]]:
    frontier = Frontier(instance, decide=decide)
    return frontier.total, frontier.sample(count, seed)


def _count(instance: Instance) -> int:
    return Frontier(instance).total


def _limited(function: Callable[..., T], instance: Instance, *args: object) -> T | None:
    """What a sweep gives; None if the board is too large for it."""
    if instance.board.size <= SMALL:
        try:
            return function(instance, *args)
        except LimitError:
            return None
    if instance.board.size > LARGE:
        return None
    ended = call_limited(function, instance, *args, limits=Limits(cpu=SECONDS))
    if ended.cause == "raised" and not isinstance(ended.value, LimitError):
        raise ended.value
    value: T | None = ended.value if ended.cause == "done" else None
    return value
