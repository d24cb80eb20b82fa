"""From floating point to integer weights, which are a proof.

The duals of a linear program, multiplied by a common denominator, are weights on cells, budgets and odd sets. With
weights y, w, m and u ≥ 0, a placement pays in all at most the *limit*

    D = Σ u_S·(|S| − 1)/2 − Σ y_v − Σ w_c·budget of c − m,

where a gourd on vw pays Σ u_S over the sets around vw, less y_v, y_w and w_c, and an empty cell v pays −y_v − m (the
argument is in :mod:`gourds.certificates.linear`). Where no price is negative, a negative limit is a proof that there is
no placement, and what costs more than the limit is in no placement.

The duals of the largest reach t give D = t − 1, in a unit that has no meaning: the sum of w_c·(budget − average) is 1.
So they are divided by the smallest weight of a budget first; if that does not do, by the largest; then by nothing.

Nothing has to be right about the floats. Rounded weights are mended: where a price is negative, the weight of a cell
is lowered, which raises the limit by as much. Small denominators come first, for proofs that people can add up; with a
million, rounding costs a limit far less than one unit of the original. All sums are exact, in integers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gourds.counting import Counting
from gourds.instance import Instance
from gourds.matching.polytope.model import Cells, IntArray, Program, pairs_of

DENOMINATORS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 20, 24, 30, 60, 120, 1000, 1_000_000)
TINY = 1e-7
"""Duals below this share of the largest are zero."""
LARGEST = 1e4
"""Duals beyond this are not used: sums must stay far below 2⁶³."""


@dataclass(frozen=True, eq=False)
class Weights:
    """Integer weights, and the prices and the limit that they set."""

    cells: IntArray
    """Of every cell."""
    budgets: IntArray
    """Of every budget of the program."""
    empty: int
    """Of the empty cell."""
    sets: tuple[tuple[int, Cells], ...]
    """Of odd sets of cells; all positive."""
    prices: IntArray
    """Of every edge of the program, then of every cell that may stay empty."""
    limit: int
    """What a placement pays at most."""
    is_mended: bool
    """Whether weights of cells had to be lowered after rounding."""

    def to_json(self, instance: Instance) -> dict[str, Any]:
        """A step of a certificate of kind ``linear``, as short as one shift for each color makes it.

        To take t from all cells of a color and give it to each end of that color, in the weights of classes, and to the
        empty cell if it has that color, changes no price; nor the limit, as cells and ends agree (law 1).
        """
        place = instance.board.cell_list()
        weights = dict(zip(pairs_of(instance), self.budgets.tolist(), strict=True))
        shift = _commonest(self.cells, instance.cell_colors, len(instance.colors))
        shifted = {(i, j): weights.get((i, j), 0) + shift[i] + shift[j] for i, j in instance.budgets}
        cells, empty = self.cells - np.array(shift)[instance.cell_colors], self.empty
        if np.count_nonzero(cells) + len(shifted) < np.count_nonzero(self.cells) + len(weights):
            weights = shifted
            empty += shift[Counting(instance).empty_color or 0]
        else:
            cells = self.cells
        return {
            "cells": [[*place[k], int(cells[k])] for k in np.flatnonzero(cells).tolist()],
            "classes": [[i, j, weight] for (i, j), weight in weights.items() if weight],
            "empty": empty,
            "sets": [[weight, *(x for k in cells.tolist() for x in place[k])] for weight, cells in self.sets],
        }


def _commonest(weights: IntArray, colors: Cells, count: int) -> list[int]:
    """The commonest weight of the cells of each color."""
    found = []
    for color in range(count):
        values, often = np.unique(weights[colors == color], return_counts=True)
        found.append(int(values[often.argmax()]))
    return found


def rounded(
    program: Program,
    sets: Sequence[Cells],
    duals: NDArray[np.float64],
    is_open: NDArray[np.bool_],
    is_enough: Callable[[Weights], bool],
) -> Weights | None:
    """Weights near the duals that are enough, with the smallest denominator for which that is so.

    ``duals`` are of the rows of the program, then of the odd sets. ``is_open`` says which edges and cells may have no
    negative price; the others are in no placement.
    """
    if not np.isfinite(duals).all():
        return None
    rows = len(program.totals)
    largest = np.abs(duals).max(initial=0)
    used = np.flatnonzero(duals[rows:] < -TINY * largest)
    chosen = [sets[k] for k in used.tolist()]
    inside = program.inside(chosen)
    of_budgets = np.abs(duals[program.board.size + 1 : rows])
    units = of_budgets[of_budgets > TINY * largest]
    for unit in (units.min(), units.max(), 1.0) if len(units) else (1.0,):
        if largest / unit > LARGEST:
            continue
        for denominator in DENOMINATORS:
            scaled = np.rint(duals / unit * denominator).astype(np.int64)
            weights = weights_of(program, chosen, scaled[:rows], -scaled[rows:][used], is_open, inside)
            if is_enough(weights):
                return weights
    return None


def weights_of(
    program: Program,
    sets: Sequence[Cells],
    rows: IntArray,
    held: IntArray,
    is_open: NDArray[np.bool_],
    inside: tuple[IntArray, IntArray] | None = None,
) -> Weights:
    """The weights of the rows of the program and of odd sets, the cells' lowered until no open price is negative.

    ``inside`` is what the program says of these sets, for those who ask more than once.
    """
    inside = program.inside(sets) if inside is None else inside
    size, count = program.board.size, len(program.edges)
    cells, empty, budgets = rows[:size].copy(), int(rows[size]), rows[size + 1 :]
    fixed = np.zeros(count + len(program.spare), dtype=np.int64)
    np.add.at(fixed, inside[1], held[inside[0]])
    counted = program.class_of >= 0
    fixed[:count][counted] -= budgets[program.class_of[counted]]
    fixed[count:] -= empty

    prices: IntArray = fixed - np.concatenate((cells[program.ends].sum(axis=1), cells[program.spare]))
    missing = np.maximum(-prices, 0) * is_open
    need = np.zeros(size, dtype=np.int64)
    np.maximum.at(need, np.concatenate((program.ends[:, 0], program.spare)), missing)
    cells -= need
    prices += np.concatenate((need[program.ends].sum(axis=1), need[program.spare]))
    limit = sum(int(weight) * (len(members) // 2) for weight, members in zip(held, sets, strict=True))
    limit -= int(cells.sum()) + int(budgets @ program.budgets) + empty
    kept = tuple((int(weight), members) for weight, members in zip(held, sets, strict=True) if weight)
    return Weights(cells, budgets, empty, kept, prices, limit, bool(need.any()))
