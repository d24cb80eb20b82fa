"""Presolve: what can be settled before any search, and the way back to the whole board.

1. Counting laws (:mod:`gourds.counting`): an instance they refute is done.
2. Edges of classes without budget are deleted; the board falls into components.
3. Components without edges of two different colors are matched (law 4), or a barrier shows that they cannot be.
4. In the rest, until nothing changes: a cell that only one edge can cover gets its gourd; a class whose budget is
   used up loses its edges; an edge that is in no perfect matching of its component, colors aside, is deleted.

All answers are edges of the board by index, so an answer for what is left, together with what was settled, is an
answer for the whole board.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gourds.board import label_components
from gourds.instance import Instance
from gourds.matching.allowed import edges_in_some_perfect_matching
from gourds.matching.components.splitting import Components
from gourds.matching.maximum import maximum_matching
from gourds.matching.refutation import Refutation, counting_refutation

MAX_ALLOWED_EDGES = 4_000
"""Allowed edges cost a search per vertex: components with more edges go without."""


@dataclass(eq=False)
class Presolved:
    """What is settled and what is left of an instance."""

    instance: Instance
    refutation: Refutation | None = None
    """Why there is no placement, if that was found."""
    fixed: list[int] = field(default_factory=list)
    """Edges of the board that carry a gourd in the answer."""
    cells: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, dtype=bool))
    """Which cells are left."""
    usable: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, dtype=bool))
    """Which edges are left."""
    budgets: dict[tuple[int, int], int] = field(default_factory=dict)
    """The budgets that are left; those of equal colors stand as they were, they are implied."""
    candidates: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    """The cells left that may stay empty."""

    def stats(self) -> dict[str, Any]:
        """Figures."""
        return {
            "presolve_fixed": len(self.fixed),
            "presolve_cells": int(self.cells.sum()),
            "presolve_edges": int(self.usable.sum()),
        }


def presolve(instance: Instance) -> Presolved:
    """Settle what can be settled without search."""
    refutation = counting_refutation(instance)
    if refutation is not None:
        return Presolved(instance, refutation)
    result = Presolved(
        instance,
        cells=np.ones(instance.board.size, dtype=bool),
        usable=instance.usable_edges.copy(),
        budgets=dict(instance.budgets),
    )
    _match_plain(result)
    changed = result.refutation is None
    while changed and result.refutation is None:
        changed = _force(result)
        if not changed and result.refutation is None:
            changed = _delete_useless(result)
    return result


def _match_plain(result: Presolved) -> None:
    """Match the components that have edges of equal colors only."""
    instance = result.instance
    components = Components(instance)
    mate, result.refutation = components.match_plain()
    if result.refutation is not None:
        return
    ends = instance.board.edges
    result.fixed += np.flatnonzero(mate[ends[:, 0]] == ends[:, 1]).tolist()
    result.cells[components.plain_cells] = False
    result.usable &= result.cells[ends].all(axis=1)
    result.candidates = components.spare[:0] if components.odd_is_plain else components.spare


def _force(result: Presolved) -> bool:
    """Give gourds to cells that only one edge can cover, as long as there are any; True if there were."""
    ends = result.instance.board.edges
    left = np.flatnonzero(result.usable)
    options = np.bincount(ends[left].ravel(), minlength=len(result.cells))
    options[result.candidates] += 1
    waiting = np.flatnonzero(result.cells & (options <= 1)).tolist()
    if not waiting:
        return False
    forcing = _Forcing(result, left, options.tolist(), waiting)
    forcing.run()
    result.cells = np.array(forcing.is_open)
    result.candidates = result.candidates[result.cells[result.candidates]]
    result.usable[[edge for edge in left.tolist() if not forcing.is_usable[edge]]] = False
    return True


class _Forcing:
    """A queue of cells with at most one option; every edge is removed at most once, so all of it is linear."""

    def __init__(self, result: Presolved, left: NDArray[np.int64], options: list[int], waiting: list[int]) -> None:
        self.result = result
        self.options = options
        self.waiting = waiting
        self.ends = result.instance.board.edges.tolist()
        self.classes = result.instance.edge_classes.tolist()
        self.is_open = result.cells.tolist()
        self.is_usable = dict.fromkeys(left.tolist(), True)
        self.at: dict[int, list[int]] = {}
        self.of_class: dict[int, list[int]] = {}
        for edge in left.tolist():
            for cell in self.ends[edge]:
                self.at.setdefault(cell, []).append(edge)
            self.of_class.setdefault(self.classes[edge], []).append(edge)

    def run(self) -> None:
        while self.waiting and self.result.refutation is None:
            cell = self.waiting.pop()
            if not self.is_open[cell] or self.options[cell] > 1:
                continue
            edges = [edge for edge in self.at.get(cell, []) if self.is_usable[edge]]
            if edges:
                self._place(edges[0])
            elif self.options[cell]:
                self._leave_empty(cell)
            else:
                place = tuple(self.result.instance.board.cells[cell].tolist())
                self.result.refutation = Refutation("claimed", f"no gourd that is left fits on cell {place}")

    def _leave_empty(self, cell: int) -> None:
        """The only option of this cell is to stay empty, so all others are covered."""
        self.is_open[cell] = False
        for other in self.result.candidates.tolist():
            self.options[other] -= 1
            if self.options[other] <= 1 and self.is_open[other]:
                self.waiting.append(other)
        self.result.candidates = self.result.candidates[:0]

    def _place(self, edge: int) -> None:
        result = self.result
        pair = divmod(self.classes[edge], len(result.instance.colors))
        result.fixed.append(edge)
        for cell in self.ends[edge]:
            self.is_open[cell] = False
        for cell in self.ends[edge]:
            for other in self.at[cell]:
                self._remove(other)
        if pair[0] != pair[1]:
            result.budgets[pair] -= 1
            if not result.budgets[pair]:
                del result.budgets[pair]
                for other in self.of_class[self.classes[edge]]:
                    self._remove(other)

    def _remove(self, edge: int) -> None:
        if self.is_usable[edge]:
            self.is_usable[edge] = False
            for cell in self.ends[edge]:
                self.options[cell] -= 1
                if self.options[cell] <= 1 and self.is_open[cell]:
                    self.waiting.append(cell)


def _delete_useless(result: Presolved) -> bool:
    """Delete edges that no perfect matching of their component uses; True if there were any."""
    instance, ends = result.instance, result.instance.board.edges
    size = instance.board.size
    left = np.flatnonzero(result.usable)
    if not left.size:
        return False
    labels = label_components(size, ends[left])
    deleted = False
    owner = labels[ends[left, 0]]
    order = np.argsort(owner, kind="stable")
    cuts = np.flatnonzero(np.diff(owner[order])) + 1
    for group in np.split(left[order], cuts):
        if len(group) > MAX_ALLOWED_EDGES:
            continue
        cells = np.unique(ends[group])
        local = np.full(size, -1, dtype=np.int64)
        local[cells] = np.arange(len(cells))
        pairs = local[ends[group]]
        total = len(cells)
        spare = local[result.candidates]
        spare = spare[spare >= 0]
        if total % 2:
            pairs = np.concatenate((pairs, np.stack((spare, np.full(len(spare), total)), axis=1)))
            total += 1
        mate = maximum_matching(total, pairs)
        if (mate < 0).any():
            result.refutation = Refutation("claimed", "what is left of a component has no perfect matching")
            return True
        allowed = edges_in_some_perfect_matching(total, pairs, mate)
        gone = group[~allowed[: len(group)]]
        if gone.size:
            result.usable[gone] = False
            deleted = True
        kept = spare[allowed[len(group) :]] if total > len(cells) else spare[:0]
        if total > len(cells) and len(kept) < len(spare):
            result.candidates = cells[kept].astype(np.int64)
            deleted = True
    return deleted
