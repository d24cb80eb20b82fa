"""Numbered Gourd Placement: every gourd end has a number of its own, so there is nothing to search.

An instance is *numbered* if no two ends have the same color. Each number then stands on one cell,
except that of the empty cell, which stands on one cell (no end has it) or on two (one of them stays empty).
Every gourd has its place, or one of two; a placement exists iff one choice makes all ends of gourds adjacent.
Linear time.
"""

from __future__ import annotations

import numpy as np

from gourds.counting import Counting
from gourds.hexgrid import are_adjacent
from gourds.instance import Instance
from gourds.placement import Placement


def is_numbered(instance: Instance) -> bool:
    """True iff no two ends of gourds have the same color."""
    return max(Counting(instance).ends_of) <= 1


def place_numbered(instance: Instance) -> Placement | None:
    """The placement of a numbered instance, None if there is none. If two are possible, the first in scan order."""
    if not is_numbered(instance):
        raise ValueError("this instance is not numbered: two ends have the same color")
    # 2n distinct ends on 2n + 1 cells: the color totals always fit.
    empty_color = Counting(instance).empty_color
    assert empty_color is not None
    cells = instance.board.cell_list()
    cell_of: dict[int, int] = {color: k for k, color in enumerate(instance.cell_colors.tolist())}
    candidates = np.flatnonzero(instance.cell_colors == empty_color).tolist()
    for empty in candidates:
        others = [k for k in candidates if k != empty]
        if others:
            cell_of[empty_color] = others[0]
        gourds = [(cells[cell_of[i]], cells[cell_of[j]]) for i, j in instance.budgets]
        if all(are_adjacent(a, b) for a, b in gourds):
            return Placement.of_cells(cells[empty], gourds)
    return None
