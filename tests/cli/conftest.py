"""What the tests of the commands share: a command line in this process, and one in a process of its own."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from gourds.cli.app import run
from tests.conftest import Gourds


@dataclass(frozen=True)
class Done:
    """What a command did."""

    code: int
    out: str
    err: str


class Cli:
    """``cli(*args)`` runs a command in this process, in a folder of its own."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder, self.capsys, self.monkeypatch = folder, capsys, monkeypatch

    def __call__(self, *args: object, stdin: str = "") -> Done:
        self.capsys.readouterr()
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = run([str(arg) for arg in args])
        printed = self.capsys.readouterr()
        return Done(code, printed.out, printed.err)

    def names(self) -> Sequence[str]:
        """What is in the folder, apart from what Python itself keeps of a plugin."""
        return sorted(path.name for path in self.folder.iterdir() if path.name != "__pycache__")

    def refuses(self, *args: object, stdin: str = "") -> str:
        """The one line of a command that refuses its input; nothing is written."""
        before = self.names()
        done = self(*args, stdin=stdin)
        assert done.code == 2, done
        assert done.out == ""
        assert done.err.count("\n") == 1
        assert done.err.startswith("gourds: ")
        assert self.names() == before
        return done.err


@pytest.fixture
def cli(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Runs commands in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return Cli(tmp_path, capsys, monkeypatch)


@pytest.fixture
def process(gourds: Gourds) -> Gourds:
    """``process(*args)`` runs a command in a process of its own: for what only a process shows."""
    return gourds


@pytest.fixture
def folder(cli: Cli) -> Path:
    """The folder with formulas, the board of the cubic one, and its assignment."""
    from tests.cli.reduction_commands import write_formulas

    write_formulas(cli.folder)
    return cli.folder
