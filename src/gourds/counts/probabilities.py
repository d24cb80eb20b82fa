"""How likely each gourd and each empty cell is in a placement drawn uniformly, by the sweeps of ``frontier``."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gourds.counts.large_numbers import all_digits
from gourds.counts.limits import limited
from gourds.display import brief
from gourds.hexgrid import Cell
from gourds.instance import Instance
from gourds.matching.frontier.placements import Frontier


@dataclass(frozen=True)
class Probabilities:
    """How likely each gourd and each empty cell is in a placement drawn uniformly; exact fractions."""

    total: int
    """The number of placements."""
    edges: dict[tuple[Cell, Cell], Fraction]
    """For every edge of the board, smaller cell (by r, then q) first."""
    empties: dict[Cell, Fraction]
    """For every cell."""

    __repr__ = brief

    def to_json(self) -> dict[str, Any]:
        """Exact fractions as texts, and as numbers."""
        with all_digits():
            edges = [{"cells": [list(a), list(b)], **_shown(p)} for (a, b), p in self.edges.items()]
            empties = [{"cell": list(cell), **_shown(p)} for cell, p in self.empties.items()]
            return {"count": str(self.total), "edges": edges, "empties": empties}


def _shown(share: Fraction) -> dict[str, Any]:
    return {"fraction": str(share), "probability": float(share)}


def edge_probabilities(
    instance: Instance, time_limit: float | None = None, memory_limit: float | None = None
) -> Probabilities:
    """In what share of all placements each edge carries a gourd and each cell stays empty.

    The probabilities of the edges at a cell and of its being empty sum to 1. Without placements all are 0.
    """
    counts = limited(Frontier(instance).edge_counts, time_limit=time_limit, memory_limit=memory_limit)
    cells = instance.board.cell_list()
    whole = counts.total or 1
    edges = {
        (cells[a], cells[b]): Fraction(number, whole)
        for (a, b), number in zip(instance.board.edges.tolist(), counts.edges, strict=True)
    }
    empties = {cell: Fraction(number, whole) for cell, number in zip(cells, counts.empties, strict=True)}
    return Probabilities(counts.total, edges, empties)
