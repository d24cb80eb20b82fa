"""The dearest exchange: how many moves it takes to exchange two gourds and leave all others as they are.

Two gourds can trade places in four ways, since each may end up either way round. All four are taken, for every pair of
gourds and every placement; the *dearest exchange* is the largest of these distances. It is at most God's number.

**Cost.** A search for each orbit of placements, each left when its last exchange is found.
"""

from __future__ import annotations

from itertools import combinations

from gourds.reconfigure.gods_number.two_bits import TwoBitSpace
from gourds.reconfigure.spaces.signed_permutations import Signed, identity, number_of


def dearest_exchange(space: TwoBitSpace) -> int:
    """The most moves that it takes to exchange two gourds; 0 if there are fewer than two."""
    goals = [number_of(exchange) for exchange in all_exchanges(space.graph.gourds)]
    most = 0
    for placement in sorted(set(space.graph.orbits.tolist())) if goals else []:
        found = space.distances_to(placement, [(placement, goal) for goal in goals])
        most = max(most, *found)
    return most


def all_exchanges(gourds: int) -> list[Signed]:
    """The labelings that differ from the first one by two gourds that traded places."""
    found = []
    for i, j in combinations(range(gourds), 2):
        for signs in range(4):
            entries = list(identity(gourds))
            entries[i], entries[j] = 2 * j + (signs & 1), 2 * i + (signs >> 1)
            found.append(tuple(entries))
    return found
