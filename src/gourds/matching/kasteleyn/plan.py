"""The exact number of placements of an instance, without search: Kasteleyn's Pfaffians on planar boards.

By the counting laws a placement is a matching that leaves one cell of a known color empty and meets the budgets of the
*bichromatic* classes. Without the edges of no budget the board falls into components, and a placement is a choice of
one matching per component whose signatures add up to the budgets. So

    number of placements = coefficient of Π y_c^b_c in Π_components Σ_s N_s·y^s ,

where N_s is the number of matchings of the component with signature s (:mod:`gourds.matching.kasteleyn.piece`), summed
over the cells that may stay empty in the one odd component. Components of equal kind share one piece and one table. A
component is asked only for the signatures that the others can complete, a *window* of exponents from what is in reach
of each; if it is the only one with two colors, that is one signature. All numbers are exact integers, and an infeasible
instance has exactly 0 placements.

**Cost.** For k colors on a board of V cells and one component: about Π_c (r_c / 2) / 2^(k−1) points for ranges r_c of
exponents, times the cells that may stay empty (V / k), times V/36 primes, times V·b² for a band of b ≈ √V: polynomial
for a fixed number of colors. ``Plan.cost`` says beforehand how many Pfaffians it will be. The product over components
is taken sparsely, by states of open budgets; it is quick if not too many classes are shared by many components.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from gourds.errors import LimitError
from gourds.instance import Instance
from gourds.matching.components.product import Product
from gourds.matching.components.product import Table as Counts
from gourds.matching.components.splitting import Component, Pair, list_components
from gourds.matching.kasteleyn.grid import Range
from gourds.matching.kasteleyn.piece import Piece, Table

MAX_STATES = 2_000_000
"""More combinations of totals than this are too many."""
MAX_STEPS = 1e11
"""More steps of elimination than this are too many: a few minutes."""


@dataclass(frozen=True, eq=False)
class Plan:
    """An instance taken apart for counting."""

    instance: Instance
    pieces: Sequence[Piece] = ()
    """For each kind of component its graph."""
    components: Sequence[Component] = ()
    """None if the counting laws leave no placement."""

    # -- what will be computed ------------------------------------------------------------------------------

    @cached_property
    def windows(self) -> list[list[Range]] | None:
        """For each piece the signatures that some of its components can have in a placement; None: there is none."""
        budgets = self.instance.budgets
        lows: Tally[Pair] = Tally()
        highs: Tally[Pair] = Tally()
        for component in self.components:
            for pair, (low, high) in zip(component.classes, self.pieces[component.kind].reach, strict=True):
                lows[pair] += low
                highs[pair] += high
        windows: list[list[Range]] = [[] for _ in self.pieces]
        for component in self.components:
            wanted = []
            for pair, (low, high) in zip(component.classes, self.pieces[component.kind].reach, strict=True):
                least = max(low, budgets[pair] - (highs[pair] - high))
                most = min(high, budgets[pair] - (lows[pair] - low))
                if least > most:
                    return None
                wanted.append((least, most))
            known = windows[component.kind] or wanted
            windows[component.kind] = [(min(a, c), max(b, d)) for (a, b), (c, d) in zip(known, wanted, strict=True)]
        return windows

    @cached_property
    def cost(self) -> tuple[int, float]:
        """How many Pfaffians a count takes, at most, and how many steps of elimination."""
        if self.windows is None:
            return 0, 0.0
        parts = [piece.evaluations(window) for piece, window in zip(self.pieces, self.windows, strict=True)]
        return sum(evaluations for evaluations, _ in parts), sum(steps for _, steps in parts)

    def check(self, max_steps: float = MAX_STEPS) -> Plan:
        """The plan itself; raises LimitError if it takes too many steps."""
        evaluations, steps = self.cost
        if steps > max_steps:
            raise LimitError(
                f"too large to count with Pfaffians: up to {evaluations:,} of them, {steps:.2g} steps of elimination,"
                f" where {max_steps:.2g} are allowed"
            )
        return self

    # -- tables and their product ---------------------------------------------------------------------------

    @cached_property
    def by_hole(self) -> list[Table]:
        """For each piece the number of matchings of each signature that can matter, for each hole."""
        assert self.windows is not None
        return [piece.table(window) for piece, window in zip(self.pieces, self.windows, strict=True)]

    @cached_property
    def tables(self) -> list[Counts]:
        """For each piece the number of matchings of each signature that can matter."""
        return [table.summed() for table in self.by_hole]

    @cached_property
    def product(self) -> Product:
        """The product of the tables of all components."""
        return Product(self.components, self.tables, self.instance.budgets, MAX_STATES)

    @cached_property
    def total(self) -> int:
        """The number of placements."""
        if not self.components or self.windows is None or not all(self.tables):
            return 0
        return self.product.total


def plan(instance: Instance) -> Plan:
    """Take an instance apart; nothing is counted yet."""
    listed = list_components(instance)
    if listed is None:
        return Plan(instance)
    pieces = []
    for kind in listed.kinds:
        cells = np.array(kind.cells, dtype=np.int64)
        edges = np.array(kind.edges, dtype=np.int64).reshape(-1, 2)
        pieces.append(Piece(cells, kind.colors, edges, kind.empties))
    return Plan(instance, pieces, listed.components)


def count_placements(instance: Instance, max_steps: float = MAX_STEPS) -> int:
    """The exact number of placements. Raises LimitError if that takes too many steps.

    >>> from gourds.shapes import hexagon
    >>> from gourds.instance import Instance
    >>> count_placements(Instance.build(hexagon(1), ["a"] * 7, [("a", "a", 3)]))
    20
    """
    return plan(instance).check(max_steps).total
