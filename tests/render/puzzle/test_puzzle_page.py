from __future__ import annotations

import json
import re

import pytest

import gourds as library
from gourds.cli.app import run
from gourds.errors import InputError
from gourds.moves import Walk
from gourds.render.puzzle.page import puzzle_page
from gourds.replaying import replay
from tests.render.plan.test_plan_page import Parts
from tests.render.plan_makers import hexagon_start, random_walk


def data_of(page: str) -> dict:
    return json.loads(re.search(r'<script type="application/json" id="puzzle">(.*?)</script>', page, re.S)[1])


@pytest.fixture
def case(root):
    """An instance, a start seven moves from a solved position, and those moves."""
    puzzle = library.load(root / "instances/drawn/nine-gourds.txt")
    solved = library.shuffle(puzzle, placement=library.load(root / "instances/drawn/nine-gourds.placement.json"))
    back = random_walk(solved, 7)
    return puzzle, replay(solved, back).final, Walk.from_cells(back.cells()[::-1])


def test_a_page_holds_everything_and_refers_to_nothing(case):
    puzzle, start, walk = case
    page = library.share(puzzle, start, plan=walk, title="</script><script>alert(1)")
    parts = Parts(page)
    assert parts.links == []
    assert parts.tags.count("script") == 2
    assert "default-src 'none'" in page
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", page)
    data = data_of(page)
    assert data["title"] == "</script><script>alert(1)"
    assert (data["walk"], data["bound"]) == (walk.letters, 0)
    assert data["start"] == start.to_json()
    assert [tuple(cell) for cell in data["instance"]["cells"]] == [
        (*cell, puzzle.color_at(cell)) for cell in puzzle.board.cell_list()
    ]


def test_what_does_not_belong_together_is_refused(case):
    puzzle, start, walk = case
    with pytest.raises(InputError, match=r"leaves .* ends on cells of another color"):
        puzzle_page(puzzle, start, Walk.from_cells(walk.cells()[:3]))
    with pytest.raises(InputError, match="have no colors"):
        puzzle_page(puzzle, hexagon_start(2))
    with pytest.raises(InputError, match="where there is no start"):
        library.share(puzzle, start, moves=3)
    with pytest.raises(InputError, match=r"ends in \.html"):
        library.share(puzzle, start, plan=walk, path="x.txt")


def test_the_command(tmp_path, monkeypatch, root, capsys):
    monkeypatch.chdir(tmp_path)
    puzzle = str(root / "instances/numbered/hexagon-7.txt")
    assert run(["share", puzzle, "--moves", "3", "--seed", "2", "-o", "puzzle.html"]) == 0
    data = data_of((tmp_path / "puzzle.html").read_text("utf-8"))
    assert data["bound"] == len(data["walk"]) <= 3, "so small a board is solved in the fewest moves, with a proof"
    capsys.readouterr()
    assert run(["share", puzzle, "-o", "puzzle.txt"]) == 2
    assert run(["share", str(root / "instances/drawn/nine-other-gourds.txt"), "-o", "no.html"]) == 2
    assert "there is no plan" in capsys.readouterr().err
    assert not (tmp_path / "no.html").exists()
