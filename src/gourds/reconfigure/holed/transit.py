"""From any placement to any other: on a critical board all placements reach each other.

Lay two placements over each other. The cells where they differ form a path between the two empty cells, and cycles in
which pairs of the one and of the other alternate. The empty cell walks along the path. Then, for each cycle, it walks
to a cell x beside it along an alternating path that meets the cycle nowhere, enters, goes around once, leaves over the
cell where it came in, and walks back from x: the pairs on the cycle have changed, and all others are as before. There
is such a path, as some cell of the cycle can become empty: its first cell on the cycle is reached from outside.

**Cost.** One search for alternating paths for each cycle, O(cells · log cells), and as many hops as there are cells.
"""

from __future__ import annotations

from collections.abc import Iterable

from gourds.board import Board
from gourds.matching.maximum import AlternatingSearch
from gourds.reconfigure.spaces.ears import in_order
from gourds.reconfigure.spaces.placement_graph import graph_of


class Mover:
    """A position that changes, and the cells that were empty in turn."""

    def __init__(self, board: Board, label: list[int]) -> None:
        """From the end on each cell, −1 on the empty one; the label is changed in place."""
        self.board = board
        self.label = label
        self.empty = label.index(-1)
        self.path = [self.empty]
        self._near = graph_of(board)
        self._where = [0] * (board.size - 1)
        for cell, end in enumerate(label):
            if end >= 0:
                self._where[end] = cell

    def mate(self, cell: int) -> int:
        """The other cell of the gourd on a cell; −1 for the empty cell."""
        end = self.label[cell]
        return -1 if end < 0 else self._where[end ^ 1]

    def hop(self, cell: int) -> int:
        """Let the empty cell hop over the gourd on a cell beside it; the cell that is empty then.

        That is one slide or turn, or two pivots. It is its own inverse: a hop over the same cell takes it back.
        """
        here, there, label = self.empty, self.mate(cell), self.label
        self.path += [cell, there] if there in self._near[here] else [there]
        label[here], label[cell], label[there] = label[cell], label[there], -1
        self._where[label[here]], self._where[label[cell]] = here, cell
        self.empty = there
        return there

    def go(self, path: Iterable[int]) -> None:
        """Make cells empty in turn, by one move each."""
        label, where = self.label, self._where
        for there in path:
            here, end = self.empty, label[there]
            other = where[end ^ 1]
            if there in self._near[here]:
                label[here], where[end] = end, here
            else:
                label[here], where[end ^ 1] = end ^ 1, here
                label[other], where[end] = end, other
            label[there] = -1
            self.empty = there
            self.path.append(there)

    def follow(self, pairs: list[int]) -> None:
        """Hop until the position has the pairs of a placement: for each cell its partner, −1 for the empty cell.

        Cells with partner −2 are out of bounds. The others must form a critical board.
        """
        while pairs[self.empty] >= 0:
            self.hop(pairs[self.empty])
        for cell, partner in enumerate(pairs):
            if partner >= 0 and self.mate(cell) != partner:
                self._turn(cell, pairs)

    def _turn(self, cell: int, pairs: list[int]) -> None:
        """Change the pairs of the cycle that goes through a cell."""
        cycle, here = set(), cell
        while here not in cycle:
            cycle |= {here, pairs[here]}
            here = self.mate(pairs[here])
        way = self._way_to(cell, pairs)
        first = next(k for k, there in enumerate(way) if there in cycle)
        over = way[1:first:2]
        for step in over:
            self.hop(step)
        outside, entry = self.empty, way[first]
        self.hop(entry)
        while self.empty != outside:
            self.hop(pairs[self.empty])
        for step in reversed(over):
            self.hop(step)

    def _way_to(self, cell: int, pairs: list[int]) -> list[int]:
        """An alternating path from the empty cell to another one, within bounds."""
        edges = self.board.edges
        allowed = [k for k, (a, b) in enumerate(edges.tolist()) if pairs[a] > -2 and pairs[b] > -2]
        mate = [self.mate(k) if pairs[k] > -2 else -1 for k in range(self.board.size)]
        search = AlternatingSearch(self.board.size, edges[allowed], mate)
        search.grow(self.empty, targets=[cell])
        return in_order(self.empty, search.path_edges(cell), mate)
