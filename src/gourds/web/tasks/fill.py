"""Budgets from a random placement of a colored board."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from gourds.board import Board
from gourds.errors import Fault, InputError
from gourds.hexgrid import Cell
from gourds.instance import Instance
from gourds.matching.maximum import maximum_matching
from gourds.placement import Placement
from gourds.solvers.counting_api import sample
from gourds.web.documents import Asked
from gourds.web.tasks import Say


def run(asked: Asked, say: Say) -> dict[str, Any]:
    """The gourds of a placement, and the placement; with ``exact`` drawn uniformly among all."""
    cells, colors = asked.colored_cells()
    if len(cells) % 2 == 0:
        raise InputError(Fault("cells", f"an odd number of cells is needed, one stays empty; here are {len(cells):,}"))
    color_of = dict(zip(cells, colors, strict=True))
    placement = _uniform(cells, asked.seed()) if asked.flag("exact") else _random(cells, asked.seed())
    gourds = Counter(tuple(sorted((color_of[a], color_of[b]))) for a, b in placement.gourds)
    return {
        "gourds": [[a, b, count] for (a, b), count in sorted(gourds.items())],
        "placement": placement.to_json(),
    }


def _random(cells: list[Cell], seed: int) -> Placement:
    board = Board.from_cells(cells)
    mate = maximum_matching(board.size, board.edges, rng=random.Random(seed))
    if int((mate < 0).sum()) != 1:
        raise InputError("gourds cannot cover all cells of this board but one")
    return Placement.from_mates(board, mate.tolist())


def _uniform(cells: list[Cell], seed: int) -> Placement:
    plain = Instance.build(cells, ["a"] * len(cells), [("a", "a", len(cells) // 2)])
    return sample(plain, 1, seed)[0]
