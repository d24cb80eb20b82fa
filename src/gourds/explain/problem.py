"""The demands of an instance, one by one, and the clauses that post them.

**Background**, never given up: gourds lie on edges whose class has a budget; no cell is covered twice; at most one
cell stays empty, it has the color that law 1 says, and lies in the component with an odd number of cells (law 3).
**Demands**: *this cell must be covered* (or be the empty one); *at least b* and *at most b* gourds of a class of two
different colors. By law 2 an instance is feasible iff all demands can be met together, provided that the plain
components have their matchings, which is settled before.

Cells are numbered here by their position among the cells of mixed components.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gourds.explain.cnf import Clauses
from gourds.hexgrid import IndexArray
from gourds.instance import Instance
from gourds.matching.components.splitting import Components


@dataclass(frozen=True, order=True)
class Bound:
    """The demand for at least or at most this many gourds of one class of two different colors."""

    pair: tuple[int, int]
    """The class, as indices of colors."""
    at_least: bool
    """Otherwise: at most."""
    count: int
    """The budget."""

    def is_met(self, count: int) -> bool:
        """Whether this many gourds of the class meet it."""
        return count >= self.count if self.at_least else count <= self.count


Demand = Bound | int
"""A bound, or a cell that must be covered or be the empty one."""


@dataclass(frozen=True)
class Witness:
    """A matching, and the cell that stays empty."""

    mate: IndexArray
    """The partner of each cell, −1 where it is not covered."""
    empty: int | None
    """None: no cell is called empty."""


def demand_order(demand: Demand) -> tuple[int, int | Bound]:
    """A key that puts bounds before cells."""
    return (0, demand) if isinstance(demand, Bound) else (1, demand)


def cells_among(demands: Iterable[Demand]) -> list[int]:
    """The cells that must be covered, sorted."""
    return sorted(demand for demand in demands if not isinstance(demand, Bound))


def bounds_among(demands: Iterable[Demand]) -> list[Bound]:
    """The bounds, sorted."""
    return sorted(demand for demand in demands if isinstance(demand, Bound))


class Problem:
    """The demands of an instance whose counting laws hold, on its mixed components."""

    def __init__(self, instance: Instance) -> None:
        parts = Components(instance)
        cells = parts.mixed_cells
        self.cells: list[int] = cells.tolist()
        """The index on the board of each cell here."""
        self.size = len(cells)
        self.edges = [(a, b) for a, b in np.searchsorted(cells, parts.mixed_edges).tolist()]
        self.colors = instance.cell_colors[cells].astype(np.int64)
        self.component: list[int] = instance.usable_parts[cells].tolist()
        self.places: list[tuple[int, int]] = [(q, r) for q, r in instance.board.cells[cells].tolist()]
        self.may_be_empty: list[int] = np.flatnonzero(np.isin(cells, parts.spare)).tolist()
        """The cells of which one may stay empty."""
        budgets = sorted(instance.budgets.items())
        bounds = [Bound(pair, way, b) for pair, b in budgets if pair[0] != pair[1] for way in (True, False)]
        self.demands: list[Demand] = [*bounds, *range(self.size)]
        self.near: list[list[int]] = [[] for _ in range(self.size)]
        for a, b in self.edges:
            self.near[a].append(b)
            self.near[b].append(a)
        self._width = len(instance.colors)
        self._edge_keys = np.array([a * self.size + b for a, b in self.edges], dtype=np.int64)

    def class_of(self, a: int, b: int) -> tuple[int, int]:
        """The two colors that an edge joins, smaller first."""
        i, j = int(self.colors[a]), int(self.colors[b])
        return (i, j) if i <= j else (j, i)

    def counts(self, witness: Witness) -> dict[tuple[int, int], int]:
        """How many gourds of each class a matching has."""
        here = np.flatnonzero(witness.mate > np.arange(self.size))
        ends = np.sort(np.stack((self.colors[here], self.colors[witness.mate[here]])), axis=0)
        codes, counts = np.unique(ends[0] * self._width + ends[1], return_counts=True)
        numbers = zip(codes.tolist(), counts.tolist(), strict=True)
        return {divmod(code, self._width): count for code, count in numbers}

    def is_matching(self, witness: Witness) -> bool:
        """Whether a witness respects the background, straight from the definition."""
        mate, empty = witness.mate, witness.empty
        covered = np.flatnonzero(mate >= 0)
        low, high = np.minimum(covered, mate[covered]), np.maximum(covered, mate[covered])
        on_edges = bool(np.isin(low.astype(np.int64) * self.size + high, self._edge_keys).all())
        paired = bool((mate[mate[covered]] == covered).all())
        return on_edges and paired and (empty is None or (empty in self.may_be_empty and int(mate[empty]) < 0))

    def unmet(self, witness: Witness, demands: Iterable[Demand]) -> set[Demand]:
        """The demands that a matching does not meet, straight from the definition."""
        counts, covered = self.counts(witness), (witness.mate >= 0).tolist()
        return {
            demand
            for demand in demands
            if not (
                demand.is_met(counts.get(demand.pair, 0))
                if isinstance(demand, Bound)
                else covered[demand] or demand == witness.empty
            )
        }

    def encode(self, demands: Iterable[Demand], *, with_selectors: bool) -> tuple[Clauses, Encoded]:
        """The background and the demands as clauses, each demand under its selector or for good."""
        cnf = Clauses()
        edge_of = {cnf.new(): edge for edge in self.edges}
        empty_of = {cnf.new(): v for v in self.may_be_empty}
        at: list[list[int]] = [[] for _ in range(self.size)]
        inputs: dict[tuple[int, int], list[int]] = {}
        for variable, (a, b) in edge_of.items():
            at[a].append(variable)
            at[b].append(variable)
            inputs.setdefault(self.class_of(a, b), []).append(variable)
        for variable, v in empty_of.items():
            at[v].append(variable)
        cnf.at_most_one(list(empty_of))
        for literals in at:
            cnf.at_most_one(literals)
        demands = sorted(demands, key=demand_order)
        caps = {bound.pair: bound.count + 1 for bound in bounds_among(demands)}
        outputs = {pair: cnf.counter(inputs.get(pair, []), cap) for pair, cap in caps.items()}
        selectors: dict[int, Demand] = {}
        for demand in demands:
            clause = _bound_clause(demand, outputs[demand.pair]) if isinstance(demand, Bound) else at[demand]
            if clause is None:
                continue
            if with_selectors:
                selector = cnf.new()
                selectors[selector] = demand
                clause = [-selector, *clause]
            cnf.add(*clause)
        return cnf, Encoded(self.size, edge_of, empty_of, selectors)


@dataclass(frozen=True)
class Encoded:
    """What the variables mean."""

    size: int
    edge_of: dict[int, tuple[int, int]]
    empty_of: dict[int, int]
    selectors: dict[int, Demand]

    def witness(self, model: Sequence[int]) -> Witness:
        """The matching of a model."""
        true = np.array(model[: len(self.edge_of) + len(self.empty_of)]) > 0  # their variables come first
        mate: NDArray[np.int32] = np.full(self.size, -1, dtype=np.int32)
        empty = None
        for k in np.flatnonzero(true).tolist():
            if k + 1 in self.edge_of:
                a, b = self.edge_of[k + 1]
                mate[a], mate[b] = b, a
            else:
                empty = self.empty_of[k + 1]
        return Witness(mate, empty)


def _bound_clause(bound: Bound, outputs: list[int]) -> list[int] | None:
    """The clause that posts a bound on a counter; None if it says nothing, empty if it cannot be met."""
    if bound.at_least:
        return outputs[bound.count - 1 : bound.count]
    return [-outputs[bound.count]] if len(outputs) > bound.count else None
