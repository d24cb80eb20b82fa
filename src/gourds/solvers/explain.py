"""``explain``: why an instance has no placement.

The simplest reason that can be found, in this order:

``counting``  the numbers of cells, ends and places alone (the counting laws);
``class``     more gourds of one class than fit on the board without overlapping;
``matching``  a set of cells whose removal leaves too many odd parts (Tutte), budgets aside;
``budgets``   a set of demands, bounds on classes and cells that must be covered, that cannot be met together.

The last is the general one: an instance whose counting laws and plain matching hold is feasible iff all its demands
can be met together. See :mod:`explain_problem` for what they are, :mod:`explain_core` for how a minimal set of them is
found and checked. Everything runs in a child process, so that limits and interrupts hold inside native code.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from gourds.counting import Counting
from gourds.errors import InternalError
from gourds.hexgrid import IndexArray
from gourds.instance import Instance
from gourds.placement import Placement, placement_faults
from gourds.solvers.base import Status
from gourds.solvers.explain_cnf import Mixed
from gourds.solvers.explain_core import Core, check, find_core
from gourds.solvers.explain_matching import Barrier, CrowdedClass, class_edges, crowded_class, matching_or_barrier
from gourds.solvers.explain_problem import Bound, Problem, Witness, bounds_among, cells_among
from gourds.solvers.isolation import run_limited

SOFT = 0.8
"""The share of the time limit after which the search stops shrinking, to leave time for the check."""


@dataclass(frozen=True)
class Explanation:
    """Why there is no placement; or that there is one, or that time ran out."""

    status: Status
    """Whether the instance is feasible."""
    kind: str | None = None
    """counting, class, matching or budgets; None if there is nothing to explain."""
    reason: str = ""
    """The reason in one sentence."""
    bounds: tuple[Bound, ...] = ()
    """The bounds on classes that take part."""
    region: tuple[int, ...] = ()
    """The cells that take part, as indices; of the kind ``budgets``: those that must be covered."""
    barrier: tuple[int, ...] = ()
    """Of the kind ``matching``: the cells whose removal leaves too many odd parts; of ``class``: a cover."""
    parts: tuple[tuple[int, ...], ...] = ()
    """Those parts."""
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
            "empty_color": self.can_be_empty,
            "minimal": self.minimal,
            "checked": self.checked,
            "time_s": round(self.time_s, 6),
            "stats": self.stats,
        }


def explain(instance: Instance, time_limit: float | None = None, *, seed: int = 0, isolate: bool = True) -> Explanation:
    """Why an instance has no placement.

    With a time limit the reason of the kind ``budgets`` may be small without being minimal, and if there was no time
    to find any, the status is unknown. Raises InternalError if a check fails.
    """
    start = time.monotonic()
    soft = None if time_limit is None else SOFT * time_limit
    if isolate:
        ended = run_limited(_search, instance, soft, seed, time_limit=time_limit)
        if ended.cause != "done":
            reason = f"{ended.cause}: {ended.detail}" if ended.detail else ended.cause
            return Explanation(Status.UNKNOWN, reason=reason, time_s=time.monotonic() - start)
        found, core = ended.value
    else:
        found, core = _search(instance, soft, seed)
    assert isinstance(found, Explanation)
    if core is not None:
        left = None if time_limit is None else max(0.05, time_limit - (time.monotonic() - start))
        right: bool | None
        if isolate:
            ended = run_limited(_check, instance, core, time_limit=left)
            right = ended.value
        else:
            right = _check(instance, core)
        if right is False:
            raise InternalError("the explanation does not stand up to its check")
        found = replace(found, checked=bool(right))
    return replace(found, time_s=time.monotonic() - start)


def _search(instance: Instance, time_limit: float | None, seed: int) -> tuple[Explanation, Core | None]:
    start = time.monotonic()
    simple = _by_counting(instance) or _by_one_class(instance)
    if simple:
        return simple, None
    empty_color = Counting(instance).empty_color
    assert empty_color is not None
    plain = matching_or_barrier(instance, empty_color)
    if isinstance(plain, Barrier):
        return _by_matching(instance, plain, empty_color), None
    problem = Problem(Mixed(instance), empty_color)
    left = None if time_limit is None else time_limit - (time.monotonic() - start)
    found = find_core(problem, left, seed)
    if found is None:
        return Explanation(Status.UNKNOWN, reason="time limit: undecided"), None
    if isinstance(found, Witness):
        placement = _placement(instance, problem, found, plain)
        return Explanation(Status.FEASIBLE, reason="there is a placement", checked=True, placement=placement), None
    return _by_budgets(instance, problem, found, empty_color), found


def _check(instance: Instance, core: Core) -> bool:
    empty_color = Counting(instance).empty_color
    assert empty_color is not None
    return check(Problem(Mixed(instance), empty_color), core)


def _by_counting(instance: Instance) -> Explanation | None:
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


def _by_one_class(instance: Instance) -> Explanation | None:
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


def _by_matching(instance: Instance, barrier: Barrier, empty_color: int) -> Explanation:
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


def _by_budgets(instance: Instance, problem: Problem, core: Core, empty_color: int) -> Explanation:
    bounds, cells = bounds_among(core.demands), cells_among(core.demands)
    can_be_empty = bool(set(cells) & set(problem.may_be_empty))
    budgets = len({bound.pair for bound in bounds})
    demands = []
    if bounds:
        demands.append(f"{budgets} budgets" if budgets > 1 else "one budget")
    if cells:
        demands.append(f"{len(cells)} cells that must be covered" if len(cells) > 1 else "one cell to be covered")
    return Explanation(
        Status.INFEASIBLE,
        "budgets",
        f"{' and '.join(demands)} cannot be met{' together' if len(core.demands) > 1 else ''}",
        bounds=tuple(bounds),
        region=tuple(problem.cells[v] for v in cells),
        regions=len({problem.component[v] for v in cells}),
        can_be_empty=instance.colors[empty_color] if can_be_empty else None,
        minimal=core.is_minimal,
        stats={"sat_calls": core.calls, "critical": len(core.witnesses), "mixed_cells": problem.size},
    )


def _pair(instance: Instance, pair: tuple[int, int]) -> str:
    return f"({instance.colors[pair[0]]}, {instance.colors[pair[1]]})"


def _placement(instance: Instance, problem: Problem, witness: Witness, plain: IndexArray) -> Placement:
    """The placement made of a witness on the mixed components and a plain matching of the others."""
    mate: list[int] = plain.tolist()
    for k, v in enumerate(problem.cells):
        mate[v] = problem.cells[int(witness.mate[k])] if witness.mate[k] >= 0 else -1
    cells = instance.board.cell_list()
    pairs = [(cells[v], cells[w]) for v, w in enumerate(mate) if v < w]
    placement = Placement.of_cells(cells[mate.index(-1)], pairs)
    faults = placement_faults(instance, placement)
    if faults:
        raise InternalError(f"the placement found is wrong: {faults[0]}")
    return placement
