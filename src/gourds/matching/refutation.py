"""What shows, without search, that an instance is infeasible: a counting law or a barrier.

Both can be checked by counting alone. A *barrier* (Tutte, Berge) is a set S of cells: if the board graph without S has
more odd parts than S has cells, some cell stays uncovered. The empty cell is an extra vertex, the *apex*, joined to
the cells that may stay empty, so that "one cell of that color stays empty" becomes "everything is covered"; the
apex may belong to S too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gourds.counting import Counting
from gourds.instance import Instance
from gourds.matching.maximum import maximum_matching, tutte_berge_barrier

IntArray = NDArray[np.int64]


@dataclass(frozen=True)
class Refutation:
    """A reason why there is no placement."""

    kind: str
    """``counting`` or ``barrier``: the kind of the certificate."""
    reason: str
    """In words."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """What a checker needs besides the instance; plain JSON."""


NO_SPARE = Refutation(
    "counting", "no cell of the color that must stay empty is in the part with an odd number of cells"
)
"""A law of counting that :class:`~gourds.counting.Counting` leaves to the checker and to those who look at parts."""


def counting_refutation(instance: Instance) -> Refutation | None:
    """The counting law that fails, if one does."""
    reason = Counting(instance).refutation
    return None if reason is None else Refutation("counting", reason)


def match_with_apex(
    instance: Instance, cells: IntArray, edges: IntArray, candidates: IntArray | None
) -> tuple[NDArray[np.int32], Refutation | None]:
    """A matching that covers the given cells but for one of the candidates (if there are any to choose from).

    Returns the partner of every cell of the board (−1: the empty cell, or not among ``cells``), or a refutation.
    """
    size = len(cells)
    local = np.full(instance.board.size, -1, dtype=np.int64)
    local[cells] = np.arange(size)
    pairs = local[edges].reshape(-1, 2)
    if candidates is not None:
        apex = np.stack((local[candidates], np.full(len(candidates), size)), axis=1)
        pairs = np.concatenate((pairs, apex))
    total = size + (candidates is not None)
    mate = maximum_matching(total, pairs)
    exposed = int((mate < 0).sum())
    full = np.full(instance.board.size, -1, dtype=np.int32)
    if exposed:
        barrier = tutte_berge_barrier(total, pairs, mate)
        named = [instance.board.cells[cells[k]].tolist() for k in barrier if k < size]
        reason = (
            f"colors aside, {exposed} cells too many stay uncovered: without a barrier of {len(barrier)} cells the"
            f" board falls into {len(barrier) + exposed} parts with an odd number of cells"
        )
        return full, Refutation("barrier", reason, {"cells": named, "apex": size in barrier})
    inner = mate[:size]
    covered = (inner >= 0) & (inner < size)
    full[cells[covered]] = cells[inner[covered]]
    return full, None
