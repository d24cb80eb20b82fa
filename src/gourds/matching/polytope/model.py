"""The linear program of an instance, as arrays.

Columns: x_e for every edge of a class with a budget, z_v for every cell that may stay empty, and t, the *reach*. Rows:

    x(edges at v) + z_v      = 1                                for every cell v
    Σ z                      = 1
    x(c)                     = a_c + t·(budget of c − a_c)      for every class c of two different colors
    x(edges inside S)       ≤ (|S| − 1)/2                       for some odd sets S of cells (Edmonds)

where a is the *average*: how many gourds of each class some near-perfect matchings of the board have in the mean. The
first, second and last rows are true of every matching that leaves one of those cells empty; with all odd sets they
describe the hull of those matchings exactly (Edmonds 1965). The third lets the counts move along a ray, from the
average at t = 0 through the budgets at t = 1. Budgets of equal colors are implied (law 2).

So every placement is a point with t = 1. The largest t tells how the budgets lie: below 1 they are out of reach, and
there is no placement; at 1 they are on the boundary of what matchings can have; above 1 they are inside. The last two
do not mean that there is a placement.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gourds.board import Board
from gourds.counting import Counting
from gourds.instance import Instance

IntArray = NDArray[np.int64]
Cells = NDArray[np.integer[Any]]
"""A set of cells by index."""
FAR = 2.0
"""The reach is not followed beyond this."""


@dataclass(frozen=True, eq=False)
class Program:
    """Columns and rows, but for the odd sets."""

    board: Board
    """What it is about."""
    edges: IntArray
    """The edges of the board that have a column, ascending: the first columns."""
    spare: IntArray
    """The cells that may stay empty, ascending: the next columns."""
    class_of: IntArray
    """For each of the edges the number of the budget that it counts for, −1 if for none."""
    budgets: IntArray
    """The budgets, those of two different colors: one row each."""
    average: NDArray[np.float64]
    """Where the ray begins: this many gourds of each of these classes."""

    @classmethod
    def of(cls, instance: Instance, average: NDArray[np.float64] | None = None) -> Program:
        """The program of an instance whose counting laws hold; its budgets are those of :func:`pairs_of`.

        Without an average, for those who do not follow the ray, it begins at zero.
        """
        counting = Counting(instance)
        odd = np.array([cell for part in counting.odd_components for cell in part], dtype=np.int64)
        edges = np.flatnonzero(instance.usable_edges)
        pairs = pairs_of(instance)
        return cls(
            board=instance.board,
            edges=edges,
            spare=np.sort(odd[instance.cell_colors[odd] == counting.empty_color]),
            class_of=numbers_of(instance, pairs)[instance.edge_classes[edges]],
            budgets=np.array([instance.budgets[pair] for pair in pairs], dtype=np.int64),
            average=np.zeros(len(pairs)) if average is None else average,
        )

    def restricted(self, is_open: NDArray[np.bool_]) -> Program:
        """The program of the edges and spare cells that are open; ``is_open`` is one for each of them, edges first."""
        edges, spare = is_open[: len(self.edges)], is_open[len(self.edges) :]
        kept = self.edges[edges], self.spare[spare], self.class_of[edges]
        return Program(self.board, *kept, self.budgets, self.average)

    @cached_property
    def ends(self) -> IntArray:
        """Shape (edges, 2): the cells of each edge."""
        return self.board.edges[self.edges].astype(np.int64)

    @property
    def reach(self) -> int:
        """The column of t, the last one."""
        return len(self.edges) + len(self.spare)

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.reach + 1

    @cached_property
    def cost(self) -> NDArray[np.float64]:
        """What is minimized: −t."""
        cost = np.zeros(self.width)
        cost[self.reach] = -1.0
        return cost

    @cached_property
    def upper(self) -> NDArray[np.float64]:
        """The upper bounds of the columns; the lower ones are 0."""
        upper = np.full(self.width, np.inf)
        upper[self.reach] = FAR
        return upper

    @cached_property
    def entries(self) -> tuple[IntArray, IntArray, NDArray[np.float64]]:
        """Rows, columns and values of the matrix without odd sets, sorted by row, then column."""
        size, count, spare, kinds = self.board.size, len(self.edges), len(self.spare), len(self.budgets)
        edge, column = np.arange(count), np.arange(count, count + spare)
        counted = np.flatnonzero(self.class_of >= 0)
        budget = np.arange(size + 1, size + 1 + kinds)
        rows = (*self.ends.T, self.spare, np.full(spare, size), size + 1 + self.class_of[counted], budget)
        columns = (edge, edge, column, column, counted, np.full(kinds, self.reach))
        values = np.ones(sum(map(len, rows)))
        if kinds:
            values[-kinds:] = self.average - self.budgets
        row, place = np.concatenate(rows), np.concatenate(columns)
        order = np.lexsort((place, row))
        return row[order], place[order], values[order]

    @cached_property
    def totals(self) -> NDArray[np.float64]:
        """The right-hand sides of these rows."""
        return np.concatenate((np.ones(self.board.size + 1), self.average))

    @cached_property
    def triangles(self) -> IntArray:
        """Shape (…, 3): the triangles of the board with two or more edges that have a column, ascending cells."""
        triangles = np.sort(self.board.triangles, axis=1).astype(np.int64)
        columns = [self.columns_of(triangles[:, pair]) for pair in ([0, 1], [0, 2], [1, 2])]
        found: IntArray = triangles[np.sum([column >= 0 for column in columns], axis=0) >= 2]
        return found

    def columns_of(self, pairs: IntArray) -> IntArray:
        """The column of the edge of each pair of cells (smaller first), −1 if it has none."""
        size = self.board.size
        keys = self.ends[:, 0] * size + self.ends[:, 1]
        wanted = pairs[:, 0] * size + pairs[:, 1]
        found = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        return np.where(keys[found] == wanted, found, -1) if len(keys) else np.full(len(wanted), -1)

    def inside(self, sets: Sequence[Cells]) -> tuple[IntArray, IntArray]:
        """For the edges inside of sets of cells: the number of the set, ascending, and the column, ascending in it."""
        if not sets or not len(self.edges):
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        sizes = [len(cells) for cells in sets]
        owner, cells = np.repeat(np.arange(len(sets)), sizes), np.concatenate(sets).astype(np.int64)
        size = self.board.size
        members = np.sort(owner * size + cells)
        later = self.board.neighbors[cells][:, [0, 2, 1]].astype(np.int64)
        keys = owner[:, None] * size + later
        found = members[np.minimum(np.searchsorted(members, keys), len(members) - 1)] == keys
        here, direction = np.nonzero((later >= 0) & found)
        column = self.columns_of(np.stack((cells[here], later[here, direction]), axis=1))
        number, column = owner[here][column >= 0], column[column >= 0]
        order = np.lexsort((column, number))
        return number[order], column[order]


def numbers_of(instance: Instance, pairs: Iterable[tuple[int, int]]) -> IntArray:
    """For the number of every class its place among some classes (i, j), −1 if it is none of them."""
    colors = len(instance.colors)
    found = np.full(colors * colors, -1, dtype=np.int64)
    for k, (i, j) in enumerate(pairs):
        found[i * colors + j] = k
    return found


def pairs_of(instance: Instance) -> list[tuple[int, int]]:
    """The pairs of different colors with a budget, sorted."""
    return [(i, j) for i, j in instance.budgets if i != j]
