"""The triangles inside a cycle of cells, and their dual graph, from the definition.

A cycle H of cells is a polygon whose corners are the centers of the cells. A triangle of the grid lies inside iff its
center does: a ray from there to the right meets an odd number of edges of H. In axial coordinates times three, which
are whole numbers, the center of a triangle is the sum of its corners. It never lies on the height of a corner, so no
case is special. Two triangles inside are adjacent iff they have two corners in common. That is all; in particular,
nobody asks whether the side between them is an edge of H, or whether all cells of the board are on H.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from gourds.board import Board
from gourds.hexgrid import Cell, are_adjacent

Node = tuple[int, int, int]
"""A triangle: its corners, cells by index, ascending."""


@dataclass(frozen=True)
class Inside:
    """A cycle on a board and the triangles inside. Make one with :func:`inside_of`."""

    board: Board
    """The board."""
    cycle: tuple[int, ...]
    """The cells of H in cyclic order, by index."""
    nodes: tuple[Node, ...]
    """T_H: the triangles inside."""
    near: tuple[tuple[int, ...], ...]
    """G_{T_H}: the triangles adjacent to each."""

    @cached_property
    def cells(self) -> list[Cell]:
        """The cells of the board."""
        return self.board.cell_list()

    @cached_property
    def place(self) -> dict[int, int]:
        """Where each cell is on H."""
        return {cell: k for k, cell in enumerate(self.cycle)}

    @cached_property
    def sides(self) -> set[tuple[int, int]]:
        """The edges of H, as pairs of cells, ascending."""
        return {ascending(a, b) for a, b in zip(self.cycle, self.cycle[1:] + self.cycle[:1], strict=True)}

    @property
    def size(self) -> int:
        """The number of triangles."""
        return len(self.nodes)

    def degree(self, node: int) -> int:
        """How many triangles are adjacent to one."""
        return len(self.near[node])

    def nodes_of_degree(self, degree: int) -> list[int]:
        """The triangles with that many adjacent ones."""
        return [node for node, near in enumerate(self.near) if len(near) == degree]

    def edges(self) -> Iterator[tuple[int, int]]:
        """The edges of G_{T_H}, each once."""
        return ((s, t) for s, near in enumerate(self.near) for t in near if s < t)

    def center(self, node: int) -> Cell:
        """The center of a triangle, in axial coordinates times three."""
        (a, b), (c, d), (e, f) = (self.cells[cell] for cell in self.nodes[node])
        return a + c + e, b + d + f

    def common(self, s: int, t: int) -> tuple[int, int]:
        """The two corners that adjacent triangles share, ascending."""
        a, b = sorted(set(self.nodes[s]) & set(self.nodes[t]))
        return a, b

    def position(self, node: int) -> list[int]:
        """The corners of a triangle as places on H, ascending."""
        return sorted(self.place[cell] for cell in self.nodes[node])


def ascending(a: int, b: int) -> tuple[int, int]:
    """The two, the smaller first."""
    return (a, b) if a < b else (b, a)


def inside_of(board: Board, cycle: Sequence[int]) -> Inside:
    """The triangles inside a cycle of cells, given by index."""
    cells = board.cell_list()
    index = {cell: k for k, cell in enumerate(cells)}
    # Edges between rows r and r + 1, by their q in row r and how it changes to the next row, which is 0 or −1.
    crossing: dict[int, list[tuple[int, int]]] = {}
    for k, cell in enumerate(cycle):
        (q, r), (p, s) = sorted((cells[cell], cells[cycle[k - 1]]), key=lambda one: one[1])
        if r != s:
            crossing.setdefault(r, []).append((q, p - q))
    nodes = []
    for q, r in cells:
        for corners in (((q, r), (q + 1, r), (q, r + 1)), ((q, r), (q - 1, r + 1), (q, r + 1))):
            if all(corner in index for corner in corners) and _is_inside(crossing, corners, r):
                a, b, c = sorted(index[corner] for corner in corners)
                nodes.append((a, b, c))
    return Inside(board, tuple(cycle), tuple(nodes), _adjacency(nodes))


def _is_inside(crossing: dict[int, list[tuple[int, int]]], corners: Sequence[Cell], row: int) -> bool:
    """True iff a ray to the right from the center of a triangle between two rows meets an odd number of edges."""
    x = sum(q for q, _ in corners)
    down = sum(r for _, r in corners) - 3 * row  # 1 or 2: how far the center is on the way to the next row, in thirds
    return sum(3 * q + change * down > x for q, change in crossing.get(row, ())) % 2 == 1


def _adjacency(nodes: Sequence[Node]) -> tuple[tuple[int, ...], ...]:
    beside: dict[tuple[int, int], list[int]] = {}
    for number, (a, b, c) in enumerate(nodes):
        for side in ((a, b), (a, c), (b, c)):
            beside.setdefault(side, []).append(number)
    return tuple(
        tuple(other for side in ((a, b), (a, c), (b, c)) for other in beside[side] if other != number)
        for number, (a, b, c) in enumerate(nodes)
    )


def is_cycle(board: Board, cycle: Sequence[int]) -> bool:
    """True iff these are three or more different cells, by index, each next to the one before, all the way around."""
    cells = board.cell_list()
    steps = zip(cycle, (*cycle[1:], *cycle[:1]), strict=True)
    return len(set(cycle)) == len(cycle) > 2 and all(are_adjacent(cells[a], cells[b]) for a, b in steps)


def is_hamiltonian(board: Board, cycle: Sequence[int]) -> bool:
    """True iff the cycle meets every cell once and steps between neighbors."""
    return is_cycle(board, cycle) and len(cycle) == board.size


def twice_the_area(inside: Inside) -> int:
    """Twice the area of the polygon H in axial coordinates (the shoelace formula): the number of triangles inside."""
    corners = [inside.cells[cell] for cell in inside.cycle]
    pairs = zip(corners, corners[1:] + corners[:1], strict=True)
    return abs(sum(q * s - p * r for (q, r), (p, s) in pairs))


def is_tree(near: Sequence[Sequence[int]]) -> bool:
    """True iff a graph is connected and has one edge less than nodes."""
    if sum(map(len, near)) != 2 * (len(near) - 1):
        return False
    seen = {0}
    stack = [0]
    while stack:
        fresh = [other for other in near[stack.pop()] if other not in seen]
        seen.update(fresh)
        stack += fresh
    return len(seen) == len(near)
