"""Hexagons whose colors have a symmetry: every placement has mirror images, and so has every dead end.

Cells that the symmetry maps to each other get the same random color. The images of a placement are placements with the
same budgets, so a search that does not see the symmetry looks at each case as often as the group is large: 2 for a
half-turn or a reflection, 3 for a third of a turn, 6 for a sixth, 12 for all of them together.

>>> from gourds.families import FAMILIES, generate
>>> print(generate(FAMILIES["symmetric"], {"radius": 1, "colors": 4}, 1).cell_colors.tolist())
[0, 0, 0, 1, 0, 0, 0]
"""

from __future__ import annotations

import random
from typing import Any, Final

from gourds import shapes
from gourds.board import Board
from gourds.chance import draw_below
from gourds.families.base import Family, Parameter, known_if_planted
from gourds.families.colorings import add_budgets, check_colors, color_names
from gourds.hexgrid import SYMMETRIES, Symmetry, apply_symmetry
from gourds.instance import Instance

COLORINGS: Final = ("random", "planted", "near-miss")
GROUPS: Final[dict[str, tuple[Symmetry, ...]]] = {
    "sixth-turn": SYMMETRIES[:6],
    "third-turn": SYMMETRIES[:6:2],
    "half-turn": SYMMETRIES[:6:3],
    "reflection": (SYMMETRIES[0], SYMMETRIES[6]),
    "all": SYMMETRIES,
}
"""The symmetries that map the colors to themselves."""


def _make(values: dict[str, Any], seed: int) -> Instance:
    check_colors(values["colors"])
    board = Board.from_cells(shapes.hexagon(values["radius"]))
    rng = random.Random(seed)
    images = [list(map(tuple, apply_symmetry(one, board.cells).tolist())) for one in GROUPS[values["symmetry"]]]
    color_of: dict[tuple[int, ...], int] = {}
    for first in map(min, zip(*images, strict=True)):  # one cell stands for all that it is mapped to
        if first not in color_of:
            color_of[first] = draw_below(rng, values["colors"])
    names = color_names(values["colors"])
    painted = [names[color_of[min(cells)]] for cells in zip(*images, strict=True)]
    return add_budgets(board, painted, values["coloring"], rng)


SYMMETRIC = Family(
    name="symmetric",
    summary="hexagons with symmetric colors: every dead end comes several times",
    parameters=(
        Parameter("radius", "steps from the center to the rim", 6),
        Parameter("colors", "number of colors", 7),
        Parameter("symmetry", "what maps the colors to themselves", "sixth-turn", str, tuple(GROUPS)),
        Parameter("coloring", "how budgets are chosen", "random", str, COLORINGS),
    ),
    make=_make,
    known=known_if_planted,
)
