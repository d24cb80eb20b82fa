"""The command around the planner; the planner itself is stood in for."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import pytest

from gourds import files
from gourds.cli.puzzle.reconfigure import command
from gourds.configuration import Configuration
from gourds.moves import Walk
from gourds.replaying import replay
from tests.cli.puzzle_files import hexagon, legal_walk, save_walk


@dataclass(frozen=True)
class Answer:
    """What the planner gives back, in the form of ``planning.Reconfiguration``."""

    status: str = "found"
    algorithm: str = "beam"
    walk: Walk | None = None
    is_shortest: bool = False
    lower_bound: int = 3
    reason: str | None = None
    time_s: float = 0.25
    stats: dict[str, Any] = field(default_factory=lambda: {"polish": {"stretches": {"moves_before": 7000}}})
    certificate: None = None


@pytest.fixture
def planner(cli, monkeypatch):
    """Files, and a planner that records what it is asked and answers as it is told."""

    class Planner:
        def __init__(self) -> None:
            self.cli, self.answer, self.asked = cli, Answer(), {}

        def plan_moves(self, start, target, **options):
            options.pop("say")("looking")
            self.asked = {"start": start, "target": target, **options}
            return self.answer

    made = Planner()
    start = hexagon()
    made.walk = legal_walk(start, 12)
    made.answer = Answer(walk=made.walk)
    save_walk(cli.folder, start, made.walk)
    for name in ("plan.json", "plan.walk"):
        (cli.folder / name).unlink()
    module = ModuleType("gourds.reconfigure.planning")
    module.plan_moves = made.plan_moves
    monkeypatch.setitem(sys.modules, "gourds.reconfigure.planning", module)
    return made


def test_what_the_planner_is_asked(planner):
    start, target = files.load("start.json"), files.load("target.json")
    assert planner.cli("reconfigure", "start.json", "target.json").code == 0
    assert planner.asked == {
        "start": start,
        "target": target,
        "algorithm": "best",
        "time_limit": None,
        "seed": 0,
        "polish": True,
        "proof": False,
    }
    options = ["--algorithm", "cubic", "--time-limit", "2.5", "--seed", "7", "--no-polish"]
    assert planner.cli("reconfigure", "start.json", "target.json", *options).code == 0
    assert planner.asked == {
        "start": start,
        "target": target,
        "algorithm": "cubic",
        "time_limit": 2.5,
        "seed": 7,
        "polish": False,
        "proof": False,
    }


@pytest.mark.parametrize("name", ["plan.json", "plan.json.gz", "plan.walk", "plan.walk.gz"])
def test_the_plan_is_written(planner, name):
    done = planner.cli("reconfigure", "start.json", "target.json", "-o", name)
    assert done.code == 0
    assert replay(files.load("start.json"), files.load_plan(name), files.load("target.json"))
    assert f"gourds replay start.json {name} --target target.json" in done.err
    assert f"gourds draw start.json {name} -o plan.html" in done.err
    assert planner.cli("replay", "start.json", name, "--target", "target.json").code == 0


def test_answers_for_people(planner):
    done = planner.cli("reconfigure", "start.json", "target.json")
    lines = done.out.splitlines()
    assert lines[0] == "found: 12 moves in 0.250 s by beam"
    assert "  shortest  not proven; at least 3 moves are needed, a gap of 75.0%" in lines
    assert "  polished  from 7,000 moves" in lines
    assert "gourds reconfigure start.json target.json -o plan.json" in done.err
    planner.answer = Answer(walk=planner.walk, is_shortest=True, lower_bound=12)
    assert "  shortest  yes, proven" in planner.cli("reconfigure", "start.json", "target.json").out
    done = planner.cli("reconfigure", "start.json", "target.json", "-o", "-")
    assert replay(files.load("start.json"), files.loads(done.out), files.load("target.json"))
    assert done.err.startswith("found: 12 moves")


def test_answers_for_programs(planner):
    done = planner.cli("reconfigure", "start.json", "target.json", "--json")
    assert done.code == 0
    report = json.loads(done.out)
    plan = report.pop("plan")
    assert report == {
        "status": "found",
        "algorithm": "beam",
        "moves": 12,
        "kinds": planner.walk.kind_counts(),
        "shortest": False,
        "lower_bound": 3,
        "gap": 0.75,
        "time_s": 0.25,
        "stats": {"polish": {"stretches": {"moves_before": 7000}}},
    }
    assert replay(files.load("start.json"), files.loads(json.dumps(plan)), files.load("target.json"))
    report = json.loads(planner.cli("reconfigure", "start.json", "target.json", "--json", "-o", "plan.json").out)
    assert report["plan"] is None
    assert len(files.load_plan("plan.json")) == 12


def test_long_plans_are_not_part_of_the_answer(planner, monkeypatch):
    monkeypatch.setattr("gourds.cli.puzzle.planning.INLINE", 11)
    report = json.loads(planner.cli("reconfigure", "start.json", "target.json", "--json").out)
    assert (report["moves"], report["plan"]) == (12, None)


@pytest.mark.parametrize(("status", "code"), [("impossible", 1), ("unknown", 0)])
def test_no_plan(planner, status, code):
    planner.answer = Answer(status, "shortest", reason="that is so", lower_bound=5)
    done = planner.cli("reconfigure", "start.json", "target.json", "-o", "plan.json")
    assert done.code == code
    assert done.out.startswith(f"{status} in 0.250 s by shortest\n  because  that is so\n")
    assert ("try a larger --time-limit" in done.err) == (status == "unknown")
    assert not (planner.cli.folder / "plan.json").exists()
    done = planner.cli("reconfigure", "start.json", "target.json", "--json")
    report = json.loads(done.out)
    assert done.code == code
    assert (report["status"], report["reason"], report["moves"], report["kinds"], report["plan"]) == (
        *(status, "that is so", None, None, None),
    )


def test_start_and_target_must_go_together(planner):
    start = files.load_configuration("start.json")
    files.save(hexagon(radius=2), "larger.json")
    files.save(Configuration.from_indices(start.board, (1, 2, 9), start.ends), "other.json")
    for colors, name in (("a", "red.json"), ("b", "blue.json")):
        pairs = ((colors, "x"),) * 3
        files.save(Configuration.from_indices(start.board, start.ids, start.ends, pairs), name)
    refused = {
        ("start.json", "larger.json"): "larger.json: cells: the board is not that of the start",
        ("start.json", "other.json"): "other.json: gourds: the gourds are not those of the start: see number 3",
        ("red.json", "blue.json"): "blue.json: gourds: gourd 1 has other colors than in the start",
        ("start.json", "none.json"): "none.json: No such file",
    }
    for (first, second), expected in refused.items():
        message = planner.cli.refuses("reconfigure", first, second, "-o", "plan.json")
        assert message.startswith(f"gourds: {expected}")
    assert planner.cli("reconfigure", "red.json", "start.json").code == 0  # one of the two may be without colors
    message = planner.cli.refuses("reconfigure", "start.json", "target.json", "--json", "-o", "-")
    assert "both want standard output" in message
    assert planner.cli.refuses("reconfigure", "start.json", "target.json", "--algorithm", "magic")
    assert planner.cli.refuses("reconfigure", "start.json", "target.json", "--time-limit", "0")
    assert "'nan' is not a number" in planner.cli.refuses(
        "reconfigure", "start.json", "target.json", "--time-limit", "nan"
    )


def test_an_output_that_cannot_be_written_is_refused_before_planning(planner):
    (planner.cli.folder / "sub").mkdir()
    (planner.cli.folder / "loop").symlink_to("loop")
    refused = {
        "none/plan.json": "none/plan.json: cannot be written: No such file or directory",
        "start.json/plan.json": "start.json/plan.json: cannot be written: Not a directory",
        "sub": "sub: cannot be written: Is a directory",
        "": "'': cannot be written: Is a directory",
        "loop": "loop: cannot be written: Too many levels of symbolic links",
        "x" * 300: f"{'x' * 300}: cannot be written: File name too long",
        "plan.txt": "plan.txt: only instances have a text drawing",
        "plan.txt.gz": "plan.txt.gz: only instances have a text drawing",
    }
    for name, expected in refused.items():
        message = planner.cli.refuses("reconfigure", "start.json", "target.json", "-o", name)
        assert message.startswith(f"gourds: {expected}"), message
    assert planner.asked == {}


def test_a_folder_without_the_right_to_write(planner, monkeypatch):
    monkeypatch.setattr("gourds.files.raw.os.access", lambda path, mode: False)
    message = planner.cli.refuses("reconfigure", "start.json", "target.json", "-o", "plan.json")
    assert message == "gourds: plan.json: cannot be written: Permission denied\n"


def test_nothing_to_do(planner):
    planner.answer = Answer(walk=Walk(planner.walk.start, planner.walk.steps[:0]), stats={"by": "nothing to do"})
    assert "  found by  nothing to do\n" in planner.cli("reconfigure", "start.json", "start.json").out
    planner.answer = Answer(walk=planner.walk, stats={"by": "shortest", "states": 1200})
    assert (
        "  found by  shortest search, 1,200 states kept\n"
        in planner.cli("reconfigure", "start.json", "target.json").out
    )


def test_with_the_real_planner(cli):
    """All algorithms, from end to end."""
    from gourds.reconfigure.algorithms import ALGORITHMS

    save_walk(cli.folder, hexagon(), legal_walk(hexagon(), 12))
    assert set(command.params[2].type.choices) == set(ALGORITHMS)
    lengths = {}
    for algorithm in ALGORITHMS:
        done = cli("reconfigure", "start.json", "target.json", "--algorithm", algorithm, "-o", "plan.json", "--json")
        report = json.loads(done.out)
        assert (done.code, report["status"], report["plan"]) == (0, "found", None)
        assert cli("replay", "start.json", "plan.json", "--target", "target.json").code == 0
        assert cli("reconfigure", "start.json", "target.json", "--algorithm", algorithm, "--time-limit", 2).code == 0
        lengths[algorithm] = report["moves"]
    assert lengths["shortest"] == min(lengths.values()) <= 12


@pytest.mark.parametrize("algorithm", ["cubic", "quadratic"])
def test_a_board_that_is_not_proper(cli, algorithm):
    cells = [(0, 0), (1, 0), (2, 0)]
    files.save(Configuration.build(cells, [1], [((0, 0), (1, 0))]), "start.json")
    files.save(Configuration.build(cells, [1], [((1, 0), (0, 0))]), "target.json")
    message = cli.refuses("reconfigure", "start.json", "target.json", "--algorithm", algorithm, "-o", "plan.json")
    assert message == "gourds: start.json: cells: the board is not 2-connected\n"
    done = cli("reconfigure", "start.json", "target.json")
    assert done.code == 1
    assert done.out.startswith("impossible in ")
