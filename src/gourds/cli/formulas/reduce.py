"""``gourds reduce``: from a formula, or an instance of any other registered problem, to a board."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click

from gourds.api.formulas.reducing import reduce
from gourds.cli.options import FILE, WHOLE, Number, flag, option, output_option, plugin_option, seed_option
from gourds.cli.paths import INPUT_FOLDER
from gourds.cli.printing import counted, print_hint, print_rows
from gourds.errors import Fault, InputError, one_line
from gourds.files import save
from gourds.files.formulas import format_formula
from gourds.files.loading import formula_in
from gourds.files.raw import naming, read_text, write_text
from gourds.formulas.formula import Cnf, Formula
from gourds.instance import Instance
from gourds.reductions.chain.cubic_to_board import ORDERS
from gourds.reductions.chain.step import Chain
from gourds.reductions.problem_boards import FORMULAS, parse_source, recognize
from gourds.reductions.reduction import chain_of, load_usable_gadgets
from gourds.reductions.registry import load_plugins, problems
from gourds.terminal import echo
from gourds.values import is_text


@click.command("reduce")
@click.argument("formula", type=FILE)
@output_option("Where to write; standard output if left out.", default="-")
@option(
    "--order ORDER",
    str,
    f"The gadgets from left to right: {', '.join(ORDERS)}, or all by name: 'x1 c1 x2 …'.",
    "variables-first",
)
@seed_option("Seed of the order 'shuffled'.", WHOLE)
@option(
    "--color-exponent E",
    Number(0, 1, min_open=True),
    "Add filler until the number of colors is at most CELLS to the power E.",
)
@option(
    "--colors K",
    click.IntRange(4),
    "A board of rings, three rows high, with at most K colors; the fewer, the larger. See docs/fewer-colors.md.",
)
@option("--gadgets SET", INPUT_FOLDER, "paper, compact, three-rows, or a folder with variable.txt or clause.txt.")
@flag("--make-cubic", "Send a 1-in-3 formula that is not cubic through the chain too.")
@option(
    "--from PROBLEM",
    str,
    "What FORMULA is an instance of, see 'gourds reductions'; by default its header says, else its suffix.",
    name="problem",
)
@option(
    "--to board|PROBLEM",
    str,
    "Stop before the board and write an instance of this problem: 'cubic' is the cubic formula.",
    "board",
)
@plugin_option()
@option("--name", str, "A name for the instance.")
def command(
    formula: str,
    output: str,
    gadgets: str | None,
    make_cubic: bool,
    problem: str | None,
    to: str,
    plugins: tuple[str, ...],
    name: str | None,
    **options: Any,
) -> None:
    """An instance that is feasible iff FORMULA is satisfiable.

    A cubic formula ('p 1in3', three distinct variables in a clause, three clauses for every variable) gives exactly
    the paper's board; a CNF ('p cnf') goes through the chain CNF, 3-CNF, 1-in-3, monotone, cubic. A formula can also be
    in words: '(a or not b) and c', 'exactly one of a, b, c'. An instance of any other problem in 'gourds reductions'
    goes along the path that is listed there.

    \b
    Examples:
      gourds formula planted --variables 30 --seed 1 -o f.1in3
      gourds reduce f.1in3 -o board.json
      gourds reduce pigeons.cnf --order shuffled --seed 3 -o board.json.gz
      echo '(a or not b) and c' | gourds reduce - -o board.json
      gourds solve board.json -o placement.json
      gourds extract board.json placement.json
      gourds reduce --from x3c cover.x3c -o board.json
      gourds reduce f.1in3 --colors 8 -o few.json
    """
    if name is not None and not is_text(name):
        raise InputError(Fault("--name", "must be valid Unicode"))
    made_by = _command(formula, problem, to, make_cubic, plugins, options, gadgets)
    text = read_text(formula)
    if plugins:
        load_plugins(plugins)
    _check_problem("--from", problem)
    _check_problem("--to", None if to in ("board", "cubic") else to)
    problem = problem or recognize(text, formula)
    is_path = to not in ("board", "cubic") or options["colors"] is not None
    if is_path or (problem is not None and problem not in FORMULAS):
        _reduce_along_path(formula, text, problem, to, output, made_by, {"name": name, "gadgets": gadgets, **options})
        return
    if problem is None:
        source = formula_in(text, formula)
    else:
        with naming(formula):
            source = parse_source(problem, text)
    make_cubic = make_cubic or problem is not None or bool(source.names)  # in words nobody asks for a cubic formula
    if to == "cubic":
        with naming(formula):
            cubic = reduce(source, make_cubic=make_cubic, to="cubic")
        write_text(output, format_formula(cubic, [f"made by: {made_by}"]))
        _show_steps(chain_of(source), output)
        return
    drawn = load_usable_gadgets(Path(gadgets)) if gadgets else None
    del options["colors"]
    with naming(formula):
        instance = reduce(source, make_cubic=make_cubic, gadgets=drawn, name=name, command=made_by, **options)
    _save(instance, output, chain_of(source))


def _check_problem(option: str, name: str | None) -> None:
    """Refuse a value of an option that is no problem's name."""
    if name is None or name in FORMULAS or name in problems():
        return
    known = ", ".join(problems())
    raise click.BadParameter(f"there is no problem '{name}'; there are {known}.", param_hint=f"'{option}'")


def _save(instance: Instance, output: str, chain: Chain | None = None) -> None:
    """Write the board and say how large it is."""
    save(instance, output)
    if output != "-":
        if chain is not None:
            _show_steps(chain, output)
        cells, colors = counted(instance.board.size, "cell"), counted(len(instance.colors), "color")
        echo(f"{output}: {cells}, {counted(instance.size, 'gourd')}, {colors}", err=True)
        print_hint(f"gourds solve {shlex.quote(output)} -o placement.json")


def _reduce_along_path(
    file: str, text: str, problem: str | None, to: str, output: str, made_by: str, options: dict[str, Any]
) -> None:
    """The board of any registered problem, or an instance of another problem on the way to it."""
    from gourds.reductions.composing import spell_size
    from gourds.reductions.problem_boards import board_of, reduce_problem, spell_source

    name, gadgets = options.pop("name"), options.pop("gadgets")
    if gadgets:
        drawn = load_usable_gadgets(Path(gadgets))
        options["gadgets"] = {gadget.name: gadget.text() for gadget in (drawn.variable, drawn.clause)}
    source: Any = text
    if problem is None:
        source = formula_in(text, file)
        problem = "cnf" if isinstance(source, Cnf) else "monotone" if source.is_monotone else "1in3"
    with naming(file):
        composed = reduce_problem(problem, source, "placement" if to == "board" else to, **options)
    if output != "-":
        print_rows([(name, spell_size(size)) for name, size in composed.sizes], err=True)
    if to == "board":
        _save(board_of(composed, name=name, command=made_by), output)
    else:
        write_text(output, spell_source(to, composed.target))


def _command(
    formula: str,
    problem: str | None,
    to: str,
    make_cubic: bool,
    plugins: tuple[str, ...],
    options: dict[str, Any],
    gadgets: str | None,
) -> str:
    """The command line that gives the same bytes, without options that have their defaults."""
    given = [
        ("--from", problem),
        ("--to", None if to == "board" else to),
        *(("--plugin", Path(plugin).name) for plugin in plugins),
        ("--make-cubic", make_cubic or None),
        ("--order", None if options["order"] == "variables-first" else options["order"]),
        ("--seed", options["seed"] if options["order"] == "shuffled" else None),
        ("--color-exponent", options["color_exponent"]),
        ("--colors", options["colors"]),
        ("--gadgets", Path(gadgets).name if gadgets else None),
    ]
    words = ["gourds", "reduce", Path(formula).name]
    for name, value in given:
        if value is not None:
            words += [name] if value is True else [name, str(value)]
    return one_line(shlex.join(words))


def _show_steps(chain: Chain, output: str) -> None:
    """The sizes along the chain, on standard error."""
    if output == "-" or not chain.steps:
        return

    def sizes(formula: Formula) -> str:
        return f"{counted(formula.variables, 'variable')}, {counted(len(formula.clauses), 'clause')}"

    rows = [(chain.steps[0].name.split(" to ")[0], sizes(chain.source))]
    rows += [(step.name.split(" to ")[1], sizes(step.target)) for step in chain.steps]
    print_rows(rows, err=True)
