"""Where the ends of gourds can get, by exhaustion, on boards of any grid.

Forget all gourds but one: a configuration becomes a placement and, for one end, the cell on which it lies. A move of
the puzzle takes the end on a cell to a cell; whatever the other gourds are called does not matter to it. So the pairs
(placement, cell under the end), with moves between them, have components that say exactly where an end can get from
where it is. There are only 2n pairs for each placement, not n!·2ⁿ.

A board is given as a graph, the set of neighbors of each cell, so that square grids work too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from gourds.board import label_components
from gourds.hexgrid import IndexArray
from gourds.reconfigure.spaces.placement_graph import Graph, Pairs, all_placements, moves_from

MOST: Final = 100_000
"""Boards with more placements are refused."""


@dataclass(frozen=True)
class Tracks:
    """All placements of a board and the components of (placement, cell under an end)."""

    near: Graph
    """The board as a graph."""
    placements: tuple[Pairs, ...]
    """All placements, each as pairs of cells."""
    component: IndexArray
    """Shape (placements · cells): the component of the end on each cell, number p · cells + cell; empty cells too."""

    @classmethod
    def of(cls, near: Graph, most: int = MOST) -> Tracks:
        """Raises LimitError if there are more than ``most`` placements."""
        placements = all_placements(list(near), most)
        edges = np.array(list(_edges(near, placements)), dtype=np.int32).reshape(-1, 2)
        return cls(near, placements, label_components(len(placements) * len(near), edges))

    @cached_property
    def cells(self) -> list[set[int]]:
        """For each component, the cells that its end ever lies on; none for the number of an empty cell."""
        found: list[set[int]] = [set() for _ in range(int(self.component.max(initial=-1)) + 1)]
        for number, cell in self._ends():
            found[number].add(cell)
        return found

    @cached_property
    def positions(self) -> list[set[tuple[int, int]]]:
        """For each component, the pairs (cell under the end, cell under the other end) that ever occur."""
        found: list[set[tuple[int, int]]] = [set() for _ in range(int(self.component.max(initial=-1)) + 1)]
        size = len(self.near)
        for p, placement in enumerate(self.placements):
            for pair in placement:
                for here, there in (pair, pair[::-1]):
                    found[self.component[p * size + here]].add((here, there))
        return found

    @cached_property
    def groups(self) -> list[int]:
        """For each placement, the number of the set of placements that reach each other."""
        # Two placements reach each other iff some end does; empty cells are numbers of their own.
        number: dict[int, int] = {}
        found = []
        for p in range(len(self.placements)):
            ends = self.ends_of(p)
            group = next((number[end] for end in ends if end in number), len(number))
            number.update(dict.fromkeys(ends, group))
            found.append(group)
        return found

    def ends_of(self, placement: int) -> list[int]:
        """The components of all ends of a placement."""
        size = len(self.near)
        return [int(self.component[placement * size + cell]) for pair in self.placements[placement] for cell in pair]

    def _ends(self) -> Iterator[tuple[int, int]]:
        size = len(self.near)
        for p, placement in enumerate(self.placements):
            for cell in (cell for pair in placement for cell in pair):
                yield int(self.component[p * size + cell]), cell


def _edges(near: Graph, placements: Sequence[Pairs]) -> Iterator[tuple[int, int]]:
    """Every move, once for each end that there is: from (placement, cell) to (placement, cell), by number."""
    number = {placement: p for p, placement in enumerate(placements)}
    size = len(near)
    everything = size * (size - 1) // 2
    for p, placement in enumerate(placements):
        empty = everything - sum(a + b for a, b in placement)
        for after, voltage, _ in moves_from(near, placement, empty):
            q = number[after]
            for pair, entry in zip(after, voltage, strict=True):
                for end, cell in enumerate(placement[entry >> 1]):
                    yield p * size + cell, q * size + pair[end ^ (entry & 1)]
