"""The page about the architecture: every path exists, every room has its place, and the drawing follows from the page."""

from __future__ import annotations

import ast
import re

import pytest
from scripts import _architecture

from tests.conftest import ROOT

TEXT = _architecture.PAPER.read_text(encoding="utf-8")
SOURCE = ROOT / "src" / "gourds"
PATHS = sorted(set(re.findall(r"`(\.?[\w.-]+/[\w./-]*|\.?[\w-]+\.(?:py|js|md))`", TEXT)))


@pytest.mark.parametrize("path", PATHS)
def test_every_path_exists(path):
    assert (SOURCE / path).exists() or (ROOT / path).exists()


def test_the_table_has_every_room_once():
    rooms = [room for row in _architecture.read_rows(TEXT) for room in row.rooms]
    assert len(rooms) == len(set(rooms))
    present = {path.stem for path in SOURCE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert set(rooms) == present - {"__init__", "__main__"}


@pytest.mark.parametrize("room", sorted(path.parent for path in SOURCE.rglob("*/__init__.py")), ids=str)
def test_the_plan_of_a_room_names_its_furniture(room):
    """A kernel goes with the module that calls it."""
    plan = ast.get_docstring(ast.parse((room / "__init__.py").read_text(encoding="utf-8"))) or ""
    words = set(re.findall(r"\w+", plan.replace("-", "_")))
    files = {path.stem for path in room.glob("*.py")} | {path.parent.name for path in room.glob("*/__init__.py")}
    assert {name for name in files if not name.endswith("kernel")} - {"__init__", "__main__"} <= words


def test_the_walks_are_numbered_and_stay_inside_the_house():
    walks = _architecture.read_walks(TEXT)
    assert [walk.letter for walk in walks] == ["a", "b", "c", "d", "e"]
    assert len(walks) == len(_architecture.COLORS)
    rooms = {room for row in _architecture.read_rows(TEXT) for room in row.rooms}
    for walk in walks:
        assert len(walk.rooms) >= 10
        assert set(walk.rooms) <= rooms
    for body in re.split(r"^### .+$", TEXT, flags=re.MULTILINE)[1:]:
        numbers = [int(number) for number in re.findall(r"^(\d+)\. ", body, re.MULTILINE)]
        assert numbers == [*range(1, len(numbers) + 1)]
        paths = re.findall(r"^\d+\. `([^`]+)`", body, re.MULTILINE)
        assert len(paths) == len(set(paths)) == len(numbers)


def test_the_drawing_is_up_to_date(capsys):
    assert _architecture.main(["--check"]) == 0
    assert _architecture.main(["nonsense"]) == 2
    assert "usage" in capsys.readouterr().err


def test_a_room_that_the_table_lacks_is_noticed():
    with pytest.raises(SystemExit, match="the table has no room files"):
        _architecture.draw(TEXT.replace("`files`", "`papers`"))
