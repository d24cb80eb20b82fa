"""``gourds generate``: a command for every family, made from the families' own descriptions."""

from __future__ import annotations

import shlex
from typing import Any

import click

from gourds.api.instances import generate
from gourds.cli.common import counted, output_option, print_hint, seed_option
from gourds.families import FAMILIES, Family, Parameter
from gourds.files import save
from gourds.terminal import echo


@click.group("generate", no_args_is_help=True)
def command() -> None:
    """Seeded families of instances: the same command gives the same bytes.

    \b
    Examples:
      gourds generate hexagon --radius 4 --colors 5 --seed 7 -o puzzle.json
      gourds generate random-proper --size 201 --coloring near-miss -o puzzle.txt
      gourds generate strip --size 21 | gourds info -
    """


def _option(parameter: Parameter) -> click.Option:
    name = f"--{parameter.name}"
    if parameter.kind is bool:
        return click.Option([name], is_flag=True, default=parameter.default, help=parameter.help)
    kind: Any = click.Choice(parameter.choices) if parameter.choices else parameter.kind
    required = parameter.default is None
    return click.Option(
        [name],
        type=kind,
        default=parameter.default,
        required=required,
        show_default=not required,
        help=parameter.help,
    )


def _add(family: Family) -> None:
    @seed_option("seed of all random choices")
    @click.option("--name", "title", help="a name for the instance")
    @output_option("where to write (.txt: a text drawing); standard output if left out", default="-")
    @click.pass_context
    def make(ctx: click.Context, /, seed: int, title: str | None, output: str, **values: Any) -> None:
        instance = generate(family.name, seed=seed, name=title, **values)
        save(instance, output)
        if output != "-":
            cells, gourds = counted(instance.board.size, "cell"), counted(instance.size, "gourd")
            echo(f"{output}: {cells}, {gourds}, {counted(len(instance.colors), 'color')}", err=True)
            print_hint(f"gourds info {shlex.quote(output)}")

    subcommand = click.command(
        family.name, help=family.summary[0].upper() + family.summary[1:] + ".", short_help=family.summary
    )(make)
    subcommand.params = [*(_option(parameter) for parameter in family.parameters), *subcommand.params]
    command.add_command(subcommand)


for _family in FAMILIES.values():
    _add(_family)
