"""``gourds reductions``: problems, the reductions between them, and the paths to the board."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import click

from gourds.api.formulas.reducing import example as make_example
from gourds.api.formulas.reducing import reductions
from gourds.cli.options import WHOLE, flag, json_option, option, output_option, plugin_option, seed_option
from gourds.cli.printing import print_hint, print_json, write_picture
from gourds.files.raw import write_text
from gourds.reductions.composing import spell_size
from gourds.reductions.problem_boards import spell_source
from gourds.terminal import echo, style

if TYPE_CHECKING:
    from gourds.reductions.catalogue import Catalogue


@click.command("reductions")
@option("--example PROBLEM", str, "Write a random instance of this problem instead.")
@flag("--no-solution", "An example without a solution; else it has one.")
@option("--size", click.IntRange(1, 20), "Size of examples.", 3)
@seed_option("Seed of examples.", WHOLE)
@plugin_option()
@output_option("Where to write the example; without one, draw problems and reductions to this SVG file.")
@json_option()
def command(example: str | None, no_solution: bool, output: str | None, as_json: bool, **options: Any) -> None:
    """List the problems that 'gourds reduce' takes, the reductions between them, and their paths to the board.

    Every path is measured on an example, a random instance that has a solution. --plugin loads reductions of your own;
    docs/reductions.md says how to write one.

    \b
    Examples:
      gourds reductions
      gourds reductions --plugin my_problem.py
      gourds reductions -o problems.svg
      gourds reductions --example x3c --size 4 --seed 1 -o cover.x3c
    """
    if example is not None:
        made = make_example(example, no_solution=no_solution, **options)
        write_text(output or "-", spell_source(example, made))
        if output not in (None, "-"):
            print_hint(f"gourds reduce {shlex.quote(str(output))} --from {shlex.quote(example)} -o board.json")
        return
    known = reductions(**options)
    if as_json:
        print_json(known.to_json())
    elif output is not None:
        write_picture(output, known._repr_svg_().encode())
    else:
        _print(known)


def _print(known: Catalogue) -> None:
    width = max(len(problem.name) for problem in known.problems)
    echo(style("problems", bold=True))
    for problem in known.problems:
        starts = f", starts '{problem.header} …'" if problem.header else ""
        files = style(f"({problem.suffix}{starts})", dim=True)
        echo(f"  {style(problem.name.ljust(width), bold=True)}  {problem.title} {files}")
    echo(style("reductions, and the size of the target", bold=True))
    for reduction in known.reductions:
        echo(f"  {reduction.source} → {reduction.target}: {reduction.sizes}")
    echo(style("paths to the board, each with an example", bold=True))
    for path in known.paths:
        echo(f"  {' → '.join(path.problems)}")
        echo(style(f"    {' → '.join(map(spell_size, path.sizes))}", dim=True))
    print_hint("gourds reduce --from NAME FILE -o board.json")
