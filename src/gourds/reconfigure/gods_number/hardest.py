"""Two configurations that are as far apart as any.

A search with two bits a state forgets how it came to a state, but not which states it came to. So the search from a
placement with the largest distance is done again as far as the last level, and the first state of that level is read
off.
"""

from __future__ import annotations

from gourds.configuration import Configuration
from gourds.reconfigure.gods_number.two_bits import Search, TwoBitSpace
from gourds.reconfigure.spaces.signed_permutations import element, identity
from gourds.reconfigure.spaces.states import configuration


def find_hardest(space: TwoBitSpace, search: Search) -> tuple[Configuration, Configuration]:
    """A pair at the largest distance that a search found: the placement that it began with, and another."""
    graph = space.graph
    placement, labeling = space.first_at(search.placement, search.depth)
    start = configuration(graph, search.placement, identity(graph.gourds))
    return start, configuration(graph, placement, element(labeling, graph.gourds))
