"""The catalog of planning algorithms: a line in it is all that a new algorithm needs to be offered everywhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from gourds import files, plan_moves, shapes
from gourds.board import Board
from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.reconfigure.algorithms import ALGORITHMS, Algorithm
from gourds.reconfigure.colored.playing import play_out
from gourds.reconfigure.paper import cubic
from gourds.reconfigure.scrambles import random_configuration
from tests.reconfigure.colored_puzzles import hexagon_puzzle

NAME, MODULE, SUMMARY = "scenic", "scenic_planner", "goes the long way round, and enjoys it"

PROGRAM = f"""
import sys
from gourds.reconfigure.algorithms import ALGORITHMS, Algorithm
from gourds.reconfigure.paper import cubic
sys.modules["{MODULE}"] = cubic
ALGORITHMS["{NAME}"] = Algorithm("{MODULE}", "{SUMMARY}")
from gourds.cli.main import main
main()
"""


@pytest.fixture
def scenic(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """A registered algorithm; the tasks that it was given."""
    asked: list[Any] = []
    module: Any = ModuleType(MODULE)
    module.plan = lambda task, options: (asked.append(task), cubic.plan(task, options))[1]
    monkeypatch.setitem(sys.modules, MODULE, module)
    monkeypatch.setitem(ALGORITHMS, NAME, Algorithm(MODULE, SUMMARY))
    return asked


def some_task() -> tuple[Configuration, Configuration]:
    board = Board.from_cells(shapes.hexagon(1))
    return random_configuration(board, 1), random_configuration(board, 2)


def command_line(*args: str, folder: Path) -> str:
    command = [sys.executable, "-c", PROGRAM, *args]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120, cwd=folder).stdout


def test_every_algorithm_has_a_module_and_a_summary() -> None:
    for algorithm in ALGORITHMS.values():
        assert callable(algorithm.load())
        assert algorithm.summary == algorithm.summary.strip().rstrip(".")


def test_a_new_algorithm_plans(scenic: list[Any]) -> None:
    start, target = some_task()
    made = plan_moves(start, target, NAME)
    assert (made.status, made.algorithm, len(scenic)) == ("found", NAME, 1)
    assert made.stats["polish"]
    with pytest.raises(InputError, match=NAME):
        plan_moves(start, target, "magic")


def test_a_new_algorithm_solves_colored_puzzles(scenic: list[Any]) -> None:
    made = play_out(*hexagon_puzzle(2, 1), NAME, time_limit=5)
    assert (made.status, made.algorithm, made.stats["by"], len(scenic)) == ("found", NAME, NAME, 1)


@pytest.mark.parametrize("command", ["reconfigure", "play-out"])
def test_the_help_offers_a_new_algorithm(command: str, tmp_path: Path) -> None:
    text = " ".join(command_line(command, "--help", folder=tmp_path).split())
    assert f"[best|cubic|ears|quadratic|{NAME}|shortest]" in text
    assert f"'{NAME}': {SUMMARY}." in text


def test_the_command_line_takes_a_new_algorithm(tmp_path: Path) -> None:
    start, target = some_task()
    files.save(start, tmp_path / "start.json")
    files.save(target, tmp_path / "target.json")
    said = command_line("reconfigure", "start.json", "target.json", "--algorithm", NAME, folder=tmp_path)
    assert said.startswith("found: ")
    assert f" by {NAME}\n" in said


def test_the_documentation_lists_all_algorithms() -> None:
    text = (Path(__file__).parents[2] / "docs" / "reconfiguration.md").read_text(encoding="utf-8")
    table = text.split("| `--algorithm` |")[1].split("\n\n")[0]
    assert re.findall(r"^\| `([\w-]+)` \|", table, re.MULTILINE) == list(ALGORITHMS)
