"""``gourds encode``: an instance or a formula for other people's solvers."""

from __future__ import annotations

from typing import Any

import click

from gourds.api.instances import encode
from gourds.cli.options import FILE, option, output_option, read_settings, setting_option
from gourds.encodings.export import FORMATS
from gourds.files import load
from gourds.files.loading import other_than
from gourds.formulas.formula import Cnf, OneInThree
from gourds.instance import Instance


@click.command("encode")
@click.argument("file", type=FILE)
@option("--to", click.Choice(FORMATS), "The format.", required=True)
@option(
    "--encoding",
    click.Choice(["textbook", "reduced"]),
    "textbook posts every budget, reduced only what the counting laws leave.",
    "reduced",
)
@setting_option("How a CNF counts: cardinality=kmtotalizer, cardnetwork, seqcounter or totalizer, the default.")
@output_option("Where to write (.gz: packed); standard output if left out.", default="-")
def command(file: str, to: Any, encoding: Any, settings: tuple[str, ...], output: str) -> None:
    """Write the instance in FILE for other people's solvers; 'gourds decode' reads their answers.

    It becomes a formula (cnf), pseudo-Boolean constraints (opb), an ILP (lp, mps), MiniZinc (mzn), XCSP3 (xcsp) or a
    program for clingo (asp). The instance is feasible iff the file has a solution. Comments say what each variable
    means, and where the instance came from. FILE may also hold a formula, CNF or 1-in-3, which is written as cnf or
    opb.

    \b
    Examples:
      gourds encode puzzle.json --to cnf -o puzzle.cnf
      gourds encode puzzle.json --to cnf --set cardinality=seqcounter -o puzzle.cnf
      gourds encode puzzle.json --to mps --encoding textbook -o puzzle.mps
      gourds encode puzzle.txt --to asp | clingo
      gourds encode formula.1in3 --to opb -o formula.opb
    """
    value = load(file)
    if not isinstance(value, Instance | Cnf | OneInThree):
        raise other_than("an instance or a formula", value, file)
    encode(value, to, encoding, settings=read_settings(settings), path=output)
