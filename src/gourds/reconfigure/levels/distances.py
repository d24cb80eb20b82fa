"""How far every position of a small board is from the nearest goal: one breadth-first search from all goals.

Moves can be taken back, so what a search from the goals finds is the length of a shortest solution from each position.
A numbered puzzle has one goal. A colored puzzle has many: every placement that its colors allow, with every way to lay
gourds of the same kind; a position is numbered here too, and its distance is that to the nearest of all of them.

**Cost.** The positions of 13 cells are some five million. They take a sixth of a second and two bytes each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gourds.board import Board
from gourds.configuration import Colors, Configuration
from gourds.hexgrid import IndexArray
from gourds.reconfigure.gods_number.two_bits import TwoBitSpace
from gourds.reconfigure.spaces.placement_graph import configuration, placement_graph
from gourds.reconfigure.spaces.signed_permutations import Signed, element, multiplication_tables, number_of

MOST_CELLS: Final = 13
"""Larger boards have too many positions."""

FAR: Final = -1
"""The distance of positions from which no goal can be reached."""


class Distances:
    """The positions of a board, and how far each is from the nearest goal."""

    def __init__(self, board: Board) -> None:
        self.graph = placement_graph(board)
        self._space = TwoBitSpace(self.graph)
        self.table: NDArray[np.int16] = np.full(self.graph.states, FAR, dtype=np.int16)
        """The distance of each state, or FAR."""

    def search(self, goals: Sequence[int]) -> int:
        """Fill the table with the distances from these states; gives the largest."""
        self.table = self._space.distances_from(goals)
        return int(self.table.max())

    @property
    def reached(self) -> int:
        """How many positions can reach a goal."""
        return int((self.table != FAR).sum())

    def states_at(self, distance: int) -> NDArray[np.int64]:
        """The states at a distance, in increasing order."""
        return np.flatnonzero(self.table == distance)

    def position(self, state: int, colors: tuple[Colors, ...] | None = None) -> Configuration:
        """A state as a configuration, gourds numbered from 1."""
        placement, labeling = divmod(state, self.graph.labelings)
        found = configuration(self.graph, placement, element(labeling, self.graph.gourds))
        return Configuration.from_indices(found.board, found.ids, found.ends, colors)

    def path(self, state: int) -> IndexArray:
        """The empty cells of a shortest solution, the first one included, by index."""
        graph, cells = self.graph, list[int]()
        ranks, signs = multiplication_tables(graph.voltages, graph.gourds)
        while True:
            placement, labeling = divmod(int(state), graph.labelings)
            cells.append(int(graph.empty[placement]))
            due = int(self.table[state]) - 1
            if due < 0:
                return np.array(cells, dtype=np.int32)
            rank, sign = labeling >> graph.gourds, labeling & ((1 << graph.gourds) - 1)
            moves = np.arange(graph.first[placement], graph.first[placement + 1])
            voltages = graph.voltage[moves]
            after = graph.goal[moves].astype(np.int64) * graph.labelings
            after += ranks[voltages, rank] + signs[voltages, sign]
            state = int(after[self.table[after] == due][0])

    def colored_goals(self, cell_colors: Sequence[str], gourds: Sequence[Colors]) -> tuple[list[int], int]:
        """The states in which every end lies on its color, and how many placements these are."""
        goals: list[int] = []
        placements = 0
        for number, pairs in enumerate(self.graph.placements):
            slots = [(cell_colors[a], cell_colors[b]) for a, b in pairs]
            if sorted(map(_kind, slots)) != sorted(map(_kind, gourds)):
                continue
            placements += 1
            goals += [number * self.graph.labelings + number_of(one) for one in _fitting(slots, gourds)]
        return goals, placements


def _kind(pair: Colors) -> Colors:
    return (min(pair), max(pair))


def _fitting(slots: Sequence[Colors], gourds: Sequence[Colors], before: Signed = ()) -> Iterator[Signed]:
    """All ways to lay the gourds into the slots so that every end is on its color."""
    if len(before) == len(slots):
        yield before
        return
    slot = slots[len(before)]
    used = {entry >> 1 for entry in before}
    for gourd, (first, second) in enumerate(gourds):
        for turned, ends in ((0, (first, second)), (1, (second, first))):
            if ends == slot and gourd not in used:
                yield from _fitting(slots, gourds, (*before, 2 * gourd + turned))
