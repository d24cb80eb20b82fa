"""Simple bounds: a first solution, and upper bounds that need no linear program."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from gourds.explain.cnf import Clock
from gourds.explain.matching import class_edges, how_many_fit
from gourds.instance import Instance
from gourds.matching.maximum import maximum_matching

Pairs = list[tuple[int, int]]
"""Gourds as pairs of cell indices, smaller first."""


@dataclass(frozen=True)
class Bounds:
    """Upper bounds on the number of gourds; None for those not computed."""

    gourds: int
    """n, the number of all gourds."""
    matching: int | None = None
    """The size of a maximum matching of the usable edges, colors aside."""
    classes: int | None = None
    """The sum over classes of min(budget, maximum matching of the class)."""
    lp: Fraction | None = None
    """What weights on cells, classes and odd sets prove, exactly (:mod:`gourds.matching.polytope.packing`)."""

    @property
    def best(self) -> int:
        """The least whole number that they prove."""
        known = (self.gourds, self.matching, self.classes, None if self.lp is None else self.lp.__floor__())
        return min(bound for bound in known if bound is not None)

    def to_json(self) -> dict[str, float | int | None]:
        """All of them by name."""
        lp = None if self.lp is None else round(float(self.lp), 6)
        return {"gourds": self.gourds, "matching": self.matching, "classes": self.classes, "lp": lp}


def bounds_of(instance: Instance) -> Bounds:
    """All but the linear program's."""
    mate = maximum_matching(instance.board.size, instance.board.edges[instance.usable_edges])
    classes = sum(limited_budgets(instance).values())
    return Bounds(instance.size, int((mate >= 0).sum()) // 2, classes)


def limited_budgets(instance: Instance) -> dict[tuple[int, int], int]:
    """For each class the smaller of its budget and its maximum matching."""
    return {pair: min(instance.budgets[pair], how_many_fit(edges)) for pair, edges in class_edges(instance).items()}


def greedy(instance: Instance) -> Pairs:
    """A plain maximum matching, cut down to the budgets, and what still fits beside it."""
    mate = maximum_matching(instance.board.size, instance.board.edges[instance.usable_edges])
    return cut_down(instance, [(v, w) for v, w in enumerate(mate.tolist()) if v < w])


def cut_down(instance: Instance, matched: Pairs) -> Pairs:
    """As much of a matching as the budgets allow, and what still fits beside it."""
    left = Counter(instance.budgets)
    colors: list[int] = instance.cell_colors.tolist()
    free = [True] * instance.board.size
    found: Pairs = []
    for a, b in (*matched, *map(tuple, instance.board.edges[instance.usable_edges].tolist())):
        pair = (min(colors[a], colors[b]), max(colors[a], colors[b]))
        if free[a] and free[b] and left[pair] > 0:
            free[a] = free[b] = False
            left[pair] -= 1
            found.append((a, b))
    return found


def seconds_of(clock: Clock) -> float | None:
    """What is left, None if there is no limit."""
    return None if clock.deadline is None else clock.left
