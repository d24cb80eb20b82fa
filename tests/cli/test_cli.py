from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from gourds import files
from gourds.cli.app import run
from gourds.cli.main import COMMANDS
from gourds.instance import Instance
from gourds.placement import Placement

FACTS = {
    "cells",
    "gourds",
    "colors",
    "edges",
    "connected",
    "two_connected",
    "hole_free",
    "star_of_david",
    "proper",
    "empty_color",
}


@pytest.fixture
def row(tmp_path):
    """Five cells in a row with their one placement, as files."""
    instance = Instance.build([(q, 0) for q in range(5)], list("aabba"), [("a", "a", 1), ("b", "b", 1)], name="a row")
    files.save(instance, tmp_path / "row.json")
    files.save(instance, tmp_path / "row.txt")
    files.save(Placement.build((4, 0), [((0, 0), (1, 0)), ((2, 0), (3, 0))]), tmp_path / "placed.json")
    files.save(Placement.build((0, 0), [((3, 0), (4, 0)), ((1, 0), (2, 0))]), tmp_path / "wrong.json")
    return tmp_path


def test_overview_and_version(process):
    for args in ([], ["--help"], ["-h"]):
        done = process(*args)
        assert done.returncode == 0
        assert all(f"  {name} " in done.stdout for commands in COMMANDS.values() for name in commands)
    assert process("--version").stdout.startswith("gourds 0.")


def test_every_command_has_help_with_an_example(capsys):
    for commands in COMMANDS.values():
        for name in commands:
            assert run([name, "--help"]) == 0
            text = capsys.readouterr().out
            assert "Example" in text
            assert f"gourds {name}" in text


@pytest.mark.parametrize("name", ["row.json", "row.txt", "-"])
def test_info(cli, row, name):
    stdin = (row / "row.txt").read_text() if name == "-" else ""
    done = cli("info", name, "--json", stdin=stdin)
    assert done.code == 0
    facts = json.loads(done.out)
    assert set(facts) >= FACTS
    assert (facts["cells"], facts["gourds"], facts["colors"], facts["edges"]) == (5, 2, 2, 4)
    assert (facts["connected"], facts["two_connected"], facts["hole_free"], facts["proper"]) == (
        True,
        False,
        True,
        False,
    )
    assert facts["empty_color"] == "a"
    assert facts["infeasible_by_counting"] is None
    shown = cli("info", name, stdin=stdin).out
    assert "a row" in shown
    assert "5 cells, 4 edges" in shown
    assert "not 2-connected" in shown


def test_info_lists_all_faults(cli, tmp_path):
    (tmp_path / "bad.json").write_text(
        '{"format": "gourds-instance", "version": 1, "cells": [1, 2, 3, 4, 5], "gourds": [6]}'
    )
    done = cli("info", "bad.json", "--faults")
    assert done.code == 2
    assert len(done.out.splitlines()) == 6
    assert done.err.count("\n") == 1
    assert done.err.startswith("gourds: bad.json: gourds[0]: ")
    assert done.err.endswith("(and 3 more faults)\n")


def test_verify(cli, row):
    good = cli("verify", "row.txt", "placed.json")
    assert good.code == 0
    assert good.out.startswith("valid: 2 gourds placed")
    bad = cli("verify", "row.json", "wrong.json")
    assert bad.code == 1
    assert "2 (a, b)-gourds are used, the budget is 0" in bad.out
    report = json.loads(cli("verify", "row.json", "wrong.json", "--json").out)
    assert report["valid"] is False
    assert len(report["faults"]) == 3
    assert cli("verify", "row.json", "row.json").code == 2
    assert cli("verify", "placed.json", "row.json").code == 2


@pytest.mark.parametrize("ending", ["svg", "png", "html"])
def test_draw(cli, row, ending):
    out = row / f"picture.{ending}"
    assert cli("draw", "row.json", "placed.json", "-o", out, "--coordinates").code == 0
    starts = {"svg": b"<svg", "png": b"\x89PNG", "html": b"<!doctype html"}
    assert out.read_bytes()[:40].lower().startswith(starts[ending].lower())
    assert cli("draw", "placed.json", "-o", out).code == 0


def test_draw_refuses(cli, row):
    other = Placement.build((9, 9), [])
    files.save(other, row / "other.json")
    done = cli("draw", "row.json", "other.json", "-o", "x.svg")
    assert done.code == 2
    assert done.err == "gourds: other.json: empty: cell (9, 9) is not on the board\n"
    assert cli("draw", "row.json", "-o", "x.pdf").code == 2
    assert not list(row.glob("x.*"))


def test_convert(cli, row):
    done = cli("convert", "row.json", "--to", "text")
    assert done.out == (row / "row.txt").read_text()
    assert cli("convert", "-", stdin=done.out).out == (row / "row.json").read_text()
    assert cli("convert", "row.json", "-o", "other.txt.gz").code == 0
    assert files.load(row / "other.txt.gz") == files.load(row / "row.json")


def test_generate_gives_the_same_bytes(cli, tmp_path):
    args = ["generate", "random", "--size", 51, "--colors", 4, "--seed", 5]
    first, second = cli(*args).out, cli(*args, "-o", tmp_path / "x.json")
    assert second.code == 0
    assert (tmp_path / "x.json").read_text() == first
    document = json.loads(first)
    assert document["source"]["seed"] == 5
    again = cli(*document["source"]["command"].split()[1:]).out
    assert again == first
    assert cli("generate", "random", "--size", 51, "--colors", 4, "--seed", 6).out != first


@pytest.mark.parametrize(
    "args",
    [
        ["nonsense"],
        ["info"],
        ["info", "no-such-file"],
        ["info", "--nonsense", "x"],
        ["generate", "nonsense"],
        ["generate", "strip", "--size", "twenty"],
        ["generate", "strip", "--size", "20"],
        ["generate", "hexagon", "--colors", "0"],
        ["generate", "hexagon", "--coloring", "nonsense"],
        ["generate", "parallelogram", "--width", "100000", "--height", "100000"],
        ["generate", "hexagon", "-o", "/no/such/folder/x.json"],
        ["draw", "x.json"],
        ["completion", "tcsh"],
    ],
    ids=lambda args: "-".join(args).replace("/", "_"),
)
def test_bad_usage_is_one_line_and_exit_code_2(cli, args, tmp_path):
    done = cli(*args)
    assert done.code == 2
    assert done.out == ""
    assert done.err.count("\n") == 1
    assert done.err.startswith("gourds: ")
    assert not list(tmp_path.iterdir())


def test_completion_scripts(cli):
    for shell in ("bash", "zsh", "fish"):
        done = cli("completion", shell)
        assert done.code == 0
        assert "_GOURDS_COMPLETE" in done.out
    environment = {**os.environ, "_GOURDS_COMPLETE": "bash_complete", "COMP_WORDS": "gourds ver", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "gourds"], env=environment, capture_output=True, text=True, check=False
    )
    assert "plain,verify" in done.stdout


def test_internal_errors_are_one_line_too(capsys, monkeypatch, row):
    def broken(path):
        raise ZeroDivisionError("on\npurpose")

    monkeypatch.setattr("gourds.cli.instances.info.load", broken)
    assert run(["info", str(row / "row.json")]) == 70
    assert capsys.readouterr().err.count("\n") == 1


def test_interrupting(capsys, monkeypatch, row):
    def interrupted(path):
        raise KeyboardInterrupt

    monkeypatch.setattr("gourds.cli.instances.info.load", interrupted)
    assert run(["info", str(row / "row.json")]) == 130
    assert capsys.readouterr().err.strip() == "gourds: interrupted"
