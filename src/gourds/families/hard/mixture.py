"""A hard core with filler around: its size and its hardness are chosen apart from each other.

The core is an instance of another family. The filler grows around it in pairs of neighboring cells, nearest to the
middle first, so it covers itself. ``filling`` says what it is:

- *neutral*: one color of its own. The gourds of the core fit nowhere else, so the verdict is that of the core.
- *easy*: three colors of its own, and the gourds of its pairs. The same, but the filler is a puzzle too.
- *pooled*: the colors of the core, and the gourds of its pairs join the budgets. A placement of the core is one of the
  mixture with these pairs, so it is feasible if the core is. The other way round is open: gourds may change places.

>>> from gourds.families import FAMILIES, generate
>>> generate(FAMILIES["mixture"], {"radius": 3, "filler": 40}, 1).board.size
77
"""

from __future__ import annotations

import heapq
import random
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from gourds.chance import draw_below
from gourds.errors import InputError
from gourds.families.base import Family, Known, Parameter, generate
from gourds.families.colorings import pair
from gourds.families.hard.edge import EDGE
from gourds.families.hard.extreme import BEYOND, EXTREME
from gourds.families.hard.parity import PARITY
from gourds.families.hard.symmetric import SYMMETRIC
from gourds.families.hard.threshold import THRESHOLD
from gourds.hexgrid import DIRECTIONS, Cell, distance
from gourds.instance import Instance

CORES: Final = {family.name: family for family in (THRESHOLD, EDGE, EXTREME, BEYOND, SYMMETRIC, PARITY)}
FILLINGS: Final = ("neutral", "easy", "pooled")
MOST: Final = 1_000_000


def _make(values: dict[str, Any], seed: int) -> Instance:
    if not 0 <= values["filler"] <= MOST or values["filler"] % 2:
        raise InputError(f"the number of cells of filler must be even, from 0 to {MOST:,}")
    core = generate(CORES[values["core"]], _core_values(values), seed)
    rng = random.Random(seed)
    pairs = pairs_around(core.board.cell_list(), values["filler"] // 2)
    own = {"neutral": ["F"], "easy": ["F1", "F2", "F3"], "pooled": list(core.colors)}[values["filling"]]
    painted = [own[draw_below(rng, len(own))] for _ in range(2 * len(pairs))]
    gourds = Counter({(a, b): count for a, b, count in core.gourd_list()})
    gourds.update(pair(a, b) for a, b in zip(painted[::2], painted[1::2], strict=True))
    cells = [*core.board.cell_list(), *(cell for two in pairs for cell in two)]
    colors = [core.colors[k] for k in core.cell_colors.tolist()] + painted
    return Instance.build(cells, colors, [(a, b, count) for (a, b), count in sorted(gourds.items())])


def _core_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the core's parameters that the mixture has; the others keep their defaults."""
    chosen = {"radius": values.get("radius"), "coloring": values.get("coloring")}
    if values.get("core") == PARITY.name:
        return {"width": 2 * (values.get("radius") or 0), "height": 2 * (values.get("radius") or 0)}
    has = {parameter.name for parameter in CORES[values["core"]].parameters}
    return {name: value for name, value in chosen.items() if name in has and value is not None}


def pairs_around(board: list[Cell], count: int) -> list[tuple[Cell, Cell]]:
    """So many pairs of neighboring cells around a board, nearest to its middle first, each next to what is there."""
    qs, rs = [q for q, _ in board], [r for _, r in board]
    middle = ((min(qs) + max(qs)) // 2, (min(rs) + max(rs)) // 2)

    def key(cell: Cell) -> tuple[int, int, int]:
        return distance(cell, middle), cell[1], cell[0]

    taken = set(board)
    seen: set[Cell] = set()
    waiting: list[tuple[tuple[int, int, int], Cell]] = []

    def wait(cell: Cell) -> None:
        for near in _around(cell):
            if near not in taken and near not in seen:
                seen.add(near)
                heapq.heappush(waiting, (key(near), near))

    for cell in board:
        wait(cell)
    pairs: list[tuple[Cell, Cell]] = []
    while len(pairs) < count:
        _, cell = heapq.heappop(waiting)  # never empty: beyond every finite set of cells there are more
        free = [near for near in _around(cell) if near not in taken]
        if cell in taken or not free:
            continue
        partner = min(free, key=key)
        pairs.append((cell, partner))
        taken |= {cell, partner}
        wait(cell)
        wait(partner)
    return pairs


def _around(cell: Cell) -> list[Cell]:
    return [(cell[0] + dq, cell[1] + dr) for dq, dr in DIRECTIONS]


def _known(values: Mapping[str, Any]) -> Known | None:
    core = values.get("core", THRESHOLD.name)
    if core not in CORES:
        return None
    known = CORES[core].known(_core_values({**values, "core": core}))
    if values.get("filling", FILLINGS[0]) == "pooled" and known is not None and known.verdict == "infeasible":
        return None
    return known


MIXTURE = Family(
    name="mixture",
    summary="a hard core with filler around: size and hardness chosen apart from each other",
    parameters=(
        Parameter("core", "the family of the core", THRESHOLD.name, str, tuple(CORES)),
        Parameter("radius", "radius of the core; of parity: half the width and height of a region", 6),
        Parameter(
            "coloring",
            "budgets of the core, if it is threshold or symmetric",
            "random",
            str,
            ("random", "planted", "near-miss"),
        ),
        Parameter("filler", "cells around, an even number", 100),
        Parameter("filling", "what the filler is", FILLINGS[0], str, FILLINGS),
    ),
    make=_make,
    known=_known,
)
