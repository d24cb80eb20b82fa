"""Parity traps: an odd number of gourds where only even numbers exist, hidden from counting and from linear programs.

**The board** is a row of regions, parallelograms with an even number of cells. Region i has cells of the colors i and
i + 1 (after the last comes the first), and perhaps of some *private* colors that no other region has. Columns of filler
keep regions apart; there is one cell of filler more than can be covered, so the empty cell is there.

**The trap.** Gourds (i, i + 1) fit in region i only, and so do those with a private end. Count the cells of color i in
region i: two for every gourd (i, i), one for every gourd (i, i + 1), one for every gourd of i and a private color. The
last are given by budgets. So the number of gourds (i, i + 1) has a fixed parity. A planted placement has it. Change the
budget of every (i, i + 1) by one, up or down, and let gourds (i, i) make up for it: color totals still fit, since every
color is in two of these kinds. But all regions need a number of the wrong parity: infeasible.

**Why linear programs do not see it.** Keep all planted gourds with a private end, or within filler, and look at the
other cells of a region. Matchings of these have different numbers of gourds (i, i + 1), from a fewest to a most, which
heaviest matchings tell. The new budget lies strictly between them, so a mixture of two matchings meets it: the mixture
is in the convex hull of all matchings of the board, which is all that odd sets can ever prove (Edmonds 1965). The gap
between the program and its integer points is the parity.

Resolution takes exponential time for such parities on grids. With private colors a region is too rich for tables
and for algebra as well; only who counts modulo 2, region by region, sees the trap.

>>> from gourds.families import FAMILIES, generate
>>> generate(FAMILIES["parity"], {"width": 4, "height": 4}, 1)
<Instance 57 cells, 28 gourds, 4 colors>
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from gourds.board import Board
from gourds.chance import draw_below
from gourds.errors import InputError
from gourds.families.base import PLANTED, Family, Known, Parameter
from gourds.families.colorings import color_names, pair
from gourds.instance import Instance
from gourds.matching.heaviest import heaviest_matching
from gourds.matching.maximum import maximum_matching
from gourds.shapes import parallelogram

FILLER = "filler"
TRIES = 100
"""Random colorings and placements of a region before giving up."""


def _make(values: dict[str, Any], seed: int) -> Instance:
    regions, width, height, private = (values[name] for name in ("regions", "width", "height", "private"))
    if not (3 <= regions <= 13 and 2 <= width <= 100 and 2 <= height <= 100 and height % 2 == 0 and 0 <= private <= 50):
        raise InputError(
            "a parity trap takes 3 to 13 regions, a width from 2 to 100, an even height from 2 to 100"
            " and up to 50 private colors"
        )
    rng = random.Random(seed)
    names = color_names(regions)
    cells, colors, gourds = [], [], Counter[tuple[str, str]]()
    shifts = []
    for k in range(regions):
        own = [names[k], names[(k + 1) % regions], *(f"{names[k]}{n}" for n in range(1, private + 1))]
        board = Board.from_cells(parallelogram(width, height) + np.array([k * (width + 1), 0]))
        painted, pairs, shift = _region(board, own, rng)
        cells += board.cell_list()
        colors += painted
        gourds.update(pair(painted[v], painted[w]) for v, w in pairs)
        shifts.append(shift)
    columns = [(k * (width + 1) - 1, r) for k in range(1, regions) for r in range(height)]
    columns.append((columns[-1][0], height))
    gourds[FILLER, FILLER] = len(columns) // 2
    if values["trap"] == "odd":
        for k, shift in enumerate(shifts):
            a, b = names[k], names[(k + 1) % regions]
            gourds[pair(a, b)] += shift
            gourds[a, a] -= (shift + shifts[k - 1]) // 2
    budgets = [(a, b, count) for (a, b), count in sorted(gourds.items()) if count]
    return Instance.build([*cells, *columns], [*colors, *[FILLER] * len(columns)], budgets)


def _region(board: Board, own: list[str], rng: random.Random) -> tuple[list[str], list[tuple[int, int]], int]:
    """Colors, a placement, and by how much the number of its gourds of the first two colors shall be wrong."""
    for _ in range(TRIES):
        painted = [own[draw_below(rng, len(own))] for _ in range(board.size)]
        mate = maximum_matching(board.size, board.edges, rng=rng).tolist()
        pairs = [(v, w) for v, w in enumerate(mate) if v < w]
        fewest, number, most = _numbers(board, painted, own[:2], pairs)
        if fewest < most:
            up = number == fewest or (number < most and rng.random() < 0.5)
            return painted, pairs, 1 if up else -1
    raise InputError("regions this small leave no room for a trap; more --width or --height, or fewer --private, help")


def _numbers(board: Board, painted: list[str], two: list[str], pairs: list[tuple[int, int]]) -> tuple[int, int, int]:
    """How many gourds of the two colors the cells can have that such gourds cover: fewest, those here, most."""
    kept = {v for v, w in pairs if painted[v] in two and painted[w] in two}
    kept |= {w for v, w in pairs if v in kept}
    number = {v: k for k, v in enumerate(sorted(kept))}
    edges = [(v, w) for v, w in board.edges.tolist() if v in kept and w in kept]
    mixed = [int(painted[v] != painted[w]) for v, w in edges]
    ends = np.array([(number[v], number[w]) for v, w in edges], dtype=np.int64).reshape(-1, 2)
    found = [heaviest_matching(len(kept), ends, sign * np.array(mixed, dtype=np.int64)) for sign in (-1, 1)]
    here = sum(v in kept and painted[v] != painted[w] for v, w in pairs)
    if not kept or found[0] is None or found[1] is None:
        return here, here, here
    return -found[0].double_weight // 2, here, found[1].double_weight // 2


def _known(values: Mapping[str, Any]) -> Known:
    return (
        PLANTED
        if values.get("trap") == "even"
        else Known("infeasible", "the numbers in all regions have a fixed parity")
    )


PARITY = Family(
    name="parity",
    summary="traps of parity: infeasible, yet counting and linear programs see nothing",
    parameters=(
        Parameter("regions", "number of regions, and of colors that two regions share", 3),
        Parameter("width", "cells in a row of a region", 6),
        Parameter("height", "rows, an even number", 6),
        Parameter("private", "colors that each region has for itself", 0),
        Parameter("trap", "budgets of the wrong parity, or those of a placement", "odd", str, ("odd", "even")),
    ),
    make=_make,
    known=_known,
)
