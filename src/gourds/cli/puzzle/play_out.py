"""``gourds play-out``: the colored puzzle from beginning to end."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import click

from gourds.cli.options import FILE, JSON_OUT, OUT, json_option, option
from gourds.cli.printing import counted, print_hint, print_json, print_rows
from gourds.cli.puzzle.planning import (
    hint_at_unknown,
    inline_plan,
    load_start,
    plan_option,
    plan_rows,
    planning,
    planning_options,
    show_status,
)
from gourds.configuration import Configuration
from gourds.errors import InputError
from gourds.files import load_instance, load_placement, save, save_plan
from gourds.files.raw import display_name, naming, write_bytes
from gourds.instance import Instance
from gourds.moves import Walk
from gourds.placement import Placement, placement_faults

if TYPE_CHECKING:
    from gourds.reconfigure.colored.playing import PlayedOut


@click.command("play-out")
@click.argument("instance", type=FILE)
@click.argument("start", type=FILE)
@option("--placement P", FILE, "Aim for this placement only.")
@planning_options()
@plan_option()
@option("--target OUT", JSON_OUT, "Write the solved position there.", name="target_file")
@option("--picture OUT", OUT, "Show the plan there: .html, .svg, .png or .txt.")
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
    makes such a start. The goal is that every end lies on a cell of its color. The placement to aim for, and which of
    several equal gourds goes where, are chosen so that few moves are needed.

    'best' proves on boards of up to some 25 cells that no solution is shorter, if time allows, and looks for short
    ones elsewhere; 'shortest' does nothing but prove. All other algorithms go to the nearest target. Every plan is
    replayed, and its end compared with INSTANCE.

    \b
    Examples:
      gourds shuffle puzzle.json --seed 1 -o start.json
      gourds play-out puzzle.json start.json -o plan.json
      gourds play-out puzzle.json start.json --target solved.json --picture plan.html
      gourds play-out puzzle.json start.json --placement placement.json --time-limit 30 --json
    """
    from gourds.api.puzzle import play_out
    from gourds.reconfigure.answers import playing_answer

    if sum(name == "-" for name in (output, target_file)) + as_json > 1:
        raise click.UsageError("only one of -o -, --target - and --json can have standard output")
    if picture is not None:
        from gourds.render.plan.files import plan_form

        plan_form(picture)
    puzzle, first, aimed = _load(instance, start, placement)
    with planning(instance, quiet=as_json) as say:
        found = play_out(puzzle, first, placement=aimed, say=say, **options)
    if found.walk is not None and output is not None:
        save_plan(first, found.walk, output)
    if found.target is not None and target_file is not None:
        save(found.target, target_file)
    if as_json:
        print_json(playing_answer(found, inline_plan(first, found.walk, output)))
    else:
        _show(found, (instance, start), placement, output, target_file)
    if found.walk is not None and picture is not None:
        # Last: if the plan is too long for this kind of picture, the other files are written all the same.
        _draw(puzzle, first, found.walk, picture)
    return 1 if found.status in ("infeasible", "impossible") else 0


def _load(instance: str, start: str, placement: str | None) -> tuple[Instance, Configuration, Placement | None]:
    """The values in the files, checked to belong together."""
    puzzle = load_instance(instance)
    first = load_start(puzzle, start)
    if placement is None:
        return puzzle, first, None
    aimed = load_placement(placement)
    if faults := placement_faults(puzzle, aimed):
        raise InputError(faults, display_name(placement))
    return puzzle, first, aimed


def _draw(instance: Instance, start: Configuration, walk: Walk, picture: str) -> None:
    """The plan as a page, an animation, a contact sheet or text."""
    from gourds.render.plan.files import plan_picture

    with naming(picture):
        write_bytes(picture, plan_picture(start, walk, picture, instance=instance))


def _show(
    found: PlayedOut, names: tuple[str, str], placement: str | None, output: str | None, target_file: str | None
) -> None:
    """The answer for people; on standard error where standard output holds a file."""
    is_piped = "-" in (output, target_file)
    show_status(found, err=is_piped)
    rows = plan_rows(found, ", whichever the target" if placement is None else ", whichever of equal gourds goes where")
    if found.target is not None:
        rows.append(("targets", f"{counted(found.targets_tried, 'placement')} aimed for"))
        rows.append(("solved", f"every end on a cell of its color, replayed; {found.target.empty_cell} is empty"))
    print_rows(rows, err=is_piped)
    puzzle, start = (shlex.quote(name) for name in names)
    if found.walk is None:
        if found.status == "infeasible":
            print_hint(f"gourds explain {puzzle}")
        hint_at_unknown(found)
    elif output is None:
        aimed = f" --placement {shlex.quote(placement)}" if placement is not None else ""
        print_hint(f"gourds play-out {puzzle} {start}{aimed} -o plan.json --target solved.json --picture plan.html")
    elif output != "-":
        plan = shlex.quote(output)
        aimed = f" --target {shlex.quote(target_file)}" if target_file not in (None, "-") else ""
        print_hint(f"gourds replay {start} {plan}{aimed}")
        print_hint(f"gourds draw {start} {plan} --instance {puzzle} -o plan.html")
