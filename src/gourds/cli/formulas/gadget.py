"""``gourds gadget``: gadgets of one's own on the drawing board."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final

import click

from gourds.api.formulas.gadgets import gadget
from gourds.cli.formulas.gadget_words import show_study
from gourds.cli.options import OUT, flag, json_option, option, output_option, time_limit_option
from gourds.cli.paths import InputFile
from gourds.cli.printing import print_json, write_picture
from gourds.errors import Fault, InputError
from gourds.reductions.gadgets.study import TIME_LIMIT, Study, find_files
from gourds.render.files import picture_file, picture_form
from gourds.terminal import clear_screen, echo, style

POLL: Final = 0.3
"""Seconds between two looks at the files."""


@click.command("gadget")
@click.argument("files", nargs=-1, required=True, type=InputFile(with_content=True), metavar="FILE…")
@output_option("Write a picture of it all; the ending chooses SVG, PNG or HTML.")
@option("--report PAGE", OUT, "Write words, tables and pictures to one HTML page.")
@flag("--watch", "Look again whenever a file changes, until Ctrl-C.")
@time_limit_option(
    "For everything; coverings that take too long to list are counted by a transfer matrix.",
    TIME_LIMIT,
)
@json_option()
def command(
    files: tuple[str, ...],
    output: str | None,
    report: str | None,
    watch: bool,
    time_limit: float,
    as_json: bool,
) -> int:
    """Draw a gadget, list all it can do, say what is off, and suggest what would make it work.

    FILE is variable.txt, clause.txt, both, or a folder with them. A gadget that is not given is taken from the same
    folder, or else from the paper. Files with faults are drawn as far as they can be read.

    Exit code 0: right for every cubic formula, by the five conditions. 1: not proved; every broken condition is shown
    with a covering that breaks it, and the smallest board that fails with its assignment. 2: a drawing has faults.

    \b
    Examples:
      gourds gadget my-gadgets/
      gourds gadget clause.txt --watch
      gourds gadget my-gadgets/ --report gadgets.html -o gadgets.svg
    """
    if watch and (as_json or "-" in files):
        raise click.UsageError("--watch looks at files and is for people: neither --json nor '-' go with it")
    if output is not None:
        picture_form(output)
    if watch:
        return _watch(files, output, report, time_limit)
    found = _look(files, output, report, time_limit)
    if as_json:
        print_json(found.to_json())
    elif "-" not in (output, report):
        show_study(found)
    raise_faults(found)
    return 0 if found else 1


def _look(files: tuple[str, ...], output: str | None, report: str | None, time_limit: float) -> Study:
    """Study the gadgets, and write what was asked for."""
    from gourds.render.figure.study import study_figure

    found = gadget(files, time_limit=time_limit, report=report)
    if output is not None:
        write_picture(output, picture_file(study_figure(found), picture_form(output), title="gadgets"))
    return found


def raise_faults(found: Study) -> None:
    """Raises InputError if a file has faults, or the two do not go together."""
    for sheet in found.sheets:
        if sheet.draft.faults:
            raise InputError(sheet.draft.faults, sheet.file)
    if found.faults:
        raise InputError([Fault("", fault.reason) for fault in found.faults], found.sheets[0].file)


# -- watching -------------------------------------------------------------------------------------------------


def _watch(files: tuple[str, ...], output: str | None, report: str | None, time_limit: float) -> int:
    """Look at the files again and again; an interrupt is the way to end it."""
    find_files(files)  # a folder without gadgets is refused at once
    try:
        seen: object = None
        while True:
            now = _stamps(files)
            if now != seen:
                seen = now
                _show(files, output, report, time_limit)
            time.sleep(POLL)
    except KeyboardInterrupt:
        echo("")
        return 0


def _show(files: tuple[str, ...], output: str | None, report: str | None, time_limit: float) -> None:
    try:
        found = _look(files, output, report, time_limit)
    except InputError as error:
        clear_screen()
        echo(style(str(error), fg="red"))
    else:
        clear_screen()
        show_study(found, is_short=True)
    echo(style("watching; Ctrl-C ends it", dim=True))


def _stamps(files: tuple[str, ...]) -> list[tuple[str, int, int]]:
    """Name, time and size of every file that matters: those that are named, and those beside them."""
    found = []
    for path in map(Path, files):
        folder = path if path.is_dir() else path.parent
        names = {path, folder / "variable.txt", folder / "clause.txt"} - {folder}
        for name in sorted(names):
            try:
                state = os.stat(name)
            except OSError:
                continue
            found.append((str(name), state.st_mtime_ns, state.st_size))
    return found
