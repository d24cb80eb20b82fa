"""Placements, the moves between them, and what moves do to the numbers of the gourds.

Forget numbers and ends of the gourds: what is left of a configuration is a *placement*, a matching that leaves one cell
empty. In each placement the gourds lie in *slots* 0 to n − 1, in scan order, each from its smaller cell to its larger
one. A configuration is then a placement and a *labeling*: for each slot, which gourd lies in it and which way round, an
element of the group G of signed permutations, of order n!·2ⁿ. A move takes the gourd in slot i to slot j, perhaps
reversed, and shifts others; it is the same signed permutation of slots, its *voltage*, whatever the labels are. So

    all configurations = placements × G, and a move (p, g) → (p', g·v) for each voltage v from p to p'.

This is what topologists call a voltage graph, and three things follow.

- **One labeling is enough.** g ↦ h·g, a renaming of the gourds and their ends, is an automorphism. Distances from
  (p, 1) tell those from (p, g) for every g; the diameter is the largest over placements p.
- **Components without search.** Fix a tree of moves that spans a component of the placements. Each further move closes
  a walk, whose voltages multiply to an element of G. These elements generate the *local group* L, the labelings of a
  placement that can be reached from one of them by moves: the component of (p, 1) has (placements)·|L|
  configurations, and there are |G|/|L| such components.
- **Table look-up.** Number the elements of G. A voltage is a column of the multiplication table, and following a move
  is reading one entry.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from gourds.board import Board, label_components
from gourds.configuration import Configuration
from gourds.errors import LimitError
from gourds.hexgrid import SYMMETRIES, IndexArray, apply_symmetry
from gourds.placement import Placement
from gourds.reconfigure.spaces.signed_permutations import Signed, count_labelings, identity, invert, multiply

MOST_PLACEMENTS: Final = 100_000
"""Boards with more placements are refused unless another number is allowed."""

Pairs = tuple[tuple[int, int], ...]
Graph = list[set[int]]
"""The neighbors of each cell; square grids can be told in this way too."""


@dataclass(frozen=True, eq=False)
class PlacementGraph:
    """The placements of a board and the moves between them. Make one with :func:`placement_graph`."""

    board: Board
    """The board."""
    placements: tuple[Pairs, ...]
    """The slots of each placement, as pairs of cells, smaller first, in scan order."""
    empty: IndexArray
    """The empty cell of each placement."""
    first: IndexArray
    """Shape (P + 1,): the moves from placement p are numbers first[p] to first[p + 1] − 1."""
    goal: IndexArray
    """Where each move leads."""
    voltage: IndexArray
    """The voltage of each move, as a number into ``voltages``."""
    voltages: tuple[Signed, ...]
    """The different voltages."""

    @property
    def gourds(self) -> int:
        """How many gourds there are."""
        return self.board.size // 2

    @property
    def labelings(self) -> int:
        """The order of G."""
        return count_labelings(self.gourds)

    @property
    def states(self) -> int:
        """How many configurations there are."""
        return len(self.placements) * self.labelings

    @cached_property
    def component(self) -> IndexArray:
        """The component of each placement, if nothing but placements counts, numbered from 0."""
        origin = np.repeat(np.arange(len(self.placements), dtype=np.int32), np.diff(self.first))
        return label_components(len(self.placements), np.stack((origin, self.goal), axis=1))

    @cached_property
    def symmetries(self) -> IndexArray:
        """Shape (S, P): where each symmetry of the board takes each placement; the identity is first."""
        number = {placement: k for k, placement in enumerate(self.placements)}
        images = board_symmetries(self.board)
        found = np.empty((len(images), len(self.placements)), dtype=np.int32)
        for s, image in enumerate(images):
            for k, placement in enumerate(self.placements):
                moved = sorted(tuple(sorted((image[a], image[b]))) for a, b in placement)
                found[s, k] = number[tuple((a, b) for a, b in moved)]
        return found

    @property
    def orbits(self) -> IndexArray:
        """For each placement, the first one that a symmetry of the board takes it to."""
        least: IndexArray = self.symmetries.min(axis=0)
        return least


def board_symmetries(board: Board) -> list[list[int]]:
    """The symmetries of the grid that take the board to itself, as permutations of its cells; the identity is first."""
    found = []
    corner = board.cells.min(axis=0)
    for symmetry in SYMMETRIES:
        cells = apply_symmetry(symmetry, board.cells)
        image = board.indices(cells - cells.min(axis=0) + corner)
        if (image >= 0).all():
            found.append(image.tolist())
    return found


def graph_of(board: Board) -> Graph:
    """The board graph as sets of neighbors."""
    return [{cell for cell in row if cell >= 0} for row in board.neighbors.tolist()]


def placement_of(board: Board, pairs: Pairs) -> Placement:
    """The gourds on these pairs of cells, by index."""
    cells = board.cell_list()
    (empty,) = set(range(board.size)).difference(*pairs)
    return Placement.of_cells(cells[empty], [(cells[a], cells[b]) for a, b in pairs])


def configuration(graph: PlacementGraph, placement: int, labeling: Signed) -> Configuration:
    """The configuration of a placement with a labeling; gourds are numbered from 1."""
    ends = np.zeros((graph.gourds, 2), dtype=np.int32)
    for pair, entry in zip(graph.placements[placement], labeling, strict=True):
        ends[entry >> 1] = pair[::-1] if entry & 1 else pair
    return Configuration.from_indices(graph.board, tuple(range(1, graph.gourds + 1)), ends)


def placement_graph(board: Board, most: int = MOST_PLACEMENTS) -> PlacementGraph:
    """All placements of a board and the moves between them. Raises LimitError if there are more than ``most``."""
    near = graph_of(board)
    placements = all_placements(near, most)
    number = {placement: k for k, placement in enumerate(placements)}
    every = sum(range(board.size))
    empty, first, goal, voltage = [], [0], [], []
    voltages: dict[Signed, int] = {}
    for placement in placements:
        hole = every - sum(a + b for a, b in placement)
        empty.append(hole)
        for after, entries, _ in moves_from(near, placement, hole):
            goal.append(number[after])
            voltage.append(voltages.setdefault(entries, len(voltages)))
        first.append(len(goal))
    starts, goals, numbers = (np.array(column, dtype=np.int32) for column in (first, goal, voltage))
    return PlacementGraph(board, placements, np.array(empty, dtype=np.int32), starts, goals, numbers, tuple(voltages))


def moves_from(near: Graph, placement: Pairs, hole: int) -> Iterator[tuple[Pairs, Signed, int]]:
    """The moves from a placement: the placement after each, its voltage, and the cell that becomes empty."""
    for slot, (a, b) in enumerate(placement):
        for here, there in moved_ends(near, hole, a, b):
            # The other gourds keep their order; the one that moves goes from its slot to where it sorts in.
            after = [*placement[:slot], *placement[slot + 1 :]]
            pair, turned = ((there, here), 1) if here > there else ((here, there), 0)
            position = bisect(after, pair)
            after.insert(position, pair)
            entries = [*range(0, 2 * slot, 2), *range(2 * slot + 2, 2 * len(placement), 2)]
            entries.insert(position, 2 * slot + turned)
            yield tuple(after), tuple(entries), a + b + hole - here - there


def moved_ends(near: Graph, hole: int, a: int, b: int) -> list[tuple[int, int]]:
    """Where the moves of a gourd on a and b take its end on a and its end on b."""
    if hole in near[a]:
        return [(hole, b), (a, hole)] if hole in near[b] else [(hole, a)]
    return [(b, hole)] if hole in near[b] else []


def all_placements(near: Graph, most: int) -> tuple[Pairs, ...]:
    """All matchings that leave one cell empty, by covering the first free cell in every way; sorted."""
    size = len(near)
    later = [sorted(cell for cell in near[k] if cell > k) for k in range(size)]
    found: list[Pairs] = []
    covered = [False] * size
    pairs: list[tuple[int, int]] = []

    def cover(cell: int, is_empty_chosen: bool) -> None:
        while cell < size and covered[cell]:
            cell += 1
        if cell == size:
            if len(found) >= most:
                raise LimitError(f"this board of {size} cells has more than {most:,} placements")
            found.append(tuple(pairs))
            return
        covered[cell] = True
        for other in later[cell]:
            if not covered[other]:
                covered[other] = True
                pairs.append((cell, other))
                cover(cell + 1, is_empty_chosen)
                pairs.pop()
                covered[other] = False
        if not is_empty_chosen:
            cover(cell + 1, True)
        covered[cell] = False

    if size % 2:
        cover(0, False)
    return tuple(sorted(found))


def local_generators(graph: PlacementGraph, root: int) -> list[Signed]:
    """Generators of the local group at a placement: a closed walk for each move that is not in a spanning tree."""
    first, goal, voltage = graph.first.tolist(), graph.goal.tolist(), graph.voltage.tolist()
    along = {root: identity(graph.gourds)}
    order = [root]
    for here in order:
        for move in range(first[here], first[here + 1]):
            if goal[move] not in along:
                along[goal[move]] = multiply(along[here], graph.voltages[voltage[move]])
                order.append(goal[move])
    back = {placement: invert(product) for placement, product in along.items()}
    closed = {
        multiply(multiply(along[here], graph.voltages[voltage[move]]), back[goal[move]])
        for here in order
        for move in range(first[here], first[here + 1])
    }
    return sorted(closed - {identity(graph.gourds)})
