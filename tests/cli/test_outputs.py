"""No command writes over what it reads, or over what it writes itself; it says so before it does anything."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from gourds import files
from gourds.bundled import bundled_folder
from gourds.cli.paths import InputFile, OutputFile, OutputPlace
from tests.cli.all_commands import all_commands
from tests.cli.conftest import Cli
from tests.cli.puzzle_files import hexagon, legal_walk, save_walk
from tests.cli.reduction_commands import GADGETS

TEXTS = {
    *("title", "name", "author", "solver", "settings", "order", "names", "cluster", "plugins", "commands", "with_"),
    *("hard_for", "solved_by", "budget", "family", "problem", "to", "example", "claims"),
}
"""Parameters that are any text, but not the name of a file."""


def test_every_file_is_watched():
    """A new parameter for a file must say what it is for."""
    for words, command in all_commands():
        for param in command.params:
            if isinstance(param.type, click.Path | click.File):
                assert type(param.type) in (InputFile, OutputFile, OutputPlace), (words, param.name)
            elif param.type is click.STRING and not words.startswith("generate"):
                assert param.name in TEXTS, (words, param.name)


# -- every pair of an output and another file -------------------------------------------------------------------


def pairs() -> Iterator[tuple[str, click.Command, click.Parameter, click.Parameter]]:
    for words, command in all_commands():
        outputs = [param for param in command.params if type(param.type) is OutputFile]
        inputs = [param for param in command.params if type(param.type) is InputFile]
        for k, output in enumerate(outputs):
            for other in (*inputs, *outputs[:k]):
                yield words, command, output, other


def arguments(command: click.Command, given: dict[str, str]) -> list[str]:
    """A command line with these files; all else that is needed gets some value."""
    words = []
    for param in command.params:
        value = given.get(str(param.name))
        if value is None and param.required:
            kind = param.type
            value = kind.choices[0] if isinstance(kind, click.Choice) else f"{param.name}.json"
        if value is not None:
            words += [param.opts[0], value] if isinstance(param, click.Option) else [value]
    return words


@pytest.mark.parametrize(
    ("words", "command", "output", "other"),
    [pytest.param(*pair, id=f"{pair[0]}-{pair[2].name}-{pair[3].name}") for pair in pairs()],
)
@pytest.mark.parametrize("spelling", ["same", "dotted", "linked", "hard", "through a folder"])
def test_one_file_for_two_is_refused(cli, words, command, output, other, spelling):
    path = cli.folder / "x.json"
    path.write_text("kept")
    second = {"same": "x.json", "dotted": "./x.json"}.get(spelling, "y.json")
    if spelling == "linked":
        os.symlink("x.json", "y.json")
    elif spelling == "hard":
        os.link("x.json", "y.json")
    elif spelling == "through a folder":
        os.symlink(".", "folder")
        second = "folder/x.json"
    for names in (("x.json", second), (second, "x.json")):
        given = dict(zip((str(output.name), str(other.name)), names, strict=True))
        message = cli.refuses(*words.split(), *arguments(command, given))
        assert "are the same file" in message
        assert all(f" {name} " in message or f" {name}:" in message for name in names), message
        assert output.opts[0] in message
        assert path.read_text() == "kept"


def test_files_that_are_not_there_yet_are_told_apart(cli):
    (cli.folder / "inside").mkdir()
    os.symlink("inside", "folder")
    os.symlink("inside/new.json", "dangling")
    for first, second in (("inside/new.json", "folder/new.json"), ("dangling", "./inside/../inside/new.json")):
        message = cli.refuses("solve", "x.json", "-o", first, "--proof", second)
        assert f"--proof {second} and -o {first} are the same file" in message
    assert "No such file" in cli.refuses("solve", "x.json", "-o", "inside/new.json", "--proof", "inside/other.json")


# -- outputs whose names a command makes up -----------------------------------------------------------------------


def written(folder: Path, name: str) -> str:
    """A file that nobody may change."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("kept")
    return name


PLACES: dict[tuple[str, str], tuple[str, list[str]]] = {
    ("sample", "output"): ("placement-1.json", ["placement-1.json", "-o", "."]),
    ("survey", "output"): ("s.start.json", ["s.start.json", "-o", "./s"]),
    ("survey", "hardest"): ("s.target.json", ["s.target.json", "--hardest", "./s"]),
    ("levels", "output"): ("l/index.json", ["l", "-o", "l"]),
    ("check-reduction", "report"): ("r/failure.cnf", ["r/failure.cnf", "--report", "r"]),
    ("crosscheck", "folder"): ("", []),  # looks at the instances first, see below
    ("bench report", "output"): ("r/runs.csv", ["r/runs.csv", "-o", "r"]),
    ("bench report", "mkplot"): ("", []),  # their names are those of the solvers, see below
    ("bench export", "output"): ("", []),  # their names are those of the campaign, see tests/bench/benchexec
    ("formula all", "output"): ("", []),  # reads nothing
    ("find-gadgets", "output"): ("", []),  # reads nothing
    ("harden", "output"): ("", []),  # reads nothing but its own search
    ("harden", "resume"): ("", []),
    ("pack", "output"): ("", []),  # replaces a whole folder, see tests/packing/test_folder.py
}
"""By command and parameter: a file that is read, and arguments that would write over it."""


def test_every_place_is_tried():
    found = {
        (words, param.name) for words, c in all_commands() for param in c.params if type(param.type) is OutputPlace
    }
    reads_nothing = {(words, name) for words, name in found if words.startswith("generate ")}
    assert found - reads_nothing == set(PLACES)


@pytest.mark.parametrize(
    ("words", "name", "args"), [(words, name, args) for (words, _), (name, args) in PLACES.items() if args]
)
def test_a_place_that_would_hold_an_input_is_refused(cli, words, name, args):
    written(cli.folder, name)
    message = cli.refuses(*words.split(), *args)
    assert f"{name} are the same file: what is read would be overwritten" in message
    assert (cli.folder / name).read_text() == "kept"


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("drawn.07.json", ["sample", "drawn.07.json", "-n", "12", "-o", "drawn.*.json"]),
        ("drawn.jsonl", ["sample", "drawn.jsonl", "-o", "./drawn.jsonl"]),
        ("gourds-check-reduction/failure.1in3", ["check-reduction", "gourds-check-reduction/failure.1in3"]),
        ("r.html", ["bench", "report", "r.html"]),
        ("r/report.html", ["bench", "report", "r/report.html", "-o", "r/"]),
        ("c.sqlite", ["bench", "run", "c.sqlite"]),
    ],
)
def test_names_that_are_made_up(cli, name, args):
    written(cli.folder, name)
    assert "are the same file" in cli.refuses(*args)
    assert (cli.folder / name).read_text() == "kept"


@pytest.mark.parametrize("folder", ["gourds-crosscheck", "other"])
@pytest.mark.parametrize("name", ["report.json", "disagreement-a.json.json"])
def test_a_report_on_instances_is_not_written_over_one(cli, folder, name):
    """The smallest instance of an earlier run may be cross-checked together with the one it was made from."""
    files.save(files.load_instance(bundled_folder("instances") / "drawn" / "garden.txt"), "a.json")
    earlier = cli.folder / folder / name
    earlier.parent.mkdir()
    earlier.write_bytes((cli.folder / "a.json").read_bytes())
    args = ["crosscheck", "a.json", f"{folder}/{name}", "--jobs", 1, "--report", folder]
    assert f"FILES {folder}/{name} are the same file" in cli.refuses(*args)


def test_two_outputs_of_a_report(cli, tmp_path):
    from tests.bench.stores import by_table, made_up

    store = made_up(tmp_path / "r.sqlite", by_table({}))
    before = store.read_bytes()
    os.symlink("r.sqlite", "link.html")
    for args in (
        ["-o", "link.html"],
        ["-o", "p.html", "--csv", "p.html"],
        ["--csv", "r.sqlite"],
        ["-o", "r.html", "--json", "r.html"],
        ["--csv", "r.html"],
        ["-o", "x", "--csv", "./x/report.html"],
        ["--mkplot", ".", "--csv", "A.json"],
        ["--mkplot", ".", "-o", "x.html", "--json", "B.json"],
    ):
        done = cli("bench", "report", "r.sqlite", *args)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1), args
        assert "are the same file" in done.err
        assert store.read_bytes() == before
    assert {path.suffix for path in tmp_path.iterdir()} <= {".html", ".sqlite", ".sqlite-shm", ".sqlite-wal"}
    assert cli("bench", "report", "r.sqlite", "-o", "all", "--csv", "all/mine.csv").code == 0


def test_gadgets_are_not_overwritten(folder, cli):
    own = folder / "own"
    own.mkdir()
    for name in ("variable.txt", "clause.txt", "variable.toml"):
        (own / name).write_bytes((GADGETS / name).read_bytes())
    before = (own / "clause.txt").read_bytes()
    message = cli.refuses("reduce", "f.1in3", "--gadgets", "own", "-o", "own/clause.txt")
    assert "-o own/clause.txt and --gadgets own/clause.txt are the same file" in message
    assert "own/variable.toml" in cli.refuses("check-reduction", "f.1in3", "--gadgets", "own", "--report", "own")
    assert (own / "clause.txt").read_bytes() == before
    assert cli("reduce", "f.1in3", "--gadgets", "own", "-o", "own/board.json").code == 0


# -- what stays allowed -----------------------------------------------------------------------------------------


def test_streams_and_devices_are_nobodys_files(cli: Cli):
    start = hexagon()
    save_walk(cli.folder, start, legal_walk(start, 2))
    text = (cli.folder / "start.json").read_text()
    assert cli("shuffle", "-", "-o", "-", stdin=text).code == 0
    assert cli("shuffle", "start.json", "-o", "/dev/null").code == 0
    for name in ("/dev/null", "/dev/stdout"):
        done = cli("play-out", "x.json", "start.json", "-o", name, "--target", name, "--picture", name)
        assert "are the same file" not in done.err
    assert cli("reconfigure", "start.json", "start.json", "-o", "plan.json").code == 0
    assert cli("replay", "start.json", "plan.json", "--target", "start.json").code == 0


def test_folders_that_cannot_be_read_are_named_as_usual(cli: Cli):
    written(cli.folder, "f.1in3")
    for name in ("nowhere", "f.1in3"):
        assert f"{name}: no such folder" in cli.refuses("reduce", "f.1in3", "--gadgets", name, "-o", "board.json")


def test_an_output_may_be_written_again(cli: Cli):
    start = hexagon()
    save_walk(cli.folder, start, legal_walk(start, 2))
    for _ in range(2):
        assert cli("shuffle", "start.json", "-o", "other.json").code == 0
        assert cli("survey", "start.json", "-o", "start").code == 0


def test_completion_looks_at_no_files(cli: Cli):
    written(cli.folder, "x.json")
    from click.shell_completion import ShellComplete

    from gourds.cli.app import app

    found = ShellComplete(app, {}, "gourds", "_GOURDS_COMPLETE").get_completions(
        ["solve", "x.json", "-o", "x.json"], ""
    )
    assert isinstance(found, list)
