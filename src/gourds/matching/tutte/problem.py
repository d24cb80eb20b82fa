"""What the algebra works on: the parts of a board, in an order with a narrow band, and bounds on the exponents.

A *part* is a connected piece of what is left of a board. The one with an odd number of cells holds the empty cell, so
it gets the apex as a last vertex. Its cells are taken in that of the three scan orders whose elimination is cheapest.

The exponent of a class in a part is bounded from above by a largest matching of its edges. Every color gives an
equation, 2·e_ii + Σ e_ij = cells of color i that are covered, and these carry bounds from class to class in both
directions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gourds.board import label_components
from gourds.instance import Instance
from gourds.matching.kasteleyn.banded import IntArray, Shape, scan_orders
from gourds.matching.maximum import maximum_matching

Pair = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Part:
    """A connected piece, as the graph of a skew-symmetric matrix."""

    cells: IntArray
    """The cells of the board in the order of the matrix; −1 is the apex, the last."""
    pairs: IntArray
    """Edges as pairs of places in that order, smaller first."""
    labels: IntArray
    """The class of each edge, an index into the classes of the problem; −1 if it has no indeterminate."""
    edges: IntArray
    """The edge of the board; −1 for edges at the apex."""
    shape: Shape
    """The profile of the matrix."""
    lo: Mapping[int, int]
    """At least this many edges of each class of the problem that occurs here are in a perfect matching."""
    hi: Mapping[int, int]
    """At most this many."""

    @property
    def size(self) -> int:
        """The number of vertices."""
        return len(self.cells)


@dataclass(eq=False)
class Problem:
    """What is left of an instance, split into parts."""

    instance: Instance
    cells: NDArray[np.bool_]
    """Which cells are left."""
    usable: NDArray[np.bool_]
    """Which edges are left."""
    left: dict[Pair, int]
    """The budgets of two different colors that are left."""
    candidates: IntArray
    """The cells left that may stay empty."""
    classes: list[Pair] = field(init=False)
    """Pairs of different colors that have a budget left."""
    budgets: list[int] = field(init=False)
    """Their budgets."""
    parts: list[Part] = field(init=False)
    """The pieces, none without a cell."""
    lo: list[int] = field(init=False)
    """At least this many edges of each class are in any matching that leaves one of the candidates empty."""
    hi: list[int] = field(init=False)
    """At most this many."""
    refutation: str | None = None
    """Why there is no placement, if that was found on the way."""

    def __post_init__(self) -> None:
        self.classes = sorted(pair for pair in self.left if pair[0] != pair[1])
        self.budgets = [self.left[pair] for pair in self.classes]
        k = len(self.instance.colors)
        allowed = [i * k + j for i, j in self.classes] + [i * k + i for i in range(k)]
        self.usable = self.usable & np.isin(self.instance.edge_classes, allowed)
        self.usable &= self.cells[self.instance.board.edges].all(axis=1)
        self.parts = self._split()
        self.lo = [sum(part.lo.get(c, 0) for part in self.parts) for c in range(len(self.classes))]
        self.hi = [sum(part.hi.get(c, 0) for part in self.parts) for c in range(len(self.classes))]
        if self.refutation is None:
            self.refutation = self._out_of_bounds()

    def after(self, edges: Iterable[int], empty: int | None) -> Problem:
        """What is left when gourds lie on these edges and, if it was decided, one cell stays empty."""
        cells, budgets, k = self.cells.copy(), dict(self.left), len(self.instance.colors)
        for edge in edges:
            cells[self.instance.board.edges[edge]] = False
            i, j = divmod(int(self.instance.edge_classes[edge]), k)
            if i != j:
                budgets[i, j] -= 1
                if not budgets[i, j]:
                    del budgets[i, j]
        candidates = self.candidates
        if empty is not None:
            cells[empty] = False
            candidates = candidates[:0]
        return Problem(self.instance, cells, self.usable, budgets, candidates[cells[candidates]])

    @property
    def degree(self) -> int:
        """The degree of the polynomial in the weights of edges."""
        return sum(part.size for part in self.parts) // 2

    def forest(self, classes: Iterable[int]) -> set[int]:
        """Those of the classes that make up a spanning forest of the graph of colors that they are edges of."""
        root = list(range(len(self.instance.colors)))

        def find(color: int) -> int:
            while root[color] != color:
                color = root[color]
            return color

        chosen = set()
        for c in classes:
            a, b = (find(color) for color in self.classes[c])
            if a != b:
                root[a] = b
                chosen.add(c)
        return chosen

    def _split(self) -> list[Part]:
        board = self.instance.board
        used = np.flatnonzero(self.usable)
        ends = board.edges[used]
        here = np.flatnonzero(self.cells)
        owner = label_components(board.size, ends)
        odd = np.zeros(board.size, dtype=bool)
        sizes = np.bincount(owner[here], minlength=board.size)
        odd[: len(sizes)] = sizes % 2 == 1
        if int(odd.sum()) > (1 if len(self.candidates) else 0):
            self.refutation = "the board falls into parts, and too many of them have an odd number of cells"
            return []
        number = {pair: c for c, pair in enumerate(self.classes)}
        k = len(self.instance.colors)
        labels = np.array([number.get(divmod(int(c), k), -1) for c in self.instance.edge_classes[used]], dtype=np.int64)
        parts = []
        cells_by = np.split(here[np.argsort(owner[here], kind="stable")], np.cumsum(sizes[sizes > 0])[:-1])
        edge_owner = owner[ends[:, 0]]
        by_owner = np.argsort(edge_owner, kind="stable")
        starts = np.searchsorted(edge_owner[by_owner], np.arange(len(sizes) + 1))
        for cells in cells_by if here.size else []:
            name = int(owner[cells[0]])
            inside = by_owner[starts[name] : starts[name + 1]]
            spare = self.candidates[owner[self.candidates] == name] if len(cells) % 2 else self.candidates[:0]
            parts.append(self._part(cells, used[inside], labels[inside], spare))
        return parts

    def _part(self, cells: IntArray, edges: IntArray, labels: IntArray, spare: IntArray) -> Part:
        board = self.instance.board
        place = np.full(board.size, -1, dtype=np.int64)
        apex = len(cells) % 2
        best: tuple[Shape, IntArray, IntArray] | None = None
        for order in (cells[scan] for scan in scan_orders(board.cells[cells])):
            place[order] = np.arange(len(order))
            pairs = np.sort(place[board.edges[edges]], axis=1).reshape(-1, 2)
            to_apex = np.stack((np.sort(place[spare]), np.full(len(spare), len(cells))), axis=1)
            pairs = np.concatenate((pairs, to_apex))
            shape = Shape(len(cells) + apex, pairs, apex)
            if best is None or shape.operations < best[0].operations:
                best = shape, pairs, np.append(order, np.full(apex, -1))
        assert best is not None
        none = np.full(len(spare), -1, dtype=np.int64)
        lo, hi = self._bounds(cells, edges, labels)
        return Part(best[2], best[1], np.append(labels, none), np.append(edges, none).astype(np.int64), best[0], lo, hi)

    def _bounds(self, cells: IntArray, edges: IntArray, labels: IntArray) -> tuple[dict[int, int], dict[int, int]]:
        """Bounds on the exponents in a part; a lower bound above the upper one means that it has no matching."""
        k = len(self.instance.colors)
        covered = dict(enumerate(np.bincount(self.instance.cell_colors[cells], minlength=k).tolist()))
        if len(cells) % 2 and len(self.candidates):
            covered[int(self.instance.cell_colors[self.candidates[0]])] -= 1
        upper: dict[Pair, int] = {}
        for number in np.unique(self.instance.edge_classes[edges]).tolist():
            ends = self.instance.board.edges[edges[self.instance.edge_classes[edges] == number]]
            names, places = np.unique(ends, return_inverse=True)
            mate = maximum_matching(len(names), places.reshape(-1, 2))
            upper[divmod(number, k)] = int((mate >= 0).sum()) // 2
        lower = dict.fromkeys(upper, 0)
        _tighten(covered, lower, upper)
        number_of = {pair: c for c, pair in enumerate(self.classes)}
        mixed = [pair for pair in upper if pair in number_of]
        return {number_of[pair]: lower[pair] for pair in mixed}, {number_of[pair]: upper[pair] for pair in mixed}

    def _out_of_bounds(self) -> str | None:
        for c, (i, j) in enumerate(self.classes):
            if not self.lo[c] <= self.budgets[c] <= self.hi[c]:
                names = f"({self.instance.colors[i]}, {self.instance.colors[j]})-gourds"
                return (
                    f"matchings of what is left have from {self.lo[c]} to {self.hi[c]} {names}, not {self.budgets[c]}"
                )
        return None


def _tighten(covered: Mapping[int, int], lower: dict[Pair, int], upper: dict[Pair, int]) -> None:
    """Carry bounds along the equations 2·e_ii + Σ e_ij = covered_i until nothing changes."""
    for _ in range(100):
        changed = False
        for color, total in covered.items():
            terms = [(pair, 2 if pair[0] == pair[1] else 1) for pair in upper if color in pair]
            least = sum(lower[pair] * factor for pair, factor in terms)
            most = sum(upper[pair] * factor for pair, factor in terms)
            for pair, factor in terms:
                high = (total - least + lower[pair] * factor) // factor
                low = -(-(total - most + upper[pair] * factor) // factor)
                if high < upper[pair] or low > lower[pair]:
                    upper[pair], lower[pair] = min(high, upper[pair]), max(low, lower[pair])
                    changed = True
                    break
        if not changed:
            return
