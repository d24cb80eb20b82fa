"""``gourds triples``: what it says to people and programs, what it draws, what it refuses."""

from __future__ import annotations

import json

import gourds
from gourds import files, shapes
from gourds.triples.instance import TripleInstance

RHOMBUS = [(0, 0), (1, 0), (0, 1), (1, 1)]


def write(folder, *parts):
    files.save(TripleInstance.build(*parts), folder / "board.json")
    return folder / "board.json"


def test_for_people(cli):
    done = cli("triples", write(cli.folder, RHOMBUS))
    assert done.code == 0
    assert [" ".join(line.split()) for line in done.out.splitlines()[1:]] == [
        "board 4 cells, 1 triple",
        "shades 2, 1 and 1 cells",
        "placements 2",
        "all reach yes",
        "with numbers yes",
        "rigid 0 placements: no triple can move there",
        "largest set 2 placements, 1 triple can move",
        "God's number 3 pivots",
        "empty cell (0, 0) in the placement that -o draws",
    ]


def test_json_is_what_the_function_gives(cli):
    board = write(cli.folder, shapes.hexagon(3))
    done = cli("triples", board, "--json")
    assert json.loads(done.out) == gourds.triples(gourds.load(board)).to_json()
    few = json.loads(cli("triples", board, "--json", "--most", 19).out)
    assert few["placements"] == "20"
    assert "space" not in few
    assert len(few["placement"]["triples"]) == 12
    assert "too many placements to list" in cli("triples", board, "--most", 19).out


def test_colors(cli):
    board = write(cli.folder, RHOMBUS, list("abbc"), [("a", "b", "b", 1)])
    assert json.loads(cli("triples", board, "--json").out)["colored"] == {"feasible": True, "placements": "1"}
    board = write(cli.folder, RHOMBUS, list("abbc"), [("a", "b", "c", 1)])
    assert "with colors   none" in cli("triples", board, "-o", "x.svg").out
    assert "4 cells · no placement" in (cli.folder / "x.svg").read_text(encoding="utf-8")


def test_boards_of_instances_and_boards_without_placements(cli):
    cli("generate", "hexagon", "--radius", 2, "-o", "h.json")
    assert "no, 2 sets that are apart" in cli("triples", "h.json").out
    cli("generate", "hexagon", "--radius", 1, "-o", "h.json")
    assert "1, 3 and 3 cells: they differ too much" in cli("triples", "h.json").out
    cli("generate", "strip", "--size", 9, "-o", "s.json")
    assert "triples need 3n + 1 cells, these are 9" in cli.refuses("triples", "s.json")


def test_census(cli):
    assert json.loads(cli("triples", "--census", 7, "--json").out) == gourds.triples_census(7).to_json()
    done = cli("triples", "--census", 4)
    assert "2, 0 of them with a hole" in done.out
    assert "1 board with 1, 1 board with 2" in done.out


def test_what_is_refused(cli):
    board = write(cli.folder, RHOMBUS)
    assert "give a FILE or --census" in cli.refuses("triples")
    assert "give a FILE or --census" in cli.refuses("triples", board, "--census", 4)
    assert "-o draws the board in FILE" in cli.refuses("triples", "--census", 4, "-o", "x.svg")
    assert "4, 7, … or 16 cells, not 5" in cli.refuses("triples", "--census", 5)
    assert "gourds triples FILE -o OUT" in cli.refuses("draw", board, "-o", "x.svg")
    assert cli.names() == ["board.json"]
