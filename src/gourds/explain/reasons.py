"""Explanations: one value, and how each kind of reason becomes one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gourds.counting import Counting
from gourds.display import brief
from gourds.errors import InternalError
from gourds.explain.core import Core
from gourds.explain.linear import Step
from gourds.explain.matching import Barrier, CrowdedClass, class_edges, crowded_class
from gourds.explain.parts import Refuted
from gourds.explain.problem import Bound, Problem, bounds_among, cells_among
from gourds.explain.sums import Sums
from gourds.files.certificates import Certificate
from gourds.instance import Instance
from gourds.placement import Placement, placement_faults
from gourds.solvers.base import Status


@dataclass(frozen=True)
class Explanation:
    """Why there is no placement; or that there is one, or that time ran out."""

    status: Status
    """Whether the instance is feasible."""
    kind: str | None = None
    """counting, class, matching, linear or budgets; None if there is nothing to explain."""
    reason: str = ""
    """The reason in one sentence."""
    bounds: tuple[Bound, ...] = ()
    """The bounds on classes that take part."""
    region: tuple[int, ...] = ()
    """The cells that take part, as indices; of the kind ``budgets``: those that must be covered; of
    ``linear``: those with a weight."""
    barrier: tuple[int, ...] = ()
    """Of the kind ``matching``: the cells whose removal leaves too many odd parts; of ``class``: a cover."""
    parts: tuple[tuple[int, ...], ...] = ()
    """Those parts; of the kind ``linear``: the odd sets."""
    steps: tuple[Mapping[str, Any], ...] = ()
    """Of the kind ``linear``: the weights, as in a certificate of that kind; all steps but the last close edges."""
    regions: int = 0
    """Of the kind ``budgets``: over how many components of the board the region extends."""
    can_be_empty: str | None = None
    """The color of the empty cell, if it can lie in the region."""
    minimal: bool | None = None
    """Of the kind ``budgets``: whether all others can be met if any one of the demands is dropped."""
    checked: bool = False
    """Whether the reason was found right by a check of its own."""
    placement: Placement | None = None
    """Of a feasible instance."""
    time_s: float = 0.0
    """Wall time."""
    stats: dict[str, Any] = field(default_factory=dict)
    """Figures of the search."""

    __repr__ = brief

    def to_json(self, instance: Instance) -> dict[str, Any]:
        """The object that ``gourds explain --json`` prints; cells by their coordinates, colors by name."""
        cells = instance.board.cell_list()
        return {
            "status": self.status.value,
            "kind": self.kind,
            "reason": self.reason,
            "budgets": [
                {
                    "gourd": [instance.colors[k] for k in bound.pair],
                    "at": "least" if bound.at_least else "most",
                    "count": bound.count,
                }
                for bound in self.bounds
            ],
            "region": [list(cells[v]) for v in self.region],
            "barrier": [list(cells[v]) for v in self.barrier],
            "parts": [[list(cells[v]) for v in part] for part in self.parts],
            "steps": [dict(step) for step in self.steps],
            "empty_color": self.can_be_empty,
            "minimal": self.minimal,
            "checked": self.checked,
            "time_s": round(self.time_s, 6),
            "stats": self.stats,
        }


def bound_texts(instance: Instance, found: Explanation) -> list[str]:
    """'at least 3 (a, b)-gourds', 'exactly …' where both bounds take part."""
    ways: dict[tuple[int, int], list[Bound]] = {}
    for bound in found.bounds:
        ways.setdefault(bound.pair, []).append(bound)
    texts = []
    for (i, j), bounds in ways.items():
        way = "exactly" if len(bounds) > 1 else "at least" if bounds[0].at_least else "at most"
        gourds = "gourd" if bounds[0].count == 1 else "gourds"
        texts.append(f"{way} {bounds[0].count:,} ({instance.colors[i]}, {instance.colors[j]})-{gourds}")
    return texts


def marked_cells(instance: Instance, found: Explanation) -> dict[int, int]:
    """The cells to mark, with their regions; if the reason has bounds only, all cells where such a gourd could lie."""
    if found.region or found.parts:
        regions = dict.fromkeys(found.region, 0)
        regions |= dict.fromkeys(found.barrier, -1)
        return regions | {v: k for k, part in enumerate(found.parts, start=1) for v in part}
    pairs = {bound.pair for bound in found.bounds}
    numbers = [i * len(instance.colors) + j for i, j in pairs]
    cells: list[int] = np.unique(instance.board.edges[np.isin(instance.edge_classes, numbers)]).tolist()
    if not cells:  # no such gourd fits anywhere: its colors
        cells = np.flatnonzero(np.isin(instance.cell_colors, [k for pair in pairs for k in pair])).tolist()
    return dict.fromkeys(cells, 0)


def feasible(instance: Instance, placement: Placement) -> Explanation:
    """There is nothing to explain; raises InternalError if the placement is wrong."""
    faults = placement_faults(instance, placement)
    if faults:
        raise InternalError(f"the placement found is wrong: {faults[0]}")
    return Explanation(Status.FEASIBLE, reason="there is a placement", checked=True, placement=placement)


def by_counting(instance: Instance) -> Explanation | None:
    """A counting law that fails."""
    counting = Counting(instance)
    reason = counting.refutation
    if reason is None:
        return None
    bounds: tuple[Bound, ...] = ()
    parts: tuple[tuple[int, ...], ...] = ()
    scarce = _scarce_class(instance)
    if counting.empty_color is None:
        pairs = list(zip(counting.cells_of, counting.ends_of, strict=True))
        wrong = [k for k, (cells, ends) in enumerate(pairs) if cells - ends not in (0, 1)]
        wrong = wrong or [k for k, (cells, ends) in enumerate(pairs) if cells != ends]
        region = np.flatnonzero(np.isin(instance.cell_colors, wrong)).tolist()
    elif scarce is not None:
        bounds = (Bound(scarce, True, instance.budgets[scarce]),)
        region = np.unique(class_edges(instance)[scarce]).tolist()
    else:
        parts = tuple(map(tuple, counting.odd_components))
        region = sorted(v for part in parts for v in part)
    return Explanation(
        Status.INFEASIBLE, "counting", reason, bounds=bounds, region=tuple(region), parts=parts, checked=True
    )


def _scarce_class(instance: Instance) -> tuple[int, int] | None:
    """The first class with fewer edges than gourds (law 4)."""
    return next((pair for pair, edges in class_edges(instance).items() if len(edges) < instance.budgets[pair]), None)


def by_one_class(instance: Instance) -> Explanation | None:
    """A class with more gourds than fit."""
    crowded = crowded_class(instance)
    if crowded is None:
        return None
    pair = _pair(instance, crowded.pair)
    fit = f"at most {crowded.fit} fit" if crowded.fit != 1 else "only one fits"
    reason = f"{crowded.budget} {pair}-gourds, but {fit} on the board without overlapping"
    if crowded.cover:
        same = f"one of the same {crowded.fit} cells" if crowded.fit != 1 else "the same cell"
        reason += f": each covers {same}"
        _check_cover(instance, crowded)
    return Explanation(
        Status.INFEASIBLE,
        "class",
        reason,
        bounds=(Bound(crowded.pair, True, crowded.budget),),
        region=crowded.cells,
        barrier=crowded.cover,
        checked=True,
    )


def _check_cover(instance: Instance, crowded: CrowdedClass) -> None:
    edges = class_edges(instance)[crowded.pair]
    if len(crowded.cover) >= crowded.budget or not np.isin(edges, crowded.cover).any(axis=1).all():
        raise InternalError("a cover of a class does not stand up to its check")


def by_matching(instance: Instance, barrier: Barrier, empty_color: int) -> Explanation:
    """Cells whose removal leaves too many odd parts."""
    color, count = instance.colors[empty_color], len(barrier.cells)
    if not count:  # two odd parts or more are a matter of counting
        cells = f"{len(barrier.region)} cells" if len(barrier.region) > 1 else "one cell"
        reason = f"a part of {cells}, an odd number, must hold the empty cell but has none of color {color!r}"
    else:
        these = f"{count} cells" if count > 1 else "one cell"
        reason = f"without {these} the board has {len(barrier.parts)} parts with an odd number of cells"
        share = f"a gourd with one of those {count} cells" if count > 1 else "a gourd with that cell"
        if barrier.can_be_empty:
            reason += f"; each must hold the empty cell or share {share}, so at most {count + 1} can be covered"
        else:
            reason += f" and none of color {color!r}, the color of the empty cell; each must share {share}"
    return Explanation(
        Status.INFEASIBLE,
        "matching",
        reason,
        region=barrier.region,
        barrier=barrier.cells,
        parts=barrier.parts,
        can_be_empty=color if barrier.can_be_empty else None,
        checked=True,
    )


def by_sums(instance: Instance, steps: list[Step]) -> tuple[Explanation, Certificate]:
    """Weights, and the certificate that has them."""
    sums = Sums.of(instance, steps[-1])
    reason = sums.sentence()
    if len(steps) > 1:
        close = f"{len(steps) - 1} steps before this one close" if len(steps) > 2 else "one step before this one closes"
        reason += f"; {close} edges that no placement uses"
    ways = {(i, j): weight > 0 for i, j, weight in steps[-1]["classes"] if weight and (i, j) in instance.budgets}
    found = Explanation(
        Status.INFEASIBLE,
        "linear",
        reason,
        bounds=tuple(Bound(pair, at_least, instance.budgets[pair]) for pair, at_least in ways.items()),
        region=tuple(sorted(sums.cells)),
        parts=tuple(cells for _, cells in sums.sets),
        steps=tuple(steps),
        stats={"asked": sums.asked, "offered": sums.offered},
    )
    return found, Certificate("linear", instance.digest, {"steps": steps})


def by_parts(instance: Instance, problem: Problem, refuted: Refuted, empty_color: int) -> Explanation:
    """Of the kind ``budgets``: what a certificate speaks of."""
    can_be_empty = bool({problem.cells[k] for k in problem.may_be_empty} & set(refuted.cells))
    return Explanation(
        Status.INFEASIBLE,
        "budgets",
        _demands_text(len(refuted.bounds) // 2, len(refuted.cells)),
        bounds=refuted.bounds,
        region=refuted.cells,
        regions=refuted.parts,
        can_be_empty=instance.colors[empty_color] if can_be_empty else None,
        minimal=False,
        stats={"certificate": refuted.certificate.kind},
    )


def by_budgets(instance: Instance, problem: Problem, core: Core, empty_color: int) -> Explanation:
    """Demands that cannot be met together."""
    bounds, cells = bounds_among(core.demands), cells_among(core.demands)
    can_be_empty = bool(set(cells) & set(problem.may_be_empty))
    return Explanation(
        Status.INFEASIBLE,
        "budgets",
        _demands_text(len({bound.pair for bound in bounds}), len(cells)),
        bounds=tuple(bounds),
        region=tuple(problem.cells[v] for v in cells),
        regions=len({problem.component[v] for v in cells}),
        can_be_empty=instance.colors[empty_color] if can_be_empty else None,
        minimal=core.is_minimal,
        stats={"sat_calls": core.calls, "critical": len(core.witnesses), "mixed_cells": problem.size},
    )


def _demands_text(budgets: int, cells: int) -> str:
    demands = []
    if budgets:
        demands.append(f"{budgets:,} budgets" if budgets > 1 else "one budget")
    if cells:
        demands.append(f"{cells:,} cells that must be covered" if cells > 1 else "one cell to be covered")
    return f"{' and '.join(demands)} cannot be met{' together' if budgets + cells > 1 else ''}"


def _pair(instance: Instance, pair: tuple[int, int]) -> str:
    return f"({instance.colors[pair[0]]}, {instance.colors[pair[1]]})"
