"""``gourds generate`` with ranges."""

from __future__ import annotations

import hashlib
import json
import shlex
import tomllib

import pytest


def test_every_combination_is_a_file_that_its_command_makes_again(cli):
    args = ["--radius", "1..2", "--colors", "2,3", "--seed", "1..5..2", "--coloring", "planted,random", "-o", "many/"]
    done = cli("generate", "hexagon", *args)
    assert done.code == 0
    assert "24 files and MANIFEST.toml; verdicts: 12 feasible" in done.err
    tables = tomllib.loads((cli.folder / "many" / "MANIFEST.toml").read_text())["instance"]
    assert {table["file"] for table in tables} == {path.name for path in (cli.folder / "many").glob("*.json")}
    for table in tables[::7]:
        data = (cli.folder / "many" / table["file"]).read_bytes()
        assert hashlib.sha256(data).hexdigest() == table["sha256"]
        assert cli(*shlex.split(table["command"])[1:]).out.encode() == data
        assert (table["parameters"]["coloring"] == "planted") == (table.get("verdict") == "feasible")


def test_json_lists_what_was_made_and_what_was_not(cli):
    report = json.loads(cli("generate", "strip", "--size", "5..8", "-o", "strips", "--json").out)
    assert [one["cells"] for one in report["instances"]] == [5, 7]
    assert report["instances"][0]["verdict"] == "feasible"
    assert list(report["refused"]) == ["strip-size-6-seed-0", "strip-size-8-seed-0"]
    single = json.loads(cli("generate", "strip", "--size", "5", "-o", "strip.json", "--json").out)
    assert (single["cells"], single["source"]["family"]) == (5, "strip")


def test_a_slash_makes_a_folder_of_one(cli):
    assert cli("generate", "strip", "-o", "one/").code == 0
    assert sorted(path.name for path in (cli.folder / "one").iterdir()) == ["MANIFEST.toml", "strip-seed-0.json"]


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (["--radius", "1..2"], "several instances need a folder: -o FOLDER"),
        (["--radius", "2..1", "-o", "many"], "there is nothing from 2 to 1"),
        (["--radius", "1..x", "-o", "many"], "is not a whole number, a range"),
        (["--seed", "1..20000", "-o", "many"], "these are 20,000 instances, and at most 10,000 are allowed"),
        (["--seed", "1..2", "--name", "x", "-o", "many"], "--name is for a single instance"),
        (["--coloring", "planted,x", "-o", "many"], "'x' is not one of"),
        (["--radius", "1..2", "-o", "no/such/folder"], "No such file or directory"),
        (["--json"], "--json needs a file"),
    ],
)
def test_bad_values_are_one_line_and_make_nothing(cli, args, reason):
    done = cli("generate", "hexagon", *args)
    assert done.code == 2
    assert reason in done.err
    assert done.err.count("\n") == 1
    assert not list(cli.folder.iterdir())


def test_a_campaign_reads_the_folder_with_its_verdicts(cli):
    cli("generate", "edge", "--radius", 3, "--side", "at,outside", "--seed", "1..2", "-o", "edge/")
    (cli.folder / "campaign.toml").write_text(CAMPAIGN)
    plan = cli("bench", "run", "campaign.toml", "--dry-run")
    assert plan.code == 0
    assert "12 runs of 1 solver on 12 instances" in plan.out + plan.err
    assert "12 of the verdicts are known" in plan.out + plan.err


CAMPAIGN = """
name = "ranges"
[[instances]]
files = "edge/*.json"
[[instances]]
family = "hexagon"
seeds = "1..2"
parameters = { radius = [1, "2..4"] }
[[solvers]]
name = "auto"
"""
