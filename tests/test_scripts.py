"""The scripts, and what the README and the documents show: commands that run, examples that load."""

from __future__ import annotations

import doctest
import itertools
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import gourds
from gourds import files
from gourds.instance import Instance
from gourds.placement import Placement, placement_faults
from tests.conftest import ROOT, slow_files

SCRIPTS = [
    *sorted(path for path in (ROOT / "scripts").iterdir() if path.suffix == "" and path.is_file()),
    *sorted((ROOT / ".ci").glob("*")),  # not part of an sdist
]
PAPERS = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")),
    *sorted(path for folder in ("docs", "instances", "reductions") for path in (ROOT / folder).rglob("*.md")),
]


TOUR = ROOT / "docs/tour.md"


def blocks(path: Path, kind: str) -> list[str]:
    """The fenced blocks of a kind in a document."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", path.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def own_files() -> list[Path]:
    """The files that are the project's own, whether git knows them yet or not."""
    folders = ["src", "tests", "scripts", "docs", "instances", "reductions", "benchmarks", ".ci"]
    inside = (path for folder in folders for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts)
    top = (path for path in ROOT.iterdir() if path.suffix in (".md", ".toml") or path.name == ".importlinter")
    return [path for path in (*inside, *top) if path.is_file()]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_can_run(script):
    assert os.access(script, os.X_OK)
    shell = re.fullmatch(rb"#!/(?:bin/|usr/bin/env )(sh|bash)", script.read_bytes().partition(b"\n")[0])
    assert shell
    subprocess.run([shell[1], b"-n", os.fsencode(script)], check=True)


def test_the_expected_scripts_are_there():
    assert {path.name for path in SCRIPTS} >= {"gourds", "test", "check", "setup", "regenerate"}


def test_nothing_names_a_place_on_one_machine():
    pattern = re.compile(rb"/(work|root|farm|home|Users)/\w")
    named = [path.relative_to(ROOT).as_posix() for path in own_files() if pattern.search(path.read_bytes())]
    assert named == []


@pytest.mark.parametrize("paper", PAPERS, ids=lambda path: path.name)
def test_links_lead_somewhere(paper):
    for target in re.findall(r"\]\(([^)#]+)\)", paper.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (paper.parent / target).exists(), target


def test_the_readme_opens_with_a_picture_and_shows_the_two_commands():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.match(r"# gourds\n\n!\[[^]]+\]\(docs/images/", text)
    first = blocks(ROOT / "README.md", "sh")[0].splitlines()
    assert first[0].startswith("scripts/gourds ")
    assert first[1] == "scripts/test"


def test_the_first_picture_is_as_the_program_draws_it():
    folder = ROOT / "instances/drawn"
    instance, placement = (files.load(folder / f"nine-gourds.{ending}") for ending in ("txt", "placement.json"))
    assert gourds.draw(instance, placement) == (ROOT / "docs/images/puzzle.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(("args", "kinds"), [(["info"], "core"), (["serve"], "web"), (["serve", "--help"], "web")])
def test_the_checkout_sets_up_what_a_command_needs(args, kinds, tmp_path):
    scripts, bin_folder = tmp_path / "scripts", tmp_path / ".venv/bin"
    scripts.mkdir()
    bin_folder.mkdir(parents=True)
    shutil.copy(ROOT / "scripts/gourds", scripts)
    (tmp_path / "pyproject.toml").touch()
    stamps = 'sleep 0.01; for kind in core "$1"; do echo "$PWD" > ".venv/installed-$kind"; done'
    for path, lines in (
        (scripts / "setup", f'cd "$(dirname "$0")/.."\necho "setup $1"\n{stamps}'),
        (bin_folder / "gourds", 'echo "gourds $*"'),
    ):
        path.write_text(f"#!/bin/sh\n{lines}\n")
        path.chmod(0o755)
    said = [subprocess.run([scripts / "gourds", *args], capture_output=True, text=True).stdout for _ in range(2)]
    command = f"gourds {' '.join(args)}\n"
    assert said == [f"setup {kinds}\n{command}", command]


@pytest.fixture
def bench(tmp_path):
    """A folder with the committed instances and gadgets in it."""
    for name in ("instances", "reductions"):
        shutil.copytree(ROOT / name, tmp_path / name)
    return tmp_path


def test_the_commands_of_readme_and_tour_run(bench, gourds):
    shown = [*blocks(ROOT / "README.md", "sh"), *blocks(TOUR, "sh")]
    lines = list(dict.fromkeys(line for block in shown for line in block.splitlines()))
    commands = [re.sub(r"^scripts/gourds ", "gourds ", line) for line in lines]
    # The cross-check of all instances and the check of the paper's reduction have tests of their own.
    elsewhere = ("gourds crosscheck", "gourds check-reduction --exhaustive 6 --random 10 --cnfs 5")
    commands = [command for command in commands if command.startswith("gourds ") and command not in elsewhere]
    commands = [command.replace("--time-limit 5", "--time-limit 1") for command in commands]
    if shutil.which("cadical") is None:
        commands = [command for command in commands if "external:cadical" not in command]
    (bench / "campaign.toml").write_text(blocks(TOUR, "toml")[0], encoding="utf-8")
    assert len(commands) > 20
    output = ""
    for command in commands:
        piped = ""
        for words in map(shlex.split, command.split(" | ")):
            found = [
                [str(path.relative_to(bench)) for path in bench.glob(word)] if "*" in word else [word] for word in words
            ]
            done = gourds(*itertools.chain(*found[1:]), stdin=piped, cwd=bench)
            assert done.returncode in (0, 10, 20), (command, done.stderr)  # `solve` says its verdict so
            assert "Traceback" not in done.stderr, (command, done.stderr)
            piped = done.stdout
        output += piped
    made = {re.sub(r"(?<=\.sqlite)(-wal|-shm|\.lock)$", "", path.name) for path in bench.iterdir()}
    assert made == {
        *("instances", "pack", "packs", "puzzle.svg", "placed.png", "placement.json", "certificate.json"),
        *("nine.opb", "nine.pbp", "nine.lrat", "linear.json", "diagram.json", "number.json"),
        *(
            "puzzle.cnf",
            "impossible.cnf",
            "counted.cnf",
            "puzzle.mzn",
            "puzzle.xml",
            "puzzle.asp",
            "small.1in3",
            "small.opb",
        ),
        *("edge", "traps", "hexagon.json", "hexagon.txt", "random.json.gz", "heat.png", "why.svg"),
        *(
            "formula.1in3",
            "board.json",
            "board.placement.json",
            "cover.x3c",
            "cover.json",
            "reductions",
            "gadgets.html",
            "compact.json",
            "few.json",
            "paper.html",
        ),
        *(
            "start.json",
            "target.json",
            "plan.json",
            "long.json",
            "plan.html",
            "puzzle.html",
            "shortest.json",
            "proof.json",
        ),
        *("crosscheck", "campaign.toml", "campaign.sqlite", "campaign.html", "table", "imported.sqlite"),
    }
    drawn = [line for line in output.splitlines() if not line.startswith("source: ")]
    assert blocks(TOUR, "text")[0] in "\n".join(drawn) + "\n"
    assert "valid: there is no placement" in output
    assert "valid: the target is reached, and no plan is shorter" in output


@pytest.mark.parametrize(("paper", "examples"), [(ROOT / "README.md", 4), (TOUR, 10)], ids=["readme", "tour"])
def test_the_python_of_readme_and_tour_runs(paper, examples, bench, monkeypatch):
    monkeypatch.chdir(bench)
    result = doctest.testfile(str(paper), module_relative=False, encoding="utf-8")
    assert result.attempted >= examples
    assert result.failed == 0


def test_the_readme_is_short_and_has_three_pictures():
    """A newcomer reads it in two minutes, at some 250 words a minute."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(re.findall(r"^!\[[^]]+\]\(docs/images/", text, re.MULTILINE)) == 3
    prose, _, _ = text.partition("## Where next")
    assert len(re.sub(r"\(\S+\)", "", prose).split()) < 500


def test_the_examples_of_the_formats_load():
    values = [files.loads(text) for kind in ("json", "text") for text in blocks(ROOT / "docs/formats.md", kind)]
    instances = [value for value in values if isinstance(value, Instance)]
    assert len(instances) == 3
    assert instances[0] == instances[1]
    (placement,) = (value for value in values if isinstance(value, Placement))
    assert not placement_faults(instances[0], placement)


def test_the_house_is_counted(tmp_path):
    source = tmp_path / "src/gourds"
    (source / "room").mkdir(parents=True)
    for name, lines in (("a.py", 3), ("room/b.py", 10), ("room/c.js", 20), ("room/d.py", 90), ("room/e.txt", 7)):
        (source / name).write_text("x\n" * lines)
    environment = {**os.environ, "PYTHON": sys.executable}
    done = subprocess.run([ROOT / "scripts/house", tmp_path], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[2:5] == ["| . | 1 | 3 | 3 |", "| room | 3 | 120 | 20 |", "| all | 4 | 123 | 10 |"]
    done = subprocess.run([ROOT / "scripts/house", tmp_path / "none"], capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stderr) == (2, "usage: scripts/house [CHECKOUT]\n")


def test_slow_files_are_there():
    assert len(slow_files()) > 10
    assert [path for path in slow_files() if not path.is_file()] == []
