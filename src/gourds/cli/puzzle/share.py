"""``gourds share``: a puzzle as one file that anybody can open and play."""

from __future__ import annotations

from typing import Any

import click

from gourds.api.puzzle import page_name, share
from gourds.cli.options import FILE, WHOLE, option, output_option, seed_option, time_limit_option
from gourds.cli.printing import write_picture
from gourds.cli.puzzle.planning import load_start, planning
from gourds.files import load_instance, load_plan


@click.command("share")
@click.argument("instance", type=FILE)
@click.argument("start", type=FILE, required=False)
@output_option("Where to write the page; its name ends in .html.", required=True)
@option("--plan P", FILE, "The plan that hints and par come from; looked for if left out.")
@option("--title", str, "The heading; the instance's name if left out.")
@option("--moves K", WHOLE, "Without START: K random moves from a solved one.")
@time_limit_option("Stop with the best plan so far.")
@seed_option()
def command(instance: str, start: str | None, output: str, plan: str | None, **options: Any) -> None:
    """The puzzle INSTANCE as one HTML page to play: no server, no network, nothing to install.

    It begins with the configuration START, or shuffled. The page has rules, undo, redo, and hints from the plan, and
    says how many moves are the fewest, or the fewest known.

    \b
    Examples:
      gourds share puzzle.json -o puzzle.html
      gourds share puzzle.json --seed 5 --moves 20 --title "For you" -o puzzle.html
      gourds share puzzle.json start.json --plan plan.json -o puzzle.html
    """
    page_name(output)
    puzzle = load_instance(instance)
    first = None if start is None else load_start(puzzle, start)
    given = None if plan is None else load_plan(plan)
    with planning(plan or instance, quiet=False) as say:
        page = share(puzzle, first, plan=given, say=say, **options)
    write_picture(output, page.encode())
