"""Pivots: the only moves of triples on a board with one empty cell E.

A move takes a triple from a triangle {a, b, c} to another one through cells that are free: within {a, b, c, E}. So the
new triangle consists of E and two of the three, say a and b, and E is the cell opposite c over the edge ab. Two cells
have only two common neighbors. A slide would need two free cells, since a triangle and its translate by one step share
one cell at most.

Three motions in the plane carry {a, b, c} to {a, b, E}: the turn by 60° about a, which takes c to b and b to E; the
turn by 60° about b, which takes c to a and a to E; and the turn by 180° about the middle of ab, which swaps a and b.
The first two are *pivots* as the paper defines them: one end stays where it is, the others move around it. Each end
that moves passes between two cells as a gourd's end does that pivots, so triples need no more room than gourds. The
half turn is three pivots, and a turn in place by 120° is two: about a, then back about b. Both would need more room
by themselves, and add nothing. A mirror image is no motion in the plane.
"""

from __future__ import annotations

from dataclasses import dataclass

from gourds.hexgrid import DIRECTIONS
from gourds.triples.configuration import Ends


@dataclass(frozen=True)
class Pivot:
    """A triple turns by 60° about one of its ends."""

    triple: int
    """The number of the triple."""
    about: int
    """The end that stays: 0, 1 or 2."""
    turn: int
    """1 for clockwise, −1 for counterclockwise, as pictures show it."""


def turned(ends: Ends, about: int, turn: int, end: int) -> tuple[int, int]:
    """Where an end gets to when its triple turns by 60° about one of its ends."""
    if end == about:
        return ends[end]
    (q, r), (x, y) = ends[about], ends[end]
    dq, dr = DIRECTIONS[(DIRECTIONS.index((x - q, y - r)) + turn) % 6]
    return q + dq, r + dr
