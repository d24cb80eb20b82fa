from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from gourds import files
from gourds.configuration import Configuration
from gourds.moves import CHUNK, Move, Plan, Walk
from gourds.replaying import replay
from tests.cli.puzzle_files import hexagon, legal_walk, save_walk


@pytest.fixture
def made(cli):
    """A start, 30 legal moves in both spellings, and their target."""
    start = hexagon()
    walk = legal_walk(start, 30)
    save_walk(cli.folder, start, walk)
    files.save(replace(start, colors=None), "again.json")
    return cli


@pytest.mark.parametrize("plan", ["plan.json", "plan.walk"])
def test_a_right_plan(made, plan):
    done = made("replay", "start.json", plan, "--target", "target.json")
    assert done.code == 0
    assert done.out.splitlines()[0] == "valid: the target is reached"
    assert "  moves       30\n" in done.out
    assert "  target      reached\n" in done.out
    kinds = files.load_plan("plan.walk").kind_counts()
    report = json.loads(made("replay", "start.json", plan, "--target", "target.json", "--json").out)
    assert report == {"valid": True, "moves": 30, "kinds": kinds, "reaches_target": True, "fault": None}
    report = json.loads(made("replay", "start.json", plan, "--json").out)
    assert report["reaches_target"] is None
    done = made("replay", "start.json", plan, "-o", "end.json")
    assert done.code == 0
    assert files.load("end.json") == files.load("target.json")
    done = made("replay", "start.json", plan, "-o", "-")
    assert files.loads(done.out) == files.load("target.json")
    assert done.err.startswith("valid: every move is legal\n")


@pytest.mark.parametrize("plan", ["plan.json", "plan.walk"])
def test_a_target_that_is_missed(made, plan):
    done = made("replay", "start.json", plan, "--target", "again.json")
    assert done.code == 1
    assert done.out.startswith("invalid: the target is not reached\n")
    assert "target: gourd " in done.out
    done = made("replay", "start.json", plan, "--target", "again.json", "--json", "-o", "end.json")
    report = json.loads(done.out)
    assert (done.code, report["valid"], report["reaches_target"], report["moves"]) == (1, False, False, 30)
    assert report["fault"].startswith("target: gourd ")
    assert files.load("end.json") == files.load("target.json")  # the plan itself is legal
    files.save(hexagon(radius=2), "other.json")
    done = made("replay", "start.json", plan, "--target", "other.json", "--json")
    assert done.code == 1
    assert json.loads(done.out)["fault"] == "target: the target is on another board"


def test_an_illegal_move_is_named(made):
    moves = list(files.load_plan("plan.json"))
    wrong = Move(moves[20].gourd, moves[20].kind, (moves[20].to[1], moves[20].to[0]))
    files.save(Plan.from_moves([*moves[:20], wrong, *moves[21:]]), "wrong.json")
    done = made("replay", "start.json", "wrong.json", "--target", "target.json", "-o", "end.json")
    assert done.code == 1
    assert done.out.startswith("invalid: a move is not legal\n")
    assert "20 of 30 are legal" in done.out
    assert f"  moves[20]: gourd {wrong.gourd} at " in done.out
    assert done.err == "end.json: not written\n"
    assert not (made.folder / "end.json").exists()
    report = json.loads(made("replay", "start.json", "wrong.json", "--target", "target.json", "--json").out)
    assert (report["valid"], report["moves"], report["reaches_target"]) == (False, 20, False)
    assert report["fault"].startswith(f"moves[20]: gourd {wrong.gourd} at ")


def test_an_illegal_step_of_a_walk_is_named(made):
    walk = files.load_plan("plan.walk")
    start = files.load_configuration("start.json")
    for step in range(18):
        steps = walk.steps.copy()
        steps[11] = step
        files.save(Walk(walk.start, steps[:12]), "other.walk")
        done = made("replay", "start.json", "other.walk", "--json")
        if done.code == 0:
            continue
        report = json.loads(done.out)
        before = replay(start, Walk(walk.start, steps[:11]))
        assert (report["moves"], report["kinds"]) == (11, before.kinds)
        left = tuple(Walk(walk.start, steps[:12]).cells()[-1].tolist())
        empty = before.final.empty_cell
        assert report["fault"] == f"walk[11]: no move makes {left} empty (empty: {empty})"
    assert done.code == 1  # a turn to the last direction, at least, leaves the hexagon


def test_a_walk_from_another_cell(made):
    walk = files.load_plan("plan.walk")
    files.save(walk.reversed(), "back.walk")
    done = made("replay", "start.json", "back.walk", "--json")
    assert done.code == 1
    assert json.loads(done.out)["fault"].startswith(f"empty: the walk starts at {walk.reversed().start}, but the")
    assert made("replay", "start.json", "back.walk").out.startswith("invalid: the plan does not begin here\n")
    assert made("replay", "target.json", "back.walk", "--target", "start.json").code == 0


@pytest.mark.parametrize("form", ["json", "walk"])
def test_a_fault_far_into_a_long_plan(made, form):
    start, walk = files.load_configuration("start.json"), files.load_plan("plan.walk")
    around = np.concatenate((walk.steps, walk.reversed().steps))
    steps = np.resize(around, 2 * CHUNK + 100)
    legal = len(steps) - 50
    files.save_plan(start, Walk(walk.start, steps), "long.json")
    files.save(Walk(walk.start, steps), "long.walk")
    done = made("replay", "start.json", f"long.{form}", "--json")
    assert done.code == 0
    assert json.loads(done.out)["moves"] == len(steps)
    if form == "json":
        full = files.load_plan("long.json")
        kinds = full.kinds.copy()
        kinds[legal] = (kinds[legal] + 1) % 3
        files.save(Plan(full.gourds, kinds, full.to), "long.json")
    else:
        at = Walk(walk.start, steps[:legal])
        near = np.abs(Walk(walk.start, np.append(steps[:legal], np.uint8(6))).cells()[-1]).max()
        steps[legal] = 6 if near > 1 else 9  # a slide off the board
        assert len(at) == legal
        files.save(Walk(walk.start, steps), "long.walk")
    done = made("replay", "start.json", f"long.{form}", "--json")
    report = json.loads(done.out)
    assert (done.code, report["moves"]) == (1, legal)
    assert report["fault"].startswith(f"{'moves' if form == 'json' else 'walk'}[{legal}]: ")
    assert sum(report["kinds"].values()) == legal


def test_what_is_refused(made):
    assert "plan.json: format: a configuration is needed here, this is a plan" in made.refuses(
        "replay", "plan.json", "plan.json"
    )
    assert "start.json: format: a plan is needed here" in made.refuses("replay", "start.json", "start.json")
    assert "No such file" in made.refuses("replay", "start.json", "none.json", "-o", "end.json")
    assert "both want standard output" in made.refuses("replay", "start.json", "plan.json", "--json", "-o", "-")
    message = made.refuses("replay", "start.json", "plan.json", "-o", "end.txt")
    assert message.startswith("gourds: end.txt: only instances have a text drawing")


def test_convert_from_a_walk_to_moves_in_full(made):
    before = (made.folder / "plan.json").read_bytes()
    assert made("convert", "plan.walk", "--start", "start.json", "-o", "again.json").code == 0
    assert (made.folder / "again.json").read_bytes() == before
    assert made("convert", "plan.walk", "--start", "start.json").code == 0
    assert "plan.json: the moves are in full already" in made.refuses("convert", "plan.json", "--start", "start.json")
    assert "--to text draws an instance" in made.refuses(
        "convert", "plan.walk", "--start", "start.json", "--to", "text"
    )
    message = made.refuses("convert", "plan.walk", "--start", "target.json", "-o", "x.json")
    assert message.startswith("gourds: plan.walk: the walk starts at ")


def test_info(made):
    report = json.loads(made("info", "start.json", "--json").out)
    assert (report["cells"], report["gourds"], report["proper"], report["colors"]) == (7, 3, True, 0)
    assert tuple(report["empty"]) == files.load_configuration("start.json").empty_cell
    shown = made("info", "start.json").out
    assert "7 cells, 12 edges, 6 triangles" in shown
    assert "3 gourds: 1, 2, 3" in shown
    colored = Configuration.build([(0, 0), (1, 0), (2, 0)], [5], [((0, 0), (1, 0))], [("a", "b")])
    files.save(colored, "colored.json")
    assert "2 colors of ends" in made("info", "colored.json").out
    kinds = files.load_plan("plan.walk").kind_counts()
    for plan, spelling in (("plan.json", "moves"), ("plan.walk", "walk")):
        report = json.loads(made("info", plan, "--json").out)
        assert (report["moves"], report["kinds"], report["spelling"]) == (30, kinds, spelling)
        assert "  moves " in made("info", plan).out


def test_names_are_quoted_where_they_are_to_be_typed_again(made):
    files.save(files.load("start.json"), "two words.json")
    assert "gourds shuffle 'two words.json' --seed 1" in made("info", "two words.json").err
    assert made("survey", "two words.json").out.startswith("two words.json\n")
    text = (made.folder / "start.json").read_text()
    assert made("info", "-", stdin=text).out.startswith("standard input, a configuration\n")


def test_other_commands_say_what_they_need(made):
    for name, kind in (("start.json", "a configuration"), ("plan.json", "a plan"), ("plan.walk", "a plan")):
        for command in (["solve"], ["convert"], ["count"], ["encode", "--to", "cnf"]):
            needed = "an instance or a formula" if command[0] == "encode" else "an instance"
            message = made.refuses(command[0], name, *command[1:])
            assert message == f"gourds: {name}: format: {needed} is needed here, this is {kind}\n"
