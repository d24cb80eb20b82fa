"""Exact counting, exactly uniform sampling and edge counts by transfer matrices, for any number of colors.

The instance falls into components; a sweep over each kind of component gives the number of its matchings for every
signature (:mod:`gourds.matching.frontier.sweep`), and the join multiplies the tables up to the budgets
(:mod:`gourds.matching.frontier.parts`). The coefficient at the budgets is the number of placements. It is an exact
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
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gourds.errors import InternalError
from gourds.instance import Instance
from gourds.matching.frontier.parts import Join, Part, State, parts_of
from gourds.matching.frontier.sample import draw_below, edge_weights, sample_matchings
from gourds.matching.frontier.sweep import Layers, Signature, Sweep
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

    def __init__(self, instance: Instance, *, decide: bool = False) -> None:
        self.instance = instance
        self.decide = decide
        self.parts: list[Part] = parts_of(instance) or []
        self._is_refuted = not self.parts

    @property
    def width(self) -> int:
        """The largest frontier of any component."""
        return max((part.piece.frontier for part in self.parts), default=0)

    def _sweep(self, p: int) -> Sweep:
        return Sweep(self.parts[p].piece, decide=self.decide)

    @cached_property
    def _tables(self) -> list[dict[Signature, int]] | None:
        tables = []
        for p in sorted(range(len(self.parts)), key=lambda p: self.parts[p].piece.size):
            sweep = self._sweep(p)
            table = sweep.table(sweep.last())
            if not table:
                return None
            tables.append((p, table))
        return [table for _, table in sorted(tables, key=lambda row: row[0])]

    @cached_property
    def join(self) -> Join | None:
        """The join of all components; None if some component has no matching at all."""
        if self._is_refuted or self._tables is None:
            return None
        return Join(self.instance, self.parts, self._tables)

    @cached_property
    def total(self) -> int:
        """The number of placements; with ``decide`` any positive number for a feasible instance."""
        return self.join.total if self.join is not None else 0

    # -- sampling -------------------------------------------------------------------------------------------

    def sample(self, count: int, seed: int = 0) -> list[Placement]:
        """So many placements, each uniform among all and independent of the others; [] if there are none.

        Every draw has a generator of its own: the first placements for a seed are the same, however many are drawn.
        With ``decide`` the placements are right but not uniform.
        """
        if not self.total or count <= 0:
            return []
        assert self.join is not None
        rngs = [random.Random(f"gourds {seed} {k}") for k in range(count)]
        wanted = self._draw_signatures(rngs)
        mates = np.full((count, self.instance.board.size), -1, dtype=np.int32)
        for p, part in enumerate(self.parts):
            targets = [(k, m, wanted[k][p, m]) for m in range(len(part.cells)) for k in range(count)]
            layers = Layers(self._sweep(p))
            drawn = sample_matchings(
                layers, [signature for _, _, signature in targets], [rngs[k] for k, _, _ in targets]
            )
            for (k, m, _), edges in zip(targets, drawn, strict=True):
                cells = part.cells[m]
                pairs = cells[np.array([part.piece.edges[e][:2] for e in edges], dtype=np.int64).reshape(-1, 2)]
                mates[k, pairs[:, 0]] = pairs[:, 1]
                mates[k, pairs[:, 1]] = pairs[:, 0]
        return [Placement.from_mates(self.instance.board, mate) for mate in mates.tolist()]

    def _draw_signatures(self, rngs: list[random.Random]) -> list[dict[tuple[int, int], Signature]]:
        """For every draw the signature of each component, (part, member) → signature."""
        assert self.join is not None
        chosen: list[dict[tuple[int, int], Signature]] = [{} for _ in rngs]
        states: list[State] = [()] * len(rngs)
        for step, layer in zip(reversed(self.join.steps), reversed(self.join.layers[:-1]), strict=True):
            origins: dict[State, list[tuple[int, State, Signature]]] = {state: [] for state in states}
            for state, ways in layer.items():
                for signature, count in step.table.items():
                    to = step.extend(state, signature)
                    if to in origins and to is not None:
                        origins[to].append((ways * count, state, signature))
            sums = {state: sum(row[0] for row in rows) for state, rows in origins.items()}
            for k, rng in enumerate(rngs):
                rest = draw_below(rng, sums[states[k]])
                for weight, state, signature in origins[states[k]]:
                    rest -= weight
                    if rest < 0:
                        chosen[k][step.component.part, step.component.member] = signature
                        states[k] = state
                        break
        return chosen

    # -- edges ----------------------------------------------------------------------------------------------

    def edge_counts(self) -> EdgeCounts:
        """In how many placements each edge is used and each cell stays empty."""
        board = self.instance.board
        edges, empties = [0] * len(board.edges), [0] * board.size
        if not self.total:
            return EdgeCounts(0, edges, empties)
        assert self.join is not None
        number = {(v, w): e for e, (v, w) in enumerate(board.edges.tolist())}
        known: dict[tuple[int, tuple[tuple[Signature, int], ...]], tuple[list[int], list[int]]] = {}
        for step, weights in self._outside():
            p, m = step
            part = self.parts[p]
            key = (p, tuple(sorted(weights.items())))
            if key not in known:
                known[key] = edge_weights(part.piece, weights)
            used, bare = known[key]
            cells = part.cells[m].tolist()
            for e, (v, w, _) in enumerate(part.piece.edges):
                a, b = sorted((cells[v], cells[w]))
                edges[number[a, b]] += used[e]
            for v, count in enumerate(bare):
                empties[cells[v]] += count
        if sum(empties) != self.total or sum(edges) != self.total * self.instance.size:
            raise InternalError("edge counts do not add up to the number of placements")
        return EdgeCounts(self.total, edges, empties)

    def _outside(self) -> Iterable[tuple[tuple[int, int], dict[Signature, int]]]:
        """For every component (part, member): signature → number of ways to choose all other components."""
        assert self.join is not None
        after = self.join.backward()
        for k, step in enumerate(self.join.steps):
            weights: dict[Signature, int] = {}
            for signature in step.table:
                ways = 0
                for state, count in self.join.layers[k].items():
                    to = step.extend(state, signature)
                    if to is not None and to in after[k + 1]:
                        ways += count * after[k + 1][to]
                if ways:
                    weights[signature] = ways
            yield (step.component.part, step.component.member), weights


def count_placements(instance: Instance) -> int:
    """The exact number of placements."""
    return Frontier(instance).total


def sample_placements(instance: Instance, count: int, seed: int = 0) -> list[Placement]:
    """Placements drawn exactly uniformly and independently; [] if there are none."""
    return Frontier(instance).sample(count, seed)


def edge_counts(instance: Instance) -> EdgeCounts:
    """In how many placements each edge of the board is used and each cell stays empty."""
    return Frontier(instance).edge_counts()
