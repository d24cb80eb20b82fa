"""Cycles made of triangles: a set of triangles whose dual graph is a tree, and which have no corner twice.

T triangles, each but the first glued to an earlier one along a side, have at most T + 2 corners. If they have exactly
as many, no two corners fell on the same cell: the triangles form a polygon without cells inside, and its outline is a
Hamiltonian cycle of the board of its corners. Conversely every cycle with nothing inside is made this way, and the
triangles can be glued in any order in which they stay connected. So all cycles whose tree holds a given subtree are
found by growing from that subtree, one triangle at a time, onto a cell that is still free.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np

from gourds.board import Board
from gourds.errors import InternalError
from gourds.hexgrid import SYMMETRIES, Cell
from gourds.paper.cycles.inside import Inside, inside_of

Triangle = tuple[Cell, Cell, Cell]
"""Three mutually adjacent cells, ascending."""
Polygon = frozenset[Triangle]
Side = tuple[Cell, Cell]

LEFT, RIGHT = 1, -1
"""How a path of triangles turns."""

_BASE: Final = (0, 1), (0, 0), (1, 0)
"""The first triangle of a path: the cells to the left and right of the way into it, and the one ahead."""


def mirrored(side: Side, corner: Cell) -> Cell:
    """The third corner of the triangle on the other side of a side."""
    (a, b), (c, d) = side
    return a + c - corner[0], b + d - corner[1]


def triangle_of(*corners: Cell) -> Triangle:
    """The triangle with these corners."""
    a, b, c = sorted(corners)
    return a, b, c


def sides_of(triangle: Triangle) -> list[tuple[Side, Cell]]:
    """The three sides, each with the corner opposite to it."""
    a, b, c = triangle
    return [((a, b), c), ((a, c), b), ((b, c), a)]


def neighbors_of(triangle: Triangle) -> list[Triangle]:
    """The three triangles of the grid that share a side with one."""
    return [triangle_of(*side, mirrored(side, corner)) for side, corner in sides_of(triangle)]


def walk(turns: Iterable[int], left: Cell, right: Cell, ahead: Cell) -> list[Triangle]:
    """A path of triangles: it enters the first between ``left`` and ``right``, and each turn leads to one more."""
    path = [triangle_of(left, right, ahead)]
    for turn in turns:
        if turn == LEFT:
            right, ahead = ahead, mirrored((left, ahead), right)
        else:
            left, ahead = ahead, mirrored((ahead, right), left)
        path.append(triangle_of(left, right, ahead))
    return path


def branching_path(turns: Sequence[int]) -> tuple[list[Triangle], Polygon]:
    """A path of degree-3 nodes with these turns at its inner ones, and the same with all that is adjacent to it."""
    path = walk((LEFT, *turns), *_BASE)
    return path, frozenset([*path, *(other for triangle in path for other in neighbors_of(triangle))])


def branching_star() -> tuple[list[Triangle], Polygon]:
    """A node with three adjacent ones, all of degree 3, and the same with all that is adjacent to them."""
    middle = triangle_of(*_BASE)
    star = [middle, *neighbors_of(middle)]
    return star, frozenset([*star, *(other for triangle in star for other in neighbors_of(triangle))])


def extensions(core: Sequence[Triangle], whole: Polygon, position: int) -> Iterator[Polygon]:
    """All ways to add a triangle to a core and its neighbors such that one beside a node of the core is no leaf."""
    for leaf in neighbors_of(core[position]):
        if leaf not in core:
            for side, corner in sides_of(leaf):
                beyond = triangle_of(*side, mirrored(side, corner))
                if beyond not in whole:
                    yield whole | {beyond}


def single() -> Polygon:
    """One triangle."""
    return frozenset([triangle_of(*_BASE)])


def corners_of(polygon: Iterable[Triangle]) -> set[Cell]:
    """The cells at which the triangles have corners."""
    return {cell for triangle in polygon for cell in triangle}


def is_polygon(triangles: Polygon) -> bool:
    """True iff triangles with a connected dual graph have two corners more than there are triangles."""
    return len(corners_of(triangles)) == len(triangles) + 2


def outline(polygon: Polygon) -> list[Cell]:
    """The cells around a polygon, in cyclic order."""
    count = Counter(side for triangle in polygon for side, _ in sides_of(triangle))
    beside: dict[Cell, list[Cell]] = {}
    for (a, b), times in count.items():
        if times == 1:
            beside.setdefault(a, []).append(b)
            beside.setdefault(b, []).append(a)
    start = min(beside)
    cells = [start, min(beside[start])]
    while True:
        one, other = beside[cells[-1]]
        following = other if one == cells[-2] else one
        if following == start:
            return cells
        cells.append(following)


def cycle_around(polygon: Polygon) -> Inside:
    """The outline of a polygon as a Hamiltonian cycle of the board of its corners."""
    cells = outline(polygon)
    board = Board.from_cells(cells)
    return inside_of(board, board.indices(np.array(cells, dtype=np.int64)).tolist())


def grown(polygons: Iterable[Polygon]) -> Iterator[Polygon]:
    """All polygons with one triangle more, each once up to translation, rotation and reflection."""
    seen = set()
    for polygon in polygons:
        taken = corners_of(polygon)
        for triangle in polygon:
            for side, corner in sides_of(triangle):
                tip = mirrored(side, corner)
                if tip not in taken:
                    larger = polygon | {triangle_of(*side, tip)}
                    name = canonical(larger)
                    if name not in seen:
                        seen.add(name)
                        yield larger


def canonical(polygon: Polygon) -> tuple[Triangle, ...]:
    """The same for polygons that are equal up to translation, rotation and reflection, and for no others."""
    images = []
    for a, b, c, d in SYMMETRIES:
        moved = [[(a * q + b * r, c * q + d * r) for q, r in triangle] for triangle in polygon]
        low_q = min(q for triangle in moved for q, _ in triangle)
        low_r = min(r for triangle in moved for _, r in triangle)
        images.append(sorted(triangle_of(*((q - low_q, r - low_r) for q, r in triangle)) for triangle in moved))
    return tuple(min(images))


# -- families ---------------------------------------------------------------------------------------------------


def with_arms(core: Sequence[Triangle], whole: Polygon, arms: Sequence[tuple[int, int]]) -> Polygon | None:
    """A core of degree-3 nodes from which strips lead away; None if they meet.

    ``whole`` is the core with all that is adjacent. Each triangle of ``whole`` that is not in the core, in ascending
    order, is the first of an arm: a strip of so many triangles that turns as said and then goes on straight.
    """
    inner = set(core)
    triangles = set(whole)
    for first, (turn, length) in zip(sorted(whole - inner), arms, strict=True):
        root = next(node for node in core if node in neighbors_of(first))
        triangles.update(_arm(first, root, turn, length))
    polygon = frozenset(triangles)
    size = len(inner) + sum(length for _, length in arms)  # arms that meet have a triangle or a cell in common
    return polygon if len(polygon) == size and is_polygon(polygon) else None


def six_arms(length: int, *, is_star: bool) -> Inside:
    """Six strips of so many triangles around a star of four degree-3 nodes or a run of six, one of them shorter by one.

    The number of triangles is odd then, and the board is proper.
    """
    turns: tuple[int, ...]
    if is_star:
        (core, whole), turns = branching_star(), (-1, 1, 1, -1, -1, 1)
    else:
        (core, whole), turns = branching_path((LEFT, RIGHT, LEFT, RIGHT)), (1, 0, -1, -1, -1, -1, 0, 1)
    arms = [(turn or LEFT, length if turn else 1) for turn in turns]
    arms[0] = arms[0][0], length - 1
    polygon = with_arms(core, whole, arms)
    if polygon is None:
        raise InternalError("six strips meet")
    return cycle_around(polygon)


def _arm(first: Triangle, root: Triangle, turn: int, length: int) -> list[Triangle]:
    """A strip that begins with a triangle adjacent to the root, and turns right and left alternately."""
    one, other = sorted(set(first) & set(root))
    (ahead,) = set(first) - set(root)
    (q, r), (p, s), (x, y) = one, other, ahead
    left, right = (one, other) if (p - q) * (y - r) - (s - r) * (x - q) > 0 else (other, one)
    return walk((turn if k % 2 == 0 else -turn for k in range(length - 1)), left, right, ahead)


def toothed(teeth: int) -> Inside:
    """A strip of two rows with as many cells on each side as teeth; the triangles between the rows form one run."""
    upper = [cell for k in range(teeth) for cell in [(k, 1), (k + 1, 0)]]
    lower = [cell for k in range(teeth) for cell in [(k, 2), (k, 3)]]
    cells = [*upper, (teeth, 1), (teeth + 1, 1), (teeth, 2), *reversed(lower)]
    board = Board.from_cells(cells)
    return inside_of(board, board.indices(np.array(cells, dtype=np.int64)).tolist())
