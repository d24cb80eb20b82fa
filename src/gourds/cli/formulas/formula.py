"""``gourds formula``: 1-in-3 formulas to start from, and facts about any formula."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click

from gourds.api.formulas.making import formula_all, formula_hard, formula_info, formula_planted, formula_random
from gourds.cli.options import FILE, PLACE, Decorator, Number, flag, json_option, option, output_option, seed_option
from gourds.cli.printing import bad, counted, good, print_hint, print_json, print_rows
from gourds.files import load_formula
from gourds.files.formulas import format_formula
from gourds.files.raw import check_folder, make_folder, write_text
from gourds.formulas.formula import Cnf, Formula, OneInThree
from gourds.terminal import echo


@click.group("formula", no_args_is_help=True)
def command() -> None:
    """Monotone 1-in-3 formulas, seeded: the same command gives the same bytes. And facts about a formula.

    \b
    Examples:
      gourds formula planted --variables 30 --seed 1 -o f.1in3
      gourds formula all --variables 6 -o formulas/
      gourds formula info f.1in3
    """


def _variables(**settings: Any) -> Decorator:
    return click.option("--variables", type=click.IntRange(3, 1_000_000), required=True, metavar="N", **settings)


def _write(formula: Formula, output: str, words: str) -> None:
    write_text(output, format_formula(formula, [f"gourds formula {words}"]))
    if output != "-":
        sizes = f"{counted(formula.variables, 'variable')}, {counted(len(formula.clauses), 'clause')}"
        echo(f"{output}: {sizes}", err=True)
        print_hint(f"gourds reduce {shlex.quote(output)} -o board.json")


@command.command("random")
@_variables(help="Number of variables, and of clauses.")
@seed_option()
@output_option("Where to write; standard output if left out.", default="-")
def random_command(variables: int, seed: int, output: str) -> None:
    """A random cubic formula; nearly always unsatisfiable, and then for a reason that linear algebra sees."""
    _write(formula_random(variables, seed), output, f"random --variables {variables} --seed {seed}")


@command.command("planted")
@_variables(help="Number of variables, a multiple of three.")
@seed_option()
@output_option("Where to write; standard output if left out.", default="-")
def planted_command(variables: int, seed: int, output: str) -> None:
    """A random cubic formula that a third of the variables satisfies by construction."""
    _write(formula_planted(variables, seed), output, f"planted --variables {variables} --seed {seed}")


@command.command("hard")
@option("--base N", click.IntRange(4, 100_000), "Variables to start from.", required=True)
@option("--ratio", Number(0.667, 1), "Clauses per variable; by default 0.7875.")
@flag("--planted", "Satisfiable by construction.")
@seed_option()
@output_option("Where to write; standard output if left out.", default="-")
def hard_command(base: int, ratio: float | None, planted: bool, seed: int, output: str) -> None:
    """A cubic formula tuned to be hard: made from one at the threshold of satisfiability.

    N variables, each in two or three random clauses, 0.7875 clauses for each variable, where formulas turn
    unsatisfiable; then made cubic. Its linear system has many solutions, so linear algebra decides nothing.
    """
    from gourds.formulas.threshold import BALANCED_THRESHOLD

    chosen = BALANCED_THRESHOLD if ratio is None else ratio
    words = f"hard --base {base} --ratio {chosen}{' --planted' if planted else ''} --seed {seed}"
    _write(formula_hard(base, chosen, seed, planted=planted), output, words)


@command.command("all")
@option("--variables N", click.IntRange(3, 10), "Number of variables.", required=True)
@option("-o, --output DIR", PLACE, "The folder to write to.", required=True)
def all_command(variables: int, output: str) -> None:
    """All cubic formulas with N variables up to renaming variables and reordering clauses; 10 take a minute."""
    folder = Path(output)
    check_folder(folder)
    listed = formula_all(variables)
    make_folder(folder)
    for k, formula in enumerate(listed, start=1):
        remark = f"gourds formula all --variables {variables}: {k} of {len(listed)}"
        write_text(folder / f"cubic-{variables}-{k:04}.1in3", format_formula(formula, [remark]))
    echo(f"{output}: {counted(len(listed), 'formula')}", err=True)
    print_hint(f"gourds check-reduction {shlex.quote(output)}/*.1in3")


@command.command("info")
@click.argument("formula", type=FILE)
@flag("--solve", "Decide it too, by CaDiCaL on the formula itself.")
@json_option()
def info_command(formula: str, solve: bool, as_json: bool) -> None:
    """Sizes, whether the formula is monotone and cubic, and what keeps it from being so."""
    value = load_formula(formula)
    facts = formula_info(value, solve=solve)
    if as_json:
        print_json(facts)
        return
    kind = "CNF" if isinstance(value, Cnf) else "1-in-3"
    sizes = f"{counted(value.variables, 'variable')}, {counted(len(value.clauses), 'clause')}"
    rows = [("formula", f"{kind}, {sizes}")]
    if isinstance(value, OneInThree):
        faults = facts["not_cubic_because"]
        shown = "; ".join(faults[:3]) + (f"; and {len(faults) - 3:,} more" if len(faults) > 3 else "")
        rows.append(("cubic", good("yes") if not faults else f"no: {shown}"))
        if facts["kernel_dimension"] is not None:
            rows.append(("null space", _null_space(facts["kernel_dimension"])))
    if solve:
        rows.append(("satisfiable", good("yes") if facts["satisfiable"] else bad("no")))
    reduced = facts["reduced"]
    rows.append(("reduced", f"{counted(reduced['variables'], 'variable')}, {counted(reduced['cells'], 'cell')}"))
    print_rows(rows)
    more = "" if isinstance(value, Cnf) or not facts["not_cubic_because"] else " --make-cubic"
    print_hint(f"gourds reduce {shlex.quote(formula)}{more} -o board.json")


def _null_space(dimension: int) -> str:
    if dimension == 0:
        return "the linear system has one solution, 1/3 everywhere: unsatisfiable"
    return f"the linear system has a space of solutions of dimension {dimension}"
