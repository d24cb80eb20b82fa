"""Planted instances for the tests of pictures."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

import networkx as nx
import pytest

from gourds import shapes
from gourds.board import Board
from gourds.hexgrid import CellArray
from gourds.instance import Instance
from gourds.placement import Placement

Plant = Callable[..., tuple[Instance, Placement]]


def plant_instance(
    cells: CellArray, colors: Sequence[str], seed: int = 0, name: str | None = None
) -> tuple[Instance, Placement]:
    """Random colors on a board with a perfect matching but for one cell, and budgets that fit it."""
    board = Board.from_cells(cells)
    rng = random.Random(seed)
    color = {cell: rng.choice(colors) for cell in board.cell_list()}
    pairs = sorted(nx.max_weight_matching(board.to_networkx(), maxcardinality=True))
    covered = {cell for pair in pairs for cell in pair}
    (empty,) = (cell for cell in color if cell not in covered)
    budget = Counter(tuple(sorted((color[a], color[b]))) for a, b in pairs)
    gourds = [(a, b, count) for (a, b), count in budget.items()]
    return Instance.build(board.cells, list(color.values()), gourds, name=name), Placement.build(empty, pairs)


@pytest.fixture
def plant() -> Plant:
    return plant_instance


@pytest.fixture(scope="session")
def small() -> tuple[Instance, Placement]:
    """The hexagon of 19 cells with three colors."""
    return plant_instance(shapes.hexagon(2), ["red", "green", "blue"], 1, "a small one")


@pytest.fixture(scope="session")
def wide() -> tuple[Instance, Placement]:
    """A strip of 4 rows and 600 columns, and one more cell; gourds lie along the rows."""
    cells = [(q - r // 2, r) for r in range(4) for q in range(600)]
    pairs = list(zip(cells[::2], cells[1::2], strict=True))
    names = ["F", "V", "x1", "x2", "x3"]
    color = {cell: names[(cell[0] + cell[1] // 2) // 8 % 5] for cell in cells}
    budget = Counter(tuple(sorted((color[a], color[b]))) for a, b in pairs)
    gourds = [(a, b, count) for (a, b), count in budget.items()]
    instance = Instance.build([*cells, (600, 0)], [*color.values(), "F"], gourds)
    return instance, Placement.build((600, 0), pairs)
