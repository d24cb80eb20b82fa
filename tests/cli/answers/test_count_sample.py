from __future__ import annotations

import json
import math
import sys

import pytest

from gourds import files, shapes
from gourds.cli.app import run
from gourds.cli.main import COMMANDS
from gourds.counts.large_numbers import number_text
from gourds.errors import LimitError
from gourds.families.base import generate
from gourds.families.shaped import SHAPED
from gourds.instance import Instance
from gourds.placement import placement_faults
from gourds.render.board.heatmap import RAMP, ramp
from gourds.solvers.brute import all_placements


@pytest.fixture(autouse=True)
def _known(monkeypatch):
    """Also before the two stand in the table of commands."""
    monkeypatch.setitem(COMMANDS, "Numbers", {"count": "how many", "sample": "some of them"})


@pytest.fixture
def puzzle(tmp_path):
    family = next(family for family in SHAPED if family.name == "hexagon")
    instance = generate(family, {"radius": 2, "colors": 3}, 1)
    files.save(instance, tmp_path / "puzzle.json")
    return tmp_path / "puzzle.json"


@pytest.fixture
def hopeless(tmp_path):
    cells = [(q, 0) for q in range(5)]
    files.save(Instance.build(cells, list("babaa"), [("a", "a", 1), ("b", "b", 1)]), tmp_path / "hopeless.txt")
    return tmp_path / "hopeless.txt"


def test_help(capsys):
    for name in ("count", "sample"):
        assert run([name, "--help"]) == 0
        text = capsys.readouterr().out
        assert "Example" in text
        assert f"gourds {name}" in text


@pytest.mark.parametrize("solver", ["auto", "pfaffian", "brute"])
def test_a_certificate_of_the_number(puzzle, capsys, tmp_path, solver):
    proof = str(tmp_path / "number.json")
    assert run(["count", str(puzzle), "--solver", solver, "--proof", proof]) == 0
    assert "60 placements" in capsys.readouterr().out
    assert run(["verify", str(puzzle), proof]) == 0
    assert capsys.readouterr().out.startswith("valid: there are 60 placements (count: ")
    assert run(["verify", str(puzzle), proof, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["number"] == "60"
    assert run(["info", proof]) == 0
    assert "a certificate of the number of placements" in capsys.readouterr().out


def test_a_certificate_of_a_number_is_no_proof_for_others(puzzle, capsys, tmp_path):
    proof = tmp_path / "number.pbp"
    assert run(["count", str(puzzle), "--proof", str(proof)]) == 2
    assert ".pbp proofs only say that there is no placement" in capsys.readouterr().err
    assert not proof.exists()


def test_a_certificate_of_zero(hopeless, capsys, tmp_path):
    proof = str(tmp_path / "number.json")
    assert run(["count", str(hopeless), "--proof", proof, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["count"], document["certificate"]["kind"]) in {("0", "counting"), ("0", "diagram")}
    assert run(["verify", str(hopeless), proof]) == 0
    assert "valid: there is no placement" in capsys.readouterr().out


def test_no_certificate_of_what_is_too_large(puzzle, capsys, tmp_path, monkeypatch):
    def too_large(*_, **__):
        raise LimitError("a table of the sweep has more than 10 states")

    monkeypatch.setattr("gourds.counts.certifying.counting_diagram", too_large)
    proof = tmp_path / "number.json"
    assert run(["count", str(puzzle), "--proof", str(proof)]) == 0
    assert "none: a table of the sweep has more than 10 states" in capsys.readouterr().out
    assert run(["count", str(puzzle), "--proof", str(proof), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["certificate"] is None
    assert "10 states" in document["reason"]
    assert not proof.exists()
    assert run(["count", str(puzzle), "--proof", str(proof), "--probabilities"]) == 2


@pytest.mark.parametrize("solver", ["auto", "frontier", "brute"])
def test_count(puzzle, capsys, solver):
    expected = sum(1 for _ in all_placements(files.load_instance(puzzle)))
    assert run(["count", str(puzzle), "--solver", solver, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["count"] == str(expected)
    assert document["solver"] == ("frontier" if solver == "auto" else solver)
    assert run(["count", str(puzzle), "--solver", solver, "--time-limit", "60"]) == 0
    assert f"{expected:,} placements" in capsys.readouterr().out


def test_count_of_nothing_and_of_too_much(hopeless, tmp_path, capsys):
    assert run(["count", str(hopeless)]) == 0
    assert "no placement" in capsys.readouterr().out
    assert run(["count", str(hopeless), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["count"] == "0"
    cells = shapes.hexagon(18)
    files.save(Instance.build(cells, ["a"] * len(cells), [("a", "a", len(cells) // 2)]), tmp_path / "wide.json")
    for more in ([], ["--probabilities"]):
        assert run(["count", str(tmp_path / "wide.json"), "--solver", "frontier", "--json", *more]) == 0
        document = json.loads(capsys.readouterr().out)
        assert document["count"] is None
        assert "too wide" in document["reason"]
    assert run(["count", str(tmp_path / "wide.json"), "--solver", "frontier"]) == 0
    assert "unknown" in capsys.readouterr().out


@pytest.fixture
def _short_numbers():
    """Python refuses to print numbers of more than 640 digits; usually that begins at 4,300."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    yield
    sys.set_int_max_str_digits(before)


@pytest.mark.usefixtures("_short_numbers")
def test_numbers_of_any_length(tmp_path, capsys):
    cells = shapes.parallelogram(1501, 4)[:-1]
    files.save(Instance.build(cells, ["a"] * len(cells), [("a", "a", len(cells) // 2)]), tmp_path / "long.json")
    assert run(["count", str(tmp_path / "long.json"), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["count"]) > 640
    assert run(["count", str(tmp_path / "long.json")]) == 0
    assert "digits)" in capsys.readouterr().out


def test_numbers_for_people():
    assert number_text(0) == "no placement"
    assert number_text(1) == "exactly 1 placement"
    assert number_text(561087) == "561,087 placements"
    assert number_text(3 * 10**12) == "3,000,000,000,000 placements (about 10^12.48)"
    assert number_text(7 * 10**6000) == "about 7.000 × 10^6,000 placements (6,001 digits)"


def test_probabilities(puzzle, tmp_path, capsys):
    assert run(["count", str(puzzle), "--probabilities", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["solver"] == "frontier"
    assert math.isclose(sum(row["probability"] for row in document["edges"]), 9)
    assert math.isclose(sum(row["probability"] for row in document["empties"]), 1)
    assert run(["count", str(puzzle), "--probabilities"]) == 0
    assert "empty" in capsys.readouterr().out
    for name in ("heat.svg", "heat.png", "heat.html"):
        assert run(["count", str(puzzle), "--picture", str(tmp_path / name)]) == 0
        assert (tmp_path / name).stat().st_size > 2000
    svg = (tmp_path / "heat.svg").read_text()
    used = sum(row["probability"] > 0 for row in document["edges"])
    assert svg.count("): 0.") == used
    assert run(["count", str(puzzle), "--picture", str(tmp_path / "heat.pdf")]) == 2
    assert run(["count", str(puzzle), "--probabilities", "--solver", "brute"]) == 2
    assert "come from 'frontier'" in capsys.readouterr().err


def test_the_ramp_gets_darker_all_along():
    def light(color):
        red, green, blue = (int(color[k : k + 2], 16) / 255 for k in (1, 3, 5))
        return 0.2126 * red**2.2 + 0.7152 * green**2.2 + 0.0722 * blue**2.2

    shades = [light(ramp(k / 100)) for k in range(101)]
    assert shades == sorted(shades, reverse=True)
    assert [ramp(k / 10) for k in range(11)] == list(RAMP)


def test_sample(puzzle, tmp_path, capsys):
    instance = files.load_instance(puzzle)
    assert run(["sample", str(puzzle), "-n", "5", "--seed", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    placements = [files.loads(line) for line in lines]
    assert len(placements) == 5
    assert all(placement_faults(instance, placement) == [] for placement in placements)
    assert run(["sample", str(puzzle), "-n", "5", "--seed", "1", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [json.dumps(placement) for placement in document["placements"]] == lines
    assert run(["sample", str(puzzle), "-n", "5", "--seed", "1", "-o", str(tmp_path / "all.jsonl")]) == 0
    assert (tmp_path / "all.jsonl").read_text().splitlines() == lines
    (tmp_path / "folder").mkdir()
    for where, name in [("folder", "folder/placement-3.json"), ("drawn-*.json", "drawn-3.json")]:
        assert run(["sample", str(puzzle), "-n", "5", "--seed", "1", "-o", str(tmp_path / where)]) == 0
        assert files.load_placement(tmp_path / name) == placements[2]
    assert run(["sample", str(puzzle), "--seed", "1", "-o", str(tmp_path / "one.json")]) == 0
    assert files.load_placement(tmp_path / "one.json") == placements[0]


def test_sample_refusals(puzzle, hopeless, tmp_path, capsys):
    assert run(["sample", str(hopeless)]) == 2
    assert "hopeless.txt: there is nothing to draw from" in capsys.readouterr().err
    assert run(["sample", str(puzzle), "-n", "2", "-o", str(tmp_path / "one.json")]) == 2
    assert "need a folder" in capsys.readouterr().err
    assert run(["sample", str(puzzle), "-o", f"{tmp_path}/missing/"]) == 2
    assert run(["sample", str(puzzle), "-n", "0"]) == 2
