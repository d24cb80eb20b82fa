"""Boards: finite sets of hexagonal cells, and everything about their shape.

All facts come from the *neighbor table*, an (N, 6) array of cell indices with −1 where a neighbor is missing, by
array operations in O(N log N); nothing loops over cells in Python, and nothing depends on the bounding box.

**Boundary.** A *side* of the board is a pair (cell, direction) with a missing neighbor. Walking around the board
with the outside on one side, side (c, d) is followed by (c, d+1) if that neighbor is missing too, and else by
(c', d−1) where c' is that neighbor. So the sides form cycles, one for each connected region outside of the
(connected) board: the outer boundary turns by +360° in all, the rim of a hole by −360°.

**Holes.** The board graph with its triangles is a simplicial complex with the homotopy of the board itself, so a
connected board has 1 − (V − E + T) holes (Euler); the rims give their cells.

**Cut cells.** The missing neighbors of a cell c form *gaps*, maximal runs around c. Let c have a gaps that touch g
different outside regions. Removing c changes the Euler characteristic by a − 1 and merges g regions into one, so
what remains has 1 + a − g components: c is a cut cell iff one region touches it in two gaps.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from gourds.display import LONGEST, inline_svg
from gourds.errors import COUNTED_FAULTS, Fault, InputError
from gourds.hexgrid import (
    COORDINATE_LIMIT,
    DIRECTIONS,
    SYMMETRIES,
    Cell,
    CellArray,
    IndexArray,
    Symmetry,
    apply_symmetry,
    are_far,
    cell_array,
    is_cell,
    scan_keys,
)

if TYPE_CHECKING:
    import networkx as nx

STAR_OF_DAVID: Final = frozenset(
    [
        (0, 0),
        *DIRECTIONS,
        *((DIRECTIONS[d][0] + DIRECTIONS[d - 1][0], DIRECTIONS[d][1] + DIRECTIONS[d - 1][1]) for d in range(6)),
    ]
)
"""The 13 cells of the Star of David around (0, 0): a hexagon of seven cells and the six tips between its arms."""


class Impropriety(enum.Flag):
    """Why a board is not proper: one bit for each condition of the paper that fails."""

    NONE = 0
    EVEN = enum.auto()
    DISCONNECTED = enum.auto()
    NOT_TWO_CONNECTED = enum.auto()
    HOLES = enum.auto()
    STAR_OF_DAVID = enum.auto()

    def reasons(self) -> list[str]:
        """One sentence for each condition that fails."""
        return [_REASONS[bit] for bit in Impropriety if bit in self and bit in _REASONS]


_REASONS = {
    Impropriety.EVEN: "the number of cells is even, so no placement leaves exactly one cell empty",
    Impropriety.DISCONNECTED: "the board is not connected",
    Impropriety.NOT_TWO_CONNECTED: "the board is not 2-connected",
    Impropriety.HOLES: "the board has a hole",
    Impropriety.STAR_OF_DAVID: "the board is the Star of David",
}


@dataclass(frozen=True)
class Hole:
    """A bounded region outside of a board, as rows of missing cells."""

    rows: tuple[tuple[int, int, int], ...]
    """Runs (r, first q, last q) in scan order."""

    @property
    def size(self) -> int:
        """The number of missing cells."""
        return sum(last - first + 1 for _, first, last in self.rows)

    @property
    def cells(self) -> list[Cell]:
        """The missing cells in scan order."""
        return [(q, r) for r, first, last in self.rows for q in range(first, last + 1)]


@dataclass(frozen=True, eq=False)
class Board:
    """A finite set of cells in scan order. Make one with :meth:`from_cells`."""

    cells: CellArray
    """Shape (N, 2), distinct, in scan order, not writable; the index of a cell is its row here."""

    def __post_init__(self) -> None:
        """Raises InputError if this is not even an array of cells; no more is checked."""
        cells = self.cells
        if not isinstance(cells, np.ndarray) or cells.dtype != np.int64 or cells.shape[1:] != (2,):
            raise InputError("a board is made with Board.from_cells(cells)")

    @classmethod
    def from_cells(cls, cells: Iterable[Cell] | CellArray) -> Board:
        """The board of the given cells, in any order. Raises InputError on duplicates or an empty board."""
        board, order = cls.sorted_with_order(cell_array(cells))
        duplicates = board.duplicate_rows()
        if duplicates.size:
            raise InputError(
                Fault(f"cells[{order[k + 1]}]", f"cell {tuple(board.cells[k].tolist())} was given before")
                for k in duplicates[:COUNTED_FAULTS].tolist()
            )
        if not board.size:
            raise InputError("a board needs at least one cell")
        return board

    @classmethod
    def sorted_with_order(cls, cells: CellArray) -> tuple[Board, NDArray[np.intp]]:
        """The board with cells sorted but not checked, and the order: ``order[k]`` is where cell k stood."""
        if are_far(cells).any():
            raise InputError(f"coordinates must stay below {COORDINATE_LIMIT} in absolute value")
        order = np.argsort(scan_keys(cells), kind="stable")
        ordered = np.ascontiguousarray(cells[order], dtype=np.int64)
        ordered.setflags(write=False)
        return cls(ordered), order

    def duplicate_rows(self) -> NDArray[np.intp]:
        """Indices k such that cell k and cell k+1 are the same; empty for every valid board."""
        return np.flatnonzero(np.diff(self._keys) == 0)

    # -- values ---------------------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and np.array_equal(self.cells, other.cells)

    def __hash__(self) -> int:
        return hash(self.cells.tobytes())

    def __len__(self) -> int:
        return len(self.cells)

    def __contains__(self, cell: Cell) -> bool:
        return self.index(cell) is not None

    def __repr__(self) -> str:
        text = f"Board.from_cells({self.cell_list()})" if self.size <= 40 else ""
        return text if 0 < len(text) <= LONGEST else f"<Board of {self.size} cells>"

    def _repr_svg_(self) -> str:
        return inline_svg(self)

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.cells)

    def cell_list(self) -> list[Cell]:
        """The cells as pairs of plain integers, in scan order."""
        return list(zip(self.cells[:, 0].tolist(), self.cells[:, 1].tolist(), strict=True))

    # -- the graph ------------------------------------------------------------------------------------------

    @cached_property
    def _keys(self) -> NDArray[np.int64]:
        return scan_keys(self.cells)

    def index(self, cell: object) -> int | None:
        """The index of a cell, None for everything that is not on the board."""
        if not is_cell(cell):
            return None
        found = int(self.indices(np.array([cell], dtype=np.int64))[0])
        return found if found >= 0 else None

    def indices(self, cells: CellArray) -> IndexArray:
        """The index of each given cell, −1 for those that are not on the board."""
        keys = scan_keys(cells)
        found = np.minimum(np.searchsorted(self._keys, keys), self.size - 1)
        is_here = (self._keys[found] == keys) & ~are_far(cells)  # cells that are far share keys with others
        return np.where(is_here, found, -1).astype(np.int32)

    @cached_property
    def neighbors(self) -> IndexArray:
        """Shape (N, 6): the index of the neighbor in each direction, −1 where it is missing."""
        table = np.full((self.size, 6), -1, dtype=np.int32)
        for d in range(3):
            there = self.indices(self.cells + np.array(DIRECTIONS[d]))
            here = np.flatnonzero(there >= 0).astype(np.int32)
            table[here, d] = there[here]
            table[there[here], d + 3] = here
        return table

    @cached_property
    def edges(self) -> IndexArray:
        """Shape (M, 2): pairs of adjacent cells by index, smaller index first, sorted."""
        later = self.neighbors[:, [0, 2, 1]]  # the three neighbors that come later, in scan order
        here, d = np.nonzero(later >= 0)
        return np.stack((here.astype(np.int32), later[here, d]), axis=1)

    @cached_property
    def triangles(self) -> IndexArray:
        """Shape (T, 3): triples of mutually adjacent cells, the bounded faces of the board graph."""
        table = self.neighbors
        found = []
        for d in (0, 1):
            here = np.flatnonzero((table[:, d] >= 0) & (table[:, d + 1] >= 0)).astype(np.int32)
            found.append(np.stack((here, table[here, d], table[here, d + 1]), axis=1))
        return np.concatenate(found)

    @cached_property
    def components(self) -> IndexArray:
        """The component of each cell, numbered from 0 in scan order of their first cells."""
        return label_components(self.size, self.edges)

    def to_networkx(self) -> nx.Graph[Cell]:
        """The board graph with cells ``(q, r)`` as nodes."""
        import networkx as nx

        graph: nx.Graph[Cell] = nx.Graph()
        cells = self.cell_list()
        graph.add_nodes_from(cells)
        graph.add_edges_from((cells[i], cells[j]) for i, j in self.edges.tolist())
        return graph

    # -- boundary, holes, cut cells -------------------------------------------------------------------------

    @cached_property
    def _sides(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """All sides: their cells, directions, the side that follows each, and the cycle that each is on."""
        cell, direction = np.nonzero(self.neighbors < 0)
        number = np.full(6 * self.size, -1, dtype=np.int64)
        number[cell * 6 + direction] = np.arange(len(cell))
        after = (direction + 1) % 6
        beyond = self.neighbors[cell, after].astype(np.int64)
        follower = number[np.where(beyond < 0, cell * 6 + after, beyond * 6 + (direction - 1) % 6)]
        # The smallest side of a cycle names it: repeated squaring of "follow" reaches it in log₂ steps.
        cycle, step = np.arange(len(cell)), follower
        while True:
            smaller = np.minimum(cycle, cycle[step])
            if np.array_equal(smaller, cycle):
                break
            cycle, step = smaller, step[step]
        return cell, direction, follower, cycle

    @cached_property
    def _outer_cycle(self) -> int:
        """The cycle of sides that is the outer boundary: no cell lies above the first one in scan order."""
        cell, direction, _, cycle = self._sides
        return int(cycle[(cell == 0) & (direction == 4)][0])

    @cached_property
    def outer_boundary(self) -> list[int]:
        """The cells along the outer boundary of a connected board, as a closed walk of indices.

        On a 2-connected board of three or more cells the walk is a simple cycle; a cut cell is met once per gap.
        """
        cell, _, follower, cycle = self._sides
        start = int(np.flatnonzero(cycle == self._outer_cycle)[0])
        walk: list[int] = []
        side, follow, cells = start, follower.tolist(), cell.tolist()
        while True:
            if not walk or walk[-1] != cells[side]:
                walk.append(cells[side])
            side = follow[side]
            if side == start:
                break
        if len(walk) > 1 and walk[0] == walk[-1]:
            walk.pop()
        return walk

    @cached_property
    def holes(self) -> tuple[Hole, ...]:
        """The bounded regions outside of a connected board, in scan order of their first cells."""
        cell, direction, _, cycle = self._sides
        # On the rim of a hole every run of missing cells starts right of a cell and ends left of one.
        starts = np.flatnonzero((direction == 0) & (cycle != self._outer_cycle))
        ends = np.flatnonzero((direction == 3) & (cycle != self._outer_cycle))
        rows: dict[int, list[tuple[int, int, int]]] = {}
        first = sorted((int(cycle[s]), *self._row_and_column(cell[s])) for s in starts)
        last = sorted((int(cycle[s]), *self._row_and_column(cell[s])) for s in ends)
        for (name, r, q), (_, _, stop) in zip(first, last, strict=True):
            rows.setdefault(name, []).append((r, q + 1, stop - 1))
        return tuple(sorted((Hole(tuple(runs)) for runs in rows.values()), key=lambda hole: hole.rows))

    def _row_and_column(self, index: int) -> tuple[int, int]:
        return int(self.cells[index, 1]), int(self.cells[index, 0])

    @cached_property
    def cut_cells(self) -> list[int]:
        """Indices of the cells of a connected board without which it is not connected."""
        cell, direction, _, cycle = self._sides
        # A gap starts at a side whose predecessor around the cell is no side; all around: one gap, no cut.
        opens = self.neighbors[cell, (direction - 1) % 6] >= 0
        visits = np.stack((cell[opens], cycle[opens]), axis=1)
        distinct, count = np.unique(visits, axis=0, return_counts=True)
        return sorted(set(distinct[count > 1, 0].tolist()))

    # -- the paper's conditions -----------------------------------------------------------------------------

    @cached_property
    def is_connected(self) -> bool:
        """True iff any cell can be reached from any other through neighbors."""
        return self.size > 0 and int(self.components.max()) == 0

    @cached_property
    def is_two_connected(self) -> bool:
        """True iff the board has three or more cells and stays connected without any one of them."""
        return self.size >= 3 and self.is_connected and not self.cut_cells

    @cached_property
    def is_hole_free(self) -> bool:
        """True iff no bounded region lies outside of the board (Euler: V − E + T = number of components)."""
        components = int(self.components.max()) + 1
        return self.size - len(self.edges) + len(self.triangles) == components

    @cached_property
    def is_star_of_david(self) -> bool:
        """True iff the board is the Star of David, wherever it lies; no rotation or reflection changes it."""
        if self.size != len(STAR_OF_DAVID):
            return False
        q, r = self.cells[6].tolist()  # its center is the seventh of the 13 cells in scan order
        return {(a - q, b - r) for a, b in self.cell_list()} == STAR_OF_DAVID

    @cached_property
    def impropriety(self) -> Impropriety:
        """Which of the paper's conditions for a proper board fail."""
        conditions = (
            (self.size % 2 == 0, Impropriety.EVEN),
            (not self.is_connected, Impropriety.DISCONNECTED),
            (not self.is_two_connected, Impropriety.NOT_TWO_CONNECTED),
            (not self.is_hole_free, Impropriety.HOLES),
            (self.is_star_of_david, Impropriety.STAR_OF_DAVID),
        )
        failed = Impropriety.NONE
        for fails, bit in conditions:
            if fails:
                failed |= bit
        return failed

    @property
    def is_proper(self) -> bool:
        """True iff odd, 2-connected, hole-free and no star: every configuration can be reached from every other."""
        return not self.impropriety

    # -- symmetry -------------------------------------------------------------------------------------------

    def transformed(self, symmetry: Symmetry, shift: Cell = (0, 0)) -> Board:
        """The image of the board under a symmetry, then moved by ``shift``."""
        return Board.from_cells(apply_symmetry(symmetry, self.cells) + np.array(shift))

    def normalized(self) -> Board:
        """The board moved so that its smallest q and its smallest r are 0."""
        return Board.from_cells(self.cells - self.cells.min(axis=0))

    def canonical(self) -> Board:
        """The same board for all boards that are equal up to translation, rotation and reflection."""
        images = (self.transformed(symmetry).normalized() for symmetry in SYMMETRIES)
        return min(images, key=lambda board: board._keys.tolist())


def label_components(size: int, edges: NDArray[Any]) -> IndexArray:
    """The component of each of ``size`` vertices, numbered from 0 in the order of their smallest vertices.

    Rounds of array operations: every root is hooked to the smallest root across an edge, then all paths are
    compressed. Two or three rounds suffice for boards in scan order.
    """
    root = np.arange(size, dtype=np.int32)
    first, second = edges[:, 0], edges[:, 1]
    while True:
        a, b = root[first], root[second]
        apart = a != b
        if not apart.any():
            break
        first, second, a, b = first[apart], second[apart], a[apart], b[apart]
        np.minimum.at(root, np.maximum(a, b), np.minimum(a, b))
        while True:
            higher = root[root]
            if np.array_equal(higher, root):
                break
            root = higher
    is_root = root == np.arange(size, dtype=np.int32)
    number: IndexArray = (np.cumsum(is_root) - 1).astype(np.int32)
    return number[root]
