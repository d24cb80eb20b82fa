"""``gourds convert``: from one instance format to the other."""

from __future__ import annotations

from typing import Literal

import click

from gourds.cli.common import instance_argument, output_option
from gourds.files import load_instance, save


@click.command("convert")
@instance_argument()
@click.option(
    "--to",
    type=click.Choice(["json", "text"]),
    help="The format; otherwise the name of OUT decides (.txt: text).",
)
@output_option("Where to write; standard output if left out.", default="-")
def command(file: str, to: Literal["json", "text"] | None, output: str) -> None:
    """Write the instance in FILE as JSON or as a text drawing; nothing is lost either way.

    \b
    Examples:
      gourds convert puzzle.json --to text
      gourds convert puzzle.txt -o puzzle.json.gz
    """
    save(load_instance(file), output, to)
