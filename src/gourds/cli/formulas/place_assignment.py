"""``gourds place-assignment``: from an assignment of a formula to a placement of its instance."""

from __future__ import annotations

import shlex

import click

from gourds.api.formulas import place_assignment
from gourds.cli.common import FILE, counted, output_option, print_hint
from gourds.files import load_assignment, load_instance, save
from gourds.files.raw import display_name, naming
from gourds.reductions.reduction import formula_of
from gourds.reductions.step import UnsatisfiedError
from gourds.terminal import echo


@click.command("place-assignment")
@click.argument("instance", type=FILE)
@click.argument("assignment", type=FILE)
@output_option("Where to write the placement; standard output if left out.", default="-")
def command(instance: str, assignment: str, output: str) -> None:
    """The placement of INSTANCE that a satisfying ASSIGNMENT of its formula gives.

    ASSIGNMENT holds lines 'v 1 -2 3 … 0' as SAT solvers print them. Exit code 1 if it does not satisfy the formula.

    \b
    Examples:
      gourds place-assignment board.json model.txt -o placement.json
      minisat f.cnf model.txt; grep -v SAT model.txt | gourds place-assignment board.json - -o placement.json
    """
    board = load_instance(instance)
    try:
        with naming(instance):
            variables = formula_of(board).variables
            values = load_assignment(assignment, variables)
            placement = place_assignment(board, values)
    except UnsatisfiedError as error:
        raise UnsatisfiedError(f"{display_name(assignment)}: {error}") from None
    save(placement, output)
    if output != "-":
        echo(f"{output}: {counted(len(placement.gourds), 'gourd')}, checked", err=True)
        print_hint(f"gourds draw {shlex.quote(instance)} {shlex.quote(output)} -o picture.svg")
