"""The files that a command reads and writes, as types of its parameters.

An output that is also an input would overwrite it, and of two outputs with one name only the last would remain. Both
are refused before the command begins. As the command line is parsed, the types note every file in the command's
context; the second use of a file is refused. Two names mean one file if they lead to the same path when all links are
followed, or to the same file on disk. ``-``, devices and pipes are exempt.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Hashable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import click

from gourds.errors import InputError

_STREAMS: Final = ("/dev/std", "/dev/fd/", "/proc/")
"""Names of streams; which file is behind them is up to the shell."""


@dataclass
class _Noted:
    """The role of each file of a command, by its identity."""

    inputs: dict[Hashable, str] = field(default_factory=dict)
    outputs: dict[Hashable, str] = field(default_factory=dict)


class InputFile(click.Path):
    """A file to read. Our own reader opens it, so that all faults are reported alike.

    If ``with_content``, it may be a folder too: then no file in it may be an output.
    """

    def __init__(
        self, *, allow_dash: bool = True, with_content: bool = False, path_type: type[Path] | None = None
    ) -> None:
        super().__init__(allow_dash=allow_dash, path_type=path_type)
        self.with_content = with_content

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path, noted as an input."""
        path: Any = super().convert(value, param, ctx)
        if ctx is not None and not ctx.resilient_parsing:
            _note_inputs(ctx, _role(param), [value])
            if self.with_content and os.path.isdir(value):
                with suppress(OSError):  # the reader will report what is wrong
                    _note_inputs(ctx, _role(param), [os.path.join(value, name) for name in os.listdir(value)])
        return path


INPUT_FOLDER = InputFile(allow_dash=False, with_content=True)
"""A folder to read from."""


class OutputFile(click.Path):
    """A file to write. If it cannot be written, the command says so before the work begins, not after it."""

    def __init__(
        self, *, may_be_drawing: bool = True, folder_is_made: bool = False, path_type: type[Path] | None = None
    ) -> None:
        super().__init__(allow_dash=True, path_type=path_type)
        self.may_be_drawing = may_be_drawing
        self.folder_is_made = folder_is_made

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path, checked and noted as an output."""
        from gourds.files import check_json_name
        from gourds.files.raw import check_output

        path: Any = super().convert(value, param, ctx)
        if ctx is not None and not ctx.resilient_parsing:
            if not self.may_be_drawing:
                check_json_name(path)
            if not self.folder_is_made:
                check_output(path)
            _note_outputs(ctx, _role(param), [value])
        return path


class OutputPlace(click.Path):
    """A folder to write to, or a name from which others are made. The command calls :func:`claim` for the files."""


def claim(*paths: str | os.PathLike[str]) -> None:
    """Note files that the command is going to write. Raises InputError if one is read, or is another output."""
    _note_outputs(click.get_current_context(), "the output", paths)


def _role(param: click.Parameter | None) -> str:
    """What help calls the parameter: '-o', 'FILE'."""
    if isinstance(param, click.Argument):
        return param.human_readable_name.strip("[]()…")
    return param.opts[0] if param is not None else "the file"


def _noted(ctx: click.Context) -> _Noted:
    found = ctx.meta.setdefault("gourds.files", _Noted())
    assert isinstance(found, _Noted)
    return found


def _note_inputs(ctx: click.Context, role: str, paths: Iterable[str | os.PathLike[str]]) -> None:
    noted = _noted(ctx)
    for path in paths:
        name = f"{role} {os.fspath(path)}"
        for key in _keys(path):
            if key in noted.outputs:
                _refuse(noted.outputs[key], name, "what is read would be overwritten")
            noted.inputs.setdefault(key, name)


def _note_outputs(ctx: click.Context, role: str, paths: Iterable[str | os.PathLike[str]]) -> None:
    noted = _noted(ctx)
    new: dict[Hashable, str] = {}
    for path in paths:
        name = f"{role} {os.fspath(path)}"
        for key in _keys(path):
            if key in noted.inputs:
                _refuse(name, noted.inputs[key], "what is read would be overwritten")
            if key in noted.outputs:
                _refuse(name, noted.outputs[key], "one would overwrite the other")
            new[key] = name
    noted.outputs |= new


def _refuse(output: str, other: str, loss: str) -> None:
    raise InputError(f"{output} and {other} are the same file: {loss}")


def _keys(path: str | os.PathLike[str]) -> list[Hashable]:
    """The identity of a file: its path with all links followed, and its number on disk if it exists."""
    name = os.fspath(path)
    if name == "-" or name.startswith(_STREAMS):
        return []
    try:
        real = os.path.realpath(name)
        found = os.stat(name)
    except FileNotFoundError:
        return [real]
    except (OSError, ValueError):  # the code that opens it will report what is wrong
        return []
    if stat.S_ISREG(found.st_mode):
        return [real, (found.st_dev, found.st_ino)]
    return [real] if stat.S_ISDIR(found.st_mode) else []
