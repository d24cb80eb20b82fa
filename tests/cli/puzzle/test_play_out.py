from __future__ import annotations

import json
from dataclasses import replace

import pytest

from gourds import files
from gourds.cli.puzzle.play_out import command
from gourds.configuration import Configuration
from gourds.instance import Instance
from gourds.placement import placement_faults
from gourds.reconfigure.algorithms import ALGORITHMS
from gourds.replaying import replay
from gourds.solvers.brute import all_placements
from tests.reconfigure.colored_puzzles import hexagon_puzzle, is_solved


@pytest.fixture
def puzzle(cli):
    """Files puzzle.json and start.json, on seven cells."""
    instance, start = hexagon_puzzle(1, 2, "abc")
    files.save(instance, "puzzle.json")
    files.save(start, "start.json")
    cli.instance, cli.start = instance, start
    return cli


def test_for_people(puzzle):
    done = puzzle("play-out", "puzzle.json", "start.json", "--time-limit", 2)
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0].startswith("found: ")
    assert lines[0].endswith(" s by best")
    assert [line.split()[0] for line in lines[1:]] == ["kinds", "shortest", "targets", "solved"]
    assert "  shortest  yes, proven, whichever the target" in lines
    assert "gourds play-out puzzle.json start.json -o plan.json --target solved.json --picture plan.html" in done.err


@pytest.mark.parametrize("plan", ["plan.json", "plan.walk"])
@pytest.mark.parametrize("picture", ["plan.html", "plan.svg", "plan.png", "plan.txt"])
def test_files_are_written(puzzle, plan, picture):
    done = puzzle("play-out", "puzzle.json", "start.json", "-o", plan, "--target", "solved.json", "--picture", picture)
    assert done.code == 0
    target = files.load_configuration("solved.json")
    assert replay(puzzle.start, files.load_plan(plan), target)
    assert is_solved(puzzle.instance, target)
    assert (puzzle.folder / picture).stat().st_size > 100
    assert f"gourds replay start.json {plan} --target solved.json" in done.err
    assert f"gourds draw start.json {plan} --instance puzzle.json -o plan.html" in done.err
    assert puzzle("replay", "start.json", plan, "--target", "solved.json").code == 0


def test_for_programs(puzzle):
    done = puzzle("play-out", "puzzle.json", "start.json", "--json")
    answer = json.loads(done.out)
    assert (done.code, done.err) == (0, "")
    assert list(answer) == [
        *("status", "algorithm", "moves", "kinds", "shortest", "lower_bound", "gap", "targets_tried"),
        *("time_s", "stats", "placement", "target", "plan"),
    ]
    assert (answer["status"], answer["shortest"], answer["algorithm"]) == ("found", True, "best")
    assert answer["moves"] == answer["lower_bound"] == sum(answer["kinds"].values()) > 0
    plan, target = (files.loads(json.dumps(answer[name])) for name in ("plan", "target"))
    assert len(plan) == answer["moves"]
    assert replay(puzzle.start, plan, target)
    placement = files.loads(json.dumps(answer["placement"]))
    assert not placement_faults(puzzle.instance, placement)
    assert target.placement() == placement
    answer = json.loads(puzzle("play-out", "puzzle.json", "start.json", "--json", "-o", "plan.json").out)
    assert answer["plan"] is None
    assert len(files.load_plan("plan.json")) == answer["moves"]


def test_long_plans_are_not_part_of_the_answer(puzzle, monkeypatch):
    monkeypatch.setattr("gourds.cli.puzzle.planning.INLINE", 0)
    answer = json.loads(puzzle("play-out", "puzzle.json", "start.json", "--json").out)
    assert answer["moves"] > 0
    assert answer["plan"] is None


def test_a_plan_on_standard_output(puzzle):
    done = puzzle("play-out", "puzzle.json", "start.json", "-o", "-")
    assert is_solved(puzzle.instance, replay(puzzle.start, files.loads(done.out)).final)
    assert done.err.startswith("found: ")


def test_all_algorithms_and_a_placement(puzzle):
    assert set(next(one for one in command.params if one.name == "algorithm").type.choices) == set(ALGORITHMS)
    placement = list(all_placements(puzzle.instance))[-1]
    files.save(placement, "placement.json")
    asked = ("play-out", "puzzle.json", "start.json", "--placement", "placement.json", "--time-limit", 2)
    for algorithm in ALGORITHMS:
        answer = json.loads(puzzle(*asked, "--algorithm", algorithm, "--seed", 3, "--json").out)
        assert (answer["status"], answer["algorithm"]) == ("found", algorithm)
        assert files.loads(json.dumps(answer["placement"])) == placement
    done = puzzle(*asked)
    assert "whichever of equal gourds goes where" in done.out
    assert "play-out puzzle.json start.json --placement placement.json -o plan.json" in done.err


def test_nothing_to_do(puzzle):
    assert puzzle("play-out", "puzzle.json", "start.json", "--target", "solved.json").code == 0
    done = puzzle("play-out", "puzzle.json", "solved.json", "-o", "plan.json")
    assert done.code == 0
    assert done.out.startswith("found: 0 moves")
    assert len(files.load_plan("plan.json")) == 0


@pytest.mark.parametrize(
    ("colors", "kinds", "status"),
    [("ababb", (("a", "a"), ("b", "b")), "infeasible"), ("aabbb", (("b", "b"), ("a", "a")), "impossible")],
)
def test_no_solution(puzzle, colors, kinds, status):
    cells = [(q, 0) for q in range(5)]
    instance = Instance.build(cells, list(colors), [("a", "a", 1), ("b", "b", 1)])
    start = Configuration.build(cells, (1, 2), [((0, 0), (1, 0)), ((2, 0), (3, 0))], kinds)
    files.save(instance, "puzzle.json")
    files.save(start, "start.json")
    done = puzzle("play-out", "puzzle.json", "start.json", "-o", "plan.json", "--picture", "plan.html")
    assert done.code == 1
    assert done.out.startswith(f"{status} in ")
    assert "  because  " in done.out
    assert ("gourds explain puzzle.json" in done.err) == (status == "infeasible")
    assert not (puzzle.folder / "plan.json").exists()
    done = puzzle("play-out", "puzzle.json", "start.json", "--json")
    answer = json.loads(done.out)
    assert (done.code, answer["status"], answer["moves"], answer["plan"]) == (1, status, None, None)
    assert answer["reason"]
    assert ("certificate" in answer) == (status == "infeasible")


def test_bad_input(puzzle):
    start = puzzle.start
    files.save(replace(start, colors=None), "blank.json")
    files.save(hexagon_puzzle(2, 1)[1], "larger.json")
    pairs = (("a", "z"), *start.colors[1:])
    files.save(Configuration.from_indices(start.board, start.ids, start.ends, pairs), "other.json")
    placement = next(all_placements(puzzle.instance))
    files.save(type(placement)(placement.empty, placement.gourds[1:]), "placement.json")
    refused = {
        ("puzzle.json", "blank.json"): "blank.json: gourds: the gourds have no colors; 'gourds shuffle INSTANCE'",
        ("puzzle.json", "larger.json"): "larger.json: cells: the board is not that of the instance",
        ("puzzle.json", "other.json"): "other.json: gourds: ",
        ("puzzle.json", "puzzle.json"): "puzzle.json: format: a configuration is needed here",
        ("start.json", "start.json"): "start.json: format: an instance is needed here",
        ("puzzle.json", "none.json"): "none.json: No such file",
        ("puzzle.json", "start.json", "--placement", "placement.json"): "placement.json: cell ",
        ("puzzle.json", "start.json", "--picture", "plan.gif"): "plan.gif: a picture of a plan ends in",
    }
    for args, expected in refused.items():
        message = puzzle.refuses("play-out", *args)
        assert message.startswith(f"gourds: {expected}"), message
    assert "-gourds, the budget is " in puzzle.refuses("play-out", "puzzle.json", "other.json")
    assert "standard output" in puzzle.refuses("play-out", "puzzle.json", "start.json", "-o", "-", "--json")
    assert puzzle.refuses("play-out", "puzzle.json", "start.json", "--algorithm", "magic")
    assert puzzle.refuses("play-out", "puzzle.json", "start.json", "--time-limit", "0")
    for option in ("-o", "--target"):
        message = puzzle.refuses("play-out", "puzzle.json", "start.json", option, "plan.txt")
        assert message.startswith("gourds: plan.txt: only instances have a text drawing")
    for option in ("-o", "--target", "--picture"):
        message = puzzle.refuses("play-out", "puzzle.json", "start.json", option, "none/plan.html")
        assert message == "gourds: none/plan.html: cannot be written: No such file or directory\n"


def test_a_plan_that_is_too_long_for_its_picture_is_there_all_the_same(puzzle, monkeypatch):
    monkeypatch.setattr("gourds.render.plan.animation.MOST", 0)
    done = puzzle("play-out", "puzzle.json", "start.json", "-o", "plan.json", "--picture", "plan.svg")
    assert done.code == 2
    assert done.out.startswith("found: ")
    assert done.err.splitlines()[-1].startswith("gourds: plan.svg: an SVG animation has up to 0 moves, this plan has ")
    assert len(files.load_plan("plan.json")) > 0
    assert not (puzzle.folder / "plan.svg").exists()


def test_a_board_that_is_not_proper(puzzle):
    cells = [(q, 0) for q in range(5)]
    instance = Instance.build(cells, list("aabbb"), [("a", "a", 1), ("b", "b", 1)])
    start = Configuration.build(cells, (1, 2), [((1, 0), (2, 0)), ((3, 0), (4, 0))], (("a", "a"), ("b", "b")))
    files.save(instance, "puzzle.json")
    files.save(start, "start.json")
    message = puzzle.refuses("play-out", "puzzle.json", "start.json", "--algorithm", "cubic")
    assert message == "gourds: puzzle.json: cells: the board is not 2-connected\n"
