"""``gourds harden``: search for boards between two brackets of difficulty."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gourds.cli.comparing.bench import CLUSTER, JOBS, need_one_place
from gourds.cli.options import COUNT, WHOLE, json_option, option, plugin_option
from gourds.cli.paths import OutputPlace
from gourds.cli.printing import bad, counted, good, print_hint, print_json
from gourds.terminal import echo

if TYPE_CHECKING:
    from gourds.hardness.hardening import Hardening

_FOLDER = OutputPlace(file_okay=False, path_type=Path)


@click.command("harden")
@option(
    "--hard-for NAME:SECONDS",
    str,
    "Who must fail, and the seconds for it; may be repeated, then all must fail. Default: minisat:60.",
    multiple=True,
)
@option("--solved-by NAME:SECONDS", str, "Who must succeed, with evidence. Default: any:3600.")
@option("--count N", COUNT, "How many instances are wanted. Default: 20.")
@option("--budget TIME", str, "For the whole search: 90s, 30m, 2h. Default: 30m.")
@option("--max-cells N", COUNT, "The largest boards. Default: 3000.")
@option("--feasible SHARE", click.FloatRange(0, 1), "Share of feasible ones. Default: 0.5.")
@option("--family NAME", str, "Only these families; may be repeated.", multiple=True)
@option("--seed", WHOLE, "The first seed of the families. Default: 0.")
@plugin_option("Load these solvers; they are code.")
@option("-o, --output FOLDER", _FOLDER, "Where everything goes; a search in it goes on.")
@option("--resume FOLDER", _FOLDER, "Go on with the search in a folder, as it was asked for.")
@JOBS
@CLUSTER
@json_option()
def command(output: Path | None, resume: Path | None, as_json: bool, **asked: Any) -> int:
    """Search for boards that one solver does not decide in time and another one does, the smallest first.

    The names are those of 'gourds solvers', and 'minisat' and 'any'. Answers are checked: placements and certificates.
    The folder holds the instances with their evidence, MANIFEST.toml, map.svg, report.html, and the store of all runs.
    It can be killed at any moment; the same command again goes on. Exit code 1 if not all was found within the budget.

    \b
    Examples:
      gourds harden --hard-for minisat:60 --solved-by any:3600 --count 20 --budget 30m -o hard/
      gourds harden --hard-for sat:cadical195:10 --solved-by auto:60 --count 4 --family hexagon -o hexagons/
      gourds harden --resume hard/ --budget 10m
    """
    from gourds.api.comparing.hardening import harden
    from gourds.hardness.hardening import read_search
    from gourds.hardness.progress import HardProgress

    if (output is None) == (resume is None):
        raise click.UsageError("either -o FOLDER for a search, or --resume FOLDER to go on with one")
    need_one_place(asked)
    told = {key: value for key, value in asked.items() if value not in (None, ())}
    folder = output
    if resume is not None:
        old = read_search(resume)
        _refuse_commands(resume, old, told)
        old["family"] = old.pop("families")
        told, folder = {**old, **told}, resume
    assert folder is not None
    watcher = HardProgress(told.get("count", 20))
    found = harden(folder, **told, watcher=watcher, partial=True)
    if as_json:
        print_json(found.to_json())
    else:
        _show(found)
    if found.interrupted:
        echo("interrupted; what was done is kept", err=True)
        print_hint(f"gourds harden --resume {found.folder}")
        return 130
    return 1 if found.missing else 0


def _refuse_commands(folder: Path, old: dict[str, Any], told: dict[str, Any]) -> None:
    """Raises InputError if a folder names a program that the user has not named: a folder may come from anywhere."""
    from gourds.errors import InputError, quoted
    from gourds.solvers.external.recipe import is_command

    for key, texts in (("hard_for", old["hard_for"]), ("solved_by", [old["solved_by"]])):
        named = [text for text in texts if is_command(str(text).rpartition(":")[0])]
        if named and key not in told:
            option = f"--{key.replace('_', '-')}"
            words = f"runs another program, {quoted(named[0])}; if you trust it, name it again with {option}"
            raise InputError(words, str(folder))


def _show(found: Hardening) -> None:
    from gourds.bench.run.progress import clock

    rows = [("file", "cells", "verdict", "evidence", "solved by")]
    for file, one in zip(found.files, found.found, strict=True):
        solver = f"{one.answered_by.partition(' ')[0]} in {one.answer.seconds:.2f} s"
        rows.append((file, f"{one.cells:,}", one.verdict, one.answer.certificate or "placement", solver))
    if len(rows) > 1:
        widths = [max(len(row[k]) for row in rows) for k in range(5)]
        for row in rows:
            shown = (
                text.rjust(n) if k == 1 else text.ljust(n) for k, (text, n) in enumerate(zip(row, widths, strict=False))
            )
            echo("  ".join(shown).rstrip())
    echo(f"{found.folder}: {counted(len(found.found), 'board')}, {found.question}")
    echo(f"  {counted(found.ran, 'run')} in {clock(found.time_s)}, {found.runs:,} in the whole search")
    if not found.missing:
        echo(good("all that was wanted has been found"))
    else:
        lacking = " and ".join(f"{number:,} {verdict}" for verdict, number in sorted(found.missing.items()))
        echo(bad(f"not found in time: {lacking}"))
        for reason, number in sorted(found.reasons.items(), key=lambda pair: -pair[1]):
            echo(f"  {counted(number, 'track')}: {reason}", err=True)
        print_hint(f"gourds harden --resume {found.folder} --budget 1h    goes on")
    if found.found:
        print_hint(f"gourds pack {found.folder} --for satcomp -o submission/")
        print_hint(f"{found.folder}/report.html and {found.folder}/map.svg show what was tried")
