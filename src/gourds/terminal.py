"""The one place that prints text for people.

Names in files can be any text: a color may hold a line break, a carriage return or a sequence that steers the
terminal. So a call prints one line, and in it everything that is not printable is escaped, wherever it came from. Only
the codes that :func:`style` added pass. They are marked with a key that is drawn when the program starts, and
which no file can know.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterable
from typing import Any, Final, Self, TextIO

import click

from gourds.errors import one_line

_KEY: Final = os.urandom(8).hex()
_CODE: Final = re.compile(rf"{_KEY}(\[[0-9;]*m)")


def style(text: str, **look: Any) -> str:
    """The text with the looks that ``click.style`` knows: colors, bold, dim. For :func:`echo` alone."""
    before, after = click.style("|", **look).replace("\x1b", _KEY).split("|")
    return f"{before}{text}{after}"


def echo(text: str = "", *, err: bool = False, file: TextIO | None = None, color: bool | None = None) -> None:
    """Print one line, on standard output unless told otherwise."""
    click.echo(_shown(text), err=err, file=file, color=color)


def echo_lines(lines: Iterable[str], *, err: bool = False) -> None:
    """Print several lines; what a single one of them holds stays in it."""
    for line in lines:
        echo(line, err=err)


def _shown(text: str) -> str:
    parts = _CODE.split(text)  # text and code in turn
    return "".join(f"\x1b{part}" if k % 2 else one_line(part) for k, part in enumerate(parts))


class StatusLine:
    """A line that says how far it is and is replaced by the next one; shown on terminals only.

    As a context it removes itself at the end.
    """

    def __init__(self, *, quiet: bool = False, file: TextIO | None = None) -> None:
        self.file = file or sys.stderr
        self.on = not quiet and self.file.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def say(self, text: str, **look: Any) -> None:
        """Show the text in place of the last one, cut to the width of the terminal."""
        if self.on:
            self.clear()
            room = max(shutil.get_terminal_size().columns - 1, 10)  # a longer line would not be cleared
            cut = one_line(text)[:room]
            click.echo(_shown(style(cut, **look)) if look else cut, file=self.file, nl=False)

    def clear(self) -> None:
        """Remove the line."""
        if self.on:
            self.file.write("\r\x1b[K")
            self.file.flush()


def clear_screen() -> None:
    """Begin again at the top, on terminals only."""
    if sys.stdout.isatty():
        click.clear()
