"""The tables of shapes and families: an entry is all that a new one needs to be offered everywhere."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import gourds
from gourds.families import FAMILIES, Family, Parameter
from gourds.shapes import SHAPES, Number, Shape, parallelogram
from gourds.web.documents import Question
from gourds.web.tasks.boards import hello, shape

SIZE = Number("size", "number of cells", 9)
ROW = Shape("row", "cells side by side", (SIZE,), lambda size: parallelogram(size, 1), lambda size: size)

PROGRAM = """
import gourds.shapes
from gourds.shapes import Number, Shape, parallelogram
size = Number("size", "number of cells", 9)
gourds.shapes.SHAPES["row"] = Shape(
    "row", "cells side by side", (size,), lambda size: parallelogram(size, 1), lambda size: size
)
from gourds.families import FAMILIES, Family, Parameter, generate
def make(values, seed):
    return generate(FAMILIES["row"], {"size": 2 * values["gourds"] + 1}, seed)
FAMILIES["copy"] = Family("copy", "rows once more", (Parameter("gourds", "number of gourds", 3),), make)
from gourds.cli.main import main
main()
"""


def command_line(*args: str, folder: Path) -> str:
    command = [sys.executable, "-c", PROGRAM, *args]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120, cwd=folder).stdout


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_has_no_more_cells_than_it_says(name: str) -> None:
    chosen = SHAPES[name]
    for more in range(4):
        values = {number.name: max(number.default, number.least) + more for number in chosen.numbers}
        size = len(chosen.cells(values, seed=more))
        assert size <= chosen.most_cells(**values)
        assert not chosen.is_even or size % 2 == 0
    if chosen.numbers:
        assert len(chosen.cells({number.name: number.least for number in chosen.numbers})) >= 1


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_is_a_family(name: str) -> None:
    family = FAMILIES[name]
    described = [(number.name, number.help, number.default) for number in SHAPES[name].numbers]
    assert [(one.name, one.help, one.default) for one in family.parameters[: len(described)]] == described
    assert family.summary.startswith(SHAPES[name].summary)


def test_the_page_offers_and_makes_a_new_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SHAPES, "row", ROW)
    asked: Any = SimpleNamespace(context={"limits": {}})
    listed = hello(asked, lambda text: None)["shapes"][-1]
    parameter = {"name": "size", "default": 9, "min": 1, "help": "number of cells"}
    assert listed == {"name": "row", "parameters": [parameter]}
    question = Question(b'{"shape": "row", "parameters": {"size": 3}}', {"board_cells": 100})
    assert shape(question, lambda text: None) == {"cells": [[0, 0], [1, 0], [2, 0]]}


def test_the_command_line_offers_and_makes_a_new_shape(tmp_path: Path) -> None:
    assert "cells side by side" in command_line("generate", "--help", folder=tmp_path)
    assert "--size" in command_line("generate", "row", "--help", folder=tmp_path)
    command_line("generate", "row", "--size", "5", "-o", "row.json", folder=tmp_path)
    made = gourds.load(tmp_path / "row.json")
    assert isinstance(made, gourds.Instance)
    assert (made.board.size, (made.source or {})["family"]) == (5, "row")
    command_line("generate", "unique", "--shape", "row", "--size", "7", "-o", "unique.json", folder=tmp_path)
    only = gourds.load(tmp_path / "unique.json")
    assert isinstance(only, gourds.Instance)
    assert gourds.count(only) == 1


def test_the_command_line_offers_and_makes_a_new_family(tmp_path: Path) -> None:
    assert "rows once more" in command_line("generate", "--help", folder=tmp_path)
    command_line("generate", "copy", "--gourds", "4", "-o", "copy.json", folder=tmp_path)
    made = gourds.load(tmp_path / "copy.json")
    assert isinstance(made, gourds.Instance)
    assert made.board.size == 9


def test_python_makes_a_new_family(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(values: dict[str, Any], seed: int) -> gourds.Instance:
        return gourds.generate("hexagon", radius=values["radius"], seed=seed)

    monkeypatch.setitem(FAMILIES, "copy", Family("copy", "hexagons", (Parameter("radius", "a radius", 1),), make))
    assert gourds.generate("copy", radius=2).board.size == 19
