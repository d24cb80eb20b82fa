"""``gourds survey``."""

from __future__ import annotations

import json

from gourds import files, shapes
from gourds.board import Board
from gourds.reconfigure.planning import plan_moves
from gourds.reconfigure.scrambles import random_configuration


def write_board(folder, cells):
    files.save(random_configuration(Board.from_cells(cells), 1), folder / "board.json")
    return folder / "board.json"


def test_the_small_hexagon(gourds, tmp_path):
    done = gourds("survey", write_board(tmp_path, shapes.hexagon(1)), "--json")
    assert done.returncode == 0
    answer = json.loads(done.stdout)
    assert (answer["states"], answer["placements"], answer["components"]) == (960, 20, 1)
    assert answer["gods_number"] == 13
    assert answer["reconfigurable"] is True
    assert sum(answer["from_first"]) == 960


def test_for_people_and_from_an_instance(gourds, tmp_path):
    gourds("generate", "strip", "--size", 5, "-o", tmp_path / "strip.json")
    done = gourds("survey", tmp_path / "strip.json")
    assert done.returncode == 0
    assert "God's number          9 moves" in done.stdout
    assert "all reach each other  yes" in done.stdout


def test_a_ring_is_stuck_and_two_positions_show_it(gourds, tmp_path):
    ring = write_board(tmp_path, [*map(tuple, shapes.ring(1).tolist()), (2, -1)])
    done = gourds("survey", ring, "-o", tmp_path / "stuck")
    assert done.returncode == 0
    assert "no, 2 sets that are apart" in done.stdout
    start, target = (files.load(tmp_path / f"stuck.{name}.json") for name in ("start", "target"))
    assert plan_moves(start, target, "shortest").status == "impossible"


def test_large_boards_and_other_files_are_refused(gourds, tmp_path):
    large = gourds("survey", write_board(tmp_path, shapes.hexagon(3)))
    assert large.returncode == 2
    assert large.stderr.startswith(f"gourds: {tmp_path / 'board.json'}: ")
    assert len(large.stderr.splitlines()) == 1
    (tmp_path / "formula.cnf").write_text("p cnf 1 1\n1 0\n")
    assert gourds("survey", tmp_path / "formula.cnf").returncode == 2
