"""Levels with a wanted par, by a seed.

On small boards the distances of all positions are known (:mod:`distances`), so a start is drawn among the positions
that are exactly as far as wanted: of a few of them the one in which most ends are misplaced, so that no start looks
nearly solved. On larger boards starts are drawn until the proved length of a shortest plan is in the wanted range.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from gourds.board import Board
from gourds.chance import draw_below, shuffle
from gourds.configuration import Colors, Configuration
from gourds.errors import InternalError
from gourds.families.colorings import PATTERNS, color_board
from gourds.hexgrid import SYMMETRIES
from gourds.instance import Instance
from gourds.moves import Walk
from gourds.reconfigure.colored.shortest import solve_shortest
from gourds.reconfigure.colored.targets import Puzzle
from gourds.reconfigure.levels.distances import MOST_CELLS, Distances
from gourds.reconfigure.levels.level import Level, Mode
from gourds.reconfigure.planning import plan_moves
from gourds.reconfigure.positions import shuffled
from gourds.reconfigure.scrambles import random_configuration
from gourds.reconfigure.task import Options
from gourds.solvers.brute import all_placements

HUES: Final = (
    ("blue", "orange"),
    ("red", "blue"),
    ("green", "purple"),
    ("blue", "yellow", "red"),
    ("green", "orange", "purple"),
    ("blue", "red", "green"),
    ("blue", "yellow", "red", "green"),
)
"""The colors of a level, drawn among these."""

COLORINGS: Final = 4
"""Colorings of a board that are tried for one par."""
STARTS: Final = 24
"""Starts of which the one with most misplaced ends is taken."""
DRAWS: Final = 60
"""Starts that are drawn on a large board before it is given up."""


@dataclass(frozen=True)
class Wanted:
    """What a level should be."""

    key: str
    """The key of the level."""
    title: str
    """Its title."""
    board: Board
    """Its board."""
    mode: Mode
    """Colors or numbers."""
    least: int
    """The smallest par that will do."""
    most: int
    """The largest par that will do."""
    is_turned: bool = False
    """Whether the board is turned or reflected at random."""


def make_level(wanted: Wanted, rng: random.Random) -> Level | None:
    """A level as wanted, or None if no position is found on this board."""
    board = wanted.board
    if wanted.is_turned:
        board = board.transformed(SYMMETRIES[draw_below(rng, len(SYMMETRIES))]).normalized()
    if board.size > MOST_CELLS:
        return _on_large_board(wanted, board, rng)
    distances = Distances(board)
    return _numbered(wanted, distances, rng) if wanted.mode == "numbers" else _colored(wanted, distances, rng)


# -- small boards: all distances are known --------------------------------------------------------------------------


def _numbered(wanted: Wanted, distances: Distances, rng: random.Random) -> Level | None:
    goal = draw_below(rng, len(distances.graph.placements)) * distances.graph.labelings
    distances.search([goal])
    target = distances.position(goal)
    state = _draw_state(wanted, distances, rng, lambda start: int((start.ends != target.ends).any(axis=1).sum()))
    if state is None:
        return None
    proof = f"breadth-first search from the goal over all {distances.reached:,} positions that reach it"
    return _finished(wanted, distances, state, None, target, proof)


def _colored(wanted: Wanted, distances: Distances, rng: random.Random) -> Level | None:
    for _ in range(COLORINGS):
        instance = _draw_coloring(distances.graph.board, rng)
        cell_colors = tuple(instance.colors[k] for k in instance.cell_colors.tolist())
        colors = tuple((a, b) for a, b, count in instance.gourd_list() for _ in range(count))
        goals, placements = distances.colored_goals(cell_colors, colors)
        distances.search(goals)
        state = _draw_state(wanted, distances, rng, lambda start: _misplaced(start, cell_colors, colors))  # noqa: B023
        if state is not None:
            ways = "the one solution" if placements == 1 else f"all {placements} solutions"
            proof = f"breadth-first search from {ways} over all {distances.reached:,} positions that reach a solution"
            return _finished(wanted, distances, state, (cell_colors, colors), None, proof)
    return None


def _draw_state(
    wanted: Wanted, distances: Distances, rng: random.Random, count_misplaced: Callable[[Configuration], int]
) -> int | None:
    """A state in the wanted range, of several the one with most misplaced."""
    pars = list(range(wanted.least, wanted.most + 1))
    shuffle(rng, pars)
    for par in pars:
        states = distances.states_at(par)
        if len(states):
            drawn = [int(states[draw_below(rng, len(states))]) for _ in range(STARTS)]
            return max(drawn, key=lambda state: count_misplaced(distances.position(state)))
    return None


def _misplaced(start: Configuration, cell_colors: tuple[str, ...], colors: tuple[Colors, ...]) -> int:
    """How many ends are not on their color."""
    pairs = zip(start.ends.tolist(), colors, strict=True)
    return sum(cell_colors[cell] != color for ends, pair in pairs for cell, color in zip(ends, pair, strict=True))


def _finished(
    wanted: Wanted,
    distances: Distances,
    state: int,
    colored: tuple[tuple[str, ...], tuple[Colors, ...]] | None,
    target: Configuration | None,
    proof: str,
) -> Level:
    cell_colors, colors = colored or (None, None)
    start = distances.position(state, colors)
    walk = Walk.from_path(start.board, distances.path(state))
    return Level(wanted.key, wanted.title, start, cell_colors, target, walk, proof)


def _draw_coloring(board: Board, rng: random.Random) -> Instance:
    """A colored board that can be solved: every color on two cells or more, two kinds of gourds or more."""
    while True:
        hues = HUES[draw_below(rng, len(HUES))]
        pattern = PATTERNS[draw_below(rng, len(PATTERNS))]
        plain = color_board(board, coloring="planted", pattern=pattern, colors=len(hues), rng=rng)
        if len(plain.colors) == len(hues) and np.bincount(plain.cell_colors).min() >= 2 and len(plain.budgets) >= 2:
            name = dict(zip(plain.colors, hues, strict=True))
            gourds = [(name[a], name[b], count) for a, b, count in plain.gourd_list()]
            return Instance.build(board.cells, [name[plain.colors[k]] for k in plain.cell_colors.tolist()], gourds)


# -- large boards: a proof for every start ----------------------------------------------------------------------------


def _on_large_board(wanted: Wanted, board: Board, rng: random.Random) -> Level | None:
    """Starts are drawn until the proved par of one is in the range."""
    instance = _draw_coloring(board, rng) if wanted.mode == "colors" else None
    goal = random_configuration(board, draw_below(rng, 1 << 30))
    target = goal if instance is None else None
    for _ in range(DRAWS):
        seed = draw_below(rng, 1 << 30)
        start = shuffled(instance or goal, seed)
        walk = shortest_walk(start, target, instance)
        if walk is not None and wanted.least <= len(walk) <= wanted.most:
            cell_colors = None if instance is None else tuple(instance.colors[k] for k in instance.cell_colors.tolist())
            ends = "from start and goal" if instance is None else "from the start and from all solutions"
            proof = f"exhaustive search {ends} at once found no shorter plan"
            return Level(wanted.key, wanted.title, start, cell_colors, target, walk, proof)
    return None


def shortest_walk(start: Configuration, target: Configuration | None, instance: Instance | None) -> Walk | None:
    """A proved shortest plan to the target, or to the nearest solution of the instance; None if none was proved."""
    if instance is not None:
        return _shortest_solution(start, instance)
    if target is None:
        raise InternalError("a level has colors or a target")
    planned = plan_moves(start, target, "shortest")
    return planned.walk if planned.is_shortest else None


def _shortest_solution(start: Configuration, instance: Instance) -> Walk | None:
    puzzle = Puzzle.of(instance, start)
    targets = [puzzle.assign(placement) for placement in all_placements(instance)]
    if not targets:
        return None
    least = min(target.cost for target in targets)
    found = solve_shortest(start, [target.configuration for target in targets], Options(), lower_bound=least)
    return None if found.path is None or not found.is_shortest else Walk.from_path(start.board, found.path)
