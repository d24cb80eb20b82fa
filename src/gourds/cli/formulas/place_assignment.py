"""``gourds place-assignment``: from an assignment of a formula, or any other solution, to a placement."""

from __future__ import annotations

import shlex
from typing import Any

import click

from gourds.api.formulas.reducing import place_assignment
from gourds.cli.options import FILE, output_option, plugin_option
from gourds.cli.printing import counted, print_hint
from gourds.files import load_assignment, load_instance, save
from gourds.files.raw import display_name, naming, read_text
from gourds.instance import Instance
from gourds.reductions.chain.step import UnsatisfiedError
from gourds.reductions.problem_boards import check_source, is_problem_board, parse_solution
from gourds.reductions.reduction import formula_of
from gourds.reductions.registry import load_plugins
from gourds.terminal import echo


@click.command("place-assignment")
@click.argument("instance", type=FILE)
@click.argument("assignment", type=FILE)
@plugin_option()
@output_option("Where to write the placement; standard output if left out.", default="-")
def command(instance: str, assignment: str, plugins: tuple[str, ...], output: str) -> None:
    """The placement of INSTANCE that a satisfying ASSIGNMENT of its formula gives.

    ASSIGNMENT holds lines 'v 1 -2 3 … 0' as SAT solvers print them. Exit code 1 if it does not satisfy the formula. For
    a board made from another problem ('gourds reductions') it is a solution of that, in the format of the problem.

    \b
    Examples:
      gourds place-assignment board.json model.txt -o placement.json
      minisat f.cnf model.txt; grep -v SAT model.txt | gourds place-assignment board.json - -o placement.json
    """
    board = load_instance(instance)
    if plugins:
        load_plugins(plugins)
    try:
        with naming(instance):
            values = _read(board, assignment)
            placement = place_assignment(board, values)
    except UnsatisfiedError as error:
        raise UnsatisfiedError(f"{display_name(assignment)}: {error}") from None
    save(placement, output)
    if output != "-":
        echo(f"{output}: {counted(len(placement.gourds), 'gourd')}, checked", err=True)
        print_hint(f"gourds draw {shlex.quote(instance)} {shlex.quote(output)} -o picture.svg")


def _read(board: Instance, assignment: str) -> Any:
    """The assignment in a file, or the solution of another problem."""
    if not is_problem_board(board):
        return load_assignment(assignment, formula_of(board).variables)
    check_source(board)
    text = read_text(assignment)
    with naming(assignment):
        return parse_solution(board, text)
