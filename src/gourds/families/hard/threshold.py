"""Boards at the threshold: as many colors as it takes for random budgets to turn from feasible to infeasible.

With few colors nearly every random coloring with random budgets has a placement, with many nearly none has: budgets
ask for about k²/2 numbers, and each edge of the board fits one kind of gourd only. On hexagons half of them are
feasible at some 0.65·√cells colors (``docs/findings.md``); there, small boards take long to decide. ``percent`` says
how far from the threshold to stay. With *planted* budgets there is a placement on the far side too, one of few.

>>> from gourds.families import FAMILIES, generate
>>> [len(generate(FAMILIES["threshold"], {"radius": radius}).colors) for radius in (4, 6, 8, 10, 12)]
[5, 7, 10, 12, 14]
"""

from __future__ import annotations

import random
from math import isqrt
from typing import Any, Final

from gourds.errors import InputError
from gourds.families.base import Family, Parameter, known_if_planted
from gourds.families.colorings import PATTERNS, check_colors, color_board
from gourds.families.shaped import TRIM, board_parameters, chosen_board
from gourds.instance import Instance

COLORINGS: Final = ("random", "planted", "near-miss")


def colors_at(cells: int, percent: int = 100) -> int:
    """The number of colors nearest to that many percent of 0.65·√cells, in exact arithmetic; at least 1."""
    doubled = isqrt(4 * cells * (65 * percent) ** 2 // 10**8)
    return max(1, (doubled + 1) // 2)


def _make(values: dict[str, Any], seed: int) -> Instance:
    if not 1 <= values["percent"] <= 10_000:
        raise InputError("percent must be from 1 to 10,000")
    board = chosen_board(values, seed)
    colors = colors_at(board.size, values["percent"])
    check_colors(colors)
    rng = random.Random(seed)
    return color_board(board, coloring=values["coloring"], pattern=values["pattern"], colors=colors, rng=rng)


THRESHOLD = Family(
    name="threshold",
    summary="as many colors as it takes for random budgets to turn infeasible: small and hard",
    parameters=(
        *board_parameters(radius=6, width=11, height=11, size=127),
        Parameter("percent", "colors, in percent of 0.65·√cells", 100),
        Parameter("coloring", "how budgets are chosen", "random", str, COLORINGS),
        Parameter("pattern", "how colors lie on the board", "uniform", str, PATTERNS),
        TRIM,
    ),
    make=_make,
    known=known_if_planted,
)
