"""Configurations and plans for the tests of their pictures."""

from __future__ import annotations

import random

import numpy as np
from hypothesis import strategies as st

from gourds import shapes
from gourds.board import Board
from gourds.configuration import Configuration
from gourds.moves import Walk, legal_walk_steps, unfold
from gourds.reconfigure.scrambles import random_configuration
from gourds.replaying import replay
from tests.strategies import COLOR_NAMES, SEEDS, SHIFTS


def random_walk(start: Configuration, moves: int, seed: int = 0) -> Walk:
    """Random legal moves, none of which takes back the one before unless it must."""
    rng = random.Random(seed)
    path, now = [start.empty], start
    for _ in range(moves):
        steps = legal_walk_steps(now)
        choices = [cell for cell in steps if len(path) < 2 or cell != path[-2]] or steps
        path.append(choices[int(rng.random() * len(choices))])
        now = replay(now, Walk.from_cells(start.board.cells[path[-2:]])).final
    return Walk.from_cells(start.board.cells[path])


def colored(start: Configuration, names: list[str], seed: int = 0) -> Configuration:
    """The same configuration with random colors."""
    rng = random.Random(seed)
    colors = tuple((names[int(rng.random() * len(names))], names[int(rng.random() * len(names))]) for _ in start.ids)
    return Configuration.from_indices(start.board, start.ids, start.ends, colors)


def hexagon_start(radius: int, seed: int = 1) -> Configuration:
    """A random configuration on a hexagon."""
    return random_configuration(Board.from_cells(shapes.hexagon(radius)), seed)


def full_plan(start: Configuration, walk: Walk):
    """The moves of a short walk in full."""
    (plan,) = unfold(start, walk)
    return plan


@st.composite
def starts(draw: st.DrawFn, max_size: int = 31) -> Configuration:
    """Configurations on proper boards anywhere in the plane, with any numbers, some of them colored."""
    size = draw(st.integers(3, max_size)) | 1
    cells = shapes.random_proper(size, draw(SEEDS)) + np.array(draw(SHIFTS))
    start = random_configuration(Board.from_cells(cells), draw(SEEDS))
    count = len(start.ids)
    ids = tuple(sorted(draw(st.sets(st.integers(0, 10**4), min_size=count, max_size=count))))
    start = Configuration.from_indices(start.board, ids, start.ends)
    names = draw(st.one_of(st.none(), st.lists(COLOR_NAMES, min_size=1, max_size=4, unique=True)))
    return start if names is None else colored(start, names, draw(SEEDS))


@st.composite
def plans(draw: st.DrawFn, max_size: int = 31, max_moves: int = 40) -> tuple[Configuration, Walk]:
    """A configuration and a legal walk from it."""
    start = draw(starts(max_size))
    return start, random_walk(start, draw(st.integers(0, max_moves)), draw(SEEDS))
