"""``gourds play-out``: the colored puzzle from beginning to end."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import click

from gourds.cli.common import (
    FILE,
    Progress,
    bad,
    counted,
    good,
    json_option,
    output_option,
    print_hint,
    print_json,
    print_rows,
)
from gourds.cli.info_positions import spell_kinds
from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.files import load_configuration, load_instance, load_placement, save, save_plan
from gourds.files.raw import display_name, write_bytes
from gourds.instance import Instance
from gourds.placement import Placement, placement_faults

if TYPE_CHECKING:
    from gourds.reconfigure.playing import PlayedOut

ALGORITHMS = click.Choice(["best", "cubic", "quadratic", "shortest"])
INLINE = 10_000
"""Plans of at most so many moves are part of the JSON answer."""


@click.command("play-out")
@click.argument("instance", type=FILE)
@click.argument("start", type=FILE)
@click.option("--placement", type=FILE, metavar="P", help="Aim for this placement only.")
@click.option("--algorithm", type=ALGORITHMS, default="best", show_default=True, help="How to look for a plan.")
@click.option(
    "--time-limit", type=click.FloatRange(0, min_open=True), metavar="SECONDS", help="Stop with the best plan so far."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of all random choices.")
@output_option("Write the plan there, under a name .walk in one letter for each move.")
@click.option("--target", "target_file", type=FILE, metavar="OUT", help="Write the solved position there.")
@click.option("--picture", type=FILE, metavar="OUT", help="Show the plan there: .html, .svg, .png or .txt.")
@json_option()
def command(
    instance: str,
    start: str,
    placement: str | None,
    output: str | None,
    target_file: str | None,
    picture: str | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Solve the colored puzzle INSTANCE from the configuration START; exit code 1 if that cannot be done.

    The gourds of START have colors, as many of each kind as the budgets of INSTANCE say; 'gourds shuffle INSTANCE'
    makes such a start. Every end shall come to lie on a cell of its color. Which of the placements to aim for, and
    which of the equal gourds goes where, is chosen so that few moves are needed.

    'best' proves on boards of up to some 25 cells that no solution is shorter, if time allows, and looks for short
    ones elsewhere; 'shortest' does nothing but prove. 'cubic' and 'quadratic' go to the nearest target by the paper's
    algorithms. Every plan is replayed, and its end compared with INSTANCE.

    \b
    Examples:
      gourds shuffle puzzle.json --seed 1 -o start.json
      gourds play-out puzzle.json start.json -o plan.json
      gourds play-out puzzle.json start.json --target solved.json --picture plan.html
      gourds play-out puzzle.json start.json --placement placement.json --time-limit 30 --json
    """
    from gourds.reconfigure.playing import play_out

    if sum(name == "-" for name in (output, target_file, picture)) + as_json > 1:
        raise click.UsageError("only one of -o -, --target -, --picture - and --json can have standard output")
    if picture is not None:
        from gourds.render.plan_files import plan_form

        plan_form(picture)
    puzzle, first, aimed = _load(instance, start, placement)
    progress = Progress(quiet=as_json)
    try:
        found = play_out(puzzle, first, placement=aimed, say=progress.say, **options)
    finally:
        progress.clear()
    _write(found, first, output, target_file, picture)
    if as_json:
        print_json(_answer(found, first, inline=output is None))
    else:
        _show(found, (instance, start), placement, output, target_file, is_piped="-" in (output, target_file, picture))
    return 1 if found.status in ("infeasible", "impossible") else 0


def _load(instance: str, start: str, placement: str | None) -> tuple[Instance, Configuration, Placement | None]:
    """The files, and whether they go together."""
    from gourds.reconfigure.aims import start_faults

    puzzle, first = load_instance(instance), load_configuration(start)
    if faults := start_faults(puzzle, first):
        raise InputError(faults, display_name(start))
    if placement is None:
        return puzzle, first, None
    aimed = load_placement(placement)
    if faults := placement_faults(puzzle, aimed):
        raise InputError(faults, display_name(placement))
    return puzzle, first, aimed


def _write(
    found: PlayedOut, start: Configuration, output: str | None, target_file: str | None, picture: str | None
) -> None:
    """The files that were asked for, if there is a plan."""
    if found.walk is None or found.target is None:
        return
    if output is not None:
        save_plan(start, found.walk, output)
    if target_file is not None:
        save(found.target, target_file)
    if picture is not None:
        from gourds.render.plan_files import plan_picture

        write_bytes(picture, plan_picture(start, found.walk, picture))


def _answer(found: PlayedOut, start: Configuration, *, inline: bool) -> dict[str, Any]:
    """The answer as plain JSON, with the plan in full if it is not too long."""
    from gourds.reconfigure.answers import plan_document, playing_answer

    walk = found.walk
    is_shown = walk is not None and inline and len(walk) <= INLINE
    return playing_answer(found, plan_document(start, walk) if walk is not None and is_shown else None)


def _show(
    found: PlayedOut,
    names: tuple[str, str],
    placement: str | None,
    output: str | None,
    target_file: str | None,
    *,
    is_piped: bool,
) -> None:
    """The answer for people; on standard error where standard output holds a file."""
    words = {"found": good, "impossible": bad, "infeasible": bad}
    status = words.get(found.status, str)(click.style(found.status, bold=True))
    free = "whichever the target" if placement is None else "whichever of equal gourds goes where"
    walk = found.walk
    what = f": {counted(len(walk), 'move')}" if walk is not None else ""
    click.echo(f"{status}{what} in {found.time_s:.3f} s by {found.algorithm}", err=is_piped)
    rows = [("because", found.reason)] if found.reason else []
    if walk is not None and found.target is not None:
        rows.append(("kinds", spell_kinds(walk.kind_counts())))
        bound = f"not proven; at least {counted(found.lower_bound, 'move')} are needed, {free}"
        rows.append(("shortest", good(f"yes, proven, {free}") if found.is_shortest else bound))
        rows.append(("targets", f"{counted(found.targets_tried, 'placement')} aimed for"))
        rows.append(("solved", f"every end on a cell of its color, replayed; {found.target.empty_cell} is empty"))
    print_rows(rows, err=is_piped)
    puzzle, start = (shlex.quote(name) for name in names)
    if walk is None:
        if found.status == "infeasible":
            print_hint(f"gourds explain {puzzle}")
        elif found.status == "unknown":
            print_hint("try a larger --time-limit, or --algorithm quadratic")
    elif output is None:
        aimed = f" --placement {shlex.quote(placement)}" if placement is not None else ""
        print_hint(f"gourds play-out {puzzle} {start}{aimed} -o plan.json --target solved.json --picture plan.html")
    elif output != "-":
        plan = shlex.quote(output)
        aimed = f" --target {shlex.quote(target_file)}" if target_file not in (None, "-") else ""
        print_hint(f"gourds replay {start} {plan}{aimed}")
        print_hint(f"gourds draw {start} {plan} -o plan.html")
