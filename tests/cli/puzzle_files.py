"""Small files for the tests of the puzzle's commands."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from gourds import files, shapes
from gourds.board import Board
from gourds.configuration import Configuration
from gourds.moves import Walk, legal_walk_steps
from gourds.reconfigure.scrambles import random_configuration
from gourds.replaying import replay


def hexagon(seed: int = 1, radius: int = 1) -> Configuration:
    """A random configuration of a hexagon."""
    return random_configuration(Board.from_cells(shapes.hexagon(radius)), seed)


def legal_walk(start: Configuration, moves: int) -> Walk:
    """Legal moves, always the one that empties the last cell but does not go straight back."""
    path, now = [start.empty], start
    for _ in range(moves):
        steps = legal_walk_steps(now)
        other = [step for step in steps if len(path) < 2 or step != path[-2]] or steps
        path.append(other[len(path) % len(other)])
        now = replay(now, Walk.from_cells(start.board.cells[path[-2:]])).final
    return Walk.from_cells(start.board.cells[np.array(path)])


def save_walk(folder: Path, start: Configuration, walk: Walk) -> None:
    """Files start.json, target.json, plan.json and plan.walk."""
    files.save(start, folder / "start.json")
    files.save(replay(start, walk).final, folder / "target.json")
    files.save_plan(start, walk, folder / "plan.json")
    files.save(walk, folder / "plan.walk")
