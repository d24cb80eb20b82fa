"""``gourds levels``: packs of puzzles to play, listed, made by a seed, or checked."""

from __future__ import annotations

import os
import shlex
from typing import Any

import click

from gourds.cli.options import PLACE, WHOLE, flag, json_option, option, output_option, seed_option
from gourds.cli.paths import INPUT_FOLDER, claim
from gourds.cli.printing import bad, counted, good, print_hint, print_json, print_rows
from gourds.cli.telling import telling
from gourds.reconfigure.levels.packs import PACKS
from gourds.terminal import echo


@click.command("levels")
@click.argument("folder", required=False, type=INPUT_FOLDER)
@option("--pack", click.Choice(list(PACKS)), "Make this pack; by default all of them.", multiple=True)
@seed_option("Seed of the levels that are made.", WHOLE)
@output_option("The folder to write packs to, with their list.", PLACE)
@flag("--check", "Check every level: replay its plan, prove its par again.")
@flag("--replay-only", "With --check: only replay, which takes seconds.")
@json_option()
def command(
    folder: str | None,
    pack: tuple[str, ...],
    seed: int,
    output: str | None,
    check: bool,
    replay_only: bool,
    as_json: bool,
) -> int:
    """Packs of levels: puzzles with a start, a goal, and the proved length of a shortest solution, their par.

    Bare, it lists the packs that the workbench plays, or those in FOLDER. With -o it makes packs; the same seed gives
    the same bytes. With --check it replays every plan and proves every par again.

    \b
    Examples:
      gourds levels
      gourds levels --pack first-steps --seed 7 -o packs
      gourds levels --check
    """
    if check and (pack or output is not None):
        raise click.UsageError("--check takes a folder of packs and nothing else")
    if replay_only and not check:
        raise click.UsageError("--replay-only goes with --check")
    if pack and output is None:
        raise click.UsageError("Missing option '-o': the folder for the packs that are made.")
    if output == "-":
        raise click.UsageError("-o is a folder, not standard output")
    if check:
        return _check(folder, replay_only, as_json)
    from gourds.api.levels import levels

    if output is not None:
        claim(*(os.path.join(output, name) for name in ("index.json", *(PACKS[key].file for key in pack or PACKS))))
    with telling(quiet=as_json) as tell:
        index = levels(folder, pack=pack, seed=seed, output=output, tell=tell)
    if as_json:
        print_json(index)
        return 0
    print_rows((row["title"], _line(row)) for row in index["packs"])
    if output is not None:
        print_hint(f"gourds levels {shlex.quote(output)} --check")
    elif folder is None:
        print_hint("gourds serve    plays them")
    return 0


def _line(row: dict[str, Any]) -> str:
    least, most = row["shortest"]
    return f"{counted(row['levels'], 'level')} of {least} to {most} moves. {row['description']}"


def _check(folder: str | None, replay_only: bool, as_json: bool) -> int:
    from gourds.api.levels import check_levels

    with telling(quiet=as_json) as tell:
        found = check_levels(folder, replay_only=replay_only, tell=tell)
    if as_json:
        faults = [{"place": fault.place, "reason": fault.reason} for fault in found.faults]
        print_json({"levels": found.levels, "proved": found.proved, "valid": bool(found), "faults": faults})
        return 0 if found else 1
    for fault in found.faults:
        echo(bad(str(fault)))
    proved = "replayed" if replay_only else f"replayed; the pars of {found.proved:,} proved again"
    if found:
        echo(good(f"{counted(found.levels, 'level')} {proved}"))
    return 0 if found else 1
