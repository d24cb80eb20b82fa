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


def test_the_small_hexagon(cli, tmp_path):
    done = cli("survey", write_board(tmp_path, shapes.hexagon(1)), "--json")
    assert done.code == 0
    answer = json.loads(done.out)
    assert (answer["states"], answer["placements"], answer["components"]) == (960, 20, 1)
    assert answer["gods_number"] == 13
    assert answer["reconfigurable"] is True
    assert sum(answer["from_first"]) == 960


def test_for_people_and_from_an_instance(cli, tmp_path):
    cli("generate", "strip", "--size", 5, "-o", tmp_path / "strip.json")
    done = cli("survey", tmp_path / "strip.json")
    assert done.code == 0
    assert "God's number          9 moves" in done.out
    assert "all reach each other  yes" in done.out


def test_a_ring_is_stuck_and_two_positions_show_it(cli, tmp_path):
    ring = write_board(tmp_path, [*map(tuple, shapes.ring(1).tolist()), (2, -1)])
    done = cli("survey", ring, "-o", tmp_path / "stuck")
    assert done.code == 0
    assert "no, 2 sets that are apart" in done.out
    start, target = (files.load(tmp_path / f"stuck.{name}.json") for name in ("start", "target"))
    assert plan_moves(start, target, "shortest").status == "impossible"


def test_names_of_two_positions(cli):
    ring = write_board(cli.folder, [*map(tuple, shapes.ring(1).tolist()), (2, -1)])
    assert "the beginning of two names" in cli.refuses("survey", ring, "-o", "-")
    message = cli.refuses("survey", ring, "-o", "none/stuck")
    assert message == "gourds: none/stuck.start.json: cannot be written: No such file or directory\n"
    assert "gourds reconfigure 'a b.start.json' 'a b.target.json'" in cli("survey", ring, "-o", "a b").err
    assert cli.names() == ["a b.start.json", "a b.target.json", "board.json"]
    triangle = write_board(cli.folder, [(0, 0), (1, 0), (0, 1)])
    done = cli("survey", triangle, "-o", "stuck")
    assert (done.code, done.err) == (0, "stuck: not written, all positions reach each other\n")
    line = write_board(cli.folder, [(0, 0), (1, 0), (2, 0)])
    assert "God's number          1 move\n" in cli("survey", line).out
    assert "'nan' is not a number" in cli.refuses("survey", line, "--time-limit", "nan")


def test_large_boards_and_other_files_are_refused(cli, tmp_path):
    large = cli("survey", write_board(tmp_path, shapes.hexagon(3)))
    assert large.code == 2
    assert large.err.startswith(f"gourds: {tmp_path / 'board.json'}: ")
    assert len(large.err.splitlines()) == 1
    (tmp_path / "formula.cnf").write_text("p cnf 1 1\n1 0\n")
    assert cli("survey", tmp_path / "formula.cnf").code == 2


def test_a_large_survey_says_what_it_takes_before_it_starts(cli):
    board = write_board(cli.folder, shapes.strip(15))
    done = cli("survey", board, "--time-limit", "0.01", "--resume", "searches.json")
    assert done.err.splitlines()[0] == f"{board}: the search takes 34 MB of memory"
    assert "at least" in done.out
    assert "searches.json" not in done.err  # no search is finished yet
    assert "MB" not in cli("survey", board, "--time-limit", "0.01", "--json").err


def test_an_interrupt_says_how_to_go_on(cli, monkeypatch):
    def interrupt(*args: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("gourds.cli.puzzle.survey.survey", interrupt)
    board = write_board(cli.folder, shapes.strip(5))
    assert cli("survey", board, "--resume", "searches.json").err == "gourds: interrupted\n"
    (cli.folder / "searches.json").write_text("{}", encoding="utf-8")
    done = cli("survey", board, "--resume", "searches.json")
    assert done.code == 130
    assert (
        done.err == "  → searches.json has what is finished; the same command goes on from there\ngourds: interrupted\n"
    )
    assert cli("survey", board).err == "gourds: interrupted\n"


def test_searches_are_kept_and_the_hardest_pair_is_written(cli):
    board = write_board(cli.folder, shapes.hexagon(1))
    first = cli("survey", board, "--resume", "searches.json", "--hardest", "pair", "--json")
    answer = json.loads(first.out)
    assert (answer["gods_number"], answer["upper_bound"], answer["searches"], answer["orbits"]) == (13, 13, 3, 3)
    assert json.loads(cli("survey", board, "--resume", "searches.json", "--json").out) == answer
    pair = [files.load(cli.folder / f"pair.{name}.json") for name in ("start", "target")]
    assert plan_moves(*pair, "shortest").moves == 13
    assert "searches.json: cells: these searches are of another board" in cli.refuses(
        "survey", write_board(cli.folder, shapes.strip(5)), "--resume", "searches.json"
    )
    enough = json.loads(cli("survey", write_board(cli.folder, shapes.strip(9)), "--enough", "--json").out)
    assert enough["searches"] < enough["orbits"]
    assert enough["mean_is_of_all_pairs"] is False
    assert "--resume needs a file" in cli.refuses("survey", board, "--resume", "-")
    assert "more than the 0 MB" in cli.refuses("survey", board, "--memory-limit", "0.001")


def test_the_conditions_speak_on_boards_with_holes(cli):
    ring = [*map(tuple, shapes.ring(1).tolist()), (2, -1)]
    small = write_board(cli.folder, ring)
    assert "reconfigurable        no (proved: the board is a necklace: " in cli("survey", small).out
    answer = json.loads(cli("survey", small, "--json").out)
    assert answer["reconfigurable"] is False
    assert answer["reconfigurable_because"].startswith("the board is a necklace")
    assert "  reconfigurable  no (proved: the board is a necklace: " in cli("info", small).out
    wide = {tuple(cell) for cell in shapes.hexagon(5).tolist()} - {(0, 0), (2, 0)}
    large = write_board(cli.folder, wide)
    assert "; reconfigurable: yes (proved: two gourds can trade places" in cli.refuses("survey", large)
    answer = json.loads(cli("info", large, "--json").out)
    assert (answer["reconfigurable"], answer["proper"]) == ("yes", False)
    assert answer["reconfigurable_because"].startswith("two gourds can trade places")
    hexagon = write_board(cli.folder, shapes.hexagon(2))
    assert json.loads(cli("info", hexagon, "--json").out)["reconfigurable"] == "yes"
    assert "reconfigurable" not in cli("info", hexagon).out
