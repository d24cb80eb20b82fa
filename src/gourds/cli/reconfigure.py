"""``gourds reconfigure``: from one configuration to another."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
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
from gourds.files import load_configuration, save_plan
from gourds.files.raw import display_name

if TYPE_CHECKING:
    from gourds.reconfigure.planning import Reconfiguration

ALGORITHMS = click.Choice(["best", "cubic", "quadratic", "shortest"])
INLINE = 10_000
"""Plans of at most so many moves are part of the JSON answer."""


@click.command("reconfigure")
@click.argument("start", type=FILE)
@click.argument("target", type=FILE)
@click.option("--algorithm", type=ALGORITHMS, default="best", show_default=True, help="How to look for a plan.")
@click.option(
    "--time-limit", type=click.FloatRange(0, min_open=True), metavar="SECONDS", help="Stop with the best plan so far."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of all random choices.")
@click.option("--no-polish", is_flag=True, help="Leave the plan as the algorithm found it.")
@output_option("Write the plan there, under a name .walk in one letter for each move.")
@json_option()
def command(start: str, target: str, no_polish: bool, output: str | None, as_json: bool, **options: Any) -> int:
    """Moves from the configuration START to the configuration TARGET; exit code 1 if there is no way.

    'cubic' and 'quadratic' are the paper's algorithms: they find a plan on every proper board. 'shortest' finds a plan
    that is proven to be shortest, on small boards. 'best' looks for short plans as long as it may, and falls back on
    the paper's. All plans are made shorter where that is quickly done, unless --no-polish, and replayed.

    \b
    Examples:
      gourds reconfigure start.json target.json -o plan.json
      gourds reconfigure start.json target.json --algorithm shortest
      gourds reconfigure start.json target.json --time-limit 10 --json
    """
    from gourds.reconfigure.planning import plan_moves
    from gourds.reconfigure.task import Task

    if output == "-" and as_json:
        raise click.UsageError("-o - and --json both want standard output")
    first, last = load_configuration(start), load_configuration(target)
    try:
        Task.build(first, last)
    except InputError as error:
        raise error.in_source(display_name(target)) from None
    progress = Progress(quiet=as_json)
    try:
        found = plan_moves(first, last, polish=not no_polish, say=progress.say, **options)
    finally:
        progress.clear()
    if output is not None and found.walk is not None:
        save_plan(first, found.walk, output)
    if as_json:
        print_json(_answer(found, first, inline=output is None))
    else:
        _show(found, start, target, output)
    return 1 if found.status == "impossible" else 0


def _answer(found: Reconfiguration, start: Configuration, *, inline: bool) -> dict[str, Any]:
    """The answer as plain JSON, with the plan in full if it is not too long."""
    from gourds.reconfigure.answers import plan_document, planning_answer

    walk = found.walk
    is_shown = walk is not None and inline and len(walk) <= INLINE
    return planning_answer(found, plan_document(start, walk) if walk is not None and is_shown else None)


def _show(found: Reconfiguration, start: str, target: str, output: str | None) -> None:
    """The answer for people; on standard error where standard output holds the plan."""
    err = output == "-"
    walk = found.walk
    words = {"found": good, "impossible": bad}
    status = words.get(found.status, str)(click.style(found.status, bold=True))
    what = f": {counted(len(walk), 'move')}" if walk is not None else ""
    click.echo(f"{status}{what} in {found.time_s:.3f} s by {found.algorithm}", err=err)
    rows = [("because", found.reason)] if found.reason else []
    if walk is not None:
        rows.append(("kinds", spell_kinds(walk.kind_counts())))
        bound = f"at least {counted(found.lower_bound, 'move')} are needed"
        rows.append(("shortest", good("yes, proven") if found.is_shortest else f"not proven; {bound}"))
        rows.append(("replayed", "every move is legal, and the target is reached"))
        rows += _origin(found)
    print_rows(rows, err=err)
    names = f"{shlex.quote(start)} {shlex.quote(target)}"
    if walk is None:
        if found.status == "unknown":
            print_hint("try a larger --time-limit, or --algorithm quadratic")
    elif output is None:
        print_hint(f"gourds reconfigure {names} -o plan.json")
    elif not err:
        print_hint(f"gourds replay {shlex.quote(start)} {shlex.quote(output)} --target {shlex.quote(target)}")
        print_hint(f"gourds draw {shlex.quote(start)} {shlex.quote(output)} -o plan.html")


def _origin(found: Reconfiguration) -> Iterator[tuple[str, str]]:
    """How the plan came about, in a few words; --json has all figures."""
    polish = found.stats.get("polish", {})
    if found.algorithm != "best" and polish:
        before = polish["stretches"]["moves_before"]
        yield "polished", f"from {counted(before, 'move')}"
    by = found.stats.get("by")
    if by and by != found.algorithm:
        states = found.stats.get("states")
        yield "found by", f"{by} search" + (f", {counted(states, 'state')} kept" if states else "")
