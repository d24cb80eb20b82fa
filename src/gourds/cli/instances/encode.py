"""``gourds encode``: an instance for other people's solvers."""

from __future__ import annotations

from typing import Literal

import click

from gourds.api.instances import encode
from gourds.cli.common import instance_argument, output_option
from gourds.encodings.export import FORMATS
from gourds.files import load_instance


@click.command("encode")
@instance_argument()
@click.option("--to", type=click.Choice(FORMATS), required=True, help="The format.")
@click.option(
    "--encoding",
    type=click.Choice(["textbook", "reduced"]),
    default="reduced",
    show_default=True,
    help="textbook posts every budget, reduced only what the counting laws leave.",
)
@output_option("Where to write (.gz: packed); standard output if left out.", default="-")
def command(
    file: str, to: Literal["cnf", "opb", "lp", "mps"], encoding: Literal["reduced", "textbook"], output: str
) -> None:
    """Write the instance in FILE as a formula (cnf), pseudo-Boolean constraints (opb) or an ILP (lp, mps).

    The instance is feasible iff the file has a solution. Comments say what each variable means.

    \b
    Examples:
      gourds encode puzzle.json --to cnf -o puzzle.cnf
      gourds encode puzzle.json --to mps --encoding textbook -o puzzle.mps
      gourds encode puzzle.txt --to opb | less
    """
    encode(load_instance(file), to, encoding, path=output)
