"""Exact counting, exactly uniform sampling and edge counts by transfer matrices, for any number of colors.

The instance falls into components; a sweep over each kind of component gives the number of its matchings for every
signature (:mod:`gourds.matching.frontier.sweep`), and the join multiplies the tables up to the budgets
(:mod:`gourds.matching.components.product`). The coefficient at the budgets is the number of placements. It is an exact
integer, so a zero is a certain "no".

**Sampling.** The layers of the sweep are read backwards. From a state and a signature, each possible last step came
from a state whose count is known; the step is chosen with exactly these weights. By the chain rule every placement
comes with probability 1/N. The signatures of the components are drawn first, from the layers of the join.

**Edges.** With F_t(s) ways to reach state s and H_t(s) ways to complete it, an edge that is used in step t from s to
s' lies in Σ F_t(s)·H_{t+1}(s') placements. H comes from a backward run; as polynomials, H has its exponents
counted down from the budgets, so that one product of integers gives the sum over all signatures: its coefficient
at the top exponents is wanted, and other pairs of exponents cannot fall on it (for them Σ d_c·s_c ≠ 0, since
|d_c| is less than the size of a stride).

Costs grow with 2^frontier, not with the number of cells: narrow boards of any length, hexagons up to radius 6 or so.
A layer that exceeds the limits raises LimitError.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gourds.errors import InternalError
from gourds.instance import Instance
from gourds.matching.components.product import Product, Signature, Table, proportional
from gourds.matching.components.splitting import Component, list_components
from gourds.matching.frontier.sample import edge_weights, sample_matchings
from gourds.matching.frontier.sweep import Layers, Piece, Sweep, pieces_of
from gourds.placement import Placement


@dataclass(frozen=True)
class EdgeCounts:
    """In how many placements each edge carries a gourd and each cell stays empty."""

    total: int
    """The number of placements."""
    edges: list[int]
    """For each edge of the board, in the order of ``board.edges``."""
    empties: list[int]
    """For each cell of the board."""


class Frontier:
    """The sweeps of one instance. With ``decide`` counts are only told apart from zero, which is much cheaper."""

    def __init__(self, instance: Instance, *, decide: bool = False, max_states: int | None = None) -> None:
        self.instance = instance
        self.decide = decide
        self.max_states = max_states
        listed = list_components(instance)
        self.components: tuple[Component, ...] = listed.components if listed else ()
        self.pieces: list[Piece] = pieces_of(instance, listed) if listed else []
        """For each kind of component its graph."""

    @property
    def width(self) -> int:
        """The largest frontier of any component."""
        return max((piece.frontier for piece in self.pieces), default=0)

    def _sweep(self, kind: int) -> Sweep:
        return Sweep(self.pieces[kind], decide=self.decide, max_states=self.max_states)

    @cached_property
    def _tables(self) -> list[Table] | None:
        tables: dict[int, Table] = {}
        for kind in sorted(range(len(self.pieces)), key=lambda kind: self.pieces[kind].size):
            sweep = self._sweep(kind)
            tables[kind] = sweep.table(sweep.last())
            if not tables[kind]:
                return None
        return [tables[kind] for kind in range(len(self.pieces))]

    @cached_property
    def product(self) -> Product | None:
        """The product over all components; None if the counting laws or a component leave no placement."""
        if not self.components or self._tables is None:
            return None
        return Product(self.components, self._tables, self.instance.budgets)

    @cached_property
    def total(self) -> int:
        """The number of placements; with ``decide`` any positive number for a feasible instance."""
        return self.product.total if self.product is not None else 0

    # -- sampling -------------------------------------------------------------------------------------------

    def sample(self, count: int, seed: int = 0) -> list[Placement]:
        """A number of placements, each uniform among all and independent of the others; [] if there are none.

        Every draw has a generator of its own: the first placements for a seed are the same, however many are drawn.
        With ``decide`` the placements are right but not uniform.
        """
        if not self.total or count <= 0:
            return []
        assert self.product is not None
        rngs = [random.Random(f"gourds {seed} {k}") for k in range(count)]
        wanted = self.product.draw([proportional(rng) for rng in rngs])
        mates = np.full((count, self.instance.board.size), -1, dtype=np.int32)
        for kind, piece in enumerate(self.pieces):
            members = [c for c, component in enumerate(self.components) if component.kind == kind]
            targets = [(k, c) for c in members for k in range(count)]
            signatures = [wanted[k][c] for k, c in targets]
            drawn = sample_matchings(Layers(self._sweep(kind)), signatures, [rngs[k] for k, _ in targets])
            for (k, c), edges in zip(targets, drawn, strict=True):
                cells = self.components[c].cells
                pairs = cells[np.array([piece.edges[e][:2] for e in edges], dtype=np.int64).reshape(-1, 2)]
                mates[k, pairs[:, 0]] = pairs[:, 1]
                mates[k, pairs[:, 1]] = pairs[:, 0]
        return [Placement.from_mates(self.instance.board, mate) for mate in mates.tolist()]

    # -- edges ----------------------------------------------------------------------------------------------

    def edge_counts(self) -> EdgeCounts:
        """In how many placements each edge is used and each cell stays empty."""
        board = self.instance.board
        edges, empties = [0] * len(board.edges), [0] * board.size
        if not self.total:
            return EdgeCounts(0, edges, empties)
        assert self.product is not None
        number = {(v, w): e for e, (v, w) in enumerate(board.edges.tolist())}
        known: dict[tuple[int, tuple[tuple[Signature, int], ...]], tuple[list[int], list[int]]] = {}
        for c, weights in self.product.outside():
            component = self.components[c]
            piece = self.pieces[component.kind]
            key = (component.kind, tuple(sorted(weights.items())))
            if key not in known:
                known[key] = edge_weights(piece, weights)
            used, bare = known[key]
            cells = component.cells.tolist()
            for e, (v, w, _) in enumerate(piece.edges):
                a, b = sorted((cells[v], cells[w]))
                edges[number[a, b]] += used[e]
            for v, count in enumerate(bare):
                empties[cells[v]] += count
        if sum(empties) != self.total or sum(edges) != self.total * self.instance.size:
            raise InternalError("edge counts do not add up to the number of placements")
        return EdgeCounts(self.total, edges, empties)


def count_placements(instance: Instance) -> int:
    """The exact number of placements."""
    return Frontier(instance).total


def sample_placements(instance: Instance, count: int, seed: int = 0) -> list[Placement]:
    """Placements drawn exactly uniformly and independently; [] if there are none."""
    return Frontier(instance).sample(count, seed)
