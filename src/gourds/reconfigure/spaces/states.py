"""State spaces by a search that lists what it finds: every configuration, level by level.

The configurations of a board are its placements times the n!·2ⁿ ways to number and turn the gourds, and moves act on
the two as :mod:`placement_graph` says. So a state is a number, what was seen is an array of bytes, a move
is two table look-ups, and a breadth-first search visits ten million states in a second. The queue holds all states in
the order of their distances, five bytes a state with what was seen.

For distances alone, :mod:`gourds.reconfigure.gods_number` takes a quarter of a byte a state and a tenth of the time. It
shares the placements and their moves with this search, but neither its planes nor its order, and tests
compare the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.board import Board
from gourds.compiled import compiled
from gourds.configuration import Configuration
from gourds.errors import LimitError
from gourds.reconfigure.spaces import states_kernel as kernel
from gourds.reconfigure.spaces.placement_graph import PlacementGraph, placement_graph
from gourds.reconfigure.spaces.signed_permutations import Signed, count_labelings, multiplication_tables
from gourds.reconfigure.task import Options

LIMIT: Final = 200_000_000
"""More configurations than this are refused; they would take 5 bytes each."""

SLICE: Final = 2_000_000
"""States that are expanded between two looks at the clock."""

MAX_LEVELS: Final = 1 << 22


@cache
def prepare() -> None:
    """Compile the search, which takes some seconds once on a machine, so that it does not count as searching."""
    Space(placement_graph(Board.from_cells([(0, 0), (1, 0), (0, 1)]))).search([0], Options())


def configuration(graph: PlacementGraph, placement: int, labeling: Signed) -> Configuration:
    """The configuration of a placement with a labeling; gourds are numbered from 1."""
    ends = np.zeros((graph.gourds, 2), dtype=np.int32)
    for pair, entry in zip(graph.placements[placement], labeling, strict=True):
        ends[entry >> 1] = pair[::-1] if entry & 1 else pair
    return Configuration.from_indices(graph.board, tuple(range(1, graph.gourds + 1)), ends)


def closure(generators: list[Signed], gourds: int) -> NDArray[np.uint8]:
    """Which elements of the group the generators generate: the search of a state space with a single placement."""
    if not generators:
        only_one = np.zeros(count_labelings(gourds), dtype=np.uint8)
        only_one[0] = 1
        return only_one
    loops = np.zeros(len(generators), dtype=np.int32)
    edges = np.array([0, len(generators)], dtype=np.int32)
    own = np.arange(len(generators), dtype=np.int32)
    board = Board.from_cells([(k, 0) for k in range(2 * gourds + 1)])
    space = Space(PlacementGraph(board, ((),), loops[:1], edges, loops, own, tuple(generators)))
    space.search([0], Options())
    return space.seen


class Space:
    """The arrays that a search needs, used again for every start."""

    def __init__(self, graph: PlacementGraph) -> None:
        self.graph = graph
        self.ranks, self.signs = multiplication_tables(graph.voltages, graph.gourds)
        self.seen = np.zeros(graph.states, dtype=np.uint8)
        self.queue = np.empty(graph.states, dtype=np.int32)
        self.levels = np.empty(min(graph.states, MAX_LEVELS) + 2, dtype=np.int64)

    def search(self, origins: Sequence[int], options: Options) -> tuple[int, ...] | None:
        """How many states are 0, 1, 2, … moves away from the nearest of some, all different; None if time runs out.

        After it, level k of ``queue`` is from ``levels[k]`` to ``levels[k + 1]``.
        """
        graph = self.graph
        progress = np.array([0, len(origins), 0], dtype=np.int64)
        self.seen[:] = 0
        self.queue[: len(origins)] = origins
        self.seen[self.queue[: len(origins)]] = 1
        self.levels[:2] = 0, len(origins)
        spread = compiled(kernel.spread)
        arguments: tuple[Any, ...] = (graph.first, graph.goal, graph.voltage, self.ranks, self.signs, graph.gourds)
        while not spread(*arguments, self.seen, self.queue, self.levels, progress, SLICE):
            if options.left() <= 0:
                return None
        if progress[2] < 0:
            raise LimitError(f"some configurations are more than {MAX_LEVELS:,} moves apart")
        return tuple(int(width) for width in np.diff(self.levels[: int(progress[2]) + 2]))
