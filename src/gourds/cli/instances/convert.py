"""``gourds convert``: from one instance format to the other; from a walk to moves in full."""

from __future__ import annotations

from typing import Literal

import click

from gourds.api.instances import convert
from gourds.cli.options import FILE, instance_argument, option, output_option
from gourds.files import load_configuration, load_instance, load_plan
from gourds.files.raw import naming


@click.command("convert")
@instance_argument()
@option("--to", click.Choice(["json", "text"]), "The format; otherwise the name of OUT decides (.txt: text).")
@option("--start START", FILE, "FILE is a plan from there: write its moves in full.")
@output_option("Where to write; standard output if left out.", default="-")
def command(file: str, to: Literal["json", "text"] | None, start: str | None, output: str) -> None:
    """Write the instance in FILE as JSON or as a text drawing; nothing is lost either way.

    \b
    Examples:
      gourds convert puzzle.json --to text
      gourds convert puzzle.txt -o puzzle.json.gz
      gourds convert plan.walk --start start.json -o plan.json
    """
    if start is None:
        convert(load_instance(file), to, path=output)
        return
    configuration, plan = load_configuration(start), load_plan(file)
    if to == "text":
        raise click.UsageError("--to text draws an instance; a plan with --start is written as JSON")
    with naming(file):
        convert(plan, to, start=configuration, path=output)
