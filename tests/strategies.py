"""Hypothesis strategies that all tests share: boards, instances, placements."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from itertools import product
from typing import TypeVar

import numpy as np
from hypothesis import strategies as st

from gourds import shapes
from gourds.board import Board
from gourds.instance import Instance
from gourds.matching.maximum import maximum_matching
from gourds.placement import Placement
from tests.encodings.small_instances import near_miss
from tests.solvers.small import small_instance

T = TypeVar("T")
Signature = tuple[int, ...]

SEEDS = st.integers(0, 2**32 - 1)
SHIFTS = st.tuples(st.integers(-1000, 1000), st.integers(-1000, 1000))

SEARCHED = [
    10,
    25,
    26,
    34,
    62,
    63,
    69,
    85,
    156,
    164,
    168,
    194,
    202,
    226,
    247,
    263,
    270,
    274,
    279,
    300,
    302,
    313,
    344,
    346,
    348,
    375,
    393,
    407,
    408,
    436,
]
"""Seeds of small instances that are infeasible although the counting laws hold."""

# Any text that UTF-8 can hold, awkward names often.
COLOR_NAMES = st.one_of(
    st.sampled_from(
        ["a", "b", "F", "V", "x1", "x10", "", " ", ".", "#", "red", "dark green", '"', "\\", "\n", "<&>", "蓝"]
    ),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
)


@st.composite
def boards(draw: st.DrawFn, max_size: int = 60, odd: bool = False) -> Board:
    """Random connected boards anywhere in the plane, with holes and cut cells; some proper, some of plain shape."""
    size = draw(st.integers(1, max_size))
    if odd and size % 2 == 0:
        size -= 1
    seed, shift = draw(SEEDS), draw(SHIFTS)
    kind = draw(st.sampled_from(["connected", "connected", "proper", "thinned"]))
    if kind == "proper" and size >= 3:
        cells = shapes.random_proper(size, seed)
    elif kind == "thinned" and size >= 9:
        cells = _thinned(size, seed)
    else:
        cells = shapes.random_connected(size, seed)
    return Board.from_cells(cells + np.array(shift))


def _thinned(size: int, seed: int) -> np.ndarray:
    """A board with many holes: cells of a larger one are taken away as long as it stays connected."""
    rng = random.Random(seed)
    board = Board.from_cells(shapes.random_connected(2 * size, seed))
    while board.size > size:
        cuts = set(board.cut_cells)
        free = [k for k in range(board.size) if k not in cuts]
        board = Board.from_cells(np.delete(board.cells, free[int(rng.random() * len(free))], axis=0))
    return board.cells


@st.composite
def instances(draw: st.DrawFn, max_size: int = 41) -> Instance:
    """Any sound instance: random colors, random budgets that sum to the number of gourds."""
    board = draw(boards(max_size, odd=True))
    names = draw(st.lists(COLOR_NAMES, min_size=1, max_size=8, unique=True))
    rng = random.Random(draw(SEEDS))
    colors = [names[int(rng.random() * len(names))] for _ in range(board.size)]
    present = sorted(set(colors))
    gourds = [
        (present[int(rng.random() * len(present))], present[int(rng.random() * len(present))], 1)
        for _ in range(board.size // 2)
    ]
    name = draw(st.one_of(st.none(), COLOR_NAMES))
    source = draw(st.one_of(st.none(), st.dictionaries(COLOR_NAMES, st.one_of(st.integers(), COLOR_NAMES), max_size=3)))
    return Instance.build(board.cells, colors, gourds, name=name, source=source)


@st.composite
def placed_instances(draw: st.DrawFn, max_size: int = 41) -> tuple[Instance, Placement]:
    """Feasible instances with the placement that was planted."""
    size = draw(st.integers(1, max_size)) | 1
    board = Board.from_cells(shapes.random_proper(max(size, 3), draw(SEEDS)))
    rng = random.Random(draw(SEEDS))
    mate = maximum_matching(board.size, board.edges, rng=rng).tolist()
    names = ["a", "b", "c", "d"][: draw(st.integers(1, 4))]
    colors = [names[int(rng.random() * len(names))] for _ in range(board.size)]
    cells = board.cell_list()
    pairs = [(v, w) for v, w in enumerate(mate) if v < w]
    gourds = [(colors[v], colors[w], 1) for v, w in pairs]
    placement = Placement.build(cells[mate.index(-1)], [(cells[v], cells[w]) for v, w in pairs])
    return Instance.build(board.cells, colors, gourds), placement


def small_instances() -> st.SearchStrategy[Instance]:
    """Small instances of all sorts, 3 to 25 cells; a third is infeasible although the counting laws hold."""
    hidden = st.sampled_from(SEARCHED).map(small_instance)
    return st.one_of(SEEDS.map(near_miss), SEEDS.map(small_instance), hidden)


@st.composite
def signature_choices(
    draw: st.DrawFn, names: tuple[T, ...]
) -> tuple[list[tuple[list[Signature], list[T]]], dict[T, int]]:
    """A few components, each with signatures and the classes that their entries count; and a total for every class.

    Half of the totals are those of a selection, so that some problems have a solution and some have none.
    """
    choices = []
    for _ in range(draw(st.integers(1, 3))):
        classes = draw(st.lists(st.sampled_from(names), min_size=1, max_size=len(names), unique=True))
        every = list(product(range(draw(st.integers(2, 3))), repeat=len(classes)))
        size = draw(st.integers(1, min(len(every), 7)))
        chosen = random.Random(draw(SEEDS)).sample(every, size)
        choices.append((sorted(chosen), classes))
    totals = dict.fromkeys(names, 0)
    if draw(st.booleans()):
        for signatures, classes in choices:
            for name, count in zip(classes, draw(st.sampled_from(signatures)), strict=True):
                totals[name] += count
    else:
        totals = {name: draw(st.integers(0, 4)) for name in names}
    return choices, totals


def selections(
    choices: list[tuple[list[Signature], list[T]]], totals: dict[T, int], counted: Collection[T] | None = None
) -> Iterator[tuple[int, ...]]:
    """All ways to take one signature of every component so that the classes have their totals, by their numbers."""
    for taken in product(*(range(len(signatures)) for signatures, _ in choices)):
        sums = dict.fromkeys(totals, 0)
        for (signatures, classes), t in zip(choices, taken, strict=True):
            for name, count in zip(classes, signatures[t], strict=True):
                sums[name] += count
        if all(sums[name] == totals[name] for name in (totals if counted is None else counted)):
            yield taken
