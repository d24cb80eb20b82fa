"""Hypothesis strategies: configurations with any numbers and colors, plans that need not be legal, walks that are."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from gourds import shapes
from gourds.board import Board
from gourds.configuration import Configuration
from gourds.hexgrid import COORDINATE_LIMIT
from gourds.moves import KINDS, Plan, Walk, legal_walk_steps, unfold
from gourds.reconfigure.scrambles import random_configuration
from tests.strategies import COLOR_NAMES, SEEDS, SHIFTS

NUMBERS = st.one_of(st.integers(0, 99), st.integers(-(2**63), 2**63 - 1))
COORDINATES = st.one_of(st.integers(-9, 9), st.integers(1 - COORDINATE_LIMIT, COORDINATE_LIMIT - 1))


@st.composite
def configurations(draw: st.DrawFn, max_size: int = 31) -> Configuration:
    """Random configurations of proper boards, numbered and colored at will."""
    size = draw(st.integers(1, (max_size - 1) // 2)) * 2 + 1
    board = Board.from_cells(shapes.random_proper(size, draw(SEEDS)) + np.array(draw(SHIFTS)))
    laid = random_configuration(board, draw(SEEDS))
    count = len(laid.ids)
    ids = draw(st.lists(NUMBERS, min_size=count, max_size=count, unique=True))
    colors = draw(st.none() | st.lists(st.tuples(COLOR_NAMES, COLOR_NAMES), min_size=count, max_size=count))
    return Configuration.from_indices(board, tuple(sorted(ids)), laid.ends, None if colors is None else tuple(colors))


@st.composite
def plans(draw: st.DrawFn, max_moves: int = 40) -> Plan:
    """Plans that are spelled soundly; nothing says that they are legal."""
    count = draw(st.integers(0, max_moves))
    gourds = draw(st.lists(NUMBERS, min_size=count, max_size=count))
    kinds = draw(st.lists(st.integers(0, len(KINDS) - 1), min_size=count, max_size=count))
    to = draw(st.lists(st.tuples(*[COORDINATES] * 4), min_size=count, max_size=count))
    return Plan(
        np.array(gourds, dtype=np.int64),
        np.array(kinds, dtype=np.uint8),
        np.array(to, dtype=np.int64).reshape(-1, 4),
    )


def random_walk(start: Configuration, moves: int, seed: int) -> Walk:
    """So many legal moves."""
    import random

    rng = random.Random(seed)
    path, now = [start.empty], start
    for _ in range(moves):
        steps = legal_walk_steps(now)
        if not steps:
            break
        path.append(steps[int(rng.random() * len(steps))])
        walk = Walk.from_cells(start.board.cells[path[-2:]])
        (move,) = (move for part in unfold(now, walk) for move in part)
        ends = now.ends.copy()
        ends[now.ids.index(move.gourd)] = start.board.indices(np.array(move.to))
        now = Configuration.from_indices(start.board, start.ids, ends, start.colors)
    return Walk.from_cells(start.board.cells[path])


@st.composite
def walks(draw: st.DrawFn, max_moves: int = 40) -> tuple[Configuration, Walk]:
    """A configuration, and legal moves from there."""
    start = draw(configurations(15))
    return start, random_walk(start, draw(st.integers(0, max_moves)), draw(SEEDS))
