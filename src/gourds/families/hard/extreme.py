"""Extreme budgets: as many gourds of some kinds as possible (``extreme``), and one exchange further (``beyond``).

``favor`` chooses the kinds: *one-kind* draws one kind of two colors and takes as many gourds of it as any placement of
the colored board has; *many-kinds* gives every kind a random slope from 0 to 3 and takes a placement with the largest
sum. Either way budgets lie at an end of what is possible (:mod:`gourds.families.hard.ends`). Extreme ones are feasible,
but search rarely meets a placement; those beyond are infeasible, and only weights show it.

>>> from gourds.families import FAMILIES, generate
>>> generate(FAMILIES["beyond"], {"radius": 3}, 1)
<Instance 37 cells, 18 gourds, 5 colors>
"""

from __future__ import annotations

import random
from itertools import combinations, combinations_with_replacement
from typing import Any, Final

from gourds.chance import draw_below
from gourds.families.base import Family, Known, Parameter
from gourds.families.colorings import check_colors
from gourds.families.hard.ends import MOST_COLORS, Ends, Slopes
from gourds.families.shaped import TRIM, board_parameters, chosen_board
from gourds.instance import Instance

FAVORS: Final = ("one-kind", "many-kinds")
FAR: Final = 1000
"""More than any gain of an exchange."""


def _slopes(colors: int, favor: str, rng: random.Random) -> Slopes:
    if favor == "one-kind":
        kinds = list(combinations(range(colors), 2)) or [(0, 0)]
        return {kinds[draw_below(rng, len(kinds))]: 1}
    return {kind: draw_below(rng, 4) for kind in combinations_with_replacement(range(colors), 2)}


def _ends(values: dict[str, Any], seed: int, *, further: bool) -> Instance:
    board, colors = chosen_board(values, seed), values["colors"]
    check_colors(colors, MOST_COLORS)
    rng = random.Random(seed)
    painted = [draw_below(rng, colors) for _ in range(board.size)]
    ends = Ends.of(board, painted, _slopes(colors, values["favor"], rng), rng)
    if further:
        ends.exchange(1, FAR, rng)
    return ends.instance()


_PARAMETERS: Final = (
    *board_parameters(radius=6, width=11, height=11, size=127),
    Parameter("colors", "number of colors", 5),
    Parameter("favor", "what there is as much of as possible", "many-kinds", str, FAVORS),
    TRIM,
)

EXTREME = Family(
    name="extreme",
    summary="as many gourds of some kinds as any placement has: feasible, rarely met by search",
    parameters=_PARAMETERS,
    make=lambda values, seed: _ends(values, seed, further=False),
    known=lambda values: Known("feasible", "a heaviest matching has these budgets"),
)

BEYOND = Family(
    name="beyond",
    summary="one exchange more than extreme: infeasible, and only weights show it",
    parameters=_PARAMETERS,
    make=lambda values, seed: _ends(values, seed, further=True),
    known=lambda values: Known("infeasible", "heavier than any matching"),
)
