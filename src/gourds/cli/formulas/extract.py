"""``gourds extract``: from a placement of a reduced instance to a solution of what it was made from."""

from __future__ import annotations

import click

from gourds.api.formulas.reducing import extract
from gourds.cli.options import FILE, json_option, plugin_option
from gourds.cli.printing import print_json
from gourds.files import load_instance, load_placement
from gourds.files.formulas import format_assignment
from gourds.files.raw import display_name, naming, write_text
from gourds.reductions.chain.step import UnsatisfiedError
from gourds.reductions.problem_boards import check_source, is_problem_board, spell_solution
from gourds.reductions.reduction import formula_of
from gourds.terminal import echo


@click.command("extract")
@click.argument("instance", type=FILE)
@click.argument("placement", type=FILE)
@plugin_option()
@json_option()
def command(instance: str, placement: str, plugins: tuple[str, ...], as_json: bool) -> None:
    """The assignment that PLACEMENT stands for, over the variables of the formula that INSTANCE was made from.

    The placement is checked first, then the assignment on the formula; exit code 1 if either is wrong. The command
    prints one line 'v 1 -2 3 … 0', as SAT solvers do. For a board made from another problem ('gourds reductions') it
    prints a solution of that, in the format of the problem. If the variables have names, as in a formula in words,
    lines 'c a = true' with them come first.

    \b
    Examples:
      gourds extract board.json placement.json
      gourds extract board.json placement.json --plugin my_problem.py
    """
    board = load_instance(instance)
    gourds = load_placement(placement)
    try:
        with naming(instance):
            assignment = extract(board, gourds, plugins=plugins)
    except UnsatisfiedError as error:
        raise UnsatisfiedError(f"{display_name(placement)}: {error}") from None
    if is_problem_board(board):
        text = spell_solution(board, assignment)
        if as_json:
            print_json({"problem": check_source(board)["problem"], "solution": text})
        else:
            write_text("-", text)
        return
    formula = formula_of(board)
    named = dict(zip(formula.names, assignment, strict=False))
    if as_json:
        found = {
            "assignment": list(assignment),
            "variables": len(assignment),
            "clauses_satisfied": len(formula.clauses),
        }
        print_json(found | ({"values": named} if named else {}))
    else:
        for name, value in named.items():
            echo(f"c {name} = {str(value).lower()}")
        echo(format_assignment(assignment).rstrip())
