"""No name in a file, and no name of a file, forges a line of output or reaches the terminal as anything but text."""

from __future__ import annotations

import re
import xml.dom.minidom
from pathlib import Path

import click
import pytest

from tests.cli.all_commands import all_commands
from tests.cli.conftest import Cli
from tests.cli.hostile_files import COMMANDS, EVIL, FORGED, write_hostile_files

STYLE = re.compile(r"\x1b\[(?:0|1|2|3[0-7])m")
"""The codes that we use ourselves; 41, a red background, is none of them."""


def assert_harmless(text: str) -> None:
    """Only printable characters in lines that nobody forged."""
    plain = STYLE.sub("", text)
    assert not [char for char in plain if not char.isprintable() and char != "\n"], ascii(plain)
    assert not [line for line in plain.splitlines() if line.strip().startswith(FORGED)]


@pytest.fixture
def hostile(cli: Cli) -> Cli:
    """A folder full of hostile files."""
    write_hostile_files(cli.folder)
    return cli


def run_all(cli: Cli, words: str) -> None:
    for args in COMMANDS[words]:
        done = cli(*words.split(), *args)
        assert done.code != 70, (args, done.err)
        assert_harmless(done.out)
        assert_harmless(done.err)


def test_every_command_that_takes_a_file_is_tried():
    taking = {
        words
        for words, command in all_commands()
        for param in command.params
        if isinstance(param.type, click.Path) and not words.startswith(("generate", "formula"))
    }
    assert taking <= set(COMMANDS)


@pytest.mark.parametrize("words", [words for words in COMMANDS if not words.startswith("bench")])
@pytest.mark.parametrize("colored", [False, True])
def test_output(hostile, words, colored, monkeypatch):
    if colored:
        monkeypatch.setattr("gourds.cli.app._color", lambda: True)
    run_all(hostile, words)


def test_output_of_campaigns(hostile):
    for words in ("bench run", "bench resume", "bench report", "bench compare", "bench import", "bench export"):
        run_all(hostile, words)
    for page in hostile.folder.glob("*.html"):
        assert_page(page)


@pytest.mark.parametrize("words", ["draw", "count", "explain", "maximize", "play-out", "crosscheck"])
def test_pictures_and_pages(hostile, words):
    given = set(hostile.folder.rglob("*"))
    run_all(hostile, words)
    written = set(hostile.folder.rglob("*")) - given
    pages = [path for path in written if path.suffix in (".svg", ".html", ".txt")]
    assert pages
    for page in pages:
        assert_page(page)


def assert_page(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not [char for char in text if not char.isprintable() and char not in "\n\u200d"], path
    assert path.suffix == ".txt" or "<b>&" not in text
    if path.suffix == ".svg":
        xml.dom.minidom.parseString(text)


def test_an_internal_error_is_one_line(hostile, monkeypatch):
    def broken(path: str) -> None:
        raise ZeroDivisionError(EVIL)

    monkeypatch.setattr("gourds.cli.instances.info.load", broken)
    monkeypatch.setenv("GOURDS_DEBUG", "1")
    done = hostile("info", "x")
    assert done.code == 70
    assert_harmless(done.err)
