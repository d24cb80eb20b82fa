"""The edge of feasibility for few colors: as many gourds of one color as possible, or as few, and just beside that.

``towards`` chooses the direction: *one-colored* gourds, or *mixed* ones. The top number of them is exact
(:mod:`gourds.families.hard.ends`). ``side`` says where budgets lie:

- *at* the edge: those of a placement with the top number. Feasible, but few edges of the board are free.
- *outside*: one exchange makes more of them than the top. Infeasible.
- *inside*: one exchange back from the edge. Open.
- *along*: one exchange out and one back by as much. The number is the top one, but whether a placement with these
  kinds exists is open. It takes three or more colors.

With two colors the number of (a, b)-gourds determines the rest, and *at* and *outside* are the last feasible number and
the next of its parity. Two colors fall apart into patches of one color, so *one-colored* is easier to search than
*mixed* then. With three, search takes exponential time on both sides of the edge; heaviest matchings do not.

>>> from gourds.families import FAMILIES, generate
>>> at = generate(FAMILIES["edge"], {"radius": 4, "colors": 2, "side": "at"}, 1)
>>> outside = generate(FAMILIES["edge"], {"radius": 4, "colors": 2}, 1)
>>> at.budget("a", "b") - outside.budget("a", "b")
2
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import combinations
from typing import Any, Final

from gourds.chance import draw_below
from gourds.errors import InputError
from gourds.families.base import Family, Known, Parameter
from gourds.families.colorings import check_colors
from gourds.families.hard.ends import MOST_COLORS, Ends, Slopes
from gourds.families.shaped import TRIM, board_parameters, chosen_board
from gourds.instance import Instance

SIDES: Final = ("outside", "at", "inside", "along")
FAR: Final = 1000
"""More than any gain of an exchange."""


def _slopes(colors: int, towards: str) -> Slopes:
    if towards == "one-colored":
        return {(k, k): 1 for k in range(colors)}
    return dict.fromkeys(combinations(range(colors), 2), 1)


def _make(values: dict[str, Any], seed: int) -> Instance:
    board, colors, side = chosen_board(values, seed), values["colors"], values["side"]
    check_colors(colors, MOST_COLORS)
    if side == "along" and colors < 3:
        raise InputError("along the edge there is room with three or more colors only")
    rng = random.Random(seed)
    painted = [draw_below(rng, colors) for _ in range(board.size)]
    ends = Ends.of(board, painted, _slopes(colors, values["towards"]), rng)
    if side == "inside":
        ends.exchange(-FAR, -1, rng)
    elif side == "outside":
        ends.exchange(1, FAR, rng)
    elif side == "along":
        gain = ends.exchange(1, FAR, rng)
        ends.exchange(-gain, -gain, rng)
    return ends.instance()


def _known(values: Mapping[str, Any]) -> Known | None:
    side = values.get("side", SIDES[0])
    if side == "at":
        return Known("feasible", "a heaviest matching has these budgets")
    if side == "outside":
        return Known("infeasible", "more gourds of one color, or more mixed ones, than any matching has")
    return None


EDGE = Family(
    name="edge",
    summary="few colors, budgets at the edge of what is feasible or just beside it: hard to search",
    parameters=(
        *board_parameters(radius=6, width=11, height=11, size=127),
        Parameter("colors", "number of colors", 3),
        Parameter("towards", "as many of these gourds as possible", "one-colored", str, ("one-colored", "mixed")),
        Parameter("side", "where the budgets lie", SIDES[0], str, SIDES),
        TRIM,
    ),
    make=_make,
    known=_known,
)
