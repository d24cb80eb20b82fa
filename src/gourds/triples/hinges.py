"""Hinges: the edge that a triple never leaves, and the tree of the empty cell.

Let s be the shade of the empty cell (:mod:`gourds.triples.shades`). Every triple covers one cell of shade s and two of
the other shades; these two are its *hinge*. All cells of the other shades are covered in every placement, and a pivot
frees a cell of shade s. So a triple keeps its hinge {a, b} for ever. It lies on one of the two *sides* of the hinge,
the common neighbors of a and b, or a and b have only one common neighbor on the board and it never moves.

Draw a graph on the n + 1 cells of shade s: an edge between the two sides of each hinge, a loop at the only side of a
hinge that has one. It has n edges, and in a placement each hinge takes one of its ends, no two the same, and the empty
cell is left. So the part that holds the empty cell is a *tree*, with one edge less than vertices, and every other part
has as many edges as vertices: one cycle, perhaps a loop. A pivot is a step of the empty cell along an edge of its tree.
Nothing else can happen: the other triples never move, and all placements that are reached are known by the place of the
empty cell in the tree.

**Lozenges.** The cells of shade s are the vertices of a triangular lattice, and the other cells are its triangles. A
hinge is two triangles that share an edge, a lozenge, and that edge joins the two sides. So the hinges of a placement
tile the other cells with lozenges.

**Cycles.** Let a cycle of k > 1 edges enclose I vertices. By Pick's theorem it encloses 2I + k − 2 triangles, and k of
them belong to lozenges of its own edges. So I ≥ 1, which takes k ≥ 6, and a board with a cycle has 6 + 12 + 1 cells at
least. If the board has no hole, I − 1 lozenges are left inside. Their triples cover I − 1 of the vertices there, since
those on the cycle are taken. The last one is the empty cell: cycles go around it, one around the other.
"""

from __future__ import annotations

from dataclasses import dataclass

from gourds.triples.placements import TriplePlacement
from gourds.triples.shades import shade

Edge = tuple[int, int]


@dataclass(frozen=True)
class Hinge:
    """The hinge of a triple."""

    cells: Edge
    """The two cells that the triple never leaves, smaller index first."""
    near: int
    """The side on which it lies, as a cell by index."""
    far: int
    """The other side, −1 if that is no cell of the board."""


@dataclass(frozen=True)
class Tree:
    """Where the empty cell can go, and which triple moves aside."""

    root: int
    """The empty cell."""
    steps: dict[int, list[tuple[int, int]]]
    """For each cell of the tree, its neighbors in the tree with the number of the triple whose hinge lies between."""

    @property
    def size(self) -> int:
        """How many cells it has: as many placements reach each other."""
        return len(self.steps)

    @property
    def triples(self) -> set[int]:
        """The triples that can move."""
        return {triple for steps in self.steps.values() for _, triple in steps}

    @property
    def diameter(self) -> int:
        """The length of a longest path: the cell farthest from any cell is an end of one."""
        far = max(distances(self, self.root).items(), key=lambda pair: pair[1])[0]
        return max(distances(self, far).values())


def distances(tree: Tree, start: int) -> dict[int, int]:
    """How many steps each cell of the tree is away from one of them."""
    found = {start: 0}
    order = [start]
    for here in order:
        for there, _ in tree.steps[here]:
            if there not in found:
                found[there] = found[here] + 1
                order.append(there)
    return found


def hinges_of(placement: TriplePlacement) -> list[Hinge]:
    """The hinge of each triple, in the order of the slots."""
    board = placement.board
    cells = board.cell_list()
    number = {cell: k for k, cell in enumerate(cells)}
    movable = shade(cells[placement.empty])
    found = []
    for slot in placement.slots:
        near = next(k for k in slot if shade(cells[k]) == movable)
        a, b = (k for k in slot if k != near)
        opposite = (cells[a][0] + cells[b][0] - cells[near][0], cells[a][1] + cells[b][1] - cells[near][1])
        found.append(Hinge((a, b), near, number.get(opposite, -1)))
    return found


def tree_of(placement: TriplePlacement, hinges: list[Hinge] | None = None) -> Tree:
    """The tree of the empty cell. Triples are numbered in the order of the slots."""
    sides: dict[int, list[tuple[int, int]]] = {}
    for triple, hinge in enumerate(hinges_of(placement) if hinges is None else hinges):
        if hinge.far >= 0:
            sides.setdefault(hinge.near, []).append((hinge.far, triple))
            sides.setdefault(hinge.far, []).append((hinge.near, triple))
    steps: dict[int, list[tuple[int, int]]] = {}
    order = [placement.empty]
    for here in order:
        if here not in steps:
            steps[here] = sides.get(here, [])
            order += [there for there, _ in steps[here]]
    return Tree(placement.empty, steps)
