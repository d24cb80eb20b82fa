from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import gourds as library
from gourds import files
from gourds.cli.app import run
from gourds.errors import InputError
from gourds.instance import Instance
from gourds.moves import Plan, Walk
from gourds.render.palette import tones
from gourds.replaying import replay
from tests.render.plan_makers import full_plan, hexagon_start, random_walk


@pytest.fixture
def case(tmp_path, monkeypatch):
    """A start and a plan of 20 moves as files, in both spellings."""
    monkeypatch.chdir(tmp_path)
    start = hexagon_start(2)
    walk = random_walk(start, 20)
    files.save(start, "start.json")
    files.save(full_plan(start, walk), "plan.json")
    files.save(walk, "plan.walk")
    return start, walk


def refusal(capsys, *args: str) -> str:
    """The one line of an error."""
    assert run(["draw", *args]) == 2
    line = capsys.readouterr().err
    assert line.count("\n") == 1
    return line.removeprefix("gourds: ").strip()


@pytest.mark.parametrize("plan", ["plan.json", "plan.walk"])
def test_all_endings(case, tmp_path, plan):
    begins = {"html": b"<!DOCTYPE html>", "svg": b"<svg", "png": b"\x89PNG", "txt": b"A plan of 20 moves\n"}
    for ending, begin in begins.items():
        assert run(["draw", "start.json", plan, "-o", f"out.{ending}"]) == 0
        assert (tmp_path / f"out.{ending}").read_bytes().startswith(begin)
    for ending in ("html", "svg", "png"):
        assert run(["draw", "start.json", plan, "--frame", "20", "--coordinates", "-o", f"frame.{ending}"]) == 0
        assert (tmp_path / f"frame.{ending}").read_bytes().startswith(begins[ending])
    assert run(["draw", "start.json", "-o", "start.svg", "--no-labels"]) == 0
    ET.parse("start.svg")


def test_both_spellings_give_the_same(case, tmp_path):
    for plan in ("plan.json", "plan.walk"):
        assert run(["draw", "start.json", plan, "--title", "x", "-o", f"{plan}.html"]) == 0
    assert (tmp_path / "plan.json.html").read_bytes() == (tmp_path / "plan.walk.html").read_bytes()


def test_refusals(case, capsys, tmp_path):
    start, walk = case
    plan = full_plan(start, walk)
    wrong = Plan(plan.gourds.copy(), plan.kinds, plan.to)
    wrong.gourds[3] = 99
    files.save(wrong, "wrong.json")
    files.save(Walk(walk.start, np.full(3, walk.steps[0], dtype=np.uint8)), "lost.walk")
    files.save(Instance.build([(0, 0)], ["a"], []), "one.json")
    assert refusal(capsys, "start.json", "wrong.json", "-o", "x.html") == "wrong.json: moves[3]: there is no gourd 99"
    assert "of the walk is not a legal move" in refusal(capsys, "start.json", "lost.walk", "-o", "x.svg")
    line = refusal(capsys, "start.json", "plan.json", "--frame", "21", "-o", "x.svg")
    assert line == "plan.json: there is no frame 21: the plan has 20 moves, so frames 0 to 20"
    assert "--frame" in refusal(capsys, "start.json", "plan.json", "--frame", "-1", "-o", "x.svg")
    assert "'frame' needs a plan" in refusal(capsys, "start.json", "--frame", "1", "-o", "x.svg")
    assert "START PLAN" in refusal(capsys, "plan.json", "-o", "x.svg")
    assert "a plan is needed here, this is a configuration" in refusal(
        capsys, "start.json", "start.json", "-o", "x.svg"
    )
    assert "which is a configuration" in refusal(capsys, "one.json", "plan.walk", "-o", "x.svg")
    assert "a placement is needed here" in refusal(capsys, "one.json", "start.json", "-o", "x.svg")
    assert "ends in .html, .svg, .png or .txt" in refusal(capsys, "start.json", "plan.json", "-o", "x.pdf")
    assert "ends in .svg, .png or .html" in refusal(capsys, "start.json", "plan.json", "--frame", "1", "-o", "x.txt")
    assert "--frame" in refusal(capsys, "start.json", "plan.json", "--coordinates", "-o", "x.html")
    assert "--frame" in refusal(capsys, "start.json", "plan.json", "--coordinates", "-o", "x.svg")
    assert "'nan' is not a number" in refusal(capsys, "start.json", "plan.json", "--scale", "nan", "-o", "x.png")
    assert "reduced instance" in refusal(capsys, "start.json", "--gadgets", "-o", "x.svg")
    assert not list(tmp_path.glob("x.*"))


def test_the_library(case, tmp_path):
    start, walk = case
    assert library.draw(start, plan=walk).startswith("<svg")
    assert library.draw(start, plan=walk, path=tmp_path / "x.txt", title="hello") == (tmp_path / "x.txt").read_text(
        "utf-8"
    )
    assert "after all 20 moves" in library.draw(start, plan=walk, frame=20, path=tmp_path / "x.png", scale=1)
    with pytest.raises(InputError, match="which is a configuration"):
        library.draw(start.board, plan=walk)


def test_cells_keep_their_colors(tmp_path, monkeypatch, root, capsys):
    """With the instance that is played, in every form; another instance is refused."""
    monkeypatch.chdir(tmp_path)
    puzzle = library.load(root / "instances/drawn/nine-gourds.txt")
    solved = library.shuffle(puzzle, placement=library.load(root / "instances/drawn/nine-gourds.placement.json"))
    back = random_walk(solved, 7)
    start = replay(solved, back).final
    walk = Walk.from_cells(back.cells()[::-1])
    for value, name in ((puzzle, "puzzle.json"), (start, "start.json"), (walk, "plan.walk")):
        files.save(value, name)
    shades = [tone.cell for tone in tones(puzzle.colors)]
    for args in (["start.json"], ["start.json", "plan.walk"], ["start.json", "plan.walk", "--frame", "3"]):
        for more, is_colored in (([], False), (["--instance", "puzzle.json"], True)):
            assert run(["draw", *args, *more, "-o", "out.svg"]) == 0
            drawn = Path("out.svg").read_text()
            assert [f'fill="{shade}"' in drawn for shade in shades] == [is_colored] * len(shades)
    for ending in ("html", "png", "txt"):
        assert run(["draw", "start.json", "plan.walk", "--instance", "puzzle.json", "-o", f"out.{ending}"]) == 0
    data = json.loads(re.search(r'id="plan">(.*?)</script>', Path("out.html").read_text(), re.S)[1])
    assert [data["colors"][k] for k in data["cell_of"]] == [puzzle.color_at(cell) for cell in puzzle.board.cell_list()]
    lines = Path("out.txt").read_text().splitlines()
    assert "End, after 7 moves: 18 of 18 ends on cells of their color" in lines
    top = lines.index("Colors of the cells: b blue, g green, r red") + 2
    assert " ".join(lines[top : top + 9]).split() == [puzzle.color_at(cell)[0] for cell in puzzle.board.cell_list()]
    assert library.draw(start, walk, instance=puzzle) == library.draw(start, plan=walk, instance=puzzle)
    capsys.readouterr()
    other = str(root / "instances/drawn/nine-other-gourds.txt")
    assert "the budget is" in refusal(capsys, "start.json", "plan.walk", "--instance", other, "-o", "x.svg")
    files.save(hexagon_start(2), "plain.json")
    assert "have no colors" in refusal(capsys, "plain.json", "--instance", "puzzle.json", "-o", "x.svg")
    assert "'instance' colors" in refusal(capsys, "puzzle.json", "--instance", "puzzle.json", "-o", "x.svg")
    assert not list(tmp_path.glob("x.*"))


def test_the_cycle_of_a_board(case, capsys, root):
    puzzle = str(root / "instances/drawn/nine-gourds.txt")
    for file, ending in (("start.json", "svg"), (puzzle, "html"), (puzzle, "png")):
        assert run(["draw", file, "--cycle", "-o", f"cycle.{ending}"]) == 0
    assert "Hamiltonian cycle of 19 cells" in Path("cycle.svg").read_text()
    capsys.readouterr()
    alone = "'cycle' draws the board alone"
    assert refusal(capsys, "start.json", "plan.json", "--cycle", "-o", "x.svg") == f"plan.json: {alone}"
    for option in ("--gadgets", "--coordinates", "--labels"):
        assert refusal(capsys, "start.json", "--cycle", option, "-o", "x.svg") == f"start.json: {alone}"
    assert "of an instance or a configuration" in refusal(capsys, "plan.json", "--cycle", "-o", "x.svg")
    star = library.Board.from_cells(library.shapes.star_of_david())
    files.save(Instance.build(star.cells, ["a"] * 13, [("a", "a", 6)]), "star.json")
    line = refusal(capsys, "star.json", "--cycle", "-o", "x.svg")
    assert line.startswith("star.json: ")
    assert "the board is the Star of David" in line
