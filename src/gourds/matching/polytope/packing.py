"""How many gourds fit, as a linear program: the matching polytope without the demand that all cells be covered.

Columns: x_e for every edge of a class with a budget, z_v for every cell (how much of it stays uncovered), and s_c for
every class (how many of its gourds are missing). Rows, all of them true of every partial placement:

    x(edges at v) + z_v  = 1              for every cell v
    x(c) + s_c           = budget of c    for every class c
    x(edges inside S)   ≤ (|S| − 1)/2     for some odd sets S of cells (Edmonds)

The cost Σ s is the number of missing gourds. It has the form of the program of :mod:`gourds.matching.polytope.model`,
with all cells spare and the s in the place of t, so that solving and separating work as there.

**The bound.** Take *any* weights y_v, w_c, u_S ≥ 0. A gourd on vw of class c pays y_v + y_w + w_c + Σ u_S over the sets
around it, and if that is less than 1, what is missing to 1 from a purse of the edge. So the number of gourds is at most
what all of them pay, and a partial placement pays at most

    Σ y_v + Σ w_c·(budget of c) + Σ u_S·(|S| − 1)/2 + Σ_e max(0, 1 − y_v − y_w − w_c − Σ u_S).

The duals of the linear program, rounded to multiples of 2⁻³⁰ and cut at 0, are such weights. Floats only propose: the
sum is computed in integers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gourds.instance import Instance
from gourds.matching.polytope.model import Cells, IntArray, Program, numbers_of
from gourds.matching.polytope.separation import heavy_components, violated_odd_sets
from gourds.matching.polytope.solving import Simplex, Solution

SCALE = 2**30
"""Weights are rounded to multiples of 1/SCALE."""
LARGEST = 4.0
"""Larger duals are cut down: no weight above 1 is of use, and sums must stay far below 2⁶³."""


@dataclass(frozen=True, eq=False)
class Packing(Program):
    """Columns and rows, but for the odd sets."""

    missing: int | None = None
    """If given, this many gourds are missing in all: one more row, and nothing is left to minimize."""

    @classmethod
    def for_instance(cls, instance: Instance, missing: int | None = None) -> Packing:
        """The program of any instance; its budgets are in the order of ``instance.budgets``."""
        return cls.of_edges(instance, np.flatnonzero(instance.usable_edges), instance.budgets, missing)

    @classmethod
    def of_edges(
        cls,
        instance: Instance,
        edges: NDArray[np.integer[Any]],
        budgets: Mapping[tuple[int, int], int],
        missing: int | None = None,
    ) -> Packing:
        """The same for some edges and budgets of an instance. Edges of classes without a budget are left out."""
        class_of = numbers_of(instance, budgets)[instance.edge_classes[edges]]
        return cls(
            board=instance.board,
            edges=edges[class_of >= 0].astype(np.int64),
            spare=np.arange(instance.board.size),
            class_of=class_of[class_of >= 0],
            budgets=np.array(list(budgets.values()), dtype=np.int64),
            average=np.zeros(len(budgets)),
            missing=missing,
        )

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.edges) + len(self.spare) + len(self.budgets)

    @cached_property
    def cost(self) -> NDArray[np.float64]:
        """The number of missing gourds; nothing if it is given."""
        cost = np.zeros(self.width)
        cost[self.reach :] = self.missing is None
        return cost

    @cached_property
    def upper(self) -> NDArray[np.float64]:
        """No column has an upper bound."""
        return np.full(self.width, np.inf)

    @cached_property
    def entries(self) -> tuple[IntArray, IntArray, NDArray[np.float64]]:
        """Rows, columns and values of the matrix without odd sets, sorted by row, then column."""
        size, count, kinds = self.board.size, len(self.edges), len(self.budgets)
        edge, cell, kind = np.arange(count), np.arange(size), np.arange(kinds)
        rows = [*self.ends.T, cell, size + self.class_of, size + kind]
        columns = [edge, edge, count + cell, edge, count + size + kind]
        if self.missing is not None:
            rows.append(np.full(kinds, size + kinds))
            columns.append(count + size + kind)
        row, column = np.concatenate(rows), np.concatenate(columns)
        order = np.lexsort((column, row))
        return row[order], column[order], np.ones(len(row))

    @cached_property
    def totals(self) -> NDArray[np.float64]:
        """The right-hand sides of these rows."""
        missing = [] if self.missing is None else [float(self.missing)]
        return np.concatenate((np.ones(self.board.size), self.budgets, missing))


def with_odd_sets(simplex: Simplex, left: Callable[[], float | None]) -> Iterator[Solution]:
    """Solution after solution, each with rows for odd sets that the one before violates, as long as any are found.

    ``left`` says how many seconds are left; they end when the time does.
    """
    while (solution := simplex.solve(left())) is not None:
        yield solution
        program, values = simplex.program, solution.values
        sets = heavy_components(program, values) or violated_odd_sets(program, values)
        if not sets:
            return
        simplex.add(sets)


def packing_bound(program: Packing, sets: Sequence[Cells], duals: NDArray[np.float64]) -> Fraction:
    """What weights near the duals prove: at most this many gourds fit.

    ``duals`` are of the rows of the program without a given number, then of the odd sets; any floats will do.
    """
    size, kinds = program.board.size, len(program.budgets)
    cells = _rounded(-duals[:size])
    classes = _rounded(1 - duals[size : size + kinds])
    held = _rounded(-duals[size + kinds :])
    paid = cells[program.ends].sum(axis=1) + classes[program.class_of]
    number, column = program.inside(sets)
    np.add.at(paid, column, held[number])
    total = int(cells.sum()) + int(np.maximum(SCALE - paid, 0).sum())
    total += sum(w * b for w, b in zip(classes.tolist(), program.budgets.tolist(), strict=True))
    total += sum(u * (len(members) // 2) for u, members in zip(held.tolist(), sets, strict=True))
    return Fraction(total, SCALE)


def _rounded(values: NDArray[np.float64]) -> IntArray:
    """Multiples of 1/SCALE, none negative."""
    return np.rint(np.clip(np.nan_to_num(values), 0, LARGEST) * SCALE).astype(np.int64)
