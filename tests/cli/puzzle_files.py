"""What the tests of the puzzle's commands share: runs in this process, and small files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gourds import files, shapes
from gourds.board import Board
from gourds.cli.app import run
from gourds.configuration import Configuration
from gourds.moves import Walk, legal_walk_steps
from gourds.reconfigure.scrambles import random_configuration
from gourds.replaying import replay


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str


class Cli:
    """``cli(*args)`` runs a command in this process, in a folder of its own."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys

    def __call__(self, *args: Any) -> Ran:
        self.capsys.readouterr()
        code = run([str(arg) for arg in args])
        printed = self.capsys.readouterr()
        return Ran(code, printed.out, printed.err)

    def refuses(self, *args: Any) -> str:
        """The one line of a command that refuses its input; nothing is written."""
        before = sorted(path.name for path in self.folder.iterdir())
        done = self(*args)
        assert done.code == 2, done
        assert done.out == ""
        assert done.err.count("\n") == 1
        assert done.err.startswith("gourds: ")
        assert sorted(path.name for path in self.folder.iterdir()) == before
        return done.err


@pytest.fixture
def cli(tmp_path, capsys, monkeypatch) -> Cli:
    """Runs commands in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return Cli(tmp_path, capsys)


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
