"""Exchanging gourds between the two parts of a split, such that each has its own.

At a station the gourds along each track form a circular *tape* of slots, and the two tapes have one slot in common,
that of the common edge. A lap on one track shifts its tape by one slot against the common one, and leaves the other
tape as it is. So the tapes are fixed arrays on which two heads move; the gourd at the heads is on both. As long as the
gourd at the heads belongs to the first part, the head of the first tape moves to a slot with a gourd that does not,
which then is at the heads; and so on in turns. Every slot with a wrong gourd is visited once, so the order of visits on
each tape can be chosen on its own: once around at most, or forth and back where that is shorter. At most one round on
each tape makes about (m₁² + m₂²)/2 hops for tracks of m₁ and m₂ cells.

**Whose gourd is at the heads?** In the end one of the *owner's*, the part whose track is not extended. For an even
split it is of either part, and the gourd that is due on the common edge may be counted to either; the part that owns
it must be put in order first, which puts that gourd on the common edge.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gourds.reconfigure.paper.rotation import Walker, round_trip
from gourds.reconfigure.paper.splits import Station


@dataclass(frozen=True)
class Exchange:
    """What to do at a station."""

    owner: int
    """The part, 0 or 1, whose gourd will lie on the common edge."""
    shifts: tuple[list[int], list[int]]
    """By how many gourds to shift each track, time after time, in turns."""
    starts: int
    """The track to begin with."""
    cost: int
    """How many moves that makes."""


def plan_exchange(
    station: Station, tapes: tuple[NDArray[np.int32], NDArray[np.int32]], side: NDArray[np.int8], owner: int
) -> Exchange:
    """How the parts get their own, given the part, 0 or 1, of every gourd, if ``owner`` owns the common edge."""
    shifts = []
    for k in (0, 1):
        wrong = np.flatnonzero(side[tapes[k][1:]] != k) + 1
        shifts.append(round_trip(wrong, len(tapes[k])))
    starts = int(side[tapes[0][0]])
    cost = sum(abs(step) * station.tracks[k].lap for k in (0, 1) for step in shifts[k])
    return Exchange(owner, (shifts[0], shifts[1]), starts, cost)


def perform_exchange(walker: Walker, station: Station, exchange: Exchange) -> None:
    """Do it, the empty cell being at the station."""
    shifts = [iter(steps) for steps in exchange.shifts]
    turn = exchange.starts
    for _ in range(sum(map(len, exchange.shifts))):
        walker.shift(station.tracks[turn], next(shifts[turn]))
        turn = 1 - turn
